//! A control message that was read, and views of it by state.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::section::Section;
use crate::state::State;
use crate::task_id::TaskId;

/// What stands in a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Lines joined by `\n`.
    Text(String),
    /// One entry an item, each of which may have several lines.
    List(Vec<String>),
}

impl Value {
    /// Whether nothing is said in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::List(items) => items.is_empty(),
        }
    }

    /// As one text: a list becomes lines.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::List(items) => items.join("\n"),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<String>> for Value {
    fn from(items: Vec<String>) -> Self {
        Self::List(items)
    }
}

/// The sections of a message in the order in which they came; each name once. Known and unknown
/// ones alike; names are written the way the wire writes them (`SUCCESS_CRITERIA`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sections(Vec<(String, Value)>);

impl Sections {
    /// The value of a section by its name on the wire.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The text of a section, if it is there and is text.
    #[must_use]
    pub fn text(&self, section: Section) -> Option<&str> {
        match self.get(section.as_str())? {
            Value::Text(text) => Some(text),
            Value::List(_) => None,
        }
    }

    /// The items of a section, if it is there and is a list.
    #[must_use]
    pub fn list(&self, section: Section) -> Option<&[String]> {
        match self.get(section.as_str())? {
            Value::List(items) => Some(items),
            Value::Text(_) => None,
        }
    }

    /// Names and values in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The sections that the specification does not know.
    pub fn unknown(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.iter().filter(|(name, _)| Section::from_name(name).is_none())
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(String, Value)> for Sections {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(sections: I) -> Self {
        Self(sections.into_iter().collect())
    }
}

impl Serialize for Sections {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// A complete message for us.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ControlMessage {
    /// What it says.
    pub state: State,
    /// Which task it is about.
    #[serde(rename = "task_id")]
    pub task: TaskId,
    /// Which iteration it is about.
    pub iteration: u32,
    /// The rest.
    pub sections: Sections,
}

/// A PLAN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan<'message> {
    /// What the iteration is for.
    pub goal: &'message str,
    /// Why so.
    pub rationale: &'message str,
    /// The steps, in order; at least one.
    pub actions: &'message [String],
    /// Where changes are expected.
    pub files: &'message str,
    /// What to test.
    pub tests: &'message str,
    /// When it is finished.
    pub success_criteria: &'message str,
}

/// A BLOCKED.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blocked<'message> {
    /// Why it does not go on.
    pub reason: &'message str,
    /// What is needed; at least one.
    pub needs: &'message [String],
}

impl ControlMessage {
    /// The plan, if this is a PLAN.
    #[must_use]
    pub fn plan(&self) -> Option<Plan<'_>> {
        if self.state != State::Plan {
            return None;
        }
        Some(Plan {
            goal: self.sections.text(Section::Goal)?,
            rationale: self.sections.text(Section::Rationale)?,
            actions: self.sections.list(Section::Actions)?,
            files: self.sections.text(Section::FilesLikelyInvolved)?,
            tests: self.sections.text(Section::Tests)?,
            success_criteria: self.sections.text(Section::SuccessCriteria)?,
        })
    }

    /// The summary, if this is a DONE.
    #[must_use]
    pub fn done(&self) -> Option<&str> {
        (self.state == State::Done).then(|| self.sections.text(Section::Summary)).flatten()
    }

    /// What is wrong and what is needed, if this is a BLOCKED.
    #[must_use]
    pub fn blocked(&self) -> Option<Blocked<'_>> {
        if self.state != State::Blocked {
            return None;
        }
        Some(Blocked { reason: self.sections.text(Section::Reason)?, needs: self.sections.list(Section::Needs)? })
    }

    /// The reason, if this is an ERROR.
    #[must_use]
    pub fn error(&self) -> Option<&str> {
        (self.state == State::Error).then(|| self.sections.text(Section::Reason)).flatten()
    }
}
