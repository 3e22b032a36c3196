//! Tests of `quote`.
