//! Tests of `text`.
