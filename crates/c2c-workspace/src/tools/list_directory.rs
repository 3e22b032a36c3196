//! `list_directory`: what lies in a folder.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{WithheldList, allowed_path};
use crate::limits::Limits;
use crate::page::{Budget, Cursor, Withheld, in_range, json_bytes, max_bytes};
use crate::path::RelPath;
use crate::root::{EntryKind, Root};
use crate::tool_error::ToolError;
use crate::walk::{Entry, Item, Options, Walk};
use crate::workspace::Workspace;

/// Input of `list_directory`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListDirectoryParams {
    /// The folder, relative to the workspace root.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("default" = "."))]
    pub path: Option<String>,
    /// Levels to show, 1 for the folder's own entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 4), extend("default" = 1))]
    pub depth: Option<i64>,
    /// Most entries in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1000), extend("default" = 200))]
    pub limit: Option<i64>,
    /// `next` of the last answer, to continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Also show what `.gitignore` files leave out.
    #[serde(default)]
    pub include_ignored: bool,
    /// Most bytes of entries in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1024, max = 262144), extend("default" = 30000))]
    pub max_bytes: Option<i64>,
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DirectoryEntry {
    /// Relative to the workspace root.
    pub path: String,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: EntryKind,
    /// Bytes, for a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Where a link says it leads. Links are never followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_target: Option<String>,
}

/// Answer of `list_directory`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ListDirectoryResponse {
    /// The folder that was listed.
    pub path: String,
    /// Sorted by path, each folder before what lies in it.
    pub entries: Vec<DirectoryEntry>,
    /// Entries there are in all, on this page and the others.
    pub total: u64,
    /// Entries that `.gitignore` files leave out.
    pub ignored: u64,
    /// True when there is more.
    pub truncated: bool,
    /// Pass it as `cursor` to continue; empty when complete.
    pub next: String,
    /// What is there and not shown.
    pub withheld: Vec<Withheld>,
}

/// Lists a folder.
///
/// # Errors
/// `INVALID_ARGUMENT`, `INVALID_PATH`, `OUTSIDE_WORKSPACE`, `WITHHELD`, `NOT_FOUND`, `NOT_A_DIRECTORY`.
pub fn list_directory(
    workspace: &Workspace,
    params: &ListDirectoryParams,
    limits: &Limits,
) -> Result<ListDirectoryResponse, ToolError> {
    let depth = in_range("depth", params.depth, 1, 4, 1)?;
    let limit = in_range("limit", params.limit, 1, 1_000, 200)?;
    let mut page = Page::new(workspace.root(), limit.unsigned_abs(), max_bytes(params.max_bytes)?);
    let after = match Cursor::parse(params.cursor.as_deref(), "list", 0)? {
        Some(cursor) => Some(RelPath::parse(&cursor.text)?),
        None => None,
    };
    let path = allowed_path(workspace, params.path.as_deref().unwrap_or("."), EntryKind::Directory)?;
    let policy = workspace.policy()?;
    let options = Options {
        start: path.clone(),
        depth: usize::try_from(depth).ok(),
        include_ignored: params.include_ignored,
        after: None,
    };
    let (mut total, mut ignored) = (0, 0);
    let mut walk = Walk::new(workspace.root(), &policy, limits, options)?;
    for item in walk.by_ref() {
        match item {
            Item::Ignored => ignored += 1,
            Item::Withheld(path, reason) => {
                if after.as_ref().is_none_or(|after| path > *after) {
                    page.withhold(path, reason);
                }
            }
            Item::Entry(entry) => {
                total += 1;
                if after.as_ref().is_none_or(|after| entry.path > *after) {
                    page.add(&entry);
                }
            }
        }
    }
    let stopped = walk.stopped().cloned();
    // A folder so large that one call cannot even count it: what was seen is shown, and the count is of that.
    let next = match (page.next, stopped) {
        (Some(next), _) => Some(next),
        (None, Some(stopped)) => {
            match stopped.after.filter(|stopped| after.as_ref().is_none_or(|after| stopped > after)) {
                Some(stopped) => Some(stopped),
                None => return Err(ToolError::timed_out("listing the folder")),
            }
        }
        (None, None) => None,
    };
    Ok(ListDirectoryResponse {
        path: path.to_string(),
        entries: page.entries,
        total,
        ignored,
        truncated: next.is_some(),
        next: next.map(|last| Cursor::new("list", &[], last.as_str()).to_string()).unwrap_or_default(),
        withheld: page.withheld.into_entries(),
    })
}

struct Page<'a> {
    root: &'a Root,
    entries: Vec<DirectoryEntry>,
    withheld: WithheldList,
    limit: u64,
    budget: Budget,
    last: Option<RelPath>,
    /// The last path shown, once there was one too many.
    next: Option<RelPath>,
}

impl<'a> Page<'a> {
    fn new(root: &'a Root, limit: u64, bytes: usize) -> Self {
        Self {
            root,
            entries: Vec::new(),
            withheld: WithheldList::default(),
            limit,
            budget: Budget::new(bytes),
            last: None,
            next: None,
        }
    }

    fn withhold(&mut self, path: RelPath, reason: String) {
        if self.next.is_none() {
            let entry = Withheld::path(&path, reason);
            // A cursor shows where it stands.
            if entry.path == path.as_str() {
                self.last = Some(path);
            }
            self.withheld.push(entry);
        }
    }

    fn add(&mut self, entry: &Entry) {
        if self.next.is_some() {
            return;
        }
        let link = if entry.kind == EntryKind::Symlink { entry.link_text() } else { None };
        let link_target = link.map(|text| self.root.shown_target(&text));
        let shown = DirectoryEntry {
            path: entry.path.to_string(),
            kind: entry.kind,
            size: (entry.kind == EntryKind::File).then(|| entry.size()),
            link_target,
        };
        let room = (self.entries.len() as u64) < self.limit && self.budget.take(json_bytes(&shown) + 1);
        if room {
            self.last = Some(entry.path.clone());
            self.entries.push(shown);
        } else {
            self.next = self.last.clone().or_else(|| Some(entry.path.clone()));
        }
    }
}

#[cfg(test)]
mod tests;
