//! Commands run again in Codex's own sandbox.

use std::fs;
use std::path::PathBuf;

use c2c_os::lock::FileLock;
use c2c_ports::{CommandRun, Executor as _, ExecutorError, Rerun, Sandbox};

use crate::stage::Stage;

async fn rerun(stage: &Stage, command: &str, sandbox: Sandbox, deadline_s: u64) -> Result<CommandRun, ExecutorError> {
    let root: PathBuf = stage.root();
    let rerun = Rerun { root: &root, command, sandbox, deadline_s };
    stage.executor().rerun(rerun).await
}

#[tokio::test]
async fn output_and_exit_code_are_the_command_s_own() {
    let stage = Stage::new();
    let command = "echo out; echo err >&2; pwd; exit 7";
    let run = rerun(&stage, command, Sandbox::WorkspaceWrite, 60).await.unwrap();
    let expected = CommandRun {
        command: command.to_owned(),
        exit_code: Some(7),
        output: format!("out\nerr\n{}\n", stage.root().display()),
    };
    assert_eq!(run, expected);
}

#[tokio::test]
async fn a_silent_command_has_an_empty_output() {
    let stage = Stage::new();
    let run = rerun(&stage, "true", Sandbox::ReadOnly, 60).await.unwrap();
    assert_eq!((run.exit_code, run.output.as_str()), (Some(0), ""));
    let run = rerun(&stage, "printf '\\n\\nx'", Sandbox::ReadOnly, 60).await.unwrap();
    assert_eq!((run.exit_code, run.output.as_str()), (Some(0), "\n\nx"));
}

#[tokio::test]
async fn the_sandbox_holds() {
    let stage = Stage::new();
    let command = "touch here; touch ../outside; (exec 3<>/dev/tcp/127.0.0.1/9)";
    let run = rerun(&stage, command, Sandbox::WorkspaceWrite, 60).await.unwrap();
    assert!(stage.root().join("here").exists());
    assert!(!stage.path().join("outside").exists());
    assert!(run.output.contains("Read-only file system"), "{}", run.output);
    assert!(run.output.contains("Operation not permitted"), "{}", run.output);
    let run = rerun(&stage, "touch there", Sandbox::ReadOnly, 60).await.unwrap();
    assert!(run.output.contains("Read-only file system"), "{}", run.output);
    assert!(!stage.root().join("there").exists());
}

#[tokio::test]
async fn a_command_that_takes_too_long_is_ended_with_what_it_said() {
    let stage = Stage::new();
    let command = "echo begun; flock held sleep 600";
    let run = rerun(&stage, command, Sandbox::WorkspaceWrite, 2).await.unwrap();
    assert_eq!((run.exit_code, run.output.as_str()), (None, "begun\n"));
    assert!(!FileLock::is_held(&stage.root().join("held")).unwrap());
    assert_eq!(stage.names_in_root(), [".git", "held"], "the sandbox left something");
}

#[tokio::test]
async fn of_a_long_output_both_ends_are_kept() {
    let stage = Stage::new();
    let command = "echo first; seq 1 1000000; echo last";
    let run = rerun(&stage, command, Sandbox::WorkspaceWrite, 60).await.unwrap();
    assert!(run.output.starts_with("first\n1\n2\n"));
    assert!(run.output.ends_with("1000000\nlast\n"));
    assert!(run.output.len() < 1_100_000, "{}", run.output.len());
}

#[tokio::test]
async fn a_sandbox_that_does_not_start_is_an_error_and_no_output() {
    let stage = Stage::new();
    fs::write(stage.codex_home().join("config.toml"), "model = [[").unwrap();
    let error = rerun(&stage, "echo never", Sandbox::WorkspaceWrite, 60).await.unwrap_err();
    let ExecutorError::Io { doing, source } = error else { panic!("{error}") };
    assert_eq!(doing, "cannot run a command in Codex's sandbox");
    assert!(source.to_string().contains("config.toml:1:11"), "{source}");
}
