//! Texts behind ids and addresses.

use super::*;
use crate::testing::{Tree, limits};
use crate::tool_error::ErrorCode;

fn get(tree: &Tree, id: &str) -> Result<FetchResponse, ErrorCode> {
    fetch(&tree.workspace(), &FetchParams { id: id.to_owned() }, &limits()).map_err(|error| error.code)
}

#[test]
fn lines_are_fetched_by_their_address() {
    let tree = Tree::with(&[("a.txt", "1\n2\n3\n4\n5\n6\n7\n")]);
    let fetched = get(&tree, "c2c://ws/a.txt#L2-L4").unwrap();
    assert_eq!((fetched.id.as_str(), fetched.title.as_str()), ("a.txt#L2-L4", "a.txt"));
    assert_eq!((fetched.text.as_str(), fetched.url.as_str()), ("2\n3\n4\n", "c2c://ws/a.txt#L2-L4"));
    assert_eq!((fetched.metadata.total_lines, fetched.metadata.size), (7, 14));
    assert_eq!(fetched.metadata.next_id.as_deref(), Some("a.txt#L5-L7"));
    assert_eq!(get(&tree, "a.txt#L5-L99").unwrap().url, "c2c://ws/a.txt#L5-L7");
    assert_eq!(get(&tree, "a.txt#L5-L99").unwrap().metadata.next_id, None);
}

#[test]
fn parts_put_together_equal_the_whole() {
    let text: String = (0..5_000).map(|line| format!("line {line} ä\n")).collect();
    let tree = Tree::with(&[("a.txt", &text)]);
    let mut together = String::new();
    let mut id = Some("a.txt".to_owned());
    for _ in 0..100 {
        let Some(next) = id else { break };
        let part = get(&tree, &next).unwrap();
        together.push_str(&part.text);
        id = part.metadata.next_id;
    }
    assert_eq!(together, text);
}

#[test]
fn what_cannot_be_fetched_says_why() {
    let tree = Tree::with(&[(".env", "A=1"), ("a.txt", "1\n"), ("bin", "\0")]);
    for (id, code) in [
        (".env", ErrorCode::Withheld),
        ("c2c://other/a.txt", ErrorCode::InvalidArgument),
        ("../root-evil/outside.txt", ErrorCode::OutsideWorkspace),
        ("..%2Froot-evil/outside.txt", ErrorCode::OutsideWorkspace),
        ("none", ErrorCode::NotFound),
        ("bin", ErrorCode::BinaryFile),
        ("", ErrorCode::InvalidPath),
    ] {
        assert_eq!(get(&tree, id), Err(code), "{id}");
    }
}
