//! How the bytes of a text are understood: UTF-8, UTF-16 with or without a byte order mark, and the encodings that
//! were there before, which nothing in a file names and which are guessed from its bytes, as browsers do.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding as Known, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// How far git looks for a NUL before it calls a file text.
const BINARY_PREFIX: usize = 8_000;
/// Bytes of lines that are not ASCII after which more would not make the guess better.
const ENOUGH_TO_GUESS: usize = 64 << 10;
/// Bytes that say too little to be taken for UTF-16 that nothing marks.
const LEAST_UNMARKED: usize = 16;

/// How the bytes of a file were understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Plain UTF-8.
    Utf8,
    /// UTF-8 behind a byte order mark, which is left out of the text.
    Utf8WithMark,
    /// UTF-16, little-endian, with or without a byte order mark, which is left out of the text.
    Utf16Le,
    /// UTF-16, big-endian, with or without a byte order mark, which is left out of the text.
    Utf16Be,
    /// An older encoding, guessed: GBK, Shift_JIS, windows-1251 …
    Legacy(&'static Known),
    /// None of these: each byte taken as one character.
    Latin1,
}

impl Encoding {
    /// The name clients see; for older encodings the one of the WHATWG's Encoding Standard.
    #[must_use]
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf8WithMark => "UTF-8 with BOM",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Legacy(known) => known.name(),
            Self::Latin1 => "ISO-8859-1",
        }
    }
}

/// The text of some bytes and how they were understood; none for binary content.
pub(crate) fn decode(bytes: &[u8]) -> Option<(Cow<'_, str>, Encoding)> {
    if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        return utf16(rest, UTF_16LE).map(|text| (text, Encoding::Utf16Le));
    }
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        return utf16(rest, UTF_16BE).map(|text| (text, Encoding::Utf16Be));
    }
    if looks_binary(bytes) {
        return unmarked_utf16(bytes);
    }
    let (rest, encoding) = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(rest) => (rest, Encoding::Utf8WithMark),
        None => (bytes, Encoding::Utf8),
    };
    match std::str::from_utf8(rest) {
        Ok(text) => Some((Cow::Borrowed(text), encoding)),
        Err(_) if mostly_controls(bytes) => None,
        Err(_) => Some(older(bytes, guess(lines(bytes)))),
    }
}

/// Git's own test.
pub(crate) fn looks_binary(bytes: &[u8]) -> bool {
    memchr::memchr(0, &bytes[..bytes.len().min(BINARY_PREFIX)]).is_some()
}

/// The older encoding that lines, of which some are not UTF-8, seem to be in. Lines that are UTF-8 say nothing: they may
/// have been converted already.
pub(crate) fn guess<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let (mut fed, mut only_latin1) = (0, true);
    for line in lines.filter(|line| std::str::from_utf8(line).is_err()) {
        let line = &line[..line.len().min(ENOUGH_TO_GUESS)];
        detector.feed(line, false);
        only_latin1 &= !line.iter().any(|byte| (0x80..0xa0).contains(byte));
        fed += line.len();
        if fed >= ENOUGH_TO_GUESS {
            break;
        }
    }
    let found = detector.guess(None, Utf8Detection::Deny);
    // windows-1252 differs from it only in characters that do not occur.
    if found == WINDOWS_1252 && only_latin1 { Encoding::Latin1 } else { Encoding::Legacy(found) }
}

/// Decodes what is not UTF-8. Where a guess does not hold to the end, each byte is a character.
pub(crate) fn older(bytes: &[u8], guessed: Encoding) -> (Cow<'_, str>, Encoding) {
    if let Encoding::Legacy(known) = guessed
        && let Some(text) = known.decode_without_bom_handling_and_without_replacement(bytes)
    {
        return (text, guessed);
    }
    (encoding_rs::mem::decode_latin1(bytes), Encoding::Latin1)
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n')
}

fn utf16<'a>(bytes: &'a [u8], encoding: &'static Known) -> Option<Cow<'a, str>> {
    if hides_a_secret(bytes) {
        return None;
    }
    let text = encoding.decode_without_bom_handling(bytes).0;
    // Two bytes at the start prove little: binary data decodes to NULs and replacement characters.
    let prefix = &text[..text.floor_char_boundary(BINARY_PREFIX)];
    let odd = prefix.chars().filter(|&letter| letter == '\0' || letter == '\u{fffd}').count();
    if odd * 20 > prefix.chars().count() { None } else { Some(text) }
}

/// Whether plain text among UTF-16, where some programs append it, holds a secret: it would be shown as other
/// characters, from which it can be had back.
fn hides_a_secret(bytes: &[u8]) -> bool {
    !c2c_redact::text::scan(&String::from_utf8_lossy(bytes).replace('\0', " ")).is_empty()
}

/// UTF-16 that nothing marks, as some programs of Windows write it: of its pairs many have a zero on the same side, none
/// has one on the other, and all of it is characters that stand in texts.
fn unmarked_utf16(bytes: &[u8]) -> Option<(Cow<'_, str>, Encoding)> {
    if bytes.len() < LEAST_UNMARKED || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let prefix = &bytes[..bytes.len().min(BINARY_PREFIX)];
    let zeros = |side: usize| prefix.iter().skip(side).step_by(2).filter(|&&byte| byte == 0).count();
    let many = (prefix.len() / 2).div_ceil(3);
    let (known, encoding) = match (zeros(0), zeros(1)) {
        (0, high) if high >= many => (UTF_16LE, Encoding::Utf16Le),
        (high, 0) if high >= many => (UTF_16BE, Encoding::Utf16Be),
        _ => return None,
    };
    let text = known.decode_without_bom_handling_and_without_replacement(bytes).filter(|_| !hides_a_secret(bytes))?;
    let is_text = |letter: char| !letter.is_control() || matches!(letter, '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}');
    text.chars().all(is_text).then_some((text, encoding))
}

/// Neither UTF-8 nor a text in an older encoding: more than one byte in ten is a control character.
fn mostly_controls(bytes: &[u8]) -> bool {
    let prefix = &bytes[..bytes.len().min(BINARY_PREFIX)];
    let controls =
        prefix.iter().filter(|&&byte| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b)).count();
    controls * 10 > prefix.len()
}

#[cfg(test)]
mod tests;
