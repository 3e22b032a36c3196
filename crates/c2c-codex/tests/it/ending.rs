//! Jobs that are ended before they are done: nothing may be left.

use std::time::Duration;

use c2c_os::lock::FileLock;
use c2c_ports::{Ended, Executor as _, Job, NoSteps, Sandbox};

use crate::stage::{Stage, marked, until};

/// Holds a lock for as long as it lives, wherever it runs: `flock` gives the open file on.
const HOLD: &str = "flock held sleep 600";

fn is_held(stage: &Stage) -> bool {
    FileLock::is_held(&stage.root().join("held")).unwrap()
}

/// Runs `command`, cancels once its lock is held, and says how it ended.
async fn cancelled(stage: &Stage, job: &Job) -> Ended {
    let executor = stage.executor();
    let held = Box::pin(until("the command runs", || is_held(stage)));
    executor.execute(job, &NoSteps, held).await.unwrap().ended
}

#[tokio::test]
async fn a_cancelled_job_leaves_nothing_running() {
    let stage = Stage::new();
    let job = stage.command_job(HOLD);
    assert_eq!(cancelled(&stage, &job).await, Ended::Cancelled);
    assert!(!is_held(&stage));
    assert_eq!(marked(&job), []);
    assert_eq!(stage.names_in_root(), [".git", "held"], "the sandbox left something");
}

#[tokio::test]
async fn in_the_sandbox_even_what_hides_is_ended() {
    let stage = Stage::new();
    let hidden = "(setsid nohup env -i /usr/bin/flock held /bin/sleep 600 >/dev/null 2>&1 &); sleep 600";
    let job = stage.command_job(hidden);
    assert_eq!(cancelled(&stage, &job).await, Ended::Cancelled);
    assert!(!is_held(&stage));
}

#[tokio::test]
async fn without_a_sandbox_what_detached_itself_is_swept() {
    let stage = Stage::new();
    let mut job = stage.command_job(&format!("(setsid nohup {HOLD} >/dev/null 2>&1 &); sleep 600"));
    job.sandbox = Sandbox::DangerFullAccess;
    assert_eq!(cancelled(&stage, &job).await, Ended::Cancelled);
    until("its lock is free", || !is_held(&stage)).await;
    assert_eq!(marked(&job), []);
}

#[tokio::test]
async fn what_a_finished_job_left_in_the_background_is_swept() {
    let stage = Stage::new();
    let mut job = stage.command_job(&format!("setsid nohup {HOLD} >/dev/null 2>&1 & until [ -e held ]; do :; done"));
    job.sandbox = Sandbox::DangerFullAccess;
    let execution = stage.execute(&job).await.unwrap();
    assert_eq!(execution.ended, Ended::Completed);
    until("its lock is free", || !is_held(&stage)).await;
    assert_eq!(marked(&job), []);
}

#[tokio::test]
async fn a_job_that_takes_too_long_is_ended() {
    let stage = Stage::new();
    let mut job = stage.command_job(HOLD);
    job.deadline_s = 3;
    let executor = stage.executor();
    let late = executor.execute(&job, &NoSteps, Box::pin(std::future::pending()));
    let execution = tokio::time::timeout(Duration::from_secs(30), late).await.unwrap().unwrap();
    assert_eq!(execution.ended, Ended::DeadlinePassed);
    assert!(!is_held(&stage));
    assert_eq!(marked(&job), []);
}

#[tokio::test]
async fn a_model_that_never_answers_can_be_cancelled() {
    let stage = Stage::with_provider("hang/v1");
    let job = stage.command_job(HOLD);
    let events = stage.effect_file(&job, "events.jsonl");
    let started = Box::pin(until("the turn starts", || {
        std::fs::read_to_string(&events).is_ok_and(|events| events.contains("turn.started"))
    }));
    let execution = stage.executor().execute(&job, &NoSteps, started).await.unwrap();
    assert_eq!(execution.ended, Ended::Cancelled);
    assert_eq!(marked(&job), []);
}

#[tokio::test]
async fn a_cancelled_thread_can_be_gone_on_with() {
    let stage = Stage::new();
    let job = stage.command_job(HOLD);
    let executor = stage.executor();
    let events = stage.effect_file(&job, "events.jsonl");
    let told = Box::pin(until("Codex tells of the command", || {
        std::fs::read_to_string(&events).is_ok_and(|events| events.contains("command_execution"))
    }));
    let cancelled = executor.execute(&job, &NoSteps, told).await.unwrap();
    assert_eq!(cancelled.commands[0].exit_code, None);
    let mut next = stage.job(&serde_json::json!([{"say": "on it"}]));
    next.thread_id = cancelled.thread_id.clone();
    let execution = stage.execute(&next).await.unwrap();
    assert_eq!(execution.thread_id, cancelled.thread_id);
    assert_eq!(execution.final_message, "on it");
}
