//! Fuzzes the path guard.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| c2c_workspace::fuzzing::path_guard(input));
