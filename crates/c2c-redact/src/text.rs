//! Secrets in text: finding them, and a copy of the text without them.
//!
//! The rules are those of our own table and those of Gitleaks. A keyword search finds the places worth a look. A rule's
//! regular expression is compiled when it is first needed and runs only at its keywords, or in a window around them that
//! is as wide as its longest match; windows that touch are joined. So the time is linear in the length of the text, and
//! a window hides nothing that the whole text would show. Expressions that go over line ends also see the lines of a
//! diff without their markers.

mod assignments;
mod bodies;
mod entropy;
#[cfg(any(test, fuzzing))]
mod examples;
mod expression;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod gitleaks;
mod keys;
mod line_joints;
mod rule;
mod rules;
mod search;
mod secret_names;
mod settings;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

pub use rules::{RULES, TextRule};

/// The shortest secret that is also looked for elsewhere in the text, in bytes.
const REPEATED_SECRET_BYTES: usize = 8;
/// So much of a secret is looked for elsewhere in the text, in bytes; where it is found, the rest is compared. A search for
/// all of a long one would take time and memory that grow with the square of its length.
const REPEATED_HEAD_BYTES: usize = 256;
/// A copy is scanned again until nothing is found, but not more often than this.
const PASSES: usize = 4;
/// No mark is longer than this between its brackets, in bytes.
const MARK_BYTES: usize = 100;

/// A secret found in a text.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Finding {
    /// The stable identifier of the rule, for example `github-token`.
    pub rule: &'static str,
    /// The bytes of the secret itself, without what announces it. Always on character borders.
    pub range: Range<usize>,
}

/// What may be done with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing was found.
    Clean,
    /// Secrets were found and replaced.
    Redacted,
    /// The text holds something of which no part may be shown: a private key.
    Withhold {
        /// The rule that says so.
        rule: &'static str,
    },
}

/// A text without its secrets.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Redacted {
    /// The text, each secret replaced by `[REDACTED:rule,len]` with its length in bytes. Empty when it is withheld.
    pub text: String,
    /// What was found, in the given text, in order and without overlap.
    pub findings: Vec<Finding>,
    /// What may be done with the text.
    pub verdict: Verdict,
}

/// Finds the secrets in a text, in order and without overlap.
///
/// Lines of a diff are understood: `+`, `-` and blank markers at the start of lines hide nothing.
pub fn scan(text: &str) -> Vec<Finding> {
    let mut findings = found(text);
    findings.extend(found_between_nuls(text));
    merged(text, findings)
}

/// What the rules find, in no order.
fn found(text: &str) -> Vec<Finding> {
    let mut findings = search::find(text);
    findings.extend(keys::find(text));
    findings.extend(bodies::find(text));
    findings.extend(entropy::find(text));
    findings
}

/// What they find once NULs are left out: every second byte is one where UTF-16 was appended to a text, as some shells do.
fn found_between_nuls(text: &str) -> Vec<Finding> {
    if !text.contains('\0') {
        return Vec::new();
    }
    let places: Vec<usize> = text.bytes().enumerate().filter(|(_, byte)| *byte != 0).map(|(at, _)| at).collect();
    let place = |Finding { rule, range }| Finding { rule, range: places[range.start]..places[range.end - 1] + 1 };
    let findings = found(&text.replace('\0', ""));
    findings.into_iter().filter(|finding| !finding.range.is_empty()).map(place).collect()
}

/// Copies a text without its secrets. A private key withholds the whole.
///
/// A secret that was found once is replaced wherever it stands. Doing it again changes nothing.
///
/// ```
/// let redacted = c2c_redact::text::redact("postgres://app:correct-horse-7@db/main");
/// assert_eq!(redacted.text, "postgres://app:[REDACTED:url-password,15]@db/main");
/// ```
pub fn redact(text: &str) -> Redacted {
    let findings = with_repetitions(text, scan(text));
    if let Some(rule) = findings.iter().map(|finding| finding.rule).find(|rule| withholds(rule)) {
        return Redacted { text: String::new(), findings, verdict: Verdict::Withhold { rule } };
    }
    if findings.is_empty() {
        return Redacted { text: text.to_owned(), findings, verdict: Verdict::Clean };
    }
    let mut copy = replaced(text, &findings);
    for _ in 1..PASSES {
        let again = scan(&copy);
        if let Some(rule) = again.iter().map(|finding| finding.rule).find(|rule| withholds(rule)) {
            return Redacted { text: String::new(), findings, verdict: Verdict::Withhold { rule } };
        }
        if again.is_empty() {
            break;
        }
        copy = replaced(&copy, &with_repetitions(&copy, again));
    }
    Redacted { text: copy, findings, verdict: Verdict::Redacted }
}

/// The identifiers of all rules: of our table, of Gitleaks, and those that have a module of their own.
pub fn rule_names() -> impl Iterator<Item = &'static str> {
    let tables = search::rules().iter().map(|rule| rule.id);
    tables.chain(keys::RULES.iter().copied()).chain([bodies::RULE, entropy::RULE])
}

/// Whether a finding of this rule means that no part of the text may be shown.
pub fn withholds(rule: &str) -> bool {
    keys::RULES.contains(&rule)
}

/// How a mark begins.
const OPEN: &str = "[REDACTED:";

/// The parts of a text that are marks left by [`redact`]: with a rule there is and a length, so that nothing hides in
/// what only begins like one.
pub(crate) fn marks(text: &str) -> Vec<Range<usize>> {
    let mut marks = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find(OPEN) {
        let start = from + at;
        from = start + OPEN.len();
        let inner = text.bytes().skip(from).take(MARK_BYTES).position(|byte| byte == b']');
        if let Some(length) = inner.filter(|length| is_inner_mark(&text.as_bytes()[from..from + length])) {
            from += length + 1;
            marks.push(start..from);
        }
    }
    marks
}

/// Which rules replaced something in a text that went through [`redact`] before it was kept, and how often, in the order
/// of their names.
///
/// ```
/// let text = "a [REDACTED:github-token,40] b [REDACTED:github-token,40] c [REDACTED:nonsense,1]";
/// assert_eq!(c2c_redact::text::replaced_by(text), [("github-token", 2)]);
/// ```
pub fn replaced_by(text: &str) -> Vec<(&str, usize)> {
    let mut counts = std::collections::BTreeMap::new();
    for mark in marks(text) {
        let inner = &text[mark.start + OPEN.len()..mark.end];
        *counts.entry(inner.split(',').next().unwrap_or_default()).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

/// `rule,len`.
fn is_inner_mark(inner: &[u8]) -> bool {
    let Some(comma) = inner.iter().position(|byte| *byte == b',') else { return false };
    let (rule, length) = (&inner[..comma], &inner[comma + 1..]);
    (1..=20).contains(&length.len())
        && length.iter().all(u8::is_ascii_digit)
        && rule_names().any(|name| name.as_bytes() == rule)
}

/// Puts findings in order and joins those that overlap; the most particular rule gives the name.
fn merged(text: &str, mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.retain(|finding| !finding.range.is_empty());
    findings.sort_by_key(|finding| (finding.range.start, std::cmp::Reverse(finding.range.end)));
    let marks = marks(text);
    let mut mark = marks.iter().peekable();
    let mut merged: Vec<Finding> = Vec::with_capacity(findings.len());
    for finding in findings {
        while mark.next_if(|mark| mark.end <= finding.range.start).is_some() {}
        if mark.peek().is_some_and(|mark| mark.start < finding.range.end) && !withholds(finding.rule) {
            continue;
        }
        match merged.last_mut() {
            Some(last) if finding.range.start < last.range.end => {
                last.range.end = last.range.end.max(finding.range.end);
                if rank(finding.rule) < rank(last.rule) {
                    last.rule = finding.rule;
                }
            }
            _ => merged.push(finding),
        }
    }
    merged
}

/// Private keys before all, then the table's order: from the particular to the general.
fn rank(rule: &str) -> usize {
    let rules = search::rules();
    if withholds(rule) { 0 } else { 1 + rules.iter().position(|row| row.id == rule).unwrap_or(rules.len()) }
}

/// Adds the other places where the secrets of the findings stand.
fn with_repetitions(text: &str, findings: Vec<Finding>) -> Vec<Finding> {
    let secrets: Vec<(&str, &'static str)> = findings
        .iter()
        .filter(|finding| finding.range.len() >= REPEATED_SECRET_BYTES && !withholds(finding.rule))
        .map(|finding| (&text[finding.range.clone()], finding.rule))
        .collect();
    let heads = secrets.iter().map(|(secret, _)| &secret.as_bytes()[..secret.len().min(REPEATED_HEAD_BYTES)]);
    let Ok(search) =
        aho_corasick::AhoCorasick::builder().match_kind(aho_corasick::MatchKind::LeftmostLongest).build(heads)
    else {
        return findings;
    };
    let mut all = findings.clone();
    let mut end = 0;
    for found in search.find_iter(text) {
        if found.end() > end {
            let (secret, rule) = secrets[found.pattern().as_usize()];
            let same =
                secret.bytes().zip(text[found.start()..].bytes()).take_while(|(one, other)| one == other).count();
            end = text.floor_char_boundary(found.start() + same);
            all.push(Finding { rule, range: found.start()..end });
        }
    }
    merged(text, all)
}

fn replaced(text: &str, findings: &[Finding]) -> String {
    let mut copy = String::with_capacity(text.len());
    let mut from = 0;
    for finding in findings {
        copy.push_str(&text[from..finding.range.start]);
        copy.push_str(&mark(finding));
        from = finding.range.end;
    }
    copy.push_str(&text[from..]);
    copy
}

fn mark(finding: &Finding) -> Cow<'static, str> {
    Cow::Owned(format!("[REDACTED:{},{}]", finding.rule, finding.range.len()))
}
