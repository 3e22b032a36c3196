//! The search that all rules share: keywords, then windows, then each rule's expression.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::rule::Rule;
use super::rules::{GENERAL, RULES};
use super::{Finding, gitleaks};

/// All rules, from the particular to the general, and their keywords.
struct Table {
    rules: Vec<Rule>,
    keywords: AhoCorasick,
    /// For each keyword the rules that want it, and which of their keywords it is.
    wants: Vec<Vec<(usize, usize)>>,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

impl Table {
    #[expect(clippy::expect_used, reason = "constant keywords, which the tests build")]
    fn new() -> Self {
        let general = RULES.iter().position(|row| row.id == GENERAL).unwrap_or(RULES.len());
        let (particular, general) = RULES.split_at(general);
        let rules: Vec<Rule> =
            particular.iter().map(Rule::own).chain(gitleaks::rules()).chain(general.iter().map(Rule::own)).collect();
        let mut texts: Vec<String> = Vec::new();
        let mut wants: Vec<Vec<(usize, usize)>> = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            for (place, keyword) in rule.keywords.iter().enumerate() {
                let text = keyword.text.to_ascii_lowercase();
                if let Some(at) = texts.iter().position(|known| *known == text) {
                    wants[at].push((number, place));
                } else {
                    texts.push(text);
                    wants.push(vec![(number, place)]);
                }
            }
        }
        let keywords = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .build(&texts)
            .expect("the keywords are constants");
        Self { rules, keywords, wants }
    }
}

/// The rules in order: where findings overlap, the first of them names the secret.
pub(super) fn rules() -> &'static [Rule] {
    &TABLE.rules
}

/// Finds what the rules of the tables describe. Unordered; may overlap.
pub(super) fn find(text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (rule, windows) in TABLE.rules.iter().zip(windows(text)).filter(|(_, windows)| !windows.is_empty()) {
        rule.find(text, &windows, &mut |range| findings.push(Finding { rule: rule.id, range }));
    }
    findings
}

/// For each rule where it has to look, in order.
pub(super) fn windows(text: &str) -> Vec<Vec<Range<usize>>> {
    let bytes = text.as_bytes();
    let mut windows: Vec<Vec<Range<usize>>> = vec![Vec::new(); TABLE.rules.len()];
    for hit in TABLE.keywords.find_overlapping_iter(text) {
        for (number, place) in &TABLE.wants[hit.pattern().as_usize()] {
            let rule = &TABLE.rules[*number];
            let keyword = &rule.keywords[*place];
            if rule.wants(keyword, bytes, hit.range()) {
                rule.add_window(&mut windows[*number], keyword, bytes, hit.range());
            }
        }
    }
    for (rule, windows) in TABLE.rules.iter().zip(&mut windows) {
        windows.extend(rule.seek.map(|seek| seek(text)).unwrap_or_default());
        // Most rules have nothing to look at, and short texts such as names come by the thousand.
        if !windows.is_empty() {
            *windows = rule.in_order(std::mem::take(windows));
        }
    }
    windows
}
