//! `fetch`: the text behind an id or address that `search` gave.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::read_file::{ReadFileParams, read_file};
use crate::address::Address;
use crate::limits::Limits;
use crate::path::RelPath;
use crate::tool_error::ToolError;
use crate::workspace::Workspace;

/// Input of `fetch`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FetchParams {
    /// An id or address that `search` gave, or a path.
    pub id: String,
}

/// What else is known about the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FetchMetadata {
    /// How the file's bytes were understood.
    pub encoding: String,
    /// Bytes of the file on disk.
    pub size: u64,
    /// Lines of the whole file.
    pub total_lines: u64,
    /// SHA-256 of the file on disk, in hexadecimal.
    pub hash: String,
    /// Pass it to `fetch` for the lines that come next; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_id: Option<String>,
    /// Places where a secret was replaced, as `path:line: reason`.
    pub withheld: Vec<String>,
}

/// Answer of `fetch`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FetchResponse {
    /// The id, with the lines that are shown.
    pub id: String,
    /// The path.
    pub title: String,
    /// The text.
    pub text: String,
    /// The address of what is shown, `c2c://<workspace>/<path>#L<a>-L<b>`.
    pub url: String,
    /// What else is known.
    pub metadata: FetchMetadata,
}

/// Fetches a text.
///
/// # Errors
/// As [`read_file`].
pub fn fetch(workspace: &Workspace, params: &FetchParams, limits: &Limits) -> Result<FetchResponse, ToolError> {
    let address = Address::parse(&params.id, workspace.id())?;
    let line = |line: u64| i64::try_from(line).ok();
    let asked = ReadFileParams {
        path: address.path.to_string(),
        start_line: address.lines.and_then(|(first, _)| line(first)),
        end_line: address.lines.and_then(|(_, last)| line(last)),
        ..ReadFileParams::default()
    };
    let read = read_file(workspace, &asked, limits)?;
    let shown = Address { path: RelPath::parse(&read.path)?, lines: Some((read.start_line, read.end_line)) };
    let next = next_lines(&read).map(|lines| Address { path: shown.path.clone(), lines: Some(lines) }.id());
    Ok(FetchResponse {
        id: shown.id(),
        title: read.path.clone(),
        text: read.content,
        url: shown.url(workspace.id()),
        metadata: FetchMetadata {
            encoding: read.encoding,
            size: read.size,
            total_lines: read.total_lines,
            hash: read.hash,
            next_id: next,
            withheld: read.withheld.into_iter().map(|entry| format!("{}: {}", entry.path, entry.reason)).collect(),
        },
    })
}

/// The lines after those shown: as many again. A line that is longer than a page is passed over; `read_file` has it.
fn next_lines(read: &super::read_file::ReadFileResponse) -> Option<(u64, u64)> {
    let first = read.end_line + 1;
    let last = (read.end_line + (read.end_line - read.start_line) + 1).min(read.total_lines);
    (first <= read.total_lines).then_some((first, last.max(first)))
}

#[cfg(test)]
mod tests;
