//! The tools over files. Each has its input, its answer, and one function; none of them knows how it is carried.

pub mod fetch;
pub mod find_files;
pub mod list_directory;
pub mod read_file;
pub mod search;
pub mod search_workspace;

use globset::{GlobBuilder, GlobMatcher};

use crate::page::Withheld;
use crate::path::RelPath;
use crate::root::EntryKind;
use crate::tool_error::{ErrorCode, ToolError};
use crate::workspace::Workspace;

/// Most entries of a `withheld` list in one answer.
const MOST_WITHHELD: usize = 50;

/// What an answer says is withheld: so many by name, the rest by number.
#[derive(Debug, Default)]
struct WithheldList {
    entries: Vec<Withheld>,
    more: usize,
}

impl WithheldList {
    fn push(&mut self, entry: Withheld) {
        if self.entries.len() < MOST_WITHHELD {
            self.entries.push(entry);
        } else {
            self.more += 1;
        }
    }

    fn into_entries(mut self) -> Vec<Withheld> {
        if self.more > 0 {
            self.entries.push(Withheld::new("", format!("and {} more", self.more)));
        }
        self.entries
    }
}

/// A glob over paths. Without a `/` it is held against names, with one against paths from the root.
struct PathGlob {
    matcher: GlobMatcher,
    names_only: bool,
}

impl PathGlob {
    fn new(field: &str, glob: &str) -> Result<Self, ToolError> {
        if glob.len() > 1_000 {
            return Err(ToolError::invalid_argument(field, &"longer than 1000 bytes", "a shorter glob"));
        }
        let plain = glob.strip_prefix("workspace:/").unwrap_or(glob).trim_start_matches('/');
        let built = GlobBuilder::new(plain).literal_separator(true).build().map_err(|error| {
            ToolError::new(
                ErrorCode::InvalidArgument,
                format!("`{field}` is no glob: {}", error.kind()),
                "a glob looks like `*.rs` or `src/**/*.ts`",
            )
        })?;
        Ok(Self { matcher: built.compile_matcher(), names_only: !plain.contains('/') })
    }

    fn matches(&self, path: &RelPath) -> bool {
        if self.names_only { self.matcher.is_match(path.name()) } else { self.matcher.is_match(path.as_str()) }
    }
}

/// A path that a client named, checked by its name.
fn allowed_path(workspace: &Workspace, given: &str, kind: EntryKind) -> Result<RelPath, ToolError> {
    let path = RelPath::parse(given)?;
    workspace.policy()?.verdict(&path, kind).require(&path)?;
    Ok(path)
}

#[cfg(test)]
mod tests;
