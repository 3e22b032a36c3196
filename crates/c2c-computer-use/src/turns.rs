//! The turns of the conversation, in whatever generation of the page.
//!
//! A turn's part is a stretch of the tree in reading order. It begins at its heading ("You said",
//! "ChatGPT said"); a build of the desktop app has none, there the button that copies the person's
//! message parts them. The current page puts both parts into one container, the older one gives
//! each an article: going by the headings does for both.

use crate::names::{self, Meaning};
use crate::tree::{NodeId, Role, Tree};

/// Who wrote a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Author {
    /// The person, or C2C in their place.
    User,
    /// ChatGPT.
    Assistant,
}

/// One part of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// Whose.
    pub author: Author,
    /// Its first node: the heading, where there is one.
    pub first: NodeId,
    /// The node after its last.
    pub end: NodeId,
    /// Whether `first` is a heading, which is no part of the text.
    pub has_heading: bool,
}

impl Turn {
    /// Whether `id` belongs to it.
    #[must_use]
    pub fn contains(&self, id: NodeId) -> bool {
        self.first <= id && id < self.end
    }

    /// Its nodes in reading order, without the heading.
    pub fn nodes(&self, tree: &Tree) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        let begin = if self.has_heading { tree.subtree(self.first).count() } else { 0 };
        let begin = self.first.0 + u32::try_from(begin).unwrap_or(u32::MAX);
        (begin.min(self.end.0)..self.end.0).map(NodeId)
    }
}

/// Where a part begins.
#[derive(Debug, Clone, Copy)]
struct Mark {
    author: Author,
    first: NodeId,
    has_heading: bool,
}

/// The parts of the conversation in reading order.
#[must_use]
pub fn turns(tree: &Tree) -> Vec<Turn> {
    let mut marks = headings(tree);
    if !marks.iter().any(|mark| mark.author == Author::User)
        || !marks.iter().any(|mark| mark.author == Author::Assistant)
    {
        marks = by_place(tree).unwrap_or(marks);
    }
    if marks.is_empty() {
        marks = without_headings(tree);
    }
    let composers = composers(tree);
    let mut turns = Vec::with_capacity(marks.len());
    for (index, mark) in marks.iter().enumerate() {
        let next = marks.get(index + 1).map(|next| next.first);
        let border = border(tree, mark.first, &composers);
        let end = next.map_or(border, |next| next.min(border));
        turns.push(Turn { author: mark.author, first: mark.first, end, has_heading: mark.has_heading });
    }
    turns
}

/// What of a part to scroll to: its heading is invisible and may stand outside of what scrolls.
#[must_use]
pub fn landmark(tree: &Tree, turn: &Turn) -> NodeId {
    let is_text = |id: &NodeId| tree.node(*id).role == Role::Text && !tree.node(*id).label().trim().is_empty();
    turn.nodes(tree).find(is_text).unwrap_or(turn.first)
}

/// The last part that the person wrote.
#[must_use]
pub fn last_user(turns: &[Turn]) -> Option<&Turn> {
    turns.iter().rev().find(|turn| turn.author == Author::User)
}

fn headings(tree: &Tree) -> Vec<Mark> {
    let mark = |id: NodeId| {
        let label = heading_label(tree, id);
        let author = if names::is(Meaning::YouSaid, &label) {
            Author::User
        } else if names::is(Meaning::ChatGptSaid, &label) {
            Author::Assistant
        } else {
            return None;
        };
        Some(Mark { author, first: id, has_heading: true })
    };
    let with_role = |role: Role| tree.ids().filter(move |id| tree.node(*id).role == role && tree.is_shown(*id));
    let mut marks: Vec<Mark> = with_role(Role::Heading).filter_map(mark).collect();
    // An answer may have a heading with those words; the page's own are invisible ones.
    if marks.iter().any(|mark| tree.node(mark.first).has_class("sr-only")) {
        marks.retain(|mark| tree.node(mark.first).has_class("sr-only"));
    }
    if marks.is_empty() {
        // The desktop app on Windows gives them as plain text.
        marks = with_role(Role::Text).filter_map(mark).collect();
    }
    marks
}

/// In languages whose headings were never captured: invisible headings of the turns' level with two
/// texts that take turns are the person's and ChatGPT's, the person's first.
fn by_place(tree: &Tree) -> Option<Vec<Mark>> {
    let elsewhere =
        |id: NodeId| matches!(tree.node(id).role, Role::Navigation | Role::Complementary | Role::Dialog | Role::Form);
    let is_one = |id: &NodeId| {
        let node = tree.node(*id);
        let level = matches!(node.attribute("level"), "4" | "5" | "6");
        let fits = node.role == Role::Heading && node.has_class("sr-only") && level && tree.is_shown(*id);
        fits && !tree.ancestors(*id).any(elsewhere)
    };
    let found: Vec<(NodeId, String)> = tree.ids().filter(is_one).map(|id| (id, heading_label(tree, id))).collect();
    let first = found.first().map(|(_, label)| label.clone())?;
    let second = found.iter().map(|(_, label)| label).find(|label| **label != first)?.clone();
    if first.is_empty() || second.is_empty() || found.iter().any(|(_, label)| *label != first && *label != second) {
        return None;
    }
    let starts_with_answer = names::is(Meaning::ChatGptSaid, &first) || names::is(Meaning::YouSaid, &second);
    let user = if starts_with_answer { second } else { first };
    let author = |label: &str| if label == user { Author::User } else { Author::Assistant };
    Some(found.iter().map(|(id, label)| Mark { author: author(label), first: *id, has_heading: true }).collect())
}

fn heading_label(tree: &Tree, id: NodeId) -> String {
    let own = tree.node(id).label();
    if own.is_empty() { tree.descendants(id).map(|id| tree.node(id).label()).collect() } else { own.to_owned() }
}

fn without_headings(tree: &Tree) -> Vec<Mark> {
    let is_copy = |id: &NodeId| {
        let node = tree.node(*id);
        node.role == Role::Button && names::is_any(&[Meaning::Copy, Meaning::CopyMessage], &node.name)
    };
    let copies: Vec<NodeId> = tree.ids().filter(|id| is_copy(id) && tree.is_shown(*id)).collect();
    let mut marks = Vec::new();
    for copy in copies.iter().filter(|id| names::is(Meaning::CopyMessage, &tree.node(**id).name)) {
        let holds_only_this = |id: &NodeId| copies.iter().filter(|other| tree.is_within(**other, *id)).count() == 1;
        let part = tree.ancestors(*copy).take_while(holds_only_this).last().unwrap_or(*copy);
        // The first part's container may reach up to the whole page: the text box is not in it.
        let part = if part == *copy || tree.node(part).role == Role::Document { beside(tree, *copy) } else { part };
        marks.push(Mark { author: Author::User, first: part, has_heading: false });
        marks.push(Mark { author: Author::Assistant, first: NodeId(copy.0 + 1), has_heading: false });
    }
    marks
}

/// Where the part begins whose copy button has no container of its own with it, as a browser leaves
/// out containers without a meaning: behind the buttons of the part before.
fn beside(tree: &Tree, copy: NodeId) -> NodeId {
    let Some(parent) = tree.ancestors(copy).next() else { return copy };
    let before: Vec<NodeId> = tree.children(parent).take_while(|id| *id < copy).collect();
    let is_of_part = |id: &&NodeId| {
        let has_button = |id: NodeId| tree.subtree(id).any(|id| tree.node(id).role == Role::Button);
        !has_button(**id) && !matches!(tree.node(**id).role, Role::Form | Role::Navigation | Role::Complementary)
    };
    before.iter().rev().take_while(is_of_part).last().copied().unwrap_or(copy)
}

/// The text boxes for messages with their forms, as far as that can be told without knowing the
/// turns: what lies behind them belongs to no turn.
fn composers(tree: &Tree) -> Vec<NodeId> {
    let is_box = |id: NodeId| tree.node(id).role == Role::TextBox;
    let is_composer = |id: &NodeId| {
        let node = tree.node(*id);
        match node.role {
            Role::Form => tree.descendants(*id).any(is_box),
            Role::TextBox => {
                let known = [Meaning::Composer, Meaning::Placeholder, Meaning::ProjectComposer, Meaning::WorkComposer];
                node.attribute("id") == "prompt-textarea" || names::is_any(&known, &node.name)
            }
            _ => false,
        }
    };
    tree.ids().filter(is_composer).collect()
}

/// Where the part that begins at `mark` ends at the latest: with the largest container around it
/// that holds no text box for messages, or else before the next such box.
fn border(tree: &Tree, mark: NodeId, composers: &[NodeId]) -> NodeId {
    let end = |id: NodeId| tree.subtree(id).next_back().map_or(id, |last| NodeId(last.0 + 1));
    let is_free = |id: &NodeId| !composers.iter().any(|composer| tree.is_within(*composer, *id));
    match tree.ancestors(mark).take_while(is_free).last() {
        Some(around) => end(around),
        None => composers.iter().copied().find(|composer| *composer > mark).unwrap_or_else(|| end(tree.root())),
    }
}

#[cfg(test)]
mod tests;
