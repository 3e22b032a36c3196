//! The one error of every verb: what is wrong, why, and what can be done about it.
//!
//! The hints are made here, where a lower error becomes one of these, so that all edges give the same
//! advice. Edges act on [`ErrorKind`] alone, never on text.

use std::error::Error;

use c2c_ipc::ErrorShape;
use c2c_ipc::app::Reason;

mod from;

pub(crate) use from::PUT_BACK;

/// What an edge does about an error depends on this alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// What was asked for is not possible as asked.
    User,
    /// A setting, a folder or a program of this machine is not as it must be.
    Config,
    /// It is too early or too late for it.
    Precondition,
    /// The thing asked about does not exist.
    NotFound,
    /// Somebody else holds it.
    Conflict,
    /// It cannot be done at the moment.
    Unavailable,
    /// A fault in C2C. Its causes go to the log; people get a reference.
    Internal,
}

impl ErrorKind {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::User,
        Self::Config,
        Self::Precondition,
        Self::NotFound,
        Self::Conflict,
        Self::Unavailable,
        Self::Internal,
    ];

    /// The stable code in `--json`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Config => "config",
            Self::Precondition => "precondition",
            Self::NotFound => "not_found",
            Self::Conflict => "conflict",
            Self::Unavailable => "unavailable",
            Self::Internal => "internal",
        }
    }
}

/// Why a verb did not do what was asked.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct ApiError {
    /// Of which kind.
    pub kind: ErrorKind,
    /// What exactly, where the app says it in its own words.
    pub reason: Option<Reason>,
    /// What is wrong, naming the thing in backticks. Never repeats its source.
    pub message: String,
    /// What can be done: each a command, a setting or a button.
    pub hints: Vec<String>,
    /// Why.
    #[source]
    pub source: Option<Box<dyn Error + Send + Sync>>,
}

impl ApiError {
    /// An error without hints and cause.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, reason: None, message: message.into(), hints: Vec::new(), source: None }
    }

    /// Adds something to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Says what exactly is wrong.
    #[must_use]
    pub fn reason(mut self, reason: Reason) -> Self {
        self.reason = Some(reason);
        self
    }

    /// Adds the cause.
    #[must_use]
    pub fn because(mut self, source: impl Error + Send + Sync + 'static) -> Self {
        self.source = Some(Box::new(source));
        self
    }

    /// The causes as text, outermost first.
    #[must_use]
    pub fn causes(&self) -> Vec<String> {
        let mut causes = Vec::new();
        let mut next: Option<&dyn Error> = Error::source(self);
        while let Some(cause) = next {
            causes.push(cause.to_string());
            next = cause.source();
        }
        causes
    }

    /// The error as it crosses a border. An internal one keeps its causes back: it carries
    /// `reference`, under which [`ApiError::log`] wrote them into the log.
    #[must_use]
    pub fn shape(&self, reference: &str) -> ErrorShape {
        let mut shape = ErrorShape {
            code: self.kind.as_str().to_owned(),
            reason: self.reason.map(|reason| reason.as_str().to_owned()),
            message: self.message.clone(),
            causes: self.causes(),
            hints: self.hints.clone(),
        };
        if self.kind == ErrorKind::Internal {
            shape.causes.clear();
            shape.hints.push(format!("look for `{reference}` in the log, in the folder `logs` of C2C's data folder"));
        }
        shape
    }

    /// Writes an internal error with its causes into the log under `reference`.
    pub fn log(&self, reference: &str) {
        if self.kind == ErrorKind::Internal {
            tracing::error!(reference, error = %self.message, causes = ?self.causes(), "internal error");
        }
    }
}

#[cfg(test)]
mod tests;
