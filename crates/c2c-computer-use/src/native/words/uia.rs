//! UIA's words.

use crate::tree::{Bounds, Recorded};

/// What UIA says of one element. Texts are empty and flags false where it says nothing.
#[derive(Debug, Clone, Default)]
pub(in crate::native) struct UiaPart {
    /// The number of its control type.
    pub(in crate::native) control_type: i32,
    pub(in crate::native) name: String,
    /// Of the Value pattern.
    pub(in crate::native) value: String,
    pub(in crate::native) automation_id: String,
    pub(in crate::native) class_name: String,
    pub(in crate::native) help_text: String,
    pub(in crate::native) aria_role: String,
    /// `name=value` with `;` between them.
    pub(in crate::native) aria_properties: String,
    pub(in crate::native) is_enabled: bool,
    pub(in crate::native) is_focusable: bool,
    pub(in crate::native) has_focus: bool,
    pub(in crate::native) is_offscreen: bool,
    pub(in crate::native) is_password: bool,
    /// Of the Value pattern; where that is missing, UIA says true.
    pub(in crate::native) is_read_only: bool,
    pub(in crate::native) is_selected: bool,
    pub(in crate::native) is_modal: bool,
    /// Of the Toggle pattern: 0 off, 1 on, 2 neither.
    pub(in crate::native) toggle_state: i32,
    pub(in crate::native) bounds: Option<Bounds>,
}

impl UiaPart {
    /// It as a recording says it.
    pub(in crate::native) fn recorded(self, depth: u16) -> Recorded {
        let states = [
            ("HasKeyboardFocus", self.has_focus),
            ("IsBusy", self.aria("busy") == Some("true")),
            ("IsEnabled", self.is_enabled),
            ("IsKeyboardFocusable", self.is_focusable),
            ("IsModal", self.is_modal),
            ("IsOffscreen", self.is_offscreen),
            ("IsReadOnly", self.is_read_only),
            ("IsSelected", self.is_selected),
            ("ToggleStateOn", self.toggle_state == 1),
        ];
        let level = self.aria("level").unwrap_or_default().to_owned();
        let attributes = vec![
            ("AriaRole", self.aria_role),
            ("AutomationId", self.automation_id),
            ("ClassName", self.class_name),
            ("HelpText", self.help_text),
            ("level", level),
        ];
        let value = if self.is_password { String::new() } else { self.value };
        let role = control_type(self.control_type).to_owned();
        super::recorded(depth, role, [self.name, value], &states, attributes, self.bounds)
    }

    fn aria(&self, key: &str) -> Option<&str> {
        let mut pairs = self.aria_properties.split(';').filter_map(|pair| pair.split_once('='));
        pairs.find(|(found, _)| *found == key).map(|(_, value)| value)
    }
}

/// The name of a control type: they are numbered from 50000 without a gap.
fn control_type(number: i32) -> &'static str {
    let index = usize::try_from(number.saturating_sub(50_000)).unwrap_or(usize::MAX);
    CONTROL_TYPES.get(index).copied().unwrap_or("Unknown")
}

const CONTROL_TYPES: &[&str] = &[
    "Button",
    "Calendar",
    "CheckBox",
    "ComboBox",
    "Edit",
    "Hyperlink",
    "Image",
    "ListItem",
    "List",
    "Menu",
    "MenuBar",
    "MenuItem",
    "ProgressBar",
    "RadioButton",
    "ScrollBar",
    "Slider",
    "Spinner",
    "StatusBar",
    "Tab",
    "TabItem",
    "Text",
    "ToolBar",
    "ToolTip",
    "Tree",
    "TreeItem",
    "Custom",
    "Group",
    "Thumb",
    "DataGrid",
    "DataItem",
    "Document",
    "SplitButton",
    "Window",
    "Pane",
    "Header",
    "HeaderItem",
    "Table",
    "TitleBar",
    "Separator",
    "SemanticZoom",
    "AppBar",
];
