//! Reads what is in a window.

use uiautomation::core::UICacheRequest;
use uiautomation::types::{Handle, TreeScope, UIProperty};
use uiautomation::variants::Variant;
use uiautomation::{UIAutomation, UIElement};

use super::{calls, failed};
use crate::desk::{DeskError, WindowId};
use crate::native::words::UiaPart;
use crate::tree::{Bounds, Limits, Recorded, Recording, Shape};

const READING: &str = "reading the window";

/// What is asked of every element.
const PROPERTIES: &[UIProperty] = &[
    UIProperty::AriaProperties,
    UIProperty::AriaRole,
    UIProperty::AutomationId,
    UIProperty::BoundingRectangle,
    UIProperty::ClassName,
    UIProperty::ControlType,
    UIProperty::HasKeyboardFocus,
    UIProperty::HelpText,
    UIProperty::IsEnabled,
    UIProperty::IsKeyboardFocusable,
    UIProperty::IsOffscreen,
    UIProperty::IsPassword,
    UIProperty::Name,
    UIProperty::SelectionItemIsSelected,
    UIProperty::ToggleToggleState,
    UIProperty::ValueIsReadOnly,
    UIProperty::ValueValue,
    UIProperty::WindowIsModal,
];

/// How parts of windows are asked for.
pub(super) struct Reader {
    /// An element and everything below it.
    whole: UICacheRequest,
    /// An element alone.
    alone: UICacheRequest,
}

impl Reader {
    pub(super) fn new(automation: &UIAutomation) -> uiautomation::Result<Self> {
        let request = |scope: TreeScope| -> uiautomation::Result<UICacheRequest> {
            let request = automation.create_cache_request()?;
            PROPERTIES.iter().try_for_each(|property| request.add_property(*property))?;
            // Everything: containers without a meaning of their own tell turns apart.
            request.set_tree_filter(automation.create_true_condition()?)?;
            request.set_tree_scope(scope)?;
            Ok(request)
        };
        Ok(Self { whole: request(TreeScope::Subtree)?, alone: request(TreeScope::Element)? })
    }

    /// Records a window, with the element of each node.
    pub(super) fn record(
        &self,
        automation: &UIAutomation,
        window: WindowId,
    ) -> Result<(Recording, Vec<UIElement>), DeskError> {
        let gone = |error: uiautomation::Error| match failed(READING, &error) {
            DeskError::NodeGone => DeskError::WindowGone,
            _ if !calls::is_there(window) => DeskError::WindowGone,
            other => other,
        };
        let handle = Handle::from(calls::hwnd(window));
        let root = automation.element_from_handle_build_cache(handle, &self.whole).map_err(gone)?;
        let limits = Limits::default();
        let too_big = |what: &str| DeskError::Failed { doing: READING, reason: format!("it has too many {what}") };
        let mut recording = Recording { shape: Shape::Uia, nodes: Vec::new() };
        let mut elements = Vec::new();
        let mut todo = vec![(0_u16, root)];
        while let Some((depth, element)) = todo.pop() {
            if elements.len() >= limits.nodes {
                return Err(too_big("parts"));
            }
            if depth > limits.depth {
                return Err(too_big("levels"));
            }
            recording.nodes.push(part(&element).recorded(depth));
            let children = match element.get_cached_children() {
                Ok(children) => children,
                // There are none: a missing list comes as a success without a value.
                Err(error) if error.code() >= 0 => Vec::new(),
                Err(error) => return Err(gone(error)),
            };
            todo.extend(children.into_iter().rev().map(|child| (depth + 1, child)));
            elements.push(element);
        }
        Ok((recording, elements))
    }

    /// An element as it is now; none when it is gone.
    pub(super) fn look_again(&self, element: &UIElement) -> Option<Recorded> {
        element.build_updated_cache(&self.alone).ok().map(|element| part(&element).recorded(0))
    }
}

/// What was fetched of an element. What an element does not say is empty, and never an error.
fn part(element: &UIElement) -> UiaPart {
    let value = |property: UIProperty| element.get_cached_property_value(property).ok();
    let text = |property| value(property).and_then(|value| value.get_string().ok()).unwrap_or_default();
    let number = |property| value(property).and_then(|value| <Variant as TryInto<i32>>::try_into(value).ok());
    let holds = |property| value(property).and_then(|value| <Variant as TryInto<bool>>::try_into(value).ok());
    let flag = |property| holds(property).unwrap_or(false);
    UiaPart {
        control_type: number(UIProperty::ControlType).unwrap_or(0),
        name: text(UIProperty::Name),
        value: text(UIProperty::ValueValue),
        automation_id: text(UIProperty::AutomationId),
        class_name: text(UIProperty::ClassName),
        help_text: text(UIProperty::HelpText),
        aria_role: text(UIProperty::AriaRole),
        aria_properties: text(UIProperty::AriaProperties),
        is_enabled: holds(UIProperty::IsEnabled).unwrap_or(true),
        is_focusable: flag(UIProperty::IsKeyboardFocusable),
        has_focus: flag(UIProperty::HasKeyboardFocus),
        is_offscreen: flag(UIProperty::IsOffscreen),
        is_password: flag(UIProperty::IsPassword),
        is_read_only: holds(UIProperty::ValueIsReadOnly).unwrap_or(true),
        is_selected: flag(UIProperty::SelectionItemIsSelected),
        is_modal: flag(UIProperty::WindowIsModal),
        toggle_state: number(UIProperty::ToggleToggleState).unwrap_or(2),
        bounds: bounds(element),
    }
}

fn bounds(element: &UIElement) -> Option<Bounds> {
    let found = element.get_cached_bounding_rectangle().ok()?;
    let (x, y) = (found.get_left(), found.get_top());
    let (width, height) = (found.get_right().saturating_sub(x), found.get_bottom().saturating_sub(y));
    (width > 0 && height > 0).then_some(Bounds { x, y, width, height })
}
