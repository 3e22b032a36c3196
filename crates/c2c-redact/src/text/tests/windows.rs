//! A window never hides what the whole text would show.

use std::ops::Range;

use proptest::prelude::*;

use super::super::rule::Rule;
use super::super::search::{rules, windows};
use super::generate::{Blanks, example};

fn in_windows(number: usize, text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    rules()[number].find(text, &windows(text)[number], &mut |range| found.push(range));
    found
}

fn in_whole(rule: &Rule, text: &str) -> Vec<Range<usize>> {
    let lower = text.to_ascii_lowercase();
    let named = rule.seek.is_some()
        || rule.keywords.iter().any(|keyword| match keyword.exact {
            true => text.contains(&keyword.text),
            false => lower.contains(&keyword.text.to_ascii_lowercase()),
        });
    let mut found = Vec::new();
    if named {
        rule.find_anywhere(text, &mut |range| found.push(range));
    }
    found
}

/// Matches of one rule between words, keywords and line ends.
fn texts() -> impl Strategy<Value = (usize, String)> {
    (0..rules().len(), proptest::collection::vec((0..8_u8, any::<u64>(), "[ -~\\n]{0,40}"), 1..12)).prop_map(
        |(number, pieces)| {
            let rule = &rules()[number];
            let piece = |(kind, seed, noise): (u8, u64, String)| match kind {
                0 | 1 => example(&rule.pattern, seed, Blanks::Narrow),
                2 => example(&rule.pattern, seed, Blanks::Wrapped),
                3 => rule.keywords.get(seed as usize % rule.keywords.len().max(1)).map_or(noise, |k| k.text.clone()),
                4 => "\n".to_owned(),
                5 => noise.repeat(30),
                _ => noise,
            };
            (number, pieces.into_iter().map(piece).collect::<Vec<_>>().join(" "))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_window_shows_what_the_whole_text_shows((number, text) in texts()) {
        let rule = &rules()[number];
        let (seen, all) = (in_windows(number, &text), in_whole(rule, &text));
        for range in all {
            let covered = |at: &usize| seen.iter().any(|seen| seen.contains(at));
            prop_assert!(range.clone().all(|at| covered(&at)), "`{}`: {:?} is not in {:?}", rule.id, range, seen);
        }
    }
}

#[test]
fn an_example_of_every_rule_is_in_its_window() {
    for (number, rule) in rules().iter().enumerate() {
        for seed in 0..6 {
            let padding = ["x y\n", "é ", ""][seed as usize % 3].repeat(700);
            let text = format!("{padding} {} {padding}", example(&rule.pattern, seed, Blanks::Narrow));
            let (seen, all) = (in_windows(number, &text), in_whole(rule, &text));
            assert!(all.iter().all(|range| seen.contains(range)), "`{}`: {all:?}, {seen:?} in `{text}`", rule.id);
        }
    }
}

#[test]
fn a_match_begins_with_a_keyword_where_the_window_does() {
    for rule in rules().iter().filter(|rule| rule.window.is_none()) {
        for keyword in rule.keywords.iter().filter(|keyword| keyword.first) {
            for seed in 0..20 {
                let text = example(&rule.pattern, seed, Blanks::Narrow);
                let start = &text[..keyword.text.len()];
                let same =
                    if keyword.exact { start == keyword.text } else { start.eq_ignore_ascii_case(&keyword.text) };
                assert!(same, "`{}` does not begin with `{}`: `{text}`", rule.id, keyword.text);
            }
        }
    }
}
