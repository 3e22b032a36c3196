//! Codex on this machine: exec, its events, its errors.
//!
//! [`CodexExec`] is the port [`Executor`](c2c_ports::Executor) over `codex exec`. A job runs as one
//! child whose input, output and end can be seen by any later process in the effect's folder of the
//! data folder: see `job` for the files and the lock, `settle` for what is read from them. What is
//! said here about Codex was measured with the real program, version [`MEASURED`].
//!
//! Nothing here decides what Codex works on, and nothing runs a command except through Codex.

mod arguments;
mod ending;
mod events;
mod exec;
mod follow;
mod job;
mod messages;
mod mounts;
mod outcome;
mod program;
mod protected;
mod rerun;
mod result;
mod settle;
mod version;

pub use exec::{CodexConfig, CodexExec};
pub use version::{MEASURED, MINIMUM, Version};
