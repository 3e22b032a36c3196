//! Jobs whose owner is gone: what any later process finds and ends.

use std::fs;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use c2c_os::lock::FileLock;
use c2c_os::process;
use c2c_ports::{EffectId, Ended, ExecuteStep, Executor as _, Job, NoSteps, Point, Sandbox, Settled, StepObserver};
use serde_json::json;

use crate::stage::{Stage, Steps, marked, never, until};

/// Dies at one step, as an owner would.
struct DiesAt(ExecuteStep);

impl StepObserver for DiesAt {
    fn reached(&self, _effect: &EffectId, point: Point) {
        if point == Point::Execute(self.0) {
            std::panic::resume_unwind(Box::new("the owner dies"));
        }
    }
}

/// Runs `job` under an owner that dies at `step`; its Codex is left to itself.
async fn orphaned(stage: &Stage, job: &Job, step: ExecuteStep) {
    let (executor, job) = (stage.executor(), job.clone());
    let observer = Arc::new(AssertUnwindSafe(DiesAt(step)));
    let owner = tokio::spawn(async move { executor.execute(&job, &observer.0, never()).await });
    assert!(owner.await.is_err_and(|error| error.is_panic()), "the owner lived through {step:?}");
}

fn lock_is_held(stage: &Stage, job: &Job) -> bool {
    FileLock::is_held(&stage.effect_file(job, "prompt.md")).unwrap()
}

#[tokio::test]
async fn a_job_that_was_never_prepared_was_never_started() {
    let stage = Stage::new();
    let job = stage.command_job("sleep 600");
    let steps = Steps::default();
    let settled = stage.executor().settle(&job, &steps).await.unwrap();
    assert_eq!(settled, Settled::NeverStarted);
    assert_eq!(steps.passed(), []);
}

#[tokio::test]
async fn a_job_that_was_only_prepared_can_be_run_after_all() {
    let stage = Stage::new();
    let job = stage.job(&json!([{"say": "done"}]));
    orphaned(&stage, &job, ExecuteStep::Prepared).await;
    assert_eq!(stage.executor().settle(&job, &NoSteps).await.unwrap(), Settled::NeverStarted);
    assert_eq!(stage.execute(&job).await.unwrap().final_message, "done");
}

#[tokio::test]
async fn whenever_the_owner_dies_its_codex_is_found_and_ended() {
    for step in [ExecuteStep::Spawned, ExecuteStep::Noted, ExecuteStep::ThreadKnown] {
        let stage = Stage::new();
        let job = stage.command_job("touch begun; sleep 600");
        orphaned(&stage, &job, step).await;
        until("the command runs", || stage.root().join("begun").exists()).await;
        assert!(lock_is_held(&stage, &job));
        let steps = Steps::default();
        let settled = stage.executor().settle(&job, &steps).await.unwrap();
        assert!(matches!(&settled, Settled::Cut { thread_id: Some(id) } if id.len() == 36), "{step:?}: {settled:?}");
        assert_eq!(steps.passed(), [ExecuteStep::Ended, ExecuteStep::Swept]);
        assert_eq!(marked(&job), [], "{step:?}");
        assert!(!lock_is_held(&stage, &job));
        assert_eq!(stage.names_in_root(), [".git", "begun"], "{step:?}: the sandbox left something");
        // Asked again, the answer is the same.
        assert_eq!(stage.executor().settle(&job, &NoSteps).await.unwrap(), settled);
    }
}

#[tokio::test]
async fn a_codex_that_is_found_before_its_first_word_has_not_begun() {
    let stage = Stage::new();
    let job = stage.command_job("touch begun");
    orphaned(&stage, &job, ExecuteStep::Spawned).await;
    match stage.executor().settle(&job, &NoSteps).await.unwrap() {
        Settled::NeverStarted => assert!(!stage.root().join("begun").exists()),
        // It had begun on a quick machine.
        Settled::Cut { .. } | Settled::Ended(_) => {}
    }
    assert_eq!(marked(&job), []);
}

#[tokio::test]
async fn a_job_that_ended_without_its_owner_is_told_as_if_it_had_been_watched() {
    let stage = Stage::new();
    let job = stage.command_job("echo seen");
    orphaned(&stage, &job, ExecuteStep::Noted).await;
    until("Codex ends", || !lock_is_held(&stage, &job)).await;
    let Settled::Ended(execution) = stage.executor().settle(&job, &NoSteps).await.unwrap() else {
        panic!("not ended");
    };
    assert_eq!(execution.ended, Ended::Completed);
    assert_eq!(execution.commands[0].output, "seen\n");
    assert_eq!(execution.final_message, "done");
}

#[tokio::test]
async fn settling_after_an_execution_tells_the_same() {
    let stage = Stage::new();
    let job = stage.command_job("echo seen");
    let execution = stage.execute(&job).await.unwrap();
    let settled = stage.executor().settle(&job, &NoSteps).await.unwrap();
    assert_eq!(settled, Settled::Ended(Box::new(execution)));
}

#[tokio::test]
async fn a_failed_turn_has_ended() {
    let stage = Stage::with_provider("fail/quota/v1");
    let job = stage.command_job("true");
    let execution = stage.execute(&job).await.unwrap();
    let settled = stage.executor().settle(&job, &NoSteps).await.unwrap();
    assert_eq!(settled, Settled::Ended(Box::new(execution)));
}

#[tokio::test]
async fn only_codex_holds_the_lock_and_what_it_left_is_swept() {
    let stage = Stage::new();
    let mut job = stage.command_job("setsid nohup sleep 600 >/dev/null 2>&1 & touch begun; sleep 600");
    job.sandbox = Sandbox::DangerFullAccess;
    orphaned(&stage, &job, ExecuteStep::ThreadKnown).await;
    until("the command runs", || stage.root().join("begun").exists()).await;
    let note = fs::read(stage.effect_file(&job, "child.json")).unwrap();
    let codex: process::ProcessIdentity = serde_json::from_slice(&note).unwrap();
    process::kill(&codex).unwrap();
    until("Codex is gone and its lock with it", || !lock_is_held(&stage, &job)).await;
    assert_ne!(marked(&job), []);
    let settled = stage.executor().settle(&job, &NoSteps).await.unwrap();
    assert!(matches!(settled, Settled::Cut { thread_id: Some(_) }), "{settled:?}");
    assert_eq!(marked(&job), []);
}

#[tokio::test]
async fn a_torn_first_word_counts_as_begun() {
    let stage = Stage::new();
    let job = stage.job(&json!([{"say": "done"}]));
    orphaned(&stage, &job, ExecuteStep::Prepared).await;
    fs::write(stage.effect_file(&job, "events.jsonl"), "{\"type\":\"thread.sta").unwrap();
    let settled = stage.executor().settle(&job, &NoSteps).await.unwrap();
    assert_eq!(settled, Settled::Cut { thread_id: None });
}
