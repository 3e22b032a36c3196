//! Rows that say what ChatGPT is doing or did. They are never the answer.

use crate::names::{self, Meaning};
use crate::tree::{NodeId, Role, State, Tree};
use crate::turns::Turn;

/// What the rows of a turn say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activity {
    /// It is thinking, searching, using a tool.
    Running,
    /// Nothing of that kind goes on.
    Quiet,
}

/// What the rows of `turn` say: running when one says so, when "Answer now" is offered, or when a
/// part of it is busy.
#[must_use]
pub fn activity(tree: &Tree, turn: &Turn) -> Activity {
    let runs = |id: NodeId| {
        let node = tree.node(id);
        let says_so = is_row(tree, id) && fits(tree, id, &[Meaning::Running]);
        let offers = node.role == Role::Button && names::is(Meaning::AnswerNow, &node.name);
        says_so || offers || node.is(State::Busy)
    };
    if turn.nodes(tree).any(runs) { Activity::Running } else { Activity::Quiet }
}

/// Whether a node is such a row: its whole text is one of the known phrases, and it is not a
/// paragraph, item or other piece of an answer. Animated rows carry their text twice.
pub(super) fn is_row(tree: &Tree, id: NodeId) -> bool {
    let node = tree.node(id);
    let can_be = matches!(node.role, Role::Button | Role::Status | Role::Group | Role::Text | Role::Link);
    can_be
        && !is_in_prose(tree, id)
        && fits(tree, id, &[Meaning::Running, Meaning::Thought, Meaning::Tool, Meaning::AnswerNow])
}

/// Whether it lies in a paragraph, an item or another piece of an answer's own text.
pub(crate) fn is_in_prose(tree: &Tree, id: NodeId) -> bool {
    tree.ancestors(id).any(|parent| {
        matches!(
            tree.node(parent).role,
            Role::Paragraph | Role::ListItem | Role::Heading | Role::Code | Role::CodeBlock | Role::Cell
        )
    })
}

fn fits(tree: &Tree, id: NodeId, meanings: &[Meaning]) -> bool {
    let own = tree.node(id).label();
    // A container is looked at by what it holds, and only if that is short.
    let label: String = if own.is_empty() {
        let leaves = tree.descendants(id).filter(|id| tree.children(*id).next().is_none());
        let labels: Vec<&str> =
            leaves.map(|id| tree.node(id).label()).filter(|label| !label.is_empty()).take(9).collect();
        if labels.len() > 8 {
            return false;
        }
        labels.join(" ")
    } else {
        own.to_owned()
    };
    label.len() <= 200 && (names::is_any(meanings, &label) || names::is_any(meanings, undoubled(&label)))
}

/// `x` of `xx` and `x x`; what is not doubled stays.
fn undoubled(text: &str) -> &str {
    let text = text.trim();
    let half = text.len() / 2;
    let halves = text.split_at_checked(half).or_else(|| text.split_at_checked(half + 1));
    match halves {
        Some((first, second)) if first.trim() == second.trim() => first.trim(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_twice_is_taken_once() {
        for (text, expected) in [
            ("ThinkingThinking", "Thinking"),
            ("Thinking Thinking", "Thinking"),
            ("正在思考正在思考", "正在思考"),
            ("正在思考 正在思考", "正在思考"),
            ("Thinking", "Thinking"),
            ("", ""),
            ("é", "é"),
        ] {
            assert_eq!(undoubled(text), expected);
        }
    }
}
