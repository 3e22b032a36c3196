//! Listings, compared with the file system.

use std::collections::BTreeSet;

use super::*;
use crate::testing::{Tree, all_pages, awkward_names, limits, no_time};
use crate::tool_error::ErrorCode;

fn list(tree: &Tree, params: &ListDirectoryParams) -> ListDirectoryResponse {
    list_directory(&tree.workspace(), params, &limits()).unwrap()
}

fn at(path: &str, depth: i64) -> ListDirectoryParams {
    ListDirectoryParams { path: Some(path.to_owned()), depth: Some(depth), ..ListDirectoryParams::default() }
}

fn paths(response: &ListDirectoryResponse) -> Vec<&str> {
    response.entries.iter().map(|entry| entry.path.as_str()).collect()
}

#[track_caller]
fn refused(tree: &Tree, params: &ListDirectoryParams) -> ErrorCode {
    list_directory(&tree.workspace(), params, &limits()).unwrap_err().code
}

#[test]
fn a_folder_is_listed_sorted_to_the_depth_asked_for() {
    let tree = Tree::with(&[("b/c/d/e.txt", "12345"), ("a.txt", "1"), ("b/x.txt", ""), ("b-c", "")]);
    assert_eq!(paths(&list(&tree, &ListDirectoryParams::default())), ["a.txt", "b", "b-c"]);
    assert_eq!(paths(&list(&tree, &at(".", 2))), ["a.txt", "b", "b/c", "b/x.txt", "b-c"]);
    let deep = list(&tree, &at("b", 4));
    assert_eq!(paths(&deep), ["b/c", "b/c/d", "b/c/d/e.txt", "b/x.txt"]);
    assert_eq!(
        deep.entries[2],
        DirectoryEntry { path: "b/c/d/e.txt".to_owned(), kind: EntryKind::File, size: Some(5), link_target: None }
    );
    assert_eq!((deep.total, deep.truncated, deep.next.as_str()), (4, false, ""));
    assert_eq!(list(&tree, &at("workspace:/b/", 1)).path, "b");
}

#[test]
fn every_name_of_the_file_system_is_listed_and_can_be_asked_for() {
    let tree = Tree::new();
    let mut expected = BTreeSet::new();
    for name in awkward_names() {
        tree.write(&name, b"x");
        expected.insert(name);
    }
    let response = list(&tree, &ListDirectoryParams::default());
    let found: BTreeSet<std::ffi::OsString> =
        response.entries.iter().map(|entry| RelPath::parse(&entry.path).unwrap().to_os().into_os_string()).collect();
    assert_eq!(found, expected);
}

#[test]
fn what_git_ignores_is_counted_and_shown_on_request() {
    let tree = Tree::with(&[
        (".gitignore", "/target/\n*.log\n!keep.log\n"),
        ("target/a", ""),
        ("x.log", ""),
        ("keep.log", ""),
        ("sub/.gitignore", "!y.log\nlocal\n"),
        ("sub/y.log", ""),
        ("sub/local", ""),
        ("sub/target/b", ""),
    ]);
    let response = list(&tree, &at(".", 3));
    assert_eq!(
        paths(&response),
        [".gitignore", "keep.log", "sub", "sub/.gitignore", "sub/target", "sub/target/b", "sub/y.log"]
    );
    assert_eq!(response.ignored, 3);
    // Rules of folders above count where a listing begins below them.
    assert_eq!(paths(&list(&tree, &at("sub", 1))), ["sub/.gitignore", "sub/target", "sub/y.log"]);
    let all = list(&tree, &ListDirectoryParams { include_ignored: true, ..at(".", 1) });
    assert_eq!((paths(&all).len(), all.ignored), (5, 0));
}

#[test]
fn the_configuration_of_git_does_not_count() {
    let tree =
        Tree::with(&[(".git/info/exclude", "a.txt\n"), (".git/config", "[core]\nexcludesFile = b\n"), ("a.txt", "")]);
    let response = list(&tree, &ListDirectoryParams::default());
    assert_eq!(paths(&response), ["a.txt"]);
    assert_eq!(response.withheld, [Withheld::new(".git", "git's own folder is never read")]);
}

#[test]
fn what_is_withheld_is_named_with_its_reason() {
    let tree =
        Tree::with(&[(".c2cignore", "plans/\n"), ("plans/a", ""), (".env", ""), ("src/id_rsa", ""), ("src/a.rs", "")]);
    let response = list(&tree, &at(".", 2));
    assert_eq!(paths(&response), [".c2cignore", "src", "src/a.rs"]);
    let withheld: Vec<&str> = response.withheld.iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(withheld, [".env", "plans", "src/id_rsa"]);
    assert_eq!(response.withheld[1].reason, "a rule in `.c2cignore`");
    assert_eq!(refused(&tree, &at("plans", 1)), ErrorCode::Withheld);
    assert_eq!(refused(&tree, &at(".git", 1)), ErrorCode::Withheld);
}

#[cfg(unix)]
#[test]
fn a_link_is_shown_with_its_target_and_not_entered() {
    let tree = Tree::with(&[("real/a", "")]);
    std::os::unix::fs::symlink("../root-evil", tree.root().join("out")).unwrap();
    std::os::unix::fs::symlink("real", tree.root().join("in")).unwrap();
    let response = list(&tree, &at(".", 4));
    assert_eq!(paths(&response), ["in", "out", "real", "real/a"]);
    assert_eq!(response.entries[1].kind, EntryKind::Symlink);
    assert_eq!(response.entries[1].link_target.as_deref(), Some("../root-evil"));
    assert_eq!(refused(&tree, &at("out", 1)), ErrorCode::OutsideWorkspace);
    assert_eq!(refused(&tree, &at("in", 1)), ErrorCode::InvalidPath);
}

#[cfg(unix)]
#[test]
fn a_link_s_target_shows_no_secret_and_no_folder_outside() {
    use std::os::unix::fs::symlink;
    let token = format!("ghp_{}", "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5");
    let tree = Tree::with(&[("real/a", "")]);
    let root = tree.root().canonicalize().unwrap();
    symlink(format!("../x/{token}/y.txt"), root.join("1")).unwrap();
    symlink(&token, root.join("2")).unwrap();
    symlink("/home/person/notes.txt", root.join("3")).unwrap();
    symlink(root.join("real/a"), root.join("4")).unwrap();
    symlink(root.join("real").join(&token), root.join("5")).unwrap();
    symlink(&root, root.join("6")).unwrap();
    let response = list(&tree, &at(".", 1));
    let targets: Vec<&str> = response.entries.iter().filter_map(|entry| entry.link_target.as_deref()).collect();
    let mark = format!("[REDACTED:github-token,{}]", token.len());
    let expected = [
        format!("../x/{mark}/y.txt"),
        mark.clone(),
        "(outside the workspace)".to_owned(),
        "workspace:/real/a".to_owned(),
        format!("workspace:/real/{mark}"),
        "workspace:/".to_owned(),
    ];
    assert_eq!(targets, expected);
}

#[test]
fn a_folder_that_cannot_be_listed_says_why() {
    let tree = Tree::with(&[("a.txt", "")]);
    assert_eq!(refused(&tree, &at("none", 1)), ErrorCode::NotFound);
    assert_eq!(refused(&tree, &at("a.txt", 1)), ErrorCode::NotADirectory);
    assert_eq!(refused(&tree, &at("../root-evil", 1)), ErrorCode::OutsideWorkspace);
    assert_eq!(refused(&tree, &at("/etc", 1)), ErrorCode::OutsideWorkspace);
    assert_eq!(refused(&tree, &at("..\"", 1)), ErrorCode::NotFound);
}

#[test]
fn numbers_are_held_to_their_range() {
    let tree = Tree::with(&[("a.txt", "")]);
    for depth in [0, 5] {
        assert_eq!(refused(&tree, &at(".", depth)), ErrorCode::InvalidArgument);
    }
    for limit in [0, 1_001, i64::MIN] {
        let params = ListDirectoryParams { limit: Some(limit), ..ListDirectoryParams::default() };
        assert_eq!(refused(&tree, &params), ErrorCode::InvalidArgument);
    }
    let params = ListDirectoryParams { cursor: Some("find:1:x".to_owned()), ..ListDirectoryParams::default() };
    assert_eq!(refused(&tree, &params), ErrorCode::InvalidArgument);
}

#[test]
fn pages_put_together_equal_the_whole() {
    let tree = Tree::with(&[(".env", ""), (".gitignore", "ignored\n"), ("ignored", "")]);
    for number in 0..60 {
        tree.write(format!("d{}/f{number}.txt", number % 7), b"x");
        tree.write(format!("d{}/sub/.env", number % 7), b"x");
    }
    let whole = list(&tree, &ListDirectoryParams { limit: Some(1_000), max_bytes: Some(262_144), ..at(".", 3) });
    assert!(!whole.truncated && whole.total == whole.entries.len() as u64);
    for (limit, bytes) in [(1, 30_000), (7, 30_000), (1_000, 1_024)] {
        let pages = all_pages(
            |cursor| {
                list(&tree, &ListDirectoryParams { limit: Some(limit), max_bytes: Some(bytes), cursor, ..at(".", 3) })
            },
            |page| page.next.clone(),
        );
        let entries: Vec<DirectoryEntry> = pages.iter().flat_map(|page| page.entries.clone()).collect();
        let withheld: Vec<Withheld> = pages.iter().flat_map(|page| page.withheld.clone()).collect();
        assert_eq!(entries, whole.entries, "limit {limit}, {bytes} bytes");
        assert_eq!(withheld, whole.withheld, "limit {limit}, {bytes} bytes");
        assert!(pages.iter().all(|page| (page.total, page.ignored) == (whole.total, whole.ignored)));
    }
}

#[test]
fn a_call_without_time_ends_with_what_it_has() {
    let tree = Tree::with(&[("a.txt", "")]);
    let response = list_directory(&tree.workspace(), &ListDirectoryParams::default(), &no_time());
    assert_eq!(response.unwrap_err().code, ErrorCode::TimedOut);
}
