//! `read_file`: the text of one file, or a part of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{WithheldList, allowed_path};
use crate::content::{self, Content};
use crate::files::Files;
use crate::limits::Limits;
use crate::page::{Cursor, Withheld, cut, in_range, max_bytes};
use crate::path::RelPath;
use crate::root::EntryKind;
use crate::tool_error::{ErrorCode, ToolError};
use crate::workspace::Workspace;

/// Largest line number or byte that is looked at: no file is that long.
const MOST: i64 = 1 << 40;

/// Input of `read_file`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadFileParams {
    /// The file, relative to the workspace root.
    pub path: String,
    /// First line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1099511627776_i64))]
    pub start_line: Option<i64>,
    /// Last line, included.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1099511627776_i64))]
    pub end_line: Option<i64>,
    /// First byte of the shown text (UTF-8, secrets replaced), counted from 0, instead of `start_line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1099511627776_i64))]
    pub start_byte: Option<i64>,
    /// `next` of the last answer, to continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Most bytes of content in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1024, max = 262144), extend("default" = 30000))]
    pub max_bytes: Option<i64>,
}

/// Answer of `read_file`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReadFileResponse {
    /// The file.
    pub path: String,
    /// Bytes of the file on disk.
    pub size: u64,
    /// How its bytes were understood.
    pub encoding: String,
    /// Lines of the whole file.
    pub total_lines: u64,
    /// The text of this part. Lines longer than a page are cut on a character border.
    pub content: String,
    /// Line in which the content begins, counted from 1.
    pub start_line: u64,
    /// Line in which the content ends.
    pub end_line: u64,
    /// First byte of the content in the shown text of the whole file.
    pub start_byte: u64,
    /// Byte after the content in the shown text of the whole file.
    pub end_byte: u64,
    /// SHA-256 of the file on disk, in hexadecimal; of the shown text where secrets were replaced.
    pub hash: String,
    /// True when more was asked for than is shown.
    pub truncated: bool,
    /// Pass it as `cursor` to continue; empty when complete.
    pub next: String,
    /// Places where a secret was replaced, as `path:line`.
    pub withheld: Vec<Withheld>,
}

/// Reads a file.
///
/// # Errors
/// `INVALID_ARGUMENT`, `INVALID_PATH`, `OUTSIDE_WORKSPACE`, `WITHHELD`, `NOT_FOUND`, `NOT_A_FILE`, `BINARY_FILE`,
/// `TOO_BIG`, `CHANGED_MEANWHILE`.
pub fn read_file(
    workspace: &Workspace,
    params: &ReadFileParams,
    limits: &Limits,
) -> Result<ReadFileResponse, ToolError> {
    let bytes = max_bytes(params.max_bytes)?;
    let cursor = Cursor::parse(params.cursor.as_deref(), "read", 2)?;
    let asked = Asked::from_params(params)?;
    let path = allowed_path(workspace, &params.path, EntryKind::File)?;
    limits.check("reading a file")?;
    let content = content::read(&Files::new(workspace, limits), &path)?;
    let (start, end) = match &cursor {
        Some(cursor) if cursor.text != content.hash => {
            return Err(ToolError::new(
                ErrorCode::ChangedMeanwhile,
                format!("`{path}` changed since the last page"),
                "read it again from the start",
            ));
        }
        Some(cursor) => rest(cursor, &content.text)?,
        None => asked.range(&content.text)?,
    };
    Ok(answer(&path, content, start, end.max(start), bytes))
}

/// The part of a text that a cursor still has to show: something is left, and it begins and ends with a whole character.
fn rest(cursor: &Cursor, text: &str) -> Result<(usize, usize), ToolError> {
    let place = |number: u64| usize::try_from(number).ok().filter(|&byte| text.is_char_boundary(byte));
    let places = cursor.numbers.iter().copied().map(place).collect::<Option<Vec<usize>>>();
    match places.as_deref() {
        Some(&[start, end]) if start < end => Ok((start, end)),
        _ => Err(Cursor::refused()),
    }
}

fn answer(path: &RelPath, content: Content, start: usize, end: usize, bytes: usize) -> ReadFileResponse {
    let text = &content.text;
    let stop = start + cut(&text[start..end], bytes);
    let start_line = line_of(text, start);
    // The line that the last shown byte belongs to.
    let end_line = if stop > start { line_of(text, stop - 1) } else { start_line };
    let mut withheld = WithheldList::default();
    for replaced in content.replaced.iter().filter(|found| (start_line..=end_line).contains(&found.line)) {
        withheld.push(replaced.to_withheld(path));
    }
    let truncated = stop < end;
    let next = if truncated {
        Cursor::new("read", &[stop as u64, end as u64], content.hash.as_str()).to_string()
    } else {
        String::new()
    };
    ReadFileResponse {
        path: path.to_string(),
        size: content.size,
        encoding: content.encoding.as_str().to_owned(),
        total_lines: content::count_lines(text) as u64,
        content: text[start..stop].to_owned(),
        start_line: start_line as u64,
        end_line: end_line as u64,
        start_byte: start as u64,
        end_byte: stop as u64,
        hash: content.hash,
        truncated,
        next,
        withheld: withheld.into_entries(),
    }
}

/// Number of the line that holds the byte at `at`; 1 for an empty text.
fn line_of(text: &str, at: usize) -> usize {
    memchr::memchr_iter(b'\n', &text.as_bytes()[..at]).count() + 1
}

/// The part that was asked for.
struct Asked {
    start_line: Option<usize>,
    end_line: Option<usize>,
    start_byte: Option<usize>,
}

impl Asked {
    fn from_params(params: &ReadFileParams) -> Result<Self, ToolError> {
        let number = |field: &str, given: Option<i64>, least: i64| {
            let checked = given.map(|given| in_range(field, Some(given), least, MOST, least)).transpose();
            checked.map(|value| value.and_then(|value| usize::try_from(value).ok()))
        };
        let asked = Self {
            start_line: number("start_line", params.start_line, 1)?,
            end_line: number("end_line", params.end_line, 1)?,
            start_byte: number("start_byte", params.start_byte, 0)?,
        };
        if asked.start_byte.is_some() && asked.start_line.is_some() {
            return Err(ToolError::new(
                ErrorCode::InvalidArgument,
                "`start_byte` and `start_line` are both given",
                "call again with only one of the two",
            ));
        }
        match (asked.start_line.unwrap_or(1), asked.end_line) {
            (start, Some(end)) if end < start => {
                Err(ToolError::invalid_argument("end_line", &end, "a line that is not before `start_line`"))
            }
            _ => Ok(asked),
        }
    }

    fn range(&self, text: &str) -> Result<(usize, usize), ToolError> {
        let total = content::count_lines(text);
        let start = match (self.start_byte, self.start_line) {
            (Some(start), _) if start > text.len() => {
                return Err(ToolError::invalid_argument(
                    "start_byte",
                    &start,
                    &format!("at most {}, where the text ends", text.len()),
                ));
            }
            (Some(start), _) => text.floor_char_boundary(start),
            (None, Some(line)) if line > total.max(1) => {
                return Err(ToolError::invalid_argument(
                    "start_line",
                    &line,
                    &format!("at most {}, the last line", total.max(1)),
                ));
            }
            (None, Some(line)) => line_start(text, line),
            (None, None) => 0,
        };
        let end = self.end_line.map_or(text.len(), |line| line_start(text, line.saturating_add(1)));
        Ok((start, end))
    }
}

/// Byte where a line begins; the end of the text for a line after the last.
fn line_start(text: &str, line: usize) -> usize {
    match line.checked_sub(2) {
        None => 0,
        Some(before) => memchr::memchr_iter(b'\n', text.as_bytes()).nth(before).map_or(text.len(), |end| end + 1),
    }
}

#[cfg(test)]
mod tests;
