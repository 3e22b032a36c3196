//! The rules of Gitleaks as data, and how they join ours.

mod changes;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use regex::bytes::RegexSet;
use serde::Deserialize;

use super::entropy::entropy;
use super::rule::{Group, Judge, Keyword, Rule};
#[cfg(test)]
pub(super) use changes::UNUSED;

/// The data: see `rules/README.md`.
const DATA: &str = include_str!("../../rules/gitleaks.json");

#[derive(Debug, Deserialize)]
pub(super) struct Data<'a> {
    /// What is no secret, whatever the rule: expressions on the secret.
    pub(super) allow: Vec<String>,
    #[serde(borrow)]
    pub(super) rules: Vec<Row<'a>>,
}

/// A rule as Gitleaks has it.
#[derive(Debug, Deserialize)]
pub(super) struct Row<'a> {
    pub(super) id: &'a str,
    pub(super) pattern: String,
    /// In small letters; one of them has to be in the text, in any case.
    pub(super) keywords: Vec<&'a str>,
    pub(super) group: Option<usize>,
    /// A secret must have more entropy, in bits for a character.
    pub(super) entropy: Option<f64>,
    #[serde(default)]
    pub(super) allow: Vec<AllowRow>,
}

#[derive(Debug, Deserialize)]
pub(super) struct AllowRow {
    #[serde(default)]
    pub(super) regexes: Vec<String>,
    #[serde(default)]
    pub(super) target: Target,
}

/// What a list of expressions is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Target {
    #[default]
    Secret,
    Match,
}

/// The file, read once.
#[expect(clippy::expect_used, reason = "constant data, which the tests read")]
pub(super) static FILE: LazyLock<Data<'static>> =
    LazyLock::new(|| serde_json::from_str(DATA).expect("the data is constant"));

static ALLOWED: LazyLock<Allowed> = LazyLock::new(|| Allowed::new(Target::Secret, FILE.allow.clone()));

/// The rules that are used, in the order of the file.
pub(super) fn rules() -> impl Iterator<Item = Rule> {
    let unused: BTreeMap<&str, &str> = changes::UNUSED.iter().copied().collect();
    FILE.rules.iter().filter(move |row| !unused.contains_key(row.id)).map(rule)
}

/// What a match must be beyond its expression.
#[derive(Debug)]
pub(super) struct Demands {
    entropy: Option<f64>,
    /// Whether the secret needs a digit: see [`changes`].
    digit: bool,
    allowed: Vec<Allowed>,
}

impl Demands {
    pub(super) fn met(&self, whole: &[u8], secret: &str) -> bool {
        self.entropy.is_none_or(|least| entropy(secret.as_bytes()) > least)
            && (!self.digit || secret.bytes().any(|byte| byte.is_ascii_digit()))
            && self.allowed.iter().chain([&*ALLOWED]).all(|allowed| !allowed.allows(whole, secret))
    }
}

/// A list of what is no secret, compiled when first needed.
#[derive(Debug)]
struct Allowed {
    target: Target,
    patterns: Vec<String>,
    compiled: OnceLock<RegexSet>,
}

impl Allowed {
    const fn new(target: Target, patterns: Vec<String>) -> Self {
        Self { target, patterns, compiled: OnceLock::new() }
    }

    #[expect(clippy::expect_used, reason = "constant expressions, which the tests build")]
    fn allows(&self, whole: &[u8], secret: &str) -> bool {
        let set = self.compiled.get_or_init(|| {
            let mut builder = regex::bytes::RegexSetBuilder::new(&self.patterns);
            builder.unicode(false).build().expect("the expressions are constants")
        });
        match self.target {
            Target::Secret => set.is_match(secret.as_bytes()),
            Target::Match => set.is_match(whole),
        }
    }
}

/// A rule of the file as the search runs it.
fn rule(row: &'static Row<'static>) -> Rule {
    let change = changes::CHANGES.iter().find(|change| change.id == row.id);
    let assigned = row.pattern.contains(changes::ASSIGNED.0);
    let pattern = change.and_then(|change| change.pattern).map_or_else(|| changed(&row.pattern), Cow::Borrowed);
    let keywords = keywords(&pattern, change.and_then(|change| change.keywords).unwrap_or(&row.keywords));
    let allowed = row.allow.iter().map(|allow| Allowed::new(allow.target, allow.regexes.clone())).collect();
    Rule::new(row.id, keywords, pattern).with(|rule| {
        rule.judge = Judge::Demands(Demands { entropy: row.entropy, digit: assigned, allowed });
        rule.window = change.is_some_and(|change| change.anywhere).then_some((usize::MAX, usize::MAX));
        rule.group = match (change, row.group) {
            (Some(change), _) if change.whole => Group::Whole,
            (_, Some(number)) => Group::Number(number),
            _ => Group::First,
        };
    })
}

/// The shared pieces of Gitleaks' expressions, changed for what stands around secrets here.
fn changed(pattern: &str) -> Cow<'static, str> {
    let mut changed = pattern.to_owned();
    for (from, to) in [changes::NAMED, changes::ASSIGNED, changes::ENDED] {
        changed = changed.replace(from, to);
    }
    Cow::Owned(changed)
}

/// The keywords of an expression. Where it begins with its only keyword, so does every match, and where it asks for its
/// letters as they are, the keyword does too.
fn keywords(pattern: &str, texts: &[&'static str]) -> Vec<Keyword> {
    let mut rest = pattern;
    let mut exact = true;
    loop {
        let ignores_case = ["(?i)", "(?i:"].iter().find_map(|open| rest.strip_prefix(open));
        exact &= ignores_case.is_none();
        let opens = || [r"\b", "(?:", "("].iter().find_map(|open| rest.strip_prefix(open));
        match ignores_case.or_else(opens) {
            Some(after) => rest = after,
            None => break,
        }
    }
    let written: String = rest.chars().filter(|character| *character != '\\').collect();
    if let [text] = texts
        && let Some(spelled) = written.get(..text.len()).filter(|spelled| spelled.eq_ignore_ascii_case(text))
    {
        return vec![Keyword { text: spelled.to_owned(), exact, first: true }];
    }
    texts.iter().map(|text| Keyword { text: (*text).to_owned(), exact: false, first: false }).collect()
}
