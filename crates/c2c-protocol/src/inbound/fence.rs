//! Code fences and the indentation and quote marks before them.

use crate::inbound::decoration;
use crate::meter;

/// A line that can open or close a fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fence {
    mark: char,
    length: usize,
    /// Spaces before it, quote marks not counted.
    pub(crate) indent: usize,
    /// Whether anything follows the marks, such as a language.
    info: bool,
}

impl Fence {
    /// Reads a line, also one that a list's mark begins.
    pub(crate) fn of(line: &str) -> Option<Self> {
        meter::count(line.len());
        let (indent, text) = indent(line);
        let text = decoration::mark(text).map_or(text, |(_, rest)| rest);
        let mark = text.chars().next().filter(|first| matches!(first, '`' | '~'))?;
        let rest = text.trim_start_matches(mark);
        let length = text.len() - rest.len();
        let code_span = mark == '`' && rest.contains('`');
        (length >= 3 && !code_span).then(|| Self { mark, length, indent, info: !rest.trim().is_empty() })
    }

    /// Whether this line ends a fence that `open` began.
    pub(crate) fn closes(&self, open: &Self) -> bool {
        self.mark == open.mark && self.length >= open.length && !self.info
    }

    /// Whether this line ends a fence that `open` began and is as long as that.
    pub(crate) fn matches(&self, open: &Self) -> bool {
        self.closes(open) && self.length == open.length
    }
}

/// How many spaces a line begins with, and the rest.
pub(crate) fn indent(line: &str) -> (usize, &str) {
    let rest = line.trim_start_matches(' ');
    (line.len() - rest.len(), rest)
}

/// How many quote marks a line begins with, at most `limit`, and the rest. One space after a mark
/// belongs to it.
pub(crate) fn unquoted(line: &str, limit: usize) -> (usize, &str) {
    let mut rest = line;
    let mut quotes = 0;
    while quotes < limit {
        let Some(inner) = rest.trim_start_matches(' ').strip_prefix('>') else {
            break;
        };
        rest = inner.strip_prefix(' ').unwrap_or(inner);
        quotes += 1;
    }
    (quotes, rest)
}
