//! What `.c2c.json` may say, and what counts of it.

use super::*;
use crate::testing::Tree;

const OWN: Own = Own { max_iterations: 12, plan_approval: PlanApproval::First, reply_deadline_minutes: 60 };

fn loaded(tree: &Tree, accepted: Option<&str>) -> Loaded {
    load(tree.workspace().root(), &OWN, accepted)
}

fn defaults() -> Config {
    Config {
        name: None,
        connector_name: None,
        max_iterations: 12,
        plan_approval: PlanApproval::First,
        reply_deadline_minutes: 60,
    }
}

fn problems(text: &str) -> String {
    let loaded = loaded(&Tree::with(&[(CONFIG_FILE, text)]), None);
    let line = |problem: &Problem| format!("{}: expected {}, found {}", problem.key, problem.expected, problem.found);
    loaded.problems.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn without_a_file_the_person_s_own_settings_count() {
    let own = Own { max_iterations: 3, plan_approval: PlanApproval::Never, reply_deadline_minutes: 5 };
    let loaded = load(Tree::new().workspace().root(), &own, None);
    let config =
        Config { max_iterations: 3, plan_approval: PlanApproval::Never, reply_deadline_minutes: 5, ..defaults() };
    assert_eq!(loaded, Loaded { config, hash: None, problems: vec![], held_back: vec![] });
    assert_eq!(Own::default(), OWN);
}

#[test]
fn what_tightens_counts_at_once() {
    let text = r#"{"name":" shop ","connectorName":"C2C shop","maxIterations":4,"planApproval":"every","replyDeadlineMinutes":10}"#;
    let loaded = loaded(&Tree::with(&[(CONFIG_FILE, text)]), None);
    assert_eq!(
        loaded.config,
        Config {
            name: Some("shop".to_owned()),
            connector_name: Some("C2C shop".to_owned()),
            max_iterations: 4,
            plan_approval: PlanApproval::Every,
            reply_deadline_minutes: 10,
        }
    );
    assert_eq!((loaded.problems, loaded.held_back), (vec![], vec![]));
}

#[test]
fn what_loosens_waits_until_its_content_was_accepted() {
    let text = r#"{"maxIterations":13,"planApproval":"never","replyDeadlineMinutes":61}"#;
    let tree = Tree::with(&[(CONFIG_FILE, text)]);
    let waiting = loaded(&tree, None);
    assert_eq!(waiting.config, defaults());
    let keys: Vec<(&str, &str, &str)> =
        waiting.held_back.iter().map(|held| (held.key.as_str(), held.asked.as_str(), held.in_force.as_str())).collect();
    assert_eq!(
        keys,
        [("maxIterations", "13", "12"), ("planApproval", "never", "first"), ("replyDeadlineMinutes", "61", "60")]
    );
    let hash = waiting.hash.unwrap();
    let accepted = loaded(&tree, Some(&hash));
    assert_eq!((accepted.config.max_iterations, accepted.config.plan_approval), (13, PlanApproval::Never));
    assert_eq!(accepted.held_back, []);
    tree.write(CONFIG_FILE, text.replace("13", "14").as_bytes());
    let changed = loaded(&tree, Some(&hash));
    assert_eq!(changed.config, defaults(), "other content was not accepted");
    assert_eq!(changed.held_back.len(), 4);
}

#[test]
fn rules_that_change_after_they_were_accepted_are_noticed() {
    let tree = Tree::with(&[(CONFIG_FILE, r#"{"maxIterations":20}"#), (IGNORE_FILE, "plans\n")]);
    let hash = loaded(&tree, None).hash;
    assert_eq!(loaded(&tree, hash.as_deref()).config.max_iterations, 20);
    tree.write(IGNORE_FILE, b"");
    let changed = loaded(&tree, hash.as_deref());
    assert_eq!(changed.config.max_iterations, 12);
    assert!(changed.held_back.iter().any(|held| held.key == IGNORE_FILE));
    assert_ne!(changed.hash, hash);
    std::fs::remove_file(tree.root().join(IGNORE_FILE)).unwrap();
    std::fs::remove_file(tree.root().join(CONFIG_FILE)).unwrap();
    assert_eq!(loaded(&tree, hash.as_deref()).held_back.len(), 1, "both files gone is a change too");
}

#[test]
fn text_moved_from_one_file_to_the_other_has_another_hash() {
    assert_ne!(content_hash("ab", "c"), content_hash("a", "bc"));
    assert_eq!(content_hash("", ""), None);
}

#[test]
fn a_wrong_value_is_reported_and_the_rest_is_used() {
    let text = r#"{"name":"","maxIterations":"4","planApproval":"always","replyDeadlineMinutes":30,"unknown":[1]}"#;
    insta::assert_snapshot!(problems(text), @r#"
    unknown: expected one of name, connectorName, maxIterations, planApproval, replyDeadlineMinutes, found [1]
    maxIterations: expected a whole number from 1 to 1000, found "4"
    planApproval: expected "first", "every" or "never", found "always"
    name: expected a text of 1 to 80 characters on one line, found ""
    "#);
    let loaded = loaded(&Tree::with(&[(CONFIG_FILE, text)]), None);
    assert_eq!(loaded.config, Config { reply_deadline_minutes: 30, ..defaults() });
}

#[test]
fn the_limits_of_each_value_hold_at_n_and_beyond() {
    for (text, fine) in [
        (r#"{"maxIterations":1}"#, true),
        (r#"{"maxIterations":0}"#, false),
        (r#"{"maxIterations":1000}"#, true),
        (r#"{"maxIterations":1001}"#, false),
        (r#"{"maxIterations":4.5}"#, false),
        (r#"{"maxIterations":-1}"#, false),
        (r#"{"maxIterations":null}"#, false),
        (r#"{"replyDeadlineMinutes":10080}"#, true),
        (r#"{"replyDeadlineMinutes":10081}"#, false),
        (r#"{"name":"a\nb"}"#, false),
    ] {
        assert_eq!(problems(text).is_empty(), fine, "{text}");
    }
    assert!(problems(&format!(r#"{{"name":"{}"}}"#, "ä".repeat(80))).is_empty());
    assert!(!problems(&format!(r#"{{"name":"{}"}}"#, "ä".repeat(81))).is_empty());
}

#[test]
fn a_file_that_is_no_object_is_reported_as_a_whole() {
    insta::assert_snapshot!(problems("[1]"), @": expected a JSON object, found [1]");
    insta::assert_snapshot!(problems("{"), @": expected a JSON object, found EOF while parsing an object at line 1 column 1");
    assert!(problems(&" ".repeat(300_000)).contains("a larger file"));
    let tree = Tree::new();
    tree.write(format!("{CONFIG_FILE}/x"), b"");
    assert_eq!(loaded(&tree, None).problems.len(), 1);
    assert_eq!(loaded(&tree, None).config, defaults());
}

#[cfg(unix)]
#[test]
fn a_linked_file_is_not_followed() {
    let tree = Tree::new();
    std::fs::write(tree.root().join("../outside.json"), r#"{"maxIterations":1}"#).unwrap();
    std::os::unix::fs::symlink("../outside.json", tree.root().join(CONFIG_FILE)).unwrap();
    let loaded = loaded(&tree, None);
    assert_eq!((loaded.config, loaded.problems.len()), (defaults(), 1));
}
