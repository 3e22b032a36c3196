//! What is understood or refused; the help texts are in their own module.

use clap::{CommandFactory as _, Parser as _};

use super::*;

mod help;

#[test]
fn the_command_line_is_well_formed() {
    Arguments::command().debug_assert();
}

fn parsed(line: &[&str]) -> Arguments {
    Arguments::try_parse_from([&["c2c"], line].concat()).unwrap()
}

fn refused(line: &[&str]) -> String {
    let error = Arguments::try_parse_from([&["c2c"], line].concat()).unwrap_err();
    assert_eq!(error.exit_code(), 2, "wrong usage ends with 2");
    error.to_string()
}

#[test]
fn the_shared_options_stand_anywhere() {
    for line in [["-w", "/x", "--json", "status"], ["status", "--json", "--workspace", "/x"]] {
        let arguments = parsed(&line);
        assert!(arguments.shared.json);
        assert_eq!(arguments.shared.workspace, Some(PathBuf::from("/x")));
    }
    assert!(parsed(&["session", "get", "--json"]).shared.json);
    assert!(parsed(&["session", "--json"]).shared.json);
}

#[test]
fn session_alone_shows_the_session() {
    let Command::Session(session) = parsed(&["session"]).command else { panic!("another command") };
    assert!(session.command.is_none());
}

#[test]
fn record_takes_what_the_protocol_shows() {
    let Command::Record(record) = parsed(&[
        "record",
        "--task",
        "c2c_f81a",
        "--iteration",
        "1",
        "--changed-files",
        "a.rs,b.rs",
        "c.rs",
        "--tests",
        "27 passed",
        "--exit-status",
        "failed",
        "--command",
        "cargo test",
        "--output-file",
        "log",
        "--exit-code",
        "-1",
        "--notes",
        "n",
    ])
    .command
    else {
        panic!("another command")
    };
    assert_eq!(record.changed_files, ["a.rs", "b.rs", "c.rs"]);
    assert_eq!(record.exit_status, ExitStatusArgument::Failed);
    assert_eq!(record.exit_code, Some(-1));
}

#[test]
fn an_output_needs_its_command() {
    insta::assert_snapshot!(
        refused(&["record", "--task", "t", "--iteration", "1", "--exit-status", "ok", "--output-file", "log"]),
        @"
    error: the following required arguments were not provided:
      --command <COMMAND>

    Usage: c2c record --task <ID> --iteration <N> --exit-status <STATUS> --output-file <FILE> --command <COMMAND>

    For more information, try '--help'.
    "
    );
}

#[test]
fn wrong_usage_is_refused_with_the_right_words() {
    insta::assert_snapshot!(refused(&["start", "--manual"]), @"
    error: the following required arguments were not provided:
      --goal <TEXT>

    Usage: c2c start --goal <TEXT> --manual

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["start", "--goal", "g", "--approval", "maybe"]), @"
    error: invalid value 'maybe' for '--approval <WHEN>'
      [possible values: first, every, never]

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["start", "--goal", "g", "--max-iterations", "0"]), @"
    error: invalid value '0' for '--max-iterations <N>': 0 is not in 1..=1000

    For more information, try '--help'.
    ");
    assert!(refused(&["session", "set"]).contains("Usage: c2c session set [OPTIONS]"));
    insta::assert_snapshot!(refused(&["reject"]), @"
    error: the following required arguments were not provided:
      <REASON>

    Usage: c2c reject <REASON>

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["status", "--jsn"]), @"
    error: unexpected argument '--jsn' found

      tip: a similar argument exists: '--json'

    Usage: c2c status --json

    For more information, try '--help'.
    ");
}

#[test]
fn a_state_is_taken_in_any_case() {
    let Command::Message(MessageCommand::Render(render)) =
        parsed(&["message", "render", "EXECUTED", "--task", "t", "--iteration", "1"]).command
    else {
        panic!("another command")
    };
    assert_eq!(render.state, message::StateArgument::Executed);
}

#[test]
fn a_preview_is_of_one_thing() {
    for line in [
        &["preview", "a.rs"][..],
        &["preview", "--diff"],
        &["preview", "--diff", "a.rs", "--mode", "base", "--base", "main"],
        &["preview", "--search", "x", "src", "--glob", "*.rs"],
        &["preview", "--output", "out_1"],
        &["preview", "--outputs"],
    ] {
        assert!(matches!(parsed(line).command, Command::Preview(_)), "{line:?}");
    }
    for line in [
        &["preview"][..],
        &["preview", "--diff", "--search", "x"],
        &["preview", "--output", "out_1", "a.rs"],
        &["preview", "--outputs", "--output", "out_1"],
        &["preview", "a.rs", "--mode", "staged"],
        &["preview", "a.rs", "--regex"],
        &["preview", "a.rs", "--all", "--cursor", "x"],
    ] {
        refused(line);
    }
}
