//! The points of an effect at which a process may be killed.
//!
//! The driver and the adapters report each point as they pass it. The product only logs them; the
//! kill tests end the process there. The lists are complete by construction: every enum has `ALL`.

use serde::{Deserialize, Serialize};

use crate::{EffectId, WindowWait};

/// The kinds of effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectKind {
    /// Take a picture of the work tree.
    Snapshot,
    /// Deliver one message.
    Send,
    /// Run Codex on the plan.
    Execute,
    /// Record the iteration.
    Record,
    /// Tell the person.
    Notify,
}

impl EffectKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Snapshot, Self::Send, Self::Execute, Self::Record, Self::Notify];

    /// The name used in the store.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Snapshot => "snapshot",
            Self::Send => "send",
            Self::Execute => "execute",
            Self::Record => "record",
            Self::Notify => "notify",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// Steps inside [`EffectKind::Send`]. The manual way passes only `Shown`, a window all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SendStep {
    /// The carrier has been shown the message.
    Shown,
    /// The text was pasted; whether it is in the composer is not looked at yet.
    Inserted,
    /// The composer shows the text, the clipboard is given back, Send is not pressed.
    Verified,
    /// Send was pressed; whether the message is in the conversation is not looked at yet.
    Pressed,
    /// The message was seen in the conversation.
    Seen,
}

impl SendStep {
    /// Every step, in order.
    pub const ALL: [Self; 5] = [Self::Shown, Self::Inserted, Self::Verified, Self::Pressed, Self::Seen];
}

/// Steps of reading an answer. They belong to the effect that sent the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadStep {
    /// The answer is read; it is not in the store.
    Read,
}

impl ReadStep {
    /// Every step, in order.
    pub const ALL: [Self; 1] = [Self::Read];
}

/// Steps inside [`EffectKind::Execute`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExecuteStep {
    /// The job's files are written, nothing started.
    Prepared,
    /// The child runs; nothing is noted about it yet.
    Spawned,
    /// Its process id is noted.
    Noted,
    /// Its thread id is known from its events.
    ThreadKnown,
    /// It has ended.
    Ended,
    /// Nothing that it started is left.
    Swept,
}

impl ExecuteStep {
    /// Every step, in order.
    pub const ALL: [Self; 6] =
        [Self::Prepared, Self::Spawned, Self::Noted, Self::ThreadKnown, Self::Ended, Self::Swept];
}

/// Steps inside [`EffectKind::Record`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordStep {
    /// The snapshot after the execution is taken.
    Snapshot,
    /// The test output is there (seen, or run again).
    Outputs,
}

impl RecordStep {
    /// Every step, in order.
    pub const ALL: [Self; 2] = [Self::Snapshot, Self::Outputs];
}

/// One point that was passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Point {
    /// The intent is in the store, the effect has not begun.
    Before(EffectKind),
    /// A step inside a send.
    Send(SendStep),
    /// A step of reading the answer to what the effect sent.
    Read(ReadStep),
    /// A step inside an execution.
    Execute(ExecuteStep),
    /// A step inside a recording.
    Record(RecordStep),
    /// The effect has happened, its outcome is not in the store.
    After(EffectKind),
    /// The outcome is in the store.
    Stored(EffectKind),
}

impl Point {
    /// Every point there is.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut points = Vec::new();
        points.extend(EffectKind::ALL.map(Self::Before));
        points.extend(SendStep::ALL.map(Self::Send));
        points.extend(ReadStep::ALL.map(Self::Read));
        points.extend(ExecuteStep::ALL.map(Self::Execute));
        points.extend(RecordStep::ALL.map(Self::Record));
        points.extend(EffectKind::ALL.map(Self::After));
        points.extend(EffectKind::ALL.map(Self::Stored));
        points
    }
}

/// Is told each point as it is passed.
pub trait StepObserver: Send + Sync {
    /// `effect` has just passed `point`.
    fn reached(&self, effect: &EffectId, point: Point);

    /// A window is about to press Send for the effect. False says that somebody else acts for the
    /// session now: nothing may be pressed then. What is true is written down before this returns.
    fn may_press(&self, effect: &EffectId) -> bool {
        let _ = effect;
        true
    }

    /// The effect, or reading the answer to what it sent, waits for this now; none when it goes on.
    /// Only for telling the person.
    fn waits(&self, effect: &EffectId, wait: Option<WindowWait>) {
        let _ = (effect, wait);
    }
}

/// Watches nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoSteps;

impl StepObserver for NoSteps {
    fn reached(&self, _effect: &EffectId, _point: Point) {}
}
