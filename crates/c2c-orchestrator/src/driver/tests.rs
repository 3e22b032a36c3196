//! The driver over a real store and a small world of its own: a conversation, a work tree and an
//! executor that outlive the driver, so that it can be killed at every point and begun again.

use std::path::PathBuf;
use std::sync::Arc;

use c2c_ports::{Clock, NoSteps, Sandbox, SessionId, StepObserver, WorkspaceId};
use c2c_store::{Acquired, ApprovalMode, Carrier, LeaseKind, NewSession, SessionDriver, Store};

use super::*;
use crate::machine::{Approval, LoopSettings};
use world::World;

mod kills;
mod sessions;
mod world;

struct FixedClock;

impl Clock for FixedClock {
    fn now_ms(&self) -> i64 {
        1_000_000
    }
}

/// One data folder with one session in it.
struct Home {
    folder: tempfile::TempDir,
    workspace_id: WorkspaceId,
    session_id: SessionId,
}

impl Home {
    fn new(approval: Approval) -> Self {
        let home = Self {
            folder: tempfile::tempdir().unwrap(),
            workspace_id: WorkspaceId::from_random([1; 8]),
            session_id: SessionId::from_random([2; 8]),
        };
        let settings =
            LoopSettings { approval, max_iterations: 12, reply_deadline_s: 60, connector_name: "C2C shop".to_owned() };
        let machine =
            Machine::new("c2c_f81a".parse().unwrap(), "Mend it.".to_owned(), settings, "You plan.".to_owned(), false);
        home.store()
            .write(|tx| {
                tx.upsert_workspace(&home.workspace_id, "/project", "shop", "C2C shop")?;
                let conversation = tx.new_conversation(&c2c_store::NewConversation::unknown(
                    home.workspace_id.clone(),
                    c2c_store::ConversationMode::LongChat,
                ))?;
                tx.create_session(&NewSession {
                    id: home.session_id.clone(),
                    workspace_id: home.workspace_id.clone(),
                    conversation_id: Some(conversation.id),
                    task_id: "c2c_f81a".to_owned(),
                    goal: "Mend it.".to_owned(),
                    driver: SessionDriver::Orchestrator,
                    carrier: Carrier::Manual,
                    approval: ApprovalMode::Never,
                    sandbox: Sandbox::WorkspaceWrite,
                    max_iterations: 12,
                    reply_deadline_s: 60,
                })?;
                tx.save_state(&home.session_id, &serde_json::to_value(&machine).unwrap())
            })
            .unwrap();
        home
    }

    fn store(&self) -> Store {
        Store::open(&self.folder.path().join("c2c.db"), Arc::new(FixedClock)).unwrap()
    }

    /// A driver as a new process would have it: the old owner is dead.
    fn driver(&self, world: &Arc<World>, steps: Arc<dyn StepObserver>) -> Driver {
        let store = Arc::new(self.store());
        let process = c2c_os::process::own_identity().unwrap();
        let acquired = store
            .write(|tx| tx.acquire_lease(LeaseKind::Session, self.session_id.as_str(), None, &process, &|_, _| false))
            .unwrap();
        let Acquired::Yes(lease) = acquired else { panic!("{acquired:?}") };
        let ports = Ports {
            window: world.clone(),
            executor: world.clone(),
            changes: world.clone(),
            notifier: world.clone(),
            clock: Arc::new(FixedClock),
            steps,
            observer: world.clone(),
        };
        let assignment = Assignment {
            lease,
            session_id: self.session_id.clone(),
            root: PathBuf::from("/project"),
            sandbox: Sandbox::WorkspaceWrite,
            execution_deadline_s: 60,
            person: Person::default(),
        };
        Driver::open(store, ports, assignment).unwrap()
    }

    async fn run(&self, world: &Arc<World>) -> Status {
        let mut driver = self.driver(world, Arc::new(NoSteps));
        driver.run(RunUntil::Idle, std::future::pending()).await.unwrap()
    }
}
