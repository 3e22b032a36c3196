//! What ChatGPT would get if it called a tool of the connector.
//!
//! The answer is the tool's own, through the same catalogue and with the same defaults as over the wire: what is left
//! out here is left out there. Nobody called, so nothing is recorded, and a folder that is new stays unknown.

mod answer;
mod text;

use std::path::{Component, Path};

use c2c_ipc::app::{ChangesMode, LookWhat, Reason, WithheldView};
use c2c_workspace::{ErrorCode, RelPath, ToolError};
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::place::{self, Place};
use crate::tools::{self, ToolAnswer, view};

pub use answer::{LookAnswer, LookBody, LookChange, LookEntry, LookMatch};
pub use text::{Signs, Told, counted};

/// The most bytes of arguments, as the window sends them.
const MOST_ARGUMENTS: usize = 64 << 10;

/// A call that nobody made, with its answer.
#[derive(Debug)]
pub struct Look {
    /// The connector's name in ChatGPT.
    pub connector_name: String,
    /// The tool.
    pub tool: String,
    /// What it was called with.
    pub arguments: Value,
    /// What ChatGPT would get.
    pub answer: Result<ToolAnswer, ToolError>,
}

/// Asks a tool in the workspace at `root`, an absolute path. A tool's refusal is an answer too: ChatGPT gets it.
///
/// # Errors
/// When `root` is no workspace, or a call of any tool has arguments that are no JSON object.
pub fn look(app: &App, root: &Path, what: &LookWhat, cursor: Option<&str>) -> Result<Look, ApiError> {
    let (tool, mut arguments) = call_of(what)?;
    if let Some(cursor) = cursor {
        arguments.insert("cursor".to_owned(), cursor.into());
    }
    let (row, opened) = match place::look(app, root)?.known {
        Some(row) => {
            let opened = tools::open(app, &row);
            (row, opened)
        }
        None => {
            let place = Place::look(app, root)?;
            (place.workspace, Ok(place.opened))
        }
    };
    let connector_name = row.connector_name.clone();
    let ask = |tool: &str, arguments: &Map<String, Value>| {
        let opened = opened.clone()?;
        tools::look(app, row.clone(), opened, tool, Value::Object(arguments.clone()))
    };
    let mut looked =
        Look { connector_name, answer: ask(&tool, &arguments), arguments: Value::Object(arguments.clone()), tool };
    // What the path names is told by the tools themselves: a folder is no file, and its pages have another cursor.
    let may_be_folder = match looked.code() {
        Some(ErrorCode::NotAFile) => true,
        Some(ErrorCode::InvalidArgument) => cursor.is_some(),
        _ => false,
    };
    if may_be_folder && matches!(what, LookWhat::Path { .. }) {
        let listed = ask("list_directory", &arguments);
        let is_none = |error: &ToolError| matches!(error.code, ErrorCode::NotADirectory | ErrorCode::InvalidArgument);
        if !listed.as_ref().is_err_and(is_none) {
            looked = Look { tool: "list_directory".to_owned(), answer: listed, ..looked };
        }
    }
    Ok(looked)
}

/// The tool that stands for what is looked at, with its arguments.
fn call_of(what: &LookWhat) -> Result<(String, Map<String, Value>), ApiError> {
    let (tool, arguments) = match what {
        LookWhat::Path { path } => ("read_file", json!({ "path": path })),
        LookWhat::Changes { mode, base, from, to, path } => {
            ("git_diff", json!({ "mode": mode.map(mode_name), "base": base, "from": from, "to": to, "path": path }))
        }
        LookWhat::Outputs {} => ("execution_output", json!({})),
        LookWhat::Output { id } => ("execution_output", json!({ "action": "read", "id": id })),
        LookWhat::Search { query, regex, case_sensitive, path, glob, context } => (
            "search_workspace",
            json!({
                "query": query, "regex": regex.then_some(true), "case_sensitive": case_sensitive.then_some(true),
                "path": path, "glob": glob, "context": context,
            }),
        ),
        LookWhat::Call { tool, arguments } => {
            if arguments.len() > MOST_ARGUMENTS {
                return Err(not_arguments());
            }
            (tool.as_str(), serde_json::from_str(arguments).map_err(|error| not_arguments().because(error))?)
        }
    };
    let Value::Object(mut arguments) = arguments else { return Err(not_arguments()) };
    if !matches!(what, LookWhat::Call { .. }) {
        // The tools know no nulls: what is absent is left out.
        arguments.retain(|_, value| !value.is_null());
    }
    Ok((tool.to_owned(), arguments))
}

fn mode_name(mode: ChangesMode) -> &'static str {
    match mode {
        ChangesMode::Unstaged => "unstaged",
        ChangesMode::Staged => "staged",
        ChangesMode::Head => "head",
        ChangesMode::Base => "base",
        ChangesMode::Commits => "commits",
    }
}

fn not_arguments() -> ApiError {
    ApiError::new(ErrorKind::User, "the arguments of the call are no JSON object, or too long")
        .reason(Reason::InvalidInput)
        .hint("give an object such as `{\"path\":\"README.md\"}`")
}

/// A path as the tools take it, of one that a person named in the folder `base`: relative to the workspace `root`. One
/// that begins with `workspace:/` is in the tools' own spelling already.
#[must_use]
pub fn tool_path(root: &Path, base: &Path, given: &Path) -> String {
    if let Some(own) = given.to_str().filter(|given| given.starts_with("workspace:/")) {
        return own.to_owned();
    }
    let as_given = || given.to_string_lossy().into_owned();
    let whole = base.join(given);
    let Ok(inner) = whole.strip_prefix(root) else { return as_given() };
    let mut path = RelPath::root();
    for component in inner.components() {
        path = match component {
            Component::CurDir => path,
            Component::Normal(name) => path.child(name),
            // Above the root the tool itself says what it thinks of it.
            _ => match path.parent() {
                Some(parent) => parent,
                None => return as_given(),
            },
        };
    }
    path.as_str().to_owned()
}

impl Look {
    fn code(&self) -> Option<ErrorCode> {
        self.answer.as_ref().err().map(|error| error.code)
    }

    /// The answer, taken apart.
    #[must_use]
    pub fn parts(&self) -> LookAnswer {
        let mut shown = LookAnswer {
            connector_name: self.connector_name.clone(),
            tool: self.tool.clone(),
            arguments: self.arguments.to_string(),
            bytes: 0,
            body: LookBody::Other { text: String::new() },
            truncated: false,
            next: String::new(),
            withheld: Vec::new(),
        };
        match &self.answer {
            Ok(answer) => {
                let field = |name: &str| &answer.structured[name];
                shown.bytes = answer.text.len() as u64;
                shown.body = view::body(&self.tool, &self.arguments, &answer.structured);
                shown.truncated = field("truncated").as_bool().unwrap_or(false);
                shown.next = field("next").as_str().unwrap_or_default().to_owned();
                let withheld = field("withheld").as_array().into_iter().flatten();
                let text = |entry: &Value, name: &str| entry[name].as_str().unwrap_or_default().to_owned();
                shown.withheld = withheld
                    .map(|entry| WithheldView { place: text(entry, "path"), reason: text(entry, "reason") })
                    .collect();
            }
            Err(error) => {
                // What goes over the wire is the error as it is written here.
                shown.bytes = c2c_workspace::page::json_bytes(error) as u64;
                shown.body = LookBody::Refused {
                    code: error.code.to_string(),
                    message: error.message.clone(),
                    hint: error.hint.clone(),
                };
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests;
