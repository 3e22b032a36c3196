//! Rendering with what is given and with what is kept; reading replies.

use super::*;
use crate::testing::Fixture;

/// A refusal with its hints.
#[derive(Debug)]
struct Refused(String);

fn render(fixture: &Fixture, params: &RenderParams) -> Result<String, Refused> {
    message_render(&fixture.app, fixture.root(), params).map(|view| view.text).map_err(|error| {
        let hints = error.hints.join("; ");
        Refused(format!("{error} ({hints})"))
    })
}

fn params(state: &str) -> RenderParams {
    RenderParams {
        state: state.to_owned(),
        task: Some("c2c_f81a".to_owned()),
        iteration: Some(1),
        ..RenderParams::default()
    }
}

#[test]
fn every_state_of_ours_can_be_written() {
    let fixture = Fixture::new();
    let init = RenderParams { goal: Some("Implement dark mode.".to_owned()), iteration: None, ..params("INIT") };
    insta::assert_snapshot!(render(&fixture, &init).unwrap(), @"
    [C2C]
    STATE: INIT
    TASK_ID: c2c_f81a
    ITERATION: 0

    GOAL:
    Implement dark mode.

    INSTRUCTION:
    Look at the workspace through the `C2C shop` connector, then answer with a PLAN that Codex can carry out.
    ");
    insta::assert_snapshot!(render(&fixture, &params("executing")).unwrap(), @"
    [C2C]
    STATE: EXECUTING
    TASK_ID: c2c_f81a
    ITERATION: 1
    ");
    let executed = RenderParams { changed_files: Some(4), tests: Some("27 passed".to_owned()), ..params("executed") };
    insta::assert_snapshot!(render(&fixture, &executed).unwrap(), @"
    [C2C]
    STATE: EXECUTED
    TASK_ID: c2c_f81a
    ITERATION: 1

    RESULT:
    Execution finished.

    CHANGED_FILES:
    4

    TESTS:
    27 passed

    Review this on your own: read the workspace and the current git diff through the connector.
    No command output was released for this iteration: review from `git_diff`.
    ");
    let error = RenderParams { reason: Some("The plan has no TESTS.".to_owned()), ..params("error") };
    insta::assert_snapshot!(render(&fixture, &error).unwrap(), @"
    [C2C]
    STATE: ERROR
    TASK_ID: c2c_f81a
    ITERATION: 1

    REASON:
    The plan has no TESTS.
    ");
    let handoff = RenderParams {
        goal: Some("Implement dark mode.".to_owned()),
        current_state: Some("EXECUTED, not reviewed.".to_owned()),
        progress: vec!["Toggle works.".to_owned()],
        ..params("handoff")
    };
    insta::assert_snapshot!(render(&fixture, &handoff).unwrap(), @"
    [C2C]
    STATE: HANDOFF
    TASK_ID: c2c_f81a
    ITERATION: 1

    ORIGINAL_GOAL:
    Implement dark mode.

    PROGRESS:
    - Toggle works.

    CURRENT_STATE:
    EXECUTED, not reviewed.

    KNOWN_ISSUES:
    None known.

    NEXT_EXPECTED_STEP:
    Review the workspace through the connector, then answer with the next message.
    ");
}

#[test]
fn what_is_missing_or_too_much_is_named() {
    let fixture = Fixture::new();
    let refusals = [
        params("plan"),
        params("nonsense"),
        params("init"),
        params("executed"),
        params("error"),
        params("handoff"),
        RenderParams { task: None, ..params("executing") },
        RenderParams { iteration: None, ..params("executing") },
        RenderParams { task: Some("a b".to_owned()), ..params("executing") },
        RenderParams { reason: Some("x ".repeat(600)), ..params("error") },
        RenderParams {
            reason: Some("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@".to_owned()),
            ..params("error")
        },
    ]
    .map(|params| render(&fixture, &params).unwrap_err().0);
    insta::assert_snapshot!(refusals.join("\n"), @"
    `PLAN` is not a state that C2C sends (C2C sends INIT, EXECUTING, EXECUTED, ERROR and HANDOFF)
    `nonsense` is not a state that C2C sends (C2C sends INIT, EXECUTING, EXECUTED, ERROR and HANDOFF)
    the message needs `--goal` (see `c2c message render --help`)
    the message needs `--changed-files` (see `c2c message render --help`)
    the message needs `--reason` (see `c2c message render --help`)
    the message needs `--goal` (see `c2c message render --help`)
    the message needs `--task` (see `c2c message render --help`)
    the message needs `--iteration` (see `c2c message render --help`)
    `a b` is not a task id: 1 to 64 letters, digits, `_` or `-` are wanted (give the task as the messages name it, such as `c2c_f81a`)
    the message has 1259 bytes and may have 1023; the longest field is `REASON` with 1200 (shorten that field; ChatGPT reads the full text through the connector)
    `REASON` carries content, not state: a diff at line 1 (say in words what it is about; ChatGPT reads the content through the connector)
    ");
}

fn parse(text: &str, task: Option<&str>, iteration: Option<u32>) -> String {
    let params = ParseParams { text: text.to_owned(), task: task.map(str::to_owned), iteration };
    serde_json::to_string(&message_parse(&params).unwrap()).unwrap()
}

const DONE: &str = "Sure!\n[C2C]\nSTATE: DONE\nTASK_ID: c2c_f81a\nITERATION: 3\n\nSUMMARY:\nIt works.\n";

#[test]
fn a_reply_is_read_into_the_promised_shape() {
    insta::assert_snapshot!(parse(DONE, Some("c2c_f81a"), Some(3)), @r#"{"status":"message","state":"DONE","task_id":"c2c_f81a","iteration":3,"sections":{"SUMMARY":"It works."},"errors":[]}"#);
    insta::assert_snapshot!(parse("hello", None, None), @r#"{"status":"none","state":null,"task_id":null,"iteration":null,"sections":{},"errors":[{"expected":"a line `[C2C]` that begins a message","found":"no such line","start":0,"end":5}]}"#);
}

#[test]
fn the_iteration_and_the_task_mean_exactly_those() {
    assert!(parse(DONE, None, Some(2)).starts_with(r#"{"status":"invalid""#));
    assert!(parse(DONE, Some("c2c_other"), None).starts_with(r#"{"status":"#));
    assert!(!parse(DONE, Some("c2c_other"), None).starts_with(r#"{"status":"message""#));
    let error = message_parse(&ParseParams { task: Some("a b".to_owned()), ..ParseParams::default() }).unwrap_err();
    assert_eq!(error.kind, ErrorKind::User);
}
