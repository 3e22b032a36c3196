//! Codex fails in the ways that people meet; each is named, and nothing is lost.

use std::process::Stdio;

use serde_json::Value;

use crate::stage::{Running, Stage, run_with_input, wait_for};

/// Plays until the first execution failed, with a provider that fails as `path` asks; the status.
fn paused_by(name: &str, path: &str) -> (Stage, Value) {
    let stage = Stage::with_provider_path(name, 13, path);
    let mut session = stage.start(stage.c2c());
    let mut planner = stage.planner();
    assert_eq!(session.wait(), Some(1));
    drop(planner.0.kill());
    planner.wait();
    let status = stage.json(&["status"]);
    assert_eq!(status["session"]["status"], "paused", "{status}");
    (stage, status)
}

#[track_caller]
fn check(name: &str, path: &str, code: &str) {
    let (_stage, status) = paused_by(name, path);
    assert_eq!(status["attention"]["reason"], code, "{status}");
}

#[test]
fn nobody_is_logged_in() {
    check("fail-401", "/fail/401/v1", "codex_not_logged_in");
}

#[test]
fn the_usage_limit_is_reached() {
    check("fail-quota", "/fail/quota/v1", "codex_usage_limit");
}

#[test]
fn too_many_requests() {
    check("fail-429", "/fail/429/v1", "codex_rate_limited");
}

#[test]
fn the_provider_is_down() {
    check("fail-500", "/fail/500/v1", "codex_provider_down");
}

#[test]
fn a_text_brought_by_hand_that_is_no_answer_is_refused_and_costs_nothing() {
    let stage = Stage::new("malformed", 14);
    let mut session = stage.start(stage.c2c());
    let open = || stage.json(&["status"])["open_message"]["number"].as_u64();
    wait_for(|| (open() == Some(2)).then_some(()));
    for text in ["I would start with the settings.", "Still no block.", "[C2C]\nSTATE: DONE\n[/C2C]"] {
        let mut reply = stage.c2c();
        reply.args(["reply", "--json"]);
        let output = run_with_input(reply, text);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let error: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(error["error"]["reason"], "reply_unfit", "{error}");
    }
    // No message of ours about it, and the same one is still to be answered.
    assert_eq!(open(), Some(2));
    let status = stage.json(&["status"]);
    assert_eq!(
        (&status["session"]["status"], &status["attention"]),
        (&Value::from("active"), &Value::Null),
        "{status}"
    );
    assert!(stage.run_c2c(&["stop"]).status.success());
    session.wait();
}

#[test]
fn a_second_session_in_the_workspace_is_a_conflict_and_a_stopped_one_makes_room() {
    let stage = Stage::new("two-sessions", 15);
    let mut session = stage.start(stage.c2c());
    wait_for(|| (stage.json(&["status"])["open_message"]["number"].as_u64() == Some(2)).then_some(()));
    let second = stage.run_c2c(&["start", "--goal", "Another.", "--manual"]);
    assert_eq!(second.status.code(), Some(1));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(said.contains("c2c stop") && said.contains("c2c status"), "{said}");
    assert!(stage.run_c2c(&["stop"]).status.success());
    session.wait();
    let mut third = stage.c2c();
    third.args(["start", "--goal", "Another.", "--manual", "--json"]).stdout(Stdio::null()).stderr(Stdio::null());
    let _third = Running(third.spawn().unwrap());
    wait_for(|| (stage.json(&["status"])["session"]["goal"] == "Another.").then_some(()));
}

#[test]
fn a_folder_of_the_workspace_is_no_second_workspace_while_a_session_runs() {
    let stage = Stage::new("nested", 16);
    let inner = stage.project().join("conf");
    let inner = inner.to_str().unwrap();
    let mut session = stage.c2c();
    session.args(["-w", inner, "start", "--goal", "Inside.", "--manual", "--json"]);
    let mut session = Running(session.stdout(Stdio::null()).stderr(stage.stderr_file()).spawn().unwrap());
    wait_for(|| (stage.json(&["-w", inner, "status"])["open_message"]["number"].as_u64() == Some(2)).then_some(()));
    let outer = stage.run_c2c(&["start", "--goal", "Outside.", "--manual"]);
    assert_eq!(outer.status.code(), Some(1), "{outer:?}");
    let said = String::from_utf8(outer.stderr).unwrap();
    assert!(said.contains("has a session") && said.contains("stop"), "{said}");
    assert!(stage.run_c2c(&["-w", inner, "stop"]).status.success());
    session.wait();
}

#[test]
fn a_wrong_use_is_json_too_when_it_is_asked_for() {
    let stage = Stage::new("usage", 17);
    for arguments in [&["bogus", "--json"][..], &["start", "--json"], &["serve", "--port", "99999", "--json"]] {
        let output = stage.run_c2c(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let error: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(error["error"]["code"], "usage", "{error}");
    }
}

#[test]
fn a_port_that_was_named_is_used_or_nothing_is() {
    let stage = Stage::new("port", 18);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = stage.run_c2c(&["serve", "--port", &port]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("Hint:") && said.contains("--port"), "{said}");
}
