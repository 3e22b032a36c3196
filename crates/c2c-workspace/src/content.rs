//! The text of a file: read through the open root, decoded, and without its secrets.
//!
//! The whole file is held in memory, so its size is bounded; nothing is cached between calls.

use std::borrow::Cow;
use std::io::Read as _;

use c2c_redact::text::{Finding, Verdict};
use sha2::{Digest as _, Sha256};

use crate::page::Withheld;
use crate::path::RelPath;
use crate::root::Root;
use crate::tool_error::{ErrorCode, ToolError};

/// Largest file that is read as a whole, in bytes.
pub const LARGEST_FILE: u64 = 32 << 20;
/// How far git looks for a NUL before it calls a file text.
const BINARY_PREFIX: usize = 8_000;

/// How the bytes of a file were understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Plain UTF-8.
    Utf8,
    /// UTF-8 behind a byte order mark, which is left out of the text.
    Utf8WithMark,
    /// UTF-16, little-endian, behind a byte order mark.
    Utf16Le,
    /// UTF-16, big-endian, behind a byte order mark.
    Utf16Be,
    /// None of these: each byte taken as one character.
    Latin1,
}

impl Encoding {
    /// The name clients see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf8WithMark => "UTF-8 with BOM",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Latin1 => "ISO-8859-1",
        }
    }
}

/// A file's text, ready to be shown.
#[derive(Debug)]
pub(crate) struct Content {
    /// The text, secrets replaced.
    pub(crate) text: String,
    /// How the bytes were understood.
    pub(crate) encoding: Encoding,
    /// Bytes of the file.
    pub(crate) size: u64,
    /// SHA-256 of the file's bytes, in hexadecimal.
    pub(crate) hash: String,
    /// Where something was replaced: line and rule.
    pub(crate) replaced: Vec<Replaced>,
}

/// A place where a secret was replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Replaced {
    pub(crate) line: usize,
    pub(crate) rule: &'static str,
}

impl Replaced {
    pub(crate) fn to_withheld(&self, path: &RelPath) -> Withheld {
        Withheld::new(format!("{path}:{}", self.line), format!("a secret was replaced ({})", self.rule))
    }
}

/// Reads a file's text.
///
/// # Errors
/// As [`Root::open_file`], and `TOO_BIG`, `BINARY_FILE`, `WITHHELD` for a private key.
pub(crate) fn read(root: &Root, path: &RelPath) -> Result<Content, ToolError> {
    let open = root.open_file(path)?;
    let size = open.size;
    let bytes = read_bytes(open.file, size, LARGEST_FILE, path)?;
    let hash = hex(&Sha256::digest(&bytes));
    let Some((text, encoding)) = decode(&bytes) else {
        return Err(ToolError::new(
            ErrorCode::BinaryFile,
            format!("`{path}` holds no text ({size} bytes)"),
            "its size and place are all that can be shown",
        ));
    };
    let (text, replaced) = redact(text, path)?;
    Ok(Content { text, encoding, size: bytes.len() as u64, hash, replaced })
}

/// Reads at most `largest` bytes, also when the file grows meanwhile.
pub(crate) fn read_bytes(file: std::fs::File, size: u64, largest: u64, path: &RelPath) -> Result<Vec<u8>, ToolError> {
    let too_big = || {
        ToolError::new(
            ErrorCode::TooBig,
            format!("`{path}` is larger than {} MiB", largest >> 20),
            "files of this size are not shown",
        )
    };
    if size > largest {
        return Err(too_big());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    file.take(largest + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| ToolError::internal(&format!("reading `{path}`"), &error))?;
    if bytes.len() as u64 > largest { Err(too_big()) } else { Ok(bytes) }
}

/// The text of some bytes and how they were understood; none for binary content.
pub(crate) fn decode(bytes: &[u8]) -> Option<(Cow<'_, str>, Encoding)> {
    if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        return utf16(rest, encoding_rs::UTF_16LE).map(|text| (text, Encoding::Utf16Le));
    }
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        return utf16(rest, encoding_rs::UTF_16BE).map(|text| (text, Encoding::Utf16Be));
    }
    if looks_binary(bytes) {
        return None;
    }
    let (rest, encoding) = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(rest) => (rest, Encoding::Utf8WithMark),
        None => (bytes, Encoding::Utf8),
    };
    match std::str::from_utf8(rest) {
        Ok(text) => Some((Cow::Borrowed(text), encoding)),
        Err(_) if mostly_controls(bytes) => None,
        Err(_) => Some((encoding_rs::mem::decode_latin1(bytes), Encoding::Latin1)),
    }
}

/// Git's own test.
pub(crate) fn looks_binary(bytes: &[u8]) -> bool {
    memchr::memchr(0, &bytes[..bytes.len().min(BINARY_PREFIX)]).is_some()
}

fn utf16<'a>(bytes: &'a [u8], encoding: &'static encoding_rs::Encoding) -> Option<Cow<'a, str>> {
    let text = encoding.decode_without_bom_handling(bytes).0;
    // Two bytes at the start prove little: binary data decodes to NULs and replacement characters.
    let prefix = &text[..text.floor_char_boundary(BINARY_PREFIX)];
    let odd = prefix.chars().filter(|&letter| letter == '\0' || letter == '\u{fffd}').count();
    if odd * 20 > prefix.chars().count() { None } else { Some(text) }
}

/// Neither UTF-8 nor a single-byte text: more than one byte in ten is a control character.
fn mostly_controls(bytes: &[u8]) -> bool {
    let prefix = &bytes[..bytes.len().min(BINARY_PREFIX)];
    let controls =
        prefix.iter().filter(|&&byte| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b)).count();
    controls * 10 > prefix.len()
}

/// Takes the secrets out of a file's text.
///
/// # Errors
/// `WITHHELD` when no part of the text may be shown.
pub(crate) fn redact(text: Cow<'_, str>, path: &RelPath) -> Result<(String, Vec<Replaced>), ToolError> {
    let redacted = c2c_redact::text::redact(&text);
    match redacted.verdict {
        Verdict::Clean => Ok((text.into_owned(), Vec::new())),
        Verdict::Redacted => Ok((redacted.text, places(&text, &redacted.findings))),
        Verdict::Withhold { rule } => Err(ToolError::withheld(path.as_str(), &format!("it holds a secret ({rule})"))),
    }
}

fn places(text: &str, findings: &[Finding]) -> Vec<Replaced> {
    let mut line = 1;
    let mut from = 0;
    findings
        .iter()
        .map(|finding| {
            let to = finding.range.start.max(from);
            line += memchr::memchr_iter(b'\n', &text.as_bytes()[from..to]).count();
            from = to;
            Replaced { line, rule: finding.rule }
        })
        .collect()
}

/// Lines of a text: line ends, and one more when the last line has none. A lone carriage return ends no line.
pub(crate) fn count_lines(text: &str) -> usize {
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    if text.is_empty() || text.ends_with('\n') { ends } else { ends + 1 }
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        }
        text
    })
}

#[cfg(test)]
mod tests;
