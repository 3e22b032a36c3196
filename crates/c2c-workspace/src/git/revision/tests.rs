//! Tests of `revision`.
