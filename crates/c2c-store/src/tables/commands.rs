//! Command rows: what other processes ask of a session's owner, and its answers.

use c2c_ports::SessionId;
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::columns::{json, json_or_none, named, to_json};
use crate::{ReadTx, StoreError, WriteTx};

/// One command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CommandRow {
    /// Its number.
    pub id: i64,
    /// The session it is for.
    pub session_id: SessionId,
    /// What is asked.
    pub kind: String,
    /// With what.
    pub payload: Value,
    /// When it was asked.
    pub created_at_ms: i64,
    /// When it was answered.
    pub answered_at_ms: Option<i64>,
    /// The answer.
    pub answer: Option<Value>,
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<CommandRow> {
    Ok(CommandRow {
        id: row.get("id")?,
        session_id: named(row, "session_id")?,
        kind: row.get("kind")?,
        payload: json(row, "payload")?,
        created_at_ms: row.get("created_at_ms")?,
        answered_at_ms: row.get("answered_at_ms")?,
        answer: json_or_none(row, "answer")?,
    })
}

impl ReadTx<'_> {
    /// The command of that number.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn command(&self, id: i64) -> Result<Option<CommandRow>, StoreError> {
        self.one("reading a command", "SELECT * FROM commands WHERE id = ?1", [id], from_row)
    }

    /// The session's commands without an answer, in the order they were asked.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn open_commands(&self, session: &SessionId) -> Result<Vec<CommandRow>, StoreError> {
        let sql = "SELECT * FROM commands WHERE session_id = ?1 AND answered_at_ms IS NULL ORDER BY id";
        self.many("reading the commands", sql, [session.as_str()], from_row)
    }
}

impl WriteTx<'_> {
    /// Asks something of the session's owner.
    ///
    /// # Errors
    /// `NotFound` for the session, or when the store cannot be written.
    pub fn add_command(&self, session: &SessionId, kind: &str, payload: &Value) -> Result<CommandRow, StoreError> {
        let doing = "writing a command";
        let now_ms = self.now_ms();
        let sql = "INSERT INTO commands (session_id, kind, payload, created_at_ms) VALUES (?1, ?2, ?3, ?4)";
        let text = to_json(doing, payload)?;
        self.run_under(("session", session.as_str()), doing, sql, params![session.as_str(), kind, text, now_ms])?;
        Ok(CommandRow {
            id: self.last_id(),
            session_id: session.clone(),
            kind: kind.to_owned(),
            payload: payload.clone(),
            created_at_ms: now_ms,
            answered_at_ms: None,
            answer: None,
        })
    }

    /// Answers a command.
    ///
    /// # Errors
    /// `Conflict` when it has an answer, `NotFound`, or when the store cannot be written.
    pub fn answer_command(&self, id: i64, answer: &Value) -> Result<(), StoreError> {
        let doing = "answering a command";
        let sql = "UPDATE commands SET answer = ?2, answered_at_ms = ?3 WHERE id = ?1 AND answered_at_ms IS NULL";
        let answer = to_json(doing, answer)?;
        if self.run(doing, sql, params![id, answer, self.now_ms()])? > 0 {
            return Ok(());
        }
        match self.command(id)? {
            Some(_) => Err(StoreError::Conflict { what: "an answer to the command", with: id.to_string() }),
            None => Err(StoreError::NotFound { what: "command", id: id.to_string() }),
        }
    }
}
