//! Noticing what anybody changed in the store, and who is gone.

use std::sync::Arc;
use std::time::Duration;

use c2c_ipc::app::OverviewView;

use super::{Host, blocking, handed, rows};
use crate::error::ApiError;

/// How often the store is asked whether anybody committed, while somebody looks or a session runs here.
const AWAKE: Duration = Duration::from_millis(200);
/// How often otherwise.
const IDLE: Duration = Duration::from_secs(1);
/// How often it is looked whether those who run sessions live: one that dies commits nothing.
const ROUND: Duration = Duration::from_secs(3);
/// How often the app shows that it lives.
const BEAT: Duration = Duration::from_secs(10);

/// What was noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// Somebody committed something.
    Changed,
    /// The settings were written: by somebody's editor, or here.
    Settings,
    /// The open sessions are others, or stand otherwise.
    Overview(OverviewView),
}

/// Tells `seen` the overview at once, and what is noticed after it, until the host is shut down.
pub(super) async fn watch(host: &Arc<Host>, seen: impl Fn(Seen) + Send) {
    let mut stopped = host.closed.subscribe();
    let mut last: Option<OverviewView> = None;
    let mut version = None;
    let mut looked = tokio::time::Instant::now();
    let mut beaten = looked;
    loop {
        let now = version_of(host);
        let changed = now != version;
        version = now;
        if changed && last.is_some() {
            seen(Seen::Changed);
        }
        if changed && let Err(error) = handed::take_up(host).await {
            tracing::warn!(error = &error as &dyn std::error::Error, "what is handed over cannot be read");
        }
        if changed && let Err(error) = tell_for_others(host).await {
            tracing::warn!(error = &error as &dyn std::error::Error, "what others tell cannot be read");
        }
        if host.app.config().live.reload_if_written() {
            seen(Seen::Settings);
        }
        if beaten.elapsed() >= BEAT {
            beaten = tokio::time::Instant::now();
            handed::beat(host).await;
        }
        let runs = last.as_ref().is_some_and(|overview| overview.sessions.iter().any(|row| row.runs));
        if changed || last.is_none() || (runs && looked.elapsed() >= ROUND) {
            looked = tokio::time::Instant::now();
            let app = Arc::clone(host.app());
            match blocking(move || rows::overview(&app)).await {
                Ok(overview) if last.as_ref() != Some(&overview) => {
                    seen(Seen::Overview(overview.clone()));
                    last = Some(overview);
                }
                Ok(_) => {}
                Err(error) => {
                    let error: &dyn std::error::Error = &error;
                    tracing::warn!(error, "the open sessions cannot be read");
                }
            }
        }
        let pause = if host.runs.any() || host.shell.window_shown() { AWAKE } else { IDLE };
        tokio::select! {
            _ = stopped.wait_for(|closed| *closed) => break,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Shows the notices of sessions that terminals run.
async fn tell_for_others(host: &Arc<Host>) -> Result<(), ApiError> {
    if !handed::is_the_app(host) {
        return Ok(());
    }
    let host = Arc::clone(host);
    blocking(move || host.relay.tell(&host.app, host.app.adapters().notifier.as_ref())).await
}

/// One question to the store; none when it cannot be asked at the moment.
fn version_of(host: &Host) -> Option<i64> {
    host.app().store().data_version().ok()
}
