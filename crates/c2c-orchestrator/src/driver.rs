//! Carries a session's effects out, one at a time, and keeps everything in the store.
//!
//! A driver holds the session's lease. What it does is: settle what an earlier process left open,
//! then, until the session ends or waits for the person, take commands, carry out the next open
//! effect, and wait for the answer. State, journal and messages change in one transaction each,
//! which also checks the lease: an owner that slept and woke cannot act beside its successor.

use std::collections::HashSet;
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use c2c_ports::{Changes, Clock, EffectId, Executor, Notifier, Sandbox, StepObserver, Window};
use c2c_store::{Lease, ReadTx, Store, StoreError};

use crate::machine::{Command, Event, Machine, PauseReason, Phase, Refusal, Status};
use crate::progress::{Observer, Progress};

mod carry;
mod commands;
mod commit;
mod pressing;
mod read;
mod send;
mod settle;
mod telling;
#[cfg(test)]
mod tests;
mod turns;
mod undo;

use turns::Waits;

pub use commands::CommandAnswer;
pub use telling::told;
pub use undo::{COMMAND as UNDO_COMMAND, Undo, undo};

/// How often the store is asked whether another process wrote into it.
const POLL: Duration = Duration::from_millis(150);
/// How often the lease is renewed; it counts as dead after 30 s.
const HEARTBEAT_MS: i64 = 5_000;

/// The adapters, and who watches.
#[derive(Clone)]
pub struct Ports {
    /// Carries messages.
    pub window: Arc<dyn Window>,
    /// Runs plans.
    pub executor: Arc<dyn Executor>,
    /// Pictures the work tree.
    pub changes: Arc<dyn Changes>,
    /// Tells the person.
    pub notifier: Arc<dyn Notifier>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Is told each point at which a process may be killed.
    pub steps: Arc<dyn StepObserver>,
    /// Watches the session.
    pub observer: Arc<dyn Observer>,
}

impl std::fmt::Debug for Ports {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Ports").finish_non_exhaustive()
    }
}

/// What the driver needs to know beside the machine.
#[derive(Debug, Clone)]
pub struct Assignment {
    /// The session's lease.
    pub lease: Lease,
    /// The session.
    pub session_id: c2c_ports::SessionId,
    /// The workspace root, absolute.
    pub root: PathBuf,
    /// What Codex may touch.
    pub sandbox: Sandbox,
    /// How long one execution may take, in seconds.
    pub execution_deadline_s: u64,
    /// Whether each message mentions the connector, by its name in ChatGPT.
    pub mentions_connector: bool,
    /// Whether C2C may allow the connector's calls, once each, without asking the person.
    pub allows_connector: bool,
    /// The person's home folder and user name, which released output must not show.
    pub person: Person,
}

/// What released output must not show.
#[derive(Debug, Clone, Default)]
pub struct Person {
    /// The home folder.
    pub home: Option<String>,
    /// The user name.
    pub user: Option<String>,
}

/// How long [`Driver::run`] goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunUntil {
    /// Until the session pauses, is blocked or ends: for a process in the foreground.
    Idle,
    /// Until it ends: for a process that stays.
    Ended,
}

/// Why a driver gave up. The store holds the last state that was reached.
#[derive(Debug, thiserror::Error)]
pub enum DriveError {
    /// The store refused.
    #[error("the session's state could not be kept")]
    Store {
        /// Why.
        #[from]
        source: StoreError,
    },
    /// The operating system gave no random bytes for an id.
    #[error("no new id could be made")]
    Random {
        /// Why.
        #[from]
        source: c2c_os::random::RandomError,
    },
    /// The store holds no such state, or one that this version cannot read.
    #[error("the state of session `{session_id}` cannot be read")]
    State {
        /// The session.
        session_id: String,
        /// Why.
        #[source]
        source: serde_json::Error,
    },
    /// An effect that was started elsewhere could not be settled.
    #[error("what became of Codex's run cannot be told")]
    Settle {
        /// Why.
        #[source]
        source: c2c_ports::ExecutorError,
    },
}

type Shutdown<'a> = Pin<&'a mut (dyn Future<Output = ()> + Send)>;

/// Runs one session.
#[derive(Debug)]
pub struct Driver {
    store: Arc<Store>,
    ports: Ports,
    assignment: Assignment,
    workspace_id: c2c_ports::WorkspaceId,
    machine: Machine,
    /// Our turn at the window, while we have it.
    turn: Option<Lease>,
    waits: Arc<Waits>,
    /// Whether this process has sent to the session's present conversation, or seen a message there.
    met: bool,
    /// Effects that may have begun, here or in an earlier process, and of which no outcome is kept.
    inherited: HashSet<EffectId>,
    data_version: i64,
    heartbeat_at_ms: i64,
    shut_down: bool,
}

impl Driver {
    /// A driver for the session, with the state that the store holds.
    ///
    /// # Errors
    /// When the session or its state is missing or cannot be read.
    pub fn open(store: Arc<Store>, ports: Ports, assignment: Assignment) -> Result<Self, DriveError> {
        let session_id = assignment.session_id.clone();
        let (session, state, open) = store
            .read(|tx| Ok((find_session(tx, &session_id)?, tx.state(&session_id)?, tx.open_effects(&session_id)?)))?;
        let machine = serde_json::from_value(state.unwrap_or_default())
            .map_err(|source| DriveError::State { session_id: session_id.to_string(), source })?;
        let now_ms = ports.clock.now_ms();
        let waits = Arc::new(Waits::new(Arc::clone(&ports.steps), Arc::clone(&ports.observer)));
        Ok(Self {
            data_version: store.data_version()?,
            store,
            ports,
            assignment,
            workspace_id: session.workspace_id,
            machine,
            turn: None,
            waits,
            met: false,
            inherited: open.into_iter().map(|effect| effect.id).collect(),
            heartbeat_at_ms: now_ms,
            shut_down: false,
        })
    }

    /// The state as it is now.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Runs the session. When `shutdown` resolves, Codex is interrupted, the session paused and
    /// the call returns.
    ///
    /// # Errors
    /// See [`DriveError`]; whatever was reached is in the store.
    pub async fn run(
        &mut self,
        until: RunUntil,
        shutdown: impl Future<Output = ()> + Send,
    ) -> Result<Status, DriveError> {
        let ended = self.run_on(until, std::pin::pin!(shutdown)).await;
        self.leave_window();
        let status = ended?;
        self.report(&Progress::Ended { status, iterations: self.machine.iteration });
        Ok(status)
    }

    async fn run_on(&mut self, until: RunUntil, mut shutdown: Shutdown<'_>) -> Result<Status, DriveError> {
        if self.machine.phase == Phase::New {
            self.apply(Event::Started)?;
        }
        self.settle_open().await?;
        loop {
            self.take_commands()?;
            if self.machine.phase == Phase::Stopping {
                self.drop_open_effects()?;
                self.apply(Event::Quiet)?;
            }
            if !self.uses_window() {
                self.leave_window();
            }
            if let Some(effect) = self.next_effect()? {
                self.carry_out(effect, shutdown.as_mut()).await?;
                continue;
            }
            if self.machine.ended() || self.shut_down || (until == RunUntil::Idle && self.machine.needs_person()) {
                break;
            }
            self.wait(shutdown.as_mut()).await?;
        }
        Ok(self.machine.status())
    }

    /// Takes what was queued for a session that nobody ran, then goes on with it if it is still
    /// paused: an answer that waits belongs to the message that was open, not to a later one.
    ///
    /// # Errors
    /// See [`DriveError`].
    pub async fn resume(&mut self) -> Result<(), DriveError> {
        self.settle_open().await?;
        let paused = self.machine.paused.clone();
        // Where an answer can end the pause, going on would send something new first.
        let waits = matches!(self.machine.phase, Phase::Waiting { .. });
        if waits && paused.as_ref().is_some_and(PauseReason::ends_with_an_answer) {
            self.take_commands()?;
        } else if paused.is_some() {
            self.take_hand_overs()?;
        }
        if paused.is_some() && self.machine.paused == paused {
            self.command(Command::Continue)?;
        }
        Ok(())
    }

    /// Takes one command for a session that no other process runs, without going on with it.
    ///
    /// # Errors
    /// See [`DriveError`].
    pub async fn command_only(&mut self, command: Command) -> Result<CommandAnswer, DriveError> {
        self.settle_open().await?;
        let answer = self.command(command)?;
        if self.machine.phase == Phase::Stopping {
            self.drop_open_effects()?;
            self.apply(Event::Quiet)?;
        }
        Ok(answer)
    }

    /// What happens every [`POLL`]: commands, lease, deadline.
    fn poll(&mut self) -> Result<(), DriveError> {
        let now_ms = self.ports.clock.now_ms();
        if now_ms - self.heartbeat_at_ms >= HEARTBEAT_MS {
            self.confirm_turn()?;
        }
        if self.machine.due_ms().is_some_and(|due_ms| now_ms >= due_ms) {
            self.apply(Event::Tick)?;
        }
        let version = self.store.data_version()?;
        if version != self.data_version {
            self.data_version = version;
            self.take_commands()?;
        }
        Ok(())
    }

    fn interrupt(&mut self) -> Result<(), DriveError> {
        self.shut_down = true;
        self.apply(Event::Command(Command::Interrupt))?;
        Ok(())
    }

    fn report(&self, progress: &Progress) {
        self.ports.observer.progress(progress);
    }
}

/// A session that is to be there.
fn find_session(tx: &ReadTx<'_>, id: &c2c_ports::SessionId) -> Result<c2c_store::Session, StoreError> {
    tx.session(id)?.ok_or_else(|| StoreError::NotFound { what: "session", id: id.to_string() })
}

/// A refusal as the answer to a command.
impl From<Refusal> for CommandAnswer {
    fn from(refusal: Refusal) -> Self {
        Self { accepted: false, code: refusal.code, message: refusal.message, hint: refusal.hint }
    }
}
