//! Where parts begin and end, in every form that the page gives them.

use super::*;
use crate::sample;
use crate::tree::{Limits, Shape};

/// Each part as its author and the first texts in it.
#[track_caller]
fn check(page: &str, expected: &[&str]) {
    let tree = sample::tree(page);
    check_tree(&tree, expected);
}

#[track_caller]
fn check_tree(tree: &Tree, expected: &[&str]) {
    let show = |turn: &Turn| {
        let texts: Vec<&str> =
            turn.nodes(tree).map(|id| tree.node(id).label()).filter(|text| !text.is_empty()).collect();
        format!("{:?}: {}", turn.author, texts.join("|"))
    };
    assert_eq!(turns(tree).iter().map(show).collect::<Vec<_>>(), expected);
}

#[test]
fn articles_have_one_part_each() {
    check(
        r#"
        document web
          article
            heading "You said:" class=sr-only
            static "hello"
          article
            heading "ChatGPT said:" class=sr-only
            static "hi"
            push button "Copy"
          form
            entry "Ask anything" id=prompt-textarea
            push button "Send"
          static "ChatGPT can make mistakes."
        "#,
        &["User: hello", "Assistant: hi|Copy"],
    );
}

#[test]
fn one_container_may_hold_both_parts() {
    check(
        r#"
        document web
          section
            section
              section
                heading "You said:" class=sr-only
                static "hello"
              section
                static "Thinking"
                section
                  heading "ChatGPT said:" class=sr-only
                  static "hi"
                section
                  push button "Copy"
            section
              section
                heading "You said:" class=sr-only
                static "more"
          form
            entry "Ask ChatGPT"
        "#,
        &["User: hello|Thinking", "Assistant: hi|Copy", "User: more"],
    );
}

#[test]
fn the_pages_own_headings_are_the_invisible_ones() {
    check(
        r#"
        document web
          section
            heading "You said:" class=sr-only
            static "quote me"
            heading "ChatGPT said:" class=sr-only
            heading "You said:"
            paragraph
              static "quote me"
        "#,
        &["User: quote me", "Assistant: You said:|quote me"],
    );
}

#[test]
fn headings_may_be_plain_text_or_hold_their_text() {
    let page = "Document\n  Group\n    Text \"您说：\"\n    Text \"a\"\n    Text \"ChatGPT 说：\"\n    Text \"b\"";
    let tree = sample::recording(Shape::Uia, page).tree(Limits::default()).unwrap();
    check_tree(&tree, &["User: a", "Assistant: b"]);
    check(
        "document web\n  heading\n    static \"You said:\"\n  static \"a\"\n  heading\n    static \"ChatGPT said:\"\n  static \"b\"",
        &["User: a", "Assistant: b"],
    );
}

#[test]
fn without_headings_the_button_that_copies_a_message_parts_them() {
    check(
        r#"
        document web
          section
            section
              section
                static "hello"
                push button "Copy message"
              section
                static "hi"
                push button "Copy"
            section
              section
                static "more"
                push button "Copy message"
              section
                static "so"
          form
            entry "Ask ChatGPT"
        "#,
        &["User: hello|Copy message", "Assistant: hi|Copy", "User: more|Copy message", "Assistant: so"],
    );
}

#[test]
fn headings_in_an_unknown_language_are_known_by_where_they_stand() {
    let page = r#"
        document web
          landmark xml-roles=navigation
            heading "Historia" class=sr-only level=5
          heading "Sanoit:" class=sr-only level=5
          static "a"
          heading "ChatGPT sanoi:" class=sr-only level=6
          static "b"
          heading "Sanoit:" class=sr-only level=5
          static "c"
          form
            entry "x"
        "#;
    check(page, &["User: a", "Assistant: b", "User: c"]);
    // Known on one side: the other side is what is left, whichever comes first.
    let german = page.replace("Sanoit:", "ChatGPT hat gesagt:").replace("ChatGPT sanoi:", "Du:");
    check(&german, &["Assistant: a", "User: b", "Assistant: c"]);
    // A third text among them, and nothing is guessed.
    check(&page.replacen("Sanoit:", "Muu:", 1), &[]);
}

#[test]
fn a_page_without_a_conversation_has_no_turns() {
    check("document web\n  form\n    entry \"Ask ChatGPT\"", &[]);
}

#[test]
fn the_last_message_is_the_persons_last() {
    let tree = sample::tree(
        "document web\n  heading \"You said:\"\n  static \"a\"\n  heading \"You said:\"\n  static \"b\"\n  heading \"ChatGPT said:\"",
    );
    let turns = turns(&tree);
    assert_eq!(last_user(&turns), Some(&turns[1]));
    assert_eq!(last_user(&turns[2..]), None);
    assert!(turns[1].contains(turns[1].first) && !turns[1].contains(turns[2].first));
}
