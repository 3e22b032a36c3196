//! The manual way: the person carries each message, and brings the answer back with a command.

use std::fmt;

use c2c_ports::{
    BoxFuture, Delivery, Found, Judge, Outgoing, Point, Reply, SendStep, Sent, StepObserver, Window, WindowError,
};

/// Shows a message to the person.
pub type Show = Box<dyn Fn(&Outgoing) + Send + Sync>;

/// Has the person carry messages.
pub struct ByHand(Show);

impl ByHand {
    /// Each message is shown by `show`.
    #[must_use]
    pub fn showing(show: Show) -> Self {
        Self(show)
    }

    /// What needs the person is shown out of the store, by somebody else.
    #[must_use]
    pub fn shown_elsewhere() -> Self {
        Self(Box::new(|_| {}))
    }
}

impl fmt::Debug for ByHand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ByHand").finish_non_exhaustive()
    }
}

impl Window for ByHand {
    fn send<'a>(
        &'a self,
        outgoing: &'a Outgoing,
        steps: &'a dyn StepObserver,
    ) -> BoxFuture<'a, Result<Sent, WindowError>> {
        Box::pin(async move {
            (self.0)(outgoing);
            steps.reached(&outgoing.effect_id, Point::Send(SendStep::Shown));
            Ok(Sent::so_far(Delivery::Inserted))
        })
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
