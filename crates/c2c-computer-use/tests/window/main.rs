//! The window as the loop has it: real Chromium, the stand-in for ChatGPT with its real editor, the real
//! desktop. Each test has a screen and a browser, and goes through many cases in it.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, clippy::print_stderr, reason = "a test may fail, and say what it lacks")]

mod app;
mod conversations;
mod histories;
mod modes;
mod moods;
mod pages;
#[path = "../shared/parts.rs"]
mod parts;
mod stage;
