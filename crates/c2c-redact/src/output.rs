//! What of a command's output may be released: decoded, plain, short, without secrets and without the person's name.
//!
//! Output that cannot be judged is restricted, with the reason. Pure: the caller brings the bytes and the names.

mod shorten;
mod terminal;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::Serialize;

use crate::text::{self, Verdict};

/// Output over this size is not judged at all, in bytes.
pub const MAX_JUDGED_BYTES: usize = 16 * 1024 * 1024;
/// Of the lines of an output at most this many are kept.
pub const MAX_LINES: usize = 200;
/// Of an output's text at most this much is kept, in bytes, with the note on what is left out.
pub const MAX_BYTES: usize = 64 * 1024;

/// Whether an output may be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Status {
    /// The text may be shown.
    Readable,
    /// Nothing of it may be shown.
    Restricted {
        /// One clause for people, for example `it holds a private key`.
        reason: String,
    },
}

/// How often a rule replaced something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Withheld {
    /// The rule, one of [`text::rule_names`].
    pub rule: &'static str,
    /// How many places were replaced.
    pub count: usize,
}

/// An output as it may be released.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// The text; empty when the output is restricted.
    pub text: String,
    /// Whether it may be read.
    pub status: Status,
    /// What was replaced in it, by rule, in the order of the rules' names.
    pub withheld: Vec<Withheld>,
    /// The size of the given output, in bytes.
    pub original_bytes: usize,
    /// How many lines between head and tail were left out.
    pub left_out_lines: usize,
    /// How many bytes between head and tail were left out.
    pub left_out_bytes: usize,
}

/// Judges a command's output.
///
/// `home` is the person's home folder and `user` their login name; both are replaced, by `~` and `[user]`. Names that
/// many machines share (`root`, `user`, `runner` …) tell nothing and stay.
pub fn judge(raw: &[u8], home: Option<&str>, user: Option<&str>) -> Judged {
    match decoded(raw) {
        Ok(decoded) => judge_text(raw.len(), &terminal::plain(&decoded), home, user),
        Err(unjudged) => restricted(raw.len(), unjudged.to_string(), Vec::new()),
    }
}

fn judge_text(original_bytes: usize, plain: &str, home: Option<&str>, user: Option<&str>) -> Judged {
    let redacted = text::redact(plain);
    let withheld = counted(&redacted.findings);
    if let Verdict::Withhold { rule } = redacted.verdict {
        return restricted(original_bytes, format!("it holds a private key ({rule})"), withheld);
    }
    let anonymous = without_names(&redacted.text, home, user);
    let short = shorten::head_and_tail(&anonymous, MAX_LINES, MAX_BYTES);
    Judged {
        text: short.text,
        status: Status::Readable,
        withheld,
        original_bytes,
        left_out_lines: short.left_out_lines,
        left_out_bytes: short.left_out_bytes,
    }
}

fn restricted(original_bytes: usize, reason: String, withheld: Vec<Withheld>) -> Judged {
    Judged {
        text: String::new(),
        status: Status::Restricted { reason },
        withheld,
        original_bytes,
        left_out_lines: 0,
        left_out_bytes: 0,
    }
}

/// Why an output cannot be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unjudged {
    TooLarge,
    NotUtf16,
    Mixed,
    Binary,
    NotUtf8,
}

impl fmt::Display for Unjudged {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(formatter, "it is over {} MiB", MAX_JUDGED_BYTES / (1024 * 1024)),
            Self::NotUtf16 => formatter.write_str("it is not valid UTF-16"),
            Self::Mixed => formatter.write_str("it begins as UTF-16 and holds a secret in another encoding"),
            Self::Binary => formatter.write_str("it is binary"),
            Self::NotUtf8 => formatter.write_str("it is not UTF-8"),
        }
    }
}

/// The output as text.
fn decoded(raw: &[u8]) -> Result<String, Unjudged> {
    if raw.len() > MAX_JUDGED_BYTES {
        return Err(Unjudged::TooLarge);
    }
    let utf16 = match raw {
        [0xff, 0xfe, rest @ ..] => Some(units(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Some(units(rest, u16::from_be_bytes)),
        _ => None,
    };
    if let Some(units) = utf16 {
        // Plain text behind the mark would be shown as other characters, from which it can be had back.
        if !text::scan(&String::from_utf8_lossy(raw).replace('\0', " ")).is_empty() {
            return Err(Unjudged::Mixed);
        }
        return String::from_utf16(&units).map_err(|_| Unjudged::NotUtf16);
    }
    let raw = raw.strip_prefix(b"\xef\xbb\xbf").unwrap_or(raw);
    if raw.contains(&0) {
        return Err(Unjudged::Binary);
    }
    let mut invalid = 0;
    let mut text = String::with_capacity(raw.len());
    for chunk in raw.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            invalid += 1;
            text.push('\u{fffd}');
        }
    }
    // A few broken characters, or one cut at the end, hide nothing; many mean that the text is in another encoding.
    if invalid > 1 && invalid * 200 > text.len() { Err(Unjudged::NotUtf8) } else { Ok(text) }
}

fn units(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u16> {
    bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect()
}

fn counted(findings: &[text::Finding]) -> Vec<Withheld> {
    let mut counts = std::collections::BTreeMap::new();
    for finding in findings {
        *counts.entry(finding.rule).or_insert(0) += 1;
    }
    counts.into_iter().map(|(rule, count)| Withheld { rule, count }).collect()
}

/// Login names that many machines share.
const SHARED_NAMES: &[&str] = &[
    "root",
    "user",
    "admin",
    "administrator",
    "runner",
    "ubuntu",
    "debian",
    "vscode",
    "codespace",
    "node",
    "build",
    "builder",
    "test",
    "tests",
    "dev",
    "developer",
    "guest",
    "app",
    "me",
    "home",
    "worker",
    "agent",
    "git",
    "www",
    "nobody",
    "default",
];

fn without_names(text: &str, home: Option<&str>, user: Option<&str>) -> String {
    let marks = text::marks(text);
    let mut copy = String::with_capacity(text.len());
    let mut from = 0;
    for mark in marks.into_iter().chain(std::iter::once(text.len()..text.len())) {
        copy.push_str(&replaced_names(&text[from..mark.start], home, user));
        copy.push_str(&text[mark.clone()]);
        from = mark.end;
    }
    copy
}

fn replaced_names(text: &str, home: Option<&str>, user: Option<&str>) -> String {
    let mut text = text.to_owned();
    if let Some(home) = home.map(|home| home.trim_end_matches(['/', '\\'])).filter(|home| home.len() > 1) {
        for spelling in [home.to_owned(), home.replace('\\', "\\\\"), home.replace('\\', "/"), home.replace('/', "%2F")]
        {
            text = replace_bounded(&text, &spelling, "~", |_| true, |next| !is_name(next));
        }
    }
    if let Some(user) =
        user.filter(|user| user.chars().count() >= 2 && !SHARED_NAMES.contains(&user.to_lowercase().as_str()))
    {
        text =
            replace_bounded(&text, user, "[user]", |before| !before.is_alphanumeric(), |next| !next.is_alphanumeric());
    }
    text
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-')
}

/// Replaces a word where its neighbours allow it.
fn replace_bounded(text: &str, word: &str, with: &str, before: fn(char) -> bool, after: fn(char) -> bool) -> String {
    let mut copy = String::with_capacity(text.len());
    let mut from = 0;
    for (at, _) in text.match_indices(word) {
        let end = at + word.len();
        if text[..at].chars().next_back().is_none_or(before) && text[end..].chars().next().is_none_or(after) {
            copy.push_str(&text[from..at]);
            copy.push_str(with);
            from = end;
        }
    }
    copy.push_str(&text[from..]);
    copy
}
