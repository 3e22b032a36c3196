//! Sessions: one run of the loop for one goal. A workspace has at most one that has not ended.

use c2c_ports::{Sandbox, SessionId, WorkspaceId};
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use crate::columns::{named, sandbox, text_enum};
use crate::error::is_taken;
use crate::{ReadTx, StoreError, WriteTx};

text_enum! {
    /// Who drives the protocol.
    SessionDriver {
        /// C2C's own loop.
        Orchestrator = "orchestrator",
        /// A Codex session, through `c2c session` and `c2c record`.
        Codex = "codex",
    }
}

text_enum! {
    /// Who carries the messages.
    Carrier {
        /// A person.
        Manual = "manual",
        /// C2C, through the ChatGPT window.
        Window = "window",
    }
}

text_enum! {
    /// Which plans wait for the person's approval.
    ApprovalMode {
        /// The first one.
        First = "first",
        /// Every one.
        Every = "every",
        /// None.
        Never = "never",
    }
}

text_enum! {
    /// Where a session stands, for people. The loop's own state is finer.
    SessionStatus {
        /// It goes on.
        Active = "active",
        /// It waits until the person lets it continue.
        Paused = "paused",
        /// The planner needs something from the person.
        Blocked = "blocked",
        /// The goal is reached.
        Done = "done",
        /// It ended without reaching the goal.
        Failed = "failed",
        /// The person stopped it.
        Stopped = "stopped",
    }
}

/// One session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// The workspace it works in.
    pub workspace_id: WorkspaceId,
    /// The conversation that carries it.
    pub conversation_id: Option<i64>,
    /// The protocol's TASK_ID.
    pub task_id: String,
    /// What the person wants.
    pub goal: String,
    /// Who drives it.
    pub driver: SessionDriver,
    /// Who carries its messages.
    pub carrier: Carrier,
    /// Which plans wait.
    pub approval: ApprovalMode,
    /// What Codex may touch.
    pub sandbox: Sandbox,
    /// After how many iterations the person is asked.
    pub max_iterations: u32,
    /// How long an answer may take, in seconds.
    pub reply_deadline_s: u64,
    /// Where it stands.
    pub status: SessionStatus,
    /// The protocol's ITERATION.
    pub iteration: u32,
    /// When it began.
    pub created_at_ms: i64,
    /// When this row last changed.
    pub updated_at_ms: i64,
    /// When it ended; none while it is open.
    pub ended_at_ms: Option<i64>,
}

/// A session to be begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSession {
    /// Its id.
    pub id: SessionId,
    /// The workspace it works in.
    pub workspace_id: WorkspaceId,
    /// The conversation that carries it.
    pub conversation_id: Option<i64>,
    /// The protocol's TASK_ID.
    pub task_id: String,
    /// What the person wants.
    pub goal: String,
    /// Who drives it.
    pub driver: SessionDriver,
    /// Who carries its messages.
    pub carrier: Carrier,
    /// Which plans wait.
    pub approval: ApprovalMode,
    /// What Codex may touch.
    pub sandbox: Sandbox,
    /// After how many iterations the person is asked.
    pub max_iterations: u32,
    /// How long an answer may take, in seconds.
    pub reply_deadline_s: u64,
}

/// Which sessions are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SessionFilter {
    /// Only those of one workspace.
    pub workspace_id: Option<WorkspaceId>,
    /// Only those in one of these states; empty means all.
    pub statuses: Vec<SessionStatus>,
    /// Only those that have not ended.
    pub open_only: bool,
}

pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Session> {
    Ok(Session {
        id: named(row, "id")?,
        workspace_id: named(row, "workspace_id")?,
        conversation_id: row.get("conversation_id")?,
        task_id: row.get("task_id")?,
        goal: row.get("goal")?,
        driver: named(row, "driver")?,
        carrier: named(row, "carrier")?,
        approval: named(row, "approval")?,
        sandbox: sandbox(row, "sandbox")?,
        max_iterations: row.get("max_iterations")?,
        reply_deadline_s: row.get("reply_deadline_s")?,
        status: named(row, "status")?,
        iteration: row.get("iteration")?,
        created_at_ms: row.get("created_at_ms")?,
        updated_at_ms: row.get("updated_at_ms")?,
        ended_at_ms: row.get("ended_at_ms")?,
    })
}

impl ReadTx<'_> {
    /// The session of that id.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn session(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        self.one("reading a session", "SELECT * FROM sessions WHERE id = ?1", [id.as_str()], from_row)
    }

    /// The newest session of that TASK_ID.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn session_by_task(&self, task_id: &str) -> Result<Option<Session>, StoreError> {
        let sql = "SELECT * FROM sessions WHERE task_id = ?1 ORDER BY seq DESC LIMIT 1";
        self.one("reading a session", sql, [task_id], from_row)
    }

    /// The workspace's session that has not ended.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn open_session(&self, workspace: &WorkspaceId) -> Result<Option<Session>, StoreError> {
        let sql = "SELECT * FROM sessions WHERE workspace_id = ?1 AND ended_at_ms IS NULL";
        self.one("reading a session", sql, [workspace.as_str()], from_row)
    }

    /// At most `limit` sessions, the newest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn sessions(&self, filter: &SessionFilter, limit: u32) -> Result<Vec<Session>, StoreError> {
        // Status names hold no comma, so that the list can travel in one parameter.
        let statuses: String = filter.statuses.iter().map(|status| format!(",{status},")).collect();
        let sql = "SELECT * FROM sessions
                   WHERE (?1 IS NULL OR workspace_id = ?1)
                     AND (?2 = '' OR instr(?2, ',' || status || ',') > 0)
                     AND (NOT ?3 OR ended_at_ms IS NULL)
                   ORDER BY seq DESC LIMIT ?4";
        let workspace = filter.workspace_id.as_ref().map(WorkspaceId::as_str);
        self.many("reading the sessions", sql, params![workspace, statuses, filter.open_only, limit], from_row)
    }
}

impl WriteTx<'_> {
    /// Begins a session: active, at iteration 0.
    ///
    /// # Errors
    /// `Conflict` when the workspace has one that has not ended, or the id is taken; `NotFound`
    /// for the workspace or the conversation; or when the store cannot be written.
    pub fn create_session(&self, new: &NewSession) -> Result<Session, StoreError> {
        let now_ms = self.now_ms();
        let session = Session {
            id: new.id.clone(),
            workspace_id: new.workspace_id.clone(),
            conversation_id: new.conversation_id,
            task_id: new.task_id.clone(),
            goal: new.goal.clone(),
            driver: new.driver,
            carrier: new.carrier,
            approval: new.approval,
            sandbox: new.sandbox,
            max_iterations: new.max_iterations,
            reply_deadline_s: new.reply_deadline_s,
            status: SessionStatus::Active,
            iteration: 0,
            created_at_ms: now_ms,
            updated_at_ms: now_ms,
            ended_at_ms: None,
        };
        let sql = "INSERT INTO sessions (id, workspace_id, conversation_id, task_id, goal, driver, carrier, approval,
                       sandbox, max_iterations, reply_deadline_s, status, iteration, created_at_ms, updated_at_ms)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14)";
        let values = params![
            session.id.as_str(),
            session.workspace_id.as_str(),
            session.conversation_id,
            session.task_id,
            session.goal,
            session.driver.as_str(),
            session.carrier.as_str(),
            session.approval.as_str(),
            session.sandbox.as_str(),
            session.max_iterations,
            session.reply_deadline_s,
            session.status.as_str(),
            session.iteration,
            now_ms,
        ];
        match self.try_run(sql, values) {
            Ok(_) => Ok(session),
            Err(source) => Err(self.session_refused(&session, source)),
        }
    }

    /// Writes all that can change in a session; `updated_at_ms` is set here.
    ///
    /// # Errors
    /// `NotFound`; `Conflict` when it is open and another of its workspace is; or when the store
    /// cannot be written.
    pub fn update_session(&self, session: &Session) -> Result<(), StoreError> {
        let sql = "UPDATE sessions SET conversation_id = ?2, task_id = ?3, goal = ?4, driver = ?5, carrier = ?6,
                       approval = ?7, sandbox = ?8, max_iterations = ?9, reply_deadline_s = ?10, status = ?11,
                       iteration = ?12, updated_at_ms = ?13, ended_at_ms = ?14
                   WHERE id = ?1";
        let values = params![
            session.id.as_str(),
            session.conversation_id,
            session.task_id,
            session.goal,
            session.driver.as_str(),
            session.carrier.as_str(),
            session.approval.as_str(),
            session.sandbox.as_str(),
            session.max_iterations,
            session.reply_deadline_s,
            session.status.as_str(),
            session.iteration,
            self.now_ms(),
            session.ended_at_ms,
        ];
        match self.try_run(sql, values) {
            Ok(0) => Err(StoreError::NotFound { what: "session", id: session.id.to_string() }),
            Ok(_) => Ok(()),
            Err(source) => Err(self.session_refused(session, source)),
        }
    }

    /// Names what stands against a session row.
    fn session_refused(&self, session: &Session, source: rusqlite::Error) -> StoreError {
        if is_taken(&source) {
            let open = match self.open_session(&session.workspace_id) {
                Ok(open) => open.filter(|open| open.id != session.id),
                Err(error) => return error,
            };
            return match open {
                Some(open) => {
                    StoreError::Conflict { what: "an open session in this workspace", with: open.id.to_string() }
                }
                None => StoreError::Conflict { what: "a session", with: session.id.to_string() },
            };
        }
        if crate::error::is_orphan(&source) {
            return match self.workspace(&session.workspace_id) {
                Ok(None) => StoreError::NotFound { what: "workspace", id: session.workspace_id.to_string() },
                Ok(Some(_)) => StoreError::NotFound {
                    what: "conversation",
                    id: session.conversation_id.map(|id| id.to_string()).unwrap_or_default(),
                },
                Err(error) => error,
            };
        }
        self.failed("writing a session", source)
    }
}
