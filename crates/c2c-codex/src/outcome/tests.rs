//! Which end is told for which transcript and which end of the process.

use c2c_ports::{FailureKind, Reported, ResultStatus};

use super::*;

const COMPLETED: &str = r#"{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":2}}"#;
const FAILED: &str = r#"{"type":"turn.failed","error":{"message":"rate limit exceeded: slow down"}}"#;

fn ended(lines: &[&str], gone: Gone, stderr: &str) -> Ended {
    let mut transcript = Transcript::default();
    lines.iter().for_each(|line| transcript.line(line.as_bytes()));
    execution(transcript, gone, stderr).ended
}

fn failure(kind: FailureKind, message: &str) -> Ended {
    Ended::Failed { kind, message: message.to_owned() }
}

#[test]
fn the_turn_s_own_word_counts_before_how_the_process_went() {
    for gone in [Gone::ByItself, Gone::Cancelled, Gone::DeadlinePassed] {
        assert_eq!(ended(&[COMPLETED], gone, ""), Ended::Completed);
    }
    let limited = failure(FailureKind::RateLimited, "rate limit exceeded: slow down");
    assert_eq!(ended(&[FAILED], Gone::ByItself, ""), limited);
}

#[test]
fn a_turn_that_was_stopped_is_cancelled_or_late() {
    for lines in [&[][..], &[FAILED]] {
        assert_eq!(ended(lines, Gone::Cancelled, "x"), Ended::Cancelled);
        assert_eq!(ended(lines, Gone::DeadlinePassed, "x"), Ended::DeadlinePassed);
    }
}

#[test]
fn without_a_word_about_the_turn_standard_error_says_why() {
    let bad = "Error loading config.toml: invalid type: integer `5`, expected a string";
    assert_eq!(ended(&[], Gone::ByItself, bad), failure(FailureKind::BadConfig, bad));
    let error = r#"{"type":"error","message":"boom"}"#;
    assert_eq!(ended(&[error], Gone::ByItself, "\n"), failure(FailureKind::Unknown, "boom"));
    let silent = failure(FailureKind::Unknown, "Codex ended without a word");
    assert_eq!(ended(&[], Gone::ByItself, ""), silent);
}

#[test]
fn a_long_message_is_cut_at_a_letter() {
    let line = serde_json::json!({"type": "turn.failed", "error": {"message": "é".repeat(MAX_MESSAGE_BYTES)}});
    let expected = failure(FailureKind::Unknown, &"é".repeat(MAX_MESSAGE_BYTES / 2));
    assert_eq!(ended(&[&line.to_string()], Gone::ByItself, ""), expected);
}

#[test]
fn everything_else_is_taken_from_the_transcript() {
    let result = r#"{"status":"failed","summary":"s","test_command":"t","tests":"1 failed","known_issues":["k"]}"#;
    let message = serde_json::json!({"type": "item.completed", "item": {"type": "agent_message", "text": result}});
    let mut transcript = Transcript::default();
    transcript.line(br#"{"type":"thread.started","thread_id":"t"}"#);
    transcript.line(message.to_string().as_bytes());
    transcript.line(COMPLETED.as_bytes());
    let expected = Execution {
        ended: Ended::Completed,
        thread_id: Some("t".to_owned()),
        commands: Vec::new(),
        reported: Some(Reported {
            status: ResultStatus::Failed,
            summary: "s".to_owned(),
            test_command: "t".to_owned(),
            tests: "1 failed".to_owned(),
            known_issues: vec!["k".to_owned()],
        }),
        final_message: result.to_owned(),
        usage: Some(c2c_ports::Usage { input_tokens: 1, output_tokens: 2 }),
    };
    assert_eq!(execution(transcript, Gone::ByItself, ""), expected);
}
