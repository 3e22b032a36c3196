//! Fuzzes the decoding of files.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| c2c_workspace::fuzzing::decoding(input));
