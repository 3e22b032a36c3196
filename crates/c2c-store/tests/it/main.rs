//! The store from outside, as its users see it.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod support;
mod tables;
