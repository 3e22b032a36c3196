//! Fuzzes diffs and their pages.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| c2c_workspace::fuzzing::diff_pages(input));
