//! The one error of the connector's tools: a stable code, a sentence, and something to do.
//!
//! It must never carry content of a withheld file, nor an absolute path.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The stable codes a client may act on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// A field of the input is missing, unknown, or out of its range.
    InvalidArgument,
    /// The path is not one that can name something in a workspace.
    InvalidPath,
    /// The path leads out of the workspace.
    OutsideWorkspace,
    /// It exists and is not shown.
    Withheld,
    /// Nothing there.
    NotFound,
    /// A file was asked for, something else is there.
    NotAFile,
    /// A folder was asked for, something else is there.
    NotADirectory,
    /// The file holds no text.
    BinaryFile,
    /// The workspace has no git repository.
    NotARepository,
    /// The repository cannot be read.
    RepositoryDamaged,
    /// The repository belongs to another user.
    RepositoryNotOwned,
    /// There is no git program.
    GitMissing,
    /// The repository has no commit yet.
    NoCommits,
    /// Over a size limit.
    TooBig,
    /// What the cursor belongs to is no longer the same.
    ChangedMeanwhile,
    /// The output was recorded and may not be read.
    OutputRestricted,
    /// The time for one call is over.
    TimedOut,
    /// Too many calls at once.
    Busy,
    /// The token does not allow this.
    InsufficientScope,
    /// A fault of C2C.
    Internal,
}

impl ErrorCode {
    /// The code as clients see it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidArgument => "INVALID_ARGUMENT",
            Self::InvalidPath => "INVALID_PATH",
            Self::OutsideWorkspace => "OUTSIDE_WORKSPACE",
            Self::Withheld => "WITHHELD",
            Self::NotFound => "NOT_FOUND",
            Self::NotAFile => "NOT_A_FILE",
            Self::NotADirectory => "NOT_A_DIRECTORY",
            Self::BinaryFile => "BINARY_FILE",
            Self::NotARepository => "NOT_A_REPOSITORY",
            Self::RepositoryDamaged => "REPOSITORY_DAMAGED",
            Self::RepositoryNotOwned => "REPOSITORY_NOT_OWNED",
            Self::GitMissing => "GIT_MISSING",
            Self::NoCommits => "NO_COMMITS",
            Self::TooBig => "TOO_BIG",
            Self::ChangedMeanwhile => "CHANGED_MEANWHILE",
            Self::OutputRestricted => "OUTPUT_RESTRICTED",
            Self::TimedOut => "TIMED_OUT",
            Self::Busy => "BUSY",
            Self::InsufficientScope => "INSUFFICIENT_SCOPE",
            Self::Internal => "INTERNAL",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A tool call that could not be answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{code}: {message}")]
pub struct ToolError {
    /// What kind it is.
    pub code: ErrorCode,
    /// What happened, in a sentence; names stand in backticks.
    pub message: String,
    /// What the caller can do about it; empty when there is nothing.
    pub hint: String,
    /// For the log only, beside the reference id that the client gets: never sent.
    #[serde(skip)]
    pub detail: Option<String>,
}

impl ToolError {
    /// An error with something to do.
    pub fn new(code: ErrorCode, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: hint.into(), detail: None }
    }

    /// `INVALID_ARGUMENT` about one field.
    #[must_use]
    pub fn invalid_argument(field: &str, found: &dyn fmt::Display, expected: &str) -> Self {
        Self::new(
            ErrorCode::InvalidArgument,
            format!("`{field}` is `{found}`; expected {expected}"),
            format!("call again with `{field}` as {expected}"),
        )
    }

    /// `WITHHELD` for a path.
    #[must_use]
    pub fn withheld(path: &str, reason: &str) -> Self {
        Self::new(
            ErrorCode::Withheld,
            format!("`{path}` is withheld: {reason}"),
            "work without its content, or ask the person who runs C2C",
        )
    }

    /// `NOT_FOUND` for a path.
    #[must_use]
    pub fn not_found(path: &str) -> Self {
        Self::new(
            ErrorCode::NotFound,
            format!("`{path}` does not exist"),
            "look for it with `find_files` or `list_directory`",
        )
    }

    /// What stands in a `withheld` list for a path that met this error.
    pub(crate) fn reason_for(&self, path: &crate::path::RelPath) -> String {
        let withheld = format!("`{path}` is withheld: ");
        self.message.strip_prefix(&withheld).unwrap_or(&self.message).to_owned()
    }

    /// `TIMED_OUT`, where no part of an answer was ready.
    #[must_use]
    pub fn timed_out(doing: &str) -> Self {
        Self::new(
            ErrorCode::TimedOut,
            format!("{doing} took longer than one call may"),
            "narrow the call, for example with a path",
        )
    }

    /// `INTERNAL`: the chain goes to the log, the client gets only what was being done.
    #[must_use]
    pub fn internal(doing: &str, source: &dyn std::error::Error) -> Self {
        let mut detail = source.to_string();
        let mut next = source.source();
        while let Some(cause) = next {
            detail.push_str(": ");
            detail.push_str(&cause.to_string());
            next = cause.source();
        }
        Self {
            code: ErrorCode::Internal,
            message: format!("{doing} failed"),
            hint: "try again; if it stays, the log of C2C has the cause under the reference".to_owned(),
            detail: Some(detail),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_written_as_serde_writes_it() {
        for code in [ErrorCode::NotADirectory, ErrorCode::RepositoryNotOwned, ErrorCode::Internal, ErrorCode::TooBig] {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        }
    }

    #[test]
    fn an_internal_error_keeps_its_cause_out_of_what_is_sent() {
        let cause = std::io::Error::other("/home/someone/secret is odd");
        let error = ToolError::internal("listing `src`", &cause);
        let sent = serde_json::to_string(&error).unwrap();
        assert!(!sent.contains("someone"), "{sent}");
        assert_eq!(error.detail.as_deref(), Some("/home/someone/secret is odd"));
    }
}
