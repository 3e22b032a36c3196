//! AX's words.

use crate::tree::{Bounds, Recorded};

/// What AX says of one element, by its attributes. Texts are empty and flags none where it says
/// nothing.
#[derive(Debug, Clone, Default)]
pub(in crate::native) struct AxPart {
    pub(in crate::native) role: String,
    pub(in crate::native) subrole: String,
    pub(in crate::native) title: String,
    pub(in crate::native) description: String,
    /// `AXValue` where it is a text.
    pub(in crate::native) value: String,
    /// Whether `AXValue` is a number or a truth, and not 0.
    pub(in crate::native) is_on: bool,
    pub(in crate::native) url: String,
    pub(in crate::native) dom_identifier: String,
    pub(in crate::native) dom_classes: Vec<String>,
    pub(in crate::native) placeholder: String,
    /// None counts as enabled: web areas and groups do not say.
    pub(in crate::native) is_enabled: Option<bool>,
    pub(in crate::native) has_focus: bool,
    pub(in crate::native) is_selected: bool,
    pub(in crate::native) is_hidden: bool,
    pub(in crate::native) is_modal: bool,
    pub(in crate::native) is_busy: bool,
    /// Whether the value, and the focus, can be set. Asked of boxes for text only.
    pub(in crate::native) takes_text: bool,
    pub(in crate::native) takes_focus: bool,
    pub(in crate::native) bounds: Option<Bounds>,
}

/// Boxes for text, which are asked for more.
const BOXES: &[&str] = &["AXTextArea", "AXTextField", "AXComboBox"];
const PASSWORD: &str = "AXSecureTextField";

impl AxPart {
    /// Whether it is a box for text.
    pub(in crate::native) fn is_box(&self) -> bool {
        BOXES.contains(&self.role.as_str())
    }

    /// It as a recording says it.
    pub(in crate::native) fn recorded(self, depth: u16) -> Recorded {
        let states = [
            ("AXElementBusy", self.is_busy),
            ("AXEnabled", self.is_enabled.unwrap_or(true)),
            ("AXFocused", self.has_focus),
            ("AXFocusedSettable", self.takes_focus),
            ("AXHidden", self.is_hidden),
            ("AXModal", self.is_modal),
            ("AXSelected", self.is_selected),
            ("AXValue", self.is_on),
            ("AXValueSettable", self.takes_text),
        ];
        let attributes = vec![
            ("AXDOMClassList", self.dom_classes.join(" ")),
            ("AXDOMIdentifier", self.dom_identifier),
            ("AXDescription", self.description),
            ("AXPlaceholderValue", self.placeholder),
            ("AXSubrole", self.subrole.clone()),
            ("AXURL", self.url),
        ];
        let value = if self.subrole == PASSWORD { String::new() } else { self.value };
        super::recorded(depth, self.role, [self.title, value], &states, attributes, self.bounds)
    }
}
