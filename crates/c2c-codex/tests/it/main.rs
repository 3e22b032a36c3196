//! The executor with the real Codex, whose model provider is the stand-in of `c2c-testkit`.
//!
//! Both programs are set up by `cargo xtask test`. Nothing reaches beyond loopback.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod ending;
mod executing;
mod failing;
mod rerunning;
mod settling;
mod stage;
