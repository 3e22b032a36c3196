//! A whole session, and sessions that must end otherwise.

use std::fs;
use std::process::Stdio;

use c2c_ports::Delivery;
use c2c_store::{Direction, SessionFilter, SessionStatus, TestSource};
use serde_json::{Value, json};

use crate::stage::{GOAL, Stage, wait_for};

/// Plays a session to its end; the exit codes of `c2c start` and the planner.
fn play(stage: &Stage) -> (Option<i32>, Option<i32>) {
    let mut session = stage.start(stage.c2c());
    let mut planner = stage.planner();
    (session.wait(), planner.wait())
}

/// The structured answers that the planner got from one tool.
fn answers(transcript: &Value, tool: &str) -> Vec<Value> {
    let calls = transcript["calls"].as_array().unwrap();
    calls.iter().filter(|call| call["tool"] == tool).map(|call| call["result"]["structuredContent"].clone()).collect()
}

#[test]
fn a_goal_is_reached_in_two_iterations() {
    let stage = Stage::new("session", 7);
    assert_eq!(play(&stage), (Some(0), Some(0)));
    let end = stage.started_lines().pop().unwrap();
    assert_eq!((&end["state"], &end["iterations"]), (&json!("DONE"), &json!(2)), "{end}");

    messages_are_as_written(&stage);
    the_planner_saw_what_is_there(&stage);
    the_project_is_mended_and_nothing_else_touched(&stage);
    the_store_has_it_all(&stage);
}

fn messages_are_as_written(stage: &Stage) {
    let store = stage.store();
    let session = store.read(|tx| tx.sessions(&SessionFilter::default(), 1)).unwrap().remove(0);
    let messages = store.read(|tx| tx.messages(&session.id)).unwrap();
    assert!(messages.iter().all(|message| message.delivery == Delivery::Seen), "{messages:?}");
    let boot = stage.run_c2c(&["boot-prompt"]);
    assert_eq!(messages[0].text.trim_end(), String::from_utf8(boot.stdout).unwrap().trim_end());
    let ours: Vec<&str> = messages[1..]
        .iter()
        .filter(|message| message.direction == Direction::Out)
        .map(|message| message.text.as_str())
        .collect();
    assert!(ours.iter().all(|text| text.len() < 1024));
    let ours = ours.join("\n----\n").replace(&session.task_id, "c2c_task");
    insta::assert_snapshot!("messages", ours);
    let theirs: Vec<&str> = messages
        .iter()
        .filter(|message| message.direction == Direction::In)
        .map(|message| message.text.as_str())
        .collect();
    insta::assert_snapshot!("answers", theirs.join("\n----\n").replace(&session.task_id, "c2c_task"));
}

fn the_planner_saw_what_is_there(stage: &Stage) {
    let transcript = stage.transcript();
    let tools = transcript["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 15, "{tools:?}");
    let info = &answers(&transcript, "workspace_info")[0];
    assert_eq!(info["git"]["branch"], "main");
    assert_eq!(answers(&transcript, "current_task")[0]["goal"], GOAL);
    let read = &answers(&transcript, "read_file")[0];
    let on_disk = fs::read_to_string(stage.project().join(&stage.drawn.test)).unwrap();
    assert_eq!(read["content"], on_disk.as_str());
    let diffs = answers(&transcript, "git_diff");
    assert_eq!(diffs.last().unwrap()["diff"], stage.git(&["diff", "--abbrev=12", "HEAD"]).as_str());
    let outputs: Vec<String> = answers(&transcript, "execution_output")
        .into_iter()
        .filter_map(|answer| answer["text"].as_str().filter(|text| !text.is_empty()).map(str::to_owned))
        .collect();
    // The second output is what the test prints now.
    assert_eq!(outputs.last().unwrap(), &String::from_utf8(stage.run_test().stdout).unwrap());
    assert!(outputs[0].contains("1 passed, 1 failed"), "{outputs:?}");
    let statuses = answers(&transcript, "test_status");
    assert_eq!(statuses.iter().map(|status| &status["source"]).collect::<Vec<_>>(), ["seen", "seen"]);
}

fn the_project_is_mended_and_nothing_else_touched(stage: &Stage) {
    assert!(stage.run_test().status.success());
    assert_eq!(stage.git(&["status", "--porcelain"]), format!(" M {}\n", stage.drawn.settings));
    assert_eq!(stage.git(&["rev-list", "--count", "HEAD"]), "1\n");
}

fn the_store_has_it_all(stage: &Stage) {
    let store = stage.store();
    let session = store.read(|tx| tx.sessions(&SessionFilter::default(), 1)).unwrap().remove(0);
    assert_eq!((session.status, session.goal.as_str()), (SessionStatus::Done, GOAL));
    let (effects, iterations, outputs, calls) = store
        .read(|tx| {
            let (workspace, task) = (&session.workspace_id, Some(session.task_id.as_str()));
            Ok((
                tx.effects(&session.id)?,
                tx.iterations(workspace, task, 10)?,
                tx.outputs(workspace, task, 10, None)?,
                tx.calls(workspace, 0, 100)?,
            ))
        })
        .unwrap();
    assert!(effects.iter().all(|effect| effect.outcome.is_some()), "{effects:?}");
    assert_eq!(iterations.iter().map(|row| row.iteration).collect::<Vec<_>>(), [2, 1]);
    assert!(iterations.iter().all(|row| row.test_source == TestSource::Seen && !row.patch.is_empty()));
    assert_eq!(outputs.len(), 2);
    let planned = stage.transcript()["calls"].as_array().unwrap().len();
    assert_eq!(calls.len(), planned, "every call is in the store");
}

#[test]
fn an_iteration_is_undone_alone_and_the_diff_shows_it() {
    let stage = Stage::new("undo", 8);
    assert_eq!(play(&stage), (Some(0), Some(0)));
    let settings = stage.project().join(&stage.drawn.settings);
    let undone = stage.json(&["undo"]);
    assert_eq!(undone["paths"], json!([stage.drawn.settings]), "{undone}");
    let after_first = fs::read_to_string(&settings).unwrap();
    assert!(after_first.contains(&stage.drawn.value) && after_first.contains("=none"), "{after_first}");
    fs::write(&settings, format!("{after_first}# mine\n")).unwrap();
    let refused = stage.run_c2c(&["undo", "--iteration", "1"]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(fs::read_to_string(&settings).unwrap().ends_with("# mine\n"));
}

#[test]
fn without_the_connector_the_session_is_blocked() {
    let stage = Stage::new("without-connector", 9);
    let mut demo = stage.demo(&["--manual", "--without-connector"]);
    let output = demo.stdout(Stdio::piped()).output().unwrap();
    assert_ne!(output.status.code(), Some(0));
    let last = String::from_utf8(output.stdout).unwrap().lines().last().unwrap().to_owned();
    let last: Value = serde_json::from_str(&last).unwrap();
    assert_eq!(last["state"], "BLOCKED", "{last}");
}

#[test]
fn a_plan_that_was_altered_on_the_way_does_not_end_done() {
    let stage = Stage::new("garbled", 10);
    let mut demo = stage.demo(&["--manual", "--garble"]);
    let output = demo.stdout(Stdio::piped()).output().unwrap();
    assert_ne!(output.status.code(), Some(0));
    let last = String::from_utf8(output.stdout).unwrap().lines().last().unwrap().to_owned();
    assert_ne!(serde_json::from_str::<Value>(&last).unwrap()["state"], "DONE", "{last}");
}

#[test]
fn an_interrupted_session_pauses_and_continues_with_the_same_numbers() {
    let stage = Stage::new("interrupt", 12);
    let mut session = stage.start(stage.c2c());
    let shown = || {
        let text = fs::read_to_string(stage.folder.join("start.jsonl")).unwrap();
        text.lines().any(|line| line.contains("\"state\":\"INIT\"")).then_some(())
    };
    wait_for(shown);
    c2c_os::process::interrupt(&c2c_os::process::identity(session.0.id()).unwrap()).unwrap();
    assert_eq!(session.wait(), Some(1));
    let status = stage.json(&["status"]);
    assert_eq!(status["session"]["status"], "paused", "{status}");
    assert_eq!(status["open_message"]["number"], 2, "{status}");
    let mut second = stage.c2c();
    second.args(["continue", "--json"]).stdout(Stdio::null()).stderr(stage.stderr_file());
    let mut second = crate::stage::Running(second.spawn().unwrap());
    let mut planner = stage.planner();
    assert_eq!((second.wait(), planner.wait()), (Some(0), Some(0)));
    let carried: Vec<_> =
        stage.transcript()["messages"].as_array().unwrap().iter().map(|message| message["number"].clone()).collect();
    assert_eq!(carried, [2, 4, 6]);
}
