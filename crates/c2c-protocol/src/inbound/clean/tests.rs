//! What is taken out of a row and what stays.

use super::*;

#[track_caller]
fn prose(row: &str, expected: &str) {
    assert_eq!(clean(row, Mode::Prose), expected, "{row:?}");
}

#[test]
fn spaces_and_invisible_characters_are_settled() {
    prose("a\u{a0}b\u{3000}c\u{2009}d", "a b c d");
    prose("a\u{200b}b\u{feff}c\u{2060}d\u{ad}e", "abcde");
    prose("\u{202e}a\u{2066}b\u{200f}c", "abc");
    prose("a\u{0}b\u{7f}c\u{9b}d", "abcd");
    prose("a\tb", "a    b");
    prose("a\u{e0041}b\u{e0100}c\u{fffc}d", "abcd");
}

#[test]
fn joiners_stay_where_they_mean_something() {
    prose("می\u{200c}خواهم", "می\u{200c}خواهم");
    prose("👩\u{200d}💻", "👩\u{200d}💻");
    prose("src/\u{200d}main\u{200c}.rs", "src/main.rs");
}

#[test]
fn terminal_sequences_go_as_a_whole() {
    prose("\u{1b}[1;31mred\u{1b}[0m", "red");
    prose("\u{1b}[é", "[é");
    prose("\u{1b}]0;x", "]0;x");
}

#[test]
fn entities_become_characters_once() {
    prose("a &lt; b &amp;&amp; c&nbsp;d", "a < b && c d");
    prose("&amp;lt;", "&lt;");
    prose("&#91;&#x5D;&#X41;", "[]A");
    prose("&#10;&#27;&#0;&#x202e;", " ");
    prose("&unknown; & &; &#xfffffff; &#+65; AT&T", "&unknown; & &; &#xfffffff; &#+65; AT&T");
    prose("&#55296;", "&#55296;");
}

#[test]
fn code_spans_are_left_alone() {
    prose("`&lt;br&gt; \\_ 【1†a】` &lt;", "`&lt;br&gt; \\_ 【1†a】` <");
    assert_eq!(clean("a &lt; \\_ \u{7}b", Mode::Code), "a &lt; \\_ b");
}

#[test]
fn escapes_of_markdown_go() {
    prose("c2c\\_f81a \\[x\\] \\*a\\* \\`b\\` \\<c\\>", "c2c_f81a [x] *a* `b` <c>");
    prose("\\- a", "- a");
    prose("12\\. a", "12. a");
    prose("C:\\Users\\x \\d+\\.\\d", "C:\\Users\\x \\d+\\.\\d");
    prose("\\&lt;", "&lt;");
}

#[test]
fn citation_marks_go() {
    prose("a【12†source】b", "ab");
    prose("a【F:src/main.rs†L1-L9】b", "ab");
    prose("a【目标】b【x", "a【目标】b【x");
    prose("a\u{e200}cite\u{e202}turn0file1\u{e201}b", "ab");
    prose("a\u{e200}never closed", "anever closed");
    prose("a citeturn0file1turn12search3 b fileciteturn0file1L3-L9", "a  b ");
    prose("cite cited turn0 fileciteturn cites", "cite cited turn0 fileciteturn cites");
    prose("a:chatgpt-content-reference{index=\"4\"}b", "ab");
    prose("a:contentReference[oaicite:2]{index=2}b:contentReference[x]c", "abc");
    prose("a:contentReference[never", "a:contentReference[never");
}
