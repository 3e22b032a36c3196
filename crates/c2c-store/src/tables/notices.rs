//! Which notifications have been taken on by some process, so that exactly one shows each.

use c2c_ports::SessionId;
use rusqlite::params;

use crate::columns::named;
use crate::{ReadTx, StoreError, WriteTx};

/// A notification that some process took on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    /// Its place among all of them: later ones have higher places.
    pub place: i64,
    /// The session that it is about.
    pub session_id: SessionId,
    /// Its kind, as it was claimed.
    pub kind: String,
    /// Its key.
    pub key: String,
}

impl ReadTx<'_> {
    /// The place of the notification that was taken on last; 0 before the first one.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn last_notice(&self) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(max(rowid), 0) FROM notices";
        Ok(self.one("reading the notices", sql, [], |row| row.get(0))?.unwrap_or(0))
    }

    /// The notifications that were taken on after that place, in their order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn notices_after(&self, place: i64) -> Result<Vec<Claimed>, StoreError> {
        let sql = "SELECT rowid AS place, session_id, kind, key FROM notices WHERE rowid > ?1 ORDER BY rowid";
        self.many("reading the notices", sql, [place], |row| {
            Ok(Claimed {
                place: row.get("place")?,
                session_id: named(row, "session_id")?,
                kind: row.get("kind")?,
                key: row.get("key")?,
            })
        })
    }
}

impl WriteTx<'_> {
    /// Whether the caller is the one to show the notification of this kind and key: true once.
    ///
    /// # Errors
    /// `NotFound` for the session, or when the store cannot be written.
    pub fn claim_notice(&self, session: &SessionId, kind: &str, key: &str) -> Result<bool, StoreError> {
        let sql = "INSERT INTO notices (session_id, kind, key, claimed_at_ms) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (session_id, kind, key) DO NOTHING";
        let values = params![session.as_str(), kind, key, self.now_ms()];
        Ok(self.run_under(("session", session.as_str()), "claiming a notice", sql, values)? > 0)
    }
}
