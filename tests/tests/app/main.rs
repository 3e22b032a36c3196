//! The real app on a desktop of each test's own, with a tray that stands in for a panel. Alone:
//! `cargo nextest run -p c2c-tests --test app`.
//!
//! Where Xvfb, openbox or D-Bus are not installed the tests say so and pass.
#![cfg(test)]
#![cfg(target_os = "linux")]

mod desk;
mod flow;
mod login;
mod program;
#[path = "../it/stage.rs"]
#[expect(dead_code, reason = "these tests need little of it")]
mod stage;
mod starts;
mod tray;
mod web;
