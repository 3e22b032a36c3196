//! Failures of the provider and of the set-up, told apart by the real Codex's words.

use std::fs;

use c2c_ports::{Ended, Executor as _, ExecutorError, FailureKind};
use serde_json::json;

use crate::stage::Stage;

async fn kind(stage: &Stage) -> FailureKind {
    let execution = stage.execute(&stage.job(&json!([{"say": "never"}]))).await.unwrap();
    match execution.ended {
        Ended::Failed { kind, .. } => kind,
        other => panic!("{other:?}"),
    }
}

/// Replaces `old` in Codex's configuration.
fn configure(stage: &Stage, old: &str, new: &str) {
    let path = stage.codex_home().join("config.toml");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(old), "{text}");
    fs::write(path, text.replace(old, new)).unwrap();
}

#[tokio::test]
async fn each_refusal_of_the_provider_has_its_kind() {
    for (path, expected) in [
        ("fail/401/v1", FailureKind::NotLoggedIn),
        ("fail/429/v1", FailureKind::RateLimited),
        ("fail/rate-event/v1", FailureKind::RateLimited),
        ("fail/quota/v1", FailureKind::UsageLimit),
        ("fail/quota-event/v1", FailureKind::UsageLimit),
        ("fail/usage-limit/v1", FailureKind::UsageLimit),
        ("fail/500/v1", FailureKind::ProviderDown),
        ("fail/503/v1", FailureKind::ProviderDown),
        ("fail/drop/v1", FailureKind::ProviderDown),
        ("fail/server-event/v1", FailureKind::ProviderDown),
        ("fail/400/v1", FailureKind::BadRequest),
        ("fail/403/v1", FailureKind::BadRequest),
        ("fail/context-event/v1", FailureKind::BadRequest),
        ("fail/404/v1", FailureKind::Unknown),
    ] {
        assert_eq!(kind(&Stage::with_provider(path)).await, expected, "{path}");
    }
}

#[tokio::test]
async fn nobody_is_logged_in() {
    let stage = Stage::with_provider("fail/401/v1");
    configure(&stage, "requires_openai_auth = false", "requires_openai_auth = true");
    assert_eq!(kind(&stage).await, FailureKind::NotLoggedIn);
}

#[tokio::test]
async fn a_provider_that_is_down_ends_the_turn_whatever_the_configuration_says() {
    let stage = Stage::new();
    let text = fs::read_to_string(stage.codex_home().join("config.toml")).unwrap();
    let provider = text.lines().find(|line| line.starts_with("base_url")).unwrap();
    configure(&stage, provider, "base_url = \"http://127.0.0.1:9/v1\"");
    configure(&stage, "unbounded_connection_retries = false", "unbounded_connection_retries = true");
    assert_eq!(kind(&stage).await, FailureKind::ProviderDown);
}

#[tokio::test]
async fn a_configuration_that_cannot_be_read_is_told_as_such() {
    let stage = Stage::new();
    configure(&stage, "model = ", "model = [[");
    assert_eq!(kind(&stage).await, FailureKind::BadConfig);
    configure(&stage, "model = [[", "model = ");
    configure(&stage, "model_provider = \"", "model_provider = \"no-");
    assert_eq!(kind(&stage).await, FailureKind::BadConfig);
}

#[tokio::test]
async fn a_failure_after_some_work_keeps_the_work() {
    let stage = Stage::with_provider("fail/usage-limit/after/1/v1");
    let execution = stage.execute(&stage.command_job("echo some work")).await.unwrap();
    assert_eq!(execution.commands[0].output, "some work\n");
    let Ended::Failed { kind, message } = execution.ended else { panic!("{:?}", execution.ended) };
    assert_eq!(kind, FailureKind::UsageLimit);
    assert!(message.starts_with("You’ve hit your usage limit."), "{message}");
    assert!(execution.thread_id.is_some());
}

#[tokio::test]
async fn a_missing_program_is_told_with_its_place() {
    let mut stage = Stage::new();
    let gone = stage.path().join("gone");
    stage.environment.set("C2C_CODEX", &gone);
    let error = stage.executor().check().await.unwrap_err();
    let ExecutorError::Missing { looked_in } = error else { panic!("{error}") };
    assert_eq!(looked_in, [gone]);
}

#[tokio::test]
async fn a_codex_home_in_a_temporary_folder_is_refused() {
    let mut stage = Stage::new();
    stage.environment.set("CODEX_HOME", "/tmp/codex");
    let error = stage.executor().check().await.unwrap_err();
    assert_eq!(error.to_string(), "Codex's folder `/tmp/codex` lies where Codex may write");
}
