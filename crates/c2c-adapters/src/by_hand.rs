//! The manual way where a message is shown elsewhere: the person carries it, and brings the answer back with a
//! command.

use c2c_ports::{
    BoxFuture, Delivery, Found, Judge, Outgoing, Point, Reply, SendStep, Sent, StepObserver, Window, WindowError,
};

/// Has the person carry messages that the store shows them.
#[derive(Debug, Clone, Copy, Default)]
pub struct ByHand;

impl Window for ByHand {
    fn send<'a>(
        &'a self,
        outgoing: &'a Outgoing,
        steps: &'a dyn StepObserver,
    ) -> BoxFuture<'a, Result<Sent, WindowError>> {
        steps.reached(&outgoing.effect_id, Point::Send(SendStep::Shown));
        Box::pin(std::future::ready(Ok(Sent::so_far(Delivery::Inserted))))
    }

    fn find<'a>(&'a self, _outgoing: &'a Outgoing) -> BoxFuture<'a, Result<Found, WindowError>> {
        // Shown again under the same number, it is no second message.
        Box::pin(std::future::ready(Ok(Found::No)))
    }

    fn read_reply<'a>(
        &'a self,
        _outgoing: &'a Outgoing,
        _steps: &'a dyn StepObserver,
        _judge: Judge<'a>,
    ) -> BoxFuture<'a, Result<Reply, WindowError>> {
        Box::pin(std::future::pending())
    }
}
