//! Control messages in both directions, numbered through in each session.

use c2c_ports::{Delivery, EffectId, SessionId};
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use crate::columns::{delivery, named, named_or_none, text_enum};
use crate::{ReadTx, StoreError, WriteTx};

text_enum! {
    /// Which way a message goes.
    Direction {
        /// To ChatGPT.
        Out = "out",
        /// From ChatGPT.
        In = "in",
    }
}

/// One message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Whose it is.
    pub session_id: SessionId,
    /// Its number in the session, from 1. It never changes.
    pub number: u32,
    /// Which way it goes.
    pub direction: Direction,
    /// The effect that sends it.
    pub effect_id: Option<EffectId>,
    /// The number of the message that it answers.
    pub answers: Option<u32>,
    /// The protocol's STATE.
    pub state: String,
    /// The protocol's TASK_ID.
    pub task_id: String,
    /// The protocol's ITERATION.
    pub iteration: u32,
    /// The text, byte for byte.
    pub text: String,
    /// How far it got.
    pub delivery: Delivery,
    /// When it was written.
    pub created_at_ms: i64,
    /// When this row last changed.
    pub updated_at_ms: i64,
}

/// A message that has no number yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessage {
    /// Whose it is.
    pub session_id: SessionId,
    /// Which way it goes.
    pub direction: Direction,
    /// The effect that sends it.
    pub effect_id: Option<EffectId>,
    /// The number of the message that it answers.
    pub answers: Option<u32>,
    /// The protocol's STATE.
    pub state: String,
    /// The protocol's TASK_ID.
    pub task_id: String,
    /// The protocol's ITERATION.
    pub iteration: u32,
    /// The text, byte for byte.
    pub text: String,
    /// How far it got.
    pub delivery: Delivery,
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Message> {
    Ok(Message {
        session_id: named(row, "session_id")?,
        number: row.get("number")?,
        direction: named(row, "direction")?,
        effect_id: named_or_none(row, "effect_id")?,
        answers: row.get("answers")?,
        state: row.get("state")?,
        task_id: row.get("task_id")?,
        iteration: row.get("iteration")?,
        text: row.get("text")?,
        delivery: delivery(row, "delivery")?,
        created_at_ms: row.get("created_at_ms")?,
        updated_at_ms: row.get("updated_at_ms")?,
    })
}

impl ReadTx<'_> {
    /// One message of a session.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn message(&self, session: &SessionId, number: u32) -> Result<Option<Message>, StoreError> {
        let sql = "SELECT * FROM messages WHERE session_id = ?1 AND number = ?2";
        self.one("reading a message", sql, params![session.as_str(), number], from_row)
    }

    /// All messages of a session, in order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn messages(&self, session: &SessionId) -> Result<Vec<Message>, StoreError> {
        let sql = "SELECT * FROM messages WHERE session_id = ?1 ORDER BY number";
        self.many("reading the messages", sql, [session.as_str()], from_row)
    }

    /// The last `limit` messages of a session, in order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn last_messages(&self, session: &SessionId, limit: u32) -> Result<Vec<Message>, StoreError> {
        let sql = "SELECT * FROM messages WHERE session_id = ?1 ORDER BY number DESC LIMIT ?2";
        let mut messages = self.many("reading the messages", sql, params![session.as_str(), limit], from_row)?;
        messages.reverse();
        Ok(messages)
    }

    /// The session's last message to ChatGPT.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn last_out(&self, session: &SessionId) -> Result<Option<Message>, StoreError> {
        let sql = "SELECT * FROM messages WHERE session_id = ?1 AND direction = 'out' ORDER BY number DESC LIMIT 1";
        self.one("reading a message", sql, [session.as_str()], from_row)
    }
}

impl WriteTx<'_> {
    /// Writes a message and gives it the session's next number. The effect that sends it may be
    /// written later in the same transaction.
    ///
    /// # Errors
    /// `NotFound` for the session, or when the store cannot be written.
    pub fn add_message(&self, new: &NewMessage) -> Result<u32, StoreError> {
        let session = new.session_id.as_str();
        let next = "SELECT coalesce(max(number), 0) + 1 FROM messages WHERE session_id = ?1";
        let number: u32 = self.one("numbering a message", next, [session], |row| row.get(0))?.unwrap_or(1);
        let sql = "INSERT INTO messages (session_id, number, direction, effect_id, answers, state, task_id, iteration,
                       text, delivery, created_at_ms, updated_at_ms)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11)";
        let values = params![
            session,
            number,
            new.direction.as_str(),
            new.effect_id.as_ref().map(EffectId::as_str),
            new.answers,
            new.state,
            new.task_id,
            new.iteration,
            new.text,
            new.delivery.as_str(),
            self.now_ms(),
        ];
        self.run_under(("session", session), "writing a message", sql, values)?;
        Ok(number)
    }

    /// Notes how far a message got.
    ///
    /// # Errors
    /// `NotFound`, or when the store cannot be written.
    pub fn set_delivery(&self, session: &SessionId, number: u32, delivery: Delivery) -> Result<(), StoreError> {
        let sql = "UPDATE messages SET delivery = ?3, updated_at_ms = ?4 WHERE session_id = ?1 AND number = ?2";
        let values = params![session.as_str(), number, delivery.as_str(), self.now_ms()];
        match self.run("writing a delivery", sql, values)? {
            0 => Err(StoreError::NotFound { what: "message", id: format!("{session} {number}") }),
            _ => Ok(()),
        }
    }
}
