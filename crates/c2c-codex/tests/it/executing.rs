//! Jobs that run to their end.

use std::fs;

use c2c_ports::{
    CommandRun, Ended, ExecuteStep, Execution, Executor as _, ExecutorError, Reported, ResultStatus, Sandbox, Usage,
};
use serde_json::json;

use crate::stage::{Stage, Steps, call, marked, never};

fn result() -> (String, Reported) {
    let reported = Reported {
        status: ResultStatus::Ok,
        summary: "Wrote it.".to_owned(),
        test_command: "cat it.txt".to_owned(),
        tests: "1 passed".to_owned(),
        known_issues: Vec::new(),
    };
    (serde_json::to_string(&reported).unwrap(), reported)
}

#[tokio::test]
async fn the_program_is_found_and_its_version_known() {
    let stage = Stage::new();
    let info = stage.executor().check().await.unwrap();
    assert_eq!(info.version, "0.171.0");
    assert_eq!(info.warning, None);
    assert_eq!(Some(info.program.as_os_str()), stage.environment.get("C2C_CODEX"));
}

#[tokio::test]
async fn a_job_runs_and_everything_about_it_is_told() {
    let stage = Stage::new();
    let (text, reported) = result();
    let command = "echo it > it.txt; cat it.txt; echo $C2C_EFFECT; exit 3";
    let job = stage.job(&json!([call(command), {"say": text}]));
    let steps = Steps::default();
    let execution = stage.executor().execute(&job, &steps, never()).await.unwrap();
    let expected = Execution {
        ended: Ended::Completed,
        thread_id: execution.thread_id.clone(),
        commands: vec![CommandRun {
            command: format!("/bin/bash -c '{command}'"),
            exit_code: Some(3),
            output: format!("it\n{}\n", job.effect_id),
        }],
        reported: Some(reported),
        final_message: text.clone(),
        usage: execution.usage,
    };
    assert_eq!(execution, expected);
    assert_eq!(execution.thread_id.map(|id| id.len()), Some(36));
    assert!(execution.usage.is_some_and(|usage| usage.input_tokens > 0 && usage.output_tokens > 0));
    assert_eq!(fs::read_to_string(stage.root().join("it.txt")).unwrap(), "it\n");
    assert_eq!(fs::read_to_string(stage.effect_file(&job, "last-message.txt")).unwrap(), text);
    assert_eq!(fs::read_to_string(stage.effect_file(&job, "prompt.md")).unwrap(), job.prompt);
    assert_eq!(steps.passed(), ExecuteStep::ALL);
    assert_eq!(marked(&job), []);
}

#[tokio::test]
async fn a_final_text_that_is_no_result_reports_nothing() {
    let stage = Stage::new();
    let execution = stage.execute(&stage.job(&json!([{"say": "All done!"}]))).await.unwrap();
    assert_eq!(execution.ended, Ended::Completed);
    assert_eq!(execution.reported, None);
    assert_eq!(execution.final_message, "All done!");
}

#[tokio::test]
async fn a_thread_is_gone_on_with_in_the_same_folder_and_sandbox() {
    let stage = Stage::new();
    let first = stage.execute(&stage.job(&json!([{"say": "one"}]))).await.unwrap();
    let mut job = stage.command_job("pwd; touch here && echo written; touch ../outside; true");
    job.thread_id = first.thread_id.clone();
    let second = stage.execute(&job).await.unwrap();
    assert_eq!(second.thread_id, first.thread_id);
    // Standard output and error come in no fixed order.
    let lines: Vec<&str> = second.commands[0].output.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines.contains(&stage.root().to_str().unwrap()), "{lines:?}");
    assert!(lines.contains(&"written"), "{lines:?}");
    assert!(lines.iter().any(|line| line.ends_with("Read-only file system")), "{lines:?}");
    let total = |usage: Option<Usage>| usage.unwrap().input_tokens;
    assert!(total(second.usage) > total(first.usage));
}

#[tokio::test]
async fn a_thread_that_codex_does_not_know_is_replaced_by_a_new_one() {
    let stage = Stage::new();
    for unknown in ["01a20000-0000-7000-8000-000000000001", "--last"] {
        let mut job = stage.job(&json!([{"say": "new"}]));
        job.thread_id = Some(unknown.to_owned());
        let execution = stage.execute(&job).await.unwrap();
        assert_eq!(execution.ended, Ended::Completed);
        assert_eq!(execution.final_message, "new");
        assert!(execution.thread_id.is_some_and(|id| id != unknown));
    }
}

#[tokio::test]
async fn an_effect_is_never_run_twice() {
    let stage = Stage::new();
    let job = stage.job(&json!([{"say": "once"}]));
    stage.execute(&job).await.unwrap();
    let Err(ExecutorError::Io { source, .. }) = stage.execute(&job).await else {
        panic!("it ran again");
    };
    assert_eq!(source.kind(), std::io::ErrorKind::AlreadyExists);
}

#[tokio::test]
async fn neither_settings_nor_rules_widen_the_sandbox() {
    let mut stage = Stage::new();
    stage.settings = vec![
        "sandbox_workspace_write.network_access=true".to_owned(),
        format!("sandbox_workspace_write.writable_roots=[{:?}]", stage.path()),
        "sandbox_mode=\"danger-full-access\"".to_owned(),
    ];
    fs::create_dir(stage.codex_home().join("rules")).unwrap();
    let rule = "prefix_rule(pattern=[\"touch\"], decision=\"allow\")\n";
    fs::write(stage.codex_home().join("rules/default.rules"), rule).unwrap();
    let escape = format!("touch {}/outside", stage.path().display());
    let network = "(exec 3<>/dev/tcp/127.0.0.1/9) 2>&1 | grep -c 'not permitted'; true";
    let job = stage.job(&json!([call(&escape), call(network), {"say": "done"}]));
    let execution = stage.execute(&job).await.unwrap();
    assert!(!stage.path().join("outside").exists());
    let last = execution.commands.last().unwrap();
    assert!(last.output.ends_with("2\n") || last.output.ends_with("1\n"), "{last:?}");
}

#[tokio::test]
async fn a_read_only_sandbox_writes_nothing() {
    let stage = Stage::new();
    let mut job = stage.command_job("touch here; true");
    job.sandbox = Sandbox::ReadOnly;
    let execution = stage.execute(&job).await.unwrap();
    assert!(execution.commands[0].output.contains("Read-only file system"));
    assert!(!stage.root().join("here").exists());
}

#[tokio::test]
async fn folders_that_must_be_safe_may_not_lie_in_the_workspace() {
    let stage = Stage::new();
    let mut job = stage.job(&json!([{"say": "never"}]));
    job.root = stage.path().to_owned();
    let error = stage.execute(&job).await.unwrap_err();
    assert!(matches!(error, ExecutorError::Unprotected { .. }), "{error}");
    assert!(!stage.effect_file(&job, "prompt.md").exists());
}
