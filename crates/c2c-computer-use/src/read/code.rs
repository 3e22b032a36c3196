//! Blocks of code: where they are, where their head ends, and their text to the letter.

use crate::names::{self, Meaning};
use crate::tree::{NodeId, Role, Shape, Tree};

/// The longest label in the head of a block, such as `Plain text`.
const LABEL_MAX: usize = 40;

/// One block of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    /// The first node of it: its container, or the first piece of its head.
    pub(super) first: NodeId,
    /// The node after its last.
    pub(super) end: NodeId,
    /// What holds the code.
    body: NodeId,
}

impl Block {
    /// Whether `id` belongs to it: nothing that does is text of the answer.
    pub(super) fn contains(self, id: NodeId) -> bool {
        self.first <= id && id < self.end
    }
}

/// The blocks among `nodes`, in reading order.
pub(super) fn blocks(tree: &Tree, nodes: impl Iterator<Item = NodeId>) -> Vec<Block> {
    let nodes: Vec<NodeId> = nodes.collect();
    let mut blocks: Vec<Block> = Vec::new();
    for id in &nodes {
        let is_inside = blocks.iter().any(|block| block.contains(*id));
        if !is_inside && is_body(tree, *id) {
            blocks.push(block(tree, *id, nodes.first().copied()));
        }
    }
    blocks
}

/// The code of `block`.
pub(super) fn code(tree: &Tree, block: Block) -> String {
    let inner = tree.subtree(block.body).rfind(|id| tree.node(*id).role == Role::Code);
    let root = inner.unwrap_or(block.body);
    let mut code = String::new();
    let mut before: Option<NodeId> = None;
    for leaf in leaves(tree, root, inner.is_none()) {
        let text = tree.node(leaf).label();
        let has_end = code.ends_with('\n') || text.starts_with('\n');
        if !has_end && before.is_some_and(|before| is_on_next_line(tree, root, before, leaf)) {
            code.push('\n');
        }
        code.push_str(text);
        before = Some(leaf);
    }
    if code.is_empty() {
        code.push_str(&tree.node(root).value);
    }
    code.truncate(code.trim_end_matches('\n').len());
    code
}

fn is_body(tree: &Tree, id: NodeId) -> bool {
    let node = tree.node(id);
    match node.role {
        Role::CodeBlock => true,
        Role::TextBox => node.has_class("cm-") || names::is(Meaning::EditCode, &node.name),
        Role::Group => node.has_class("code-scrollport") || is_wrapping_group(tree, id),
        // macOS has no role for a block: code that is no part of a line.
        Role::Code => {
            let is_lines = tree.subtree(id).any(|id| tree.node(id).label().contains('\n'));
            let in_line = |id: NodeId| {
                matches!(tree.node(id).role, Role::Paragraph | Role::ListItem | Role::Heading | Role::Cell)
            };
            is_lines && !tree.ancestors(id).any(in_line)
        }
        _ => false,
    }
}

/// Windows: the smallest group with the switch that breaks lines, and a text.
fn is_wrapping_group(tree: &Tree, id: NodeId) -> bool {
    let is_switch =
        |id: NodeId| tree.node(id).role == Role::Button && names::is(Meaning::WordWrap, &tree.node(id).name);
    let holds = |id: NodeId| {
        tree.descendants(id).any(is_switch)
            && tree.descendants(id).any(|id| tree.node(id).role == Role::Text && !is_in_button(tree, id))
    };
    tree.shape() == Shape::Uia
        && holds(id)
        && !tree.descendants(id).any(|id| tree.node(id).role == Role::Group && holds(id))
}

/// The block around `body`. A browser may leave containers without a meaning out of its tree: then the
/// head stands right before the code, among everything else of the answer.
fn block(tree: &Tree, body: NodeId, first: Option<NodeId>) -> Block {
    let around = around(tree, body, first);
    let block = Block { first: around, end: end(tree, around), body };
    if around != body {
        return block;
    }
    // What holds the code and nothing else.
    let holds_it_alone = |parent: &NodeId| tree.children(*parent).nth(1).is_none();
    let whole = tree.ancestors(body).take_while(holds_it_alone).last().unwrap_or(body);
    let head = head_before(tree, whole).filter(|head| first.is_none_or(|first| first <= *head));
    match head {
        Some(head) => Block { first: head, end: end(tree, whole), body },
        None => block,
    }
}

/// Where the head begins that stands right before `whole`: buttons, and before them a label at most,
/// which is in pieces while the answer grows.
fn head_before(tree: &Tree, whole: NodeId) -> Option<NodeId> {
    let parent = tree.ancestors(whole).next()?;
    let before: Vec<NodeId> = tree.children(parent).take_while(|id| *id < whole).collect();
    let is_control = |id: &&NodeId| matches!(tree.node(**id).role, Role::Button | Role::Image);
    let is_piece = |id: &&NodeId| tree.node(**id).role == Role::Text && !tree.node(**id).label().is_empty();
    let controls = before.iter().rev().take_while(is_control).count();
    let (rest, controls) = before.split_at(before.len() - controls);
    let first = *controls.first()?;
    let (line, label) = rest.split_at(rest.len() - rest.iter().rev().take_while(is_piece).count());
    // Text that goes on from something else in its line, or is longer, is no label.
    let goes_on = line.last().is_some_and(|id| tree.node(*id).role.is_inline());
    let text: String = label.iter().map(|id| tree.node(*id).label()).collect();
    let is_label = !goes_on && text.len() <= LABEL_MAX && !text.contains('\n');
    Some(label.first().copied().filter(|_| is_label).unwrap_or(first))
}

fn end(tree: &Tree, id: NodeId) -> NodeId {
    tree.subtree(id).next_back().map_or(NodeId(id.0 + 1), |last| NodeId(last.0 + 1))
}

/// The largest container around the body that holds, besides it, a button and at most one label.
fn around(tree: &Tree, body: NodeId, first: Option<NodeId>) -> NodeId {
    let mut around = body;
    for parent in tree.ancestors(body) {
        let outside = || tree.descendants(parent).filter(|id| !tree.is_within(*id, body));
        let mut labels = 0;
        let fits = outside().all(|id| {
            let node = tree.node(id);
            labels += usize::from(node.role == Role::Text && !is_in_button(tree, id));
            match node.role {
                Role::Text => node.label().len() <= LABEL_MAX || is_in_button(tree, id),
                Role::Group => !node.has_class("turn-action-controls"),
                Role::Button | Role::Image | Role::Inline => true,
                _ => false,
            }
        });
        let is_in_turn = first.is_none_or(|first| first <= parent);
        let has_button = outside().any(|id| tree.node(id).role == Role::Button);
        let follows = outside().any(|id| id > body && tree.node(id).role == Role::Button);
        // Buttons of the head stand before the code: those after it belong to the answer.
        if !fits || !is_in_turn || labels > 1 || follows {
            break;
        }
        if has_button {
            around = parent;
        }
    }
    around
}

/// The pieces of text below `root`. Without an element for the code alone, a label before the last
/// button of the head is part of the head.
fn leaves(tree: &Tree, root: NodeId, has_head: bool) -> Vec<NodeId> {
    let texts: Vec<NodeId> = tree
        .subtree(root)
        .filter(|id| tree.node(*id).role == Role::Text && !is_in_button(tree, *id))
        .filter(|id| !tree.node(*id).label().is_empty() && !is_in_text(tree, *id))
        .collect();
    let last_button = tree.descendants(root).rfind(|id| tree.node(*id).role == Role::Button);
    match last_button.filter(|_| has_head) {
        Some(button) if texts.iter().any(|text| *text > button) => {
            texts.into_iter().filter(|text| *text > button).collect()
        }
        // No text follows the buttons: they stand below the code, and all of it counts.
        _ => texts,
    }
}

/// Whether it is a piece of a text that is there as a whole.
fn is_in_text(tree: &Tree, id: NodeId) -> bool {
    let is_whole = |id: NodeId| tree.node(id).role == Role::Text && !tree.node(id).label().is_empty();
    tree.ancestors(id).any(is_whole)
}

fn is_in_button(tree: &Tree, id: NodeId) -> bool {
    tree.ancestors(id).any(|parent| tree.node(parent).role == Role::Button)
}

/// Windows gives one text for each line and no line ends, an editable pane one container for each
/// line; elsewhere the line ends are in the text.
fn is_on_next_line(tree: &Tree, root: NodeId, before: NodeId, leaf: NodeId) -> bool {
    if tree.node(root).role == Role::TextBox {
        let line = |id: NodeId| tree.ancestors(id).take_while(|parent| *parent > root).last();
        return line(before) != line(leaf);
    }
    match (tree.shape(), tree.node(before).bounds, tree.node(leaf).bounds) {
        (Shape::Uia, Some(upper), Some(lower)) => lower.y >= upper.y + upper.height / 2,
        (shape, _, _) => shape == Shape::Uia,
    }
}
