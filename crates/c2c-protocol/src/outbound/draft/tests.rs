//! What the strict renderer accepts and how it refuses.

use super::*;

fn task() -> TaskId {
    "c2c_f81a".parse().unwrap()
}

fn error_with(reason: &str) -> Draft {
    Draft::new(State::Error, task(), 1).with(Section::Reason, reason)
}

/// A text of so many bytes that is no content.
fn filler(bytes: usize) -> String {
    "ab ".repeat(bytes).chars().take(bytes - 1).collect::<String>() + "z"
}

#[test]
fn a_message_of_1023_bytes_is_accepted_and_one_of_1024_refused() {
    let frame = error_with("x").layout().len() - 1;
    let fits = render(&error_with(&filler(MESSAGE_MAX - frame))).unwrap();
    assert_eq!(fits.len(), 1_023);
    assert_eq!(
        render(&error_with(&filler(MESSAGE_MAX - frame + 1))),
        Err(RenderError::TooLong { bytes: 1_024, field: "REASON".to_owned(), field_bytes: MESSAGE_MAX - frame + 1 })
    );
}

#[test]
fn the_limit_counts_bytes_and_not_characters() {
    let error = render(&error_with(&"ä ".repeat(400))).unwrap_err();
    assert!(matches!(error, RenderError::TooLong { field_bytes: 1_200, .. }), "{error}");
}

#[test]
fn content_is_refused_and_its_field_named() {
    let error = render(&error_with("It failed:\n```\nlog\n```")).unwrap_err();
    assert_eq!(error.pattern(), Some(Pattern::Fence));
    insta::assert_snapshot!(error, @"`REASON` carries content, not state: a code fence at line 2");
}

#[test]
fn content_in_a_list_or_after_the_sections_is_refused_too() {
    let list = vec!["fine".to_owned(), "diff --git a/x b/x".to_owned()];
    let draft = Draft::new(State::Blocked, task(), 1).with(Section::Reason, "It waits.").with(Section::Needs, list);
    assert_eq!(render(&draft).unwrap_err().pattern(), Some(Pattern::Diff));
    let mut draft = error_with("It waits.");
    draft.closing = Some("[C2C]".to_owned());
    assert_eq!(render(&draft).unwrap_err().pattern(), Some(Pattern::Frame));
}

#[test]
fn a_missing_or_empty_section_is_named() {
    let missing = render(&Draft::new(State::Done, task(), 1)).unwrap_err();
    insta::assert_snapshot!(missing, @"DONE needs the section `SUMMARY`");
    let empty = Draft::new(State::Done, task(), 1).with(Section::Summary, " \n");
    assert_eq!(render(&empty), Err(missing));
}

#[test]
fn names_are_capitals_and_come_once() {
    for name in ["", "goal", "MY GOAL", "STATE", "TASK_ID", "ITERATION", "_X", "Ä"] {
        let mut draft = error_with("It waits.");
        draft.sections.push((name.to_owned(), "x".into()));
        assert!(matches!(render(&draft), Err(RenderError::Name { .. })), "{name}");
    }
    let twice = error_with("It waits.").with(Section::Reason, "Again.");
    assert_eq!(render(&twice), Err(RenderError::Twice { name: "REASON".to_owned() }));
}

#[test]
fn init_is_iteration_zero() {
    let draft = Draft::new(State::Init, task(), 1).with(Section::Goal, "x").with(Section::Instruction, "y");
    assert_eq!(render(&draft), Err(RenderError::InitIteration { iteration: 1 }));
}

#[test]
fn lists_have_the_marks_of_the_specification() {
    let items = vec!["first\nwith more".to_owned(), "second".to_owned()];
    assert_eq!(written("ACTIONS", &items.clone().into()), "1. first\n   with more\n2. second");
    assert_eq!(written("NEEDS", &items.into()), "- first\n  with more\n- second");
}
