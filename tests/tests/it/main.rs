//! End-to-end tests: the real `c2c`, the real Codex, real git; the planner and the model provider are
//! programs of their own. `cargo xtask test` builds what they need and sets `C2C_CODEX`.
#![cfg(test)]

mod bad_input;
mod kills;
mod session;
mod stage;
