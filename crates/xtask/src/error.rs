//! What can go wrong, with something to do about it.

use std::fmt;
use std::io;

/// Why a command could not be carried out.
#[derive(Debug)]
pub(crate) enum Error {
    /// It was called wrongly.
    Usage { text: String },
    /// A program is missing and cannot be installed from here.
    Missing { what: String, why: String, install: String },
    /// A program failed.
    Failed { command: String, code: Option<i32> },
    /// A file or process operation failed.
    Io { doing: String, source: io::Error },
    /// A program said something that cannot be read.
    Unreadable { what: String, source: serde_json::Error },
}

impl Error {
    /// What to do.
    pub(crate) fn hints(&self) -> Vec<String> {
        match self {
            Self::Missing { install, .. } => vec![install.clone()],
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage { text } => formatter.write_str(text.trim_end()),
            Self::Missing { what, why, .. } => write!(formatter, "`{what}` is missing; it is needed {why}"),
            Self::Failed { command, code: Some(code) } => write!(formatter, "`{command}` ended with exit code {code}"),
            Self::Failed { command, code: None } => write!(formatter, "`{command}` was ended by a signal"),
            Self::Io { doing, .. } => write!(formatter, "{doing} failed"),
            Self::Unreadable { what, .. } => write!(formatter, "{what} cannot be read"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            Self::Unreadable { source, .. } => Some(source),
            Self::Usage { .. } | Self::Missing { .. } | Self::Failed { .. } => None,
        }
    }
}
