//! Entities and what only begins like one.

use super::*;

#[test]
fn entities_are_decoded_with_their_length() {
    assert_eq!(decode("&lt;x"), Some(('<', 4)));
    assert_eq!(decode("&NBSP;"), Some((' ', 6)));
    assert_eq!(decode("&#65;"), Some(('A', 5)));
    assert_eq!(decode("&#x1F600;"), Some(('😀', 9)));
}

#[test]
fn what_is_no_entity_stays() {
    for text in [
        "",
        "&",
        "&;",
        "&lt",
        "& lt;",
        "&&lt;",
        "&nope;",
        "&#;",
        "&#x;",
        "&#-1;",
        "&#x110000;",
        "&#xD800;",
        "&lt é;",
        "&muchtoolongname;",
    ] {
        assert_eq!(decode(text), None, "{text:?}");
    }
}
