//! Codex on this machine: exec, its events, its errors.
