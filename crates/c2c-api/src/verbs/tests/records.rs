//! A Codex session that drives the protocol itself: `session set` and `record`.

use c2c_workspace::Limits;
use serde_json::{Value, json};

use crate::testing::Fixture;
use crate::tools::{Caller, call};
use crate::verbs::*;
use crate::{ConversationMode, ErrorKind, ExitStatus};

fn record_params(iteration: u32) -> RecordParams {
    RecordParams {
        task: "c2c_f81a".to_owned(),
        iteration,
        changed_files: vec!["value.txt".to_owned(), "gone.txt".to_owned(), "./value.txt".to_owned()],
        tests: "27 passed".to_owned(),
        exit_status: ExitStatus::Ok,
        output: None,
        notes: "note".to_owned(),
    }
}

fn tool(fixture: &Fixture, name: &str, arguments: Value) -> Value {
    let caller = Caller { client: "test".to_owned(), limits: Limits::default() };
    call(&fixture.app, &fixture.place().workspace.id, name, arguments, &caller).unwrap().structured
}

#[test]
fn a_record_makes_the_session_that_is_missing() {
    let fixture = Fixture::new();
    let place = fixture.place();
    let view = record(&fixture.app, &place, &record_params(1)).unwrap();
    let paths: Vec<_> =
        view.iteration.changed_files.iter().map(|file| (file.path.as_str(), file.change.as_str())).collect();
    assert_eq!(paths, [("gone.txt", "deleted"), ("value.txt", "modified")]);
    assert_eq!(view.iteration.test_source, "reported");
    let session = session_get(&fixture.app, &place).unwrap().session.unwrap();
    assert_eq!((session.driver.as_str(), session.task_id.as_str(), session.iteration), ("codex", "c2c_f81a", 1));
    let status = tool(&fixture, "test_status", json!({}));
    assert_eq!((&status["available"], &status["source"]), (&json!(true), &json!("reported")));
    let summary = tool(&fixture, "execution_summary", json!({}));
    assert_eq!(summary["records"][0]["notes"], "note");
}

#[test]
fn the_same_record_twice_is_one_iteration_and_one_output() {
    let fixture = Fixture::new();
    let file = fixture.base().join("test.log");
    let secret = format!("ghp_{}", "a1B2".repeat(9));
    std::fs::write(&file, format!("token {secret}\n27 passed\n")).unwrap();
    let output = RecordedOutput { command: "cargo test".to_owned(), file, exit_code: Some(0) };
    let params = RecordParams { output: Some(output), ..record_params(1) };
    let first = record(&fixture.app, &fixture.place(), &params).unwrap();
    let second = record(&fixture.app, &fixture.place(), &params).unwrap();
    assert_eq!(first.output, second.output);
    let id = first.output.unwrap().id;
    assert_eq!(second.iteration.outputs, std::slice::from_ref(&id));
    let list = tool(&fixture, "execution_output", json!({}));
    assert_eq!((list["items"].as_array().unwrap().len(), &list["items"][0]["source"]), (1, &json!("reported")));
    let read = tool(&fixture, "execution_output", json!({ "action": "read", "id": id }));
    let text = read["text"].as_str().unwrap();
    assert!(text.contains("27 passed") && !text.contains(&secret), "{text}");
}

#[test]
fn an_output_with_a_private_key_is_restricted() {
    let fixture = Fixture::new();
    let file = fixture.base().join("test.log");
    let body = "MIIEowIBAAKCAQEA".repeat(20);
    let (begin, end) = ("-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----");
    std::fs::write(&file, format!("{begin}\n{body}\n{end}\n")).unwrap();
    let output = RecordedOutput { command: "cat key".to_owned(), file, exit_code: None };
    let view =
        record(&fixture.app, &fixture.place(), &RecordParams { output: Some(output), ..record_params(1) }).unwrap();
    let output = view.output.unwrap();
    assert_eq!(output.status, "restricted");
    let caller = Caller { client: "test".to_owned(), limits: Limits::default() };
    let arguments = json!({ "action": "read", "id": output.id });
    let refused =
        call(&fixture.app, &fixture.place().workspace.id, "execution_output", arguments, &caller).unwrap_err();
    assert_eq!(refused.code.as_str(), "OUTPUT_RESTRICTED");
}

#[test]
fn what_cannot_be_recorded_is_refused() {
    let fixture = Fixture::new();
    let place = fixture.place();
    let missing = RecordedOutput { command: "x".to_owned(), file: fixture.base().join("none"), exit_code: None };
    let folder = RecordedOutput { command: "x".to_owned(), file: fixture.base().to_owned(), exit_code: None };
    for params in [
        record_params(0),
        RecordParams { task: "a b".to_owned(), ..record_params(1) },
        RecordParams { changed_files: vec!["../out".to_owned()], ..record_params(1) },
        RecordParams { output: Some(missing), ..record_params(1) },
        RecordParams { output: Some(folder), ..record_params(1) },
    ] {
        let error = record(&fixture.app, &place, &params).unwrap_err();
        assert_eq!(error.kind, ErrorKind::User, "{error:?}");
    }
    assert!(session_get(&fixture.app, &place).unwrap().session.is_none(), "nothing was written");
}

#[test]
fn set_keeps_what_is_not_named() {
    let fixture = Fixture::new();
    let place = fixture.place();
    let set = |params: SessionSetParams| session_set(&fixture.app, &place, &params).unwrap();
    set(SessionSetParams {
        task: Some("c2c_f81a".to_owned()),
        iteration: Some(1),
        goal: Some("Dark mode".to_owned()),
        protocol_state: Some("PLAN_RECEIVED".to_owned()),
        completed_subtasks: Some(vec!["toggle".to_owned()]),
        mode: Some(ConversationMode::Project),
        url: Some("https://chatgpt.com/c/1".to_owned()),
        ..SessionSetParams::default()
    });
    let view = set(SessionSetParams { waiting_for: Some("PLAN".to_owned()), ..SessionSetParams::default() });
    let checkpoint = view.checkpoint.unwrap();
    assert_eq!(checkpoint.protocol_state, "PLAN_RECEIVED");
    assert_eq!((checkpoint.waiting_for.as_str(), checkpoint.goal.as_str()), ("PLAN", "Dark mode"));
    assert_eq!((checkpoint.completed_subtasks, checkpoint.iteration), (vec!["toggle".to_owned()], 1));
    let conversation = view.conversation.unwrap();
    assert_eq!((conversation.mode.as_str(), conversation.url.as_deref()), ("project", Some("https://chatgpt.com/c/1")));
    let task = tool(&fixture, "current_task", json!({}));
    assert_eq!(
        (&task["active"], &task["goal"], &task["state"]),
        (&json!(true), &json!("Dark mode"), &json!("PLAN_RECEIVED"))
    );
    let view = set(SessionSetParams {
        protocol_state: Some("DONE".to_owned()),
        clear_checkpoint: true,
        ..SessionSetParams::default()
    });
    assert_eq!((view.session.unwrap().status.as_str(), view.checkpoint), ("done", None));
    assert_eq!(tool(&fixture, "current_task", json!({}))["active"], false);
}

#[test]
fn another_address_begins_another_conversation_and_another_task_another_session() {
    let fixture = Fixture::new();
    let place = fixture.place();
    let set = |url: &str, task: &str| {
        let params = SessionSetParams {
            url: Some(url.to_owned()),
            task: Some(task.to_owned()),
            connector_name: Some("Shop".to_owned()),
            ..SessionSetParams::default()
        };
        session_set(&fixture.app, &place, &params).unwrap()
    };
    let first = set("https://chatgpt.com/c/1", "one");
    let second = set("https://chatgpt.com/c/2", "two");
    assert_ne!(first.session.unwrap().id, second.session.as_ref().unwrap().id);
    assert_eq!(second.conversation.unwrap().connector_name.as_deref(), Some("Shop"));
    let cleared = session_clear(&fixture.app, &place).unwrap();
    assert_eq!((cleared.session.unwrap().status.as_str(), cleared.conversation), ("stopped", None));
}

#[test]
fn a_value_that_is_none_is_refused() {
    let fixture = Fixture::new();
    let place = fixture.place();
    for params in [
        SessionSetParams::default(),
        SessionSetParams { protocol_state: Some("RESUME".to_owned()), ..SessionSetParams::default() },
        SessionSetParams { task: Some("a b".to_owned()), ..SessionSetParams::default() },
    ] {
        assert_eq!(session_set(&fixture.app, &place, &params).unwrap_err().kind, ErrorKind::User);
    }
}

#[test]
fn a_handoff_is_built_from_what_is_kept() {
    let fixture = Fixture::new();
    let params = SessionSetParams {
        task: Some("c2c_f81a".to_owned()),
        iteration: Some(4),
        goal: Some("Dark mode".to_owned()),
        protocol_state: Some("EXECUTED_SENT".to_owned()),
        known_issues: Some(vec!["It flashes.".to_owned()]),
        ..SessionSetParams::default()
    };
    session_set(&fixture.app, &fixture.place(), &params).unwrap();
    let params = RenderParams { state: "handoff".to_owned(), ..RenderParams::default() };
    let view = message_render(&fixture.app, fixture.root(), &params).unwrap();
    insta::assert_snapshot!(view.text, @"
    [C2C]
    STATE: HANDOFF
    TASK_ID: c2c_f81a
    ITERATION: 4

    ORIGINAL_GOAL:
    Dark mode

    PROGRESS:
    Nothing is finished yet.

    CURRENT_STATE:
    EXECUTED_SENT (iteration 4). The iteration is carried out and reported, and not reviewed yet.

    KNOWN_ISSUES:
    - It flashes.

    NEXT_EXPECTED_STEP:
    Review the workspace through the connector, then answer with the next message.
    ");
}
