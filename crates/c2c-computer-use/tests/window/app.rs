//! The installed app: a stand-in at the configured path with and without a tree, and others that look like it.

use c2c_ports::{Delivery, Probe, ProbeLine};

use crate::parts::until;
use crate::stage::{END, Stage, Which};

const MESSAGE: &str = "[C2C]\nGrüße 漢字 👩‍👩‍👧\n- a  b";

fn answer(number: usize) -> String {
    format!("[C2C]\nNUMBER: {number}\n\n{END}")
}

#[track_caller]
fn line<'a>(probe: &'a Probe, what: &str) -> &'a ProbeLine {
    probe.found.iter().find(|line| line.what == what).unwrap_or_else(|| panic!("no line of {what} in {probe:?}"))
}

/// Sends a message as the first of a session of its own and reads its answer.
#[track_caller]
fn exchange(stage: &Stage, number: usize) {
    stage.ask("POST", "answers", &serde_json::json!([format!("```text\n{}\n```", answer(number))]));
    let outgoing = stage.outgoing(MESSAGE);
    let (sent, presses) = stage.send_counting(&outgoing);
    assert_eq!((sent.unwrap().delivery, presses), (Delivery::Seen, 1));
    let reply = stage.read(&outgoing).unwrap();
    assert_eq!(reply.text.trim(), format!("```\n{}\n```", answer(number)));
    assert_eq!((stage.said().0, stage.messages()), (vec![MESSAGE.to_owned()], number));
}

#[test]
fn an_app_that_can_be_read_is_used_instead_of_a_browser() {
    let Some(stage) = Stage::new() else { return };
    stage.start_app(Which::Installed, &[]);
    until("the app's page", || stage.probe().subject == "ChatGPT app");
    let probe = stage.probe();
    let app = line(&probe, "app");
    let program = stage.app_program();
    assert!(app.ok && app.text.starts_with(&format!("`{}` runs and can be read (", program.display())), "{app:?}");
    assert_eq!((app.hint.as_str(), line(&probe, "process").ok), ("", true));
    assert!(line(&probe, "used").text.starts_with("the ChatGPT app"), "{probe:?}");

    exchange(&stage, 1);
    assert!(!stage.browser_runs(), "the app does it all");
    // The next session's conversation is a new one, in the same window.
    exchange(&stage, 2);
    assert!(!stage.browser_runs());

    let opened = stage.open_browser();
    assert!(
        opened.notes.iter().any(|note| note.contains("can be read") && note.contains("sessions use it")),
        "{opened:?}"
    );
}

#[test]
fn an_app_without_a_tree_is_left_alone_and_said_to_be() {
    let Some(stage) = Stage::new() else { return };
    stage.start_app(Which::Installed, &["--no-tree"]);
    let probe = stage.probe();
    let app = line(&probe, "app");
    assert!(app.ok && app.text.ends_with("runs and shows nothing to accessibility"), "{app:?}");
    assert!(app.hint.contains("--force-renderer-accessibility"), "{app:?}");
    assert_eq!(line(&probe, "used").text, "C2C's browser");

    exchange(&stage, 1);
    assert!(stage.browser_runs());
    let opened = stage.open_browser();
    assert!(
        opened.notes.iter().any(|note| note.contains("shows nothing") && note.contains("this browser")),
        "{opened:?}"
    );
}

#[test]
fn a_window_of_another_program_is_never_the_apps() {
    let Some(stage) = Stage::new() else { return };
    // The same page, title and class, with a tree, from a program of the same name.
    stage.start_app(Which::Other, &[]);
    let probe = stage.probe();
    assert!(line(&probe, "app").text.contains("is not there"), "{probe:?}");
    exchange(&stage, 1);
    assert!(stage.browser_runs(), "it must not be written there");

    // Not when the real one is installed either, as long as that does not run.
    std::fs::create_dir_all(stage.app_program().parent().unwrap()).unwrap();
    std::fs::write(stage.app_program(), "").unwrap();
    let probe = stage.probe();
    assert!(line(&probe, "app").text.ends_with("is installed and does not run"), "{probe:?}");
    assert_eq!(line(&probe, "used").text, "C2C's browser");
}
