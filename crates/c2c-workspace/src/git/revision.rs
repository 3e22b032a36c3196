//! What a client calls a commit, checked and turned into its object name before any other command sees it.

use crate::git::error::GitError;
use crate::git::shadow::Shadow;

/// Longest revision, in bytes.
const LONGEST: usize = 250;

/// The commit that `given` names.
pub(crate) fn commit(shadow: &Shadow<'_>, field: &'static str, given: &str) -> Result<String, GitError> {
    let refused = |why| GitError::Revision { field, found: given.escape_debug().to_string(), why };
    check(given).map_err(refused)?;
    let wanted = format!("{given}^{{commit}}");
    let found = shadow.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", wanted.as_str()])?;
    found.ok_or_else(|| refused("there is no such commit"))
}

/// The commit of HEAD; none before the first.
pub(crate) fn head(shadow: &Shadow<'_>) -> Result<Option<String>, GitError> {
    shadow.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", "HEAD^{commit}"])
}

/// The tree to compare with when it is HEAD's: the empty one before the first commit.
pub(crate) fn head_or_empty(shadow: &Shadow<'_>) -> Result<String, GitError> {
    Ok(head(shadow)?.unwrap_or_else(|| shadow.repository.settings.hash.empty_tree().to_owned()))
}

/// The first parent of a commit, or the empty tree.
pub(crate) fn parent_or_empty(shadow: &Shadow<'_>, commit: &str) -> Result<String, GitError> {
    let wanted = format!("{commit}^1^{{commit}}");
    let found = shadow.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", wanted.as_str()])?;
    Ok(found.unwrap_or_else(|| shadow.repository.settings.hash.empty_tree().to_owned()))
}

/// The best common ancestor of two commits, or the first one itself when they have none.
pub(crate) fn merge_base(shadow: &Shadow<'_>, base: &str, head: &str) -> Result<String, GitError> {
    Ok(shadow.ask(&["merge-base", base, head])?.unwrap_or_else(|| base.to_owned()))
}

/// A name, or a name with steps back (`~2`, `^`): nothing that git could take for an option, a range, a search or a
/// look into the reflog.
fn check(given: &str) -> Result<(), &'static str> {
    if given.is_empty() || given.len() > LONGEST {
        return Err("a revision has 1 to 250 bytes");
    }
    if given.starts_with(['-', '^']) {
        return Err("a revision does not begin like that");
    }
    if given.contains("..") || given.contains("@{") {
        return Err("ranges and reflogs are not read");
    }
    let odd = |letter: char| letter.is_control() || " :?*[\\{}".contains(letter);
    if given.contains(odd) {
        return Err("it has a character that no branch has");
    }
    Ok(())
}

#[cfg(test)]
mod tests;
