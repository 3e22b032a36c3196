//! One module for each table: its row, and what is read from it and written to it.

mod browser;
pub(crate) mod calls;
pub(crate) mod checkpoints;
pub(crate) mod commands;
pub(crate) mod conversations;
pub(crate) mod effects;
pub(crate) mod iterations;
pub(crate) mod leases;
pub(crate) mod listing;
pub(crate) mod messages;
pub(crate) mod notices;
pub(crate) mod outputs;
pub(crate) mod sessions;
mod states;
pub(crate) mod templates;
pub(crate) mod workspaces;

/// Every table of the schema.
pub(crate) const NAMES: &[&str] = &[
    "workspaces",
    "conversations",
    "sessions",
    "states",
    "effects",
    "checkpoints",
    "messages",
    "iterations",
    "outputs",
    "commands",
    "leases",
    "calls",
    "notices",
    "browser",
    "templates",
];
