//! What ChatGPT, or another client, asked of the connector.

use c2c_ports::WorkspaceId;
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use crate::columns::named;
use crate::{ReadTx, StoreError, WriteTx};

/// One tool call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Its number.
    pub id: i64,
    /// Of which workspace's connector.
    pub workspace_id: WorkspaceId,
    /// The tool.
    pub tool: String,
    /// Its arguments, redacted and cut.
    pub arguments: String,
    /// Who called.
    pub client: String,
    /// Whether it succeeded.
    pub ok: bool,
    /// The error code, if not.
    pub code: Option<String>,
    /// The size of the answer, in bytes.
    pub answer_bytes: u64,
    /// How long it took, in microseconds.
    pub duration_us: u64,
    /// When it came.
    pub at_ms: i64,
}

/// A tool call to be noted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCall {
    /// Of which workspace's connector.
    pub workspace_id: WorkspaceId,
    /// The tool.
    pub tool: String,
    /// Its arguments, redacted and cut by the caller.
    pub arguments: String,
    /// Who called.
    pub client: String,
    /// Whether it succeeded.
    pub ok: bool,
    /// The error code, if not.
    pub code: Option<String>,
    /// The size of the answer, in bytes.
    pub answer_bytes: u64,
    /// How long it took, in microseconds.
    pub duration_us: u64,
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Call> {
    Ok(Call {
        id: row.get("id")?,
        workspace_id: named(row, "workspace_id")?,
        tool: row.get("tool")?,
        arguments: row.get("arguments")?,
        client: row.get("client")?,
        ok: row.get("ok")?,
        code: row.get("code")?,
        answer_bytes: row.get("answer_bytes")?,
        duration_us: row.get("duration_us")?,
        at_ms: row.get("at_ms")?,
    })
}

impl ReadTx<'_> {
    /// At most `limit` calls of the workspace at `since_ms` or later, the newest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn calls(&self, workspace: &WorkspaceId, since_ms: i64, limit: u32) -> Result<Vec<Call>, StoreError> {
        let sql = "SELECT * FROM calls WHERE workspace_id = ?1 AND at_ms >= ?2
                   ORDER BY at_ms DESC, id DESC LIMIT ?3";
        self.many("reading the calls", sql, params![workspace.as_str(), since_ms, limit], from_row)
    }

    /// How many calls the workspace had at `since_ms` or later.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn count_calls_since(&self, workspace: &WorkspaceId, since_ms: i64) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM calls WHERE workspace_id = ?1 AND at_ms >= ?2";
        let count = self.one("counting the calls", sql, params![workspace.as_str(), since_ms], |row| row.get(0))?;
        Ok(count.unwrap_or(0))
    }
}

impl WriteTx<'_> {
    /// Notes a call; its number.
    ///
    /// # Errors
    /// `NotFound` for the workspace, or when the store cannot be written.
    pub fn add_call(&self, new: &NewCall) -> Result<i64, StoreError> {
        let sql =
            "INSERT INTO calls (workspace_id, tool, arguments, client, ok, code, answer_bytes, duration_us, at_ms)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        let workspace = new.workspace_id.as_str();
        let values = params![
            workspace,
            new.tool,
            new.arguments,
            new.client,
            new.ok,
            new.code,
            new.answer_bytes,
            new.duration_us,
            self.now_ms(),
        ];
        self.run_under(("workspace", workspace), "writing a call", sql, values)?;
        Ok(self.last_id())
    }
}
