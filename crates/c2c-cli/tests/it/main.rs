//! The `c2c` program as a person meets it: what it prints where, and what it exits with.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bad_input;
mod by_hand;
mod home;
#[cfg(unix)]
mod preview;
#[cfg(unix)]
mod sessions;
