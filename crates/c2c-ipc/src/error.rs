//! The one shape of an error outside the engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An error as the user interface and `--json` show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorShape {
    /// The kind, stable: `user`, `config`, `precondition`, `not_found`, `conflict`, `unavailable`, `internal`;
    /// `usage` for a command line that means nothing. Of `c2c preview` the connector's own, such as `WITHHELD`.
    pub code: String,
    /// What exactly, stable, where the app says it in its own words: a [`crate::app::Reason`], such as
    /// `not_a_repository`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What is wrong, naming the thing in backticks.
    pub message: String,
    /// Why, from the outermost cause to the innermost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<String>,
    /// What can be done: each a command, a setting or a button.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
}
