//! `git_status`: what is not as the last commit says.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::git::info::operation;
use crate::git::porcelain::{self, Entry, EntryKind, Renames, Untracked, WorkState};
use crate::git::program::Git;
use crate::git::shadow::Shadow;
use crate::git::{capped, changed_meanwhile, hex, with_shadow, without_path};
use crate::limits::Limits;
use crate::page::{Budget, Cursor, Withheld, in_range, json_bytes, max_bytes};
use crate::path::RelPath;
use crate::policy::{Policy, Verdict, shown, shown_text};
use crate::root;
use crate::tool_error::ToolError;
use crate::workspace::Workspace;

/// Input of `git_status`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GitStatusParams {
    /// Most paths in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 2000), extend("default" = 500))]
    pub limit: Option<i64>,
    /// `next` of the last answer, to continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Most bytes of paths in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1024, max = 262144), extend("default" = 30000))]
    pub max_bytes: Option<i64>,
}

/// What happened to a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Change {
    /// It is new.
    Added,
    /// Its content or mode changed.
    Modified,
    /// It is gone.
    Deleted,
    /// It has another path.
    Renamed,
    /// It is a copy of another path.
    Copied,
    /// A file became a link, or the like.
    TypeChanged,
    /// A merge left it in conflict.
    Unmerged,
}

impl Change {
    /// What git's letter means.
    pub(crate) fn from_letter(letter: u8) -> Self {
        match letter {
            b'A' => Self::Added,
            b'D' => Self::Deleted,
            b'R' => Self::Renamed,
            b'C' => Self::Copied,
            b'T' => Self::TypeChanged,
            b'U' => Self::Unmerged,
            _ => Self::Modified,
        }
    }
}

/// A path that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct StatusEntry {
    /// Relative to the workspace root.
    pub path: String,
    /// The path it had, for a rename or copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_path: Option<String>,
    /// What happened.
    pub change: Change,
}

/// A path in conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct ConflictEntry {
    /// Relative to the workspace root.
    pub path: String,
    /// What our side did, and theirs: `both modified`, `deleted by us`, …
    pub conflict: String,
}

/// A submodule that is not as the index says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct SubmoduleEntry {
    /// Relative to the workspace root.
    pub path: String,
    /// What happened to the commit it stands at. Changes inside a submodule are not looked for.
    pub change: Change,
    /// True when the change is in the index.
    pub staged: bool,
}

/// Answer of `git_status`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GitStatusResponse {
    /// The branch; absent when HEAD names a commit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The commit of HEAD; absent before the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The branch that this one follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upstream: Option<String>,
    /// Commits that the upstream does not have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<u64>,
    /// Commits that only the upstream has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<u64>,
    /// `merge`, `rebase` and the like, while one is going on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// Between HEAD and the index.
    pub staged: Vec<StatusEntry>,
    /// Between the index and the work tree.
    pub unstaged: Vec<StatusEntry>,
    /// Files that git neither tracks nor ignores; a path with `/` at its end is a repository of its own.
    pub untracked: Vec<String>,
    /// Left by a merge.
    pub conflicted: Vec<ConflictEntry>,
    /// Submodules at another commit.
    pub submodules: Vec<SubmoduleEntry>,
    /// Paths in all five lists, on this page and the others.
    pub total: u64,
    /// True when there is more.
    pub truncated: bool,
    /// Pass it as `cursor` to continue; empty when complete.
    pub next: String,
    /// Changed paths whose content is not shown.
    pub withheld: Vec<Withheld>,
}

/// One line of the answer, whichever list it goes to.
#[derive(Serialize)]
#[serde(untagged)]
enum Row {
    Staged(StatusEntry),
    Unstaged(StatusEntry),
    Untracked(String),
    Conflicted(ConflictEntry),
    Submodule(SubmoduleEntry),
}

/// Tells what is not as the last commit says.
///
/// # Errors
/// `INVALID_ARGUMENT`, `NOT_A_REPOSITORY`, `REPOSITORY_DAMAGED`, `REPOSITORY_NOT_OWNED`, `GIT_MISSING`,
/// `CHANGED_MEANWHILE`, `TOO_BIG`, `TIMED_OUT`, `INTERNAL`.
pub fn git_status(
    git: &Git,
    workspace: &Workspace,
    params: &GitStatusParams,
    limits: &Limits,
) -> Result<GitStatusResponse, ToolError> {
    let limit = in_range("limit", params.limit, 1, 2_000, 500)?.unsigned_abs();
    let budget = Budget::new(max_bytes(params.max_bytes)?);
    let cursor = Cursor::parse(params.cursor.as_deref(), "status", 1)?;
    let policy = workspace.policy()?;
    with_shadow(git, workspace, limits, |shadow| {
        let state = porcelain::ask(shadow, Renames::Found, Untracked::All, &shadow.repository.prefix)?;
        let (rows, withheld) = rows(shadow, &policy, &state.entries);
        let mut response = head(shadow, state);
        response.total = rows.len() as u64;
        response.withheld = capped(withheld);
        fill(&mut response, rows, cursor, limit, budget)?;
        Ok(response)
    })
    .map_err(without_path)
}

fn head(shadow: &Shadow<'_>, state: WorkState) -> GitStatusResponse {
    GitStatusResponse {
        branch: shadow.branch.as_deref().map(shown_text),
        commit: state.head,
        upstream: state.upstream.as_deref().map(shown_text),
        ahead: state.distance.map(|(ahead, _)| ahead),
        behind: state.distance.map(|(_, behind)| behind),
        operation: operation(&shadow.repository.git_dir).map(ToOwned::to_owned),
        ..GitStatusResponse::default()
    }
}

/// The page that the cursor asks for. Its hash is of all rows and of the head, so a page of something else is noticed.
fn fill(
    response: &mut GitStatusResponse,
    rows: Vec<Row>,
    cursor: Option<Cursor>,
    limit: u64,
    mut budget: Budget,
) -> Result<(), ToolError> {
    let mut whole = Sha256::new();
    let written = serde_json::to_vec(&(&*response, &rows));
    whole.update(written.map_err(|error| ToolError::internal("writing the answer", &error))?);
    let hash = hex(&whole.finalize()[..8]);
    let start = match cursor {
        Some(cursor) if cursor.text != hash => return Err(changed_meanwhile("the status")),
        Some(cursor) => cursor.numbers.first().copied().unwrap_or(0),
        None => 0,
    };
    for (at, row) in (0..).zip(rows).skip(usize::try_from(start).unwrap_or(usize::MAX)) {
        if at - start >= limit || !budget.take(json_bytes(&row) + 1) {
            response.truncated = true;
            response.next = Cursor::new("status", &[at], hash).to_string();
            return Ok(());
        }
        match row {
            Row::Staged(entry) => response.staged.push(entry),
            Row::Unstaged(entry) => response.unstaged.push(entry),
            Row::Untracked(path) => response.untracked.push(path),
            Row::Conflicted(entry) => response.conflicted.push(entry),
            Row::Submodule(entry) => response.submodules.push(entry),
        }
    }
    Ok(())
}

fn rows(shadow: &Shadow<'_>, policy: &Policy, entries: &[Entry]) -> (Vec<Row>, Vec<Withheld>) {
    let (mut staged, mut unstaged, mut conflicted, mut untracked, mut submodules) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut withheld = Vec::new();
    for entry in entries {
        let Some(path) = shadow.repository.in_workspace(&entry.path) else {
            withheld.push(Withheld::new(String::from_utf8_lossy(&entry.path), "its path cannot be named"));
            continue;
        };
        let old = entry.old_path.as_deref().and_then(|old| shadow.repository.in_workspace(old));
        for path in std::iter::once(&path).chain(&old) {
            withheld.extend(policy.verdict(path, root::EntryKind::File).to_withheld(path));
        }
        let row = |letter: u8| StatusEntry {
            path: shown(&path),
            old_path: old.as_ref().filter(|_| matches!(letter, b'R' | b'C')).map(shown),
            change: Change::from_letter(letter),
        };
        if entry.submodule.is_some() && entry.kind == EntryKind::Tracked {
            let sides = [(entry.staged, true), (entry.unstaged, false)];
            submodules.extend(sides.into_iter().filter(|(letter, _)| *letter != b'.').map(|(letter, staged)| {
                Row::Submodule(SubmoduleEntry { path: shown(&path), change: Change::from_letter(letter), staged })
            }));
            continue;
        }
        match entry.kind {
            EntryKind::Untracked => {
                let slash = if entry.path.ends_with(b"/") { "/" } else { "" };
                untracked.push(Row::Untracked(format!("{}{slash}", shown(&path))));
            }
            EntryKind::Unmerged => conflicted.push(Row::Conflicted(ConflictEntry {
                path: shown(&path),
                conflict: conflict(entry.staged, entry.unstaged).to_owned(),
            })),
            EntryKind::Tracked => {
                if entry.staged != b'.' {
                    staged.push(Row::Staged(row(entry.staged)));
                }
                if entry.unstaged != b'.' {
                    unstaged.push(Row::Unstaged(row(entry.unstaged)));
                }
            }
        }
    }
    let rows = [staged, unstaged, conflicted, untracked, submodules].into_iter().flatten().collect();
    (rows, withheld)
}

/// Git's own words for the letters of both sides.
fn conflict(ours: u8, theirs: u8) -> &'static str {
    match (ours, theirs) {
        (b'D', b'D') => "both deleted",
        (b'A', b'A') => "both added",
        (b'A', b'U') => "added by us",
        (b'U', b'A') => "added by them",
        (b'D', b'U') => "deleted by us",
        (b'U', b'D') => "deleted by them",
        _ => "both modified",
    }
}

/// Why a path's content is not shown, if so.
pub(crate) fn reason_of(policy: &Policy, path: &RelPath) -> Option<String> {
    match policy.verdict(path, root::EntryKind::File) {
        Verdict::Allowed => None,
        Verdict::Withheld { reason } => Some(reason),
    }
}
