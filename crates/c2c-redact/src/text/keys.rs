//! Private keys: PEM and its relatives, OpenSSH, PGP, PuTTY, age and others, whole or cut, in a diff or escaped.
//!
//! Whatever is found here withholds the whole text. A mere mention of a marker, as in a parser's source, does not:
//! something that looks like key material has to stand beside it, or the text ends where it would stand.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use regex::Regex;

use super::Finding;

/// The rules of this module.
pub(super) const RULES: &[&str] = &[
    "private-key",
    "private-key-base64",
    "putty-key",
    "age-key",
    "vpn-key",
    "signing-key",
    "json-web-key",
    "xml-key",
    "tor-key",
    "wallet-key",
];

/// How far from its marker the material of a key may begin, in bytes: header lines may stand between.
const REACH: usize = 4096;

#[derive(Debug, Clone, Copy)]
enum Shape {
    /// `-----BEGIN … PRIVATE KEY-----` and the like.
    Armour,
    /// The pattern of this rule, looked for around the marker.
    Pattern { rule: &'static str, pattern: usize },
}

/// Patterns beside their markers. Each is run on [`PATTERN_WINDOW`] bytes around the marker.
const PATTERNS: &[&str] = &[
    r"PuTTY-User-Key-File-[0-9]:[ \t]*[a-z]",
    r"(?i)AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{16}",
    r"OpenVPN Static key V1-----(?:\\[nrt]|[^0-9A-Za-z])*[0-9a-f]{16}",
    r"(?:minisign encrypted secret key|minisign secret key|signify secret key)[^\n]{0,200}(?:\n|\\n)[^A-Za-z0-9]{0,8}[A-Za-z0-9+/=]{20}",
    r"ed25519v1-secret: type0",
    r"\b[xyztuvw]prv[1-9A-HJ-NP-Za-km-z]{60}",
    r"(?i)PrivateKey[ \t]*=[ \t]*[A-Za-z0-9+/]{42}[A-Za-z0-9+/=]=?",
    r#""d\\?"\s{0,20}:\s{0,20}\\?"[A-Za-z0-9_-]{20}"#,
    r"<D>\s{0,20}[A-Za-z0-9+/]{40}",
    r"(?:UFJJVkFURSBLRV|QUklWQVRFIEtFW|BSSVZBVEUgS0VZ)[A-Za-z0-9+/\s\\]{0,40}",
];
const PATTERN_WINDOW: usize = 400;

/// Markers, without regard to case, and what to look for beside them.
const MARKERS: &[(&str, Shape)] = &[
    ("PRIVATE KEY", Shape::Armour),
    ("PRIVATE+KEY", Shape::Armour),
    ("PRIVATE%20KEY", Shape::Armour),
    ("PuTTY-User-Key-File-", Shape::Pattern { rule: "putty-key", pattern: 0 }),
    ("AGE-SECRET-KEY-", Shape::Pattern { rule: "age-key", pattern: 1 }),
    ("OpenVPN Static key V1", Shape::Pattern { rule: "vpn-key", pattern: 2 }),
    ("minisign encrypted secret key", Shape::Pattern { rule: "signing-key", pattern: 3 }),
    ("minisign secret key", Shape::Pattern { rule: "signing-key", pattern: 3 }),
    ("signify secret key", Shape::Pattern { rule: "signing-key", pattern: 3 }),
    ("ed25519v1-secret", Shape::Pattern { rule: "tor-key", pattern: 4 }),
    ("prv", Shape::Pattern { rule: "wallet-key", pattern: 5 }),
    ("PrivateKey", Shape::Pattern { rule: "vpn-key", pattern: 6 }),
    ("\"kty", Shape::Pattern { rule: "json-web-key", pattern: 7 }),
    ("<D>", Shape::Pattern { rule: "xml-key", pattern: 8 }),
    ("UFJJVkFURSBLRV", Shape::Pattern { rule: "private-key-base64", pattern: 9 }),
    ("QUklWQVRFIEtFW", Shape::Pattern { rule: "private-key-base64", pattern: 9 }),
    ("BSSVZBVEUgS0VZ", Shape::Pattern { rule: "private-key-base64", pattern: 9 }),
];

#[expect(clippy::expect_used, reason = "constant patterns, which the tests build")]
static SEARCH: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build(MARKERS.iter().map(|(marker, _)| *marker))
        .expect("the markers are constants")
});

#[expect(clippy::expect_used, reason = "constant patterns, which the tests build")]
static COMPILED: LazyLock<Vec<Regex>> =
    LazyLock::new(|| PATTERNS.iter().map(|pattern| Regex::new(pattern).expect("the patterns are constants")).collect());

/// Finds private keys. One finding is enough to withhold a text, so the search ends with the first.
pub(super) fn find(text: &str) -> Option<Finding> {
    if let Some(end) = headless(text) {
        return Some(Finding { rule: "private-key", range: 0..armour_end(text, end) });
    }
    for hit in SEARCH.find_overlapping_iter(text) {
        let found = match MARKERS[hit.pattern().as_usize()].1 {
            Shape::Armour => armour(text, hit.start(), hit.end()).then_some("private-key"),
            Shape::Pattern { rule, pattern } => {
                let start = text.floor_char_boundary(hit.start().saturating_sub(PATTERN_WINDOW));
                let end = text.ceil_char_boundary(text.len().min(hit.end() + PATTERN_WINDOW));
                let start = if rule == "json-web-key" {
                    start
                } else {
                    text.floor_char_boundary(hit.start().saturating_sub(1))
                };
                COMPILED[pattern].is_match(&text[start..end]).then_some(rule)
            }
        };
        if let Some(rule) = found {
            let end = armour_end(text, hit.end());
            return Some(Finding { rule, range: hit.start()..end });
        }
    }
    None
}

/// Whether the words at `start..end` stand in the head or foot of an armour with key material beside it.
fn armour(text: &str, start: usize, end: usize) -> bool {
    let before = &text.as_bytes()[start.saturating_sub(80)..start];
    let line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let upper = line.to_ascii_uppercase();
    let word = |word: &[u8]| upper.windows(word.len()).rposition(|window| window == word);
    let rest = &text.as_bytes()[end..];
    let closed = rest.strip_prefix(b" BLOCK").unwrap_or(rest);
    let has_dashes = closed.starts_with(b"--") || closed.starts_with(b" --");
    match (word(b"BEGIN"), word(b"END")) {
        (Some(at), foot) if foot.is_none_or(|foot| foot < at) => {
            (has_dashes || closed.len() < 5) && dashes_before(&line[..at]) && material_follows(closed)
        }
        (_, Some(at)) => {
            let offset = start - (line.len() - at);
            dashes_before(&line[..at]) && material_precedes(&text.as_bytes()[..offset])
        }
        // The text begins within the head.
        _ => has_dashes && start == line.len() && line.len() < 30 && material_follows(closed),
    }
}

/// Where the head ends, if the text begins within the last words of a head and key material follows.
fn headless(text: &str) -> Option<usize> {
    let line = text.split(['\n', '\r', '\\']).next().unwrap_or_default();
    let is_cut = line.len() >= 4 && "PRIVATE KEY-----".ends_with(line.trim_start_matches(['+', ' ']));
    (is_cut && line.len() < text.len() && material_follows(&text.as_bytes()[line.len()..])).then_some(line.len())
}

fn dashes_before(line: &[u8]) -> bool {
    let trimmed = line.trim_ascii_end();
    trimmed.is_empty() || trimmed.ends_with(b"--") || trimmed.ends_with(b"%2D")
}

/// Whether key material comes next, once line ends, escapes, markers of a diff, quotes and header lines are skipped;
/// or the text ends before that can be told.
fn material_follows(bytes: &[u8]) -> bool {
    let mut rest = &bytes[..bytes.len().min(REACH)];
    loop {
        rest = skip_separators(rest);
        let length = rest.iter().take_while(|byte| is_base64(**byte)).count();
        let (run, after) = rest.split_at(length);
        if looks_like_material(run) || after.is_empty() {
            return true;
        }
        if run.is_empty() || after[0] != b':' {
            return false;
        }
        // A header such as `Proc-Type: 4,ENCRYPTED`: on to the end of its line, also an escaped one.
        let end = after.iter().position(|byte| matches!(byte, b'\n' | b'\\')).unwrap_or(after.len());
        rest = &after[end..];
    }
}

/// Whether key material comes before a foot. The last line may be short, so a few short runs are passed over.
fn material_precedes(bytes: &[u8]) -> bool {
    let mut rest = &bytes[bytes.len().saturating_sub(REACH)..];
    for _ in 0..4 {
        let separators = rest.iter().rev().take_while(|byte| is_separator(**byte)).count();
        rest = &rest[..rest.len() - separators];
        let run = rest.iter().rev().take_while(|byte| is_base64(**byte)).count();
        if looks_like_material(&rest[rest.len() - run..]) {
            return true;
        }
        rest = &rest[..rest.len() - run];
    }
    false
}

fn skip_separators(mut rest: &[u8]) -> &[u8] {
    while let Some(first) = rest.first() {
        let skip = match first {
            b'\\' if matches!(rest.get(1), Some(b'n' | b'r' | b't')) => 2,
            b'\\' if rest.get(1) == Some(&b'u') => 6,
            b'%' => 3,
            byte if is_separator(*byte) => 1,
            _ => break,
        };
        rest = rest.get(skip..).unwrap_or_default();
    }
    rest
}

fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(byte, b'\\' | b'"' | b'\'' | b'`' | b'+' | b'-' | b'>' | b'|' | b'#' | b'*' | b'/' | b',' | b'.')
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'_' | b'-')
}

fn looks_like_material(run: &[u8]) -> bool {
    let has = |test: fn(&u8) -> bool| run.iter().any(test);
    run.len() >= 40
        || run.len() >= 10 && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit)
        || run.len() >= 6 && (run.starts_with(b"MI") || run.starts_with(b"b3BlbnNz") || run.starts_with(b"lQ"))
}

/// Where an armour that began before `from` ends: after its foot, else with the text.
fn armour_end(text: &str, from: usize) -> usize {
    text[from..].find("PRIVATE KEY-----").map_or(text.len(), |at| from + at + "PRIVATE KEY-----".len())
}
