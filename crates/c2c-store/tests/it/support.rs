//! A store in a folder of its own, a clock that stands where it is put, and rows to fill tables with.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use c2c_ports::{Clock, EffectId, EffectKind, Sandbox, SessionId, WorkspaceId};
use c2c_store::{ApprovalMode, Carrier, NewEffect, NewSession, Session, SessionDriver, Store, StoreError, Workspace};
use serde_json::json;

/// The time at which every test begins.
pub(crate) const START_MS: i64 = 1_800_000_000_000;

/// A clock that moves only when told.
#[derive(Debug)]
pub(crate) struct TestClock(AtomicI64);

impl TestClock {
    pub(crate) fn advance(&self, by_ms: i64) {
        self.0.fetch_add(by_ms, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// A store that goes away with its folder.
#[derive(Debug)]
pub(crate) struct Fixture {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) clock: Arc<TestClock>,
    pub(crate) store: Store,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(TestClock(AtomicI64::new(START_MS)));
        let store = Store::open(&store_file(folder.path()), Arc::clone(&clock) as Arc<dyn Clock>).unwrap();
        Self { folder, clock, store }
    }

    /// A store with one workspace and one session in it.
    pub(crate) fn with_session() -> (Self, Workspace, Session) {
        let fixture = Self::new();
        let (workspace, session) = add_session(&fixture.store, 1);
        (fixture, workspace, session)
    }

    pub(crate) fn file(&self) -> PathBuf {
        store_file(self.folder.path())
    }

    /// Another handle on the same file, as another process would have.
    pub(crate) fn second_handle(&self) -> Store {
        Store::open(&self.file(), Arc::clone(&self.clock) as Arc<dyn Clock>).unwrap()
    }
}

pub(crate) fn store_file(folder: &Path) -> PathBuf {
    folder.join("c2c.sqlite")
}

/// Opens a store with a clock that stands at the start.
pub(crate) fn open(path: &Path) -> Result<Store, StoreError> {
    Store::open(path, Arc::new(TestClock(AtomicI64::new(START_MS))))
}

pub(crate) fn workspace_id(n: u8) -> WorkspaceId {
    WorkspaceId::from_random([0, 0, 0, 0, 0, 0, 0, n])
}

pub(crate) fn session_id(n: u8) -> SessionId {
    SessionId::from_random([0, 0, 0, 0, 0, 0, 0, n])
}

pub(crate) fn effect_id(n: u64) -> EffectId {
    EffectId::from_random(n.to_be_bytes())
}

pub(crate) fn new_session(n: u8, workspace: &WorkspaceId) -> NewSession {
    NewSession {
        id: session_id(n),
        workspace_id: workspace.clone(),
        conversation_id: None,
        task_id: format!("c2c_0000000{n}"),
        goal: "make the tests pass".to_owned(),
        driver: SessionDriver::Orchestrator,
        carrier: Carrier::Manual,
        approval: ApprovalMode::First,
        sandbox: Sandbox::WorkspaceWrite,
        max_iterations: 12,
        reply_deadline_s: 3_600,
    }
}

pub(crate) fn new_effect(n: u64, session: &SessionId) -> NewEffect {
    NewEffect {
        id: effect_id(n),
        session_id: session.clone(),
        kind: EffectKind::Send,
        intent: json!({"number": n}),
        epoch: 1,
    }
}

/// Adds workspace `n` and session `n` in it.
pub(crate) fn add_session(store: &Store, n: u8) -> (Workspace, Session) {
    store
        .write(|tx| {
            let root = format!("/home/ada/project-{n}");
            let workspace = tx.upsert_workspace(&workspace_id(n), &root, "project", "c2c project")?;
            let session = tx.create_session(&new_session(n, &workspace.id))?;
            Ok((workspace, session))
        })
        .unwrap()
}

/// The file through SQLite alone, to look at or to spoil.
#[expect(clippy::disallowed_methods, reason = "the test looks behind the store")]
pub(crate) fn raw(path: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(path).unwrap()
}

/// Writes a table row through SQLite alone.
pub(crate) fn spoil(path: &Path, sql: &str) {
    raw(path).execute_batch(sql).unwrap();
}
