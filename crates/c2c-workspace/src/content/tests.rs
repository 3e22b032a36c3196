//! Decoding, and where things are.

use proptest::prelude::*;

use super::*;

#[test]
fn a_byte_order_mark_is_believed_only_when_the_rest_agrees() {
    assert!(matches!(decode(b"\xff\xfeh\0i\0"), Some((text, Encoding::Utf16Le)) if text == "hi"));
    assert!(matches!(decode(b"\xfe\xff\0h\0i"), Some((text, Encoding::Utf16Be)) if text == "hi"));
    assert!(matches!(decode(b"\xff\xfe"), Some((text, Encoding::Utf16Le)) if text.is_empty()));
    assert!(decode(b"\xff\xfe\0\0\0\0\0\0").is_none());
    assert!(decode(b"\xff\xfe\x00\xd8\x00\xd8\x00\xd8").is_none(), "half surrogates");
}

#[test]
fn git_looks_for_a_nul_in_the_first_bytes_only() {
    let mut bytes = vec![b'a'; 9_000];
    bytes[8_000] = 0;
    assert!(decode(&bytes).is_some());
    bytes[7_999] = 0;
    assert!(decode(&bytes).is_none());
}

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

proptest! {
    #[test]
    fn any_bytes_are_text_or_not_and_utf_8_stays_as_it_is(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Some((text, encoding)) = decode(&bytes) {
            if encoding == Encoding::Utf8 {
                prop_assert_eq!(text.as_bytes(), &bytes[..]);
            }
            if encoding == Encoding::Latin1 {
                prop_assert_eq!(text.chars().count(), bytes.len());
            }
        }
    }
}
