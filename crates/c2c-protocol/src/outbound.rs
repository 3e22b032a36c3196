//! Our side's messages: their types, the strict renderer, and the builders that always fit.

pub mod build;
pub(crate) mod content;
mod correction;
pub(crate) mod cut;
mod draft;
mod messages;
mod neutral;

pub(crate) use cut::characters as cut_characters;

pub use content::{Finding, Pattern};
pub use correction::{correction, describe_errors};
pub use draft::{Draft, MESSAGE_MAX, RenderError, render};
pub use messages::{ErrorMessage, Executed, Executing, Handoff, Init, ReleasedOutput};
