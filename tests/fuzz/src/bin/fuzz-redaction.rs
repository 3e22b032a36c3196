//! Fuzzes the search for secrets in text and output.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| c2c_redact::text::fuzzing::check(input));
