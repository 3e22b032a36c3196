//! Reading turns: the text of the person's messages and of ChatGPT's answers.
//!
//! An answer is read in reading order. Buttons, rows about thinking and tools, notices and the
//! heads of code blocks are not part of it; lists get their markers, code blocks their fences, and
//! texts that the tree holds in pieces are put together again.

use c2c_ports::{Found, Outgoing};

use crate::names::{self, Meaning};
use crate::normalise;
use crate::tree::{NodeId, Role, State, Tree};
use crate::turns::{Author, Turn};

mod activity;
mod code;
mod text;

pub(crate) use activity::is_in_prose;
pub use activity::{Activity, activity};
pub(crate) use text::{Skip, assemble};

/// Text that was read, or why it is not all there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// All of it.
    Complete {
        /// The text.
        text: String,
    },
    /// Not all of it can be there.
    Incomplete {
        /// Why.
        why: Lack,
    },
}

impl Reading {
    /// The text, empty when it is incomplete.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Complete { text } => text,
            Self::Incomplete { .. } => "",
        }
    }
}

/// What is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// The page has no turns: it may not have loaded them.
    NoTurns,
    /// The part is there without its text: long conversations load texts when they come into view.
    EmptyShell,
    /// The last part is the person's: no answer has begun.
    NoAnswer,
    /// The end of the conversation is scrolled out of view.
    NotAtTheEnd,
}

/// The person's message in `turn`.
#[must_use]
pub fn message(tree: &Tree, turn: &Turn) -> Reading {
    let nodes: Vec<NodeId> = turn.nodes(tree).collect();
    let copy = |id: &&NodeId| is_button(tree, **id, Meaning::CopyMessage);
    let end = match nodes.iter().find(copy) {
        Some(copy) => copy.0,
        None => unnamed_end(tree, turn, &nodes).0,
    };
    let ids = nodes.into_iter().filter(|id| id.0 < end);
    complete(assemble(tree, ids, Skip::Controls))
}

/// Where the person's message ends when no button to copy it is known by its name: with the row about thinking, or with
/// the first button behind its text, since it has none within.
fn unnamed_end(tree: &Tree, turn: &Turn, nodes: &[NodeId]) -> NodeId {
    let is_button = |id: &&NodeId| tree.node(**id).role == Role::Button;
    let is_text = |id: &NodeId| tree.node(*id).role == Role::Text && !tree.node(*id).label().trim().is_empty();
    let text = nodes.iter().position(is_text).unwrap_or(nodes.len());
    let (before, behind) = nodes.split_at(text);
    let row = behind.iter().find(|id| activity::is_row(tree, **id));
    let button = behind.iter().find(is_button);
    match [row, button].into_iter().flatten().min() {
        Some(end) => *end,
        // The only button comes first: what follows is about thinking, in words that are not known.
        None => before.iter().find(is_button).copied().unwrap_or(turn.end),
    }
}

/// The last answer.
#[must_use]
pub fn last_answer(tree: &Tree, turns: &[Turn]) -> Reading {
    if is_away_from_the_end(tree) {
        return Reading::Incomplete { why: Lack::NotAtTheEnd };
    }
    match turns.last() {
        None => Reading::Incomplete { why: Lack::NoTurns },
        Some(turn) if turn.author == Author::User => Reading::Incomplete { why: Lack::NoAnswer },
        Some(turn) => answer(tree, turn),
    }
}

/// The answer in `turn`: what follows the last row about thinking or tools.
#[must_use]
pub fn answer(tree: &Tree, turn: &Turn) -> Reading {
    let end = answer_end(tree, turn);
    let nodes: Vec<NodeId> = turn.nodes(tree).filter(|id| id.0 < end.0).collect();
    let rows: Vec<NodeId> = nodes.iter().copied().filter(|id| activity::is_row(tree, *id)).collect();
    // What stands before a row is commentary; but when nothing follows the last one, it is what
    // there is.
    for start in rows.iter().rev().map(|row| after(tree, *row)).chain([turn.first]) {
        let ids = nodes.iter().copied().filter(|id| *id >= start && !is_in_row(tree, &rows, *id));
        let text = assemble(tree, ids, Skip::Controls);
        if !text.trim().is_empty() {
            return complete(text);
        }
    }
    Reading::Incomplete { why: Lack::EmptyShell }
}

/// The button that copies the answer in `turn`. It comes with the bar of actions under a finished
/// answer; the ones on code blocks and writing blocks are others. In languages whose name for it is
/// not known, it is the first of at least three buttons that follow all text.
#[must_use]
pub fn copy_button(tree: &Tree, turn: &Turn) -> Option<NodeId> {
    let blocks = code::blocks(tree, turn.nodes(tree));
    let is_outside = |id: &NodeId| !blocks.iter().any(|block| block.contains(*id)) && !is_in_canvas(tree, *id);
    let mut named = turn.nodes(tree).filter(|id| is_button(tree, *id, Meaning::Copy)).filter(is_outside);
    if let Some(copy) = named.next_back() {
        return Some(copy);
    }
    let last_text = turn.nodes(tree).rfind(|id| is_outside(id) && is_answer_text(tree, *id));
    let last_block = blocks.last().map(|block| NodeId(block.end.0.saturating_sub(1)));
    let after_all = last_text.max(last_block)?;
    let rest = || turn.nodes(tree).filter(|id| *id > after_all);
    let in_bar = tree.ids().filter(|id| turn.contains(*id)).find(|id| tree.node(*id).has_class("turn-action-controls"));
    if let Some(bar) = in_bar {
        return tree.descendants(bar).find(|id| tree.node(*id).role == Role::Button);
    }
    let buttons: Vec<NodeId> = rest().filter(|id| tree.node(*id).role == Role::Button).collect();
    let is_notice = |id: NodeId| matches!(tree.node(id).role, Role::Alert | Role::Dialog);
    if buttons.len() < 3 || rest().any(is_notice) { None } else { buttons.first().copied() }
}

/// Looks for our message in the conversation, sent perhaps by a process that is gone. It is there
/// when one of the person's parts is exactly it. It is surely not there only when the end of the
/// conversation can be read and no part has its task, iteration and state.
#[must_use]
pub fn find_message(tree: &Tree, turns: &[Turn], outgoing: &Outgoing) -> Found {
    let mut of_user = turns.iter().filter(|turn| turn.author == Author::User).peekable();
    // Answers to nothing: the page is in a form whose headings are not known.
    let mut unclear = of_user.peek().is_none() || is_away_from_the_end(tree);
    for turn in of_user {
        match message(tree, turn) {
            Reading::Complete { text } if is_ours(&text, outgoing) => return Found::Yes,
            Reading::Complete { text } => unclear |= has_same_head(&text, outgoing),
            Reading::Incomplete { .. } => unclear = true,
        }
    }
    if unclear { Found::Unclear } else { Found::No }
}

/// Whether `text` is our message: the whole of it, by the rules of [`normalise::canonical`], behind
/// the connector's mention if there is one. In a sent message nothing need part the two.
#[must_use]
pub fn is_ours(text: &str, outgoing: &Outgoing) -> bool {
    let text = normalise::canonical(text);
    let intended = normalise::canonical(&outgoing.text);
    let bare = outgoing.mention.as_ref().and_then(|mention| {
        let start = text.trim_start();
        start.strip_prefix('@').unwrap_or(start).strip_prefix(mention.trim())
    });
    text == intended || bare.is_some_and(|bare| bare.trim_start() == intended)
}

/// Whether `text` carries the task, iteration and state of our message, each on a line of its own.
#[must_use]
pub fn has_same_head(text: &str, outgoing: &Outgoing) -> bool {
    let head = [
        format!("STATE: {}", outgoing.state),
        format!("TASK_ID: {}", outgoing.task_id),
        format!("ITERATION: {}", outgoing.iteration),
    ];
    let lines: Vec<String> = normalise::canonical(text).lines().map(|line| line.trim().to_owned()).collect();
    head.iter().all(|wanted| lines.contains(wanted))
}

/// Whether `text` is a message about the task of ours.
#[must_use]
pub fn is_of_task(text: &str, outgoing: &Outgoing) -> bool {
    let wanted = format!("TASK_ID: {}", outgoing.task_id);
    normalise::canonical(text).lines().any(|line| line.trim() == wanted)
}

/// Whether the button is shown that leads to the end of the conversation.
fn is_away_from_the_end(tree: &Tree) -> bool {
    tree.ids().any(|id| {
        is_button(tree, id, Meaning::ScrollToBottom) && tree.is_shown(id) && !tree.node(id).is(State::Offscreen)
    })
}

fn complete(text: String) -> Reading {
    if normalise::canonical(&text).is_empty() {
        Reading::Incomplete { why: Lack::EmptyShell }
    } else {
        Reading::Complete { text }
    }
}

fn answer_end(tree: &Tree, turn: &Turn) -> NodeId {
    copy_button(tree, turn).unwrap_or(turn.end)
}

fn after(tree: &Tree, id: NodeId) -> NodeId {
    tree.subtree(id).next_back().map_or(NodeId(id.0 + 1), |last| NodeId(last.0 + 1))
}

fn is_in_row(tree: &Tree, rows: &[NodeId], id: NodeId) -> bool {
    rows.iter().any(|row| tree.is_within(id, *row))
}

fn is_button(tree: &Tree, id: NodeId, meaning: Meaning) -> bool {
    let node = tree.node(id);
    node.role == Role::Button && names::is(meaning, &node.name)
}

/// Whether it lies in a writing block, which has buttons and a text box of its own.
pub(crate) fn is_in_canvas(tree: &Tree, id: NodeId) -> bool {
    let is_canvas = |id: NodeId| tree.node(id).has_class("writing-block");
    is_canvas(id) || tree.ancestors(id).any(is_canvas)
}

fn is_answer_text(tree: &Tree, id: NodeId) -> bool {
    let is_control = |id: NodeId| matches!(tree.node(id).role, Role::Button | Role::Status | Role::Alert);
    tree.node(id).role == Role::Text && !tree.node(id).label().trim().is_empty() && !tree.ancestors(id).any(is_control)
}

#[cfg(test)]
mod tests;
