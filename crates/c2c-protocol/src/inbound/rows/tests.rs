//! Borders between rows.

use super::*;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found: Vec<&str> = rows(text).map(|range| &text[range]).collect();
    assert_eq!(found, expected, "{text:?}");
}

#[test]
fn every_kind_of_line_end_parts() {
    check("", &[""]);
    check("a", &["a"]);
    check("a\nb", &["a", "b"]);
    check("a\n", &["a", ""]);
    check("a\r\nb\rc", &["a", "b", "c"]);
    check("a\n\rb", &["a", "", "b"]);
    check("a\u{85}b\u{2028}c\u{2029}d\u{b}e\u{c}f", &["a", "b", "c", "d", "e", "f"]);
}

#[test]
fn html_breaks_part_outside_of_code() {
    let check = |row: &str, expected: &[&str]| {
        let found: Vec<&str> = breaks(row).into_iter().map(|range| &row[range]).collect();
        assert_eq!(found, expected, "{row:?}");
    };
    check("a<br>b<BR/>c<br />d", &["a", "b", "c", "d"]);
    check("a `<br>` b", &["a `<br>` b"]);
    check("a ``<br>`` b", &["a ``<br>`` b"]);
    check("```text<br>a<br>```", &["```text", "a", "```"]);
    check("a <brx> <b> < br> <br", &["a <brx> <b> < br> <br"]);
    check("é<br>é", &["é", "é"]);
}
