//! Lists as Codex gets to read them.

use super::*;

#[test]
fn the_items_of_a_list_are_numbered_and_their_further_lines_indented() {
    let items = ["Change `a`:\n- first\n\n- then".to_owned(), "Run `b`".to_owned()];
    assert_eq!(numbered(&items), "1. Change `a`:\n   - first\n\n   - then\n2. Run `b`");
}
