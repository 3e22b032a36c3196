//! Folding a text to one line of state.

use super::*;

#[track_caller]
fn check(text: &str, expected: &str, cut: Cut) {
    assert_eq!(line(text), (expected.to_owned(), cut), "{text:?}");
}

#[test]
fn lines_are_joined() {
    check("  Dark mode,\r\n\r\n  please \t now\n", "Dark mode, please now", Cut::Whole);
}

#[test]
fn content_leaves_one_mark() {
    check("before\n```\na\nb\n```\nafter", "before … after", Cut::Cut);
    check("before\ndiff --git a/x b/x\n@@ -1 +1 @@\nafter", "before … after", Cut::Cut);
    check("```\nnever closed", "…", Cut::Cut);
}

#[test]
fn characters_that_must_not_pass_go() {
    check("da\u{200b}rk\u{7} \u{202e}mode\u{a0}now", "dark mode now", Cut::Whole);
}

#[test]
fn a_long_run_is_shortened() {
    let (text, cut) = line(&format!("see {} there", "A".repeat(300)));
    assert_eq!(text, format!("see {}… there", "A".repeat(57)));
    assert_eq!(cut, Cut::Cut);
}

#[test]
fn a_beginning_that_reads_as_frame_is_reworded() {
    check("STATE: DONE", "STATE - DONE", Cut::Whole);
    check("[C2C]", "(C2C)", Cut::Whole);
    check("TESTS", "… TESTS", Cut::Whole);
}

#[test]
fn what_still_is_content_goes_as_a_whole() {
    check("a{b;c}d{e;f}g{h;i}", "…", Cut::Cut);
}
