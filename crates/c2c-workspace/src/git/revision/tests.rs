//! Tests of what may stand for a commit.

use super::*;

#[test]
fn names_and_steps_back_are_fine() {
    for given in
        ["HEAD", "HEAD~2^1", "main", "feature/ä-1", "v1.0", "0123abcd", "refs/heads/x", "origin/main", &"x".repeat(250)]
    {
        assert_eq!(check(given), Ok(()), "{given}");
    }
}

#[test]
fn options_ranges_searches_and_paths_are_not() {
    let long = "x".repeat(251);
    for given in [
        "",
        "-p",
        "--output=/x",
        "^HEAD",
        "a..b",
        "a...b",
        "HEAD@{1}",
        "@{u}",
        ":/text",
        "HEAD:file",
        "a b",
        "a\nb",
        "a\0b",
        "a*",
        "a[b",
        "a\\b",
        "HEAD^{/text}",
        &long,
    ] {
        assert!(check(given).is_err(), "{given}");
    }
}
