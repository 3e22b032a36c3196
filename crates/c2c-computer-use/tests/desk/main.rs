//! The live desktop: every test starts an X11 display of its own, and what else it needs.
//!
//! Where Xvfb is not installed the tests say so and pass. Debian's packages: `xvfb`, `openbox`, `dbus`,
//! `x11-xkb-utils`, `at-spi2-core`, `chromium`.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::print_stderr, reason = "a test helper may fail the test and say what it lacks")]

mod accessibility;
mod browser;
mod clipboard;
mod display;
mod focus;
mod owner;
mod picture;
mod presence;
mod presses;
mod window;
