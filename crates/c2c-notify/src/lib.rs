//! Desktop notifications: what is shown of a notice ([`words`]), and the thread that shows it
//! ([`DesktopNotifier`]).
//!
//! A notice may hold text that a model or a repository wrote. It is shown and never interpreted: markup
//! is escaped where a desktop would take it as such, and what cannot be seen is dropped.

mod desktop;
pub mod words;

pub use desktop::{Answering, DesktopNotifier, Pressed};
