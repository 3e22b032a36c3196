//! The connectors that a process serves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where the connectors can be reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ServeView {
    /// The address that is listened on, such as `http://127.0.0.1:7391`.
    pub address: String,
    /// The connector of the workspace in question; absent when no workspace was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The file that holds the bearer token for clients on this machine.
    pub token_file: String,
    /// The process that serves.
    pub pid: u32,
    /// Something to know, such as that the usual port was taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}
