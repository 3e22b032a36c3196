//! A whole session where the ChatGPT app is installed: in the app's window when that can be read, else in
//! C2C's browser.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::session::holds;
use crate::stage::{Running, beside, command, wait_for};
use crate::theatre::Theatre;

/// The stand-in for the app at the path that the setting names, with its window on the start page.
fn start_app(theatre: &mut Theatre, arguments: &[&str]) -> Running {
    let folder = theatre.stage.folder.canonicalize().unwrap();
    let program = folder.join("app/ChatGPT");
    let settings = theatre.stage.data().join("settings.json");
    let mut said: Value = serde_json::from_slice(&fs::read(&settings).unwrap()).unwrap();
    said["chatgpt_app"] = json!(program);
    fs::write(settings, said.to_string()).unwrap();
    let mut app = command(beside("c2c-testkit"), &folder);
    app.arg("app-window").arg(format!("--url=http://127.0.0.1:{}/", theatre.port));
    app.arg("--program").arg(&program).arg("--profile").arg(folder.join("app/profile")).args(arguments);
    theatre.screen.dress(&mut app).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let app = Running(app.spawn().unwrap());
    wait_for(|| line(theatre, "app").filter(|line| !line["text"].as_str().unwrap().ends_with("does not run")));
    app
}

fn json(mut command: Command) -> Value {
    let said = command.arg("--json").output().unwrap();
    serde_json::from_slice(&said.stdout).unwrap_or_else(|_| panic!("{said:?}"))
}

/// One line of `c2c chatgpt status`.
fn line(theatre: &Theatre, what: &str) -> Option<Value> {
    let mut status = theatre.c2c();
    status.args(["chatgpt", "status"]);
    json(status)["lines"].as_array().unwrap().iter().find(|line| line["what"] == what).cloned()
}

#[track_caller]
fn reaches_the_goal(theatre: &mut Theatre, what: &str) {
    theatre.thief.order("focus");
    let ended = theatre.start(theatre.c2c()).wait();
    assert_eq!(ended, Some(0), "{}", theatre.said());
    holds(theatre, what);
}

#[test]
fn a_goal_is_reached_in_the_installed_app() {
    let Some(mut theatre) = Theatre::new("app", 11) else { return };
    let _app = start_app(&mut theatre, &[]);
    wait_for(|| line(&theatre, "used").filter(|line| line["text"].as_str().unwrap().starts_with("the ChatGPT app")));
    reaches_the_goal(&mut theatre, "a session in the app");
    let process = line(&theatre, "process").unwrap();
    assert_eq!((&process["ok"], &process["text"]), (&json!(true), &json!("does not run, and is not needed")));
    theatre.close();
}

#[test]
fn a_goal_is_reached_in_the_browser_where_the_app_has_no_tree() {
    let Some(mut theatre) = Theatre::new("app-without-tree", 12) else { return };
    let _app = start_app(&mut theatre, &["--no-tree"]);
    let app =
        wait_for(|| line(&theatre, "app").filter(|line| !line["text"].as_str().unwrap().ends_with("has no window")));
    assert!(app["text"].as_str().unwrap().ends_with("runs and shows nothing to accessibility"), "{app}");
    assert!(app["hint"].as_str().unwrap().contains("C2C's browser needs none of this"), "{app}");
    reaches_the_goal(&mut theatre, "a session beside an app without a tree");
    assert!(line(&theatre, "process").unwrap()["text"].as_str().unwrap().starts_with("runs as process"));
    let log: String = fs::read_dir(theatre.stage.data().join("logs"))
        .unwrap()
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    assert!(log.contains("the ChatGPT app shows nothing to accessibility: C2C's browser is used"), "{log}");
    theatre.close();
}
