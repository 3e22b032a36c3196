//! The commit that is checked out in a submodule. It is read from two small files; the submodule is not entered, and
//! no git process runs in it.

use std::path::Path;

use crate::git::folder::GitFolder;
use crate::git::locate::Repository;
use crate::git::refs::is_object_name;
use crate::root::Root;

/// Largest file of packed refs of a submodule that is searched, in bytes.
const LARGEST_PACKED: u64 = 16 << 20;

/// The commit of the submodule at `path` (in the workspace); none when it is not checked out, or its git folder lies
/// elsewhere than in itself or in the repository.
pub(crate) fn checked_out(repository: &Repository, root: &Root, path: &crate::path::RelPath) -> Option<String> {
    // Opened once through the root only to see that no link is on the way.
    drop(root.open_folder(path).ok()?);
    let folder = root.path().join(path.to_os());
    let dot_git = folder.join(".git");
    let git_dir = if std::fs::symlink_metadata(&dot_git).ok()?.is_dir() {
        GitFolder::open(&dot_git).ok()?
    } else {
        let outer = GitFolder::open(&folder).ok()?;
        let line = outer.read_line(".git").ok()??;
        GitFolder::open(&folder.join(line.strip_prefix("gitdir: ")?)).ok()?
    };
    let modules = repository.common.path.join("modules");
    if git_dir.path != dot_git && !git_dir.path.starts_with(&modules) {
        return None;
    }
    let head = git_dir.read_line("HEAD").ok()??;
    let hash = repository.settings.hash;
    let commit = match head.strip_prefix("ref: ") {
        None => head,
        Some(name) => resolve(&git_dir, name.trim())?,
    };
    is_object_name(commit.as_bytes(), hash).then_some(commit)
}

fn resolve(git_dir: &GitFolder, name: &str) -> Option<String> {
    let plain = name.starts_with("refs/") && Path::new(name).components().all(is_plain);
    if !plain {
        return None;
    }
    if let Some(commit) = git_dir.read_line(name).ok()? {
        return Some(commit);
    }
    let packed = git_dir.read("packed-refs", LARGEST_PACKED).ok()??;
    let packed = String::from_utf8_lossy(&packed).into_owned();
    packed
        .lines()
        .filter_map(|line| line.split_once(' '))
        .find(|(_, found)| *found == name)
        .map(|(commit, _)| commit.to_owned())
}

fn is_plain(component: std::path::Component<'_>) -> bool {
    matches!(component, std::path::Component::Normal(_))
}
