//! Who holds what: the leases of sessions and of the listener, as verbs need to know them.

use c2c_ipc::app::Reason;
use c2c_os::process::{self, ProcessIdentity};
use c2c_ports::SessionId;
use c2c_store::{Acquired, HEARTBEAT_STALE_MS, Lease, LeaseKind};
use serde_json::Value;

use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::views::Run;

/// The listener's lease has one key: one process serves all workspaces.
pub(crate) const LISTENER: &str = "listener";
/// So has the app's: one process takes up what is handed over.
pub(crate) const APP: &str = "app";

/// The live holder of a lease.
pub(crate) fn holder(app: &App, kind: LeaseKind, key: &str) -> Result<Option<Lease>, ApiError> {
    let lease = app.store().read(|tx| tx.lease(kind, key))?;
    Ok(lease.filter(|lease| is_live(lease, app.now_ms())))
}

/// Whether the holder of a lease lives at this time.
pub(crate) fn is_live(lease: &Lease, now_ms: i64) -> bool {
    let is_fresh = now_ms.saturating_sub(lease.heartbeat_at_ms) < HEARTBEAT_STALE_MS;
    is_fresh && is_alive(lease.pid, lease.process_start)
}

/// The live owner of a session.
pub(crate) fn owner(app: &App, session: &SessionId) -> Result<Option<Lease>, ApiError> {
    holder(app, LeaseKind::Session, session.as_str())
}

/// Who runs a session, as its views say it.
pub(crate) fn run_by(app: &App, owner: Option<&Lease>) -> Result<Run, ApiError> {
    let Some(owner) = owner else { return Ok(Run::Nobody) };
    let is_app = holder(app, LeaseKind::App, APP)?.is_some_and(|lease| lease.owner() == owner.owner());
    Ok(if is_app { Run::App } else { Run::Process })
}

/// Takes a lease that is free or whose holder is gone.
pub(crate) fn acquire(app: &App, kind: LeaseKind, key: &str, detail: Option<&Value>) -> Result<Acquired, ApiError> {
    Ok(app.store().write(|tx| tx.acquire_lease(kind, key, detail, app.process(), &is_alive))?)
}

/// Takes the session's lease, or says who has it.
pub(crate) fn acquire_session(app: &App, session: &SessionId) -> Result<Lease, ApiError> {
    match acquire(app, LeaseKind::Session, session.as_str(), None)? {
        Acquired::Yes(lease) => Ok(lease),
        Acquired::Held(lease) => {
            Err(ApiError::new(ErrorKind::Conflict, format!("process {} runs session `{session}`", lease.pid))
                .hint("watch it with `c2c status`, or hold it with `c2c pause`")
                .reason(Reason::SessionElsewhere))
        }
    }
}

/// Gives a lease back. Failing to changes nothing for others: a dead holder's lease is free.
pub(crate) fn release(app: &App, lease: &Lease) {
    if let Err(error) = app.store().write(|tx| tx.release_lease(lease)) {
        tracing::warn!(error = &error as &dyn std::error::Error, "a lease was not given back");
    }
}

fn is_alive(pid: u32, start_time: u64) -> bool {
    process::is_alive(&ProcessIdentity { pid, start_time })
}

#[cfg(test)]
mod tests;
