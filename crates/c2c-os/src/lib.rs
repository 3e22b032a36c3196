//! The operating system, once: folders, environment, processes, clock, locks.
//!
//! Everything above asks here instead of the standard library, so that the working folder, the
//! environment, file modes and the end of child processes are decided in one place. Nothing here
//! knows what C2C is for, and nothing reads the process environment except
//! [`environment::Environment::from_process`].

pub mod clock;
pub mod command;
pub mod environment;
pub mod folders;
pub mod lock;
pub mod logging;
pub mod private_file;
pub mod process;
pub mod random;
mod temp_folders;

pub use temp_folders::{is_temporary, temp_folders};
