//! Reads what is in a window.

use objc2_application_services::AXError;

use super::calls::{self, Element, Names, Values};
use super::{failed, gone};
use crate::desk::DeskError;
use crate::native::words::AxPart;
use crate::tree::{Limits, Recorded, Recording, Shape};

const READING: &str = "reading the window";

/// What is asked of every element. The order is that in [`Attribute`].
const ATTRIBUTES: &[&str] = &[
    "AXRole",
    "AXSubrole",
    "AXTitle",
    "AXDescription",
    "AXValue",
    "AXEnabled",
    "AXFocused",
    "AXSelected",
    "AXHidden",
    "AXModal",
    "AXElementBusy",
    "AXPosition",
    "AXSize",
    "AXURL",
    "AXDOMIdentifier",
    "AXDOMClassList",
    "AXPlaceholderValue",
    "AXChildren",
];

/// Places in [`ATTRIBUTES`].
#[derive(Clone, Copy)]
enum Attribute {
    Role,
    Subrole,
    Title,
    Description,
    Value,
    Enabled,
    Focused,
    Selected,
    Hidden,
    Modal,
    Busy,
    Position,
    Size,
    Url,
    DomIdentifier,
    DomClasses,
    Placeholder,
    Children,
}

/// How parts of windows are asked for.
pub(super) struct Reader {
    names: Names,
}

impl Reader {
    pub(super) fn new() -> Self {
        Self { names: Names::new(ATTRIBUTES) }
    }

    /// Records a window, with the element of each node. What vanishes meanwhile is left out.
    pub(super) fn record(&self, window: &Element) -> Result<(Recording, Vec<Element>), DeskError> {
        let limits = Limits::default();
        let too_big = |what: &str| DeskError::Failed { doing: READING, reason: format!("it has too many {what}") };
        let mut recording = Recording { shape: Shape::Ax, nodes: Vec::new() };
        let mut elements = Vec::new();
        let mut todo = vec![(0_u16, window.clone())];
        while let Some((depth, element)) = todo.pop() {
            if elements.len() >= limits.nodes {
                return Err(too_big("parts"));
            }
            if depth > limits.depth {
                return Err(too_big("levels"));
            }
            let values = match element.values(&self.names) {
                Ok(values) => values,
                Err(AXError::InvalidUIElement) if depth > 0 => continue,
                Err(error) => return Err(gone(failed(READING, error))),
            };
            recording.nodes.push(part(&element, &values).recorded(depth));
            let children = values.elements(Attribute::Children as usize);
            todo.extend(children.into_iter().rev().map(|child| (depth + 1, child)));
            elements.push(element);
        }
        Ok((recording, elements))
    }

    /// An element as it is now; none when it is gone.
    pub(super) fn look_again(&self, element: &Element) -> Result<Option<Recorded>, DeskError> {
        match element.values(&self.names) {
            Ok(values) => Ok(Some(part(element, &values).recorded(0))),
            Err(AXError::InvalidUIElement) => Ok(None),
            Err(error) => Err(failed("looking at a part of the page", error)),
        }
    }
}

/// What an element says. What it does not say is empty, and never an error.
fn part(element: &Element, values: &Values) -> AxPart {
    let text = |attribute: Attribute| values.text(attribute as usize).unwrap_or_default();
    let flag = |attribute: Attribute| values.flag(attribute as usize);
    let holds = |attribute: Attribute| flag(attribute).unwrap_or(false);
    let mut part = AxPart {
        role: text(Attribute::Role),
        subrole: text(Attribute::Subrole),
        title: text(Attribute::Title),
        description: text(Attribute::Description),
        value: text(Attribute::Value),
        is_on: holds(Attribute::Value),
        url: values.address(Attribute::Url as usize).unwrap_or_default(),
        dom_identifier: text(Attribute::DomIdentifier),
        dom_classes: values.texts(Attribute::DomClasses as usize),
        placeholder: text(Attribute::Placeholder),
        is_enabled: flag(Attribute::Enabled),
        has_focus: holds(Attribute::Focused),
        is_selected: holds(Attribute::Selected),
        is_hidden: holds(Attribute::Hidden),
        is_modal: holds(Attribute::Modal),
        is_busy: holds(Attribute::Busy),
        takes_text: false,
        takes_focus: false,
        // In points, which are several pixels on most displays.
        bounds: calls::bounds(values, Attribute::Position as usize, Attribute::Size as usize),
    };
    if part.is_box() {
        part.takes_text = element.takes("AXValue");
        part.takes_focus = element.takes("AXFocused");
    }
    part
}
