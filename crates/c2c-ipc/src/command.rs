//! The answer to a command given to a running session.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What became of `start --app`, `pause`, `stop`, `reply`, `approve`, `reject` or `handoff`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommandAnswer {
    /// The session it was for.
    pub session: String,
    /// The command: `start`, `pause`, `stop`, `reply`, `approve`, `reject`, `handoff`.
    pub command: String,
    /// `done` (the owner did it, or it was done here), or `queued` (nobody runs the session yet; it waits for
    /// `c2c continue`).
    pub outcome: String,
    /// The session's status after it: `active`, `paused`, `blocked`, `done`, `failed`, `stopped`.
    pub status: String,
    /// One sentence about it.
    pub text: String,
    /// What can be done next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
}
