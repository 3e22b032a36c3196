//! The C2C loop: goal → PLAN → execute → record → EXECUTED → review → … → DONE or BLOCKED.
//!
//! [`Machine`] is a pure state machine: [`Machine::apply`] takes an [`Event`] and returns the next
//! state with effects as data. [`Driver`] keeps both in the store and carries the effects out over
//! the ports of `c2c-ports`; it knows no adapter. Every effect's intent is in the store before it
//! happens and its outcome after, so any process may be killed at any moment: the next one settles
//! what lies between by looking, never by doing it again on a guess.

mod driver;
mod machine;
mod progress;
mod prompt;
mod record;

pub use driver::{
    Assignment, CommandAnswer, DriveError, Driver, Person, Ports, RunUntil, UNDO_COMMAND, Undo, told, undo,
};
pub use machine::{
    Approval, Command, Effect, Event, LoopSettings, Machine, MessageKind, Note, Outcome, PLANNED_BLINDLY, PauseReason,
    Phase, PlanInForce, Refusal, Sent, Status, Step, rejects_plan,
};
pub use progress::{Observer, Progress};
pub use record::{Recorded, Released, Source, Verdict, is_same_command};
