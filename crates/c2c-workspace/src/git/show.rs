//! `git_show`: one commit, its message and what it changed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::git::compare::between;
use crate::git::diff_page::{DiffFile, DiffSummary, Wanted, WholeDiff};
use crate::git::log::written;
use crate::git::program::Git;
use crate::git::shadow::Index;
use crate::git::{GitError, asked_path, capped, revision, with_shadow};
use crate::limits::Limits;
use crate::page::{Withheld, cut, max_bytes};
use crate::tool_error::ToolError;
use crate::workspace::Workspace;

/// Room for the diff beside a long message, in bytes.
const LEAST_DIFF: usize = 1_024;

/// Input of `git_show`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GitShowParams {
    /// A commit id, branch or tag.
    pub commit: String,
    /// Only this file or folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// `next` of the last answer, to continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Most bytes of files and text in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1024, max = 262144), extend("default" = 30000))]
    pub max_bytes: Option<i64>,
}

/// Answer of `git_show`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GitShowResponse {
    /// The commit.
    pub id: String,
    /// Its parents. What changed is against the first.
    pub parents: Vec<String>,
    /// The author's name.
    pub author: String,
    /// When it was written, RFC 3339.
    pub time: String,
    /// The first line of its message.
    pub subject: String,
    /// The rest of its message; on the first page only.
    pub body: String,
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

/// Shows a commit against its first parent.
///
/// # Errors
/// As [`crate::git::git_diff`], and `NO_COMMITS`.
pub fn git_show(
    git: &Git,
    workspace: &Workspace,
    params: &GitShowParams,
    limits: &Limits,
) -> Result<GitShowResponse, ToolError> {
    let max_bytes = max_bytes(params.max_bytes)?;
    let path = asked_path(workspace, params.path.as_deref())?;
    let policy = workspace.policy()?;
    with_shadow(git, workspace, limits, |shadow| {
        if revision::head(shadow)?.is_none() && params.commit == "HEAD" {
            return Err(GitError::NoCommits.into());
        }
        let commit = revision::commit(shadow, "commit", &params.commit)?;
        let parent = revision::parent_or_empty(shadow, &commit)?;
        let path = shadow.repository.in_work_tree(&path);
        let compared = between(shadow, Index::Original, &parent, &commit, 3, &path)?;
        let whole = WholeDiff::new(shadow, &policy, compared.patches, &compared.not_taken, Wanted::Text)?;
        let summary = whole.summary;
        let Some(written) = written(shadow, &[&commit])?.pop() else {
            return Err(GitError::damaged("git does not show the commit").into());
        };
        let mut withheld = Vec::new();
        let (subject, mut body) = written.message(&mut withheld);
        if params.cursor.as_deref().is_some_and(|cursor| !cursor.is_empty()) {
            body.clear();
        }
        let fits = cut(&body, max_bytes);
        if fits < body.len() {
            withheld.push(Withheld::new(&written.id, format!("{} bytes of its message", body.len() - fits)));
            body.truncate(fits);
        }
        let room = max_bytes.saturating_sub(body.len()).max(LEAST_DIFF);
        let page = whole.page("show", &commit, params.cursor.as_deref(), room)?;
        let author = written.author(&mut withheld);
        withheld.extend(page.withheld);
        Ok(GitShowResponse {
            subject,
            author,
            id: written.id,
            parents: written.parents,
            time: written.time,
            body,
            summary,
            files: page.files,
            diff: page.text,
            content_hash: page.content_hash,
            truncated: !page.next.is_empty(),
            next: page.next,
            withheld: capped(withheld),
        })
    })
}
