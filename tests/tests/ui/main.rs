//! The app's window in a real Chromium: the built page, served with the app's own policy, before an engine that
//! answers from a script. Alone: `cargo xtask ui`, then `cargo nextest run -p c2c-tests --test ui`.
//!
//! Where Chromium, Node.js or the built page are missing the tests say so and pass.
#![cfg(test)]
#![cfg(target_os = "linux")]

mod engine;
mod fixtures;
mod list;
mod look;
mod looks;
mod new_task;
mod pictures;
mod preview;
mod session;
mod settings;
mod stage;
mod templates;
mod untrusted;
