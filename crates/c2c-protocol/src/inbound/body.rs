//! What stands in a section: rows, made into a text or a list.

use crate::inbound::decoration::{self, Mark};
use crate::meter;

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Prose,
    /// The line that opens a fence.
    Opening,
    /// Inside a fence, and the line that closes it.
    Code,
}

/// A cleaned row of a section, without its indentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) kind: Kind,
    pub(crate) indent: usize,
    pub(crate) text: String,
}

impl Row {
    fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// A line that parts a page and says nothing.
    fn is_rule(&self) -> bool {
        let mut signs = self.text.bytes().filter(|byte| *byte != b' ');
        let first = signs.next();
        self.kind == Kind::Prose
            && matches!(first, Some(b'-' | b'*' | b'_' | b'='))
            && self.text.len() >= 3
            && signs.all(|sign| Some(sign) == first)
    }
}

/// The rows as one text: common indentation, rules, and blank rows at the ends are gone.
pub(crate) fn text(rows: &[Row]) -> String {
    let common = rows.iter().filter(|row| !row.is_blank()).map(|row| row.indent).min().unwrap_or_default();
    let mut lines = Lines::default();
    for row in rows.iter().filter(|row| !row.is_rule()) {
        lines.push(row.indent - common.min(row.indent), &row.text);
    }
    lines.finish()
}

/// The rows as a list.
///
/// The first row with a mark says which kind of mark, and how far indented, begins an item; rows of
/// another kind or further in belong to the item before them. Without any mark every row that is not
/// further in than the first is an item: a page that is copied as plain text loses its numbers.
/// Words before the first item are an item themselves, unless they lead over to the list with a colon.
pub(crate) fn items(rows: &[Row]) -> Vec<String> {
    let mut items = Vec::new();
    let mut item: Option<Item> = None;
    let level = Level::of(rows);
    for row in rows.iter().filter(|row| !row.is_rule()) {
        match level.begins(row) {
            Some((inner, first)) => {
                items.extend(item.take().map(Item::finish));
                item = Some(Item::new(inner, &first));
            }
            None => match &mut item {
                Some(item) => item.push(row),
                None if row.is_blank() => {}
                None => item = Some(Item::new(row.indent, &row.text)),
            },
        }
    }
    items.extend(item.map(Item::finish));
    if let (Some(first), Level::Marked { preface: true, .. }) = (items.first(), &level)
        && first.ends_with([':', '：'])
    {
        items.remove(0);
    }
    items.retain(|item| !item.is_empty());
    items
}

/// Whether a row begins an item on the level of the item before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    /// Items have marks.
    Marked {
        mark: Mark,
        indent: usize,
        /// Whether something stands before the first of them.
        preface: bool,
    },
    /// Items are rows.
    Bare { indent: usize },
}

impl Level {
    fn of(rows: &[Row]) -> Self {
        let mut preface = false;
        for row in rows.iter().filter(|row| !row.is_rule() && !row.is_blank()) {
            if let (Kind::Prose, Some((mark, _))) = (row.kind, item_mark(&row.text)) {
                return Self::Marked { mark, indent: row.indent, preface };
            }
            preface = true;
        }
        let first = rows.iter().find(|row| !row.is_blank());
        Self::Bare { indent: first.map_or(0, |row| row.indent) }
    }

    /// The indentation of what belongs to the new item, and its first line.
    fn begins(&self, row: &Row) -> Option<(usize, String)> {
        if row.kind == Kind::Code || row.is_blank() {
            return None;
        }
        match *self {
            Self::Marked { mark, indent, .. } => {
                let (found, text) = item_mark(&row.text)?;
                let width = row.text.len().saturating_sub(text.len());
                (found == mark && row.indent <= indent + 1).then(|| (row.indent + width, text))
            }
            Self::Bare { indent } => {
                (row.kind == Kind::Prose && row.indent <= indent).then(|| (row.indent, row.text.clone()))
            }
        }
    }
}

/// The mark of an item, also behind emphasis or hashes, and its text without a check box.
pub(crate) fn item_mark(text: &str) -> Option<(Mark, String)> {
    let (mark, rest) = match decoration::mark(text) {
        Some((mark, rest)) => (mark, rest.to_owned()),
        None => {
            let rest = text.trim_start_matches('#').trim_start();
            let inner = rest.trim_start_matches(['*', '_']);
            let emphasis = &rest[..rest.len() - inner.len()];
            let (mark, words) = decoration::mark(inner).filter(|(mark, _)| *mark == Mark::Number)?;
            match words.strip_prefix(emphasis).filter(|_| !emphasis.is_empty()) {
                Some(words) => (mark, words.trim_start().to_owned()),
                None => (mark, format!("{emphasis}{words}")),
            }
        }
    };
    let unchecked = ["[ ] ", "[x] ", "[X] "].iter().find_map(|check| rest.strip_prefix(check));
    Some((mark, unchecked.map_or_else(|| rest.clone(), |rest| rest.trim_start().to_owned())))
}

/// An item while its rows come in.
struct Item {
    lines: Lines,
    /// Where its words begin; what belongs to it is moved left by as much.
    inner: usize,
    /// The same inside a fence, which moves as a whole.
    shift: usize,
}

impl Item {
    fn new(inner: usize, first: &str) -> Self {
        let mut lines = Lines::default();
        lines.push(0, first);
        Self { lines, inner, shift: inner }
    }

    fn push(&mut self, row: &Row) {
        if row.kind == Kind::Opening {
            self.shift = self.inner.min(row.indent);
        }
        let shift = if row.kind == Kind::Prose { self.inner } else { self.shift };
        self.lines.push(row.indent.saturating_sub(shift), &row.text);
    }

    fn finish(self) -> String {
        self.lines.finish()
    }
}

/// Lines joined by `\n`, without blank ones at the ends.
#[derive(Default)]
struct Lines {
    text: String,
    blanks: usize,
}

impl Lines {
    fn push(&mut self, indent: usize, line: &str) {
        meter::count(indent + line.len());
        if line.is_empty() {
            self.blanks += 1;
            return;
        }
        if !self.text.is_empty() {
            self.text.extend(std::iter::repeat_n('\n', self.blanks + 1));
            self.text.extend(std::iter::repeat_n(' ', indent));
        }
        self.blanks = 0;
        self.text.push_str(line);
    }

    fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests;
