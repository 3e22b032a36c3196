//! One example for each rule as a file, for the tests of what reads files, diffs, messages and names. Every text is
//! written backwards, so that no tool that looks for tokens finds one in the repository.

use serde::Serialize;

use super::examples::{EXAMPLES, key_examples, made};
use super::gitleaks::all_examples;
use crate::text::{RULES, rule_names, scan};

/// Backwards, all but the rule.
#[derive(Serialize)]
struct Committed {
    rule: &'static str,
    text: String,
    /// What must not be shown, line by line.
    hidden: String,
}

fn backwards(text: &str) -> String {
    text.chars().rev().collect()
}

fn committed(rule: &'static str, text: &str, secret: &str) -> Committed {
    Committed { rule, text: backwards(text), hidden: backwards(secret) }
}

fn own() -> impl Iterator<Item = Committed> {
    RULES.iter().map(|rule| {
        let (seed, (_, template)) = EXAMPLES.iter().enumerate().find(|(_, (id, _))| *id == rule.id).unwrap();
        let text = made(template, seed as u64);
        let found = scan(&text);
        committed(rule.id, &text, &text[found[0].range.clone()])
    })
}

fn keys() -> impl Iterator<Item = Committed> {
    key_examples().into_iter().map(|(_, text)| {
        let rule = scan(&text)[0].rule;
        let middle = text.lines().nth(text.lines().count() / 2).unwrap_or_default();
        committed(rule, &text, middle)
    })
}

fn random() -> Committed {
    let secret = made("<a40>", 3);
    committed("high-entropy", &format!("let billing = \"{secret}\";"), &secret)
}

#[test]
fn the_examples_that_other_tests_read_are_those_made_here() {
    let gitleaks = all_examples().map(|(rule, text, secret)| committed(rule, &text, &secret));
    let all: Vec<Committed> = own().chain(gitleaks).chain(keys()).chain([random()]).collect();
    for rule in rule_names().filter(|rule| *rule != "key-body") {
        let apart = ["private-key", "generic-api-key"].contains(&rule);
        assert!(apart || all.iter().any(|example| example.rule == rule), "no example of `{rule}`");
    }
    insta::with_settings!({ snapshot_path => "../../../rules", prepend_module_to_snapshot => false }, {
        insta::assert_json_snapshot!("examples", all);
    });
    let written = scan(include_str!("../../../rules/examples.snap"));
    let rules: std::collections::BTreeSet<&str> = written.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules.into_iter().collect::<Vec<_>>(), ["high-entropy"], "they are still values that look random");
}
