//! What a lender and a keeper say to each other: JSON, each message after its length in bytes and a
//! line break, and with a line break behind it.

use std::io::{self, BufRead, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The longest message. Texts of a mebibyte are usual; escaping can make six of one.
const MAX_BYTES: u64 = 64 << 20;

/// What a lender wants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "want", rename_all = "snake_case")]
pub(super) enum Request {
    /// Keep what is there and put `text` there.
    Lend {
        /// The text.
        text: String,
    },
    /// Put `text` there for good.
    Copy {
        /// The text.
        text: String,
    },
    /// Tell the text that is there.
    Text,
    /// Put back what was kept, if the clipboard still holds what was lent, or `copied`.
    Return {
        /// What a program was asked to copy meanwhile.
        copied: Option<String>,
    },
}

/// What a keeper answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub(super) enum Answer {
    /// The text is on the clipboard.
    Lent,
    /// The text is on the clipboard and stays there.
    Copied,
    /// What is on the clipboard.
    Text {
        /// None when it is no text.
        text: Option<String>,
    },
    /// The end of a lending.
    Returned {
        /// Whether what was kept is back; else somebody copied something else, which stays.
        is_restored: bool,
    },
    /// There is no clipboard.
    Lacks {
        /// Whether that is because the session is Wayland's.
        is_wayland: bool,
    },
    /// Surely nothing happened.
    Refused {
        /// Why.
        reason: String,
    },
    /// It failed.
    Failed {
        /// Why.
        reason: String,
    },
}

/// Why the clipboard could not be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BoardError {
    /// The machine lacks something. Only X11 clipboards can be missing.
    #[cfg(target_os = "linux")]
    #[error("{}", .0.message())]
    Lacks(crate::desk::Lacking),
    /// Surely nothing happened.
    #[error("{0}")]
    Refused(String),
    /// It failed.
    #[error("{0}")]
    Failed(String),
}

impl From<BoardError> for Answer {
    fn from(error: BoardError) -> Self {
        match error {
            #[cfg(target_os = "linux")]
            BoardError::Lacks(what) => Self::Lacks { is_wayland: what == crate::desk::Lacking::X11 },
            BoardError::Refused(reason) => Self::Refused { reason },
            BoardError::Failed(reason) => Self::Failed { reason },
        }
    }
}

/// Writes one message.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write(mut output: impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(message)?;
    text.push(b'\n');
    output.write_all(format!("{}\n", text.len() - 1).as_bytes())?;
    output.write_all(&text)?;
    output.flush()
}

/// Reads one message; none at the end.
///
/// # Errors
/// When it cannot be read or understood.
pub(super) fn read<T: DeserializeOwned>(mut input: impl BufRead) -> io::Result<Option<T>> {
    let invalid = || io::Error::from(io::ErrorKind::InvalidData);
    let mut length = String::new();
    // No length has more than twenty digits.
    if io::Read::take(&mut input, 21).read_line(&mut length)? == 0 {
        return Ok(None);
    }
    let length: u64 = length.trim_end().parse().map_err(|_| invalid())?;
    if length > MAX_BYTES {
        return Err(invalid());
    }
    let mut text = Vec::new();
    io::Read::read_to_end(&mut io::Read::take(&mut input, length + 1), &mut text)?;
    if text.pop() != Some(b'\n') || text.len() as u64 != length {
        return Err(invalid());
    }
    Ok(Some(serde_json::from_slice(&text)?))
}

#[cfg(test)]
mod tests;
