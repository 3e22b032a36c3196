//! What the transport asks of the product: a catalogue, the workspaces there are, and calls.

use std::time::Duration;

use c2c_ports::WorkspaceId;
use c2c_workspace::{ErrorCode, Limits, ToolError};
use serde_json::{Map, Value};

/// One tool as clients see it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    /// The name to call it by.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// What it does and when to use it, for the model.
    pub description: String,
    /// A flat JSON schema of an object.
    pub input_schema: Map<String, Value>,
    /// A flat JSON schema of an object.
    pub output_schema: Map<String, Value>,
}

/// One call of a tool.
#[derive(Debug, Clone)]
pub struct ToolCall {
    /// The tool; always one of the catalogue.
    pub name: String,
    /// Its input, as the client sent it.
    pub arguments: Map<String, Value>,
    /// Who calls, as the client names itself: untrusted, printable, at most 120 characters.
    pub client: String,
    /// When to be done, and whether anybody still waits.
    pub limits: Limits,
}

/// A call that did not reach its tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanswered {
    /// The tool that was asked for: untrusted, printable, at most 120 characters.
    pub tool: String,
    /// Who called, as in [`ToolCall::client`].
    pub client: String,
    /// What the client was told.
    pub code: ErrorCode,
    /// How long it took to say so.
    pub duration: Duration,
}

/// The product behind the transport. All methods may block for as long as their work takes; they are called on threads
/// that may block.
pub trait ToolHost: Send + Sync + 'static {
    /// The tools, the same ones for the life of the process.
    fn catalogue(&self) -> Vec<ToolSpec>;

    /// Whether there is a workspace of this id.
    fn has_workspace(&self, workspace: &WorkspaceId) -> bool;

    /// Answers a call with a JSON object, and keeps a record of the call whatever its end.
    ///
    /// # Errors
    /// With what the client is told.
    fn call(&self, workspace: &WorkspaceId, call: ToolCall) -> Result<Value, ToolError>;

    /// Keeps a record of a call that never reached its tool.
    fn unanswered(&self, workspace: &WorkspaceId, call: Unanswered);
}

/// Text from a client as it may stand in a record: printable and short.
pub(crate) fn printable(text: &str) -> String {
    text.chars().filter(|character| !character.is_control()).take(120).collect()
}
