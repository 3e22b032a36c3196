//! What git knows about the workspace.
