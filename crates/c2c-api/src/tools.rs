//! The connector's tools: the one catalogue, and the one way to call them.
//!
//! What a tool does is a function of `c2c-workspace`, or of a module here where it needs the store.
//! This carries arguments to it, keeps the record of every call, and turns faults of ours into a
//! reference. The transport adds nothing but the wire.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use c2c_ports::WorkspaceId;
use c2c_store::NewCall;
use c2c_workspace::{ErrorCode, Limits, ToolError, Workspace, schema};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::app::App;

mod catalogue;
mod current_task;
mod execution_output;
mod execution_summary;
mod pages;
mod test_status;
mod time;
pub(crate) mod view;
mod workspace_info;

/// The most bytes of a call's arguments that are kept.
const ARGUMENTS_KEPT: usize = 2_048;

/// One tool as clients see it.
pub struct Tool {
    /// Its name; fixed for ever, as clients freeze the catalogue.
    pub name: &'static str,
    /// A short title.
    pub title: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// The schema of its input: flat, nothing else allowed in.
    pub input_schema: Map<String, Value>,
    /// The schema of its answer: flat.
    pub output_schema: Map<String, Value>,
    run: Run,
}

type Run = Box<dyn Fn(&Call<'_>, Value) -> Result<Value, ToolError> + Send + Sync>;

impl fmt::Debug for Tool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What a tool answered.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolAnswer {
    /// The answer, an object that fits the tool's output schema.
    pub structured: Value,
    /// The same as text, for clients that read only that.
    pub text: String,
}

/// Who calls, and how long the call may take.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The client's own name for itself. Untrusted.
    pub client: String,
    /// The call's deadline, and whether anybody still waits.
    pub limits: Limits,
}

/// What a tool's function works with.
pub(crate) struct Call<'a> {
    pub(crate) app: &'a App,
    pub(crate) row: c2c_store::Workspace,
    pub(crate) workspace: Arc<Workspace>,
    pub(crate) limits: &'a Limits,
}

/// All tools, in the order in which they are listed.
#[must_use]
pub fn catalogue() -> &'static [Tool] {
    static ALL: LazyLock<Vec<Tool>> = LazyLock::new(catalogue::all);
    &ALL
}

/// The tool of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Tool> {
    catalogue().iter().find(|tool| tool.name == name)
}

fn tool<P, R>(
    name: &'static str,
    title: &'static str,
    description: &'static str,
    run: impl Fn(&Call<'_>, &P) -> Result<R, ToolError> + Send + Sync + 'static,
) -> Tool
where
    P: DeserializeOwned + JsonSchema,
    R: Serialize + JsonSchema,
{
    let run = move |call: &Call<'_>, arguments: Value| {
        let params: P = schema::read_params(arguments)?;
        let answer = run(call, &params)?;
        serde_json::to_value(answer).map_err(|error| ToolError::internal("writing the answer", &error))
    };
    Tool {
        name,
        title,
        description,
        input_schema: schema::input::<P>(),
        output_schema: schema::output::<R>(),
        run: Box::new(run),
    }
}

/// Calls a tool in a workspace, and keeps a record of it. Blocks for as long as the tool works.
///
/// # Errors
/// As the tool; `NOT_FOUND` for a workspace that is not there, `INVALID_ARGUMENT` for an unknown tool.
pub fn call(
    app: &App,
    workspace: &WorkspaceId,
    name: &str,
    arguments: Value,
    caller: &Caller,
) -> Result<ToolAnswer, ToolError> {
    let begun = Instant::now();
    let kept = kept_arguments(&arguments);
    let answer = run(app, workspace, name, arguments, caller).map_err(|error| referenced(name, error));
    let ended = Ended {
        code: answer.as_ref().err().map(|error| error.code),
        answer_bytes: answer.as_ref().map_or(0, |answer| answer.text.len() as u64),
        duration: begun.elapsed(),
    };
    keep(app, workspace, name, kept, &caller.client, &ended);
    answer
}

/// Keeps a record of a call that never reached its tool: an unknown one, or one too many at once.
pub fn refused(app: &App, workspace: &WorkspaceId, name: &str, client: &str, code: ErrorCode, duration: Duration) {
    let ended = Ended { code: Some(code), answer_bytes: 0, duration };
    keep(app, workspace, name, String::new(), client, &ended);
}

/// Whether there is a workspace of this id.
#[must_use]
pub fn has_workspace(app: &App, workspace: &WorkspaceId) -> bool {
    match app.store().read(|tx| tx.workspace(workspace)) {
        Ok(found) => found.is_some(),
        Err(error) => {
            tracing::warn!(error = &error as &dyn std::error::Error, "a workspace could not be looked up");
            false
        }
    }
}

/// How a call ended.
struct Ended {
    code: Option<ErrorCode>,
    answer_bytes: u64,
    duration: Duration,
}

fn keep(app: &App, workspace: &WorkspaceId, name: &str, arguments: String, client: &str, ended: &Ended) {
    let row = NewCall {
        workspace_id: workspace.clone(),
        tool: short(name, 64),
        arguments,
        client: short(client, 200),
        ok: ended.code.is_none(),
        code: ended.code.map(|code| code.to_string()),
        answer_bytes: ended.answer_bytes,
        duration_us: u64::try_from(ended.duration.as_micros()).unwrap_or(u64::MAX),
    };
    if let Err(error) = app.store().write(|tx| tx.add_call(&row)) {
        // The answer is good without its record.
        tracing::warn!(error = &error as &dyn std::error::Error, tool = name, "a call was not recorded");
    }
}

fn run(
    app: &App,
    workspace: &WorkspaceId,
    name: &str,
    arguments: Value,
    caller: &Caller,
) -> Result<ToolAnswer, ToolError> {
    let tool = named(name)?;
    let row = app
        .store()
        .read(|tx| tx.workspace(workspace))
        .map_err(|error| ToolError::internal("reading the store", &error))?
        .ok_or_else(|| {
            ToolError::new(ErrorCode::NotFound, format!("there is no workspace `{workspace}`"), "check the address")
        })?;
    let workspace = open(app, &row)?;
    answer(tool, &Call { app, row, workspace, limits: &caller.limits }, arguments)
}

/// What [`call`] would answer, and no record of it: nobody calls, a person looks.
///
/// # Errors
/// As [`call`].
pub(crate) fn look(
    app: &App,
    row: c2c_store::Workspace,
    workspace: Arc<Workspace>,
    name: &str,
    arguments: Value,
) -> Result<ToolAnswer, ToolError> {
    let limits = Limits::default();
    let call = Call { app, row, workspace, limits: &limits };
    named(name).and_then(|tool| answer(tool, &call, arguments)).map_err(|error| referenced(name, error))
}

fn named(name: &str) -> Result<&'static Tool, ToolError> {
    find(name).ok_or_else(|| {
        ToolError::new(ErrorCode::InvalidArgument, format!("there is no tool `{}`", short(name, 64)), "list the tools")
    })
}

/// The answer of a tool: the one place where a tool's function is called.
fn answer(tool: &Tool, call: &Call<'_>, arguments: Value) -> Result<ToolAnswer, ToolError> {
    let arguments = if arguments.is_null() { Value::Object(Map::new()) } else { arguments };
    let structured = (tool.run)(call, arguments)?;
    let text = structured.to_string();
    Ok(ToolAnswer { structured, text })
}

/// The workspace as all calls share it.
///
/// # Errors
/// `NOT_FOUND` when its folder is gone or lies elsewhere.
pub(crate) fn open(app: &App, row: &c2c_store::Workspace) -> Result<Arc<Workspace>, ToolError> {
    if let Some(open) = app.kept_open(&row.id) {
        return Ok(open);
    }
    let gone = || {
        ToolError::new(
            ErrorCode::NotFound,
            "the workspace's folder cannot be opened",
            "ask the person who runs C2C whether the folder was moved",
        )
    };
    let opened = app.open_workspace(&row.id, Path::new(&row.root)).map_err(|_| gone())?;
    // What the person agreed to show has this very path: a link that was put there leads elsewhere.
    if opened.root().path() != Path::new(&row.root) {
        return Err(gone());
    }
    Ok(app.keep_open(&row.id, Arc::new(opened)))
}

/// An internal error goes to the log with its causes, and to the client with a reference to it.
fn referenced(tool: &str, error: ToolError) -> ToolError {
    if error.code != ErrorCode::Internal {
        return error;
    }
    let reference = c2c_os::random::bytes::<4>().map_or_else(|_| 0, u32::from_be_bytes);
    let reference = format!("ref_{reference:08x}");
    let detail = error.detail.as_deref().unwrap_or_default();
    tracing::error!(reference, tool, error = %error.message, detail, "a tool failed");
    ToolError { message: format!("{} (reference {reference})", error.message), detail: None, ..error }
}

/// Arguments for the record: without secrets, and short.
fn kept_arguments(arguments: &Value) -> String {
    short(&c2c_redact::text::redact(&arguments.to_string()).text, ARGUMENTS_KEPT)
}

fn short(text: &str, most: usize) -> String {
    text[..text.floor_char_boundary(most)].to_owned()
}

#[cfg(test)]
mod tests;
