//! Why git could not answer, as kinds that callers tell apart.

use std::io;

use c2c_os::command::CommandError;

use crate::tool_error::{ErrorCode, ToolError};

/// What went wrong. Texts never carry an absolute path or the content of a file.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// No usable git program.
    #[error("there is no usable git program: {reason}")]
    Missing {
        /// What is wrong with it.
        reason: String,
    },
    /// No repository that may be read.
    #[error("the workspace has no git repository that is read: {reason}")]
    NotARepository {
        /// Why not.
        reason: String,
    },
    /// It belongs to somebody else.
    #[error("{what} belongs to another user")]
    NotOwned {
        /// Which folder.
        what: &'static str,
    },
    /// It is there and cannot be read.
    #[error("the repository cannot be read: {reason}")]
    Damaged {
        /// What failed.
        reason: String,
    },
    /// No commit yet.
    #[error("the repository has no commit yet")]
    NoCommits,
    /// Over a limit.
    #[error("{what}")]
    TooBig {
        /// What is too big, and the limit.
        what: String,
    },
    /// The time of the call is over.
    #[error("{doing} took longer than one call may")]
    TimedOut {
        /// What was being done.
        doing: String,
    },
    /// A revision that is no revision, or that is not there.
    #[error("`{field}` is `{found}`; {why}")]
    Revision {
        /// The field of the input.
        field: &'static str,
        /// What was given.
        found: String,
        /// What is wrong.
        why: &'static str,
    },
    /// Our own folder failed.
    #[error("{doing} failed")]
    Io {
        /// What was being done.
        doing: String,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// A git command failed although nothing is known to be wrong with the repository.
    #[error("`git {command}` failed")]
    Failed {
        /// Its first argument.
        command: String,
        /// What it printed, for the log.
        #[source]
        source: io::Error,
    },
}

impl GitError {
    pub(crate) fn io(doing: &str, source: io::Error) -> Self {
        Self::Io { doing: doing.to_owned(), source }
    }

    pub(crate) fn not_a_repository(reason: impl Into<String>) -> Self {
        Self::NotARepository { reason: reason.into() }
    }

    pub(crate) fn damaged(reason: impl Into<String>) -> Self {
        Self::Damaged { reason: reason.into() }
    }

    pub(crate) fn run(command: &str, error: CommandError) -> Self {
        match error {
            CommandError::DeadlinePassed { .. } | CommandError::Cancelled { .. } => {
                Self::TimedOut { doing: format!("`git {command}`") }
            }
            CommandError::NotFound { .. } => Self::Missing { reason: "it is gone".to_owned() },
            CommandError::Start { source, .. } | CommandError::Watch { source, .. } => {
                Self::io(&format!("running `git {command}`"), source)
            }
        }
    }
}

impl From<GitError> for ToolError {
    fn from(error: GitError) -> Self {
        let (code, hint) = match &error {
            GitError::Missing { .. } => (ErrorCode::GitMissing, "the person who runs C2C has to install git"),
            GitError::NotARepository { .. } => (ErrorCode::NotARepository, "work with the file tools"),
            GitError::NotOwned { .. } => (
                ErrorCode::RepositoryNotOwned,
                "the person who runs C2C has to own the folder, or work with the file tools",
            ),
            GitError::Damaged { .. } => (
                ErrorCode::RepositoryDamaged,
                "work with the file tools; the person who runs C2C can look with `git fsck`",
            ),
            GitError::NoCommits => (ErrorCode::NoCommits, "look at `git_status`, or at `git_diff` against nothing"),
            GitError::TooBig { .. } => (ErrorCode::TooBig, "narrow the call with `path`, or work with the file tools"),
            GitError::TimedOut { .. } => (ErrorCode::TimedOut, "narrow the call, for example with `path`"),
            GitError::Revision { field, .. } => {
                return Self::new(
                    ErrorCode::InvalidArgument,
                    error.to_string(),
                    format!(
                        "call again with `{field}` as a commit id, branch or tag that `git_log` or `git_status` shows"
                    ),
                );
            }
            GitError::Io { .. } | GitError::Failed { .. } => return Self::internal("reading the repository", &error),
        };
        Self::new(code, error.to_string(), hint)
    }
}
