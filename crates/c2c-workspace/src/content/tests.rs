//! Where things are.

use super::*;

#[test]
fn lines_are_counted_with_and_without_a_last_end() {
    for (text, lines) in [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2), ("a\r\nb\r", 2)] {
        assert_eq!(count_lines(text), lines, "{text:?}");
    }
}

#[test]
fn places_of_findings_are_lines() {
    let finding = |at: usize| Finding { rule: "x", range: at..at + 1 };
    let found = places("a\nb\nc\nd", &[finding(0), finding(2), finding(2), finding(6)]);
    assert_eq!(found.iter().map(|place| place.line).collect::<Vec<_>>(), [1, 2, 2, 4]);
}

#[test]
fn a_hash_is_written_in_lower_case_hexadecimal() {
    assert_eq!(hex(&[0, 0x0f, 0xa9, 0xff]), "000fa9ff");
}
