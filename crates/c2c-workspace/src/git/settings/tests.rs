//! Tests of what is taken over from a repository's configuration.

use super::*;

fn settings(pairs: &[(&str, &str)]) -> Result<Settings, GitError> {
    let pairs: Vec<(String, String)> =
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    Settings::from_pairs(&pairs)
}

#[test]
fn only_what_says_how_to_read_is_carried_over() {
    let settings = settings(&[
        ("core.filemode", "false"),
        ("core.autocrlf", "INPUT"),
        ("core.eol", "crlf"),
        ("core.fsmonitor", "/bin/evil"),
        ("core.hookspath", "/evil"),
        ("core.symlinks", "evil\n[core]\n\tfsmonitor = /bin/evil"),
        ("filter.x.clean", "evil"),
        ("diff.external", "evil"),
        ("include.path", "/evil"),
        ("alias.status", "!evil"),
        ("remote.origin.url", "ssh://evil/x"),
        ("remote.origin.uploadpack", "evil"),
    ])
    .unwrap();
    let text = settings.to_text(Some("main"));
    assert!(text.contains("\tfilemode = false\n\tautocrlf = input\n\teol = crlf\n"), "{text}");
    assert!(!text.contains("evil") && text.contains("\tfsmonitor = false\n"), "{text}");
    assert_eq!(text.matches("fsmonitor").count(), 1);
}

#[test]
fn what_a_branch_follows_is_carried_over_quoted_and_only_for_that_branch() {
    let settings = settings(&[
        ("branch.a\"b\\c.remote", "origin"),
        ("branch.a\"b\\c.merge", "refs/heads/main"),
        ("branch.other.remote", "elsewhere"),
        ("branch.a\"b\\c.pushremote", "x"),
        ("branch.evil.merge", "x\"]\n[core]\n\tfsmonitor = /bin/evil"),
        ("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"),
    ])
    .unwrap();
    let text = settings.to_text(Some("a\"b\\c"));
    assert!(text.contains("[branch \"a\\\"b\\\\c\"]\n\tremote = \"origin\"\n"), "{text}");
    assert!(text.contains("[remote \"origin\"]\n\tfetch = \"+refs/heads/*:refs/remotes/origin/*\"\n"), "{text}");
    assert!(!text.contains("elsewhere") && !text.contains("pushremote"), "{text}");
    assert!(!settings.to_text(Some("evil")).contains("/bin/evil"));
    assert!(!settings.to_text(None).contains("[branch"));
}

#[test]
fn a_later_value_counts_and_an_odd_one_does_not() {
    let settings =
        settings(&[("core.filemode", "true"), ("core.filemode", "off"), ("core.filemode", "maybe")]).unwrap();
    assert_eq!(settings.core, [("filemode", "false".to_owned())]);
}

#[test]
fn extensions_are_known_or_refused() {
    assert_eq!(settings(&[("extensions.objectformat", "sha256")]).unwrap().hash, Hash::Sha256);
    assert!(settings(&[("extensions.refstorage", "reftable")]).unwrap().reftable);
    assert!(settings(&[("extensions.partialclone", "origin")]).unwrap().partial);
    for wrong in [("extensions.objectformat", "md5"), ("extensions.refstorage", "x"), ("extensions.novelty", "true")] {
        assert!(matches!(settings(&[wrong]), Err(GitError::Damaged { .. })), "{wrong:?}");
    }
}

#[test]
fn the_empty_trees_have_their_hash_s_length() {
    assert_eq!((Hash::Sha1.digits(), Hash::Sha256.digits()), (40, 64));
}
