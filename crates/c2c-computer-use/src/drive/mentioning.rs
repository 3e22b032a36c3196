//! Mentioning the connector before a message: its name's beginning is pasted behind an `@`, the one
//! entry of the list that has exactly its name is pressed, and the chip that comes of it is looked at.

use c2c_ports::WindowError;

use super::hands::{Hands, Stop};
use crate::desk::{Chord, DeskError, Keyed, WindowId};
use crate::find;
use crate::normalise::{self, Content};
use crate::tree::{NodeId, Role, Tree};

/// How long the list, and then the chip, may take.
const SHOWN_MS: i64 = 5_000;
/// How often is looked.
const LOOK_MS: u64 = 60;

/// Mentions the connector `name` in the empty composer that has the focus. The clipboard is lent and comes back with
/// the next lending, or when the send is over.
pub(super) fn mention(hands: &mut Hands, window: WindowId, name: &str) -> Result<(), Stop> {
    // The list closes at a space.
    let beginning = format!("@{}", name.split_whitespace().next().unwrap_or(name));
    hands.desk.lend_clipboard(&beginning)?;
    if hands.desk.press_keys(window, Chord::Paste)? == Keyed::NotInFront {
        return Err(WindowError::FocusLost.into());
    }
    let mut is_picked = false;
    let until_ms = hands.now_ms() + SHOWN_MS;
    while hands.now_ms() < until_ms {
        let view = hands.look(window)?;
        let content = find::composer(&view.tree, hands.config.mode).found();
        let content = content.map(|composer| normalise::content(&view.tree, &composer)).unwrap_or_default();
        match entries(&view.tree, name).as_slice() {
            _ if is_mention(&content, name) => return Ok(()),
            [entry] if !is_picked => match hands.desk.press(window, *entry) {
                Ok(()) => is_picked = true,
                // The list is drawn anew with each letter.
                Err(DeskError::NodeGone | DeskError::Refused { .. }) => {}
                Err(error) => return Err(error.into()),
            },
            [] | [_] => {}
            several => {
                let what = format!("the connector `{name}`: {} of that name can be mentioned", several.len());
                return Err(WindowError::Unrecognised { what }.into());
            }
        }
        hands.time.sleep_ms(LOOK_MS);
    }
    Err(WindowError::NoConnector { name: name.to_owned(), put_in: beginning }.into())
}

/// Whether the composer holds the mention and nothing else. Where the chip is no node of its own its name stands as
/// text, without the `@` that was put in.
fn is_mention(content: &Content, name: &str) -> bool {
    let text = normalise::canonical(&content.text);
    match content.chips.as_slice() {
        [] => text.trim() == name.trim(),
        [chip] => text.is_empty() && chip.trim().trim_start_matches('@') == name.trim(),
        _ => false,
    }
}

/// The entries of the list with exactly that name.
fn entries(tree: &Tree, name: &str) -> Vec<NodeId> {
    let is_entry = |id: &NodeId| {
        let node = tree.node(*id);
        let can_be_one = matches!(node.role, Role::Button | Role::MenuItem) || node.has_class("__menu-item");
        can_be_one && tree.is_shown(*id) && first_text(tree, *id) == name.trim()
    };
    tree.ids().filter(is_entry).collect()
}

fn first_text(tree: &Tree, id: NodeId) -> &str {
    tree.subtree(id).map(|id| tree.node(id).label().trim()).find(|label| !label.is_empty()).unwrap_or("")
}
