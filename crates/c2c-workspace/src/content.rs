//! The text of a file: read through the open root, decoded, and without its secrets.
//!
//! The whole file is held in memory, so its size is bounded; nothing is cached between calls.

use std::borrow::Cow;
use std::io::Read as _;

use c2c_redact::text::{Finding, Verdict};
use sha2::{Digest as _, Sha256};

use crate::encoding::{Encoding, decode};
use crate::files::Files;
use crate::page::Withheld;
use crate::path::RelPath;
use crate::tool_error::{ErrorCode, ToolError};

/// Largest file that is read as a whole, in bytes.
pub const LARGEST_FILE: u64 = 32 << 20;

/// A file's text, ready to be shown.
#[derive(Debug)]
pub(crate) struct Content {
    /// The text, secrets replaced.
    pub(crate) text: String,
    /// How the bytes were understood.
    pub(crate) encoding: Encoding,
    /// Bytes of the file.
    pub(crate) size: u64,
    /// SHA-256 of the file's bytes, in hexadecimal; where secrets were replaced that of the text, because everything
    /// else of the file is known and its own would confirm a guess.
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
/// As [`crate::Root::open_file`], and `TOO_BIG`, `BINARY_FILE`, `WITHHELD` for a private key.
pub(crate) fn read(files: &Files<'_>, path: &RelPath) -> Result<Content, ToolError> {
    let bytes = files.read(path, LARGEST_FILE)?;
    let size = bytes.len() as u64;
    let hash = hex(&Sha256::digest(&bytes));
    let Some((text, encoding)) = decode(&bytes) else {
        return Err(ToolError::new(
            ErrorCode::BinaryFile,
            format!("`{path}` holds no text ({size} bytes)"),
            "its size and place are all that can be shown",
        ));
    };
    let (text, replaced) = redact(text, path)?;
    let hash = if replaced.is_empty() { hash } else { hex(&Sha256::digest(&text)) };
    Ok(Content { text, encoding, size, hash, replaced })
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
