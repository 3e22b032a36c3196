//! A recorded accessibility tree, the same for every platform.
//!
//! Nodes lie in one list in reading order (a parent before its children, children from first to
//! last), and a node's id is its place there. Whoever records a tree pushes platform nodes in that
//! order and keeps its handles in a list beside it: [`NodeId`] is the index into both.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

mod recording;
mod role;

pub use recording::{Limits, Recorded, Recording, Shape, TreeError};
pub use role::Role;

/// A node's place in reading order, from 0. Only good for the tree it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

/// What is out of the ordinary about a node. Ordinary is: enabled, on the screen, not focused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Its content is still changing.
    Busy,
    /// A radio button or checkbox that is on.
    Checked,
    /// Cannot be used now.
    Disabled,
    /// Text can be put in.
    Editable,
    /// Can take the keyboard.
    Focusable,
    /// Has the keyboard.
    Focused,
    /// Not shown at all.
    Hidden,
    /// Blocks what is behind it.
    Modal,
    /// Laid out, but scrolled or clipped away.
    Offscreen,
}

/// A rectangle on the screen, in physical pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

/// One node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub role: Role,
    /// Its accessible name; for a piece of text the text itself.
    pub name: String,
    /// What it holds, where the platform says so apart from the name.
    pub value: String,
    /// What is out of the ordinary.
    pub states: BTreeSet<State>,
    /// `id`, `class`, `tag`, `roles`, `level`, `url`, `placeholder`, `display` on every platform
    /// that has them, and the rest under the platform's own key.
    pub attributes: BTreeMap<String, String>,
    /// Where it is, if known.
    pub bounds: Option<Bounds>,
    parent: Option<NodeId>,
    end: u32,
}

impl Node {
    /// Whether `state` holds.
    #[must_use]
    pub fn is(&self, state: State) -> bool {
        self.states.contains(&state)
    }

    /// Whether a person could use it now.
    #[must_use]
    pub fn is_enabled(&self) -> bool {
        !self.is(State::Disabled)
    }

    /// An attribute, empty when it is not there.
    #[must_use]
    pub fn attribute(&self, key: &str) -> &str {
        self.attributes.get(key).map_or("", String::as_str)
    }

    /// Whether one of its classes contains `part`.
    #[must_use]
    pub fn has_class(&self, part: &str) -> bool {
        self.attribute("class").split_whitespace().any(|class| class.contains(part))
    }

    /// Its own text: the name, else the value.
    #[must_use]
    pub fn label(&self) -> &str {
        if self.name.is_empty() { &self.value } else { &self.name }
    }
}

/// A whole recorded tree. It has at least its root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    shape: Shape,
    nodes: Vec<Node>,
}

impl Tree {
    /// The platform that the recording came from.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The first node.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The node of that id. An id of another tree that does not fit gives the root.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0 as usize).unwrap_or(&self.nodes[0])
    }

    /// Every node in reading order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.len()).map(NodeId)
    }

    /// `id` and everything below it, in reading order.
    pub fn subtree(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (id.0..self.node(id).end.max(id.0)).map(NodeId)
    }

    /// Everything below `id`, in reading order.
    pub fn descendants(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        self.subtree(id).filter(move |found| *found != id)
    }

    /// The children of `id`, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.node(id).end;
        let first = Some(id.0 + 1).filter(|first| *first < end);
        std::iter::successors(first, move |child| {
            Some(self.node(NodeId(*child)).end).filter(|next| *next < end && *next > *child)
        })
        .map(NodeId)
    }

    /// The parents of `id`, from the nearest to the root.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).parent, |found| self.node(*found).parent)
    }

    /// Whether `id` is `ancestor` or lies below it.
    #[must_use]
    pub fn is_within(&self, id: NodeId, ancestor: NodeId) -> bool {
        ancestor <= id && id.0 < self.node(ancestor).end
    }

    /// Whether neither it nor a parent is hidden. What is only scrolled away counts as shown.
    #[must_use]
    pub fn is_shown(&self, id: NodeId) -> bool {
        !self.node(id).is(State::Hidden) && self.ancestors(id).all(|parent| !self.node(parent).is(State::Hidden))
    }

    /// The page: the one shown document that lies in no other. None when there is none, or two.
    #[must_use]
    pub fn document(&self) -> Option<NodeId> {
        let is_document = |id: &NodeId| self.node(*id).role == Role::Document;
        let mut outer = self.ids().filter(|id| {
            is_document(id) && self.is_shown(*id) && !self.ancestors(*id).any(|parent| is_document(&parent))
        });
        outer.next().filter(|_| outer.next().is_none())
    }

    /// The page's own address.
    #[must_use]
    pub fn document_url(&self) -> Option<&str> {
        let url = self.node(self.document()?).attribute("url");
        (!url.is_empty()).then_some(url)
    }

    /// Whether anything of a page can be read: a text, or something to press or to write in. A browser whose
    /// accessibility is off shows a window and nothing in it, and a page that keeps everything from accessibility
    /// has an address and nothing but empty boxes.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        let is_something = |id: NodeId| {
            let node = self.node(id);
            let is_control = matches!(node.role, Role::Button | Role::Link | Role::TextBox);
            self.is_shown(id) && (is_control || !node.label().trim().is_empty())
        };
        self.document().is_some_and(|document| self.descendants(document).any(is_something))
    }

    /// Whether the page says that it is still loading.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.document().is_some_and(|document| self.node(document).is(State::Busy))
    }

    fn len(&self) -> u32 {
        self.nodes[0].end
    }
}

#[cfg(test)]
mod tests;
