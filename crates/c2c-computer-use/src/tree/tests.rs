//! Recordings of each platform, and walking a tree.

use super::*;
use crate::sample;

fn names(tree: &Tree, ids: impl Iterator<Item = NodeId>) -> Vec<&str> {
    ids.map(|id| tree.node(id).name.as_str()).collect()
}

fn letters() -> Tree {
    sample::tree(
        r#"
        section "a"
          section "b"
            section "c"
            section "d"
          section "e"
            section "f"
        "#,
    )
}

#[test]
fn nodes_come_in_reading_order() {
    let tree = letters();
    assert_eq!(names(&tree, tree.ids()), ["a", "b", "c", "d", "e", "f"]);
    assert_eq!(names(&tree, tree.children(NodeId(0))), ["b", "e"]);
    assert_eq!(names(&tree, tree.children(NodeId(1))), ["c", "d"]);
    assert_eq!(names(&tree, tree.children(NodeId(5))), [""; 0]);
    assert_eq!(names(&tree, tree.subtree(NodeId(1))), ["b", "c", "d"]);
    assert_eq!(names(&tree, tree.descendants(NodeId(1)).rev()), ["d", "c"]);
    assert_eq!(names(&tree, tree.ancestors(NodeId(3))), ["b", "a"]);
    assert!(tree.is_within(NodeId(3), NodeId(1)));
    assert!(!tree.is_within(NodeId(4), NodeId(1)));
}

#[test]
fn an_id_of_another_tree_gives_the_root() {
    assert_eq!(letters().node(NodeId(99)).name, "a");
    assert_eq!(letters().subtree(NodeId(99)).count(), 0);
    assert_eq!(letters().children(NodeId(99)).count(), 0);
}

#[test]
fn what_lies_in_something_hidden_is_not_shown() {
    let tree = sample::tree("section\n  section -visible\n    section\n  section -showing");
    assert_eq!(tree.ids().map(|id| tree.is_shown(id)).collect::<Vec<_>>(), [true, false, false, true]);
}

#[test]
fn the_page_is_the_one_outer_document() {
    let page = sample::tree("frame\n  document web URI=https://a/\n    document web URI=https://b/");
    assert_eq!(page.document_url(), Some("https://a/"));
    let two = sample::tree("frame\n  document web URI=https://a/\n  document web URI=https://b/");
    assert_eq!(two.document_url(), None);
    let one_hidden = sample::tree("frame\n  document web URI=https://a/ -visible\n  document web URI=https://b/");
    assert_eq!(one_hidden.document_url(), Some("https://b/"));
    let silent = sample::tree("frame\n  document web\n    push button");
    assert_eq!((silent.document_url(), silent.is_readable()), (None, true));
}

#[test]
fn a_page_is_read_when_it_shows_something_to_read_or_to_use() {
    for empty in ["", "\n    section\n      section", "\n    static \"hidden\" -visible", "\n    section \" \""] {
        let page = sample::tree(&format!("frame \"ChatGPT\"\n  document web \"ChatGPT\" URI=https://a/{empty}"));
        assert!(!page.is_readable(), "{empty}");
    }
    for shown in ["link", "push button", "section\n      entry", "static \"text\""] {
        let page = sample::tree(&format!("frame\n  document web URI=https://a/\n    {shown}"));
        assert!(page.is_readable(), "{shown}");
    }
    assert!(!sample::tree("frame").is_readable());
    assert!(sample::tree("frame\n  document web URI=https://a/ +busy").is_busy());
}

#[track_caller]
fn check_role(shape: Shape, line: &str, expected: &Role) {
    let tree = sample::recording(shape, line).tree(Limits::default()).unwrap();
    assert_eq!(&tree.node(tree.root()).role, expected, "{line}");
}

#[test]
fn roles_of_three_platforms_are_one_vocabulary() {
    check_role(Shape::AtSpi, "push button", &Role::Button);
    check_role(Shape::AtSpi, "entry", &Role::TextBox);
    check_role(Shape::AtSpi, "text", &Role::Text);
    check_role(Shape::AtSpi, "text +editable", &Role::TextBox);
    check_role(Shape::AtSpi, "section xml-roles=textbox", &Role::TextBox);
    check_role(Shape::AtSpi, "section tag=pre", &Role::CodeBlock);
    check_role(Shape::AtSpi, "landmark xml-roles=form", &Role::Form);
    check_role(Shape::AtSpi, "document web tag=pre", &Role::Document);
    check_role(Shape::AtSpi, "alert tag=aside", &Role::Alert);
    check_role(Shape::AtSpi, "section tag=aside", &Role::Complementary);
    check_role(Shape::AtSpi, "page tab", &Role::Other("page tab".to_owned()));
    check_role(Shape::Uia, "Edit", &Role::TextBox);
    check_role(Shape::Uia, "Text AriaRole=heading", &Role::Heading);
    check_role(Shape::Uia, "Slider", &Role::Other("Slider".to_owned()));
    check_role(Shape::Ax, "AXTextArea", &Role::TextBox);
    check_role(Shape::Ax, "AXTextField AXSubrole=AXSearchField", &Role::SearchBox);
    check_role(Shape::Ax, "AXGroup AXSubrole=AXApplicationDialog", &Role::Dialog);
    check_role(Shape::Ax, "AXOutline", &Role::Other("AXOutline".to_owned()));
}

#[test]
fn a_role_prints_as_a_word() {
    assert_eq!(Role::TextBox.to_string(), "TextBox");
    assert_eq!(Role::Other("page tab".to_owned()).to_string(), "page tab");
    assert!(Role::Link.is_inline() && !Role::Paragraph.is_inline());
}

#[track_caller]
fn check_states(shape: Shape, states: Option<&[&str]>, expected: &[State]) {
    let states = states.map(|words| words.iter().map(|word| (*word).to_owned()).collect());
    let node = Recorded { role: "x".to_owned(), states, ..Recorded::default() };
    let tree = Recording { shape, nodes: vec![node] }.tree(Limits::default()).unwrap();
    assert_eq!(tree.node(NodeId(0)).states.iter().copied().collect::<Vec<_>>(), expected);
}

#[test]
fn states_of_three_platforms_are_one_vocabulary() {
    use State::{Busy, Checked, Disabled, Editable, Focusable, Focused, Hidden, Modal, Offscreen};
    for shape in [Shape::AtSpi, Shape::Uia, Shape::Ax] {
        check_states(shape, None, &[]);
    }
    check_states(Shape::AtSpi, Some(&["enabled", "visible", "showing"]), &[]);
    check_states(Shape::AtSpi, Some(&["sensitive", "visible", "busy", "checked"]), &[Busy, Checked, Offscreen]);
    check_states(Shape::AtSpi, Some(&["modal"]), &[Disabled, Hidden, Modal, Offscreen]);
    check_states(Shape::Uia, Some(&["IsEnabled", "IsOffscreen", "IsSelected"]), &[Checked, Offscreen]);
    check_states(
        Shape::Uia,
        Some(&["IsKeyboardFocusable", "HasKeyboardFocus"]),
        &[Disabled, Editable, Focusable, Focused],
    );
    check_states(Shape::Ax, Some(&["AXEnabled", "AXFocused", "AXValueSettable"]), &[Editable, Focused]);
    check_states(Shape::Ax, Some(&["AXModal", "AXHidden"]), &[Disabled, Hidden, Modal]);
}

#[test]
fn attributes_have_one_key_on_every_platform() {
    let id = |shape, line| {
        let tree = sample::recording(shape, line).tree(Limits::default()).unwrap();
        let node = tree.node(NodeId(0)).clone();
        (node.attribute("id").to_owned(), node.attribute("class").to_owned(), node.attribute("url").to_owned())
    };
    let expected = ("i".to_owned(), "a b".to_owned(), "https://x/".to_owned());
    assert_eq!(id(Shape::AtSpi, r#"document web id=i class="a b" URI=https://x/"#), expected);
    assert_eq!(id(Shape::Uia, r#"Document AutomationId=i ClassName="a b" value=https://x/"#), expected);
    assert_eq!(id(Shape::Ax, r#"AXWebArea AXDOMIdentifier=i AXDOMClassList="a b" AXURL=https://x/"#), expected);
}

#[test]
fn the_native_macos_app_names_things_by_description() {
    let recording = sample::recording(Shape::Ax, r#"AXButton AXDescription=Send"#);
    assert_eq!(recording.tree(Limits::default()).unwrap().node(NodeId(0)).name, "Send");
}

#[test]
fn a_label_is_the_name_or_else_the_value() {
    let tree = sample::tree("static \"a\" value=b\n  static value=b class=\"x yellow\"");
    assert_eq!((tree.node(NodeId(0)).label(), tree.node(NodeId(1)).label()), ("a", "b"));
    assert!(tree.node(NodeId(1)).has_class("yell") && !tree.node(NodeId(1)).has_class("x y"));
}

#[test]
fn a_recording_survives_its_json_form() {
    let recording = sample::recording(Shape::AtSpi, "frame \"W\"\n  section id=x +busy\n    static \"a\\nb\"");
    let json = recording.to_json().unwrap();
    assert_eq!(json.lines().count(), 5);
    assert_eq!(Recording::from_json(&json).unwrap(), recording);
    assert!(matches!(Recording::from_json("{}"), Err(TreeError::Json { .. })));
    assert!(matches!(
        Recording::from_json(r#"{"shape": "at-spi", "nodes": [{"depth": 0, "role": "x", "nam": ""}]}"#),
        Err(TreeError::Json { .. })
    ));
}

#[test]
fn a_recording_over_a_limit_is_refused_at_n_plus_one() {
    let recording = sample::recording(Shape::AtSpi, "frame \"abc\"\n  section\n    section value=d");
    let limits = Limits { nodes: 3, depth: 2, bytes: 4 };
    assert!(recording.tree(limits).is_ok());
    let refused = |limits| recording.tree(limits).unwrap_err().to_string();
    assert_eq!(refused(Limits { nodes: 2, ..limits }), "the accessibility tree has more than 2 nodes");
    assert_eq!(refused(Limits { depth: 1, ..limits }), "the accessibility tree has more than 1 levels");
    assert_eq!(refused(Limits { bytes: 3, ..limits }), "the accessibility tree has more than 3 bytes of text");
}

#[test]
fn a_recording_that_does_not_hang_together_is_refused() {
    let with_depths = |depths: &[u16]| {
        let nodes = depths.iter().map(|depth| Recorded { depth: *depth, ..Recorded::default() }).collect();
        Recording { shape: Shape::AtSpi, nodes }.tree(Limits::default()).map(|tree| tree.ids().count())
    };
    assert!(matches!(with_depths(&[]), Err(TreeError::Empty)));
    assert!(matches!(with_depths(&[1]), Err(TreeError::Torn { index: 0, depth: 1 })));
    assert!(matches!(with_depths(&[0, 2]), Err(TreeError::Torn { index: 1, depth: 2 })));
    assert!(matches!(with_depths(&[0, 0]), Err(TreeError::Torn { index: 1, depth: 0 })));
    assert!(matches!(with_depths(&[0, 1, 2, 1, 2, 2]), Ok(6)));
}
