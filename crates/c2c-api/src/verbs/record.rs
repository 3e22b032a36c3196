//! Recording an iteration that somebody else executed: a Codex session that drives the protocol itself.
//!
//! C2C did not see it, so all of it is marked as reported. Its output is judged like any other.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use c2c_ipc::RecordView;
use c2c_ports::{ChangeKind, ChangedFile, SessionId};
use c2c_protocol::TaskId;
use c2c_store::{ExitStatus, Iteration, NewOutput, OutputSource, OutputStatus, TestSource};
use c2c_workspace::RelPath;
use sha2::{Digest as _, Sha256};

use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::place::Place;
use crate::verbs::session::{self, SessionSetParams};
use crate::views;

/// The largest output that is read, in bytes. What is released of it is far shorter.
const LARGEST_OUTPUT: u64 = 32 << 20;

/// What to record.
#[derive(Debug, Clone)]
pub struct RecordParams {
    /// The task.
    pub task: String,
    /// The iteration, from 1.
    pub iteration: u32,
    /// Paths that changed, relative to the root.
    pub changed_files: Vec<String>,
    /// The tests' outcome in one line.
    pub tests: String,
    /// How it went.
    pub exit_status: ExitStatus,
    /// A command whose output is given.
    pub output: Option<RecordedOutput>,
    /// Notes.
    pub notes: String,
}

/// A command and the file with what it printed.
#[derive(Debug, Clone)]
pub struct RecordedOutput {
    /// The command.
    pub command: String,
    /// The file, absolute.
    pub file: PathBuf,
    /// The exit code.
    pub exit_code: Option<i32>,
}

/// Records an iteration, in place of one with the same task and number. Makes the session that is missing.
///
/// # Errors
/// `Conflict` when C2C drives the open session, `User` for a path, task or file that is none.
pub fn record(app: &App, place: &Place, params: &RecordParams) -> Result<RecordView, ApiError> {
    if params.iteration == 0 {
        return Err(ApiError::new(ErrorKind::User, "iterations count from 1").hint("give `--iteration 1` or more"));
    }
    let task: TaskId = params.task.parse()?;
    let changed = params.changed_files.iter().map(|path| changed_file(place, path)).collect::<Result<Vec<_>, _>>()?;
    let output = params.output.as_ref().map(|output| judged(app, place, params, output)).transpose()?;
    let new_id = SessionId::from_random(c2c_os::random::bytes()?);
    let mut changed_files = changed;
    changed_files.sort_by(|one, other| one.path.cmp(&other.path));
    changed_files.dedup_by(|one, other| one.path == other.path);
    let now_ms = app.now_ms();
    let written = app.store().write(|tx| {
        let Some(open) = session::foreign_session(tx, place)? else { return Ok(None) };
        let ended = tx.session_by_task(task.as_str())?.filter(|known| known.workspace_id == place.workspace.id);
        let mut session = match (open, ended) {
            (None, Some(ended)) => ended,
            (open, _) => session::session_for(tx, place, open, Some(&task), &new_id, &SessionSetParams::default())?,
        };
        session.iteration = session.iteration.max(params.iteration);
        tx.update_session(&session)?;
        let iteration = Iteration {
            workspace_id: place.workspace.id.clone(),
            session_id: Some(session.id),
            task_id: task.to_string(),
            iteration: params.iteration,
            plan: String::new(),
            changed_files: changed_files.clone(),
            tests: params.tests.clone(),
            test_source: if params.tests.trim().is_empty() { TestSource::NotSeen } else { TestSource::Reported },
            exit_status: params.exit_status,
            notes: params.notes.clone(),
            head: None,
            dirty_before: Vec::new(),
            before_snapshot: None,
            after_snapshot: None,
            patch: Vec::new(),
            thread_id: None,
            started_at_ms: now_ms,
            ended_at_ms: now_ms,
            undone_at_ms: None,
        };
        tx.put_iteration(&iteration)?;
        if let Some(output) = &output {
            tx.add_output(output)?;
        }
        let outputs = tx.outputs(&place.workspace.id, Some(task.as_str()), 100, None)?;
        let output =
            output.as_ref().and_then(|new| outputs.iter().find(|output| output.id == new.id)).map(views::output);
        Ok(Some(RecordView { iteration: views::iteration(&iteration, &outputs), output }))
    })?;
    match written {
        Some(view) => Ok(view),
        None => Err(session::driven(app, place)?),
    }
}

/// A path that changed. Whether it was added is not known here; that it is gone can be seen.
fn changed_file(place: &Place, path: &str) -> Result<ChangedFile, ApiError> {
    let path = RelPath::parse(path)?;
    let gone = place.opened.root().look(&path).is_err();
    Ok(ChangedFile {
        path: path.to_string(),
        change: if gone { ChangeKind::Deleted } else { ChangeKind::Modified },
        insertions: None,
        deletions: None,
    })
}

fn judged(app: &App, place: &Place, params: &RecordParams, output: &RecordedOutput) -> Result<NewOutput, ApiError> {
    let raw = read(&output.file)?;
    let environment = &app.config().environment;
    let home = environment.home().and_then(|home| home.to_str().map(str::to_owned));
    let user = environment.get("USER").and_then(|user| user.to_str());
    let judged = c2c_redact::output::judge(&raw, home.as_deref(), user);
    let (status, reason) = match judged.status {
        c2c_redact::output::Status::Readable => (OutputStatus::Readable, None),
        c2c_redact::output::Status::Restricted { reason } => (OutputStatus::Restricted, Some(reason)),
    };
    Ok(NewOutput {
        id: output_id(place, params, output, &raw),
        workspace_id: place.workspace.id.clone(),
        task_id: params.task.clone(),
        iteration: params.iteration,
        command: c2c_redact::text::redact(&output.command).text,
        exit_code: output.exit_code,
        text: judged.text,
        status,
        reason,
        size_bytes: raw.len() as u64,
        source: OutputSource::Reported,
    })
}

/// The same record given twice is one output.
fn output_id(place: &Place, params: &RecordParams, output: &RecordedOutput, raw: &[u8]) -> String {
    let mut hash = Sha256::new();
    let iteration = params.iteration.to_string();
    let parts = [place.workspace.id.as_str(), &params.task, &iteration, &output.command];
    for part in parts.map(str::as_bytes).into_iter().chain([raw]) {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let digest = hash.finalize();
    let start = digest.iter().take(8).fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
    format!("out_{start:016x}")
}

fn read(path: &Path) -> Result<Vec<u8>, ApiError> {
    let refused = |error: std::io::Error| {
        ApiError::new(ErrorKind::User, format!("the output `{}` cannot be read", path.display()))
            .hint("name the file that holds what the command printed with `--output-file`")
            .because(error)
    };
    // Looked at before it is opened: a pipe would wait for its writer.
    if !std::fs::metadata(path).map_err(refused)?.is_file() {
        return Err(ApiError::new(ErrorKind::User, format!("the output `{}` is not a file", path.display()))
            .hint("name the file that holds what the command printed with `--output-file`"));
    }
    let file = std::fs::File::open(path).map_err(refused)?;
    let mut bytes = Vec::new();
    file.take(LARGEST_OUTPUT + 1).read_to_end(&mut bytes).map_err(refused)?;
    if bytes.len() as u64 > LARGEST_OUTPUT {
        return Err(ApiError::new(ErrorKind::User, format!("the output `{}` is larger than 32 MiB", path.display()))
            .hint("give its end: that is where failures stand"));
    }
    Ok(bytes)
}
