//! Searching, compared with a search written the simplest way.

use std::sync::atomic::Ordering;

use super::*;
use crate::testing::{Tree, all_pages, awkward_names, limits, no_time};
use crate::tool_error::ErrorCode;

fn of(query: &str) -> SearchWorkspaceParams {
    SearchWorkspaceParams { query: query.to_owned(), ..SearchWorkspaceParams::default() }
}

fn search(tree: &Tree, params: &SearchWorkspaceParams) -> SearchWorkspaceResponse {
    search_workspace(&tree.workspace(), params, &limits()).unwrap()
}

fn places(response: &SearchWorkspaceResponse) -> Vec<String> {
    response.matches.iter().map(|found| format!("{}:{}:{}", found.path, found.line, found.column)).collect()
}

#[track_caller]
fn refused(tree: &Tree, params: &SearchWorkspaceParams) -> ErrorCode {
    search_workspace(&tree.workspace(), params, &limits()).unwrap_err().code
}

#[test]
fn a_match_is_named_with_its_line_column_and_context() {
    let tree = Tree::with(&[("src/a.rs", "one\ntwo\nä Needle needle\nfour\nfive\n"), ("b.txt", "nothing\n")]);
    let response = search(&tree, &SearchWorkspaceParams { context: Some(1), ..of("needle") });
    assert_eq!(
        response,
        SearchWorkspaceResponse {
            matches: vec![SearchMatch {
                path: "src/a.rs".to_owned(),
                line: 3,
                column: 3,
                text: "ä Needle needle".to_owned(),
                before: vec!["two".to_owned()],
                after: vec!["four".to_owned()],
            }],
            counts: vec![FileCount { path: "src/a.rs".to_owned(), count: 1 }],
            files_searched: 2,
            truncated: false,
            next: String::new(),
            withheld: Vec::new(),
        }
    );
}

#[test]
fn the_manner_of_a_search_changes_what_it_finds() {
    let tree = Tree::with(&[("a", "foo.bar\nFoo bar\nfooxbar\nmyfoo\nfoo\nend\n")]);
    let found = |params: SearchWorkspaceParams| {
        search(&tree, &params).matches.iter().map(|found| found.line).collect::<Vec<_>>()
    };
    assert_eq!(found(of("foo.bar")), [1]);
    assert_eq!(found(SearchWorkspaceParams { regex: true, ..of("foo.bar") }), [1, 2, 3]);
    assert_eq!(found(SearchWorkspaceParams { case_sensitive: true, ..of("Foo") }), [2]);
    assert_eq!(found(SearchWorkspaceParams { whole_word: true, ..of("foo") }), [1, 2, 5]);
    assert_eq!(found(SearchWorkspaceParams { whole_word: true, ..of("bar") }), [1, 2]);
    assert_eq!(found(SearchWorkspaceParams { regex: true, ..of("^foo$") }), [5]);
    assert_eq!(found(SearchWorkspaceParams { regex: true, ..of(r"\Afoo\z") }), [5]);
    assert_eq!(found(SearchWorkspaceParams { regex: true, ..of(r"foo\s+end") }), [] as [u64; 0]);
    assert_eq!(found(SearchWorkspaceParams { regex: true, multiline: true, ..of(r"foo\s+end") }), [5]);
    assert_eq!(found(SearchWorkspaceParams { multiline: true, ..of("myfoo\nfoo") }), [4]);
}

#[test]
fn a_search_is_held_to_a_path_and_a_glob() {
    let tree = Tree::with(&[("src/a.rs", "x1"), ("src/b.ts", "x1"), ("src-evil/a.rs", "x1"), ("a.rs", "x1")]);
    let found = |path: Option<&str>, glob: Option<&str>| {
        let params = SearchWorkspaceParams { path: path.map(Into::into), glob: glob.map(Into::into), ..of("x1") };
        search(&tree, &params).matches.into_iter().map(|found| found.path).collect::<Vec<_>>()
    };
    assert_eq!(found(Some("src"), None), ["src/a.rs", "src/b.ts"]);
    assert_eq!(found(Some("src/a.rs"), None), ["src/a.rs"]);
    assert_eq!(found(None, Some("*.rs")), ["a.rs", "src/a.rs", "src-evil/a.rs"]);
    assert_eq!(found(Some("src"), Some("src/*.ts")), ["src/b.ts"]);
}

#[test]
fn line_ends_of_all_kinds_are_understood() {
    let tree = Tree::with(&[("a", "x1\r\ny\rx1\nx1"), ("empty", "")]);
    let response = search(&tree, &SearchWorkspaceParams { context: Some(2), ..of("x1") });
    assert_eq!(places(&response), ["a:1:1", "a:2:3", "a:3:1"]);
    assert_eq!(response.matches[0].text, "x1");
    assert_eq!(response.matches[2].before, ["x1", "y\rx1"]);
    let blank = SearchWorkspaceParams { regex: true, ..of("^$") };
    assert!(search(&tree, &blank).matches.is_empty(), "no line is empty");
}

#[test]
fn what_is_no_text_or_not_shown_is_not_searched() {
    let tree = Tree::with(&[
        (".gitignore", "out\n"),
        (".c2cignore", "plans\n"),
        ("out/a", "needle"),
        ("plans/a", "needle"),
        (".git/a", "needle"),
        (".env", "needle"),
        ("bin", "needle\0"),
    ]);
    tree.write("utf16", &"\u{feff}a needle".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
    tree.write("latin1", b"\xfc needle");
    let huge = std::fs::File::create(tree.root().join("huge")).unwrap();
    huge.set_len(crate::grep::LARGEST_SEARCHED + 1).unwrap();
    let response = search(&tree, &of("needle"));
    assert_eq!(places(&response), ["latin1:1:3", "utf16:1:3"]);
    let mut withheld: Vec<&str> = response.withheld.iter().map(|entry| entry.path.as_str()).collect();
    withheld.sort_unstable();
    assert_eq!(withheld, [".env", "huge", "plans"]);
    assert_eq!(refused(&tree, &SearchWorkspaceParams { path: Some(".env".into()), ..of("x") }), ErrorCode::Withheld);
    assert_eq!(refused(&tree, &SearchWorkspaceParams { path: Some("plans".into()), ..of("x") }), ErrorCode::Withheld);
    assert_eq!(refused(&tree, &SearchWorkspaceParams { path: Some("none".into()), ..of("x") }), ErrorCode::NotFound);
}

#[test]
fn a_secret_is_not_shown_and_cannot_be_guessed() {
    let token = format!("ghp_{}", "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5");
    let tree = Tree::with(&[("a.txt", &format!("let token = {token};\n"))]);
    assert!(search(&tree, &of("ghp_aB3d")).matches.is_empty(), "a search would confirm a guess");
    let response = search(&tree, &of("let token"));
    assert_eq!(response.matches.len(), 1);
    assert!(!response.matches[0].text.contains(&token), "{}", response.matches[0].text);
    assert_eq!(response.withheld.len(), 1);
    assert_eq!(response.withheld[0].path, "a.txt:1");
}

#[cfg(target_os = "linux")]
#[test]
fn links_pipes_and_loops_do_not_matter() {
    use std::os::unix::fs::symlink;
    let tree = Tree::with(&[("a/x", "needle")]);
    symlink("../root-evil", tree.root().join("out")).unwrap();
    symlink("../root-evil/outside.txt", tree.root().join("out.txt")).unwrap();
    symlink("..", tree.root().join("a/loop")).unwrap();
    let dir = std::fs::File::open(tree.root()).unwrap();
    rustix::fs::mknodat(&dir, "pipe", rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU, 0).unwrap();
    std::fs::write(tree.root().join("one"), "needle").unwrap();
    std::fs::hard_link(tree.root().join("one"), tree.root().join("two")).unwrap();
    let response = search(&tree, &of("needle"));
    assert_eq!(places(&response), ["a/x:1:1"]);
    let withheld: Vec<&str> = response.withheld.iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(withheld, ["one", "two"]);
    for path in ["out", "out/outside.txt", "out.txt"] {
        let params = SearchWorkspaceParams { path: Some(path.into()), ..of("needle") };
        assert_eq!(refused(&tree, &params), ErrorCode::OutsideWorkspace, "{path}");
    }
    let pipe = SearchWorkspaceParams { path: Some("pipe".into()), ..of("needle") };
    assert_eq!(refused(&tree, &pipe), ErrorCode::NotAFile);
}

#[test]
fn a_long_line_is_shown_around_its_match() {
    let line = format!("{}needle{}", "ä".repeat(5_000), "x".repeat(5_000));
    let tree = Tree::with(&[("a", &line)]);
    let found = &search(&tree, &of("needle")).matches[0];
    assert_eq!((found.line, found.column), (1, 5_001));
    assert!(found.text.len() < 1_100 && found.text.contains("äneedlex"), "{}", found.text);
    assert!(found.text.starts_with('…') && found.text.ends_with('…'));
}

#[test]
fn a_pattern_that_cannot_be_used_is_refused() {
    let tree = Tree::new();
    let regex = |query: &str| SearchWorkspaceParams { regex: true, ..of(query) };
    for params in [
        of(""),
        of(&"x".repeat(1_001)),
        of("a\nb"),
        regex("("),
        regex(r"(?=a)"),
        regex(r"(a)\1"),
        regex("x{1000}{1000}"),
    ] {
        assert_eq!(refused(&tree, &params), ErrorCode::InvalidArgument, "{}", params.query);
    }
    for params in [
        SearchWorkspaceParams { context: Some(11), ..of("x") },
        SearchWorkspaceParams { limit: Some(501), ..of("x") },
        SearchWorkspaceParams { max_bytes: Some(1), ..of("x") },
        SearchWorkspaceParams { glob: Some("a[".into()), ..of("x") },
        SearchWorkspaceParams { cursor: Some("read:1,2:x".into()), ..of("x") },
    ] {
        assert_eq!(refused(&tree, &params), ErrorCode::InvalidArgument, "{params:?}");
    }
    let error = search_workspace(&tree.workspace(), &regex("(a"), &limits()).unwrap_err();
    insta::assert_snapshot!(error, @"INVALID_ARGUMENT: `query` is no regular expression: unclosed group");
}

/// Files of [`many`].
const FILES: usize = 70;

fn many() -> Tree {
    let tree = Tree::with(&[(".env", "x"), ("z/.env", "x")]);
    for number in 0..FILES {
        let text: String = (0..number % 11).map(|line| format!("line {line}\nneedle {line} and needle\n")).collect();
        tree.write(format!("d{}/f{number}.txt", number % 7), text.as_bytes());
    }
    tree
}

/// The same search, the simplest way.
fn expected(tree: &Tree) -> Vec<String> {
    let mut files = Vec::new();
    for number in 0..FILES {
        files.push(RelPath::parse(&format!("d{}/f{number}.txt", number % 7)).unwrap());
    }
    files.sort();
    let mut found = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(tree.root().join(path.to_os())).unwrap();
        for (line, content) in text.lines().enumerate() {
            if let Some(column) = content.find("needle") {
                found.push(format!("{path}:{}:{}", line + 1, column + 1));
            }
        }
    }
    found
}

#[test]
fn pages_put_together_equal_the_whole() {
    let tree = many();
    let expected = expected(&tree);
    for (limit, max_bytes, context) in [(500, 262_144, 0), (11, 30_000, 2), (37, 30_000, 0), (500, 1_024, 1)] {
        let pages = all_pages(
            |cursor| {
                search(
                    &tree,
                    &SearchWorkspaceParams {
                        limit: Some(limit),
                        max_bytes: Some(max_bytes),
                        context: Some(context),
                        cursor,
                        ..of("needle")
                    },
                )
            },
            |page| page.next.clone(),
        );
        let found: Vec<String> = pages.iter().flat_map(places).collect();
        assert_eq!(found, expected, "limit {limit}, {max_bytes} bytes");
        let withheld: Vec<&Withheld> = pages.iter().flat_map(|page| &page.withheld).collect();
        assert_eq!(withheld.len(), 2, "limit {limit}, {max_bytes} bytes: {withheld:?}");
    }
}

#[test]
fn counts_alone_are_paged_too_and_agree_with_the_matches() {
    let tree = many();
    let counts = |limit| {
        let pages = all_pages(
            |cursor| {
                search(&tree, &SearchWorkspaceParams { counts_only: true, limit: Some(limit), cursor, ..of("needle") })
            },
            |page| page.next.clone(),
        );
        assert!(pages.iter().all(|page| page.matches.is_empty()));
        assert_eq!(pages.iter().map(|page| page.files_searched).sum::<u64>(), FILES as u64);
        pages.into_iter().flat_map(|page| page.counts).collect::<Vec<_>>()
    };
    let whole = counts(500);
    assert_eq!(whole.iter().map(|file| file.count).sum::<u64>(), expected(&tree).len() as u64);
    assert_eq!(counts(9), whole);
}

#[test]
fn every_name_of_the_file_system_is_searched() {
    let tree = Tree::new();
    for name in awkward_names() {
        tree.write(&name, b"needle");
    }
    let pages = all_pages(
        |cursor| search(&tree, &SearchWorkspaceParams { limit: Some(1), cursor, ..of("needle") }),
        |page| page.next.clone(),
    );
    assert_eq!(pages.iter().flat_map(|page| &page.matches).count(), awkward_names().len());
}

#[test]
fn a_search_without_time_continues_where_it_stopped() {
    let tree = many();
    let error = search_workspace(&tree.workspace(), &of("needle"), &no_time()).unwrap_err();
    assert_eq!(error.code, ErrorCode::TimedOut);
    // A client that goes away while the search runs: whatever came of it, the rest is not lost.
    let limits = limits();
    let flag = std::sync::Arc::clone(&limits.cancelled);
    let workspace = tree.workspace();
    let first = std::thread::scope(|scope| {
        let params = SearchWorkspaceParams { limit: Some(500), max_bytes: Some(262_144), ..of("needle") };
        let workspace = &workspace;
        let limits = &limits;
        let call = scope.spawn(move || search_workspace(workspace, &params, limits));
        flag.store(true, Ordering::Relaxed);
        call.join().unwrap()
    });
    let Ok(first) = first else { return };
    let mut found = places(&first);
    let mut next = first.next;
    for _ in 0..1_000 {
        if next.is_empty() {
            break;
        }
        let params =
            SearchWorkspaceParams { limit: Some(500), max_bytes: Some(262_144), cursor: Some(next), ..of("needle") };
        let page = search(&tree, &params);
        found.extend(places(&page));
        next = page.next;
    }
    assert_eq!(found, expected(&tree));
}
