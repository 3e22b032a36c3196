//! A session over several processes: the one that runs it is interrupted or killed, others carry messages.

use std::time::{Duration, Instant};

use c2c_os::process::{self, ProcessIdentity};
use serde_json::Value;

use crate::home::Home;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < deadline, "{what} does not happen");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn status(home: &Home) -> Value {
    let ran = home.c2c(&["status", "--json"]);
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{ran:?}"))
}

/// The INIT that a running process waits on, as number and task.
fn waiting_init(home: &Home) -> (u64, String) {
    eventually("INIT", || {
        let status = status(home);
        let message = &status["open_message"];
        let runs = status["session"]["owner"].is_object() && message["state"] == "INIT";
        runs.then(|| (message["number"].as_u64().unwrap(), message["task_id"].as_str().unwrap().to_owned()))
    })
}

fn lines(home: &Home) -> Vec<Value> {
    let text = std::fs::read_to_string(home.path("out")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

fn numbers_shown(home: &Home) -> Vec<u64> {
    let out = |line: &&Value| line["step"] == "message" && line["direction"] == "out";
    lines(home).iter().filter(out).map(|line| line["number"].as_u64().unwrap()).collect()
}

fn identity(child: &std::process::Child) -> ProcessIdentity {
    process::identity(child.id()).unwrap()
}

fn done(task: &str) -> String {
    format!("[C2C]\nSTATE: DONE\nTASK_ID: {task}\nITERATION: 0\n\nSUMMARY:\nNothing to do.\n")
}

#[test]
fn ctrl_c_pauses_and_continue_shows_the_same_message_again() {
    let mut home = Home::with_repository();
    home.put_codex("0.171.0");
    let mut first = home.start(&["start", "--goal", "Change it", "--manual", "--json"]);
    let (number, task) = waiting_init(&home);
    process::interrupt(&identity(&first)).unwrap();
    assert_eq!(first.wait().unwrap().code(), Some(1));
    let last = lines(&home).pop().unwrap();
    assert_eq!((&last["state"], &last["iterations"]), (&"PAUSED".into(), &0.into()));
    assert_eq!(status(&home)["session"]["status"], "paused");
    let mut second = home.start(&["continue", "--json"]);
    assert_eq!(waiting_init(&home), (number, task.clone()));
    let ran = home.c2c_with(&done(&task), &["reply"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "DONE 0 taken.\n"));
    assert_eq!(second.wait().unwrap().code(), Some(0));
    assert_eq!(numbers_shown(&home), [number]);
}

#[test]
fn a_killed_owner_is_taken_over_and_a_second_session_never_begins() {
    let mut home = Home::with_repository();
    home.put_codex("0.171.0");
    let mut first = home.start(&["start", "--goal", "Change it", "--manual", "--json"]);
    let (number, task) = waiting_init(&home);
    let refused = home.c2c(&["start", "--goal", "Another", "--manual"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains(&format!("has a session already: `{task}`")), "{}", refused.stderr);
    first.kill().unwrap();
    first.wait().unwrap();
    let queued = home.c2c_with(&done(&task), &["reply"]);
    insta::assert_snapshot!(queued.stdout, @"
    Nobody runs the session at the moment; `reply` waits for it.
    Hint: go on with `c2c continue`
    ");
    let ran = home.c2c(&["continue"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains(&format!("message {number} · INIT 0")), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("Nothing to do.\n"), "{}", ran.stdout);
}

#[test]
fn pause_and_stop_are_done_by_the_owner_or_in_its_place() {
    let mut home = Home::with_repository();
    home.put_codex("0.171.0");
    let mut first = home.start(&["start", "--goal", "Change it", "--manual", "--json"]);
    waiting_init(&home);
    insta::assert_snapshot!(home.c2c(&["pause"]).stdout, @"The session is paused.");
    assert_eq!(first.wait().unwrap().code(), Some(1));
    insta::assert_snapshot!(home.c2c(&["approve"]).stdout, @"
    Nobody runs the session at the moment; `approve` waits for it.
    Hint: go on with `c2c continue`
    ");
    insta::assert_snapshot!(home.c2c(&["stop"]).stdout, @"The session is stopped.");
    assert_eq!(status(&home)["session"]["status"], "stopped");
    assert_eq!(home.c2c(&["stop"]).code, Some(1));
}
