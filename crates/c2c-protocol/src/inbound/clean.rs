//! A row as plain text: what a web page and Markdown put into it is taken out or turned back.
//!
//! In prose, outside of code spans: entities become characters, citation marks go, and a backslash
//! before one of `` `*_{}[]<>#~&| `` goes, as does one that keeps the beginning of a row from being a list
//! mark. In prose and code alike: spaces of every kind become U+0020, a tab becomes four, terminal
//! sequences go, and what [`chars`] names is dropped.

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
    let mut out = Cleaned { text: String::with_capacity(row.len()) };
    let mut code = false;
    let mut rest = row;
    loop {
        let plain = rest.bytes().take_while(|byte| is_plain(*byte)).count();
        out.text.push_str(&rest[..plain]);
        rest = &rest[plain..];
        let Some(first) = rest.chars().next() else { break };
        let after = &rest[first.len_utf8()..];
        if let Some(width) = terminal_sequence(first, after) {
            rest = &after[width..];
            continue;
        }
        if mode == Mode::Prose && first == '`' {
            let run = rest.len() - rest.trim_start_matches('`').len();
            out.text.push_str(&rest[..run]);
            code ^= run < 3;
            rest = &rest[run..];
            continue;
        }
        if mode == Mode::Prose && !code {
            if let Some(escaped) = escaped(first, after, &out.text) {
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

/// Whether nothing begins with a byte, so that it stays as it is.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && !matches!(byte, b'`' | b'\\' | b'&' | b':' | b'c' | b'f')
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
            let after = after.chars().next().is_some_and(|next| !next.is_ascii() && !chars::is_dropped(next));
            if before && after {
                self.text.push(character);
            }
        } else if !chars::is_dropped(character) {
            self.text.push(character);
        }
    }
}

/// The character that a backslash escapes in Markdown and that could be meant as text. `before` is
/// what the row has so far.
fn escaped(first: char, after: &str, before: &str) -> Option<char> {
    /// Spaces and digits before a list mark; a longer beginning is none.
    const BEGINNING_MAX: usize = 64;
    let next = after.chars().next().filter(|_| first == '\\')?;
    let beginning = if before.len() <= BEGINNING_MAX { before.trim_start_matches([' ', '>']) } else { "…" };
    let is_mark = match next {
        '-' | '+' => beginning.is_empty(),
        '.' | ')' => !beginning.is_empty() && beginning.bytes().all(|byte| byte.is_ascii_digit()),
        _ => "`*_{}[]<>#~&|".contains(next),
    };
    is_mark.then_some(next)
}

/// The length of what follows ESC in a terminal's control sequence, so that no digits and letters of
/// it are left behind.
fn terminal_sequence(first: char, after: &str) -> Option<usize> {
    /// Parameters are short.
    const REACH: usize = 32;
    let parameters = after.strip_prefix('[').filter(|_| first == '\u{001B}')?;
    let length = parameters.bytes().take(REACH).take_while(|byte| matches!(byte, b'0'..=b'?')).count();
    parameters[length..].starts_with(|last: char| matches!(last, '@'..='~')).then_some(length + 2)
}

#[cfg(test)]
mod tests;
