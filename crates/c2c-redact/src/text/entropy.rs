//! Entropy: how random a text looks, and values that look too random to be anything but a secret.
//!
//! The last resort, for keys of a kind that no rule knows: a token in quotes or after a sign of assignment, with letters
//! of both cases and digits well mixed, that is not introduced as a checksum, an address, data or the like, and does not
//! stand among others of its kind. How often that is wrong is measured by `cargo xtask bench redact`.

use std::ops::Range;

use super::Finding;

/// The rule of this module.
pub(super) const RULE: &str = "high-entropy";

/// How long a value must be, in bytes; shorter ones are too often names, longer ones data.
const LENGTHS: std::ops::RangeInclusive<usize> = 20..=128;
/// Lines over this length are minified or data, in bytes.
const MAX_LINE: usize = 400;
/// Bits for a byte that a value must exceed, for values below and from 32 bytes on.
const LEAST: (f64, f64) = (3.8, 4.2);
/// The share of neighbours that must be of different kinds: about 0.6 in random tokens, 0.3 in names of several words.
const LEAST_CHANGES: f64 = 0.42;
/// So many letters of one case in a row are a word, and words may make up less than this share of a value.
const WORD: usize = 4;
const MOST_WORDS: f64 = 0.3;
/// How many lines above and below must be free of other such values: tables and test data are full of them.
const APART: usize = 3;

/// What introduces values that look random and are no secrets, in small letters.
const HARMLESS: &[&str] = &[
    "sha",
    "md5",
    "integrity",
    "checksum",
    "hash",
    "digest",
    "etag",
    "fingerprint",
    "commit",
    "revision",
    "base64",
    "data:",
    "nonce",
    "pub",
    "cert",
    "sig",
    "uuid",
    "guid",
    "h1:",
    "http",
    "href",
    "src",
    "path",
    "file",
    "import",
    "require",
    "class",
    "alphabet",
    "charset",
    "mangled",
    "symbol",
    "expect",
    "assert",
    "test",
    "example",
    "badge",
    "encode",
    "decode",
    "url",
    "version",
    "build",
    "blob",
    "font",
    "image",
    "_id",
    "id\"",
    "id:",
    "id=",
    "id'",
    "id ",
    "sri",
    "narhash",
    "resolution",
    "cid",
];
/// How values begin that are public: keys of X.509 and SSH, checksums with their kind.
const PUBLIC: &[&str] = &["MFkw", "MFYw", "MIGb", "MIGf", "MIIB", "MCow", "AAAAB3Nza", "AAAAC3Nza", "AAAAE2Vj", "sha"];
/// How much of the line before a value is searched for them, in bytes.
const CONTEXT: usize = 80;

/// Shannon's entropy over the bytes, in bits for a byte.
pub(super) fn entropy(bytes: &[u8]) -> f64 {
    let mut counts = [0_u32; 256];
    bytes.iter().for_each(|byte| counts[usize::from(*byte)] += 1);
    let length = bytes.len() as f64;
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| f64::from(*count) / length)
        .map(|share| -share * share.log2())
        .sum()
}

/// Finds values that look random.
pub(super) fn find(text: &str) -> Vec<Finding> {
    let bytes = text.as_bytes();
    let values: Vec<Range<usize>> = runs(bytes)
        .filter(|run| LENGTHS.contains(&run.len()) && stands_as_value(bytes, run) && looks_random(&bytes[run.clone()]))
        .collect();
    let near = |one: Option<&Range<usize>>, other: Option<&Range<usize>>| match (one, other) {
        // The same value twice is no table.
        (Some(one), Some(other)) => bytes[one.clone()] != bytes[other.clone()] && near(&bytes[one.end..other.start]),
        _ => false,
    };
    let alone = |at: &usize| {
        !near(at.checked_sub(1).and_then(|before| values.get(before)), values.get(*at))
            && !near(values.get(*at), values.get(at + 1))
    };
    let secret = |at: usize| Finding { rule: RULE, range: values[at].clone() };
    (0..values.len()).filter(alone).filter(|at| unsuspected(bytes, &values[*at])).map(secret).collect()
}

/// Runs of the characters of tokens that are long enough. Most of a text is passed over in steps of that length.
fn runs(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(next) = bytes.get(at..at + LENGTHS.start()) {
            match next.iter().rposition(|byte| !is_token(*byte)) {
                Some(other) => at += other + 1,
                None => {
                    let start = at;
                    let more = &bytes[at + LENGTHS.start()..];
                    at += LENGTHS.start() + more.iter().take_while(|byte| is_token(**byte)).count();
                    return Some(start..at);
                }
            }
        }
        None
    })
}

/// Whether two values have only this between them.
fn near(between: &[u8]) -> bool {
    between.len() < MAX_LINE * APART && between.iter().filter(|byte| **byte == b'\n').count() <= APART
}

/// Whether the line is not too long, and nothing harmless is said in it before the value.
fn unsuspected(bytes: &[u8], range: &Range<usize>) -> bool {
    let before = &bytes[range.start.saturating_sub(MAX_LINE)..range.start];
    let after = &bytes[range.end..bytes.len().min(range.end + MAX_LINE)];
    let before = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let after = after.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let context = before[before.len().saturating_sub(CONTEXT)..].to_ascii_lowercase();
    before.len() + range.len() + after.len() < MAX_LINE
        && !HARMLESS.iter().any(|word| context.windows(word.len()).any(|window| window == word.as_bytes()))
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'_' | b'-')
}

/// `"…"`, `'…'`, `name=…` and `name: …` to the end of the line.
fn stands_as_value(line: &[u8], range: &Range<usize>) -> bool {
    let before = &line[..range.start];
    let after = line[range.end..].strip_prefix(b"==").unwrap_or(&line[range.end..]);
    let after = after.strip_prefix(b"=").unwrap_or(after);
    let quote = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`');
    if before.last().is_some_and(quote) {
        return after.first().is_some_and(|byte| quote(byte) || *byte == b'\\');
    }
    let ends = after.trim_ascii().is_empty();
    ends && matches!(before.trim_ascii_end(), [.., name, b'=' | b':'] if name.is_ascii_alphanumeric() || matches!(name, b'"' | b'\'' | b'_' | b' '))
}

fn looks_random(value: &[u8]) -> bool {
    let kind = |byte: &u8| match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    let mut kinds = [0_usize; 4];
    value.iter().for_each(|byte| kinds[kind(byte)] += 1);
    let parts = || value.chunk_by(|one, other| kind(one) == kind(other));
    let words: usize = parts().filter(|part| part.len() >= WORD && kind(&part[0]) < 2).map(<[u8]>::len).sum();
    let public = PUBLIC.iter().any(|public| value.starts_with(public.as_bytes()));
    let least = if value.len() < 32 { LEAST.0 } else { LEAST.1 };
    !public
        && kinds[0] >= 3
        && kinds[1] >= 3
        && kinds[2] >= 2
        && kinds[3] * 8 <= value.len()
        && (parts().count() - 1) as f64 >= LEAST_CHANGES * (value.len() - 1) as f64
        && (words as f64) < MOST_WORDS * value.len() as f64
        && entropy(value) > least
}
