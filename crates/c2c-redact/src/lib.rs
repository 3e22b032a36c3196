//! What is sensitive: names of files, secrets in text, and what of a command's output may be shown.
//!
//! Everything here is pure: no IO, no clock, no randomness. The rules are tables: [`names::RULES`],
//! [`text::RULES`], and those of Gitleaks in `rules/`. What reads files, diffs or output asks here before anything
//! leaves the machine.

pub mod names;
pub mod output;
pub mod text;
