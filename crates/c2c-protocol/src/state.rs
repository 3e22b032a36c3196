//! The states of the protocol and who sends them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::section::Section;

/// The `STATE` of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum State {
    /// A new task: look at the workspace and plan.
    Init,
    /// The plan of the next iteration.
    Plan,
    /// The plan is being carried out.
    Executing,
    /// The iteration is over; metadata only.
    Executed,
    /// ChatGPT is still looking and asks for patience.
    Review,
    /// The success criteria are met.
    Done,
    /// ChatGPT cannot go on without the person.
    Blocked,
    /// The protocol or what it stands on failed.
    Error,
    /// A brief for a replacement conversation.
    Handoff,
}

/// Who may send a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sender {
    /// Our side only.
    Codex,
    /// The planner only.
    ChatGpt,
    /// Both sides.
    Either,
}

/// A text that names no state.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a state of the protocol")]
pub struct UnknownState {
    /// The first 80 characters of the text.
    pub text: String,
}

impl State {
    /// All states, in the order of the specification.
    pub const ALL: [Self; 9] = [
        Self::Init,
        Self::Plan,
        Self::Executing,
        Self::Executed,
        Self::Review,
        Self::Done,
        Self::Blocked,
        Self::Error,
        Self::Handoff,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Init => "INIT",
            Self::Plan => "PLAN",
            Self::Executing => "EXECUTING",
            Self::Executed => "EXECUTED",
            Self::Review => "REVIEW",
            Self::Done => "DONE",
            Self::Blocked => "BLOCKED",
            Self::Error => "ERROR",
            Self::Handoff => "HANDOFF",
        }
    }

    /// Who sends it.
    #[must_use]
    pub const fn sender(self) -> Sender {
        match self {
            Self::Init | Self::Executing | Self::Executed | Self::Handoff => Sender::Codex,
            Self::Plan | Self::Review | Self::Done | Self::Blocked => Sender::ChatGpt,
            Self::Error => Sender::Either,
        }
    }

    /// Whether ChatGPT may send it.
    #[must_use]
    pub const fn is_from_chatgpt(self) -> bool {
        !matches!(self.sender(), Sender::Codex)
    }

    /// The sections such a message must have, in the order of the specification.
    #[must_use]
    pub const fn required_sections(self) -> &'static [Section] {
        match self {
            Self::Init => &[Section::Goal, Section::Instruction],
            Self::Plan => &[
                Section::Goal,
                Section::Rationale,
                Section::Actions,
                Section::FilesLikelyInvolved,
                Section::Tests,
                Section::SuccessCriteria,
            ],
            Self::Executed => &[Section::Result, Section::ChangedFiles, Section::Tests],
            Self::Executing | Self::Review => &[],
            Self::Done => &[Section::Summary],
            Self::Blocked => &[Section::Reason, Section::Needs],
            Self::Error => &[Section::Reason],
            Self::Handoff => &[
                Section::OriginalGoal,
                Section::Progress,
                Section::CurrentState,
                Section::KnownIssues,
                Section::NextExpectedStep,
            ],
        }
    }
}

impl FromStr for State {
    type Err = UnknownState;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|state| state.as_str().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownState { text: text.chars().take(80).collect() })
    }
}

impl fmt::Display for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}
