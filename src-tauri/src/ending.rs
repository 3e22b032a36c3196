//! The end of the app: sessions are given back, the door is closed, and only then the process ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tauri::{AppHandle, Manager as _};

use crate::shell::Shell;

/// How long the end may take. What is under way then is settled at the next start.
const AT_MOST: Duration = Duration::from_secs(10);
/// What shells give for a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Whether the app is ending.
#[derive(Debug, Default)]
pub(crate) struct Ending(AtomicBool);

/// Ends the app in good order. Returns at once; a second call does nothing.
pub(crate) fn quit(app: &AppHandle) {
    let shell = app.state::<Shell>();
    if shell.ending.0.swap(true, Ordering::AcqRel) {
        return;
    }
    tracing::info!("the app ends");
    let host = Arc::clone(&shell.host);
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        if tokio::time::timeout(AT_MOST, host.shutdown()).await.is_err() {
            tracing::warn!("the sessions were not given back in time; the next start settles it");
        }
        app.exit(0);
    });
}

/// Ends the app when the system asks for it; at once when it asks again.
pub(crate) async fn on_request(app: AppHandle) {
    request().await;
    quit(&app);
    request().await;
    std::process::exit(INTERRUPTED);
}

#[cfg(unix)]
async fn request() {
    use tokio::signal::unix::{SignalKind, signal};
    let mut signals = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()].map(|kind| {
        let signal = signal(kind);
        signal.inspect_err(|error| tracing::warn!(%error, "the order to end cannot be noticed")).ok()
    });
    let [terminate, interrupt, hangup] = &mut signals;
    let came = async |signal: &mut Option<tokio::signal::unix::Signal>| match signal {
        Some(signal) => {
            signal.recv().await;
        }
        None => std::future::pending().await,
    };
    tokio::select! {
        () = came(terminate) => {}
        () = came(interrupt) => {}
        () = came(hangup) => {}
    }
}

#[cfg(not(unix))]
async fn request() {
    if let Err(error) = tokio::signal::ctrl_c().await {
        tracing::warn!(%error, "Ctrl-C cannot be noticed");
        std::future::pending::<()>().await;
    }
}
