//! Answers as a person reads them. Pure: a view goes in, text comes out.

use std::fmt::Write as _;

use c2c_ipc::{
    CommandAnswer, IterationView, MessageView, ParseView, RecordView, SectionView, ServeView, SessionDetails,
    SessionView, StatusView, UndoView, WorkspaceView,
};

use crate::escape::{one_line, shown};

mod chatgpt;
mod preview;
mod steps;

pub(crate) use chatgpt::{chatgpt_close, chatgpt_open, chatgpt_status};
pub(crate) use preview::{preview, preview_is_no_call};
pub(crate) use steps::{end, step};

/// What must be said to begin a session in a build without a window.
const MANUAL: &str = if cfg!(feature = "window") { "" } else { " --manual" };

/// The longest line of untrusted text in a table, in characters.
const LINE: usize = 100;

/// Rows of a name and a value, the values in one column.
#[derive(Debug, Default)]
struct Rows {
    text: String,
}

impl Rows {
    fn row(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            writeln!(self.text, "{name:<12}{}", shown(value)).ok();
        }
    }

    fn list(&mut self, name: &str, values: &[String]) {
        let mut name = name;
        for value in values {
            self.row(name, &one_line(value, LINE));
            name = "";
        }
    }
}

/// `c2c status`.
pub(crate) fn status(view: &StatusView) -> String {
    let mut rows = Rows::default();
    rows.row("Workspace", &format!("{} ({})", view.workspace_name, view.root));
    if view.folder_missing {
        rows.row("", "the folder is not there any more: put it back or mount it");
    }
    match &view.session {
        None => rows.row("Session", &format!("none; begin one with `c2c start --goal \"…\"{MANUAL}`")),
        Some(session) => session_rows(&mut rows, session),
    }
    if let Some(checkpoint) = &view.checkpoint {
        rows.row("Checkpoint", &with(&checkpoint.protocol_state, "waiting for", &checkpoint.waiting_for));
        rows.list("Finished", &checkpoint.completed_subtasks);
        rows.list("Issues", &checkpoint.known_issues);
        rows.row("Next", &one_line(&checkpoint.next_step, LINE));
    }
    if let Some(attention) = &view.attention {
        rows.row("Needs you", &one_line(&attention.text, LINE));
        rows.list("", &attention.details);
        rows.row("", &attention.hint);
    }
    if let Some(message) = &view.open_message {
        rows.row("Message", &open_message(message, view.session.as_ref()));
    }
    if !view.queued_commands.is_empty() {
        let commands = view.queued_commands.join(", ");
        let what_next = match view.session.as_ref().and_then(|session| session.owner.as_ref()) {
            Some(_) => "the process that runs the session takes them in a moment",
            None => "nobody runs the session: `c2c continue`",
        };
        rows.row("Queued", &format!("{commands}; {what_next}"));
    }
    match &view.connector {
        Some(connector) => rows.row("Connector", connector.url.as_deref().unwrap_or(&connector.address)),
        None => rows.row("Connector", "not served; serve it with `c2c serve`"),
    }
    if !view.iterations.is_empty() {
        rows.text.push_str("\nIterations\n");
        for iteration in &view.iterations {
            writeln!(rows.text, "  {}", iteration_line(iteration)).ok();
        }
    }
    rows.text
}

fn session_rows(rows: &mut Rows, session: &SessionDetails) {
    let limit = session.limits.max_iterations;
    let owner = match &session.owner {
        Some(owner) if owner.is_app => format!(", run by the C2C app (process {})", owner.pid),
        Some(owner) => format!(", run by process {}", owner.pid),
        None if is_driven(session) && session.status == "active" => {
            ", run by nobody: `c2c continue` goes on".to_owned()
        }
        None => String::new(),
    };
    let place = format!("iteration {} of at most {limit}", session.iteration);
    rows.row("Session", &format!("{}, {}, {place}{owner}", session.task_id, session.status));
    rows.row("Goal", &one_line(&session.goal, LINE));
    rows.row("Limits", &format!("approval {}, sandbox {}", session.limits.approval, session.limits.sandbox));
}

/// Whether C2C itself drives the session, and it has not ended.
fn is_driven(session: &SessionDetails) -> bool {
    session.driver == "orchestrator" && session.ended_at_ms.is_none()
}

/// What becomes of the last message, and who brings its answer.
fn open_message(message: &MessageView, session: Option<&SessionDetails>) -> String {
    let which = format!("message {} ({})", message.number, message.state);
    let Some(session) = session.filter(|session| session.carrier == "window") else {
        return format!("{which} waits for its answer: `c2c reply`");
    };
    let went = if message.delivery == "unknown" { "may have gone out" } else { "went out" };
    if session.owner.is_some() && session.status == "active" {
        return format!("{which} {went}; C2C reads the answer by itself");
    }
    format!("{which} {went}; `c2c continue` has C2C read the answer")
}

fn iteration_line(iteration: &IterationView) -> String {
    let files = match iteration.changed_files.len() {
        1 => "1 file".to_owned(),
        count => format!("{count} files"),
    };
    let tests = if iteration.tests.is_empty() { "no tests" } else { &iteration.tests };
    let undone = if iteration.undone_at_ms.is_some() { ", taken back" } else { "" };
    format!(
        "{:<4}{:<9}{files:<10}{} ({}){undone}",
        iteration.iteration,
        iteration.exit_status,
        one_line(tests, LINE),
        iteration.test_source
    )
}

/// `c2c session get|set|clear`.
pub(crate) fn session(view: &SessionView) -> String {
    let mut rows = Rows::default();
    rows.row("Workspace", &format!("{} ({})", view.workspace_name, view.workspace_id));
    match &view.conversation {
        None => rows.row("Chat", "none yet"),
        Some(chat) => {
            rows.row("Chat", &format!("{}{}", chat.mode, if chat.booted { "" } else { ", no boot prompt sent yet" }));
            rows.row("Title", chat.title.as_deref().unwrap_or_default());
            rows.row("URL", chat.url.as_deref().unwrap_or_default());
            rows.row("Project", chat.project_url.as_deref().unwrap_or_default());
            rows.row("Connector", chat.connector_name.as_deref().unwrap_or_default());
        }
    }
    match &view.session {
        None => rows.row("Session", "none"),
        Some(session) => {
            session_rows(&mut rows, session);
            rows.row("Driver", &session.driver);
        }
    }
    match &view.checkpoint {
        None => rows.row("Checkpoint", "none"),
        Some(checkpoint) => {
            rows.row("Checkpoint", &with(&checkpoint.protocol_state, "waiting for", &checkpoint.waiting_for));
            rows.row("Task goal", &one_line(&checkpoint.goal, LINE));
            rows.list("Finished", &checkpoint.completed_subtasks);
            rows.list("Issues", &checkpoint.known_issues);
            rows.row("Next", &one_line(&checkpoint.next_step, LINE));
        }
    }
    rows.text
}

/// `c2c workspace`.
pub(crate) fn workspace(view: &WorkspaceView) -> String {
    let mut rows = Rows::default();
    rows.row("Workspace", &format!("{} ({})", view.name, view.id));
    rows.row("Root", &view.root);
    rows.row("Kind", &view.kind);
    rows.row("Languages", &view.languages.join(", "));
    rows.row("Frameworks", &view.frameworks.join(", "));
    rows.row("Packages", view.package_manager.as_deref().unwrap_or_default());
    rows.list(
        "Scripts",
        &view.scripts.iter().map(|script| format!("{}: {}", script.name, script.command)).collect::<Vec<_>>(),
    );
    rows.row("Connector", &view.connector_name);
    rows.row("Address", view.connector_url.as_deref().unwrap_or("not served; serve it with `c2c serve`"));
    rows.row("Limits", &format!("at most {} iterations, approval {}", view.max_iterations, view.approval));
    rows.list(
        "Problems",
        &view.problems.iter().map(|problem| format!("`{}`: {}", problem.key, problem.text)).collect::<Vec<_>>(),
    );
    if let Some(hash) = &view.unaccepted_config {
        rows.row("Not used", "something in `.c2c.json` or `.c2cignore` would loosen a limit; accept it with");
        rows.row("", &format!("`c2c workspace --accept-config {hash}`"));
    }
    rows.text
}

/// `c2c pause|stop|reply|approve|reject|handoff`.
pub(crate) fn command(answer: &CommandAnswer) -> String {
    let mut text = shown(&answer.text);
    for hint in &answer.hints {
        write!(text, "\nHint: {}", shown(hint)).ok();
    }
    text
}

/// `c2c undo`.
pub(crate) fn undo(view: &UndoView) -> String {
    if view.paths.is_empty() {
        return format!(
            "Iteration {} of {} changed no files: there was nothing to take back.\n",
            view.iteration, view.task_id
        );
    }
    let mut text = format!("Iteration {} of {} is taken back:\n", view.iteration, view.task_id);
    for path in &view.paths {
        writeln!(text, "  {}", shown(path)).ok();
    }
    text
}

/// `c2c record`.
pub(crate) fn record(view: &RecordView) -> String {
    let mut text = format!("Recorded for {}:\n  {}\n", view.iteration.task_id, iteration_line(&view.iteration));
    if let Some(output) = &view.output {
        let why = output.reason.as_deref().map_or(String::new(), |reason| format!(": {reason}"));
        writeln!(text, "  output {} is {}{}", output.id, output.status, shown(&why)).ok();
    }
    text
}

/// `c2c serve`.
pub(crate) fn serve(view: &ServeView) -> String {
    let mut rows = Rows::default();
    rows.row("Serving", &view.address);
    rows.row("Connector", view.url.as_deref().unwrap_or_default());
    rows.row("Token", &format!("in the file `{}`", view.token_file));
    rows.list("Note", &view.notes);
    rows.text
}

/// `c2c message parse`.
pub(crate) fn parse(view: &ParseView) -> String {
    let mut text = format!("{}\n", view.status.as_str());
    let mut rows = Rows::default();
    rows.row("State", view.state.as_deref().unwrap_or_default());
    rows.row("Task", view.task_id.as_deref().unwrap_or_default());
    rows.row("Iteration", &view.iteration.map(|iteration| iteration.to_string()).unwrap_or_default());
    text.push_str(&rows.text);
    for (name, section) in &view.sections {
        writeln!(text, "\n{}:", shown(name)).ok();
        match section {
            SectionView::Text(value) => writeln!(text, "{}", shown(value)).ok(),
            SectionView::List(items) => {
                for (number, item) in (1..).zip(items) {
                    writeln!(text, "{number}. {}", shown(item)).ok();
                }
                None
            }
        };
    }
    for error in &view.errors {
        let place = format!("bytes {}..{}", error.start, error.end);
        let (expected, found) = (one_line(&error.expected, LINE), one_line(&error.found, LINE));
        writeln!(text, "\n{place}: expected {expected}, found {found}").ok();
    }
    text
}

fn with(first: &str, joint: &str, second: &str) -> String {
    if second.is_empty() { first.to_owned() } else { format!("{first}, {joint} {second}") }
}

#[cfg(test)]
mod tests;
