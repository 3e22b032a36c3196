//! The words that a recording uses for one part of a window, from what UIA and AX say of it.
//!
//! Texts are taken over exactly, with the controls for writing direction in them.

use crate::tree::{Bounds, Recorded};

#[cfg(any(target_os = "macos", test))]
pub(super) use ax::AxPart;
#[cfg(any(windows, test))]
pub(super) use uia::UiaPart;

#[cfg(any(target_os = "macos", test))]
mod ax;
#[cfg(any(windows, test))]
mod uia;

fn recorded(
    depth: u16,
    role: String,
    [name, value]: [String; 2],
    states: &[(&str, bool)],
    attributes: Vec<(&str, String)>,
    bounds: Option<Bounds>,
) -> Recorded {
    let states = states.iter().filter(|(_, holds)| *holds).map(|(word, _)| (*word).to_owned()).collect();
    let attributes = attributes.into_iter().filter(|(_, value)| !value.is_empty());
    Recorded {
        depth,
        role,
        value: if value == name { String::new() } else { value },
        name,
        states: Some(states),
        attributes: attributes.map(|(key, value)| (key.to_owned(), value)).collect(),
        bounds,
    }
}

#[cfg(test)]
mod tests;
