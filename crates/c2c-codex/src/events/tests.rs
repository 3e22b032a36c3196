//! The event parser against what the real Codex wrote (`tests/fixtures/events`) and against damage.

use std::fs;
use std::path::Path;

use super::*;

fn fixture(name: &str) -> Transcript {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/events").join(name);
    of(&fs::read_to_string(path).unwrap())
}

fn of(text: &str) -> Transcript {
    let mut transcript = Transcript::default();
    text.lines().for_each(|line| transcript.line(line.as_bytes()));
    transcript
}

fn run(command: &str, exit_code: Option<i32>, output: &str) -> CommandRun {
    CommandRun { command: command.to_owned(), exit_code, output: output.to_owned() }
}

#[test]
fn a_turn_with_a_command_is_read_whole() {
    let thread = "01a20000-0000-7000-8000-000000000001";
    let command = "/bin/bash -lc 'echo world >> a.txt && cat a.txt'";
    let expected = Transcript {
        thread_id: Some(thread.to_owned()),
        commands: vec![run(command, Some(0), "hello\nworld\n")],
        final_message: "done editing a.txt".to_owned(),
        usage: Some(Usage { input_tokens: 200, output_tokens: 20 }),
        end: Some(TurnEnd::Completed),
        output_bytes: 12,
        ..Transcript::default()
    };
    assert_eq!(fixture("shell_edit.jsonl"), expected);
}

#[test]
fn a_failing_command_does_not_fail_the_turn() {
    let transcript = fixture("cmd_fails.jsonl");
    assert_eq!(transcript.commands, [run("/bin/bash -lc 'exit 3'", Some(3), "")]);
    assert_eq!(transcript.end, Some(TurnEnd::Completed));
}

#[test]
fn a_command_that_was_running_when_codex_stopped_has_no_exit_code() {
    let transcript = fixture("sigint.jsonl");
    assert_eq!(transcript.end, None);
    assert_eq!(transcript.commands, []);
    assert_eq!(transcript.all_commands(), [run("/bin/bash -lc 'sleep 30'", None, "")]);
}

#[test]
fn items_of_other_kinds_are_known() {
    for name in ["apply_patch.jsonl", "mcp.jsonl", "sandbox_workspace_write.jsonl", "output_schema_bad.jsonl"] {
        let transcript = fixture(name);
        assert_eq!(transcript.end, Some(TurnEnd::Completed), "{name}");
        assert_eq!(transcript.unknown_types, BTreeSet::new(), "{name}");
        assert_eq!(transcript.damaged_lines, 0, "{name}");
    }
}

#[test]
fn an_error_line_is_no_end() {
    let mut transcript = of(r#"{"type":"error","message":"Reconnecting... 1/5 (boom)"}"#);
    assert_eq!(transcript.end, None);
    assert_eq!(transcript.last_error.as_deref(), Some("Reconnecting... 1/5 (boom)"));
    transcript.line(br#"{"type":"turn.failed","error":{"message":"boom"}}"#);
    let message = "boom".to_owned();
    assert_eq!(transcript.end, Some(TurnEnd::Failed { message }));
}

#[test]
fn unknown_types_are_named_and_harmless() {
    let transcript = of(concat!(
        r#"{"type":"turn.paused","why":[1,2]}"#,
        "\n",
        r#"{"type":"item.completed","item":{"type":"hologram","command":7}}"#,
        "\n",
        r#"{"type":"item.completed"}"#,
        "\n",
        r#"{"type":"turn.completed","usage":null}"#,
    ));
    let named: Vec<&str> = transcript.unknown_types.iter().map(String::as_str).collect();
    assert_eq!(named, ["", "hologram", "turn.paused"]);
    assert_eq!(transcript.end, Some(TurnEnd::Completed));
    assert_eq!(transcript.damaged_lines, 0);
}

#[test]
fn unknown_types_are_not_remembered_without_end() {
    let mut transcript = Transcript::default();
    for number in 0..1000 {
        transcript.line(format!(r#"{{"type":"new.{number}"}}"#).as_bytes());
    }
    assert_eq!(transcript.unknown_types.len(), MAX_UNKNOWN_TYPES);
}

#[test]
fn damaged_lines_are_counted_and_passed_over() {
    let mut transcript = Transcript::default();
    let lines: [&[u8]; 8] = [
        b"not json",
        b"[1,2]",
        b"{\"no\":\"type\"}",
        b"{\"type\":7}",
        b"{\"type\":\"turn.star",
        b"\xff\xfe",
        b"",
        b"   \r",
    ];
    lines.into_iter().for_each(|line| transcript.line(line));
    assert_eq!(transcript.damaged_lines, 6);
    transcript.line(b"{\"type\":\"item.completed\",\"item\":{\"type\":\"agent_message\",\"text\":\"\xff!\"}}\r");
    assert_eq!(transcript.final_message, "\u{fffd}!");
}

#[test]
fn fields_of_the_wrong_type_are_left_out() {
    let transcript = of(concat!(
        r#"{"type":"thread.started","thread_id":5}"#,
        "\n",
        r#"{"type":"item.completed","item":{"id":1,"type":"command_execution","command":["ls"],"exit_code":"0"}}"#,
        "\n",
        r#"{"type":"turn.failed","error":"boom"}"#,
    ));
    assert_eq!(transcript.thread_id, None);
    assert_eq!(transcript.commands, [run("", None, "")]);
    let message = String::new();
    assert_eq!(transcript.end, Some(TurnEnd::Failed { message }));
}

#[test]
fn a_last_piece_counts_only_when_it_is_whole() {
    let mut whole = Transcript::default();
    whole.last_piece(br#"{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":2}}"#);
    assert_eq!(whole.end, Some(TurnEnd::Completed));
    let mut torn = Transcript::default();
    torn.last_piece(br#"{"type":"turn.completed","usage":{"input_tok"#);
    assert_eq!(torn, Transcript::default());
}

#[test]
fn a_long_output_keeps_its_beginning_and_more_of_its_end() {
    assert_eq!(bounded("12345678".to_owned(), 8), "12345678");
    assert_eq!(bounded("123456789".to_owned(), 8), "12\n[1 bytes left out]\n456789");
    // Letters of two bytes are not cut in two.
    assert_eq!(bounded("éééééé".to_owned(), 6), "\n[8 bytes left out]\néé");
}

#[test]
fn of_too_much_output_the_oldest_goes() {
    let mut transcript = Transcript::default();
    let megabyte = "x".repeat(1024 * 1024);
    let count = MAX_ALL_OUTPUT_BYTES / megabyte.len() + 2;
    for number in 0..count {
        transcript.ended(run(&format!("c{number}"), Some(0), &megabyte));
    }
    let lengths: Vec<bool> = transcript.commands.iter().map(|run| run.output == megabyte).collect();
    assert_eq!(lengths.iter().filter(|whole| !**whole).count(), 2);
    assert!(!lengths[0] && !lengths[1]);
    assert_eq!(transcript.commands[0].output, "[1048576 bytes left out: too much output in this run]\n");
}
