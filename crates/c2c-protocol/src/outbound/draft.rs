//! A message as it is about to be written, and the strict renderer.
//!
//! ```text
//! message  = "[C2C]" LF "STATE: " state LF "TASK_ID: " task LF "ITERATION: " number LF *section [closing]
//! section  = LF name ":" LF value LF
//! closing  = LF text LF
//! ```
//! The last line feed is left out. Items of ACTIONS are written `1. `, those of other lists `- `.

use crate::message::Value;
use crate::outbound::content::{self, Finding, Pattern};
use crate::section::Section;
use crate::state::State;
use crate::task_id::TaskId;

/// The most bytes of UTF-8 a message may have: it must stay under 1 KiB.
pub const MESSAGE_MAX: usize = 1_023;

/// A message to be rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// What it says.
    pub state: State,
    /// Which task it is about.
    pub task: TaskId,
    /// Which iteration it is about.
    pub iteration: u32,
    /// Names as on the wire, and values.
    pub sections: Vec<(String, Value)>,
    /// A request that stands after the sections, outside of them.
    pub closing: Option<String>,
}

/// Why a draft cannot be a message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// It is 1,024 bytes or more.
    #[error(
        "the message has {bytes} bytes and may have {MESSAGE_MAX}; the longest field is `{field}` with {field_bytes}"
    )]
    TooLong {
        /// Bytes of the whole message.
        bytes: usize,
        /// The longest field.
        field: String,
        /// Bytes of that field.
        field_bytes: usize,
    },
    /// A field carries content, which belongs into the connector.
    #[error("`{field}` carries content, not state: {} at line {}", .finding.pattern.description(), .finding.line)]
    Content {
        /// The field.
        field: String,
        /// What was recognised, and where.
        finding: Finding,
    },
    /// A section that this state needs is not there or empty.
    #[error("{state} needs the section `{field}`")]
    Missing {
        /// The state.
        state: State,
        /// The section.
        field: &'static str,
    },
    /// A section's name is not written in capitals, digits and `_`, or is a name of the header.
    #[error("`{name}` cannot be the name of a section: capitals, digits and `_` are wanted")]
    Name {
        /// The name.
        name: String,
    },
    /// A section comes twice.
    #[error("the section `{name}` comes twice")]
    Twice {
        /// The name.
        name: String,
    },
    /// INIT always is iteration 0.
    #[error("INIT is iteration 0, not {iteration}")]
    InitIteration {
        /// The number given.
        iteration: u32,
    },
}

impl RenderError {
    /// The pattern that refused the message, if one did.
    #[must_use]
    pub fn pattern(&self) -> Option<Pattern> {
        match self {
            Self::Content { finding, .. } => Some(finding.pattern),
            _ => None,
        }
    }
}

impl Draft {
    /// A message without sections.
    #[must_use]
    pub fn new(state: State, task: TaskId, iteration: u32) -> Self {
        Self { state, task, iteration, sections: Vec::new(), closing: None }
    }

    /// Adds a known section.
    #[must_use]
    pub fn with(mut self, section: Section, value: impl Into<Value>) -> Self {
        self.sections.push((section.as_str().to_owned(), value.into()));
        self
    }

    /// The text, whatever is in it.
    pub(crate) fn layout(&self) -> String {
        let mut text = format!("[C2C]\nSTATE: {}\nTASK_ID: {}\nITERATION: {}\n", self.state, self.task, self.iteration);
        for (name, value) in &self.sections {
            text.push('\n');
            text.push_str(name);
            text.push_str(":\n");
            text.push_str(&written(name, value));
            text.push('\n');
        }
        if let Some(closing) = &self.closing {
            text.push('\n');
            text.push_str(closing);
            text.push('\n');
        }
        text.truncate(text.trim_end_matches('\n').len());
        text
    }
}

/// Renders a message, or says why it cannot be one.
///
/// # Errors
/// See [`RenderError`].
pub fn render(draft: &Draft) -> Result<String, RenderError> {
    if draft.state == State::Init && draft.iteration != 0 {
        return Err(RenderError::InitIteration { iteration: draft.iteration });
    }
    check_names(draft)?;
    for section in draft.state.required_sections() {
        let field = section.as_str();
        let value = draft.sections.iter().find(|(name, _)| name == field);
        if value.is_none_or(|(_, value)| value.to_text().trim().is_empty()) {
            return Err(RenderError::Missing { state: draft.state, field });
        }
    }
    for (name, value) in &draft.sections {
        refuse_content(name, value)?;
    }
    if let Some(closing) = &draft.closing {
        refuse_content(CLOSING, &Value::Text(closing.clone()))?;
    }
    let text = draft.layout();
    if text.len() > MESSAGE_MAX {
        return Err(too_long(draft, text.len()));
    }
    Ok(text)
}

/// How errors name the closing.
const CLOSING: &str = "closing";

fn check_names(draft: &Draft) -> Result<(), RenderError> {
    for (at, (name, _)) in draft.sections.iter().enumerate() {
        let plain = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
        let header = matches!(name.as_str(), "STATE" | "TASK_ID" | "ITERATION");
        if !plain || header || !name.starts_with(|first: char| first.is_ascii_uppercase()) {
            return Err(RenderError::Name { name: name.chars().take(80).collect() });
        }
        if draft.sections[..at].iter().any(|(earlier, _)| earlier == name) {
            return Err(RenderError::Twice { name: name.clone() });
        }
    }
    Ok(())
}

fn refuse_content(field: &str, value: &Value) -> Result<(), RenderError> {
    let found = match value {
        Value::Text(text) => content::find(text),
        Value::List(items) => items.iter().find_map(|item| content::find(item)),
    };
    match found {
        Some(finding) => Err(RenderError::Content { field: field.to_owned(), finding }),
        None => Ok(()),
    }
}

fn too_long(draft: &Draft, bytes: usize) -> RenderError {
    let mut field = (CLOSING, draft.closing.as_ref().map_or(0, String::len));
    for (name, value) in &draft.sections {
        let length = written(name, value).len();
        if length > field.1 {
            field = (name, length);
        }
    }
    RenderError::TooLong { bytes, field: field.0.to_owned(), field_bytes: field.1 }
}

/// A value as it is written under its name.
fn written(name: &str, value: &Value) -> String {
    let items = match value {
        Value::Text(text) => return text.clone(),
        Value::List(items) => items,
    };
    let mut text = String::new();
    for (at, item) in items.iter().enumerate() {
        let mark = if name == Section::Actions.as_str() { format!("{}. ", at + 1) } else { "- ".to_owned() };
        if at > 0 {
            text.push('\n');
        }
        text.push_str(&mark);
        // Further lines stand under the first, so that nothing in them can look like a new item.
        let indent = " ".repeat(mark.len());
        for (number, line) in item.split('\n').enumerate() {
            if number > 0 {
                text.push('\n');
                if !line.is_empty() {
                    text.push_str(&indent);
                }
            }
            text.push_str(line);
        }
    }
    text
}

#[cfg(test)]
mod tests;
