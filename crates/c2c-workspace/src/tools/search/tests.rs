//! One query, and what `fetch` makes of the results.

use super::*;
use crate::testing::{Tree, limits};
use crate::tool_error::ErrorCode;
use crate::tools::fetch::{FetchParams, fetch};

fn results(tree: &Tree, query: &str) -> Vec<SearchResult> {
    search(&tree.workspace(), &SearchParams { query: query.to_owned() }, &limits()).unwrap().results
}

#[test]
fn places_come_before_names() {
    let text: String = (1..=50).map(|line| format!("line {line}\n")).collect::<String>() + "a parser here\n";
    let tree = Tree::with(&[("docs/notes.md", &text), ("src/parser.rs", "fn x() {}\n")]);
    assert_eq!(
        results(&tree, "parser"),
        [
            SearchResult {
                id: "docs/notes.md#L31-L71".to_owned(),
                title: "docs/notes.md:51: a parser here".to_owned(),
                url: "c2c://ws/docs/notes.md#L31-L71".to_owned(),
            },
            SearchResult {
                id: "src/parser.rs".to_owned(),
                title: "src/parser.rs".to_owned(),
                url: "c2c://ws/src/parser.rs".to_owned(),
            },
        ]
    );
}

#[test]
fn words_that_stand_nowhere_together_are_looked_for_one_by_one() {
    let tree = Tree::with(&[
        ("a.txt", "the deadline\n"),
        ("b.txt", "nothing\nretry policy\nwith a deadline and a retry\n"),
        ("c.txt", "else\n"),
    ]);
    let found = results(&tree, "How does retry use the deadline?");
    let titles: Vec<&str> = found.iter().map(|result| result.title.as_str()).collect();
    assert_eq!(titles, ["b.txt:3: with a deadline and a retry", "a.txt:1: the deadline"]);
}

#[test]
fn every_result_can_be_fetched() {
    let tree = Tree::with(&[("a b/ü #L1 100%.md", "needle one\n"), ("needle.txt", "x\n"), ("sub/n", "\n\nneedle\n")]);
    let found = results(&tree, "needle");
    assert_eq!(found.len(), 3);
    for result in found {
        for id in [&result.id, &result.url] {
            let fetched = fetch(&tree.workspace(), &FetchParams { id: id.clone() }, &limits()).unwrap();
            assert!(fetched.text.contains("needle") || fetched.title == "needle.txt", "{result:?}");
        }
    }
}

#[test]
fn what_is_withheld_is_not_found() {
    let tree =
        Tree::with(&[(".env", "needle"), (".c2cignore", "needle-plans\n"), ("needle-plans/needle.txt", "needle")]);
    let ids: Vec<String> = results(&tree, "needle").into_iter().map(|result| result.id).collect();
    assert_eq!(ids, [".c2cignore#L1-L21"]);
}

#[test]
fn a_query_that_says_nothing_is_refused() {
    let tree = Tree::new();
    for query in ["", "   "] {
        let error = search(&tree.workspace(), &SearchParams { query: query.to_owned() }, &limits()).unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidArgument);
    }
    assert_eq!(results(&tree, "nothing at all"), []);
    assert_eq!(results(&tree, "*.rs"), []);
}
