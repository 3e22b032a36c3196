//! Texts put together from pieces, and what is no part of them.

use super::*;
use crate::sample;
use crate::tree::{Limits, Shape};
use crate::turns;

/// A page with one message and an answer of these lines, indented by six.
fn page(answer: &str) -> Tree {
    sample::tree(&format!(
        "  document web\n    section\n      heading \"You said:\" class=sr-only\n      static \"hello\"\n    section\n      heading \"ChatGPT said:\" class=sr-only\n{answer}"
    ))
}

#[track_caller]
fn check(answer: &str, expected: &str) {
    let tree = page(answer);
    let turns = turns::turns(&tree);
    assert_eq!(last_answer(&tree, &turns), Reading::Complete { text: expected.to_owned() }, "{answer}");
}

#[track_caller]
fn check_lack(tree: &Tree, expected: Lack) {
    let turns = turns::turns(tree);
    assert_eq!(last_answer(tree, &turns), Reading::Incomplete { why: expected });
}

#[test]
fn pieces_of_a_line_are_put_together_and_paragraphs_apart() {
    check(
        r#"
      paragraph tag=p
        static "Use "
        static tag=code
          static "a<b"
        static ", "
        link "the docs"
        static tag=strong
          static "!"
      paragraph tag=p
        static "SHA 9f86d081 测试 👩‍🔬 שלום é"
"#,
        "Use a<b, the docs!\n\nSHA 9f86d081 测试 👩‍🔬 שלום é",
    );
    check("      paragraph\n        static \"a\"\n        section tag=br\n        static \"b\\nc\"", "a\nb\nc");
    check("      section\n        static \"a\"\n      section display=inline-block\n        static \"b\"", "a\nb");
}

#[test]
fn a_piece_without_a_text_of_its_own_is_what_it_holds() {
    check(
        "      paragraph\n        static\n          static \"a\"\n        static \"b\"\n          static \"b\"",
        "ab",
    );
    let code =
        "      section tag=pre\n        static\n          static \"a\"\n        static \"b\"\n          static \"b\"";
    check(code, "```\nab\n```");
}

#[test]
fn items_get_their_markers_back() {
    check(
        r#"
      list tag=ol
        list item
          static "1. "
          static "one"
        list item
          paragraph
            static "two"
            static tag=code
              static "()"
      list tag=ul
        list item
          static "• "
          static "bullet"
        list item
          static "bare"
"#,
        "1. one\n2. two()\n\n- bullet\n- bare",
    );
}

#[test]
fn rows_of_a_table_are_lines() {
    check(
        "      table\n        table row\n          table cell\n            static \"a\"\n        table row\n          table cell\n            static \"b\"",
        "a\nb",
    );
}

#[test]
fn a_block_of_code_is_exact_and_loses_its_head() {
    let expected = "Run:\n\n```\nif a < b {\n\n    c();\n}\n```\n\nDone.";
    let before = "      paragraph\n        static \"Run:\"\n";
    let after = "\n      paragraph\n        static \"Done.\"";
    for block in [
        // The older page: the head lies in the block.
        "      section tag=pre\n        section\n          static \"rust\"\n          push button \"Copy code\"\n        section tag=code\n          static \"if a < b {\\n\"\n          static \"\\n    c();\\n}\\n\"",
        // The same without an element for the code alone.
        "      section tag=pre\n        static \"rust\"\n        push button \"Copy code\"\n        push button \"Edit\"\n        static \"if a < b {\\n\\n    c();\\n}\"",
        // The current page: the head lies beside it.
        "      section\n        section\n          static \"Plain text\"\n          push button \"Copy\"\n        section class=chatgpt-code-scrollport\n          static \"if a < b {\\n\\n    c();\\n}\"",
        // An editable pane: a container for each line.
        "      section\n        section\n          static \"Rust\"\n          push button \"Copy\"\n        entry \"Edit code\" class=cm-content +editable\n          section class=cm-line\n            static \"if a\"\n            static \" < b {\\n\"\n          section class=cm-line\n            static \"\\n\"\n          section class=cm-line\n            static \"    c();\"\n          section class=cm-line\n            static \"}\"",
    ] {
        check(&format!("{before}{block}{after}"), expected);
    }
}

#[test]
fn an_answer_that_is_only_code_keeps_its_copy_button() {
    let tree = page(
        "      section\n        section\n          static \"text\"\n          push button \"Copy\"\n        section class=chatgpt-code-scrollport\n          static \"[C2C]\"\n      section class=turn-action-controls\n        push button \"Copy\"\n        push button \"Share\"",
    );
    let turns = turns::turns(&tree);
    assert_eq!(last_answer(&tree, &turns).text(), "```\n[C2C]\n```");
    let copy = copy_button(&tree, &turns[1]).unwrap();
    assert!(tree.ancestors(copy).any(|id| tree.node(id).has_class("turn-action-controls")));
}

#[test]
fn a_fence_is_longer_than_any_in_the_code() {
    check("      section tag=pre\n        static \"a\\n```\\nb\"", "````\na\n```\nb\n````");
}

#[test]
fn the_copy_button_of_a_block_or_a_canvas_is_not_the_answers() {
    for answer in [
        "      section tag=pre\n        push button \"Copy\"\n        static tag=code\n          static \"x\"",
        "      section class=writing-block-container\n        push button \"Copy\"\n        static \"x\"",
    ] {
        let tree = page(answer);
        assert_eq!(copy_button(&tree, &turns::turns(&tree)[1]), None, "{answer}");
    }
}

#[test]
fn without_its_name_the_copy_button_is_the_first_of_a_bar_behind_the_text() {
    let copy = |buttons: &str| {
        let tree = page(&format!("      paragraph\n        static \"x\"\n{buttons}"));
        copy_button(&tree, &turns::turns(&tree)[1]).map(|id| tree.node(id).name.clone())
    };
    let three = "      push button \"1\"\n      push button \"2\"\n      push button \"3\"";
    assert_eq!(copy(three).as_deref(), Some("1"));
    assert_eq!(copy("      push button \"1\"\n      push button \"2\""), None);
    assert_eq!(copy(&format!("      alert\n        static \"failed\"\n{three}")), None);
    let classed = "      section class=turn-action-controls\n        push button \"1\"";
    assert_eq!(copy(classed).as_deref(), Some("1"));
}

#[test]
fn rows_about_thinking_and_tools_are_not_the_answer() {
    for row in [
        "      push button \"Thought for 12s\"",
        "      section\n        static \"Thinking\"\n        static \"Thinking\"",
        "      static \"ThinkingThinking\"",
        "      section\n        static \"Searching \"\n        static \"3\"\n        static \" websites\"",
        "      status bar \"ChatGPT が応答中\" +busy",
        "      paragraph\n        static \"Let me look.\"\n      push button \"Called tool\"\n      static \"Used tool\"",
        "      push button \"Answer now\"",
    ] {
        check(&format!("{row}\n      paragraph\n        static \"The answer.\""), "The answer.");
    }
}

#[test]
fn words_about_thinking_in_the_answers_own_text_stay() {
    check("      paragraph\n        static \"Planning\"\n      paragraph\n        static \"Go.\"", "Planning\n\nGo.");
    check("      list\n        list item\n          static \"Reading\"", "- Reading");
}

#[test]
fn commentary_is_all_there_is_until_more_follows() {
    check("      paragraph\n        static \"Let me look.\"\n      push button \"Called tool\"", "Let me look.");
}

#[test]
fn what_is_said_about_the_answer_is_not_part_of_it() {
    check(
        r#"
      paragraph
        static "Yes."
      push button "Copy"
      push button "Share"
      static "1/2"
      status bar
        static "Response complete"
      alert
        static "Message delivery timed out."
"#,
        "Yes.",
    );
}

#[test]
fn activity_is_running_while_a_row_or_a_button_or_a_busy_part_says_so() {
    let activity_of = |answer: &str| {
        let tree = page(answer);
        activity(&tree, &turns::turns(&tree)[1])
    };
    for running in [
        "      static \"Thinking longer for a better answer\"",
        "      push button \"Answer now\"",
        "      section +busy",
    ] {
        assert_eq!(activity_of(running), Activity::Running, "{running}");
    }
    for quiet in ["      push button \"Thought for 12s\"", "      paragraph\n        static \"Thinking\"", ""] {
        assert_eq!(activity_of(quiet), Activity::Quiet, "{quiet}");
    }
}

#[test]
fn what_is_missing_is_told() {
    check_lack(&sample::tree("document web\n  section"), Lack::NoTurns);
    check_lack(&sample::tree("document web\n  heading \"You said:\"\n  static \"a\""), Lack::NoAnswer);
    check_lack(&page(""), Lack::EmptyShell);
    check_lack(&page("      static \"\u{fffc}\""), Lack::EmptyShell);
    check_lack(&page("      static \"x\"\n      push button \"Scroll to bottom\""), Lack::NotAtTheEnd);
}

#[test]
fn the_lines_of_code_on_windows_are_pieces() {
    let page = r#"
Document
  Text "ChatGPT 说："
  Group
    Text "text"
    Button "启用自动换行"
    Button "复制"
    Text "[C2C]"
    Text "STATE: DONE"
"#;
    let tree = sample::recording(Shape::Uia, page).tree(Limits::default()).unwrap();
    assert_eq!(last_answer(&tree, &turns::turns(&tree)).text(), "```\n[C2C]\nSTATE: DONE\n```");
}

const TEXT: &str = "[C2C]\nSTATE: EXECUTED\nTASK_ID: c2c_f81a000c\nITERATION: 2\n\nRESULT:\nDone.";

fn outgoing() -> Outgoing {
    Outgoing {
        effect_id: "eff_1".parse().unwrap(),
        session_id: "ses_1".parse().unwrap(),
        number: 5,
        state: "EXECUTED".to_owned(),
        task_id: "c2c_f81a000c".to_owned(),
        iteration: 2,
        text: TEXT.to_owned(),
        conversation_url: None,
        begun: true,
        project_url: None,
        mention: Some("C2C demo".to_owned()),
        allowed_connector: None,
        may_be_sent: true,
    }
}

#[track_caller]
fn check_found(messages: &[&str], more: &str, expected: Found) {
    let mut page = "  document web\n".to_owned();
    for message in messages {
        page.push_str("    heading \"You said:\" class=sr-only\n");
        page.push_str(&format!("    static \"{}\"\n", message.replace('\n', "\\n")));
        page.push_str("    heading \"ChatGPT said:\" class=sr-only\n    static \"ok\"\n");
    }
    let tree = sample::tree(&format!("{page}{more}"));
    assert_eq!(find_message(&tree, &turns::turns(&tree), &outgoing()), expected, "{messages:?}");
}

#[test]
fn our_message_is_there_when_the_whole_of_it_is() {
    check_found(&[TEXT], "", Found::Yes);
    check_found(&["before", TEXT, "after"], "", Found::Yes);
    check_found(&[&format!("C2C demo {TEXT}\n")], "", Found::Yes);
    check_found(&[&format!("@C2C demo\n{TEXT}")], "", Found::Yes);
    check_found(&[&format!("C2C demo{TEXT}")], "", Found::Yes);
    check_found(&[TEXT], "    push button \"Scroll to bottom\"\n", Found::Yes);
}

#[test]
fn our_message_is_surely_not_there_only_when_all_can_be_read_and_none_is_like_it() {
    check_found(&["hello"], "", Found::No);
    check_found(&[&TEXT.replace("ITERATION: 2", "ITERATION: 1")], "", Found::No);
    check_found(&[&TEXT.replace("EXECUTED", "HANDOFF")], "", Found::No);
    check_found(&[&TEXT.replace("Done.", "Do")], "", Found::Unclear);
    check_found(&["hello", ""], "", Found::Unclear);
    check_found(&["hello"], "    push button \"Scroll to bottom\"\n", Found::Unclear);
    check_found(&[], "", Found::Unclear);
    check_found(&[], "    heading \"ChatGPT said:\"\n    static \"hi\"\n", Found::Unclear);
}

#[test]
fn a_message_ends_where_the_row_about_thinking_begins() {
    let tree = sample::tree(
        "document web\n  heading \"You said:\" class=sr-only\n  static \"hello\"\n  section\n    static \"Thinking\"\n    static \"Thinking\"",
    );
    let turns = turns::turns(&tree);
    assert_eq!(message(&tree, &turns[0]).text(), "hello");
    assert_eq!(activity(&tree, &turns[0]), Activity::Running);
}

#[test]
fn a_message_ends_with_the_first_button_behind_it_where_no_name_is_known() {
    let read = |body: &str| {
        let tree = sample::tree(&format!(
            "  document web\n    section\n      heading \"?\" class=sr-only level=4\n{body}      section\n        static \"!!\"\n      heading \"ChatGPT said:\" class=sr-only level=4\n      paragraph\n        static \"Yes.\""
        ));
        let turns = turns::turns(&tree);
        assert_eq!(turns.len(), 2, "{turns:?}");
        message(&tree, &turns[0])
    };
    let hello = "      static \"hello\"\n";
    let button = "      push button \"?!\"\n";
    let complete = Reading::Complete { text: "hello".to_owned() };
    assert_eq!(read(&format!("{hello}{button}")), complete);
    assert_eq!(read(&format!("{button}{hello}{button}")), complete);
    // Its text has not come yet: what is there says something about thinking.
    assert_eq!(read(button), Reading::Incomplete { why: Lack::EmptyShell });
}
