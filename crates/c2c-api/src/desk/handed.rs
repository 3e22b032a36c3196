//! What the app takes up by itself: the sessions that it ran before it was ended, in whatever way, and those that are
//! handed over while it runs.
//!
//! One app does so on one store: the one that holds the app's lease, by which others also know that it runs.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use c2c_ports::SessionId;
use c2c_store::{Acquired, Lease, LeaseKind, Session};

use super::{Host, blocking, commands};
use crate::error::ApiError;
use crate::leases;

/// The app's lease, and what was taken up under it.
#[derive(Debug, Default)]
pub(super) struct Handed {
    lease: Mutex<Option<Lease>>,
    /// Tried once: what stands in the way of a session does not go away by trying again with every commit.
    tried: Mutex<HashSet<SessionId>>,
}

impl Handed {
    fn lease(&self) -> MutexGuard<'_, Option<Lease>> {
        self.lease.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this is the first time that it is asked for the session.
    fn is_new(&self, id: &SessionId) -> bool {
        self.tried.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone())
    }
}

/// Whether this is the app of this store.
pub(super) fn is_the_app(host: &Host) -> bool {
    host.handed.lease().is_some()
}

/// Becomes the app of this store, unless there is one, and takes up what the last one ran.
pub(super) async fn open(host: &Arc<Host>) -> Result<(), ApiError> {
    let app = Arc::clone(host.app());
    let taken = blocking(move || leases::acquire(&app, LeaseKind::App, leases::APP, None)).await?;
    match taken {
        Acquired::Yes(lease) => *host.handed.lease() = Some(lease),
        Acquired::Held(lease) => {
            tracing::warn!(pid = lease.pid, "another C2C app runs: it takes up sessions, this one does not");
        }
    }
    take_up(host).await
}

/// Takes up what nobody runs and was not tried yet.
pub(super) async fn take_up(host: &Arc<Host>) -> Result<(), ApiError> {
    if host.handed.lease().is_none() || host.require_open().is_err() {
        return Ok(());
    }
    let app = Arc::clone(host.app());
    let waiting = blocking(move || {
        let mut waiting = Vec::new();
        for session in app.store().read(|tx| tx.sessions_in_app())? {
            if leases::owner(&app, &session.id)?.is_none() {
                waiting.push(session);
            }
        }
        Ok(waiting)
    })
    .await?;
    for session in waiting.into_iter().filter(|session| host.handed.is_new(&session.id)) {
        one(host, session).await;
    }
    Ok(())
}

async fn one(host: &Arc<Host>, session: Session) {
    let id = session.id.clone();
    if let Err(error) = commands::again(host, session).await {
        let error: &dyn std::error::Error = &error;
        tracing::warn!(session = id.as_str(), error, "a session was not taken up");
    }
}

/// Shows a sign of life. An app that was overtaken while it slept takes up nothing more.
pub(super) async fn beat(host: &Arc<Host>) {
    let Some(lease) = host.handed.lease().clone() else { return };
    let app = Arc::clone(host.app());
    let renewed = blocking(move || Ok(app.store().write(|tx| tx.heartbeat(&lease))?)).await;
    if let Err(error) = renewed {
        tracing::warn!(error = &error as &dyn std::error::Error, "the app's lease was not renewed");
        let app = Arc::clone(host.app());
        let again = blocking(move || leases::acquire(&app, LeaseKind::App, leases::APP, None)).await;
        *host.handed.lease() = match again {
            Ok(Acquired::Yes(lease)) => Some(lease),
            Ok(Acquired::Held(_)) | Err(_) => None,
        };
    }
}

/// Is the app no more.
pub(super) async fn close(host: &Host) {
    let Some(lease) = host.handed.lease().take() else { return };
    let app = Arc::clone(&host.app);
    let released = blocking(move || {
        leases::release(&app, &lease);
        Ok(())
    });
    // A panic in there has been told, and a dead holder's lease is free.
    drop(released.await);
}
