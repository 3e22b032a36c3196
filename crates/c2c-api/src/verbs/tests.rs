//! The verbs together: a whole session carried by hand, and everything that can be in its way.

use std::sync::Arc;

use c2c_ipc::{MessageView, SessionEnd, StepLine};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::*;
use crate::testing::{Fixture, eventually, git, start_params};
use crate::{ApiError, App, ErrorKind};

mod asked;
mod boots;
mod carriers;
mod echoes;
mod records;
mod taking_back;
mod unattended;

/// A session that runs in a task of its own.
struct Running {
    task: JoinHandle<Result<SessionEnd, ApiError>>,
    stop: Option<oneshot::Sender<()>>,
}

fn begin(fixture: &Fixture, params: StartParams) -> Running {
    let (app, run, root) = (Arc::clone(&fixture.app), fixture.run(), fixture.root());
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(async move {
        let place = crate::Place::open(&app, root)?;
        let shutdown = async {
            stopped.await.ok();
        };
        start(&app, &place, &params, &run, shutdown).await
    });
    Running { task, stop: Some(stop) }
}

/// The message that waits for an answer, once it has this state.
async fn open_message(app: &Arc<App>, fixture: &Fixture, state: &str) -> MessageView {
    eventually(&format!("a message {state}"), || {
        status(app, fixture.root()).unwrap().open_message.filter(|message| message.state == state)
    })
    .await
}

fn plan(message: &MessageView) -> String {
    format!(
        "[C2C]\nSTATE: PLAN\nTASK_ID: {}\nITERATION: {}\n\nGOAL:\nChange it.\n\nRATIONALE:\nIt must.\n\nACTIONS:\n\
         1. Change `value.txt`.\n\nFILES_LIKELY_INVOLVED:\nvalue.txt\n\nTESTS:\nsh test.sh\n\nSUCCESS_CRITERIA:\nIt changed.\n",
        message.task_id,
        message.iteration + 1
    )
}

fn done(message: &MessageView) -> String {
    format!(
        "[C2C]\nSTATE: DONE\nTASK_ID: {}\nITERATION: {}\n\nSUMMARY:\nIt changed.\n",
        message.task_id, message.iteration
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_carried_by_hand_reaches_done() {
    let fixture = Fixture::new();
    let running = begin(&fixture, start_params("Change the value"));
    // The person's commands come from another process.
    let other = fixture.another();
    let place = crate::Place::open(&other, fixture.root()).unwrap();
    let init = open_message(&other, &fixture, "INIT").await;
    let answer = reply(&other, &place.workspace, &plan(&init)).await.unwrap();
    assert_eq!((answer.outcome.as_str(), answer.command.as_str()), ("done", "reply"));
    let executed = open_message(&other, &fixture, "EXECUTED").await;
    assert_eq!(executed.iteration, 1);
    assert!(status(&other, fixture.root()).unwrap().connector.is_some(), "the session serves its connector");
    reply(&other, &place.workspace, &done(&executed)).await.unwrap();
    let end = running.task.await.unwrap().unwrap();
    assert_eq!((end.state.as_str(), end.iterations, end.text.as_str()), ("DONE", 1, "It changed."));
    let view = status(&other, fixture.root()).unwrap();
    assert_eq!(view.session.unwrap().status, "done");
    assert_eq!(view.iterations[0].changed_files[0].path, "value.txt");
    assert_eq!(view.iterations[0].test_source, "seen");
    assert!(view.connector.is_none(), "the lease is given back");
    let steps = fixture.steps.lines();
    assert!(matches!(steps[0], StepLine::Session { continued: false, .. }), "{steps:?}");
    assert!(steps.iter().any(|step| matches!(step, StepLine::Recorded { iteration: 1, .. })), "{steps:?}");
    let undone = undo(&other, &place, None).await.unwrap();
    assert_eq!(undone.paths, ["value.txt"]);
    assert_eq!(std::fs::read_to_string(fixture.root().join("value.txt")).unwrap(), "one\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shut_down_session_goes_on_with_the_same_message() {
    let fixture = Fixture::new();
    let mut running = begin(&fixture, start_params("Change the value"));
    let init = open_message(&fixture.app, &fixture, "INIT").await;
    running.stop.take().unwrap().send(()).unwrap();
    let end = running.task.await.unwrap().unwrap();
    assert_eq!(end.state, "PAUSED");
    let place = fixture.place();
    let queued = reply(&fixture.app, &place.workspace, &plan(&init)).await.unwrap();
    assert_eq!((queued.outcome.as_str(), queued.hints.len()), ("queued", 1));
    let (app, run, root) = (Arc::clone(&fixture.app), fixture.run(), fixture.root());
    let task = tokio::spawn(async move {
        let place = crate::Place::open(&app, root)?;
        continue_(&app, &place, ContinueParams::default(), &run, std::future::pending()).await
    });
    let executed = open_message(&fixture.app, &fixture, "EXECUTED").await;
    reply(&fixture.app, &place.workspace, &done(&executed)).await.unwrap();
    let Continued::Here(end) = task.await.unwrap().unwrap() else { panic!("it ran elsewhere") };
    assert_eq!(end.state, "DONE");
    let again = fixture.steps.lines().into_iter().filter_map(|step| match step {
        StepLine::Message { number, direction, .. } if direction == "out" => Some(number),
        _ => None,
    });
    assert_eq!(again.collect::<Vec<_>>(), [init.number], "shown again under its number");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_sessions_on_one_workspace_are_a_conflict() {
    let fixture = Fixture::new();
    let mut running = begin(&fixture, start_params("Change the value"));
    open_message(&fixture.app, &fixture, "INIT").await;
    let place = fixture.place();
    let second = start(&fixture.app, &place, &start_params("Again"), &fixture.run(), std::future::pending()).await;
    let error = second.unwrap_err();
    assert_eq!(error.kind, ErrorKind::Conflict);
    assert!(error.hints.iter().any(|hint| hint.contains("c2c stop")), "{error:?}");
    let set =
        session_set(&fixture.app, &place, &SessionSetParams { iteration: Some(3), ..SessionSetParams::default() });
    assert_eq!(set.unwrap_err().kind, ErrorKind::Conflict, "a session that C2C drives is not set from outside");
    running.stop.take().unwrap().send(()).unwrap();
    running.task.await.unwrap().unwrap();
    let stopped = stop(&fixture.app, &place.workspace).await.unwrap();
    assert_eq!((stopped.outcome.as_str(), stopped.status.as_str()), ("done", "stopped"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_waits_for_its_approval_and_a_rejection_is_told() {
    let fixture = Fixture::new();
    let params = StartParams { approval: Some(crate::ApprovalMode::Every), ..start_params("Change the value") };
    let mut running = begin(&fixture, params);
    let init = open_message(&fixture.app, &fixture, "INIT").await;
    let place = fixture.place();
    let early = approve(&fixture.app, &place.workspace).await.unwrap_err();
    assert_eq!(early.kind, ErrorKind::Precondition);
    assert!(!early.hints.is_empty(), "{early:?}");
    reply(&fixture.app, &place.workspace, &plan(&init)).await.unwrap();
    reject(&fixture.app, &place.workspace, "Use another file.").await.unwrap();
    let error = open_message(&fixture.app, &fixture, "ERROR").await;
    assert!(error.text.contains("Use another file."), "{}", error.text);
    running.stop.take().unwrap().send(()).unwrap();
    running.task.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_ready_is_refused_before_anything_is_written() {
    let fixture = Fixture::new();
    let place = fixture.place();
    let empty = start(&fixture.app, &place, &start_params("  "), &fixture.run(), std::future::pending()).await;
    assert_eq!(empty.unwrap_err().kind, ErrorKind::User);
    for verb in ["pause", "stop", "approve"] {
        let error = match verb {
            "pause" => pause(&fixture.app, &place.workspace).await,
            "stop" => stop(&fixture.app, &place.workspace).await,
            _ => approve(&fixture.app, &place.workspace).await,
        };
        assert_eq!(error.unwrap_err().kind, ErrorKind::NotFound, "{verb}");
    }
    let plain = fixture.base().join("plain");
    std::fs::create_dir(&plain).unwrap();
    let place = crate::Place::open(&fixture.app, &plain).unwrap();
    let refused = start(&fixture.app, &place, &start_params("g"), &fixture.run(), std::future::pending()).await;
    let error = refused.unwrap_err();
    assert_eq!(error.kind, ErrorKind::Precondition);
    assert!(error.hints[0].contains("git init"), "{error:?}");
    assert!(status(&fixture.app, &plain).unwrap().session.is_none());
}

#[test]
fn a_workspace_around_the_data_folder_is_refused_by_every_verb() {
    let fixture = Fixture::new();
    assert_eq!(status(&fixture.app, fixture.base()).unwrap_err().kind, ErrorKind::Config);
    assert_eq!(crate::Place::open(&fixture.app, fixture.base()).unwrap_err().kind, ErrorKind::Config);
}

#[test]
fn looking_at_a_status_leaves_no_trace() {
    let fixture = Fixture::new();
    let view = status(&fixture.app, fixture.root()).unwrap();
    assert_eq!((view.workspace_id, view.workspace_name.as_str()), (None, "shop"));
    assert!(fixture.app.store().read(|tx| tx.workspaces()).unwrap().is_empty());
}

#[test]
fn a_workspace_may_tighten_and_loosens_only_when_accepted() {
    let fixture = Fixture::new();
    let config = |text: &str| std::fs::write(fixture.root().join(".c2c.json"), text).unwrap();
    config(r#"{"maxIterations": 3, "planApproval": "every", "name": "Shop", "colour": 1}"#);
    let view = workspace(&fixture.app, &fixture.place()).unwrap();
    assert_eq!((view.max_iterations, view.approval.as_str(), view.name.as_str()), (3, "every", "Shop"));
    assert_eq!(view.connector_name, "C2C Shop");
    assert_eq!(view.problems.iter().map(|problem| problem.key.as_str()).collect::<Vec<_>>(), ["colour"]);
    config(r#"{"maxIterations": 30, "planApproval": "never"}"#);
    let view = workspace(&fixture.app, &fixture.place()).unwrap();
    assert_eq!((view.max_iterations, view.approval.as_str()), (12, "first"));
    let hash = view.unaccepted_config.unwrap();
    assert_eq!(accept_config(&fixture.app, &fixture.place(), "other").unwrap_err().kind, ErrorKind::Conflict);
    accept_config(&fixture.app, &fixture.place(), &hash).unwrap();
    let view = workspace(&fixture.app, &fixture.place()).unwrap();
    assert_eq!((view.max_iterations, view.approval.as_str(), view.unaccepted_config), (30, "never", None));
    config(r#"{"maxIterations": 31, "planApproval": "never"}"#);
    assert_eq!(workspace(&fixture.app, &fixture.place()).unwrap().max_iterations, 12);
}

#[test]
fn the_prompts_name_the_connector_and_no_address() {
    let fixture = Fixture::new();
    let place = fixture.place();
    for text in [boot_prompt(&fixture.app, &place).unwrap().text, instructions(&fixture.app, &place).unwrap().text] {
        assert!(text.contains("C2C shop"), "{text}");
        assert!(!text.contains("http"), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_process_serves_the_connectors() {
    let fixture = Fixture::new();
    let (stop, stopped) = oneshot::channel::<()>();
    let (app, door) = (Arc::clone(&fixture.app), Arc::new(crate::testing::Door));
    let task = tokio::spawn(async move {
        let shutdown = async {
            stopped.await.ok();
        };
        serve(&app, door, None, None, |_| {}, shutdown).await
    });
    let place = fixture.place();
    let url = eventually("serving", || workspace(&fixture.app, &place).unwrap().connector_url).await;
    assert_eq!(url, format!("http://127.0.0.1:4711/w/{}/mcp", place.workspace.id));
    let second = serve(&fixture.app, Arc::new(crate::testing::Door), None, None, |_| {}, std::future::pending()).await;
    assert_eq!(second.unwrap_err().kind, ErrorKind::Conflict);
    stop.send(()).unwrap();
    task.await.unwrap().unwrap();
    assert_eq!(workspace(&fixture.app, &place).unwrap().connector_url, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dirty_tree_is_told_at_the_start() {
    let fixture = Fixture::new();
    std::fs::write(fixture.root().join("mine.txt"), "my work\n").unwrap();
    git(fixture.root(), &["add", "-N", "mine.txt"]);
    let mut running = begin(&fixture, start_params("Change the value"));
    open_message(&fixture.app, &fixture, "INIT").await;
    let warned = |step: &StepLine| matches!(step, StepLine::Warning { text } if text.contains("`mine.txt`"));
    assert!(fixture.steps.lines().iter().any(warned), "{:?}", fixture.steps.lines());
    running.stop.take().unwrap().send(()).unwrap();
    running.task.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blocked_session_waits_for_the_person_and_goes_on_with_their_answer() {
    let fixture = Fixture::new();
    let running = begin(&fixture, start_params("Change the value"));
    let init = open_message(&fixture.app, &fixture, "INIT").await;
    let place = fixture.place();
    let blocked = format!(
        "[C2C]\nSTATE: BLOCKED\nTASK_ID: {}\nITERATION: 0\n\nREASON:\nTwo ways.\n\nNEEDS:\n1. A choice.\n",
        init.task_id
    );
    reply(&fixture.app, &place.workspace, &blocked).await.unwrap();
    let end = running.task.await.unwrap().unwrap();
    assert_eq!(
        (end.state.as_str(), end.text.as_str()),
        ("BLOCKED", "Two ways.\n- A choice.\n`c2c reply` with your answer, then `c2c continue`.")
    );
    let queued = reply(&fixture.app, &place.workspace, "Take the second way, please.").await.unwrap();
    assert_eq!((queued.outcome.as_str(), queued.status.as_str()), ("queued", "blocked"));
    assert_eq!(status(&fixture.app, fixture.root()).unwrap().queued_commands, ["reply"]);
    let (app, run, root) = (Arc::clone(&fixture.app), fixture.run(), fixture.root());
    let task = tokio::spawn(async move {
        let place = crate::Place::open(&app, root)?;
        continue_(&app, &place, ContinueParams::default(), &run, std::future::pending()).await
    });
    open_message(&fixture.app, &fixture, "HANDOFF").await;
    let caller = crate::tools::Caller { client: "test".to_owned(), limits: c2c_workspace::Limits::default() };
    let told = crate::tools::call(&fixture.app, &place.workspace.id, "current_task", serde_json::json!({}), &caller);
    assert_eq!(told.unwrap().structured["answer"], "Take the second way, please.");
    stop(&fixture.app, &place.workspace).await.unwrap();
    let Continued::Here(end) = task.await.unwrap().unwrap() else { panic!("it ran elsewhere") };
    assert_eq!(end.state, "STOPPED");
}
