//! What `workspace_info` says about git.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::git::error::GitError;
use crate::git::folder::GitFolder;
use crate::git::locate::Repository;
use crate::git::porcelain::{self, Renames, Untracked};
use crate::git::program::Git;
use crate::git::shadow::Shadow;
use crate::limits::Limits;
use crate::policy::shown_text;
use crate::tool_error::{ErrorCode, ToolError};
use crate::workspace::Workspace;

/// The repository of a workspace, or why there is none that is read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct RepositoryInfo {
    /// True when git's tools work here.
    pub available: bool,
    /// Why they do not: `NOT_A_REPOSITORY`, `REPOSITORY_DAMAGED`, `REPOSITORY_NOT_OWNED`, `GIT_MISSING`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The branch that is checked out; absent when HEAD names a commit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The commit of HEAD; absent before the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// True when something is not committed, files that git does not track included.
    pub dirty: bool,
    /// `merge`, `rebase` and the like, while one is going on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
}

/// What there is of a repository. Only a passed deadline and faults of our own are errors here.
///
/// # Errors
/// `TIMED_OUT`, `INTERNAL`.
pub fn repository_info(git: &Git, workspace: &Workspace, limits: &Limits) -> Result<RepositoryInfo, ToolError> {
    match look(git, workspace, limits) {
        Ok(info) => Ok(info),
        Err(error) => {
            let error = ToolError::from(error);
            if matches!(error.code, ErrorCode::TimedOut | ErrorCode::Internal) {
                return Err(error);
            }
            Ok(RepositoryInfo {
                code: Some(error.code.to_string()),
                reason: Some(error.message),
                ..RepositoryInfo::default()
            })
        }
    }
}

fn look(git: &Git, workspace: &Workspace, limits: &Limits) -> Result<RepositoryInfo, GitError> {
    let repository = Repository::find(git, workspace.root(), limits)?;
    let shadow = Shadow::make(git, &repository, limits, None)?;
    let state = porcelain::ask(&shadow, Renames::Apart, Untracked::All, &repository.prefix)?;
    Ok(RepositoryInfo {
        available: true,
        code: None,
        reason: None,
        branch: shadow.branch.as_deref().map(shown_text),
        dirty: state.is_dirty(),
        commit: state.head,
        operation: operation(&repository.git_dir).map(ToOwned::to_owned),
    })
}

/// What is half done, by the marks that git leaves.
pub(crate) fn operation(git_dir: &GitFolder) -> Option<&'static str> {
    const MARKS: [(&str, &str); 8] = [
        ("rebase-merge", "rebase"),
        ("rebase-apply/applying", "am"),
        ("rebase-apply", "rebase"),
        ("MERGE_HEAD", "merge"),
        ("CHERRY_PICK_HEAD", "cherry-pick"),
        ("REVERT_HEAD", "revert"),
        ("sequencer", "sequence"),
        ("BISECT_LOG", "bisect"),
    ];
    MARKS.iter().find(|(mark, _)| git_dir.has(mark)).map(|(_, operation)| *operation)
}
