//! A part of a diff whose lines stand without their markers, so that an expression sees what they say together.

use std::ops::Range;

/// Lines of a text without the marker and the indentation of each but the first.
pub(super) struct Joined {
    text: String,
    /// For each line where it begins here, and where that is in the text.
    lines: Vec<(usize, usize)>,
}

impl Joined {
    /// Joins the lines of a window, if one of them has a marker.
    pub(super) fn of(text: &str, window: Range<usize>) -> Option<Self> {
        let start = text.floor_char_boundary(window.start);
        let part = &text[start..text.ceil_char_boundary(window.end)];
        let marked = |pair: &[u8]| pair[0] == b'\n' && matches!(pair[1], b'+' | b'-');
        if !part.as_bytes().windows(2).any(marked) {
            return None;
        }
        let mut joined = Self { text: String::with_capacity(part.len()), lines: Vec::new() };
        let mut at = start;
        for (number, line) in part.split_inclusive('\n').enumerate() {
            let said = if number == 0 { line } else { unmarked(line) };
            joined.lines.push((joined.text.len(), at + line.len() - said.len()));
            joined.text.push_str(said);
            at += line.len();
        }
        Some(joined)
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Where a range of the joined lines is in the text: a piece for each line, so that lines stay lines.
    pub(super) fn pieces(&self, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let ends = self.lines.iter().skip(1).map(|(here, _)| *here).chain([self.text.len()]);
        self.lines.iter().zip(ends).filter_map(move |((here, there), end)| {
            let piece = range.start.max(*here)..range.end.min(end);
            let said = self.text.get(piece.clone())?.trim_end_matches(['\r', '\n']);
            (!said.is_empty()).then(|| piece.start - here + there..piece.start - here + there + said.len())
        })
    }
}

/// A line without its marker and its indentation.
fn unmarked(line: &str) -> &str {
    line.strip_prefix(['+', '-', ' ']).unwrap_or(line).trim_start_matches([' ', '\t'])
}
