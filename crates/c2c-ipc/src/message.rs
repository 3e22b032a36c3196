//! Control messages: numbered ones of a session, and what `c2c message` answers.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One message of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MessageView {
    /// Its number in the session, from 1; the same message keeps it for ever.
    pub number: u32,
    /// `out` (to ChatGPT) or `in`.
    pub direction: String,
    /// The protocol state, `BOOT`, or `?` for an answer that could not be used.
    pub state: String,
    /// The task.
    pub task_id: String,
    /// The iteration.
    pub iteration: u32,
    /// `intended`, `inserted`, `sent`, `seen`, `unknown`.
    pub delivery: String,
    /// The number of the message it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<u32>,
    /// The text, byte for byte.
    pub text: String,
    /// Whether it tells ChatGPT that the person rejected its plan. The protocol has no state of its own for that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rejects_plan: bool,
    /// When it was written down.
    pub created_at_ms: i64,
}

/// The answer of `c2c message render`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RenderView {
    /// The protocol state.
    pub state: String,
    /// The task.
    pub task_id: String,
    /// The iteration.
    pub iteration: u32,
    /// The message.
    pub text: String,
    /// Its length in bytes.
    pub bytes: u64,
}

/// The answer of `c2c message parse`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ParseView {
    /// What was found.
    pub status: ParseStatus,
    /// The state, as far as it could be read; null otherwise.
    #[serde(default)]
    pub state: Option<String>,
    /// The task, as far as it could be read; null otherwise.
    #[serde(default)]
    pub task_id: Option<String>,
    /// The iteration, as far as it could be read; null otherwise.
    #[serde(default)]
    pub iteration: Option<u32>,
    /// The sections by name.
    pub sections: BTreeMap<String, SectionView>,
    /// What is wrong.
    pub errors: Vec<ParseErrorView>,
}

/// What a reply turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ParseStatus {
    /// A whole message.
    Message,
    /// The beginning of one: the rest may still come.
    Incomplete,
    /// A message with mistakes.
    Invalid,
    /// No message in it.
    None,
}

impl ParseStatus {
    /// The name in `--json`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Incomplete => "incomplete",
            Self::Invalid => "invalid",
            Self::None => "none",
        }
    }
}

/// A section's value: text, or a list of items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SectionView {
    /// Text.
    Text(String),
    /// Items.
    List(Vec<String>),
}

/// One mistake in a reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ParseErrorView {
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// Where it starts: a byte offset into the given text.
    pub start: u64,
    /// Where it ends, exclusive.
    pub end: u64,
}
