//! C2C control messages: types, limits, parse, render; checkpoint; boot prompt and instructions.
//!
//! Messages carry state, never content: files, diffs and output are read through the connector.
//! Nothing in here does IO, reads a clock or makes random values.

mod chars;
mod checkpoint;
mod inbound;
mod message;
mod meter;
mod outbound;
mod section;
mod state;
mod task_id;
pub mod templates;

pub use checkpoint::{Checkpoint, ProtocolState, UnknownProtocolState};
pub use inbound::{Allowed, Expectation, Fragment, ParseError, Parsed, ReplyView, Status, parse};
pub use message::{Blocked, ControlMessage, Plan, Sections, Value};
pub use outbound::{
    Draft, ErrorMessage, Executed, Executing, Finding, Handoff, Init, MESSAGE_MAX, Pattern, ReleasedOutput,
    RenderError, build, correction, describe_errors, render,
};
pub use section::Section;
pub use state::{Sender, State, UnknownState};
pub use task_id::{TASK_ID_MAX, TaskId, TaskIdError};
