//! Leases: which process may act for a session, for the listener, for the window, as the app.
//!
//! A lease passes on with the next epoch when it is free, when its owner is gone, or when its owner
//! has not shown a sign of life for [`HEARTBEAT_STALE_MS`]. Whoever held an earlier epoch can write
//! nothing any more: see [`crate::Store::write_owned`].

use c2c_os::process::ProcessIdentity;
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::columns::{json_or_none, named, text_enum, to_json};
use crate::{ReadTx, StoreError, WriteTx};

/// An owner that is silent for longer than this counts as gone even if its process is there.
pub const HEARTBEAT_STALE_MS: i64 = 30_000;

text_enum! {
    /// What is leased.
    LeaseKind {
        /// The right to drive a session; the key is its id.
        Session = "session",
        /// The right to serve the connectors.
        Listener = "listener",
        /// The right to use the ChatGPT window.
        Window = "window",
        /// The right to take up sessions that are handed over; the app holds it while it runs.
        App = "app",
    }
}

/// A lease that somebody holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Lease {
    /// What is leased.
    pub kind: LeaseKind,
    /// Which one.
    pub key: String,
    /// The owner's process id.
    pub pid: u32,
    /// When the owner's process started.
    pub process_start: u64,
    /// Grows with every owner.
    pub epoch: i64,
    /// The owner's last sign of life.
    pub heartbeat_at_ms: i64,
    /// What others should know about the owner, such as an address.
    pub detail: Option<Value>,
}

impl Lease {
    /// The owner's process.
    #[must_use]
    pub fn owner(&self) -> ProcessIdentity {
        ProcessIdentity { pid: self.pid, start_time: self.process_start }
    }
}

/// What came of asking for a lease.
#[derive(Debug, Clone, PartialEq)]
pub enum Acquired {
    /// It is ours.
    Yes(Lease),
    /// Somebody holds it.
    Held(Lease),
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Lease> {
    Ok(Lease {
        kind: named(row, "kind")?,
        key: row.get("key")?,
        pid: row.get("pid")?,
        process_start: row.get("process_start")?,
        epoch: row.get("epoch")?,
        heartbeat_at_ms: row.get("heartbeat_at_ms")?,
        detail: json_or_none(row, "detail")?,
    })
}

impl ReadTx<'_> {
    /// The lease, if somebody holds it (or did and is gone without having let go).
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn lease(&self, kind: LeaseKind, key: &str) -> Result<Option<Lease>, StoreError> {
        let sql = "SELECT * FROM leases WHERE kind = ?1 AND key = ?2 AND pid IS NOT NULL";
        self.one("reading a lease", sql, params![kind.as_str(), key], from_row)
    }

    /// Makes sure that `lease` is still its owner's.
    ///
    /// # Errors
    /// `LeaseLost`, or when the store cannot be read.
    pub fn check_lease(&self, lease: &Lease) -> Result<(), StoreError> {
        match self.lease(lease.kind, &lease.key)? {
            Some(current) if current.epoch == lease.epoch => Ok(()),
            _ => Err(lost(lease)),
        }
    }
}

impl WriteTx<'_> {
    /// Takes the lease for `owner` if it is free, if its owner is gone (`alive` says so), or if its
    /// owner has been silent for too long.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn acquire_lease(
        &self,
        kind: LeaseKind,
        key: &str,
        detail: Option<&Value>,
        owner: &ProcessIdentity,
        alive: &dyn Fn(u32, u64) -> bool,
    ) -> Result<Acquired, StoreError> {
        let doing = "taking a lease";
        let now_ms = self.now_ms();
        if let Some(held) = self.lease(kind, key)? {
            let silent_ms = now_ms.saturating_sub(held.heartbeat_at_ms);
            if silent_ms <= HEARTBEAT_STALE_MS && alive(held.pid, held.process_start) {
                return Ok(Acquired::Held(held));
            }
        }
        let text = detail.map(|detail| to_json(doing, detail)).transpose()?;
        let sql = "INSERT INTO leases (kind, key, pid, process_start, epoch, heartbeat_at_ms, detail)
                   VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6)
                   ON CONFLICT (kind, key) DO UPDATE SET pid = excluded.pid,
                       process_start = excluded.process_start, epoch = leases.epoch + 1,
                       heartbeat_at_ms = excluded.heartbeat_at_ms, detail = excluded.detail";
        self.run(doing, sql, params![kind.as_str(), key, owner.pid, owner.start_time, now_ms, text])?;
        let lease = self.lease(kind, key)?;
        lease.map(Acquired::Yes).ok_or_else(|| StoreError::NotFound { what: "lease", id: key.to_owned() })
    }

    /// Shows a sign of life.
    ///
    /// # Errors
    /// `LeaseLost`, or when the store cannot be written.
    pub fn heartbeat(&self, lease: &Lease) -> Result<(), StoreError> {
        let sql = "UPDATE leases SET heartbeat_at_ms = ?4
                   WHERE kind = ?1 AND key = ?2 AND epoch = ?3 AND pid IS NOT NULL";
        let values = params![lease.kind.as_str(), lease.key, lease.epoch, self.now_ms()];
        if self.run("renewing a lease", sql, values)? == 0 { Err(lost(lease)) } else { Ok(()) }
    }

    /// Sets what others should know about the owner.
    ///
    /// # Errors
    /// `LeaseLost`, or when the store cannot be written.
    pub fn set_lease_detail(&self, lease: &Lease, detail: Option<&Value>) -> Result<(), StoreError> {
        let doing = "describing a lease";
        let text = detail.map(|detail| to_json(doing, detail)).transpose()?;
        let sql = "UPDATE leases SET detail = ?4 WHERE kind = ?1 AND key = ?2 AND epoch = ?3 AND pid IS NOT NULL";
        let values = params![lease.kind.as_str(), lease.key, lease.epoch, text];
        if self.run(doing, sql, values)? == 0 { Err(lost(lease)) } else { Ok(()) }
    }

    /// Lets the lease go. Does nothing when it has passed to another process already.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn release_lease(&self, lease: &Lease) -> Result<(), StoreError> {
        let sql = "UPDATE leases SET pid = NULL, detail = NULL WHERE kind = ?1 AND key = ?2 AND epoch = ?3";
        let values = params![lease.kind.as_str(), lease.key, lease.epoch];
        self.run("releasing a lease", sql, values).map(drop)
    }
}

fn lost(lease: &Lease) -> StoreError {
    StoreError::LeaseLost { kind: lease.kind, key: lease.key.clone(), epoch: lease.epoch }
}
