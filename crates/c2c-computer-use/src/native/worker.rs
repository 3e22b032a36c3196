//! A thread that holds what must stay on one thread, and answers in time or not at all.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::desk::DeskError;

type Job<T> = Box<dyn FnOnce(&mut T) + Send>;

/// The thread. It ends when this is dropped and it has done what it is at.
pub(super) struct Worker<T> {
    jobs: Sender<Job<T>>,
}

impl<T: 'static> Worker<T> {
    /// Starts it with what `make` makes there.
    ///
    /// # Errors
    /// `make`'s, or when it takes longer than `patience`.
    pub(super) fn start(
        patience: Duration,
        make: impl FnOnce() -> Result<T, DeskError> + Send + 'static,
    ) -> Result<Self, DeskError> {
        const DOING: &str = "connecting to accessibility";
        let (jobs, todo) = mpsc::channel::<Job<T>>();
        let (made, answer) = mpsc::channel();
        let thread = std::thread::Builder::new().name("desk".to_owned()).spawn(move || {
            let mut held = match make() {
                Ok(held) => held,
                Err(error) => {
                    // Nobody waits any more when this fails.
                    made.send(Err(error)).unwrap_or_default();
                    return;
                }
            };
            if made.send(Ok(())).is_ok() {
                todo.into_iter().for_each(|job| job(&mut held));
            }
        });
        thread.map_err(|error| DeskError::Refused { doing: DOING, reason: error.to_string() })?;
        answer.recv_timeout(patience).map_err(|error| ended(DOING, error, patience))??;
        Ok(Self { jobs })
    }

    /// Has `job` done there, and waits for it. A job that has not begun in time is never done.
    ///
    /// # Errors
    /// The job's; [`DeskError::Failed`] when it takes longer than `patience`.
    pub(super) fn ask<R: Send + 'static>(
        &self,
        doing: &'static str,
        patience: Duration,
        job: impl FnOnce(&mut T) -> Result<R, DeskError> + Send + 'static,
    ) -> Result<R, DeskError> {
        let deadline = Instant::now() + patience;
        let (done, answer) = mpsc::channel();
        let job = move |held: &mut T| {
            if Instant::now() < deadline {
                done.send(job(held)).unwrap_or_default();
            }
        };
        let stopped = |_| DeskError::Refused { doing, reason: "its thread has ended".to_owned() };
        self.jobs.send(Box::new(job)).map_err(stopped)?;
        answer.recv_timeout(patience).map_err(|error| ended(doing, error, patience))?
    }
}

fn ended(doing: &'static str, error: RecvTimeoutError, patience: Duration) -> DeskError {
    let reason = match error {
        RecvTimeoutError::Timeout => format!("no answer within {} s", patience.as_secs_f32()),
        RecvTimeoutError::Disconnected => "its thread has ended".to_owned(),
    };
    DeskError::Failed { doing, reason }
}

#[cfg(test)]
mod tests;
