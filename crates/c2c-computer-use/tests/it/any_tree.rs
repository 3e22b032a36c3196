//! Whatever a window shows: no look at it fails, and nothing that must not be taken is taken.

use c2c_computer_use::find::{self, Mode, Outcome};
use c2c_computer_use::moods::{self, Next, Now, Policy};
use c2c_computer_use::tree::{Limits, Recorded, Recording, Role, Shape, Tree};
use c2c_computer_use::turns;
use proptest::prelude::*;

use crate::summary;

const NAMES: &[&str] = &[
    "",
    "a",
    "\u{fffc}",
    "You said:",
    "ChatGPT said:",
    "Copy",
    "Copy message",
    "Copy code",
    "Send",
    "Stop",
    "Thinking",
    "Thought for 12s",
    "Answer now",
    "Ask ChatGPT",
    "Ask anything",
    "Chat",
    "Work",
    "Retry",
    "Too many requests",
    "Allow ChatGPT to use Demo?",
    "Allow ChatGPT to use ",
    "Allow",
    "Deny",
    "resets at 3:45 PM for your plan limit for x",
    "Log in",
    "测试测试",
    "1. ",
    "自动换行",
];

const AT_SPI: &[&str] = &[
    "section",
    "static",
    "push button",
    "heading",
    "paragraph",
    "entry",
    "form",
    "list",
    "list item",
    "dialog",
    "alert",
    "status bar",
    "document web",
    "link",
    "radio button",
    "table cell",
];

const UIA: &[&str] = &["Group", "Text", "Button", "Edit", "Document", "List", "ListItem", "Hyperlink", "Pane"];

const AX: &[&str] = &["AXGroup", "AXStaticText", "AXButton", "AXHeading", "AXTextArea", "AXWebArea", "AXListMarker"];

const ATTRIBUTES: &[(&str, &str)] = &[
    ("", ""),
    ("class", "sr-only"),
    ("class", "chatgpt-code-scrollport"),
    ("class", "cm-content"),
    ("class", "turn-action-controls"),
    ("class", "app-mention"),
    ("class", "chatgpt-writing-block"),
    ("tag", "pre"),
    ("tag", "code"),
    ("tag", "ol"),
    ("tag", "br"),
    ("id", "prompt-textarea"),
    ("id", "pending-home-input"),
    ("id", "composer-submit-button"),
    ("level", "4"),
];

fn node(roles: &'static [&'static str]) -> impl Strategy<Value = (u16, Recorded)> {
    let parts = (0_u16..8, prop::sample::select(roles), prop::sample::select(NAMES), prop::sample::select(ATTRIBUTES));
    parts.prop_map(|(depth, role, name, (key, value))| {
        let mut node = Recorded { role: role.to_owned(), name: name.to_owned(), ..Recorded::default() };
        if !key.is_empty() {
            node.attributes.insert(key.to_owned(), value.to_owned());
        }
        (depth, node)
    })
}

/// A tree of up to 60 nodes under one document.
fn any_tree() -> impl Strategy<Value = Tree> {
    let shapes = [(Shape::AtSpi, AT_SPI), (Shape::Uia, UIA), (Shape::Ax, AX)];
    prop::sample::select(shapes.to_vec()).prop_flat_map(|(shape, roles)| {
        prop::collection::vec(node(roles), 0..60).prop_map(move |nodes| {
            let root = if shape == Shape::AtSpi { "document web" } else { "Document" };
            let mut all = vec![Recorded { role: root.to_owned(), ..Recorded::default() }];
            for (depth, mut node) in nodes {
                let deepest = all.last().map_or(1, |last| last.depth + 1);
                node.depth = (depth + 1).min(deepest);
                all.push(node);
            }
            Recording { shape, nodes: all }.tree(Limits::default()).unwrap()
        })
    })
}

proptest! {
    #[test]
    fn every_look_at_every_tree_comes_to_something(tree in any_tree()) {
        prop_assert!(summary(&tree).starts_with("page: "));
        for mood in moods::moods(&tree, &turns::turns(&tree)) {
            let now = Now { ms: 0, offset_minutes: 0 };
            let next = moods::next(&mood, &Policy::default(), now);
            let is_past = matches!(next, Next::WaitUntil { at_ms } if at_ms < 0);
            prop_assert!(!is_past);
        }
    }

    #[test]
    fn turns_do_not_overlap_and_lie_in_the_tree(tree in any_tree()) {
        let turns = turns::turns(&tree);
        for pair in turns.windows(2) {
            prop_assert!(pair[0].end <= pair[1].first || pair[0].first == pair[1].first, "{pair:?}");
        }
        let count = tree.ids().count();
        for turn in &turns {
            prop_assert!(turn.first <= turn.end && turn.end.0 as usize <= count.max(turn.first.0 as usize));
        }
    }

    #[test]
    fn a_composer_is_a_text_box_outside_of_every_turn(tree in any_tree()) {
        let turns = turns::turns(&tree);
        for mode in [Mode::Chat, Mode::Work] {
            let Outcome::Found(found) = find::composer(&tree, mode) else { continue };
            let node = tree.node(found.text_box);
            prop_assert_eq!(&node.role, &Role::TextBox);
            prop_assert_ne!(node.attribute("id"), "pending-home-input");
            prop_assert!(tree.is_within(found.text_box, found.surface));
            prop_assert!(!turns.iter().any(|turn| turn.contains(found.text_box)));
            if let Outcome::Found(send) = find::send(&tree, &found) {
                prop_assert!(tree.is_within(send.node, found.surface));
                prop_assert_ne!(Some(send), find::stop(&tree, &found).found());
            }
        }
    }

    #[test]
    fn children_and_parents_agree(tree in any_tree()) {
        for id in tree.ids() {
            for child in tree.children(id) {
                prop_assert_eq!(tree.ancestors(child).next(), Some(id));
                prop_assert!(tree.is_within(child, id) && !tree.is_within(id, child));
            }
            let below: usize = tree.children(id).map(|child| tree.subtree(child).count()).sum();
            prop_assert_eq!(below + 1, tree.subtree(id).count());
        }
    }
}
