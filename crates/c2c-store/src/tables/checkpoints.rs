//! The protocol's checkpoint of a session: what a new conversation needs to go on.

use c2c_ports::SessionId;
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use crate::columns::{json, named, to_json};
use crate::{ReadTx, StoreError, WriteTx};

/// One checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Whose it is.
    pub session_id: SessionId,
    /// The protocol's state.
    pub protocol_state: String,
    /// Whose move it is.
    pub waiting_for: String,
    /// The goal.
    pub goal: String,
    /// What is done.
    pub completed_subtasks: Vec<String>,
    /// What is known to be wrong.
    pub known_issues: Vec<String>,
    /// What comes next.
    pub next_step: String,
    /// The protocol's ITERATION.
    pub iteration: u32,
    /// When it was set.
    pub updated_at_ms: i64,
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Checkpoint> {
    Ok(Checkpoint {
        session_id: named(row, "session_id")?,
        protocol_state: row.get("protocol_state")?,
        waiting_for: row.get("waiting_for")?,
        goal: row.get("goal")?,
        completed_subtasks: json(row, "completed_subtasks")?,
        known_issues: json(row, "known_issues")?,
        next_step: row.get("next_step")?,
        iteration: row.get("iteration")?,
        updated_at_ms: row.get("updated_at_ms")?,
    })
}

impl ReadTx<'_> {
    /// The session's checkpoint.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn checkpoint(&self, session: &SessionId) -> Result<Option<Checkpoint>, StoreError> {
        let sql = "SELECT * FROM checkpoints WHERE session_id = ?1";
        self.one("reading a checkpoint", sql, [session.as_str()], from_row)
    }
}

impl WriteTx<'_> {
    /// Sets the session's checkpoint; `updated_at_ms` is set here.
    ///
    /// # Errors
    /// `NotFound` for the session, or when the store cannot be written.
    pub fn set_checkpoint(&self, checkpoint: &Checkpoint) -> Result<(), StoreError> {
        let doing = "writing a checkpoint";
        let completed_subtasks = to_json(doing, &checkpoint.completed_subtasks)?;
        let known_issues = to_json(doing, &checkpoint.known_issues)?;
        let sql = "INSERT OR REPLACE INTO checkpoints (session_id, protocol_state, waiting_for, goal,
                       completed_subtasks, known_issues, next_step, iteration, updated_at_ms)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        let session = checkpoint.session_id.as_str();
        let values = params![
            session,
            checkpoint.protocol_state,
            checkpoint.waiting_for,
            checkpoint.goal,
            completed_subtasks,
            known_issues,
            checkpoint.next_step,
            checkpoint.iteration,
            self.now_ms(),
        ];
        self.run_under(("session", session), doing, sql, values).map(drop)
    }

    /// Takes the session's checkpoint away, if it has one.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn clear_checkpoint(&self, session: &SessionId) -> Result<(), StoreError> {
        let sql = "DELETE FROM checkpoints WHERE session_id = ?1";
        self.run("clearing a checkpoint", sql, [session.as_str()]).map(drop)
    }
}
