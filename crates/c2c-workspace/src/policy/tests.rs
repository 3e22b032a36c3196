//! What is withheld by its path.

use super::*;

fn policy(rules: &str) -> Policy {
    let mut policy = Policy { rules: Vec::new() };
    policy.add_rules(rules);
    policy
}

#[track_caller]
fn check(policy: &Policy, path: &str, kind: EntryKind, allowed: bool) {
    let verdict = policy.verdict(&RelPath::parse(path).unwrap(), kind);
    assert_eq!(verdict.is_allowed(), allowed, "{path}: {verdict:?}");
}

#[test]
fn rules_are_read_as_git_reads_them() {
    let policy = policy("# secret plans\n/plans/\n*.log\n!keep.log\ndocs/*.md\n");
    check(&policy, "plans", EntryKind::Directory, false);
    check(&policy, "plans", EntryKind::File, true);
    check(&policy, "plans/a/b.txt", EntryKind::File, false);
    check(&policy, "sub/plans/a", EntryKind::File, true);
    check(&policy, "a/x.log", EntryKind::File, false);
    check(&policy, "a/keep.log", EntryKind::File, true);
    check(&policy, "docs/a.md", EntryKind::File, false);
    check(&policy, "docs/deep/a.md", EntryKind::File, true);
}

#[test]
fn what_lies_in_a_withheld_folder_cannot_be_let_in_again() {
    let policy = policy("private/\n!private/open.txt\n");
    check(&policy, "private/open.txt", EntryKind::File, false);
}

#[test]
fn git_s_folder_is_withheld_without_a_rule() {
    let policy = policy("!.git\n");
    check(&policy, "a/.git/HEAD", EntryKind::File, false);
    check(&policy, ".gitignore", EntryKind::File, true);
}

#[test]
fn rules_taken_away_keep_counting() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(IGNORE_FILE);
    std::fs::write(&file, "a.txt\n").unwrap();
    let root = Root::open(folder.path()).unwrap();
    let mut policy = Policy::load(&root).unwrap();
    std::fs::write(&file, "b.txt\n").unwrap();
    policy.tighten(&root).unwrap();
    check(&policy, "a.txt", EntryKind::File, false);
    check(&policy, "b.txt", EntryKind::File, false);
    std::fs::remove_file(&file).unwrap();
    policy.tighten(&root).unwrap();
    check(&policy, "a.txt", EntryKind::File, false);
    check(&Policy::load(&root).unwrap(), "a.txt", EntryKind::File, true);
}

#[test]
fn rules_that_cannot_be_read_withhold_everything() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join(IGNORE_FILE)).unwrap();
    let root = Root::open(folder.path()).unwrap();
    let error = Policy::load(&root).unwrap_err();
    insta::assert_snapshot!(error, @"WITHHELD: `.c2cignore` cannot be read (`.c2cignore` is a folder), so nothing is shown");
}

#[test]
fn a_sensitive_name_is_withheld_without_a_rule() {
    let policy = policy("!.env\n");
    check(&policy, "app/.env", EntryKind::File, false);
    check(&policy, "app/main.rs", EntryKind::File, true);
}
