//! Between the asynchronous port and the thread that holds the desk.
//!
//! A send or a read runs on the desk's thread. What it wants to tell or to ask goes over a link to the
//! future that waits for it, which answers; so borrowed observers need not leave their task, and a step
//! is passed only when its observer has seen it. A future that was dropped answers no more: that is how
//! the thread learns that nobody wants the work any longer.

use std::sync::mpsc;

use c2c_ports::{EffectId, Judge, Point, StepObserver, Verdict, WindowWait};
use tokio::sync::mpsc as asynchronous;

/// What the work tells.
#[derive(Debug)]
pub(super) enum Told<T> {
    /// It passed a point; it goes on when answered.
    Reached(Point, mpsc::Sender<()>),
    /// It waits for this, or for nothing any more.
    Waits(Option<WindowWait>),
    /// It is about to press Send, if it may.
    MayPress(mpsc::Sender<bool>),
    /// It wants to know what the protocol says about a text.
    Asks(String, mpsc::Sender<Verdict>),
    /// It is over.
    Ended(T),
}

/// Nobody waits for the work any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unwanted;

/// The end of the link that the work holds.
pub(super) trait Link {
    /// A point was passed.
    fn reached(&self, point: Point) -> Result<(), Unwanted>;
    /// Whether Send may be pressed now.
    fn may_press(&self) -> Result<bool, Unwanted>;
    /// It waits for this now, or goes on.
    fn waits(&self, wait: Option<WindowWait>);
    /// What the protocol says about `text`.
    fn judge(&self, text: &str) -> Result<Verdict, Unwanted>;
    /// Whether nobody waits for the work any more.
    fn is_unwanted(&self) -> bool;
}

/// A link into a future.
#[derive(Debug)]
pub(super) struct Wire<T>(pub(super) asynchronous::UnboundedSender<Told<T>>);

impl<T> Link for Wire<T> {
    fn reached(&self, point: Point) -> Result<(), Unwanted> {
        let (answer, answered) = mpsc::channel();
        self.0.send(Told::Reached(point, answer)).map_err(|_| Unwanted)?;
        answered.recv().map_err(|_| Unwanted)
    }

    fn may_press(&self) -> Result<bool, Unwanted> {
        let (answer, answered) = mpsc::channel();
        self.0.send(Told::MayPress(answer)).map_err(|_| Unwanted)?;
        answered.recv().map_err(|_| Unwanted)
    }

    fn waits(&self, wait: Option<WindowWait>) {
        // Only for telling the person: nobody there is nobody to tell.
        self.0.send(Told::Waits(wait)).ok();
    }

    fn judge(&self, text: &str) -> Result<Verdict, Unwanted> {
        let (answer, answered) = mpsc::channel();
        self.0.send(Told::Asks(text.to_owned(), answer)).map_err(|_| Unwanted)?;
        answered.recv().map_err(|_| Unwanted)
    }

    fn is_unwanted(&self) -> bool {
        self.0.is_closed()
    }
}

/// Serves the work's link until it is over; none when its thread died.
pub(super) async fn serve<T>(
    told: &mut asynchronous::UnboundedReceiver<Told<T>>,
    effect: &EffectId,
    steps: &dyn StepObserver,
    judge: Judge<'_>,
) -> Option<T> {
    while let Some(told) = told.recv().await {
        match told {
            Told::Reached(point, answer) => {
                steps.reached(effect, point);
                answer.send(()).ok();
            }
            Told::MayPress(answer) => {
                answer.send(steps.may_press(effect)).ok();
            }
            Told::Waits(wait) => steps.waits(effect, wait),
            Told::Asks(text, answer) => {
                answer.send(judge(&text)).ok();
            }
            Told::Ended(end) => return Some(end),
        }
    }
    None
}
