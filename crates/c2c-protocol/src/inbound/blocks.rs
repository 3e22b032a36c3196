//! Finds the blocks of a text: where each begins and ends, its headers and its sections.
//!
//! ```text
//! reply   = *( chatter / block )
//! block   = marker *( header / chatter ) *section
//! section = name [ value ] *row
//! ```
//! A block begins at its marker and ends at the next marker, at the end of the fence around it, or at
//! the end of the text. Inside it a row is text, whatever it says, when a fence that was opened
//! within the section is still open, or when it is indented deeper than the list mark of the item it
//! follows. A list mark before a name is decoration only in a block whose first name has one too.

use std::ops::Range;

use crate::inbound::body::{self, Kind, Row};
use crate::inbound::clean::{Mode, clean};
use crate::inbound::decoration::Mark;
use crate::inbound::fence::{self, Fence};
use crate::inbound::names::{self, Key, Name, Named, Style};
use crate::inbound::{rows, values};
use crate::meter;
use crate::section::Section;
use crate::state::State;

/// So many unknown names are sections; further ones are text. Keeps the search for a name short.
const UNKNOWN_SECTIONS_MAX: usize = 64;

/// So many fences around a message are told apart.
const FENCES_MAX: usize = 4;

/// Why a block ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The text ended.
    Text,
    /// Another block began, or the fence around it was closed.
    Within,
}

/// A header's value as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) key: Key,
    pub(crate) value: String,
    /// The row's words in the given text.
    pub(crate) range: Range<usize>,
}

/// A section as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RawSection {
    pub(crate) name: String,
    pub(crate) known: Option<Section>,
    pub(crate) rows: Vec<Row>,
    /// The row that carries the name.
    pub(crate) range: Range<usize>,
    style: Style,
    /// The mark and indentation of the list's items, once there is one, and of the last item.
    items: Option<(Mark, usize, usize)>,
    /// Whether any of the rows says something.
    said: bool,
}

/// A block as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// From the marker to the last words.
    pub(crate) range: Range<usize>,
    /// In the order in which they came; the first of each name counts.
    pub(crate) headers: Vec<Header>,
    pub(crate) sections: Vec<RawSection>,
    pub(crate) end: End,
    /// What the first STATE says, once it is read.
    state: Option<State>,
    quotes: usize,
    /// The header whose value is on the next row.
    pending: Option<(Key, Range<usize>)>,
    /// The style of the first known name of a section.
    style: Option<Style>,
    /// The list mark before the block's names, and its indentation.
    mark: Option<(Mark, usize)>,
    /// The section that rows go to.
    current: Option<usize>,
    /// A fence that was opened within a section.
    fence: Option<Fence>,
    /// Whether the fence around the headers was closed before any section came.
    headers_fenced: bool,
}

/// Reads `text` and hands over each block as soon as it has ended.
pub(crate) fn scan(text: &str, mut finished: impl FnMut(Block)) {
    let mut scanner = Scanner { block: None, around: Vec::new() };
    for range in rows::rows(text) {
        let row = &text[range.clone()];
        if scanner.in_code() {
            scanner.code(&clean(row, Mode::Code), words(text, range));
            continue;
        }
        for part in rows::breaks(row) {
            let part = range.start + part.start..range.start + part.end;
            let line = clean(&text[part.clone()], Mode::Prose);
            if let Some(block) = scanner.line(line.trim_end(), words(text, part)) {
                finished(block);
            }
        }
    }
    if let Some(mut block) = scanner.block {
        if block.headers_fenced && block.sections.is_empty() {
            block.end = End::Within;
        }
        finished(block);
    }
}

/// A range without the white space at its ends.
fn words(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.end - part.trim_start().len();
    start..start + part.trim().len()
}

struct Scanner {
    block: Option<Block>,
    /// Fences that were opened outside of any section, the outermost first.
    around: Vec<Fence>,
}

impl Scanner {
    fn in_code(&self) -> bool {
        self.block.as_ref().is_some_and(|block| block.fence.is_some())
    }

    /// A row inside a fence that was opened within a section.
    fn code(&mut self, line: &str, range: Range<usize>) {
        let Some(block) = &mut self.block else { return };
        let line = fence::unquoted(line, block.quotes).1;
        let closes = block.fence.is_some_and(|open| Fence::of(line).is_some_and(|fence| fence.closes(&open)));
        block.push(Kind::Code, line, range);
        if closes {
            block.fence = None;
        }
    }

    /// A row outside of such a fence. Gives back the block that it ends.
    fn line(&mut self, line: &str, range: Range<usize>) -> Option<Block> {
        let (quotes, inner) = fence::unquoted(line, usize::MAX);
        if let Some(fence) = Fence::of(inner) {
            return self.fence(fence, line, range);
        }
        let deeper = self.block.as_ref().is_some_and(|block| block.is_inside_item(fence::indent(inner).0));
        if !deeper && names::is_marker(inner) {
            return self.block.replace(Block::new(range, quotes)).map(|block| block.ended(End::Within));
        }
        let block = self.block.as_mut()?;
        match names::named(inner).filter(|_| !deeper) {
            Some(named) => block.named(&named, inner, line, range),
            None => block.other(line, range),
        }
        None
    }

    fn fence(&mut self, fence: Fence, line: &str, range: Range<usize>) -> Option<Block> {
        let closes = self.closes(fence);
        let section = self.block.as_ref().and_then(|block| block.sections.get(block.current?));
        let Some(section) = section else {
            match closes {
                Some(at) => self.around.truncate(at),
                None if self.around.len() < FENCES_MAX => self.around.push(fence),
                None => {}
            }
            if let (Some(block), Some(_)) = (&mut self.block, closes) {
                block.headers_fenced = true;
            }
            return None;
        };
        // Writers open code in an item of a fenced message with the same marks, but further in.
        let inside = section.items.is_some_and(|(_, _, item)| fence.indent > item)
            && self.around.last().is_some_and(|open| fence.indent > open.indent);
        if let (Some(at), false) = (closes, inside) {
            self.around.truncate(at);
            return self.block.take().map(|block| block.ended(End::Within));
        }
        if let Some(block) = &mut self.block {
            block.push(Kind::Opening, fence::unquoted(line, block.quotes).1, range);
            block.fence = Some(fence);
        }
        None
    }

    /// Which of the fences around a line ends: one that is exactly as long, else the innermost that
    /// can.
    fn closes(&self, fence: Fence) -> Option<usize> {
        let exact = self.around.iter().rposition(|open| fence.matches(open));
        exact.or_else(|| self.around.iter().rposition(|open| fence.closes(open)))
    }
}

impl Block {
    fn new(range: Range<usize>, quotes: usize) -> Self {
        Self {
            range,
            headers: Vec::new(),
            sections: Vec::new(),
            end: End::Text,
            state: None,
            quotes,
            pending: None,
            style: None,
            mark: None,
            current: None,
            fence: None,
            headers_fenced: false,
        }
    }

    fn ended(mut self, end: End) -> Self {
        self.end = end;
        self
    }

    /// The first header of a name.
    pub(crate) fn header(&self, key: Key) -> Option<&Header> {
        self.headers.iter().find(|header| header.key == key)
    }

    /// Whether a row with this indentation belongs to the item before it, whatever it says.
    fn is_inside_item(&self, indent: usize) -> bool {
        let section = self.current.and_then(|at| self.sections.get(at));
        section.and_then(|section| section.items).is_some_and(|(_, _, item)| indent > item)
    }

    fn named(&mut self, named: &Named<'_>, inner: &str, line: &str, range: Range<usize>) {
        let indent = fence::indent(inner).0;
        if !self.marks_a_name(named, indent) {
            return self.other(line, range);
        }
        match &named.name {
            Name::Key(key) if self.current.is_none() || self.header(*key).is_none() => {
                self.note_mark(named.style, indent);
                self.read_header(*key, named.value, &range);
            }
            Name::Key(_) => self.other(line, range),
            Name::Known(section) if self.is_section(*section, named.style) => {
                self.note_mark(named.style, indent);
                self.style.get_or_insert(named.style);
                self.open(section.as_str().to_owned(), Some(*section), named, indent, range);
            }
            Name::Known(section) => {
                self.unknown(section.as_str().to_owned(), Some(*section), named, line, range);
            }
            Name::Unknown(_) if self.pending.is_some() => self.other(line, range),
            Name::Unknown(name) => self.unknown(name.clone(), None, named, line, range),
        }
    }

    /// Whether the list mark before a name, if there is one, is this block's way to write names.
    fn marks_a_name(&self, named: &Named<'_>, indent: usize) -> bool {
        let Some(mark) = named.style.mark else { return true };
        match self.mark {
            Some((known, at)) => mark == known && indent <= at,
            // `### 1. GOAL` is a heading with a number, `1. Tests: …` is an item.
            None if named.style.is_heading() => self.style.is_none_or(|style| {
                // `### 2. Add the store` is an item unless the names it knows have numbers too.
                let known = !matches!(named.name, Name::Unknown(_));
                style.is_like(named.style) && (known || style.mark == Some(mark))
            }),
            None => self.current.is_none(),
        }
    }

    fn note_mark(&mut self, style: Style, indent: usize) {
        if self.current.is_some() {
            return;
        }
        // The name of the first section settles it: headers may be bullets and sections not.
        self.mark = match style.mark {
            Some(_) if style.is_heading() => self.mark,
            Some(mark) => Some(self.mark.unwrap_or((mark, indent))),
            None => None,
        };
    }

    /// Whether a known name begins a section here: always when this state needs it and it did not
    /// come yet, else when it is written like the others.
    fn is_section(&self, section: Section, style: Style) -> bool {
        let again = self.sections.iter().find(|known| known.known == Some(section));
        match again {
            Some(first) => !first.said || first.style.is_like(style),
            None => self.state.is_none_or(|state| state.required_sections().contains(&section)),
        }
    }

    /// A name that is a section only in the right style.
    fn unknown(&mut self, name: String, known: Option<Section>, named: &Named<'_>, line: &str, range: Range<usize>) {
        let again = self.sections.iter().any(|section| section.name == name);
        let room = again || self.sections.len() < UNKNOWN_SECTIONS_MAX;
        if room && named.style.makes_section(self.style) {
            self.open(name, known, named, fence::indent(fence::unquoted(line, self.quotes).1).0, range);
        } else {
            self.other(line, range);
        }
    }

    /// Begins a section, or goes on with one of the same name.
    fn open(&mut self, name: String, known: Option<Section>, named: &Named<'_>, indent: usize, range: Range<usize>) {
        self.pending = None;
        meter::count(self.sections.len());
        let at = self.sections.iter().position(|section| section.name == name).unwrap_or_else(|| {
            let style = named.style;
            self.sections.push(RawSection {
                name,
                known,
                rows: Vec::new(),
                range: range.clone(),
                style,
                items: None,
                said: false,
            });
            self.sections.len() - 1
        });
        self.current = Some(at);
        self.sections[at].items = None;
        self.range.end = range.end;
        if !named.value.is_empty() {
            self.push(Kind::Prose, &format!("{}{}", " ".repeat(indent), named.value), range);
        }
    }

    fn read_header(&mut self, key: Key, value: &str, range: &Range<usize>) {
        self.range.end = range.end;
        let (value, mut next) = values::next_key(value);
        self.note_header(key, value, range);
        while let Some((key, rest)) = next {
            let (value, after) = values::next_key(rest);
            self.note_header(key, value, range);
            next = after;
        }
    }

    fn note_header(&mut self, key: Key, value: &str, range: &Range<usize>) {
        if value.is_empty() {
            self.pending = Some((key, range.clone()));
            return;
        }
        self.pending = None;
        // The first counts; a second that says the same says nothing, and a third is not needed to
        // see that they differ.
        let mut same = self.headers.iter().filter(|header| header.key == key);
        let (first, second) = (same.next(), same.next());
        if second.is_none() && first.is_none_or(|first| first.value != value) {
            self.add_header(Header { key, value: value.to_owned(), range: range.clone() });
        }
    }

    fn add_header(&mut self, header: Header) {
        if header.key == Key::State && self.state.is_none() {
            self.state = values::state(&header.value);
        }
        self.headers.push(header);
    }

    /// A row that carries no name.
    fn other(&mut self, line: &str, range: Range<usize>) {
        if self.current.is_some() {
            let line = fence::unquoted(line, self.quotes).1;
            self.push(Kind::Prose, line, range);
        } else if !range.is_empty() {
            if let Some((key, named)) = self.pending.take() {
                let value = fence::unquoted(line, usize::MAX).1.trim().to_owned();
                self.add_header(Header { key, value, range: named.start..range.end });
            }
            self.range.end = range.end;
        }
    }

    fn push(&mut self, kind: Kind, line: &str, range: Range<usize>) {
        let Some(section) = self.current.and_then(|at| self.sections.get_mut(at)) else {
            return;
        };
        let (indent, text) = fence::indent(line);
        let text = text.trim_end();
        if kind != Kind::Code && section.known.is_some_and(Section::is_list) {
            section.note_item(indent, text);
        }
        if !text.is_empty() {
            self.range.end = range.end;
            section.said = true;
        }
        section.rows.push(Row { kind, indent, text: text.to_owned() });
    }
}

impl RawSection {
    /// Remembers where the last item of the list began.
    fn note_item(&mut self, indent: usize, text: &str) {
        let Some((mark, _)) = body::item_mark(text) else { return };
        self.items = match self.items {
            None => Some((mark, indent, indent)),
            Some((first, level, _)) if mark == first && indent <= level + 1 => Some((first, level, indent)),
            same => same,
        };
    }
}

#[cfg(test)]
mod tests;
