//! What became of a job that another process may have started.
//!
//! The lock tells whether the job's Codex lives; see `job`. It is taken first and kept while the
//! files are read, so that an owner that slept and woke cannot start the job meanwhile. These are
//! the cases:
//!
//! | files | lock | events | answer |
//! |---|---|---|---|
//! | none | | | never started |
//! | there | held | | its Codex is ended, then as below |
//! | there | free | none | never started: the first event comes before the turn |
//! | there | free | end of the turn | ended |
//! | there | free | no end | cut |

use std::time::Duration;

use c2c_os::process::{self, ProcessIdentity};
use c2c_ports::{ExecuteStep, ExecutorError, Job, Point, Settled, StepObserver};
use tokio::time::Instant;

use crate::ending;
use crate::exec::unwatched;
use crate::follow::EventFile;
use crate::job::JobFiles;
use crate::outcome::{self, Gone};

/// How long the lock may stay held by somebody who cannot be found: a child between fork and exec
/// has no mark yet, and an owner holds the lock for a moment before it starts one.
const PATIENCE: Duration = Duration::from_secs(15);
const POLL: Duration = Duration::from_millis(50);

pub(crate) async fn settle(files: JobFiles, job: &Job, steps: &dyn StepObserver) -> Result<Settled, ExecutorError> {
    if !files.exist() {
        return Ok(Settled::NeverStarted);
    }
    let mark = job.effect_id.as_str();
    let deadline = Instant::now() + PATIENCE;
    let mut family = Vec::new();
    let lock = loop {
        if let Some(lock) = files.lock()? {
            break lock;
        }
        for process in alive(&files, mark).await? {
            tracing::info!(pid = process.pid, effect = mark, "ending a Codex that lost its owner");
            family.extend(ending::end(process).await?);
        }
        if Instant::now() > deadline {
            return Err(files.busy());
        }
        tokio::time::sleep(POLL).await;
    };
    let reached = |step| steps.reached(&job.effect_id, Point::Execute(step));
    reached(ExecuteStep::Ended);
    ending::sweep(mark, &family).await?;
    files.clear_mounts(&job.root);
    reached(ExecuteStep::Swept);
    let settled = read(&files).await?;
    drop(lock);
    Ok(settled)
}

/// The job's Codex: by its note, else by its mark.
async fn alive(files: &JobFiles, mark: &str) -> Result<Vec<ProcessIdentity>, ExecutorError> {
    match files.noted().filter(process::is_alive) {
        Some(process) => Ok(vec![process]),
        None => ending::eldest(mark).await,
    }
}

async fn read(files: &JobFiles) -> Result<Settled, ExecutorError> {
    let Some(file) = files.open_events()? else {
        return Ok(Settled::NeverStarted);
    };
    let events = tokio::task::spawn_blocking(move || {
        let mut events = EventFile::new(file);
        events.advance().map(|()| events)
    });
    let events = events.await.map_err(|error| unwatched(std::io::Error::other(error)))?.map_err(unwatched)?;
    if events.is_empty() {
        return Ok(Settled::NeverStarted);
    }
    let transcript = events.finish();
    if transcript.end.is_none() {
        return Ok(Settled::Cut { thread_id: transcript.thread_id });
    }
    let execution = outcome::execution(transcript, Gone::ByItself, &files.stderr_tail());
    Ok(Settled::Ended(Box::new(execution)))
}
