//! Files, search, git and the path guard.
