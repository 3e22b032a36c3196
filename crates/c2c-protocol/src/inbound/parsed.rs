//! What reading an answer gives.

use std::fmt;

use serde::Serialize;

use crate::message::{ControlMessage, Sections};
use crate::state::State;
use crate::task_id::TaskId;

/// What an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A complete message that is expected.
    Message,
    /// The beginning of a message: more may come.
    Incomplete,
    /// A message that cannot be used as it is.
    Invalid,
    /// There is no message in it.
    None,
}

impl Status {
    /// The name in `--json`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Incomplete => "incomplete",
            Self::Invalid => "invalid",
            Self::None => "none",
        }
    }
}

/// One thing that is wrong with an answer. Fit to be sent back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ParseError {
    /// What was expected.
    pub expected: String,
    /// What was found instead, in words or as a short excerpt.
    pub found: String,
    /// Where it begins: a byte offset into the given text, on a character's border.
    pub start: usize,
    /// Where it ends, likewise; never before `start`.
    pub end: usize,
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "expected {}, found {}", self.expected, self.found)
    }
}

/// As much of a message as could be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fragment {
    /// The state, if it is one.
    pub state: Option<State>,
    /// The task, if it is one.
    pub task: Option<TaskId>,
    /// The iteration, if it is a number.
    pub iteration: Option<u32>,
    /// The sections that are there.
    pub sections: Sections,
}

/// What reading an answer gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// What it is.
    pub status: Status,
    /// The message; there exactly when `status` is [`Status::Message`].
    pub message: Option<ControlMessage>,
    /// What could be read; there when `status` is [`Status::Incomplete`] or [`Status::Invalid`].
    pub fragment: Option<Fragment>,
    /// What is wrong; empty exactly when `status` is [`Status::Message`].
    pub errors: Vec<ParseError>,
}

impl Parsed {
    /// The state, also of a message that cannot be used.
    #[must_use]
    pub fn state(&self) -> Option<State> {
        match (&self.message, &self.fragment) {
            (Some(message), _) => Some(message.state),
            (None, fragment) => fragment.as_ref()?.state,
        }
    }

    /// The iteration, also of a message that cannot be used.
    #[must_use]
    pub fn iteration(&self) -> Option<u32> {
        match (&self.message, &self.fragment) {
            (Some(message), _) => Some(message.iteration),
            (None, fragment) => fragment.as_ref()?.iteration,
        }
    }

    /// The form that `--json` prints.
    #[must_use]
    pub fn view(&self) -> ReplyView<'_> {
        let empty = ReplyView {
            status: self.status,
            state: None,
            task_id: None,
            iteration: None,
            sections: None,
            errors: &self.errors,
        };
        match (&self.message, &self.fragment) {
            (Some(message), _) => ReplyView {
                state: Some(message.state),
                task_id: Some(&message.task),
                iteration: Some(message.iteration),
                sections: Some(&message.sections),
                ..empty
            },
            (None, Some(fragment)) => ReplyView {
                state: fragment.state,
                task_id: fragment.task.as_ref(),
                iteration: fragment.iteration,
                sections: Some(&fragment.sections),
                ..empty
            },
            (None, None) => empty,
        }
    }
}

/// `{"status","state","task_id","iteration","sections":{NAME: text or list},"errors":[…]}`. What could
/// not be read is null; `sections` always is an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReplyView<'parsed> {
    status: Status,
    state: Option<State>,
    task_id: Option<&'parsed TaskId>,
    iteration: Option<u32>,
    #[serde(serialize_with = "object")]
    sections: Option<&'parsed Sections>,
    errors: &'parsed [ParseError],
}

fn object<S: serde::Serializer>(sections: &Option<&Sections>, serializer: S) -> Result<S::Ok, S::Error> {
    match sections {
        Some(sections) => sections.serialize(serializer),
        None => Sections::default().serialize(serializer),
    }
}
