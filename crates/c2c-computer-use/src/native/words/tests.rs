//! What the platforms are documented to say, and the tree that comes of it.

use super::{AxPart, UiaPart};
use crate::find::{self, Mode};
use crate::tree::{Limits, Recorded, Recording, Role, Shape, State, Tree};

fn tree(shape: Shape, nodes: Vec<Recorded>) -> Tree {
    Recording { shape, nodes }.tree(Limits::default()).unwrap()
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn uia(control_type: i32, name: &str) -> UiaPart {
    // What UIA answers for a pattern that is missing.
    UiaPart {
        control_type,
        name: text(name),
        is_read_only: true,
        toggle_state: 2,
        is_enabled: true,
        ..UiaPart::default()
    }
}

fn ax(role: &str) -> AxPart {
    AxPart { role: text(role), is_enabled: Some(true), ..AxPart::default() }
}

#[test]
fn a_windows_page_has_its_address_its_composer_and_its_buttons() {
    let window = UiaPart { class_name: text("Chrome_WidgetWin_1"), ..uia(50_032, "ChatGPT") };
    let pane = UiaPart { class_name: text("Chrome_RenderWidgetHostHWND"), ..uia(50_033, "") };
    let address = "https://chatgpt.com/c/68a1b2c3-0000-4000-8000-000000000001";
    let document = UiaPart { value: text(address), ..uia(50_030, "ChatGPT") };
    let composer = UiaPart {
        aria_role: text("textbox"),
        class_name: text("ProseMirror"),
        is_focusable: true,
        has_focus: true,
        is_read_only: false,
        value: text("hello"),
        ..uia(50_004, "与 ChatGPT 聊天")
    };
    let send = UiaPart { is_enabled: false, ..uia(50_000, "发送") };
    let parts = [(0, window), (1, pane), (2, document), (3, composer), (3, send)];
    let tree = tree(Shape::Uia, parts.into_iter().map(|(depth, part)| part.recorded(depth)).collect());

    assert_eq!(tree.document_url(), Some(address));
    let ids: Vec<_> = tree.ids().collect();
    let composer = tree.node(ids[3]);
    assert_eq!((&composer.role, composer.value.as_str()), (&Role::TextBox, "hello"));
    assert!(composer.is(State::Editable) && composer.is(State::Focused) && composer.has_class("ProseMirror"));
    assert!(matches!(find::composer(&tree, Mode::Chat), find::Outcome::Found(_)));
    assert!(!tree.node(ids[4]).is_enabled());
    assert!(tree.node(ids[2]).is_enabled());
    assert!(!tree.node(ids[4]).is(State::Editable) && !tree.node(ids[4]).is(State::Checked));
}

#[test]
fn uia_says_busy_and_levels_in_its_aria_properties() {
    let part = UiaPart {
        aria_role: text("heading"),
        aria_properties: text("atomic=false;busy=true;level=4"),
        ..uia(50_020, "ChatGPT said:")
    };
    let tree = tree(Shape::Uia, vec![part.recorded(0)]);
    let node = tree.node(tree.root());
    assert_eq!((&node.role, node.attribute("level")), (&Role::Heading, "4"));
    assert!(node.is(State::Busy));
}

#[test]
fn texts_keep_their_controls_for_writing_direction() {
    let exact = "\u{200f}שלום\u{2066}abc\u{2069}\u{a0}";
    assert_eq!(uia(50_020, exact).recorded(0).name, exact);
    let part = AxPart { value: text(exact), ..ax("AXStaticText") };
    assert_eq!(part.recorded(0).value, exact);
}

#[test]
fn passwords_are_never_recorded() {
    let part = UiaPart { value: text("secret"), is_password: true, ..uia(50_004, "Password") };
    assert_eq!(part.recorded(0).value, "");
    let part = AxPart { value: text("secret"), subrole: text("AXSecureTextField"), ..ax("AXTextField") };
    assert_eq!(part.recorded(0).value, "");
}

#[test]
fn radios_that_are_on_are_checked() {
    let part = UiaPart { is_selected: true, ..uia(50_013, "Chat") };
    assert!(tree(Shape::Uia, vec![part.recorded(0)]).node(crate::tree::NodeId(0)).is(State::Checked));
    let part = AxPart { is_on: true, ..ax("AXRadioButton") };
    assert!(tree(Shape::Ax, vec![part.recorded(0)]).node(crate::tree::NodeId(0)).is(State::Checked));
}

#[test]
fn unknown_control_types_do_not_stop_anything() {
    for number in [i32::MIN, 0, 49_999, 50_041, i32::MAX] {
        assert_eq!(uia(number, "").recorded(0).role, "Unknown");
    }
    assert_eq!(uia(50_040, "").recorded(0).role, "AppBar");
}

#[test]
fn a_macos_page_has_its_address_its_composer_and_its_buttons() {
    let address = "https://chatgpt.com/c/68a1b2c3-0000-4000-8000-000000000001";
    let window = AxPart { title: text("ChatGPT"), ..ax("AXWindow") };
    let page = AxPart { title: text("Dark theme"), url: text(address), is_enabled: None, ..ax("AXWebArea") };
    let heading = AxPart { title: text("You said:"), dom_classes: vec![text("sr-only"), text("x")], ..ax("AXHeading") };
    let composer = AxPart {
        title: text("Ask ChatGPT"),
        dom_identifier: text("prompt-textarea"),
        has_focus: true,
        takes_text: true,
        takes_focus: true,
        ..ax("AXTextArea")
    };
    let send = AxPart { description: text("Send"), is_enabled: Some(false), ..ax("AXButton") };
    assert!(composer.is_box() && !send.is_box());
    let parts = [(0, window), (1, page), (2, heading), (2, composer), (2, send)];
    let tree = tree(Shape::Ax, parts.into_iter().map(|(depth, part)| part.recorded(depth)).collect());

    assert_eq!(tree.document_url(), Some(address));
    let ids: Vec<_> = tree.ids().collect();
    assert!(tree.node(ids[1]).is_enabled());
    assert_eq!(tree.node(ids[2]).attribute("class"), "sr-only x");
    let composer = tree.node(ids[3]);
    assert_eq!((composer.role.clone(), composer.attribute("id")), (Role::TextBox, "prompt-textarea"));
    assert!(composer.is(State::Editable) && composer.is(State::Focused) && composer.is(State::Focusable));
    assert_eq!(tree.node(ids[4]).label(), "Send");
    assert!(!tree.node(ids[4]).is_enabled());
}

#[test]
fn the_native_macos_app_has_texts_in_descriptions_and_no_page() {
    let message = AxPart { description: text("A language."), ..ax("AXStaticText") };
    let code = AxPart { subrole: text("AXCodeStyleGroup"), is_enabled: None, ..ax("AXGroup") };
    let parts = [(0, ax("AXWindow")), (1, ax("AXList")), (2, message), (2, code)];
    let tree = tree(Shape::Ax, parts.into_iter().map(|(depth, part)| part.recorded(depth)).collect());
    let ids: Vec<_> = tree.ids().collect();
    assert_eq!(tree.node(ids[2]).label(), "A language.");
    assert_eq!(tree.node(ids[3]).role, Role::Code);
    assert_eq!(tree.document(), None);
}

#[test]
fn a_value_that_only_repeats_the_name_is_left_out() {
    let part = UiaPart { value: text("same"), ..uia(50_020, "same") };
    assert_eq!(part.recorded(0).value, "");
}
