//! The last moment before a message is sent: it is written down, under both leases, that it may be.

use std::sync::Arc;

use c2c_ports::{Delivery, EffectId, Point, SessionId, StepObserver, WindowWait};
use c2c_store::{Lease, Store};

use super::turns::Waits;

/// Passes an effect's steps on, and lets Send be pressed only while session and turn are ours.
pub(super) struct Pressing {
    pub(super) waits: Arc<Waits>,
    pub(super) store: Arc<Store>,
    pub(super) lease: Lease,
    pub(super) turn: Option<Lease>,
    pub(super) session_id: SessionId,
    pub(super) number: u32,
}

impl StepObserver for Pressing {
    fn reached(&self, effect: &EffectId, point: Point) {
        self.waits.reached(effect, point);
    }

    fn may_press(&self, effect: &EffectId) -> bool {
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
        self.waits.waits(effect, wait);
    }
}
