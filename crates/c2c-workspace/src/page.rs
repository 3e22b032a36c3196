//! Pages: a byte budget, cuts on line and character borders, and the cursor that continues exactly.
//!
//! A cursor is text a client hands back unchanged. It is untrusted: everything in it is checked again.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::path::RelPath;
use crate::policy::shown;
use crate::tool_error::{ErrorCode, ToolError};

/// Smallest `max_bytes`.
pub const LEAST_BYTES: u32 = 1_024;
/// Largest `max_bytes`.
pub const MOST_BYTES: u32 = 262_144;
/// `max_bytes` when none is given: clients cut what is much longer.
pub const DEFAULT_BYTES: u32 = 30_000;

/// Something that is there and is not shown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Withheld {
    /// The path, or the place as `path:line`.
    pub path: String,
    /// Why.
    pub reason: String,
}

impl Withheld {
    /// A withheld path or place.
    pub fn new(path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { path: path.into(), reason: reason.into() }
    }

    /// A withheld path. Where its name is itself a secret, the name is not shown either.
    pub fn path(path: &RelPath, reason: impl Into<String>) -> Self {
        Self::new(shown(path), reason)
    }
}

/// Checks a whole number against its range, with a default.
///
/// # Errors
/// `INVALID_ARGUMENT` that names the field.
pub fn in_range(field: &str, given: Option<i64>, least: i64, most: i64, default: i64) -> Result<i64, ToolError> {
    let value = given.unwrap_or(default);
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(ToolError::invalid_argument(field, &value, &format!("a whole number from {least} to {most}")))
    }
}

/// Checks `max_bytes`.
///
/// # Errors
/// `INVALID_ARGUMENT` outside 1,024 to 262,144.
pub fn max_bytes(given: Option<i64>) -> Result<usize, ToolError> {
    let value = in_range("max_bytes", given, i64::from(LEAST_BYTES), i64::from(MOST_BYTES), i64::from(DEFAULT_BYTES))?;
    Ok(usize::try_from(value).unwrap_or(DEFAULT_BYTES as usize))
}

/// Where to cut `text` so that at most `budget` bytes come before: after the last line end that fits,
/// otherwise at the last character border, but never before the first character.
#[must_use]
pub fn cut(text: &str, budget: usize) -> usize {
    if text.len() <= budget {
        return text.len();
    }
    let border = text.floor_char_boundary(budget);
    match memchr::memrchr(b'\n', &text.as_bytes()[..border]) {
        Some(line_end) => line_end + 1,
        None if border == 0 => text.chars().next().map_or(0, char::len_utf8),
        None => border,
    }
}

/// Bytes a value takes in an answer, as compact JSON.
#[must_use]
pub fn json_bytes<T: Serialize>(value: &T) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    match serde_json::to_writer(&mut count, value) {
        Ok(()) => count.0,
        // A value that cannot be written costs a whole page, so it is never packed with others.
        Err(_) => MOST_BYTES as usize,
    }
}

/// What is left of a page. The first item always fits, so that every page makes progress.
#[derive(Debug)]
pub struct Budget {
    left: usize,
    empty: bool,
}

impl Budget {
    /// A page of `bytes`.
    #[must_use]
    pub const fn new(bytes: usize) -> Self {
        Self { left: bytes, empty: true }
    }

    /// Takes room for an item; false when the page is full.
    pub fn take(&mut self, bytes: usize) -> bool {
        if bytes <= self.left || self.empty {
            self.left = self.left.saturating_sub(bytes);
            self.empty = false;
            true
        } else {
            false
        }
    }

    /// Bytes still free.
    #[must_use]
    pub const fn left(&self) -> usize {
        self.left
    }
}

/// Where the next page begins: a tool's own kind, some numbers, and a text such as a path or hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// Which tool made it.
    pub kind: String,
    /// Numbers that the tool understands.
    pub numbers: Vec<u64>,
    /// A path or a hash.
    pub text: String,
}

impl Cursor {
    /// A cursor of `kind`, which has no colon.
    pub fn new(kind: &str, numbers: &[u64], text: impl Into<String>) -> Self {
        Self { kind: kind.to_owned(), numbers: numbers.to_vec(), text: text.into() }
    }

    /// `INVALID_ARGUMENT` for a cursor that no answer can have had.
    #[must_use]
    pub fn refused() -> ToolError {
        ToolError::new(
            ErrorCode::InvalidArgument,
            "`cursor` is not one that this tool gave",
            "pass `next` of the last answer unchanged, or leave `cursor` out to begin again",
        )
    }

    /// Reads a cursor back; an absent or empty one is the first page.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` when it is not a cursor of `kind` with `count` numbers.
    pub fn parse(given: Option<&str>, kind: &str, count: usize) -> Result<Option<Self>, ToolError> {
        let Some(given) = given.filter(|given| !given.is_empty()) else {
            return Ok(None);
        };
        let mut parts = given.splitn(3, ':');
        let (Some(found), Some(numbers), Some(text)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(Self::refused());
        };
        let numbers: Vec<u64> = numbers
            .split(',')
            .filter(|number| !number.is_empty())
            .map(|number| number.parse().map_err(|_| Self::refused()))
            .collect::<Result<_, _>>()?;
        let cursor = Self { kind: found.to_owned(), numbers, text: text.to_owned() };
        // Written otherwise (`+7`, `,7`), it is not one that was given.
        if found != kind || cursor.numbers.len() != count || cursor.to_string() != given {
            return Err(Self::refused());
        }
        Ok(Some(cursor))
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:", self.kind)?;
        for (index, number) in self.numbers.iter().enumerate() {
            if index > 0 {
                formatter.write_str(",")?;
            }
            write!(formatter, "{number}")?;
        }
        write!(formatter, ":{}", self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_prefers_a_line_end_then_a_character_border() {
        assert_eq!(cut("one\ntwo\nthree", 9), 8);
        assert_eq!(cut("one\ntwo\n", 8), 8);
        assert_eq!(cut("äöü", 3), 2);
        assert_eq!(cut("äöü", 1), 2, "a page makes progress");
        assert_eq!(cut("", 0), 0);
    }

    #[test]
    fn the_limits_of_max_bytes_hold_at_n_and_beyond() {
        assert_eq!(max_bytes(None).unwrap(), 30_000);
        assert_eq!(max_bytes(Some(1_024)).unwrap(), 1_024);
        assert_eq!(max_bytes(Some(262_144)).unwrap(), 262_144);
        for wrong in [1_023, 262_145, -1] {
            let error = max_bytes(Some(wrong)).unwrap_err();
            assert_eq!(error.code, ErrorCode::InvalidArgument);
            assert!(error.message.contains("max_bytes"), "{error}");
        }
    }

    #[test]
    fn a_cursor_is_read_back_as_it_was_written() {
        for (numbers, text) in [(vec![], ""), (vec![7], "a:b/c d.rs"), (vec![1, u64::MAX], "new\nline")] {
            let cursor = Cursor::new("list", &numbers, text);
            let written = cursor.to_string();
            assert_eq!(Cursor::parse(Some(&written), "list", numbers.len()).unwrap(), Some(cursor));
        }
        assert_eq!(Cursor::parse(None, "list", 1).unwrap(), None);
        assert_eq!(Cursor::parse(Some(""), "list", 1).unwrap(), None);
    }

    #[test]
    fn a_cursor_of_something_else_is_refused() {
        for wrong in [
            "x",
            "list:1",
            "find:1:x",
            "list:1,2:x",
            "list:a:x",
            "list:-1:x",
            "list:+1:x",
            "list:01:x",
            "list:1,:x",
            "list:99999999999999999999:x",
        ] {
            let error = Cursor::parse(Some(wrong), "list", 1).unwrap_err();
            assert_eq!(error.code, ErrorCode::InvalidArgument, "{wrong}");
        }
    }

    #[test]
    fn the_first_item_of_a_page_always_fits() {
        let mut budget = Budget::new(10);
        assert!(budget.take(50));
        assert!(!budget.take(1));
        let mut budget = Budget::new(10);
        assert!(budget.take(10));
        assert!(!budget.take(1));
    }

    #[test]
    fn json_bytes_counts_what_is_written() {
        let value = Withheld::new("a\"b", "ä\n");
        assert_eq!(json_bytes(&value), serde_json::to_string(&value).unwrap().len());
    }
}
