//! What a client calls a commit, checked and turned into its object name before any other command sees it.

use crate::git::error::GitError;
use crate::git::refs;
use crate::git::shadow::Shadow;

/// Longest revision, in bytes.
const LONGEST: usize = 250;
/// Largest file of a ref, in bytes.
const LARGEST_REF: u64 = 4_096;

/// The commit that `given` names.
pub(crate) fn commit(shadow: &Shadow<'_>, field: &'static str, given: &str) -> Result<String, GitError> {
    let refused = |why| GitError::Revision { field, found: given.escape_debug().to_string(), why };
    check(given).map_err(refused)?;
    if let Some(commit) = commit_of(shadow, given)? {
        return Ok(commit);
    }
    match object_of(shadow, given)? {
        // A full object name is taken as it is, whether there is such an object or not.
        Some(object) if object != given && !is_readable(shadow, &object)? => {
            Err(GitError::damaged(format!("the commit that `{}` names is missing or damaged", given.escape_debug())))
        }
        _ => Err(refused("there is no such commit")),
    }
}

/// The commit of HEAD; none before the first.
pub(crate) fn head(shadow: &Shadow<'_>) -> Result<Option<String>, GitError> {
    let commit = commit_of(shadow, "HEAD")?;
    if commit.is_none() && !is_unborn(shadow)? {
        return Err(GitError::damaged("the commit of its HEAD is missing or damaged"));
    }
    Ok(commit)
}

/// Whether HEAD names a branch that does not exist, which is how a repository begins.
fn is_unborn(shadow: &Shadow<'_>) -> Result<bool, GitError> {
    if object_of(shadow, "HEAD")?.is_some() {
        return Ok(false);
    }
    // Fails where one ref names the other in a circle.
    let Some(branch) = shadow.ask(&["symbolic-ref", "--quiet", "HEAD"])? else { return Ok(false) };
    let settings = &shadow.repository.settings;
    if settings.reftable {
        return Ok(true);
    }
    // A file with something else than an object name was not copied, and is no branch that is yet to come. One with a
    // name was made meanwhile.
    let unreadable = |_| GitError::damaged("the branch of its HEAD cannot be read");
    let content = shadow.repository.common.read(&branch, LARGEST_REF).map_err(unreadable)?;
    Ok(content.is_none_or(|content| refs::is_object_name(content.trim_ascii(), settings.hash)))
}

fn commit_of(shadow: &Shadow<'_>, name: &str) -> Result<Option<String>, GitError> {
    let wanted = format!("{name}^{{commit}}");
    shadow.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", wanted.as_str()])
}

/// What a name stands for, without a look at the object itself.
fn object_of(shadow: &Shadow<'_>, name: &str) -> Result<Option<String>, GitError> {
    shadow.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", name])
}

fn is_readable(shadow: &Shadow<'_>, object: &str) -> Result<bool, GitError> {
    Ok(shadow.ask(&["cat-file", "-t", object])?.is_some())
}

/// The tree to compare with when it is HEAD's: the empty one before the first commit.
pub(crate) fn head_or_empty(shadow: &Shadow<'_>) -> Result<String, GitError> {
    Ok(head(shadow)?.unwrap_or_else(|| shadow.repository.settings.hash.empty_tree().to_owned()))
}

/// The first parent of a commit, or the empty tree.
pub(crate) fn parent_or_empty(shadow: &Shadow<'_>, commit: &str) -> Result<String, GitError> {
    let name = format!("{commit}^1");
    match commit_of(shadow, &name)? {
        Some(parent) => Ok(parent),
        None if object_of(shadow, &name)?.is_some() => {
            Err(GitError::damaged("the parent of the commit is missing or damaged"))
        }
        None => Ok(shadow.repository.settings.hash.empty_tree().to_owned()),
    }
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
