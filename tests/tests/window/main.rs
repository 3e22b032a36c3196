//! The real `c2c` at a real Chromium window with the ChatGPT page, on a desktop of each test's own, with
//! the real Codex. Alone: `cargo nextest run -p c2c-tests --test window`.
//!
//! Where Xvfb, openbox, D-Bus or Chromium are not installed the tests say so and pass.
#![cfg(test)]
#![cfg(target_os = "linux")]

mod app;
mod cues;
mod kills;
mod room;
mod session;
#[path = "../it/stage.rs"]
#[expect(dead_code, reason = "some of it is for the sessions that a person carries by hand")]
mod stage;
mod strikes;
mod theatre;
mod thief;
mod thieves;
mod web;
