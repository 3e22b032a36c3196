//! Finding by name, compared with the file system.

use super::*;
use crate::testing::{Tree, all_pages, awkward_names, limits, no_time};
use crate::tool_error::ErrorCode;

fn find(tree: &Tree, query: &str) -> FindFilesResponse {
    let params = FindFilesParams { query: query.to_owned(), ..FindFilesParams::default() };
    find_files(&tree.workspace(), &params, &limits()).unwrap()
}

fn paths(response: &FindFilesResponse) -> Vec<&str> {
    response.files.iter().map(|file| file.path.as_str()).collect()
}

#[test]
fn a_glob_finds_by_name_or_by_path_with_the_nearest_first() {
    let tree = Tree::with(&[("src/deep/er/a.rs", "1"), ("b.rs", "22"), ("src/c.rs", ""), ("src/c.ts", "")]);
    assert_eq!(paths(&find(&tree, "*.rs")), ["b.rs", "src/c.rs", "src/deep/er/a.rs"]);
    assert_eq!(paths(&find(&tree, "src/*.rs")), ["src/c.rs"]);
    assert_eq!(paths(&find(&tree, "src/**/*.{rs,ts}")), ["src/c.rs", "src/c.ts", "src/deep/er/a.rs"]);
    assert_eq!(find(&tree, "b.*").files, [FoundFile { path: "b.rs".to_owned(), score: 1_000, size: 2 }]);
    assert_eq!(find(&tree, "*.nothing").total, 0);
}

#[test]
fn letters_in_order_find_a_file_with_the_best_fit_first() {
    let tree = Tree::with(&[
        ("src/tools/read_file.rs", ""),
        ("src/tools/read_file/tests.rs", ""),
        ("docs/thread-of-files.md", ""),
        ("README.md", ""),
    ]);
    let response = find(&tree, "readfile");
    assert_eq!(response.files[0].path, "src/tools/read_file.rs");
    assert!(response.files.iter().all(|file| file.score > 0));
    assert!(!paths(&response).contains(&"README.md"));
    assert_eq!(find(&tree, "read tests").files[0].path, "src/tools/read_file/tests.rs");
}

#[test]
fn every_name_of_the_file_system_is_found() {
    let tree = Tree::new();
    for name in awkward_names() {
        tree.write(&name, b"x");
    }
    let response = find(&tree, "*");
    let mut found: Vec<std::ffi::OsString> =
        response.files.iter().map(|file| RelPath::parse(&file.path).unwrap().to_os().into_os_string()).collect();
    let mut expected = awkward_names();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn what_is_ignored_or_withheld_is_not_among_the_files() {
    let tree = Tree::with(&[
        (".gitignore", "out\n"),
        (".c2cignore", "plans\n"),
        ("out/key.txt", ""),
        ("plans/key.txt", ""),
        (".git/key.txt", ""),
        ("server.key", ""),
        ("key.txt", ""),
    ]);
    let response = find(&tree, "*key*");
    assert_eq!(paths(&response), ["key.txt"]);
    let withheld: Vec<&str> = response.withheld.iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(withheld, ["server.key"]);
    let params = FindFilesParams { query: "*key*".into(), include_ignored: true, ..FindFilesParams::default() };
    let all = find_files(&tree.workspace(), &params, &limits()).unwrap();
    assert_eq!(paths(&all), ["key.txt", "out/key.txt"]);
}

#[cfg(unix)]
#[test]
fn a_link_leads_nowhere() {
    let tree = Tree::with(&[("a/x.txt", "")]);
    std::os::unix::fs::symlink("../root-evil", tree.root().join("out")).unwrap();
    std::os::unix::fs::symlink("..", tree.root().join("a/loop")).unwrap();
    std::os::unix::fs::symlink("a/x.txt", tree.root().join("x.txt")).unwrap();
    assert_eq!(paths(&find(&tree, "*.txt")), ["a/x.txt"]);
}

#[test]
fn pages_put_together_equal_the_whole() {
    let tree = Tree::new();
    for number in 0..60 {
        tree.write(format!("d{}/file{number}.txt", number % 9), b"x");
    }
    for query in ["*.txt", "file1"] {
        let page = |limit, max_bytes, cursor| {
            let params = FindFilesParams {
                query: query.into(),
                limit: Some(limit),
                max_bytes: Some(max_bytes),
                cursor,
                include_ignored: false,
            };
            find_files(&tree.workspace(), &params, &limits()).unwrap()
        };
        let whole = page(200, 262_144, None);
        assert!(!whole.truncated && whole.total as usize == whole.files.len());
        for (limit, bytes) in [(1, 30_000), (13, 30_000), (200, 1_024)] {
            let pages = all_pages(|cursor| page(limit, bytes, cursor), |page| page.next.clone());
            let files: Vec<FoundFile> = pages.into_iter().flat_map(|page| page.files).collect();
            assert_eq!(files, whole.files, "{query}, limit {limit}, {bytes} bytes");
        }
    }
}

#[test]
fn a_query_that_says_nothing_is_refused() {
    let tree = Tree::new();
    for query in ["", "  ", &"x".repeat(257), "a[", "{a"] {
        let params = FindFilesParams { query: query.to_owned(), ..FindFilesParams::default() };
        let error = find_files(&tree.workspace(), &params, &limits()).unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidArgument, "{query}");
        assert!(error.message.contains("`query`"), "{error}");
    }
    let params = FindFilesParams { query: "x".to_owned(), ..FindFilesParams::default() };
    assert_eq!(
        find_files(&tree.workspace(), &params, &no_time()).map(|found| found.total),
        Ok(0),
        "nothing to look at"
    );
    tree.write("x", b"");
    assert_eq!(find_files(&tree.workspace(), &params, &no_time()).unwrap_err().code, ErrorCode::TimedOut);
}
