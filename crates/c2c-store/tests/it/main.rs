//! The store from outside, as its users see it.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod damage;
mod journal;
mod leases;
mod messages_of_errors;
mod opening;
mod processes;
mod records;
mod roles;
mod schema;
mod sessions;
mod support;
mod transactions;
