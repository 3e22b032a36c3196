//! Which notifications have been taken on by some process, so that exactly one shows each.

use c2c_ports::SessionId;
use rusqlite::params;

use crate::{StoreError, WriteTx};

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
