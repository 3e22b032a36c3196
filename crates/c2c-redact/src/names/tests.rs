//! Tests of `names`.
