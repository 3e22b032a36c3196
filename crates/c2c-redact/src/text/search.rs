//! The search that the rules of the table share: keywords, then windows, then each rule's expression.

use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, MatchKind};
use regex::Regex;

use super::rules::{RULES, Tail, TextRule};
use super::{Finding, assignments};

/// Keywords of all rules, and for each keyword the rules that want it.
struct Keywords {
    search: AhoCorasick,
    rules: Vec<Vec<usize>>,
}

static EXACT: LazyLock<Keywords> = LazyLock::new(|| Keywords::of(|rule| rule.keywords, false));
static WORDS: LazyLock<Keywords> = LazyLock::new(|| Keywords::of(|rule| rule.words, true));
static COMPILED: [OnceLock<Regex>; RULES.len()] = [const { OnceLock::new() }; RULES.len()];

impl Keywords {
    #[expect(clippy::expect_used, reason = "constant keywords, which the tests build")]
    fn of(pick: fn(&TextRule) -> &'static [&'static str], ignore_case: bool) -> Self {
        let mut keywords: Vec<&'static str> = Vec::new();
        let mut rules: Vec<Vec<usize>> = Vec::new();
        for (rule, row) in RULES.iter().enumerate() {
            for keyword in pick(row) {
                if let Some(at) = keywords.iter().position(|known| known == keyword) {
                    rules[at].push(rule);
                } else {
                    keywords.push(keyword);
                    rules.push(vec![rule]);
                }
            }
        }
        let search = AhoCorasick::builder()
            .ascii_case_insensitive(ignore_case)
            .match_kind(MatchKind::Standard)
            .build(&keywords)
            .expect("the keywords are constants");
        Self { search, rules }
    }
}

/// Finds what the rules of the table describe. Unordered; may overlap.
pub(super) fn find(text: &str) -> Vec<Finding> {
    let mut windows: Vec<Vec<Range<usize>>> = vec![Vec::new(); RULES.len()];
    for keywords in [&*EXACT, &*WORDS] {
        for hit in keywords.search.find_overlapping_iter(text) {
            for rule in &keywords.rules[hit.pattern().as_usize()] {
                let row = &RULES[*rule];
                let start = hit.start().saturating_sub(row.before);
                let end = text.len().min(hit.end() + row.after);
                add_window(&mut windows[*rule], start..end);
            }
        }
    }
    for (rule, row) in RULES.iter().enumerate() {
        windows[rule].extend(row.seek.map(|seek| seek(text)).unwrap_or_default());
    }
    let mut findings = Vec::new();
    for (rule, windows) in windows.into_iter().enumerate().filter(|(_, windows)| !windows.is_empty()) {
        find_in_windows(text, &RULES[rule], compiled(rule), joined(windows), &mut findings);
    }
    findings
}

/// Whether a match must begin a word, and the expression without that condition: it is checked apart, since an escaped
/// line end (`\\n`) begins a word too.
fn expression(rule: &TextRule) -> (bool, &'static str) {
    match rule.pattern.strip_prefix(r"\b") {
        Some(pattern) => (true, pattern),
        None => (false, rule.pattern),
    }
}

fn begins_word(before: &[u8]) -> bool {
    match before {
        [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., last] => !last.is_ascii_alphanumeric() && *last != b'_',
        [] => true,
    }
}

#[expect(clippy::expect_used, reason = "constant expressions, which the tests build")]
fn compiled(rule: usize) -> &'static Regex {
    COMPILED[rule].get_or_init(|| Regex::new(expression(&RULES[rule]).1).expect("the expressions are constants"))
}

/// Hits arrive in the order of their ends, so a window either joins the last one or follows it, mostly.
fn add_window(windows: &mut Vec<Range<usize>>, window: Range<usize>) {
    match windows.last_mut() {
        Some(last) if window.start <= last.end && window.start >= last.start => last.end = last.end.max(window.end),
        _ => windows.push(window),
    }
}

fn joined(mut windows: Vec<Range<usize>>) -> Vec<Range<usize>> {
    windows.sort_by_key(|window| window.start);
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(windows.len());
    for window in windows {
        match joined.last_mut() {
            Some(last) if window.start <= last.end => last.end = last.end.max(window.end),
            _ => joined.push(window),
        }
    }
    joined
}

fn find_in_windows(
    text: &str,
    rule: &'static TextRule,
    regex: &Regex,
    windows: Vec<Range<usize>>,
    findings: &mut Vec<Finding>,
) {
    let (must_begin_word, _) = expression(rule);
    let mut from = 0;
    for window in windows {
        from = text.ceil_char_boundary(window.start.max(from));
        let end = text.floor_char_boundary(window.end);
        while from < end {
            // What follows the window is not seen here; the tail makes up for it.
            let Some(captures) = regex.captures_at(&text[..end], from) else {
                break;
            };
            let Some(whole) = captures.get(0) else { break };
            if must_begin_word && !begins_word(&text.as_bytes()[..whole.start()]) {
                from = text.ceil_char_boundary(whole.start() + 1);
                continue;
            }
            let secret = captures.get(1).unwrap_or(whole);
            let stop = secret.end() + tail(&text[secret.end()..], rule.tail);
            from = text.ceil_char_boundary(stop.max(whole.end()).max(from + 1));
            if accepted(rule, text, secret.start()..stop) {
                findings.push(Finding { rule: rule.id, range: secret.start()..stop });
            }
        }
    }
}

fn accepted(rule: &TextRule, text: &str, range: Range<usize>) -> bool {
    let rest = &text[range.end..];
    let secret = &text[range];
    !assignments::is_mark(secret) && rule.check.is_none_or(|check| check(secret, rest))
}

/// How many bytes of what follows still belong to a token that is longer than its pattern or its window.
fn tail(rest: &str, tail: Tail) -> usize {
    let belongs = |byte: &u8| match tail {
        Tail::None | Tail::Quoted | Tail::Bare => false,
        Tail::Word => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
        Tail::Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'),
        Tail::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'/' | b'='),
    };
    if matches!(tail, Tail::Quoted | Tail::Bare) {
        let ends = |character: char| match tail {
            Tail::Quoted => character.is_whitespace() || "\\\"'`".contains(character),
            _ => character.is_whitespace() || "\\\"'`;,(){}<>[]$&|".contains(character),
        };
        return rest.find(ends).unwrap_or(rest.len());
    }
    rest.as_bytes().iter().take_while(|byte| belongs(byte)).count()
}
