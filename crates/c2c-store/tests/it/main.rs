//! The store from outside, as its users see it.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod browser;
mod damage;
mod journal;
mod leases;
mod listing;
mod messages_of_errors;
mod model_journal;
mod model_leases;
mod opening;
mod power_cut;
mod processes;
mod records;
mod roles;
mod schema;
mod sessions;
mod sizes;
mod support;
mod transactions;
