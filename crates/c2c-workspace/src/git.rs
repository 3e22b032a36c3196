//! Git for reviewers and for the record of what an execution changed, read from repositories that may be hostile.
//!
//! The git program is used, but it never opens the repository's configuration and never reads the content of the work
//! tree: see `shadow` and `stage`. Nothing is ever written into the repository.
//!
//! Names that git prints become [`crate::RelPath`] text, the same spelling that the file tools take and give. Inside
//! the text of a diff, names with control characters, quotes, backslashes or bytes that are not UTF-8 stand in git's
//! own C-style quotes.

mod compare;
pub mod diff;
mod diff_page;
pub mod error;
mod folder;
pub mod info;
mod locate;
pub mod log;
mod patch;
mod porcelain;
mod program;
mod quote;
mod refs;
mod revision;
mod settings;
mod shadow;
pub mod show;
mod sides;
pub mod snapshot;
mod stage;
pub mod status;
mod stored;
mod submodule;
pub(crate) mod tracked;
mod work_file;

#[cfg(any(test, fuzzing))]
pub(crate) use diff_page::fuzzing::check as check_diff_pages;

pub use diff::{GitDiffParams, GitDiffResponse, git_diff};
pub use error::GitError;
pub use info::{RepositoryInfo, repository_info};
pub use log::{GitLogParams, GitLogResponse, git_log};
pub use program::Git;
pub use show::{GitShowParams, GitShowResponse, git_show};
pub use snapshot::GitChanges;
pub use status::{GitStatusParams, GitStatusResponse, git_status};
pub use stored::file_of_patch;

use crate::limits::Limits;
use crate::page::Withheld;
use crate::path::RelPath;
use crate::root::EntryKind;
use crate::tool_error::{ErrorCode, ToolError};
use crate::workspace::Workspace;

use locate::Repository;
use shadow::Shadow;

/// Most entries of a `withheld` list in one answer.
const MOST_WITHHELD: usize = 50;

/// A path that a client named, checked by its name; the root when none is named.
fn asked_path(workspace: &Workspace, given: Option<&str>) -> Result<RelPath, ToolError> {
    let path = RelPath::parse(given.unwrap_or("."))?;
    workspace.policy()?.verdict(&path, EntryKind::File).require(&path)?;
    Ok(path)
}

/// Opens the repository of `workspace` and does something with it.
fn with_shadow<T>(
    git: &Git,
    workspace: &Workspace,
    limits: &Limits,
    work: impl FnOnce(&Shadow<'_>) -> Result<T, ToolError>,
) -> Result<T, ToolError> {
    let repository = Repository::find(git, workspace.root(), limits)?;
    let shadow = Shadow::make(git, &repository, limits, None)?;
    work(&shadow)
}

/// An error of a tool that has no `path` to be narrowed with.
fn without_path(mut error: ToolError) -> ToolError {
    if matches!(error.code, ErrorCode::TooBig | ErrorCode::TimedOut) {
        "work with `git_diff`, narrowed with its `path`, or with the file tools".clone_into(&mut error.hint);
    }
    error
}

/// Keeps a list of what is withheld short: so many by name, the rest by number.
fn capped(mut withheld: Vec<Withheld>) -> Vec<Withheld> {
    let more = withheld.len().saturating_sub(MOST_WITHHELD);
    if more > 0 {
        withheld.truncate(MOST_WITHHELD);
        withheld.push(Withheld::new("", format!("and {more} more")));
    }
    withheld
}

/// Hexadecimal digits of a hash.
fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        }
    }
    text
}

/// A page of something that is no longer the same.
fn changed_meanwhile(what: &str) -> ToolError {
    ToolError::new(
        ErrorCode::ChangedMeanwhile,
        format!("{what} changed since the page before"),
        "begin again without `cursor`",
    )
}
