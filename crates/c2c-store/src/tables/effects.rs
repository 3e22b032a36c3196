//! The journal of effects: the intent before, the outcome after, each exactly once.

use c2c_ports::{EffectId, EffectKind, SessionId};
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::columns::{effect_kind, json, json_or_none, named, to_json};
use crate::error::{is_orphan, is_taken};
use crate::{ReadTx, StoreError, WriteTx};

/// One effect.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// Its id.
    pub id: EffectId,
    /// Whose it is.
    pub session_id: SessionId,
    /// Its place among the session's effects, from 1.
    pub seq: i64,
    /// What it does.
    pub kind: EffectKind,
    /// All that is needed to do it.
    pub intent: Value,
    /// What came of it; none until it is finished.
    pub outcome: Option<Value>,
    /// The epoch of the lease under which it was begun.
    pub epoch: i64,
    /// When the intent was written.
    pub created_at_ms: i64,
    /// When the outcome was written.
    pub finished_at_ms: Option<i64>,
}

/// An effect that is about to happen.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEffect {
    /// Its id.
    pub id: EffectId,
    /// Whose it is.
    pub session_id: SessionId,
    /// What it does.
    pub kind: EffectKind,
    /// All that is needed to do it.
    pub intent: Value,
    /// The epoch of the lease under which it begins.
    pub epoch: i64,
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Effect> {
    Ok(Effect {
        id: named(row, "id")?,
        session_id: named(row, "session_id")?,
        seq: row.get("seq")?,
        kind: effect_kind(row, "kind")?,
        intent: json(row, "intent")?,
        outcome: json_or_none(row, "outcome")?,
        epoch: row.get("epoch")?,
        created_at_ms: row.get("created_at_ms")?,
        finished_at_ms: row.get("finished_at_ms")?,
    })
}

impl ReadTx<'_> {
    /// The effect of that id.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn effect(&self, id: &EffectId) -> Result<Option<Effect>, StoreError> {
        self.one("reading an effect", "SELECT * FROM effects WHERE id = ?1", [id.as_str()], from_row)
    }

    /// All effects of a session, in the order they were begun.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn effects(&self, session: &SessionId) -> Result<Vec<Effect>, StoreError> {
        let sql = "SELECT * FROM effects WHERE session_id = ?1 ORDER BY seq";
        self.many("reading the effects", sql, [session.as_str()], from_row)
    }

    /// The effects of a session that have no outcome, in the order they were begun.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn open_effects(&self, session: &SessionId) -> Result<Vec<Effect>, StoreError> {
        let sql = "SELECT * FROM effects WHERE session_id = ?1 AND finished_at_ms IS NULL ORDER BY seq";
        self.many("reading the effects", sql, [session.as_str()], from_row)
    }
}

impl WriteTx<'_> {
    /// Writes an intent.
    ///
    /// # Errors
    /// `Conflict` when the id is taken, `NotFound` for the session, or when the store cannot be
    /// written.
    pub fn add_effect(&self, new: &NewEffect) -> Result<Effect, StoreError> {
        let doing = "writing an effect";
        let session = new.session_id.as_str();
        let now_ms = self.now_ms();
        let sql = "INSERT INTO effects (id, session_id, seq, kind, intent, epoch, created_at_ms)
                   VALUES (?1, ?2, (SELECT coalesce(max(seq), 0) + 1 FROM effects WHERE session_id = ?2),
                       ?3, ?4, ?5, ?6)";
        let intent = to_json(doing, &new.intent)?;
        let values = params![new.id.as_str(), session, new.kind.as_str(), intent, new.epoch, now_ms];
        match self.try_run(sql, values) {
            Ok(_) => {}
            Err(source) if is_taken(&source) => {
                return Err(StoreError::Conflict { what: "an effect", with: new.id.to_string() });
            }
            Err(source) if is_orphan(&source) => {
                return Err(StoreError::NotFound { what: "session", id: session.to_owned() });
            }
            Err(source) => return Err(self.failed(doing, source)),
        }
        self.effect(&new.id)?.ok_or_else(|| StoreError::NotFound { what: "effect", id: new.id.to_string() })
    }

    /// Writes the outcome of an effect.
    ///
    /// # Errors
    /// `Conflict` when it has one already, `NotFound`, or when the store cannot be written.
    pub fn finish_effect(&self, id: &EffectId, outcome: &Value) -> Result<(), StoreError> {
        let doing = "writing an outcome";
        let sql = "UPDATE effects SET outcome = ?2, finished_at_ms = ?3 WHERE id = ?1 AND finished_at_ms IS NULL";
        let outcome = to_json(doing, outcome)?;
        if self.run(doing, sql, params![id.as_str(), outcome, self.now_ms()])? > 0 {
            return Ok(());
        }
        match self.effect(id)? {
            Some(_) => Err(StoreError::Conflict { what: "an outcome of the effect", with: id.to_string() }),
            None => Err(StoreError::NotFound { what: "effect", id: id.to_string() }),
        }
    }
}
