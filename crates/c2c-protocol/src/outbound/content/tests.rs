//! What is content and what only looks like it.

use super::*;

#[track_caller]
fn is(pattern: Pattern, text: &str) {
    assert_eq!(find(text).map(|finding| finding.pattern), Some(pattern), "{text:?}");
}

#[track_caller]
fn passes(text: &str) {
    assert_eq!(find(text), None, "{text:?}");
}

#[test]
fn control_characters_are_refused() {
    is(Pattern::Control, "a\u{7}b");
    is(Pattern::Control, "a\tb");
    is(Pattern::Control, "a\rb");
    is(Pattern::Control, "\u{202e}txt.exe");
    is(Pattern::Control, "a\u{200b}b");
    passes("two\nlines");
}

#[test]
fn the_frame_of_a_message_is_refused() {
    is(Pattern::Frame, "[C2C]");
    is(Pattern::Frame, "first\n> **[c2c]**");
    is(Pattern::Frame, "STATE: DONE");
    is(Pattern::Frame, "- Task id: x");
    is(Pattern::Frame, "Tests: 27 passed");
    passes("27 tests passed");
    passes("a [C2C] message");
    passes("RISKS: none");
}

#[test]
fn fences_are_refused() {
    is(Pattern::Fence, "```\ncode\n```");
    is(Pattern::Fence, "see ```this```");
    is(Pattern::Fence, "  ~~~sh");
    passes("`one` and ``two``");
    passes("roughly ~3 files");
}

#[test]
fn diffs_are_refused() {
    is(Pattern::Diff, "diff --git a/src/a.rs b/src/a.rs");
    is(Pattern::Diff, "@@ -1,3 +1,4 @@ fn main");
    is(Pattern::Diff, "--- a/src/a.rs\n+++ b/src/a.rs");
    is(Pattern::Diff, "index 83db48f..bf2a1c7 100644");
    is(Pattern::Diff, "-let a = 1\n-let b = 2\n+let c = 3");
    passes("- one\n- two\n+ three");
    passes("-v and +x are flags");
    passes("--- a rule");
}

#[test]
fn stack_traces_are_refused() {
    is(Pattern::StackTrace, "Traceback (most recent call last):");
    is(Pattern::StackTrace, "  File \"a.py\", line 3, in <module>");
    is(Pattern::StackTrace, "    at Object.<anonymous> (/srv/app/index.js:10:13)");
    is(Pattern::StackTrace, "at com.example.Main.run(Main.java:17)");
    is(Pattern::StackTrace, "thread 'main' panicked at src/main.rs:2:5:");
    is(Pattern::StackTrace, "goroutine 1 [running]:");
    passes("at the end it fails");
    passes("at 10:30 it fails");
}

#[test]
fn logs_are_refused() {
    is(Pattern::Log, "2026-11-30T02:59:46Z starting");
    is(Pattern::Log, "[2026-11-30 02:59:46] starting");
    is(Pattern::Log, "02:59:46.120 starting");
    is(Pattern::Log, "INFO server started\nWARN slow");
    passes("fails since 2026-11-30 02:59:46");
    passes("2026-11-30 is the deadline");
    passes("ERROR: the connector timed out");
}

#[test]
fn tool_output_is_refused() {
    is(Pattern::ToolOutput, "error[E0308]: mismatched types");
    is(Pattern::ToolOutput, "  --> src/main.rs:4:5");
    is(Pattern::ToolOutput, "test parser::reads ... FAILED");
    is(Pattern::ToolOutput, "test result: ok. 27 passed; 0 failed");
    is(Pattern::ToolOutput, "npm ERR! code 1");
    passes("test the parser");
    passes("27 passed, 1 failed (parser::reads)");
}

#[test]
fn private_keys_are_refused() {
    is(Pattern::PrivateKey, concat!("-----BEGIN ", "PRIVATE KEY-----"));
    passes("-----");
}

#[test]
fn code_is_refused() {
    is(Pattern::Code, "fn main() {\n    run();\n}");
    is(Pattern::Code, "import os\nprint(os)\ndef f():\nclass A(B):\nreturn f()");
    is(Pattern::Code, &format!("`{}`", "x ".repeat(61)));
    is(Pattern::Code, "a{b;c}d{e;f}g{h;i}");
    passes(&format!("`{}`", "x ".repeat(60)));
    passes("use the store, return to the page, let it be\nimport the theme\nclass names stay");
    passes("call `load()`;\nthen `save()`");
}

#[test]
fn long_runs_are_refused() {
    is(Pattern::UnbrokenRun, &"A".repeat(201));
    passes(&"A".repeat(200));
    passes(&"深".repeat(300));
}

#[test]
fn the_line_is_told() {
    assert_eq!(find("one\ntwo\n```"), Some(Finding { pattern: Pattern::Fence, line: 3 }));
}

#[test]
fn every_pattern_has_its_own_description() {
    let mut descriptions = Pattern::ALL.map(Pattern::description).to_vec();
    descriptions.sort_unstable();
    descriptions.dedup();
    assert_eq!(descriptions.len(), Pattern::ALL.len());
}
