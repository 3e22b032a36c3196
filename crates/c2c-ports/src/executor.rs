//! The executor: Codex on this machine.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{BoxFuture, EffectId, StepObserver};

/// What Codex may touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sandbox {
    /// Look only.
    ReadOnly,
    /// Write in the workspace, no network.
    #[default]
    WorkspaceWrite,
    /// No sandbox. Only ever by the person's own choice.
    DangerFullAccess,
}

impl Sandbox {
    /// Every value, from strict to loose.
    pub const ALL: [Self; 3] = [Self::ReadOnly, Self::WorkspaceWrite, Self::DangerFullAccess];

    /// The sandbox of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sandbox| sandbox.as_str() == name)
    }

    /// Codex's name for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReadOnly => "read-only",
            Self::WorkspaceWrite => "workspace-write",
            Self::DangerFullAccess => "danger-full-access",
        }
    }
}

/// One piece of work for the executor. The same effect always carries the same job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The effect that runs it; names the job's files in the data folder.
    pub effect_id: EffectId,
    /// The workspace root, absolute.
    pub root: PathBuf,
    /// What to do.
    pub prompt: String,
    /// What may be touched.
    pub sandbox: Sandbox,
    /// How long it may take, in seconds.
    pub deadline_s: u64,
    /// The thread of the session's earlier executions, continued when it can be.
    pub thread_id: Option<String>,
}

/// How an execution came to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// The turn completed.
    Completed,
    /// The turn failed.
    Failed {
        /// Of which kind.
        kind: FailureKind,
        /// The executor's own words.
        message: String,
    },
    /// It was asked to stop.
    Cancelled,
    /// It ran out of time.
    DeadlinePassed,
}

/// What kind of failure ended a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// Nobody is logged in.
    NotLoggedIn,
    /// The plan's usage limit or quota is used up.
    UsageLimit,
    /// Too many requests for now.
    RateLimited,
    /// The model provider does not answer.
    ProviderDown,
    /// The request was refused.
    BadRequest,
    /// Its configuration cannot be used.
    BadConfig,
    /// Text that no rule knows.
    Unknown,
}

/// One command that the executor itself ran, seen in its events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandRun {
    /// The command line as the executor gives it.
    pub command: String,
    /// Its exit code; none when it did not end by itself.
    pub exit_code: Option<i32>,
    /// Standard output and error together, as text.
    pub output: String,
}

/// The model's own verdict in its structured result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultStatus {
    /// The plan was carried out.
    Ok,
    /// Carried out, but something fails.
    Failed,
    /// Could not be carried out.
    Blocked,
}

/// What the model reported about its work. Never taken for seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reported {
    /// Its verdict.
    pub status: ResultStatus,
    /// What it did, in a few sentences.
    pub summary: String,
    /// The test command it says it ran; empty when none.
    pub test_command: String,
    /// The tests' outcome in one line, such as `27 passed`; empty when none ran.
    pub tests: String,
    /// What it knows to be wrong still.
    pub known_issues: Vec<String>,
}

/// Tokens used by the whole thread so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens read.
    pub input_tokens: u64,
    /// Tokens written.
    pub output_tokens: u64,
}

/// A finished execution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Execution {
    /// How it ended.
    pub ended: Ended,
    /// The thread, for a later continuation.
    pub thread_id: Option<String>,
    /// Commands in the order they ended.
    pub commands: Vec<CommandRun>,
    /// The structured result; none when the final text was not one.
    pub reported: Option<Reported>,
    /// The final text.
    pub final_message: String,
    /// Tokens.
    pub usage: Option<Usage>,
}

/// What became of a job that another process may have started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// Nothing was started.
    NeverStarted,
    /// It ended, with this.
    Ended(Box<Execution>),
    /// It was cut off (and is surely gone now): its work may be half done.
    Cut {
        /// The thread, if it got that far.
        thread_id: Option<String>,
    },
}

/// A command to run again in the executor's own sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rerun<'a> {
    /// The workspace root, absolute.
    pub root: &'a Path,
    /// A shell command line.
    pub command: &'a str,
    /// The sandbox to run it in.
    pub sandbox: Sandbox,
    /// How long it may take, in seconds.
    pub deadline_s: u64,
}

/// The executor that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExecutorInfo {
    /// Where its program is.
    pub program: PathBuf,
    /// Its version.
    pub version: String,
    /// Something the person should know, such as a version that was never tried.
    pub warning: Option<String>,
}

/// Why the executor could not be run at all.
#[derive(Debug, thiserror::Error)]
pub enum ExecutorError {
    /// No program.
    #[error("the Codex program was not found")]
    Missing {
        /// Where it was looked for.
        looked_in: Vec<PathBuf>,
    },
    /// Older than the oldest one that works.
    #[error("Codex {found} is too old; {minimum} or newer is needed")]
    TooOld {
        /// Its version.
        found: String,
        /// The oldest that works.
        minimum: String,
    },
    /// A folder of Codex or C2C lies where the sandbox may write.
    #[error("{what} `{path}` lies where Codex may write")]
    Unprotected {
        /// Which folder.
        what: &'static str,
        /// Where it is.
        path: PathBuf,
    },
    /// A file or process operation failed.
    #[error("{doing}")]
    Io {
        /// What was being done.
        doing: String,
        /// Why it failed.
        #[source]
        source: std::io::Error,
    },
}

/// Runs plans. Implementations write each job's events to a file of its own and give the child a
/// locked file, so that any later process can find out what became of it.
pub trait Executor: Send + Sync {
    /// Finds the program and looks at its version.
    ///
    /// # Errors
    /// When it cannot be used.
    fn check(&self) -> BoxFuture<'_, Result<ExecutorInfo, ExecutorError>>;

    /// Runs `job` to its end; ends it early when `cancel` resolves. Nothing it started is left
    /// when this returns.
    ///
    /// # Errors
    /// When it could not be started.
    fn execute<'a>(
        &'a self,
        job: &'a Job,
        steps: &'a dyn StepObserver,
        cancel: BoxFuture<'a, ()>,
    ) -> BoxFuture<'a, Result<Execution, ExecutorError>>;

    /// Finds what became of `job`, and ends it when it still runs and is nobody's child.
    ///
    /// # Errors
    /// When it cannot be told.
    fn settle<'a>(&'a self, job: &'a Job, steps: &'a dyn StepObserver)
    -> BoxFuture<'a, Result<Settled, ExecutorError>>;

    /// Runs one command in the executor's sandbox, with its output.
    ///
    /// # Errors
    /// When the sandbox could not be started.
    fn rerun<'a>(&'a self, rerun: Rerun<'a>) -> BoxFuture<'a, Result<CommandRun, ExecutorError>>;
}
