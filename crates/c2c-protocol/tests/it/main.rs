//! The protocol crate through its public interface.
#![expect(clippy::unwrap_used, reason = "helpers outside of test functions fail the test they are called from")]

mod corpus;
mod goldens;
mod replies;
mod round_trips;
mod wire;
