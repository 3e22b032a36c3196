//! The given text as rows: borders between lines of every kind, and HTML breaks.

use std::ops::Range;

use crate::meter;

/// The ranges of a text's lines, without what ends them: LF, CR, CRLF, VT, FF, NEL, and Unicode's line
/// and paragraph separators.
pub(crate) struct Rows<'text> {
    text: &'text str,
    next: Option<usize>,
}

/// Parts a text into lines.
pub(crate) fn rows(text: &str) -> Rows<'_> {
    Rows { text, next: Some(0) }
}

impl Iterator for Rows<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.next?;
        let rest = &self.text[start..];
        let ends = ['\n', '\r', '\u{000B}', '\u{000C}', '\u{0085}', '\u{2028}', '\u{2029}'];
        let length = rest.find(ends);
        let end = start + length.unwrap_or(rest.len());
        meter::count(end - start);
        self.next = length.map(|_| {
            let after = &self.text[end..];
            let width = if after.starts_with("\r\n") { 2 } else { after.chars().next().map_or(0, char::len_utf8) };
            end + width
        });
        Some(start..end)
    }
}

/// Parts a row at its `<br>`, `<br/>` and `<br />`, in any letter case, but not inside code.
pub(crate) fn breaks(row: &str) -> Vec<Range<usize>> {
    meter::count(row.len());
    let mut parts = Vec::new();
    let mut start = 0;
    let mut code = false;
    let mut at = 0;
    let bytes = row.as_bytes();
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'`' => {
                // One or two open or close a span, which does not leave its row. More are a fence.
                let run = bytes[at..].iter().take_while(|byte| **byte == b'`').count();
                at += run;
                code ^= run < 3;
            }
            b'<' if !code => match break_width(&bytes[at..]) {
                Some(width) => {
                    parts.push(start..at);
                    at += width;
                    start = at;
                }
                None => at += 1,
            },
            _ => at += 1,
        }
    }
    parts.push(start..row.len());
    parts
}

/// The length of a break at the beginning of `bytes`.
fn break_width(bytes: &[u8]) -> Option<usize> {
    let named = bytes.get(1..3)?.eq_ignore_ascii_case(b"br");
    let rest = bytes.get(3..).filter(|_| named)?;
    match rest {
        [b'>', ..] => Some(4),
        [b'/', b'>', ..] => Some(5),
        [b' ', b'/', b'>', ..] => Some(6),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
