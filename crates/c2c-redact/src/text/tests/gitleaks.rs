//! An example for each rule of Gitleaks, made from its expression, found wherever text comes from.

use super::super::entropy::entropy;
use super::super::expression::regex as compiled;
use super::super::gitleaks::{FILE, Row, Target, UNUSED};
use super::super::search::rules;
use super::generate::{Blanks, example};
use crate::output;
use crate::text::{Verdict, redact, scan, withholds};

/// Rules of which no example is asked for, and why.
const WITHOUT: &[(&str, &str)] = &[
    ("private-key", "examples of private keys are made apart, with heads and feet as programs write them"),
    ("generic-api-key", "any word beside any name counts there; our own rules for assignments have examples"),
];

/// What examples of a rule need to hold, where we ask for more than Gitleaks.
const ONLY_WITH: &[(&str, &str)] = &[("sourcegraph-access-token", "sgp_")];

/// An example that Gitleaks itself would report, with the secret in it.
struct Example {
    text: String,
    secret: String,
}

/// Seeds are tried until entropy and lists are content.
fn genuine(row: &Row<'_>, seed: u64, blanks: Blanks) -> Option<Example> {
    let original = compiled(&row.pattern).unwrap();
    let on_secret = row.allow.iter().filter(|allow| allow.target == Target::Secret);
    let allowed = FILE.allow.iter().chain(on_secret.flat_map(|allow| &allow.regexes));
    let allowed = regex::bytes::RegexSetBuilder::new(allowed).unicode(false).build().unwrap();
    (seed..seed + 300).find_map(|seed| {
        let text = example(&row.pattern, seed, blanks);
        let plain = text.replace("\n+", "\n");
        let groups = original.captures(plain.as_bytes())?;
        let group = |number: usize| groups.get(number).filter(|group| !group.is_empty());
        let secret = row.group.and_then(group).or_else(|| (1..groups.len()).find_map(group)).or_else(|| group(0))?;
        let secret = String::from_utf8(secret.as_bytes().to_vec()).unwrap();
        let reported =
            row.entropy.is_none_or(|least| entropy(secret.as_bytes()) > least) && !allowed.is_match(secret.as_bytes());
        // One in a hundred short secrets has no digit, and is passed over on purpose.
        let counts = (!row.pattern.contains("(?:=|>|:{1,3}=") || secret.bytes().any(|byte| byte.is_ascii_digit()))
            && ONLY_WITH.iter().all(|(id, part)| *id != row.id || text.to_ascii_lowercase().contains(part));
        // Gitleaks asks for the keyword anywhere in the file.
        let named = row.keywords.iter().any(|keyword| text.to_ascii_lowercase().contains(keyword));
        let text = if named { text } else { format!("{}: {text}", row.keywords[0]) };
        (reported && counts).then_some(Example { text, secret })
    })
}

fn rows() -> impl Iterator<Item = &'static Row<'static>> {
    FILE.rules.iter().filter(|row| WITHOUT.iter().all(|(id, _)| *id != row.id))
}

/// An example of each rule of Gitleaks that is asked for one: the rule, the text, and the secret in it.
pub(super) fn all_examples() -> impl Iterator<Item = (&'static str, String, String)> {
    rows().map(|row| {
        let example = genuine(row, 7, Blanks::Narrow).unwrap_or_else(|| panic!("`{}`", row.id));
        (row.id, example.text, example.secret)
    })
}

/// What must not be in a redacted text: the secret, without the name and quotes that some rules count to it.
#[track_caller]
fn gone(row: &Row<'_>, Example { secret, .. }: &Example, text: &str) {
    let redacted = redact(text);
    let left = secret.lines().map(|line| line.trim_start_matches('+').trim()).filter(|line| line.len() >= 6);
    for line in left {
        assert!(!redacted.text.contains(line), "`{}`: `{line}` of `{text}` is left: `{}`", row.id, redacted.text);
    }
    assert_ne!(redacted.verdict, Verdict::Clean, "`{}` in `{text}`", row.id);
    if redacted.verdict == Verdict::Redacted {
        assert_eq!(redact(&redacted.text).text, redacted.text, "`{}` again", row.id);
    }
}

#[test]
fn every_rule_is_used_or_has_a_reason_not_to_be() {
    let used = |id: &str| rules().iter().any(|rule| rule.id == id);
    for row in &FILE.rules {
        let reason = UNUSED.iter().find(|(id, _)| *id == row.id).map(|(_, reason)| *reason);
        match reason.map(|reason| reason.strip_prefix("own: ")) {
            None => assert!(used(row.id), "`{}`", row.id),
            Some(Some(own)) => assert!(used(own) || withholds(own), "`{}` names `{own}`", row.id),
            Some(None) => assert!(!used(row.id), "`{}`", row.id),
        }
    }
    let mut names = std::collections::BTreeSet::new();
    for name in crate::text::rule_names() {
        assert!(names.insert(name), "two rules are called `{name}`");
    }
}

#[test]
fn an_example_of_every_rule_is_found_by_it_or_by_a_more_particular_one() {
    for row in rows() {
        let own = UNUSED.iter().find(|(id, _)| *id == row.id).and_then(|(_, reason)| reason.strip_prefix("own: "));
        for seed in 0..3 {
            let example = genuine(row, seed * 1000, Blanks::Narrow).unwrap_or_else(|| panic!("`{}`", row.id));
            let text = format!("see below\n{}\nand above\n", example.text);
            let found: Vec<&str> = scan(&text).iter().map(|finding| finding.rule).collect();
            match own {
                Some(own) => assert!(found.contains(&own), "`{}` in `{text}`: {found:?}", row.id),
                None => assert!(!found.is_empty(), "`{}` in `{text}`", row.id),
            }
            gone(row, &example, &text);
        }
    }
}

#[test]
fn an_example_of_every_rule_is_found_in_a_diff_and_in_a_message() {
    for row in rows() {
        let example = genuine(row, 7, Blanks::Narrow).unwrap_or_else(|| panic!("`{}`", row.id));
        let added = example.text.lines().map(|line| format!("+{line}\n")).collect::<String>();
        gone(row, &example, &format!("@@ -1,2 +1,3 @@ fn main() {{\n before\n{added} after\n"));
        gone(row, &example, &format!("Add a thing\n\nIt needs this: {}\n\nSigned-off-by: x\n", example.text));
    }
}

#[test]
fn an_example_of_every_rule_that_goes_over_lines_is_found_in_a_diff() {
    let mut wrapped = 0;
    for row in rows() {
        let example = genuine(row, 7, Blanks::Wrapped).unwrap_or_else(|| panic!("`{}`", row.id));
        if example.text.contains("\n+") {
            wrapped += 1;
            for indentation in ["", "    ", "\t\t\t\t\t\t\t\t\t"] {
                let text = example.text.replace("\n+", &format!("\n+{indentation}"));
                gone(row, &example, &format!("@@ -1,2 +1,3 @@\n before\n+{text}\n after\n"));
            }
        }
    }
    assert!(wrapped > 90, "{wrapped}");
}

#[test]
fn an_example_of_every_rule_is_found_in_output() {
    for row in rows() {
        let example = genuine(row, 7, Blanks::Narrow).unwrap_or_else(|| panic!("`{}`", row.id));
        let middle = example.text.len() / 2;
        let raw = format!(
            "\x1b[1mrun\x1b[0m\r\n\x1b[31m{}\x1b[0m{}\x1b[K\r\n",
            &example.text[..middle],
            &example.text[middle..]
        );
        let judged = output::judge(raw.as_bytes(), None, None);
        let secret = example.secret.trim();
        assert!(!judged.text.contains(secret), "`{}`: `{}`", row.id, judged.text);
        assert!(!judged.withheld.is_empty(), "`{}`: `{}`", row.id, judged.text);
    }
}
