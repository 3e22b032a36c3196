//! Files, search, git and the path guard: what the connector's tools may see of a workspace.
//!
//! Everything here goes through a [`Root`] that was opened once, and past a [`Policy`]. Nothing here
//! writes into the workspace, follows a link, or reads the environment.

pub mod address;
pub mod config;
pub mod content;
pub mod detect;
mod encoding;
mod files;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod git;
mod grep;
pub mod limits;
pub mod page;
pub mod path;
pub mod policy;
pub mod root;
pub mod schema;
#[cfg(test)]
mod testing;
pub mod tool_error;
pub mod tools;
mod walk;
mod workspace;

pub use limits::Limits;
pub use page::Withheld;
pub use path::RelPath;
pub use policy::{Policy, Verdict};
pub use root::Root;
pub use tool_error::{ErrorCode, ToolError};
pub use workspace::Workspace;
