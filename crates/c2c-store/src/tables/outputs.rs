//! Command output that ChatGPT may read, already redacted.

use c2c_ports::WorkspaceId;
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::columns::{named, text_enum};
use crate::{ReadTx, StoreError, WriteTx};

text_enum! {
    /// Whether the text may be read.
    OutputStatus {
        /// It may.
        Readable = "readable",
        /// It may not; the reason says why.
        Restricted = "restricted",
    }
}

text_enum! {
    /// Where an output comes from.
    OutputSource {
        /// From the executor's own command.
        Seen = "seen",
        /// From running the command again in the executor's sandbox.
        Rerun = "rerun",
        /// From somebody who told.
        Reported = "reported",
    }
}

/// One output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// Its id: `out_` and 16 hexadecimal digits.
    pub id: String,
    /// Where the command ran.
    pub workspace_id: WorkspaceId,
    /// The protocol's TASK_ID.
    pub task_id: String,
    /// The protocol's ITERATION.
    pub iteration: u32,
    /// The command line.
    pub command: String,
    /// Its exit code; none when it did not end by itself.
    pub exit_code: Option<i32>,
    /// What it printed, redacted.
    pub text: String,
    /// Whether the text may be read.
    pub status: OutputStatus,
    /// Why not.
    pub reason: Option<String>,
    /// The size of the original, in bytes.
    pub size_bytes: u64,
    /// SHA-256 of `text`, in hexadecimal.
    pub sha256: String,
    /// Where it comes from.
    pub source: OutputSource,
    /// When it was kept.
    pub created_at_ms: i64,
}

/// An output to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewOutput {
    /// Its id: `out_` and 16 hexadecimal digits.
    pub id: String,
    /// Where the command ran.
    pub workspace_id: WorkspaceId,
    /// The protocol's TASK_ID.
    pub task_id: String,
    /// The protocol's ITERATION.
    pub iteration: u32,
    /// The command line.
    pub command: String,
    /// Its exit code; none when it did not end by itself.
    pub exit_code: Option<i32>,
    /// What it printed, redacted by the caller.
    pub text: String,
    /// Whether the text may be read.
    pub status: OutputStatus,
    /// Why not.
    pub reason: Option<String>,
    /// The size of the original, in bytes.
    pub size_bytes: u64,
    /// Where it comes from.
    pub source: OutputSource,
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Output> {
    Ok(Output {
        id: row.get("id")?,
        workspace_id: named(row, "workspace_id")?,
        task_id: row.get("task_id")?,
        iteration: row.get("iteration")?,
        command: row.get("command")?,
        exit_code: row.get("exit_code")?,
        text: row.get("text")?,
        status: named(row, "status")?,
        reason: row.get("reason")?,
        size_bytes: row.get("size_bytes")?,
        sha256: row.get("sha256")?,
        source: named(row, "source")?,
        created_at_ms: row.get("created_at_ms")?,
    })
}

impl ReadTx<'_> {
    /// One output of the workspace.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn output(&self, workspace: &WorkspaceId, id: &str) -> Result<Option<Output>, StoreError> {
        let sql = "SELECT * FROM outputs WHERE workspace_id = ?1 AND id = ?2";
        self.one("reading an output", sql, params![workspace.as_str(), id], from_row)
    }

    /// At most `limit` outputs of the workspace, or of one task in it, the newest first; those
    /// after the output `before` in this order, if one is given.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn outputs(
        &self,
        workspace: &WorkspaceId,
        task_id: Option<&str>,
        limit: u32,
        before: Option<&str>,
    ) -> Result<Vec<Output>, StoreError> {
        let sql = "SELECT * FROM outputs
                   WHERE workspace_id = ?1 AND (?2 IS NULL OR task_id = ?2)
                     AND (?3 IS NULL OR seq < (SELECT seq FROM outputs WHERE workspace_id = ?1 AND id = ?3))
                   ORDER BY seq DESC LIMIT ?4";
        self.many("reading the outputs", sql, params![workspace.as_str(), task_id, before, limit], from_row)
    }
}

impl WriteTx<'_> {
    /// Keeps an output. One with an id that is there already is left as it is.
    ///
    /// # Errors
    /// `NotFound` for the workspace, or when the store cannot be written.
    pub fn add_output(&self, new: &NewOutput) -> Result<(), StoreError> {
        let sql = "INSERT INTO outputs (id, workspace_id, task_id, iteration, command, exit_code, text, status, reason,
                       size_bytes, sha256, source, created_at_ms)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
                   ON CONFLICT (id) DO NOTHING";
        let workspace = new.workspace_id.as_str();
        let values = params![
            new.id,
            workspace,
            new.task_id,
            new.iteration,
            new.command,
            new.exit_code,
            new.text,
            new.status.as_str(),
            new.reason,
            new.size_bytes,
            sha256_hex(new.text.as_bytes()),
            new.source.as_str(),
            self.now_ms(),
        ];
        self.run_under(("workspace", workspace), "writing an output", sql, values).map(drop)
    }
}

fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
