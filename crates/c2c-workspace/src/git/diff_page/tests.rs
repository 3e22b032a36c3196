//! Tests of `diff_page`.
