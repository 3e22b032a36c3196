//! What a platform said about its tree, word for word, and how it becomes a [`Tree`].

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Bounds, Node, NodeId, Role, State, Tree};

/// Whose words a recording uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Linux: AT-SPI role and state names, object attributes, `URI` of the Document interface.
    AtSpi,
    /// Windows: UIA control types, property names that hold, `AutomationId`, `ClassName`, `AriaRole`.
    Uia,
    /// macOS: AX roles, boolean attributes that hold, `AXSubrole`, `AXDescription`, `AXURL`.
    Ax,
}

/// One node of a recording, in the platform's words.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// How deep it lies, the root at 0.
    pub depth: u16,
    /// The role's name.
    pub role: String,
    /// The accessible name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The value or text, where it is not the name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub value: String,
    /// The states that hold; none when they were not asked for, which counts as ordinary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<Vec<String>>,
    /// Attributes by the platform's keys.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
    /// Where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
}

/// A recorded tree: its nodes in reading order, a parent before its children.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// Whose words.
    pub shape: Shape,
    /// The nodes.
    pub nodes: Vec<Recorded>,
}

/// How much is taken before a recording is refused. A page of a long conversation has some
/// thousand nodes, about 40 deep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Nodes.
    pub nodes: usize,
    /// Depth of the deepest.
    pub depth: u16,
    /// Bytes of all names and values together.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: 200_000, depth: 400, bytes: 32 * 1024 * 1024 }
    }
}

/// Why a recording is no tree.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// It has no node.
    #[error("the accessibility tree is empty")]
    Empty,
    /// A node lies deeper than one below the node before it.
    #[error("node {index} of the accessibility tree lies at depth {depth} below nothing")]
    Torn {
        /// Which node, from 0.
        index: usize,
        /// Its depth.
        depth: u16,
    },
    /// It is over a limit.
    #[error("the accessibility tree has more than {limit} {what}")]
    TooBig {
        /// Of what.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The text of a recording cannot be read.
    #[error("the recording is not in its JSON form")]
    Json {
        /// What the reader said.
        #[source]
        source: serde_json::Error,
    },
}

impl Recording {
    /// The tree of these nodes.
    ///
    /// # Errors
    /// When the nodes are none, too many, or do not hang together.
    pub fn tree(&self, limits: Limits) -> Result<Tree, TreeError> {
        self.check(limits)?;
        let mut nodes: Vec<Node> = Vec::with_capacity(self.nodes.len());
        let mut open: Vec<u32> = Vec::new();
        for (index, recorded) in self.nodes.iter().enumerate() {
            let index = u32::try_from(index).map_err(|_| TreeError::TooBig { what: "nodes", limit: limits.nodes })?;
            close(&mut nodes, &mut open, usize::from(recorded.depth), index);
            let mut node = node(self.shape, recorded);
            node.parent = open.last().copied().map(NodeId);
            open.push(index);
            nodes.push(node);
        }
        let end = u32::try_from(nodes.len()).map_err(|_| TreeError::TooBig { what: "nodes", limit: limits.nodes })?;
        close(&mut nodes, &mut open, 0, end);
        Ok(Tree { shape: self.shape, nodes })
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    /// When it is not that.
    pub fn from_json(text: &str) -> Result<Self, TreeError> {
        serde_json::from_str(text).map_err(|source| TreeError::Json { source })
    }

    /// The JSON form, one node on a line.
    ///
    /// # Errors
    /// Never for what was read; a node that JSON cannot say would be one.
    pub fn to_json(&self) -> Result<String, TreeError> {
        let json = |source| TreeError::Json { source };
        let shape = serde_json::to_string(&self.shape).map_err(json)?;
        let lines: Result<Vec<String>, _> = self.nodes.iter().map(serde_json::to_string).collect();
        Ok(format!("{{\"shape\": {shape}, \"nodes\": [\n{}\n]}}\n", lines.map_err(json)?.join(",\n")))
    }

    fn check(&self, limits: Limits) -> Result<(), TreeError> {
        if self.nodes.is_empty() {
            return Err(TreeError::Empty);
        }
        if self.nodes.len() > limits.nodes {
            return Err(TreeError::TooBig { what: "nodes", limit: limits.nodes });
        }
        let bytes: usize = self.nodes.iter().map(|node| node.name.len() + node.value.len()).sum();
        if bytes > limits.bytes {
            return Err(TreeError::TooBig { what: "bytes of text", limit: limits.bytes });
        }
        let mut allowed = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            if node.depth > limits.depth {
                return Err(TreeError::TooBig { what: "levels", limit: usize::from(limits.depth) });
            }
            if node.depth > allowed || (index > 0 && node.depth == 0) {
                return Err(TreeError::Torn { index, depth: node.depth });
            }
            allowed = node.depth + 1;
        }
        Ok(())
    }
}

/// Ends every open node that is not above `depth`.
fn close(nodes: &mut [Node], open: &mut Vec<u32>, depth: usize, end: u32) {
    for closed in open.drain(depth.min(open.len())..) {
        if let Some(node) = nodes.get_mut(closed as usize) {
            node.end = end;
        }
    }
}

fn node(shape: Shape, recorded: &Recorded) -> Node {
    let attributes: BTreeMap<String, String> =
        recorded.attributes.iter().map(|(key, value)| (own_key(shape, key).to_owned(), value.clone())).collect();
    let mut node = Node {
        role: Role::Group,
        name: recorded.name.clone(),
        value: recorded.value.clone(),
        states: states(shape, recorded.states.as_deref()),
        attributes,
        bounds: recorded.bounds,
        parent: None,
        end: 0,
    };
    node.role = role(shape, recorded, &node);
    if node.name.is_empty() {
        // The native macOS app puts names and texts into the description.
        node.name = node.attribute("AXDescription").to_owned();
    }
    if shape == Shape::Uia && node.role == Role::Document && !node.value.is_empty() {
        // Chromium's document answers the value pattern with its address.
        node.attributes.entry("url".to_owned()).or_insert_with(|| recorded.value.clone());
    }
    node
}

fn role(shape: Shape, recorded: &Recorded, node: &Node) -> Role {
    let platform = match shape {
        Shape::AtSpi => Role::from_atspi(&recorded.role, node.is(State::Editable)),
        Shape::Uia => Role::from_uia(&recorded.role),
        Shape::Ax => Role::from_ax(&recorded.role, node.attribute("AXSubrole")),
    };
    if platform == Role::Document {
        return platform;
    }
    // The element tells more than a platform role without a meaning of its own, and no more than
    // one that has it: an `aside` with the role of an alert is an alert.
    let is_plain = matches!(platform, Role::Group | Role::Region | Role::Text | Role::Other(_));
    let by_tag = || Role::from_tag(node.attribute("tag")).filter(|_| is_plain);
    Role::from_aria(node.attribute("roles")).or_else(by_tag).unwrap_or(platform)
}

fn own_key(shape: Shape, key: &str) -> &str {
    match (shape, key) {
        (Shape::AtSpi, "xml-roles") | (Shape::Uia, "AriaRole") => "roles",
        (Shape::AtSpi, "URI") | (Shape::Ax, "AXURL") => "url",
        (Shape::AtSpi, "placeholder-text") | (Shape::Uia, "HelpText") | (Shape::Ax, "AXPlaceholderValue") => {
            "placeholder"
        }
        (Shape::Uia, "AutomationId") | (Shape::Ax, "AXDOMIdentifier") => "id",
        (Shape::Uia, "ClassName") | (Shape::Ax, "AXDOMClassList") => "class",
        _ => key,
    }
}

fn states(shape: Shape, words: Option<&[String]>) -> BTreeSet<State> {
    let Some(words) = words else { return BTreeSet::new() };
    let has = |word: &str| words.iter().any(|found| found == word);
    let pairs: &[(State, bool)] = match shape {
        Shape::AtSpi => &[
            (State::Busy, has("busy")),
            (State::Checked, has("checked") || has("pressed")),
            (State::Disabled, !has("enabled") && !has("sensitive")),
            (State::Editable, has("editable")),
            (State::Focusable, has("focusable")),
            (State::Focused, has("focused")),
            (State::Hidden, !has("visible")),
            (State::Modal, has("modal")),
            (State::Offscreen, !has("showing")),
        ],
        Shape::Uia => &[
            (State::Busy, has("IsBusy")),
            (State::Checked, has("IsSelected") || has("ToggleStateOn")),
            (State::Disabled, !has("IsEnabled")),
            (State::Editable, !has("IsReadOnly") && has("IsKeyboardFocusable")),
            (State::Focusable, has("IsKeyboardFocusable")),
            (State::Focused, has("HasKeyboardFocus")),
            (State::Modal, has("IsModal")),
            (State::Offscreen, has("IsOffscreen")),
        ],
        Shape::Ax => &[
            (State::Busy, has("AXElementBusy")),
            (State::Checked, has("AXSelected") || has("AXValue")),
            (State::Disabled, !has("AXEnabled")),
            (State::Editable, has("AXValueSettable")),
            (State::Focusable, has("AXFocusedSettable")),
            (State::Focused, has("AXFocused")),
            (State::Hidden, has("AXHidden")),
            (State::Modal, has("AXModal")),
        ],
    };
    pairs.iter().filter(|(_, holds)| *holds).map(|(state, _)| *state).collect()
}
