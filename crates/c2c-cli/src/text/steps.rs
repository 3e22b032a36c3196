//! The steps of a running session as a person reads them.

use std::fmt::Write as _;

use c2c_ipc::{SessionEnd, StepLine};

use crate::escape::{one_line, shown};

const LINE: usize = 160;

/// One step.
pub(crate) fn step(line: &StepLine) -> String {
    match line {
        StepLine::Session { task_id, workspace, root, continued, .. } => {
            let verb = if *continued { "goes on" } else { "begins" };
            format!("Session {task_id} {verb} in `{}` ({})", shown(workspace), shown(root))
        }
        StepLine::Serving { url, token_file, notes, .. } => {
            let mut text = format!("The connector is at {url} (token in `{}`)", shown(token_file));
            for note in notes {
                write!(text, "\n  {}", shown(note)).ok();
            }
            text
        }
        StepLine::Message { number, direction, state, iteration, delivery, text, .. } if direction == "out" => {
            match delivery.as_str() {
                "inserted" => message(*number, state, *iteration, text),
                "unknown" => {
                    format!("Message {number} may have gone out: {} {iteration}; C2C looks for it", shown(state))
                }
                _ => format!("Message {number} went out: {} {iteration}", shown(state)),
            }
        }
        StepLine::Message { number, state, .. } if state == "?" => {
            format!("Message {number} came, and could not be understood")
        }
        StepLine::Message { number, state, iteration, .. } => {
            format!("Message {number} came: {} {iteration}", shown(state))
        }
        StepLine::ExecutionStarted { iteration } => format!("Codex works on iteration {iteration} …"),
        StepLine::ExecutionEnded { iteration, outcome, message } => {
            let why = message.as_deref().map_or(String::new(), |words| format!(": {}", one_line(words, LINE)));
            format!("Codex ended iteration {iteration}: {}{why}", outcome.replace('_', " "))
        }
        StepLine::Recorded { iteration, changed_files, tests, test_source, exit_status } => {
            let files = if *changed_files == 1 { "1 file".to_owned() } else { format!("{changed_files} files") };
            let tests = if tests.is_empty() { "no tests".to_owned() } else { one_line(tests, LINE) };
            format!("Iteration {iteration} is recorded: {exit_status}, {files} changed, {tests} ({test_source})")
        }
        StepLine::Notice { title, text, .. } => {
            format!("{}\n  {}", one_line(title, LINE), shown(text).trim_end().replace('\n', "\n  "))
        }
        StepLine::Warning { text } => format!("Warning: {}", shown(text)),
        StepLine::Waits { wait, process } => waits(wait, *process),
        StepLine::Paused { text, hint, .. } => format!("Paused: {}\nHint: {}", shown(text), shown(hint)),
        StepLine::Continued => "The session goes on.".to_owned(),
    }
}

/// What the window waits for.
fn waits(wait: &str, process: Option<u32>) -> String {
    match wait {
        "idle" => "Waiting until keyboard and mouse are left alone …".to_owned(),
        "unlock" => "Waiting until the screen is unlocked …".to_owned(),
        "page" => "Waiting for ChatGPT's page …".to_owned(),
        "answer" => "Waiting for ChatGPT's answer …".to_owned(),
        "focus" => "Waiting for C2C's window to come to the front …".to_owned(),
        "other_session" => {
            let process = process.map_or(String::new(), |process| format!(" (process {process})"));
            format!("Waiting for another session's turn at the window{process} …")
        }
        other => format!("Waiting ({}) …", shown(other)),
    }
}

/// A message that a person carries, between two lines that are no part of it.
fn message(number: u32, state: &str, iteration: u32, text: &str) -> String {
    let head = format!("──── message {number} · {state} {iteration} ");
    let rule = "─".repeat(72_usize.saturating_sub(head.chars().count()));
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{head}{rule}\n{text}{end}{}", "─".repeat(72))
}

/// The last line of a run. Why it paused was said when it did.
pub(crate) fn end(end: &SessionEnd) -> String {
    let iterations =
        if end.iterations == 1 { "1 iteration".to_owned() } else { format!("{} iterations", end.iterations) };
    let head = format!("{}: {} after {iterations}", end.state, end.task_id);
    if end.state == "PAUSED" {
        return format!("{head}; nobody runs it now: `c2c continue` goes on");
    }
    if end.text.is_empty() { head } else { format!("{head}\n{}", shown(&end.text)) }
}
