//! Any bytes are text in a named encoding, or no text.

use crate::{content, encoding};

/// The mark at the start of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The text and the name of its encoding.
fn decoded(bytes: &[u8]) -> Option<(String, &'static str)> {
    encoding::decode(bytes).map(|(text, encoding)| (text.into_owned(), encoding.as_str()))
}

pub(super) fn check(bytes: &[u8]) {
    let Some((text, name)) = decoded(bytes) else {
        // What is plain text to everybody is text to us.
        assert!(std::str::from_utf8(bytes).is_err() || bytes.contains(&0), "UTF-8 is called binary");
        return;
    };
    if let Ok(plain) = std::str::from_utf8(bytes)
        && !bytes.contains(&0)
        && !bytes.starts_with(MARK)
    {
        assert_eq!((text.as_str(), name), (plain, "UTF-8"));
    }
    assert!(says_the_same(bytes, &text, name), "{name} does not give `{}`", text.escape_debug());
    let lines = content::count_lines(&text);
    assert_eq!(lines, text.split_inclusive('\n').count());
}

/// Whether the bytes, read in the encoding that was named, are this text.
fn says_the_same(bytes: &[u8], text: &str, name: &str) -> bool {
    match name {
        "UTF-8" => bytes == text.as_bytes(),
        "UTF-8 with BOM" => bytes.strip_prefix(MARK) == Some(text.as_bytes()),
        "UTF-16LE" => utf16(bytes, text, b"\xff\xfe", u16::to_le_bytes),
        "UTF-16BE" => utf16(bytes, text, b"\xfe\xff", u16::to_be_bytes),
        // The standard's own, not what browsers take it for.
        "ISO-8859-1" => text.chars().map(u32::from).eq(bytes.iter().map(|&byte| u32::from(byte))),
        other => match encoding_rs::Encoding::for_label(other.as_bytes()) {
            Some(encoding) => encoding.decode_without_bom_handling(bytes).0 == text,
            None => false,
        },
    }
}

/// Exactly, unless something behind a mark could not be decoded.
fn utf16(bytes: &[u8], text: &str, mark: &[u8], unit: fn(u16) -> [u8; 2]) -> bool {
    let rest = bytes.strip_prefix(mark).unwrap_or(bytes);
    let written: Vec<u8> = text.encode_utf16().flat_map(unit).collect();
    written == rest || rest.len() < bytes.len() && text.contains('\u{fffd}')
}
