//! Putting the pieces of a text together in reading order.

use super::code;
use crate::tree::{NodeId, Role, State, Tree};

/// What is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Skip {
    /// Buttons, menus, notices, pictures: everything that is not text of a message.
    Controls,
    /// Those, and chips: for the composer, where a chip is a mention and not text.
    ControlsAndChips,
}

/// The text of `nodes`, which are in reading order. Lines of a list get their marker, blocks of code
/// a fence that does not occur in them.
pub(crate) fn assemble(tree: &Tree, nodes: impl Iterator<Item = NodeId>, skip: Skip) -> String {
    let nodes: Vec<NodeId> = nodes.collect();
    let blocks = match skip {
        Skip::Controls => code::blocks(tree, nodes.iter().copied()),
        Skip::ControlsAndChips => Vec::new(),
    };
    let mut writer = Writer::default();
    let mut open: Vec<(NodeId, usize)> = Vec::new();
    let mut skip_until = NodeId(0);
    for id in nodes {
        while let Some((_, lines)) = open.pop_if(|(block, _)| !tree.is_within(id, *block)) {
            writer.lines(lines);
        }
        if id < skip_until {
            continue;
        }
        let end = NodeId(tree.subtree(id).next_back().map_or(id.0 + 1, |last| last.0 + 1));
        if let Some(block) = blocks.iter().find(|block| block.first == id) {
            writer.fenced(&code::code(tree, *block));
            skip_until = block.end;
            continue;
        }
        if is_skipped(tree, id, skip) {
            skip_until = end;
            continue;
        }
        let node = tree.node(id);
        let lines = lines_around(tree, id);
        if lines > 0 {
            writer.lines(lines);
            open.push((id, lines));
        }
        match node.role {
            Role::LineBreak => writer.broken(),
            Role::ListItem => writer.marker = Some(marker(tree, id)),
            _ => {}
        }
        let marker = Some(node).filter(|node| node.role == Role::ListMarker).and_then(|node| own_marker(node.label()));
        if let Some(marker) = marker {
            writer.marker = None;
            writer.text(&marker);
            skip_until = end;
        } else if (node.role == Role::Text && !node.label().is_empty()) || is_leaf_with_text(tree, id) {
            writer.text(node.label());
            skip_until = end;
        }
    }
    writer.text
}

fn is_skipped(tree: &Tree, id: NodeId, skip: Skip) -> bool {
    let node = tree.node(id);
    let is_control = matches!(
        node.role,
        Role::Alert
            | Role::Button
            | Role::Dialog
            | Role::Image
            | Role::Menu
            | Role::Radio
            | Role::SearchBox
            | Role::Status
    );
    let is_chip = skip == Skip::ControlsAndChips && (node.role == Role::Link || node.has_class("mention"));
    // What the page's style puts there: a composer's prompt, an ornament.
    let is_ornament = matches!(node.attribute("tag"), "::before" | "::after");
    is_control || is_chip || is_ornament || node.is(State::Hidden)
}

/// How many line ends stand before and after a node at least.
fn lines_around(tree: &Tree, id: NodeId) -> usize {
    let node = tree.node(id);
    match node.role {
        Role::Paragraph if tree.ancestors(id).take(2).any(|parent| tree.node(parent).role == Role::ListItem) => 1,
        Role::Paragraph | Role::Heading | Role::List | Role::Table | Role::CodeBlock => 2,
        Role::ListItem | Role::Row | Role::Article => 1,
        Role::Group | Role::Region | Role::Other(_) if !node.attribute("display").starts_with("inline") => 1,
        _ => 0,
    }
}

fn is_leaf_with_text(tree: &Tree, id: NodeId) -> bool {
    let node = tree.node(id);
    let may = matches!(
        node.role,
        Role::Code
            | Role::Heading
            | Role::Inline
            | Role::Link
            | Role::ListItem
            | Role::ListMarker
            | Role::Paragraph
            | Role::Cell
    );
    may && tree.children(id).next().is_none() && !node.label().is_empty()
}

/// The marker of an item: a number in ordered lists, else a dash.
fn marker(tree: &Tree, item: NodeId) -> String {
    let Some(list) = tree.ancestors(item).next().filter(|list| tree.node(*list).attribute("tag") == "ol") else {
        return "- ".to_owned();
    };
    let items = tree.children(list).filter(|id| tree.node(*id).role == Role::ListItem);
    let number = items.take_while(|id| *id <= item).count();
    format!("{number}. ")
}

/// Builds a text from pieces.
#[derive(Debug, Default)]
struct Writer {
    text: String,
    /// Line ends that are due before the next piece.
    due: usize,
    /// A marker that is due before the next piece.
    marker: Option<String>,
}

impl Writer {
    fn lines(&mut self, count: usize) {
        self.due = self.due.max(count);
    }

    fn broken(&mut self) {
        self.due = (self.due + 1).min(2);
    }

    fn text(&mut self, piece: &str) {
        let piece: String = piece.chars().filter(|character| !matches!(character, '\u{fffc}' | '\u{200b}')).collect();
        if piece.is_empty() {
            return;
        }
        if piece == "\n" {
            self.broken();
            return;
        }
        match self.marker.take() {
            None => self.put(&piece),
            // The tree may have the marker as a piece of its own.
            Some(marker) => self.put(&own_marker(&piece).unwrap_or_else(|| marker + &piece)),
        }
    }

    /// Writes `piece` as it is, behind the line ends that are due.
    fn put(&mut self, piece: &str) {
        let due = std::mem::take(&mut self.due);
        if !self.text.is_empty() {
            self.text.push_str(&"\n".repeat(due));
        }
        self.text.push_str(piece);
    }

    fn fenced(&mut self, code: &str) {
        let mut fence = "```".to_owned();
        while code.contains(&fence) {
            fence.push('`');
        }
        let marker = self.marker.take().unwrap_or_default();
        self.lines(2);
        self.put(&format!("{marker}{fence}\n{code}\n{fence}"));
        self.lines(2);
    }
}

/// `1. ` or `- ` for a piece that is nothing but a marker.
fn own_marker(piece: &str) -> Option<String> {
    let mark = piece.trim();
    if matches!(mark, "•" | "◦" | "▪" | "‣" | "-" | "–") {
        return Some("- ".to_owned());
    }
    let number = mark.strip_suffix(['.', ')'])?;
    let is_number = (1..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("{number}. "))
}
