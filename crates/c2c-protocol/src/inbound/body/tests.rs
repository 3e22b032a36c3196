//! Rows as texts and lists.

use super::*;

/// Rows of prose and code, as the scanner would hand them over.
fn rows(text: &str) -> Vec<Row> {
    let mut fenced = false;
    let row = |line: &str| {
        let rest = line.trim_start();
        let fence =
            rest.trim_start_matches(|sign: char| sign.is_ascii_digit() || ".- ".contains(sign)).starts_with("```");
        let kind = match (fenced, fence) {
            (true, _) => Kind::Code,
            (false, true) => Kind::Opening,
            (false, false) => Kind::Prose,
        };
        fenced ^= fence;
        Row { kind, indent: line.len() - rest.len(), text: rest.trim_end().to_owned() }
    };
    text.split('\n').map(row).collect()
}

#[track_caller]
fn list(text: &str, expected: &[&str]) {
    assert_eq!(items(&rows(text)), expected, "{text:?}");
}

#[test]
fn text_loses_its_common_indentation_and_blank_ends() {
    assert_eq!(text(&rows("\n\n  a\n    b\n\n  c\n\n")), "a\n  b\n\nc");
    assert_eq!(text(&rows("a\n---\nb\n* * *\nc")), "a\nb\nc");
    assert_eq!(text(&rows("")), "");
    assert_eq!(text(&rows("--")), "--");
}

#[test]
fn every_mark_makes_items() {
    for text in [
        "1. a\n2. b",
        "1) a\n2) b",
        "1、a\n2、b",
        "- a\n- b",
        "* a\n* b",
        "• a\n•b",
        "(1) a\n（2） b",
        "①a\n②b",
        "**1.** a\n**2.** b",
    ] {
        list(text, &["a", "b"]);
    }
}

#[test]
fn what_is_further_in_or_of_another_kind_belongs_to_the_item() {
    list("1. a\n   - b\n   - c\n2. d", &["a\n- b\n- c", "d"]);
    list("1. a\n- b\n2. d", &["a\n- b", "d"]);
    list("- a\n  1. b\n- d", &["a\n1. b", "d"]);
    list("1. a\nb\n\n   c\n2. d", &["a\nb\n\nc", "d"]);
}

#[test]
fn numbers_of_different_width_are_one_list() {
    list(" 9. a\n10. b\n 11. c", &["a", "b", "c"]);
}

#[test]
fn numbers_in_a_sentence_are_no_items() {
    list("1. wait\n1.5 seconds\n2.x only\n2. go", &["wait\n1.5 seconds\n2.x only", "go"]);
    list("-flag\n-other", &["-flag", "-other"]);
}

#[test]
fn without_marks_every_row_is_an_item() {
    list("a\n\nb\n  more\nc", &["a", "b\n  more", "c"]);
    list("only one sentence.", &["only one sentence."]);
}

#[test]
fn words_before_the_list_are_kept_unless_they_lead_over() {
    list("Do this:\n1. a\n2. b", &["a", "b"]);
    list("First think.\n1. a", &["First think.", "a"]);
}

#[test]
fn code_in_an_item_keeps_its_shape() {
    list("1. a\n  ```py\n  if x:\n      y\n  ```\n2. b", &["a\n```py\nif x:\n    y\n```", "b"]);
    list("1. a\n```\n1. not an item\n```\n2. b", &["a\n```\n1. not an item\n```", "b"]);
}

#[test]
fn boxes_and_empty_items_go() {
    list("- [ ] a\n- [x] b\n-\n- c", &["a", "b", "c"]);
    list("", &[]);
    list("1.\n   a", &["a"]);
}

#[test]
fn emphasis_around_a_number_stays_balanced() {
    list("**1. Add** the store\n**2. Use** it", &["**Add** the store", "**Use** it"]);
    list("### 1. Add\ntext\n### 2. Use", &["Add\ntext", "Use"]);
}
