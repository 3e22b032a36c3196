//! The sessions that run in this process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use c2c_orchestrator::RunUntil;
use c2c_ports::SessionId;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::place::Place;
use crate::verbs::Run;
use crate::verbs::run::{Manner, Ready, run_to_end};

/// The sessions that run here, each in a task of its own.
#[derive(Debug, Default)]
pub(super) struct Runs(Mutex<HashMap<SessionId, Running>>);

#[derive(Debug)]
struct Running {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Runs {
    /// Whether any session runs here.
    pub(super) fn any(&self) -> bool {
        !self.lock().is_empty()
    }

    /// Runs a session until it ends, or is told to stop. `goes_on` says whether it goes on where it paused.
    pub(super) fn begin(self: &Arc<Self>, app: &Arc<App>, place: Place, ready: Ready, run: &Run, goes_on: bool) {
        let id = ready.session.id.clone();
        let (stop, mut stopped) = watch::channel(false);
        let (runs, app, run) = (Arc::clone(self), Arc::clone(app), run.clone());
        let key = id.clone();
        // Held until the task is noted: it cannot take itself off the list before it is on it.
        let mut all = self.lock();
        let task = tokio::spawn(async move {
            let shutdown = async move {
                stopped.wait_for(|stop| *stop).await.ok();
            };
            let manner = Manner { until: RunUntil::Ended, goes_on, serves: false };
            if let Err(error) = run_to_end(&app, &place, ready, &run, manner, shutdown).await {
                let error: &dyn std::error::Error = &error;
                tracing::error!(session = key.as_str(), error, "a session broke off");
            }
            runs.lock().remove(&key);
        });
        all.insert(id, Running { stop, task });
    }

    /// Gives one session back in good order. Nothing happens when it does not run here.
    pub(super) async fn end(&self, id: &SessionId, patience: Duration) -> bool {
        let Some(Running { stop, task }) = self.lock().remove(id) else { return true };
        stop.send_replace(true);
        tokio::time::timeout(patience, task).await.is_ok()
    }

    /// Gives all sessions back in good order. What takes longer than `patience` is left as it is: the next process
    /// settles it.
    pub(super) async fn end_all(&self, patience: Duration) {
        let all: Vec<(SessionId, Running)> = self.lock().drain().collect();
        for (_, running) in &all {
            running.stop.send_replace(true);
        }
        let until = tokio::time::Instant::now() + patience;
        for (id, running) in all {
            if tokio::time::timeout_at(until, running.task).await.is_err() {
                tracing::warn!(session = id.as_str(), "a session was not given back in time");
            }
        }
    }

    /// Ends all runs where they stand, as a kill does.
    #[cfg(test)]
    pub(super) async fn abort_all(&self) {
        let all: Vec<Running> = self.lock().drain().map(|(_, running)| running).collect();
        for running in all {
            running.task.abort();
            running.task.await.ok();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Running>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
