//! The last moment before a message is sent: it is written down, under both leases, that it may be.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use c2c_ports::{Delivery, EffectId, Point, SendStep, SessionId, StepObserver, WindowWait};
use c2c_store::{Lease, Store};

use super::turns::Waits;

/// Where a send is, seen from whoever wants to hold it: the window and the loop ask in turn, and who comes first
/// decides.
#[derive(Debug, Default)]
pub(super) struct Gate(Mutex<State>);

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Send was not pressed.
    #[default]
    Unsent,
    /// Send may be being pressed.
    Pressing,
    /// Send was pressed.
    Pressed,
    /// Send will not be pressed any more.
    Held,
}

impl Gate {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds the send. False while Send may be being pressed, and once it was: then the send must come to its end.
    pub(super) fn hold(&self) -> bool {
        let mut state = self.state();
        if *state == State::Unsent {
            *state = State::Held;
        }
        *state == State::Held
    }

    /// Whether Send may be pressed now.
    fn ask(&self) -> bool {
        let mut state = self.state();
        if *state == State::Unsent {
            *state = State::Pressing;
        }
        *state != State::Held
    }

    fn is_pressed(&self) {
        *self.state() = State::Pressed;
    }

    /// It waits for something: if it asked before, it did not press, because the focus was lost.
    fn waits(&self) {
        let mut state = self.state();
        if *state == State::Pressing {
            *state = State::Unsent;
        }
    }
}

/// Passes an effect's steps on, and lets Send be pressed only while session and turn are ours.
pub(super) struct Pressing {
    pub(super) waits: Arc<Waits>,
    pub(super) store: Arc<Store>,
    pub(super) lease: Lease,
    pub(super) turn: Option<Lease>,
    pub(super) session_id: SessionId,
    pub(super) number: u32,
    pub(super) gate: Gate,
}

impl StepObserver for Pressing {
    fn reached(&self, effect: &EffectId, point: Point) {
        if point == Point::Send(SendStep::Pressed) {
            self.gate.is_pressed();
        }
        self.waits.reached(effect, point);
    }

    fn may_press(&self, effect: &EffectId) -> bool {
        if !self.gate.ask() {
            return false;
        }
        let written = self.store.write_owned(&self.lease, |tx| {
            self.turn.as_ref().map_or(Ok(()), |turn| tx.check_lease(turn))?;
            tx.set_delivery(&self.session_id, self.number, Delivery::Inserted)
        });
        if let Err(error) = &written {
            tracing::warn!(error = error as &dyn std::error::Error, %effect, "Send is not pressed");
        }
        written.is_ok() && self.waits.may_press(effect)
    }

    fn waits(&self, effect: &EffectId, wait: Option<WindowWait>) {
        if wait.is_some() {
            self.gate.waits();
        }
        self.waits.waits(effect, wait);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_never_pressed() {
        let gate = Gate::default();
        assert!(gate.hold() && gate.hold());
        assert!(!gate.ask());
    }

    #[test]
    fn what_may_be_pressed_is_not_held() {
        let gate = Gate::default();
        assert!(gate.ask());
        assert!(!gate.hold());
        gate.is_pressed();
        gate.waits();
        assert!(!gate.hold());
    }

    #[test]
    fn what_lost_the_focus_before_the_press_can_be_held_again() {
        let gate = Gate::default();
        assert!(gate.ask() && gate.ask());
        gate.waits();
        assert!(gate.hold());
        assert!(!gate.ask());
    }
}
