//! Ending what was started, and all that it started.
//!
//! Measured with Codex 0.171.0: SIGINT ends it within 0.1 s and ends its running command too, and
//! the thread is left in a state that can be gone on with; SIGTERM and SIGKILL end it at once. In
//! the Linux sandbox every command dies with Codex, in whatever session it is and whatever it did
//! to its environment (a process namespace of its own, ended with its parent). Without a sandbox
//! commands in a session of their own survive it. They are found by the effect's mark in their
//! environment, and by their parents as long as these live.
//!
//! **The limit**: without a sandbox, a command that clears its environment and leaves its parents
//! before Codex is asked to end cannot be told from the person's own programs, and stays.

use std::collections::HashSet;
use std::io;
use std::time::Duration;

use c2c_os::process::{self, ProcessError, ProcessIdentity};
use c2c_ports::ExecutorError;
use tokio::time::Instant;

/// The variable that marks a child and all its descendants.
pub(crate) const MARK: &str = "C2C_EFFECT";

/// How long Codex has to end after SIGINT.
const POLITE: Duration = Duration::from_secs(5);
/// How long killed processes have to be gone.
const SWEEP: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(20);

/// Asks `process` to stop, and kills it when it does not. What descends from it at this moment is
/// returned, for the sweep: once it is gone nobody can tell any more.
pub(crate) async fn end(process: ProcessIdentity) -> Result<Vec<ProcessIdentity>, ExecutorError> {
    let family = look(move || process::descendants(process.pid)).await?;
    signalled(process::interrupt(&process))?;
    if !gone_within(process, POLITE).await {
        tracing::warn!(pid = process.pid, "Codex did not stop when asked; killing it");
        signalled(process::kill(&process))?;
        gone_within(process, SWEEP).await;
    }
    Ok(family)
}

/// Kills everything that carries `mark`, everything in `family` that lives, and all that descends
/// from these, until nothing is found.
pub(crate) async fn sweep(mark: &str, family: &[ProcessIdentity]) -> Result<(), ExecutorError> {
    let deadline = Instant::now() + SWEEP;
    loop {
        let (owned_mark, owned_family) = (mark.to_owned(), family.to_vec());
        let left = look(move || left_over(&owned_mark, &owned_family)).await?;
        if left.is_empty() {
            return Ok(());
        }
        for process in &left {
            tracing::debug!(pid = process.pid, mark, "ending a leftover process");
            signalled(process::kill(process))?;
        }
        if Instant::now() > deadline {
            let source = io::Error::new(io::ErrorKind::TimedOut, "they do not go away");
            return Err(ExecutorError::Io { doing: format!("cannot end all processes of `{mark}`"), source });
        }
        tokio::time::sleep(POLL).await;
    }
}

/// The marked processes that no other marked process started: Codex itself, when it lives.
pub(crate) async fn eldest(mark: &str) -> Result<Vec<ProcessIdentity>, ExecutorError> {
    let mark = mark.to_owned();
    look(move || {
        let marked = process::find_by_environment(MARK, &mark)?;
        let mut younger = HashSet::new();
        for process in &marked {
            younger.extend(process::descendants(process.pid)?);
        }
        Ok(marked.into_iter().filter(|process| !younger.contains(process)).collect())
    })
    .await
}

/// Whether `process` is gone before `time` is over.
pub(crate) async fn gone_within(process: ProcessIdentity, time: Duration) -> bool {
    let deadline = Instant::now() + time;
    while process::is_alive(&process) {
        if Instant::now() > deadline {
            return false;
        }
        tokio::time::sleep(POLL).await;
    }
    true
}

fn left_over(mark: &str, family: &[ProcessIdentity]) -> Result<HashSet<ProcessIdentity>, ProcessError> {
    let marked = process::find_by_environment(MARK, mark)?;
    let known = family.iter().copied().filter(process::is_alive);
    let mut left: HashSet<ProcessIdentity> = marked.into_iter().chain(known).collect();
    for process in left.clone() {
        left.extend(process::descendants(process.pid)?);
    }
    Ok(left)
}

/// Reads the list of processes away from the runtime's threads: it takes some milliseconds.
async fn look<T: Send + 'static>(
    list: impl FnOnce() -> Result<T, ProcessError> + Send + 'static,
) -> Result<T, ExecutorError> {
    tokio::task::spawn_blocking(list)
        .await
        .map_err(|error| unknown(io::Error::other(error)))?
        .map_err(|error| unknown(io::Error::other(error)))
}

fn unknown(source: io::Error) -> ExecutorError {
    ExecutorError::Io { doing: "cannot see which processes run".to_owned(), source }
}

fn signalled(sent: Result<bool, ProcessError>) -> Result<(), ExecutorError> {
    match sent {
        Ok(_) => Ok(()),
        Err(error) => Err(ExecutorError::Io {
            doing: "cannot end a process that Codex started".to_owned(),
            source: io::Error::other(error),
        }),
    }
}

#[cfg(test)]
mod tests;
