//! What must hold for every text, as a fuzz target asks it: see `tests/fuzz` and `cargo xtask fuzz redaction`.
//!
//! Only compiled for tests and for fuzzing.

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use super::examples::{EXAMPLES, filled, key_examples};
use super::{Finding, REPEATED_SECRET_BYTES, Verdict, redact, withholds};
use crate::output::{self, MAX_BYTES, MAX_LINES, Status};

/// Texts are repeated up to this size to see that time is linear, in bytes.
const LONG: usize = 64 << 10;
/// What that may take; the slowest texts take a fiftieth of it, and time that grows with the square far more.
const LONGEST: Duration = Duration::from_secs(10);

/// How a secret is planted when it is asked whether time is linear, too.
const LINEAR: u8 = 0xff;
/// From this number on private keys are planted.
const FIRST_KEY: usize = 230;

/// Judges one input: a secret that is planted in a text, and how, in three bytes; then the text, or the parts before
/// and after the secret with a NUL between.
///
/// # Panics
/// When something does not hold.
pub fn check(input: &[u8]) {
    let [which, seed, how, text @ ..] = input else { return };
    let (before, after) = match text.iter().position(|byte| *byte == 0) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &[][..]),
    };
    let plain = String::from_utf8_lossy(text);
    let shown = judged(&plain).replace('\0', "") + &released(text);
    if let Some((_, key)) = usize::from(*which).checked_sub(FIRST_KEY).and_then(|at| key_examples().into_iter().nth(at))
    {
        let planted = [before, b"\n", key.as_bytes(), b"\n", after].concat();
        assert_eq!(judged(&String::from_utf8_lossy(&planted)), "", "a private key in `{}`", plain.escape_debug());
        assert_eq!(released(&planted), "", "a private key in `{}`", plain.escape_debug());
    } else {
        let (_, template) = EXAMPLES[usize::from(*which) % EXAMPLES.len()];
        let (secret, holes) = filled(template, u64::from(*seed));
        // One example is a short word.
        let core = holes.into_iter().max_by_key(ExactSizeIterator::len).map_or(secret.as_str(), |hole| &secret[hole]);
        let (open, close) = match how % 4 {
            0 => ("\n", "\n"),
            1 => ("\n+", "\n"),
            2 => ("\r\n", "\r\n"),
            _ => ("\n\n", "\n \n"),
        };
        let planted = [before, open.as_bytes(), secret.as_bytes(), close.as_bytes(), after].concat();
        let with = judged(&String::from_utf8_lossy(&planted)) + &released(&planted);
        // As some shells append to a file.
        let spread = secret.replace("", "\0");
        let between_nuls = judged(&format!("{plain}\n{}\n", &spread[1..])).replace('\0', "");
        let with = with + &between_nuls;
        // Where the text has it without what makes it a secret, it may stay there.
        assert!(!with.contains(core) || shown.contains(core), "`{secret}` is still in `{}`", with.escape_debug());
    }
    if *how == LINEAR && !plain.is_empty() {
        linear(&plain);
    }
}

/// What holds for any text; gives the text as it is shown.
fn judged(text: &str) -> String {
    let redacted = redact(text);
    in_order(text, &redacted.findings);
    match redacted.verdict {
        Verdict::Clean => assert_eq!((redacted.text.as_str(), redacted.findings.len()), (text, 0)),
        Verdict::Withhold { rule } => {
            assert!(withholds(rule) && redacted.text.is_empty() && !redacted.findings.is_empty());
        }
        Verdict::Redacted => {
            assert!(!redacted.findings.is_empty());
            for finding in redacted.findings.iter().filter(|finding| finding.range.len() >= REPEATED_SECRET_BYTES) {
                let secret = &text[finding.range.clone()];
                assert!(!redacted.text.contains(secret), "`{secret}` is still in `{}`", redacted.text.escape_debug());
            }
            let again = redact(&redacted.text);
            assert_eq!(again.findings, [], "in `{}`, from `{}`", redacted.text.escape_debug(), text.escape_debug());
        }
    }
    redacted.text
}

fn in_order(text: &str, findings: &[Finding]) {
    let mut end = 0;
    for Finding { range, .. } in findings {
        assert!(end <= range.start && range.start < range.end && range.end <= text.len(), "{range:?} after {end}");
        assert!(text.is_char_boundary(range.start) && text.is_char_boundary(range.end), "{range:?}");
        end = range.end;
    }
}

/// What holds for any output of a command; gives what is released of it.
fn released(raw: &[u8]) -> String {
    let judged = output::judge(raw, Some("/home/alice"), Some("alice"));
    assert_eq!(judged.original_bytes, raw.len());
    match &judged.status {
        Status::Restricted { reason } => assert!(judged.text.is_empty() && !reason.is_empty()),
        Status::Readable => {
            let hidden = |character: char| character.is_control() && !matches!(character, '\n' | '\t');
            assert!(!judged.text.contains(hidden), "{:?}", judged.text);
            assert!(judged.text.len() <= MAX_BYTES && judged.text.split_inclusive('\n').count() <= MAX_LINES);
        }
    }
    judged.text
}

/// A long text of the same kind does not take very long.
fn linear(text: &str) {
    let long = text.repeat(LONG.div_ceil(text.len()));
    let start = Instant::now();
    let redacted = redact(&long);
    // Tests share their machine with others; whoever fuzzes has the time.
    let is_long = cfg!(fuzzing) && start.elapsed() >= LONGEST;
    assert!(!is_long, "{:?} for {} bytes of `{text}`", start.elapsed(), long.len());
    drop(redacted);
}
