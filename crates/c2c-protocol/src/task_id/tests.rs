//! Which texts are task ids.

use super::*;

#[test]
fn random_bytes_make_eight_digits() {
    assert_eq!(TaskId::from_random([0xf8, 0x1a, 0x00, 0x0c]).as_str(), "c2c_f81a000c");
}

#[test]
fn one_to_sixty_four_characters_are_accepted() {
    for text in ["a", "c2c_f81a", "A-Z_09", &"x".repeat(64)] {
        assert_eq!(text.parse::<TaskId>().map(String::from).as_deref(), Ok(text));
    }
    for text in ["", &"x".repeat(65), "a b", "a.b", "ä", "a\n", "../a"] {
        assert!(text.parse::<TaskId>().is_err(), "{text:?}");
    }
}

#[test]
fn an_error_shows_the_text() {
    assert_eq!(
        "a b".parse::<TaskId>().unwrap_err().to_string(),
        "`a b` is not a task id: 1 to 64 letters, digits, `_` or `-` are wanted"
    );
}

#[test]
fn json_is_checked_too() {
    assert_eq!(serde_json::from_str::<TaskId>("\"c2c_1\"").unwrap().as_str(), "c2c_1");
    assert!(serde_json::from_str::<TaskId>("\"c2c 1\"").is_err());
}
