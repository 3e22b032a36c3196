//! The name of a task, which every message carries.

use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The longest task id, in characters.
pub const TASK_ID_MAX: usize = 64;

/// A task id: 1 to 64 of `A`–`Z`, `a`–`z`, `0`–`9`, `_` and `-`. Compared exactly.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TaskId(String);

/// Why a text is no task id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a task id: 1 to 64 letters, digits, `_` or `-` are wanted")]
pub struct TaskIdError {
    /// The first 80 characters of the text.
    pub text: String,
}

impl TaskId {
    /// Makes `c2c_` and eight hexadecimal digits out of four random bytes.
    #[must_use]
    pub fn from_random(bytes: [u8; 4]) -> Self {
        let mut text = String::with_capacity(12);
        text.push_str("c2c_");
        for byte in bytes {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        Self(text)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TaskId {
    type Err = TaskIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = (1..=TASK_ID_MAX).contains(&text.len());
        if fits && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-') {
            Ok(Self(text.to_owned()))
        } else {
            Err(TaskIdError { text: text.chars().take(80).collect() })
        }
    }
}

impl TryFrom<String> for TaskId {
    type Error = TaskIdError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<TaskId> for String {
    fn from(task: TaskId) -> Self {
        task.0
    }
}

impl AsRef<str> for TaskId {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TaskId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests;
