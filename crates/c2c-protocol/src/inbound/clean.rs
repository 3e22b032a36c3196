//! A row as plain text: what a web page and Markdown put into it is taken out or turned back.
//!
//! In prose, outside of code spans: entities become characters, citation marks go, and a backslash
//! before one of `` \`*_{}[]<>#~&| `` goes. In prose and code alike: spaces of every kind become U+0020,
//! a tab becomes four, and what [`chars`] names is dropped.

use crate::chars;
use crate::inbound::{citations, entities};
use crate::meter;

/// What kind of row it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Text, in which code spans may stand.
    Prose,
    /// A row inside a fence that was opened within a section.
    Code,
}

/// Cleans one row.
pub(crate) fn clean(row: &str, mode: Mode) -> String {
    meter::count(row.len());
    let mut out = Cleaned {
        text: String::with_capacity(row.len()),
    };
    let mut code = false;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        if mode == Mode::Prose && first == '`' {
            let run = rest.len() - rest.trim_start_matches('`').len();
            out.text.push_str(&rest[..run]);
            code = !code;
            rest = &rest[run..];
            continue;
        }
        if mode == Mode::Prose && !code {
            if let Some(escaped) = escaped(first, after) {
                out.text.push(escaped);
                rest = &after[escaped.len_utf8()..];
                continue;
            }
            if let Some((character, width)) = entities::decode(rest) {
                out.push(character, &rest[width..]);
                rest = &rest[width..];
                continue;
            }
            if let Some(width) = citations::width(rest) {
                rest = &rest[width..];
                continue;
            }
        }
        out.push(first, after);
        rest = after;
    }
    out.text
}

struct Cleaned {
    text: String,
}

impl Cleaned {
    fn push(&mut self, character: char, after: &str) {
        if character == '\t' {
            self.text.push_str("    ");
        } else if chars::is_space(character) || matches!(character, '\n' | '\r') {
            self.text.push(' ');
        } else if chars::is_joiner(character) {
            let before = self.text.chars().next_back().is_some_and(|before| !before.is_ascii());
            let after = after
                .chars()
                .next()
                .is_some_and(|next| !next.is_ascii() && !chars::is_dropped(next));
            if before && after {
                self.text.push(character);
            }
        } else if !chars::is_dropped(character) {
            self.text.push(character);
        }
    }
}

/// The character that a backslash escapes in Markdown and that could be meant as text.
fn escaped(first: char, after: &str) -> Option<char> {
    let next = after.chars().next().filter(|_| first == '\\')?;
    "`*_{}[]<>#~&|".contains(next).then_some(next)
}
