//! `git_diff`: what changed, against the index, a commit, or between commits.

use std::collections::BTreeSet;
use std::ffi::OsString;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::git::compare::{self, Compared};
use crate::git::diff_page::{DiffFile, DiffSummary, Wanted, WholeDiff};
use crate::git::error::GitError;
use crate::git::porcelain::{self, Entry, EntryKind, Renames, Untracked, os_string};
use crate::git::program::Git;
use crate::git::shadow::{Index, MOST_OUTPUT, Shadow};
use crate::git::stage::{For, NotTaken, stage};
use crate::git::{asked_path, capped, revision, with_shadow};
use crate::limits::Limits;
use crate::page::{Withheld, in_range, max_bytes};
use crate::path::RelPath;
use crate::policy::Policy;
use crate::tool_error::{ErrorCode, ToolError};
use crate::workspace::Workspace;

/// Largest file of the work tree whose diff is made, in bytes.
pub(crate) const LARGEST_FILE: u64 = 32 << 20;

/// Digits of an object's name at least: `index`, `worktree` and `empty` are shorter.
const SHORTEST_NAME: usize = 40;

/// What is compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum DiffMode {
    /// The index with the work tree.
    Unstaged,
    /// HEAD with the index.
    Staged,
    /// HEAD with the work tree.
    #[default]
    Head,
    /// The common ancestor of `base` and HEAD with the work tree.
    Base,
    /// The commit `from` with the commit `to`.
    Commits,
}

/// Input of `git_diff`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GitDiffParams {
    /// What is compared: `unstaged` index and work tree, `staged` HEAD and index, `head` HEAD and work tree, `base` the
    /// common ancestor of `base` and HEAD, and the work tree, `commits` two commits.
    #[serde(default)]
    pub mode: DiffMode,
    /// For mode `base`: a branch, tag or commit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// For mode `commits`: the older commit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// For mode `commits`: the newer commit; HEAD when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Only this file or folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Only the files and their numbers of lines.
    #[serde(default)]
    pub stat_only: bool,
    /// Unchanged lines around a change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 20), extend("default" = 3))]
    pub context: Option<i64>,
    /// Show files that git does not track (nor ignore) as added.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("default" = true))]
    pub include_untracked: Option<bool>,
    /// `next` of the last answer, to continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Most bytes of files and text in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1024, max = 262144), extend("default" = 30000))]
    pub max_bytes: Option<i64>,
}

/// Answer of `git_diff`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GitDiffResponse {
    /// The older side: a commit, `index`, or `empty` before the first commit.
    pub from: String,
    /// The newer side: a commit, `index` or `worktree`.
    pub to: String,
    /// The size of the whole.
    pub summary: DiffSummary,
    /// The files whose diff begins on this page, in order.
    pub files: Vec<DiffFile>,
    /// This page's part of the whole text.
    pub diff: String,
    /// Names the whole: the same on every page of it.
    pub content_hash: String,
    /// True when there is more.
    pub truncated: bool,
    /// Pass it as `cursor` to continue; empty when complete.
    pub next: String,
    /// What is not shown, of the files on this page.
    pub withheld: Vec<Withheld>,
}

/// Shows what changed. Files that git does not track are additions; nothing that is ignored is shown.
///
/// # Errors
/// `INVALID_ARGUMENT`, `INVALID_PATH`, `OUTSIDE_WORKSPACE`, `WITHHELD`, `NOT_FOUND`, `NOT_A_REPOSITORY`,
/// `REPOSITORY_DAMAGED`, `REPOSITORY_NOT_OWNED`, `GIT_MISSING`, `CHANGED_MEANWHILE`, `TOO_BIG`, `TIMED_OUT`, `INTERNAL`.
pub fn git_diff(
    git: &Git,
    workspace: &Workspace,
    params: &GitDiffParams,
    limits: &Limits,
) -> Result<GitDiffResponse, ToolError> {
    let context = in_range("context", params.context, 0, 20, 3)?;
    let max_bytes = max_bytes(params.max_bytes)?;
    let path = asked_path(workspace, params.path.as_deref())?;
    check_fields(params)?;
    let policy = workspace.policy()?;
    with_shadow(git, workspace, limits, |shadow| {
        let comparison = Comparison {
            shadow,
            workspace,
            policy: &policy,
            path: shadow.repository.in_work_tree(&path),
            context,
            untracked: if params.include_untracked.unwrap_or(true) { Untracked::All } else { Untracked::None },
        };
        let found = comparison.make(params)?;
        if found.compared.patches.is_empty() && !comparison.knows(&path, &found)? {
            return Err(ToolError::new(
                ErrorCode::NotFound,
                format!("`{path}` is neither in the work tree nor in what is compared"),
                "look for it with `find_files` or `git_status`",
            ));
        }
        let wanted = if params.stat_only { Wanted::Files } else { Wanted::Text };
        let whole = WholeDiff::new(shadow, &policy, found.compared.patches, &found.compared.not_taken, wanted)?;
        let summary = whole.summary;
        let about = format!("{} {}", found.from, found.to);
        let page = whole.page("diff", &about, params.cursor.as_deref(), max_bytes)?;
        Ok(GitDiffResponse {
            from: found.from,
            to: found.to,
            summary,
            files: page.files,
            diff: page.text,
            content_hash: page.content_hash,
            truncated: !page.next.is_empty(),
            next: page.next,
            withheld: capped(page.withheld),
        })
    })
}

fn check_fields(params: &GitDiffParams) -> Result<(), ToolError> {
    let given = [("base", &params.base), ("from", &params.from), ("to", &params.to)];
    for (field, value) in given {
        let fits = match params.mode {
            DiffMode::Base => field == "base",
            DiffMode::Commits => field != "base",
            _ => false,
        };
        if let (Some(value), false) = (value, fits) {
            let mode = if field == "base" { "base" } else { "commits" };
            return Err(ToolError::new(
                ErrorCode::InvalidArgument,
                format!("`{field}` is `{}`, and only mode `{mode}` takes it", value.escape_debug()),
                format!("call again without `{field}`, or with `mode` as `{mode}`"),
            ));
        }
    }
    match params.mode {
        DiffMode::Base if params.base.is_none() => Err(missing("base", "base", "a branch, tag or commit")),
        DiffMode::Commits if params.from.is_none() => Err(missing("from", "commits", "a commit")),
        _ => Ok(()),
    }
}

fn missing(field: &str, mode: &str, expected: &str) -> ToolError {
    ToolError::new(
        ErrorCode::InvalidArgument,
        format!("`{field}` is missing; mode `{mode}` needs it"),
        format!("call again with `{field}` as {expected}"),
    )
}

struct Comparison<'a> {
    shadow: &'a Shadow<'a>,
    workspace: &'a Workspace,
    policy: &'a Policy,
    path: Vec<u8>,
    context: i64,
    untracked: Untracked,
}

struct Found {
    from: String,
    to: String,
    compared: Compared,
}

impl Comparison<'_> {
    fn make(&self, params: &GitDiffParams) -> Result<Found, GitError> {
        let hash = self.shadow.repository.settings.hash;
        match params.mode {
            DiffMode::Staged => {
                let head = revision::head_or_empty(self.shadow)?;
                let compared = self.against(Index::Original, &head)?;
                Ok(Found { from: shown(&head, hash.empty_tree()), to: "index".to_owned(), compared })
            }
            DiffMode::Head => {
                let head = revision::head_or_empty(self.shadow)?;
                self.with_work_tree(&head)
            }
            DiffMode::Base => {
                let base = revision::commit(self.shadow, "base", params.base.as_deref().unwrap_or_default())?;
                let from = match revision::head(self.shadow)? {
                    Some(head) => revision::merge_base(self.shadow, &base, &head)?,
                    None => base,
                };
                self.with_work_tree(&from)
            }
            DiffMode::Commits => {
                let from = revision::commit(self.shadow, "from", params.from.as_deref().unwrap_or_default())?;
                let to = revision::commit(self.shadow, "to", params.to.as_deref().unwrap_or("HEAD"))?;
                let compared = self.between(Index::Original, &from, &to)?;
                Ok(Found { from, to, compared })
            }
            DiffMode::Unstaged => self.unstaged(),
        }
    }

    fn with_work_tree(&self, from: &str) -> Result<Found, GitError> {
        let (_, not_taken) = self.stage_work_tree()?;
        let compared = self.against(Index::Work, from)?.without(not_taken);
        let from = shown(from, self.shadow.repository.settings.hash.empty_tree());
        Ok(Found { from, to: "worktree".to_owned(), compared })
    }

    /// Two trees of only the paths that changed: the index itself may hold conflicts, of which no tree can be made.
    fn unstaged(&self) -> Result<Found, GitError> {
        let (entries, not_taken) = self.stage_work_tree()?;
        let changed: BTreeSet<&[u8]> = entries
            .iter()
            .filter(|entry| entry.unstaged != b'.' || entry.kind == EntryKind::Unmerged)
            .map(|entry| entry.path.as_slice())
            .collect();
        let zeros = "0".repeat(self.shadow.repository.settings.hash.digits());
        let mut before = Vec::new();
        for entry in entries.iter().filter(|entry| changed.contains(entry.path.as_slice())) {
            if entry.kind != EntryKind::Untracked && entry.index_object != zeros && entry.index_mode != "000000" {
                record(&mut before, &entry.index_mode, &entry.index_object, &entry.path);
            }
        }
        let before = self.tree_of(before)?;
        let listed = self.shadow.read(Index::Work, &["ls-files", "--stage", "-z"], Vec::new(), MOST_OUTPUT)?;
        let mut after = Vec::new();
        for line in listed.split(|&byte| byte == 0) {
            let Some((head, path)) = split_at_tab(line) else { continue };
            let mut fields = head.split(' ');
            if let (true, Some(mode), Some(object)) = (changed.contains(path), fields.next(), fields.next()) {
                record(&mut after, mode, object, path);
            }
        }
        let after = self.tree_of(after)?;
        let compared = self.between(Index::Work, &before, &after)?.without(not_taken);
        Ok(Found { from: "index".to_owned(), to: "worktree".to_owned(), compared })
    }

    /// Whether a path without changes is there at all, on one of the sides or in between.
    fn knows(&self, path: &RelPath, found: &Found) -> Result<bool, GitError> {
        if path.is_root() || self.workspace.root().look(path).is_ok() {
            return Ok(true);
        }
        let listed = [OsString::from("ls-files"), "-z".into(), "--".into(), os_string(&self.path)];
        if !self.shadow.read(Index::Original, &listed, Vec::new(), MOST_OUTPUT)?.is_empty() {
            return Ok(true);
        }
        for side in [&found.from, &found.to].into_iter().filter(|side| side.len() >= SHORTEST_NAME) {
            let listed = [OsString::from("ls-tree"), "-z".into(), side.into(), "--".into(), os_string(&self.path)];
            if !self.shadow.read(Index::Original, &listed, Vec::new(), MOST_OUTPUT)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn against(&self, index: Index, from: &str) -> Result<Compared, GitError> {
        compare::against(self.shadow, index, from, self.context, &self.path)
    }

    fn between(&self, index: Index, from: &str, to: &str) -> Result<Compared, GitError> {
        compare::between(self.shadow, index, from, to, self.context, &self.path)
    }

    fn tree_of(&self, records: Vec<u8>) -> Result<String, GitError> {
        let index = self.shadow.index_path(Index::Part);
        if index.exists() {
            std::fs::remove_file(&index).map_err(|source| GitError::io("making an index", source))?;
        }
        self.shadow.write(Index::Part, &["update-index", "-z", "--index-info"], records)?;
        self.shadow.write(Index::Part, &["write-tree", "--missing-ok"], Vec::new())
    }

    fn stage_work_tree(&self) -> Result<(Vec<Entry>, NotTaken), GitError> {
        let state = porcelain::ask(self.shadow, Renames::Apart, self.untracked, &self.path)?;
        let whom = For::Reader { policy: self.policy, largest: LARGEST_FILE };
        let not_taken = stage(self.shadow, self.workspace.root(), &state.entries, whom)?;
        Ok((state.entries, not_taken))
    }
}

fn shown(object: &str, empty_tree: &str) -> String {
    if object == empty_tree { "empty".to_owned() } else { object.to_owned() }
}

fn record(records: &mut Vec<u8>, mode: &str, object: &str, path: &[u8]) {
    records.extend(format!("{mode} {object} 0\t").as_bytes());
    records.extend(path);
    records.push(0);
}

fn split_at_tab(line: &[u8]) -> Option<(&str, &[u8])> {
    let tab = memchr::memchr(b'\t', line)?;
    Some((std::str::from_utf8(&line[..tab]).ok()?, &line[tab + 1..]))
}
