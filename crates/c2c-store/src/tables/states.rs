//! The orchestrator's own state of a session, as JSON that only the orchestrator understands.

use c2c_ports::SessionId;
use rusqlite::params;
use serde_json::Value;

use crate::columns::{json, to_json};
use crate::{ReadTx, StoreError, WriteTx};

impl ReadTx<'_> {
    /// The state last saved.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn state(&self, session: &SessionId) -> Result<Option<Value>, StoreError> {
        let sql = "SELECT state FROM states WHERE session_id = ?1";
        self.one("reading a session's state", sql, [session.as_str()], |row| json(row, "state"))
    }
}

impl WriteTx<'_> {
    /// Saves the state, in place of the last one.
    ///
    /// # Errors
    /// `NotFound` for the session, or when the store cannot be written.
    pub fn save_state(&self, session: &SessionId, state: &Value) -> Result<(), StoreError> {
        let doing = "writing a session's state";
        let sql = "INSERT INTO states (session_id, state, updated_at_ms) VALUES (?1, ?2, ?3)
                   ON CONFLICT (session_id) DO UPDATE
                   SET state = excluded.state, updated_at_ms = excluded.updated_at_ms";
        let state = to_json(doing, state)?;
        let session = session.as_str();
        self.run_under(("session", session), doing, sql, params![session, state, self.now_ms()]).map(drop)
    }
}
