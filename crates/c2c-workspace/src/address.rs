//! The address of a file or of some of its lines: `c2c://<workspace>/<path>#L<a>-L<b>`, and its short form, the id.

use std::fmt::Write as _;

use crate::path::RelPath;
use crate::tool_error::{ErrorCode, ToolError};

/// A file, or lines of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The file.
    pub path: RelPath,
    /// First and last line, counted from 1.
    pub lines: Option<(u64, u64)>,
}

impl Address {
    /// The id that `search` gives and `fetch` takes: the address without its workspace.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}{}", encode(self.path.as_str()), self.fragment())
    }

    /// The whole address.
    #[must_use]
    pub fn url(&self, workspace: &str) -> String {
        format!("c2c://{workspace}/{}", self.id())
    }

    fn fragment(&self) -> String {
        self.lines.map(|(first, last)| format!("#L{first}-L{last}")).unwrap_or_default()
    }

    /// Reads an id or a whole address of this workspace; a plain path is an id too.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for another workspace, and as [`RelPath::parse`].
    pub fn parse(given: &str, workspace: &str) -> Result<Self, ToolError> {
        let rest = match given.strip_prefix("c2c://") {
            None => given,
            Some(rest) => rest.strip_prefix(workspace).and_then(|rest| rest.strip_prefix('/')).ok_or_else(|| {
                ToolError::new(
                    ErrorCode::InvalidArgument,
                    "`id` is an address of another workspace".to_owned(),
                    "pass an `id` that `search` gave",
                )
            })?,
        };
        let (path, lines) = match rest.rsplit_once("#L").and_then(|(path, lines)| Some((path, read_lines(lines)?))) {
            Some((path, lines)) => (path, Some(lines)),
            None => (rest, None),
        };
        // An id is encoded; a path that somebody typed may hold a `%` that encodes nothing.
        let path = decode(path).map_or_else(|| RelPath::parse(path), |path| RelPath::parse(&path))?;
        Ok(Self { path, lines })
    }
}

/// `12-L40`, `12-40` or `12`.
fn read_lines(text: &str) -> Option<(u64, u64)> {
    let (first, last) = match text.split_once('-') {
        Some((first, last)) => (first, last.strip_prefix('L').unwrap_or(last)),
        None => (text, text),
    };
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (1 <= first && first <= last).then_some((first, last))
}

fn encode(path: &str) -> String {
    path.bytes().fold(String::with_capacity(path.len()), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/@+,=!$&'()*".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let written = write!(text, "%{byte:02X}");
            debug_assert!(written.is_ok(), "text takes everything");
        }
        text
    })
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let [high, low, after @ ..] = rest else { return None };
        let (high, low) = (char::from(*high).to_digit(16)?, char::from(*low).to_digit(16)?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, lines: Option<(u64, u64)>, url: &str) {
        let address = Address { path: RelPath::parse(path).unwrap(), lines };
        assert_eq!(address.url("ws"), url);
        assert_eq!(Address::parse(url, "ws").unwrap(), address);
        assert_eq!(Address::parse(&address.id(), "ws").unwrap(), address);
    }

    #[test]
    fn an_address_is_read_back_as_it_was_written() {
        check("src/a.rs", None, "c2c://ws/src/a.rs");
        check("src/a.rs", Some((3, 9)), "c2c://ws/src/a.rs#L3-L9");
        check("a b/ü#L1?%20.md", Some((1, 1)), "c2c://ws/a%20b/%C3%BC%23L1%3F%2520.md#L1-L1");
        check("new\nline", None, "c2c://ws/new%0Aline");
    }

    #[test]
    fn what_a_person_types_is_understood() {
        let plain = Address::parse("notes/100% sure.md", "ws").unwrap();
        assert_eq!(plain.path.as_str(), "notes/100% sure.md");
        assert_eq!(Address::parse("a.rs#L7", "ws").unwrap().lines, Some((7, 7)));
        assert_eq!(Address::parse("workspace:/a.rs#L7-9", "ws").unwrap().lines, Some((7, 9)));
        assert_eq!(Address::parse("a.rs#L9-L7", "ws").unwrap().path.as_str(), "a.rs#L9-L7");
    }

    #[test]
    fn an_address_cannot_lead_elsewhere() {
        assert_eq!(Address::parse("c2c://other/a", "ws").unwrap_err().code, ErrorCode::InvalidArgument);
        assert_eq!(Address::parse("c2c://wsx/a", "ws").unwrap_err().code, ErrorCode::InvalidArgument);
        assert_eq!(Address::parse("c2c://ws/..%2Fa", "ws").unwrap_err().code, ErrorCode::OutsideWorkspace);
        assert_eq!(Address::parse("%2Fetc", "ws").unwrap_err().code, ErrorCode::OutsideWorkspace);
        assert_eq!(Address::parse("a%00", "ws").unwrap_err().code, ErrorCode::InvalidPath);
    }
}
