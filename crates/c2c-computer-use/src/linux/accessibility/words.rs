//! AT-SPI's words: interfaces, the states that matter, roles that are looked for.

use std::collections::HashMap;

use serde::Serialize;
use zbus::Type;

/// Where every application has its root.
pub(super) const ROOT: &str = "/org/a11y/atspi/accessible/root";
pub(super) const REGISTRY: &str = "org.a11y.atspi.Registry";

pub(super) const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";
pub(super) const ACTION: &str = "org.a11y.atspi.Action";
pub(super) const APPLICATION: &str = "org.a11y.atspi.Application";
pub(super) const COLLECTION: &str = "org.a11y.atspi.Collection";
pub(super) const COMPONENT: &str = "org.a11y.atspi.Component";
pub(super) const DOCUMENT: &str = "org.a11y.atspi.Document";
pub(super) const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
pub(super) const TEXT: &str = "org.a11y.atspi.Text";

/// Rectangles on the screen, not in the window.
pub(super) const ON_SCREEN: u32 = 0;

/// Scroll as little as is needed.
pub(super) const SCROLL_ANYWHERE: u32 = 6;

/// The role of a web page.
pub(super) const WEB_PAGE: &str = "document web";

/// Boxes whose text is read where it is not in their children. Not the one for passwords.
pub(super) const BOXES: &[&str] = &["entry", "text"];

/// The role of a piece of text: its name is the text. Nearly half of a page's nodes.
pub(super) const STATIC_TEXT: &str = "static";
const STATIC_TEXT_NUMBER: usize = 116;

/// A box whose text is never read.
pub(super) const PASSWORD: &str = "password text";

/// Roles of nodes whose place on the screen is asked for.
pub(super) const WITH_BOUNDS: &[&str] =
    &["frame", WEB_PAGE, "dialog", "alert", "entry", "push button", "button", "toggle button", "link"];

/// Names of actions that use a node the way a click does. Chromium gives the one that fits as the
/// first of two; the other opens the context menu.
pub(super) const PRESSING: &[&str] = &["press", "jump", "activate", "check", "uncheck", "select", "open", "click"];

/// A set of states, as one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct States(u64);

impl States {
    pub(super) const ACTIVE: Self = Self(1 << 1);
    pub(super) const BUSY: Self = Self(1 << 3);
    pub(super) const CHECKED: Self = Self(1 << 4);
    pub(super) const DEFUNCT: Self = Self(1 << 6);
    pub(super) const EDITABLE: Self = Self(1 << 7);
    pub(super) const ENABLED: Self = Self(1 << 8);
    pub(super) const FOCUSABLE: Self = Self(1 << 11);
    pub(super) const FOCUSED: Self = Self(1 << 12);
    pub(super) const MODAL: Self = Self(1 << 16);
    pub(super) const PRESSED: Self = Self(1 << 20);
    pub(super) const SENSITIVE: Self = Self(1 << 24);
    pub(super) const SHOWING: Self = Self(1 << 25);
    pub(super) const VISIBLE: Self = Self(1 << 30);

    /// What nearly every node has.
    pub(super) const USUAL: Self = Self(Self::ENABLED.0 | Self::SENSITIVE.0 | Self::VISIBLE.0);
    /// What only controls have, and what is out of the ordinary.
    pub(super) const SPECIAL: Self = Self(
        Self::BUSY.0
            | Self::CHECKED.0
            | Self::EDITABLE.0
            | Self::FOCUSABLE.0
            | Self::FOCUSED.0
            | Self::MODAL.0
            | Self::PRESSED.0,
    );

    /// The set that `GetState` gives as two words.
    pub(super) fn of(words: &[u32]) -> Self {
        let word = |index: usize| words.get(index).copied().map_or(0, u64::from);
        Self(word(0) | word(1) << 32)
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The names of those that a recording has.
    pub(super) fn names(self) -> Vec<String> {
        NAMES.iter().filter(|(state, _)| self.has(*state)).map(|(_, name)| (*name).to_owned()).collect()
    }
}

const NAMES: &[(States, &str)] = &[
    (States::BUSY, "busy"),
    (States::CHECKED, "checked"),
    (States::EDITABLE, "editable"),
    (States::ENABLED, "enabled"),
    (States::FOCUSABLE, "focusable"),
    (States::FOCUSED, "focused"),
    (States::MODAL, "modal"),
    (States::PRESSED, "pressed"),
    (States::SENSITIVE, "sensitive"),
    (States::SHOWING, "showing"),
    (States::VISIBLE, "visible"),
];

/// What `Collection.GetMatches` is asked for: nodes with these states and roles.
#[derive(Debug, Serialize, Type)]
pub(super) struct Rule {
    states: Vec<i32>,
    states_match: i32,
    attributes: HashMap<String, String>,
    attributes_match: i32,
    roles: Vec<i32>,
    roles_match: i32,
    interfaces: Vec<String>,
    interfaces_match: i32,
    // Not honoured by the bridge of ATK.
    invert: bool,
}

const ALL: i32 = 1;
const ANY: i32 = 2;

impl Rule {
    /// Everything.
    pub(super) fn everything() -> Self {
        Self {
            states: Vec::new(),
            states_match: ALL,
            attributes: HashMap::new(),
            attributes_match: ALL,
            roles: Vec::new(),
            roles_match: ALL,
            interfaces: Vec::new(),
            interfaces_match: ALL,
            invert: false,
        }
    }

    /// Nodes with all of `states`.
    pub(super) fn all_of(states: States) -> Self {
        Self { states: words(states.0), ..Self::everything() }
    }

    /// Nodes with one of `states`.
    pub(super) fn any_of(states: States) -> Self {
        Self { states_match: ANY, ..Self::all_of(states) }
    }

    /// Pieces of text.
    pub(super) fn of_texts() -> Self {
        let bits = |word: usize| (STATIC_TEXT_NUMBER / 32 == word).then_some(1_i32 << (STATIC_TEXT_NUMBER % 32));
        let roles = (0..4).map(|word| bits(word).unwrap_or_default()).collect();
        Self { roles, roles_match: ANY, ..Self::everything() }
    }
}

fn words(bits: u64) -> Vec<i32> {
    let word = |bits: u64| u32::try_from(bits & u64::from(u32::MAX)).unwrap_or_default().cast_signed();
    vec![word(bits), word(bits >> 32)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_go_there_and_back() {
        // What Chromium gives for a page that has the focus.
        let states = States::of(&[1_124_079_872, 0]);
        assert_eq!(states.names(), ["enabled", "focusable", "focused", "sensitive", "showing", "visible"]);
        assert!(states.has(States::USUAL));
        assert_eq!(States::of(&[]), States::default());
        assert_eq!(words(States::USUAL.0), [0x4100_0100, 0]);
        assert_eq!(words(1 << 63), [0, i32::MIN]);
    }

    #[test]
    fn a_role_is_one_bit_of_four_words() {
        assert_eq!(Rule::of_texts().roles, [0, 0, 0, 1 << 20]);
    }
}
