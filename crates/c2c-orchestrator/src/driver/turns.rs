//! Turns at the window: one process at a time sends there and reads, from a send until its answer is read.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use c2c_os::process::{self, ProcessIdentity};
use c2c_ports::{EffectId, Point, StepObserver, WindowWait};
use c2c_store::{Acquired, LeaseKind, StoreError};

use super::{DriveError, Driver, POLL, Shutdown};
use crate::machine::Phase;
use crate::progress::{Observer, Progress};

impl Driver {
    /// Whether the window is used now: a message is on its way, or its answer is awaited.
    pub(super) fn uses_window(&self) -> bool {
        let is_free = !matches!(self.machine.phase, Phase::Sending | Phase::Waiting { .. });
        !is_free && self.machine.paused.is_none() && !self.shut_down
    }

    /// Whether we may use the window.
    pub(super) fn has_turn(&self) -> bool {
        self.turn.is_some() || self.ports.window.turns().is_none()
    }

    /// Waits for our turn at the window. False when the session does something else meanwhile.
    pub(super) async fn take_turn(&mut self, mut shutdown: Shutdown<'_>) -> Result<bool, DriveError> {
        let Some(key) = self.ports.window.turns() else {
            return Ok(true);
        };
        let (phase, paused) = (self.machine.phase.clone(), self.machine.paused.clone());
        let mut told = None;
        while self.turn.is_none() {
            if self.shut_down || self.machine.phase != phase || self.machine.paused != paused {
                return Ok(false);
            }
            let owner = self.assignment.lease.owner();
            let asked = self.store.write_owned(&self.assignment.lease, |tx| {
                tx.acquire_lease(LeaseKind::Window, &key, None, &owner, &is_alive)
            })?;
            match asked {
                Acquired::Yes(lease) => self.turn = Some(lease),
                Acquired::Held(lease) => {
                    if told != Some(lease.pid) {
                        self.report(&Progress::Waits { wait: WindowWait::OtherSession, process: Some(lease.pid) });
                        told = Some(lease.pid);
                    }
                    tokio::select! {
                        () = tokio::time::sleep(POLL) => self.poll()?,
                        () = &mut shutdown, if !self.shut_down => self.interrupt()?,
                    }
                }
            }
        }
        Ok(true)
    }

    /// Whether the session and the turn are still ours, as the store has it now. Renews both.
    pub(super) fn confirm_turn(&mut self) -> Result<bool, DriveError> {
        let lease = self.assignment.lease.clone();
        let turn = self.turn.clone();
        let confirmed = self.store.write_owned(&lease, |tx| {
            tx.heartbeat(&lease)?;
            turn.as_ref().map_or(Ok(()), |turn| tx.heartbeat(turn))
        });
        self.heartbeat_at_ms = self.ports.clock.now_ms();
        Ok(self.turn_kept(confirmed.map_err(DriveError::from))?.is_some())
    }

    /// None where the turn has passed to another process; it is then no longer ours.
    pub(super) fn turn_kept<T>(&mut self, result: Result<T, DriveError>) -> Result<Option<T>, DriveError> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(DriveError::Store { source: StoreError::LeaseLost { kind: LeaseKind::Window, .. } }) => {
                tracing::warn!("another process has taken the turn at the window");
                self.turn = None;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Lets others use the window.
    pub(super) fn leave_window(&mut self) {
        if let Some(turn) = self.turn.take()
            && let Err(error) = self.store.write(|tx| tx.release_lease(&turn))
        {
            tracing::warn!(error = &error as &dyn std::error::Error, "the turn at the window was not given back");
        }
    }
}

fn is_alive(pid: u32, start_time: u64) -> bool {
    process::is_alive(&ProcessIdentity { pid, start_time })
}

/// Passes an effect's steps on, and tells what it waits for: each thing once.
pub(super) struct Waits {
    steps: Arc<dyn StepObserver>,
    observer: Arc<dyn Observer>,
    told: Mutex<(Option<EffectId>, HashSet<WindowWait>)>,
}

impl Waits {
    pub(super) fn new(steps: Arc<dyn StepObserver>, observer: Arc<dyn Observer>) -> Self {
        Self { steps, observer, told: Mutex::default() }
    }

    fn is_new(&self, effect: &EffectId, wait: WindowWait) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.0.as_ref() != Some(effect) {
            *told = (Some(effect.clone()), HashSet::new());
        }
        told.1.insert(wait)
    }
}

impl std::fmt::Debug for Waits {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Waits").finish_non_exhaustive()
    }
}

impl StepObserver for Waits {
    fn reached(&self, effect: &EffectId, point: Point) {
        self.steps.reached(effect, point);
    }

    fn may_press(&self, effect: &EffectId) -> bool {
        self.steps.may_press(effect)
    }

    fn waits(&self, effect: &EffectId, wait: Option<WindowWait>) {
        self.steps.waits(effect, wait);
        if let Some(wait) = wait.filter(|wait| self.is_new(effect, *wait)) {
            self.observer.progress(&Progress::Waits { wait, process: None });
        }
    }
}
