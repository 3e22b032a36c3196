//! What --json prints and what crosses the border to the user interface.
