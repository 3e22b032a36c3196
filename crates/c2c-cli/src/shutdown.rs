//! Ctrl-C: the first one ends in good order, the second one at once.

use std::future::Future;
use std::process;
use std::sync::Arc;

use crate::output::Output;

/// What shells give for a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Resolves when the person, or the system, asks this process to end. After that a second request
/// ends it on the spot: whatever was under way is settled by the next process.
pub(crate) fn asked(output: &Arc<Output>) -> impl Future<Output = ()> + Send + 'static {
    let output = Arc::clone(output);
    async move {
        request().await;
        output.say("Ending in good order; press Ctrl-C again to end at once.");
        tokio::spawn(async {
            request().await;
            process::exit(INTERRUPTED);
        });
    }
}

#[cfg(unix)]
async fn request() {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate()).ok();
    let terminated = async {
        match terminate.as_mut() {
            Some(terminate) => {
                terminate.recv().await;
            }
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = interrupted() => {}
        () = terminated => {}
    }
}

#[cfg(not(unix))]
async fn request() {
    interrupted().await;
}

async fn interrupted() {
    if let Err(error) = tokio::signal::ctrl_c().await {
        tracing::warn!(%error, "Ctrl-C cannot be noticed");
        std::future::pending::<()>().await;
    }
}
