//! Tests of the whole crate against real repositories.

#![expect(clippy::unwrap_used, reason = "tests and their helpers")]

mod escapes;
mod every_tool;
mod git_compare;
mod git_diff;
mod git_hostile;
mod git_kinds;
mod git_limits;
mod git_log;
mod git_places;
mod git_random;
mod git_repo;
mod git_snapshot;
mod git_status;
mod git_undo;
mod hard_links;
mod random_tree;
mod secrets;
