//! The driver over a real store and a small world of its own: a conversation, a work tree and an
//! executor that outlive the driver, so that it can be killed at every point and begun again.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use c2c_ports::{Clock, NoSteps, Sandbox, SessionId, StepObserver, WorkspaceId};
use c2c_store::{Acquired, ApprovalMode, Carrier, LeaseKind, NewSession, SessionDriver, Store};

use super::*;
use crate::machine::{Approval, LoopSettings};
use world::World;

mod holding;
mod kills;
mod page;
mod reading;
mod sessions;
mod turns;
mod windows;
mod world;

/// A time that the test moves.
struct TestClock(AtomicI64);

impl Clock for TestClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

impl TestClock {
    fn advance(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

/// One data folder with one session in it, or more.
struct Home {
    folder: tempfile::TempDir,
    clock: Arc<TestClock>,
    workspace_id: WorkspaceId,
    session_id: SessionId,
}

impl Home {
    fn new(approval: Approval) -> Self {
        let home = Self {
            folder: tempfile::tempdir().unwrap(),
            clock: Arc::new(TestClock(AtomicI64::new(1_000_000))),
            workspace_id: WorkspaceId::from_random([1; 8]),
            session_id: SessionId::from_random([2; 8]),
        };
        home.add_session(&home.workspace_id, &home.session_id, "c2c_f81a", approval);
        home
    }

    fn add_session(&self, workspace_id: &WorkspaceId, session_id: &SessionId, task: &str, approval: Approval) {
        let settings =
            LoopSettings { approval, max_iterations: 12, reply_deadline_s: 60, connector_name: "C2C shop".to_owned() };
        let machine =
            Machine::new(task.parse().unwrap(), "Mend it.".to_owned(), settings, "You plan.".to_owned(), false);
        self.store()
            .write(|tx| {
                tx.upsert_workspace(workspace_id, &format!("/project/{task}"), "shop", "C2C shop")?;
                let conversation = tx.new_conversation(&c2c_store::NewConversation::unknown(
                    workspace_id.clone(),
                    c2c_store::ConversationMode::LongChat,
                ))?;
                tx.create_session(&NewSession {
                    id: session_id.clone(),
                    workspace_id: workspace_id.clone(),
                    conversation_id: Some(conversation.id),
                    task_id: task.to_owned(),
                    goal: "Mend it.".to_owned(),
                    driver: SessionDriver::Orchestrator,
                    carrier: Carrier::Manual,
                    approval: ApprovalMode::Never,
                    sandbox: Sandbox::WorkspaceWrite,
                    max_iterations: 12,
                    reply_deadline_s: 60,
                })?;
                tx.save_state(session_id, &serde_json::to_value(&machine).unwrap())
            })
            .unwrap();
    }

    fn store(&self) -> Store {
        Store::open(&self.folder.path().join("c2c.db"), Arc::clone(&self.clock) as Arc<dyn Clock>).unwrap()
    }

    /// A driver as a new process would have it: every old owner is dead.
    fn driver(&self, world: &Arc<World>, steps: Arc<dyn StepObserver>) -> Driver {
        let process = c2c_os::process::own_identity().unwrap();
        let freed = self.store().write(|tx| {
            match tx.acquire_lease(LeaseKind::Window, "page", None, &process, &|_, _| false)? {
                Acquired::Yes(lease) => tx.release_lease(&lease),
                Acquired::Held(lease) => panic!("{lease:?}"),
            }
        });
        freed.unwrap();
        world.page.forget();
        self.driver_of(&self.session_id, world, steps)
    }

    /// A driver of that session; the window is left to whoever has it.
    fn driver_of(&self, session_id: &SessionId, world: &Arc<World>, steps: Arc<dyn StepObserver>) -> Driver {
        let store = Arc::new(self.store());
        let process = c2c_os::process::own_identity().unwrap();
        let acquired = store
            .write(|tx| tx.acquire_lease(LeaseKind::Session, session_id.as_str(), None, &process, &|_, _| false))
            .unwrap();
        let Acquired::Yes(lease) = acquired else { panic!("{acquired:?}") };
        let ports = Ports {
            window: world.page.clone(),
            executor: world.clone(),
            changes: world.clone(),
            notifier: world.clone(),
            clock: Arc::clone(&self.clock) as Arc<dyn Clock>,
            steps,
            observer: world.clone(),
        };
        let assignment = Assignment {
            lease,
            session_id: session_id.clone(),
            root: PathBuf::from("/project"),
            sandbox: Sandbox::WorkspaceWrite,
            execution_deadline_s: 60,
            mentions_connector: false,
            allows_connector: false,
            person: Person::default(),
        };
        Driver::open(store, ports, assignment).unwrap()
    }

    async fn run(&self, world: &Arc<World>) -> Status {
        let mut driver = self.driver(world, Arc::new(NoSteps));
        driver.run(RunUntil::Idle, std::future::pending()).await.unwrap()
    }

    fn machine(&self) -> Machine {
        let state = self.store().read(|tx| tx.state(&self.session_id)).unwrap().unwrap();
        serde_json::from_value(state).unwrap()
    }

    /// The address of the session's conversation.
    fn address(&self) -> Option<String> {
        self.store().read(|tx| tx.current_conversation(&self.workspace_id)).unwrap().unwrap().url
    }

    /// Who has the turn at the window.
    fn turn(&self) -> Option<c2c_store::Lease> {
        self.store().read(|tx| tx.lease(LeaseKind::Window, "page")).unwrap()
    }
}

/// Waits until `condition` holds; a driver runs beside it.
async fn until(home: &Home, condition: impl Fn(&Store) -> bool) {
    let store = home.store();
    for _ in 0..1_000 {
        if condition(&store) {
            return;
        }
        tokio::time::sleep(POLL / 15).await;
    }
    panic!("the condition never held");
}
