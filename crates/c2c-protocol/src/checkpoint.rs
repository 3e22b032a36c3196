//! The checkpoint of a session: the projection of the loop that people and a replacement
//! conversation are shown. It never leaves the machine as it is; [`crate::build::handoff`] makes a
//! brief out of it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Where the loop stands. These values are local, no states of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ProtocolState {
    /// INIT is sent; a PLAN is awaited.
    Init,
    /// There is a PLAN that is not carried out yet.
    PlanReceived,
    /// Codex is at it.
    Executing,
    /// The iteration is recorded here; EXECUTED is not sent.
    ExecutedLocal,
    /// EXECUTED is sent; the review is awaited.
    ExecutedSent,
    /// Over, and reached.
    Done,
    /// Over until the person acts.
    Blocked,
}

/// A text that names no checkpoint value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a checkpoint value")]
pub struct UnknownProtocolState {
    /// The first 80 characters of the text.
    pub text: String,
}

impl ProtocolState {
    /// All seven, in the order of the specification.
    pub const ALL: [Self; 7] = [
        Self::Init,
        Self::PlanReceived,
        Self::Executing,
        Self::ExecutedLocal,
        Self::ExecutedSent,
        Self::Done,
        Self::Blocked,
    ];

    /// The name in the store and in `--protocol-state`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Init => "INIT",
            Self::PlanReceived => "PLAN_RECEIVED",
            Self::Executing => "EXECUTING",
            Self::ExecutedLocal => "EXECUTED_LOCAL",
            Self::ExecutedSent => "EXECUTED_SENT",
            Self::Done => "DONE",
            Self::Blocked => "BLOCKED",
        }
    }

    /// Whether the task does not go on by itself from here.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        matches!(self, Self::Done | Self::Blocked)
    }

    /// One sentence for a planner that did not see how it came to this.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Init => "The task is new; there is no plan yet.",
            Self::PlanReceived => "A plan is in hand and not carried out yet.",
            Self::Executing => "Codex was carrying out the plan; the work may be half done.",
            Self::ExecutedLocal => "The iteration is carried out and recorded, and not reported or reviewed yet.",
            Self::ExecutedSent => "The iteration is carried out and reported, and not reviewed yet.",
            Self::Done => "The task was called done.",
            Self::Blocked => "The task was called blocked.",
        }
    }
}

impl FromStr for ProtocolState {
    type Err = UnknownProtocolState;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|state| state.as_str() == text)
            .ok_or_else(|| UnknownProtocolState { text: text.chars().take(80).collect() })
    }
}

impl fmt::Display for ProtocolState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A session's checkpoint. Texts may be empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Where the loop stands.
    pub protocol_state: ProtocolState,
    /// What it waits for, in words.
    pub waiting_for: String,
    /// The goal as the person gave it.
    pub goal: String,
    /// What is finished, oldest first.
    pub completed_subtasks: Vec<String>,
    /// What is known to be wrong.
    pub known_issues: Vec<String>,
    /// What comes next.
    pub next_step: String,
    /// The iteration it is about.
    pub iteration: u32,
}
