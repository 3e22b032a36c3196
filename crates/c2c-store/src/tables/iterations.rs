//! What each iteration did: the plan, the changed files with the patch, the tests.

use c2c_ports::{ChangedFile, SessionId, WorkspaceId};
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use crate::columns::{json, named, named_or_none, text_enum, to_json};
use crate::{ReadTx, StoreError, WriteTx};

text_enum! {
    /// Where the account of the tests comes from.
    TestSource {
        /// C2C saw them run.
        Seen = "seen",
        /// Somebody told.
        Reported = "reported",
        /// Nobody saw any.
        NotSeen = "not_seen",
    }
}

text_enum! {
    /// How an iteration ended.
    ExitStatus {
        /// The plan was carried out.
        Ok = "ok",
        /// Carried out, but something fails.
        Failed = "failed",
        /// Could not be carried out.
        Blocked = "blocked",
    }
}

/// One iteration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Iteration {
    /// Where it happened.
    pub workspace_id: WorkspaceId,
    /// In which session; none when it was recorded from outside one.
    pub session_id: Option<SessionId>,
    /// The protocol's TASK_ID.
    pub task_id: String,
    /// The protocol's ITERATION.
    pub iteration: u32,
    /// The plan, as received.
    pub plan: String,
    /// The files it changed.
    pub changed_files: Vec<ChangedFile>,
    /// The tests' outcome in one line.
    pub tests: String,
    /// Where that line comes from.
    pub test_source: TestSource,
    /// How it ended.
    pub exit_status: ExitStatus,
    /// What else there is to say.
    pub notes: String,
    /// The commit that HEAD named before.
    pub head: Option<String>,
    /// Paths that differed from HEAD before.
    pub dirty_before: Vec<String>,
    /// The picture of the work tree before.
    pub before_snapshot: Option<String>,
    /// The picture of the work tree after.
    pub after_snapshot: Option<String>,
    /// The patch between the two, in git's format.
    pub patch: Vec<u8>,
    /// The executor's thread.
    pub thread_id: Option<String>,
    /// When it began.
    pub started_at_ms: i64,
    /// When it ended.
    pub ended_at_ms: i64,
    /// When the person took it back.
    pub undone_at_ms: Option<i64>,
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Iteration> {
    Ok(Iteration {
        workspace_id: named(row, "workspace_id")?,
        session_id: named_or_none(row, "session_id")?,
        task_id: row.get("task_id")?,
        iteration: row.get("iteration")?,
        plan: row.get("plan")?,
        changed_files: json(row, "changed_files")?,
        tests: row.get("tests")?,
        test_source: named(row, "test_source")?,
        exit_status: named(row, "exit_status")?,
        notes: row.get("notes")?,
        head: row.get("head")?,
        dirty_before: json(row, "dirty_before")?,
        before_snapshot: row.get("before_snapshot")?,
        after_snapshot: row.get("after_snapshot")?,
        patch: row.get("patch")?,
        thread_id: row.get("thread_id")?,
        started_at_ms: row.get("started_at_ms")?,
        ended_at_ms: row.get("ended_at_ms")?,
        undone_at_ms: row.get("undone_at_ms")?,
    })
}

impl ReadTx<'_> {
    /// One iteration of a task.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn iteration(
        &self,
        workspace: &WorkspaceId,
        task_id: &str,
        iteration: u32,
    ) -> Result<Option<Iteration>, StoreError> {
        let sql = "SELECT * FROM iterations WHERE workspace_id = ?1 AND task_id = ?2 AND iteration = ?3";
        self.one("reading an iteration", sql, params![workspace.as_str(), task_id, iteration], from_row)
    }

    /// At most `limit` iterations of the workspace, or of one task in it, the newest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn iterations(
        &self,
        workspace: &WorkspaceId,
        task_id: Option<&str>,
        limit: u32,
    ) -> Result<Vec<Iteration>, StoreError> {
        let sql = "SELECT * FROM iterations WHERE workspace_id = ?1 AND (?2 IS NULL OR task_id = ?2)
                   ORDER BY seq DESC LIMIT ?3";
        self.many("reading the iterations", sql, params![workspace.as_str(), task_id, limit], from_row)
    }

    /// The same of one task without their patches, which may be large.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn iterations_without_patch(
        &self,
        workspace: &WorkspaceId,
        task_id: &str,
        limit: u32,
    ) -> Result<Vec<Iteration>, StoreError> {
        let sql = "SELECT workspace_id, session_id, task_id, iteration, plan, changed_files, tests, test_source,
                       exit_status, notes, head, dirty_before, before_snapshot, after_snapshot, x'' AS patch, thread_id,
                       started_at_ms, ended_at_ms, undone_at_ms
                   FROM iterations WHERE workspace_id = ?1 AND task_id = ?2 ORDER BY seq DESC LIMIT ?3";
        self.many("reading the iterations", sql, params![workspace.as_str(), task_id, limit], from_row)
    }
}

impl WriteTx<'_> {
    /// Writes an iteration, in place of one with the same workspace, task and number.
    ///
    /// # Errors
    /// `NotFound` for the workspace or the session, or when the store cannot be written.
    pub fn put_iteration(&self, iteration: &Iteration) -> Result<(), StoreError> {
        let doing = "writing an iteration";
        let changed_files = to_json(doing, &iteration.changed_files)?;
        let dirty_before = to_json(doing, &iteration.dirty_before)?;
        let sql = "INSERT INTO iterations (workspace_id, session_id, task_id, iteration, plan, changed_files, tests,
                       test_source, exit_status, notes, head, dirty_before, before_snapshot, after_snapshot, patch,
                       thread_id, started_at_ms, ended_at_ms, undone_at_ms)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
                   ON CONFLICT (workspace_id, task_id, iteration) DO UPDATE SET
                       session_id = excluded.session_id, plan = excluded.plan,
                       changed_files = excluded.changed_files, tests = excluded.tests,
                       test_source = excluded.test_source, exit_status = excluded.exit_status,
                       notes = excluded.notes, head = excluded.head, dirty_before = excluded.dirty_before,
                       before_snapshot = excluded.before_snapshot, after_snapshot = excluded.after_snapshot,
                       patch = excluded.patch, thread_id = excluded.thread_id,
                       started_at_ms = excluded.started_at_ms, ended_at_ms = excluded.ended_at_ms,
                       undone_at_ms = excluded.undone_at_ms";
        let workspace = iteration.workspace_id.as_str();
        let values = params![
            workspace,
            iteration.session_id.as_ref().map(SessionId::as_str),
            iteration.task_id,
            iteration.iteration,
            iteration.plan,
            changed_files,
            iteration.tests,
            iteration.test_source.as_str(),
            iteration.exit_status.as_str(),
            iteration.notes,
            iteration.head,
            dirty_before,
            iteration.before_snapshot,
            iteration.after_snapshot,
            iteration.patch,
            iteration.thread_id,
            iteration.started_at_ms,
            iteration.ended_at_ms,
            iteration.undone_at_ms,
        ];
        let parent = match &iteration.session_id {
            Some(session) if self.session(session)?.is_none() => ("session", session.as_str()),
            _ => ("workspace", workspace),
        };
        self.run_under(parent, doing, sql, values).map(drop)
    }

    /// Notes that an iteration was taken back.
    ///
    /// # Errors
    /// `Conflict` when it was taken back before, `NotFound`, or when the store cannot be written.
    pub fn mark_undone(&self, workspace: &WorkspaceId, task_id: &str, iteration: u32) -> Result<(), StoreError> {
        let sql = "UPDATE iterations SET undone_at_ms = ?4
                   WHERE workspace_id = ?1 AND task_id = ?2 AND iteration = ?3 AND undone_at_ms IS NULL";
        let values = params![workspace.as_str(), task_id, iteration, self.now_ms()];
        if self.run("marking an iteration", sql, values)? > 0 {
            return Ok(());
        }
        let id = format!("{task_id} {iteration}");
        match self.iteration(workspace, task_id, iteration)? {
            Some(_) => Err(StoreError::Conflict { what: "an undo of the iteration", with: id }),
            None => Err(StoreError::NotFound { what: "iteration", id }),
        }
    }
}
