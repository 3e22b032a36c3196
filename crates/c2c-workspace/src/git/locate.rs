//! Finds the repository that a workspace belongs to, and refuses one that leads elsewhere.
//!
//! What a hostile `.git` could point to must point back: a worktree's folder names the worktree, a submodule's
//! configuration names the submodule. Borrowed objects (alternates) have no way back and are refused.

use std::io;
use std::path::{Path, PathBuf};

use cap_std::fs::Dir;

use crate::git::error::GitError;
use crate::git::folder::{GitFolder, is_absent};
use crate::git::program::Git;
use crate::git::settings::Settings;
use crate::limits::Limits;
use crate::path::RelPath;
use crate::root::Root;

/// How many folders above the root are looked at.
const MOST_PARENTS: usize = 64;
/// Object folders have this many entries at most: 256 and some of git's own.
const MOST_OBJECT_FOLDERS: usize = 2_000;
/// Files of packs that are looked at; git puts packs together long before.
const MOST_PACK_FILES: usize = 50_000;

/// A repository with a work tree that the workspace is, or is a part of.
#[derive(Debug)]
pub(crate) struct Repository {
    /// The work tree, canonical.
    pub(crate) top: PathBuf,
    /// Where the workspace lies in it: empty, or a path that ends with `/`.
    pub(crate) prefix: Vec<u8>,
    /// The folder with HEAD and the index.
    pub(crate) git_dir: GitFolder,
    /// The folder with refs and objects: the same, except in a worktree.
    pub(crate) common: GitFolder,
    /// What counts of its configuration.
    pub(crate) settings: Settings,
}

impl Repository {
    /// Finds the repository of a workspace and reads its settings.
    pub(crate) fn find(git: &Git, root: &Root, limits: &Limits) -> Result<Self, GitError> {
        git.require(root.path())?;
        let top = find_top(root.path())?;
        require_own(&top, "the work tree")?;
        let (git_dir, common, linked) = open_git_dir(&top)?;
        require_own(&git_dir.path, "git's folder")?;
        require_own(&common.path, "git's folder")?;
        let settings = Settings::read(git, &git_dir, &common, limits)?;
        check_work_tree(&settings, &git_dir, &top, linked)?;
        check_objects(&common)?;
        let inside = root.path().strip_prefix(&top).map_err(|_| GitError::not_a_repository("the folder moved"))?;
        Ok(Self { prefix: prefix_of(inside), top, git_dir, common, settings })
    }

    /// The folder of objects.
    pub(crate) fn objects(&self) -> PathBuf {
        self.common.path.join("objects")
    }

    /// The path in the workspace of a path in the work tree; none when it lies outside, or cannot be named.
    pub(crate) fn in_workspace(&self, path: &[u8]) -> Option<RelPath> {
        RelPath::from_bytes(path.strip_prefix(self.prefix.as_slice())?).ok()
    }

    /// The path in the work tree, as git wants it, of a path in the workspace.
    pub(crate) fn in_work_tree(&self, path: &RelPath) -> Vec<u8> {
        let mut bytes = self.prefix.clone();
        if !path.is_root() {
            bytes.extend(slashed(&path.to_os()));
        }
        bytes
    }
}

/// A path's bytes with `/` between names.
pub(crate) fn slashed(path: &Path) -> Vec<u8> {
    let names: Vec<&[u8]> = path.components().map(|name| name.as_os_str().as_encoded_bytes()).collect();
    names.join(&b'/')
}

fn prefix_of(inside: &Path) -> Vec<u8> {
    let mut prefix = slashed(inside);
    if !prefix.is_empty() {
        prefix.push(b'/');
    }
    prefix
}

fn find_top(root: &Path) -> Result<PathBuf, GitError> {
    for folder in root.ancestors().take(MOST_PARENTS) {
        let dot_git = folder.join(".git");
        // Above the root, what is not in good order is not taken for this workspace's repository.
        let is_whole = || dot_git.is_file() || ["HEAD", "objects"].iter().all(|name| dot_git.join(name).exists());
        if std::fs::symlink_metadata(&dot_git).is_ok() && (folder == root || is_whole()) {
            return Ok(folder.to_owned());
        }
        let looks_bare = ["HEAD", "objects", "refs"].iter().all(|name| folder.join(name).exists());
        if looks_bare {
            return Err(GitError::not_a_repository("it is a bare repository, which has no work tree"));
        }
    }
    Err(GitError::not_a_repository("there is no `.git` here or above"))
}

/// How a work tree is tied to its git folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tie {
    /// `.git` is the folder.
    Folder,
    /// `.git` is a file that names a worktree's folder, which was seen to name the file.
    Worktree,
    /// `.git` is a file that names a folder elsewhere, whose configuration must name the work tree.
    Submodule,
}

fn open_git_dir(top: &Path) -> Result<(GitFolder, GitFolder, Tie), GitError> {
    let dot_git = top.join(".git");
    let broken = |error: io::Error| {
        if is_absent(&error) {
            GitError::not_a_repository("the folder that `.git` names does not exist")
        } else {
            GitError::damaged("git's folder cannot be opened")
        }
    };
    let metadata = std::fs::symlink_metadata(&dot_git).map_err(broken)?;
    if metadata.is_symlink() {
        return Err(GitError::not_a_repository("`.git` is a link, and links are not followed"));
    }
    if metadata.is_dir() {
        let git_dir = GitFolder::open(&dot_git).map_err(broken)?;
        if git_dir.path != dot_git {
            return Err(GitError::not_a_repository("`.git` leads elsewhere"));
        }
        if git_dir.has("commondir") {
            return Err(GitError::not_a_repository("`.git/commondir` leads elsewhere"));
        }
        let common = GitFolder::open(&dot_git).map_err(broken)?;
        return Ok((git_dir, common, Tie::Folder));
    }
    let outer = GitFolder::open(top).map_err(broken)?;
    let line = outer.read_line(".git").map_err(|_| GitError::damaged("`.git` cannot be read"))?;
    let named = line.as_deref().and_then(|line| line.strip_prefix("gitdir: "));
    let Some(named) = named else { return Err(GitError::not_a_repository("`.git` is not what git writes")) };
    let git_dir = GitFolder::open(&top.join(named)).map_err(broken)?;
    match git_dir.read_line("commondir").map_err(broken)? {
        None => {
            let common = GitFolder::open(&git_dir.path).map_err(broken)?;
            Ok((git_dir, common, Tie::Submodule))
        }
        Some(commondir) => {
            let common = GitFolder::open(&git_dir.path.join(commondir)).map_err(broken)?;
            check_worktree(&git_dir, &common, &dot_git)?;
            Ok((git_dir, common, Tie::Worktree))
        }
    }
}

/// A worktree's folder lies in `worktrees` of the common folder and names the file that names it.
fn check_worktree(git_dir: &GitFolder, common: &GitFolder, dot_git: &Path) -> Result<(), GitError> {
    let back = git_dir.read_line("gitdir").ok().flatten();
    let back = back.and_then(|back| git_dir.path.join(back).canonicalize().ok());
    let beneath = git_dir.path.parent() == Some(&common.path.join("worktrees"));
    if back.as_deref() == Some(dot_git) && beneath {
        Ok(())
    } else {
        Err(GitError::not_a_repository("`.git` names a folder that does not name this work tree"))
    }
}

/// The work tree that the configuration names must be this one; a submodule's must name it.
fn check_work_tree(settings: &Settings, git_dir: &GitFolder, top: &Path, tie: Tie) -> Result<(), GitError> {
    if settings.bare && tie != Tie::Worktree {
        return Err(GitError::not_a_repository("it is a bare repository, which has no work tree"));
    }
    let named = match (&settings.work_tree, tie) {
        (_, Tie::Worktree) | (None, Tie::Folder) => return Ok(()),
        (named, _) => named.as_ref().and_then(|named| git_dir.path.join(named).canonicalize().ok()),
    };
    if named.as_deref() == Some(top) {
        Ok(())
    } else {
        Err(GitError::not_a_repository("git's folder belongs to another work tree"))
    }
}

/// Objects must lie in the repository itself: no alternates, and no links in place of folders or packs.
fn check_objects(common: &GitFolder) -> Result<(), GitError> {
    let unreadable = |_: io::Error| GitError::damaged("its folder of objects cannot be read");
    let elsewhere = || GitError::not_a_repository("its objects lie elsewhere, and what lies elsewhere is not read");
    for list in ["objects/info/alternates", "objects/info/http-alternates"] {
        if common.has(list) {
            return Err(GitError::not_a_repository("it borrows objects of another repository (alternates)"));
        }
    }
    let metadata = common.dir.symlink_metadata("objects").map_err(unreadable)?;
    if metadata.is_symlink() {
        return Err(elsewhere());
    }
    let objects = common.folder("objects").map_err(unreadable)?;
    let Some(objects) = objects else { return Err(GitError::damaged("it has no folder of objects")) };
    let without_links = |folder: &Dir, most: usize| {
        for (count, entry) in folder.entries().map_err(unreadable)?.enumerate() {
            if count >= most {
                return Err(GitError::TooBig { what: format!("its folder of objects has more than {most} entries") });
            }
            if entry.and_then(|entry| entry.file_type()).map_err(unreadable)?.is_symlink() {
                return Err(elsewhere());
            }
        }
        Ok(())
    };
    without_links(&objects, MOST_OBJECT_FOLDERS)?;
    for name in ["pack", "info"] {
        let Ok(folder) = objects.open_dir(name) else { continue };
        without_links(&folder, MOST_PACK_FILES)?;
    }
    Ok(())
}

#[cfg(unix)]
fn require_own(path: &Path, what: &'static str) -> Result<(), GitError> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = std::fs::metadata(path).map_err(|_| GitError::damaged("git's folder cannot be opened"))?;
    if owns(rustix::process::geteuid().as_raw(), metadata.uid()) { Ok(()) } else { Err(GitError::NotOwned { what }) }
}

/// Everybody's own folders only, root's too: what root does in a stranger's repository, the stranger did.
#[cfg(unix)]
fn owns(user: u32, owner: u32) -> bool {
    user == owner
}

/// Windows keeps other people's folders from being written; who owns one is not asked.
#[cfg(not(unix))]
fn require_own(_path: &Path, _what: &'static str) -> Result<(), GitError> {
    Ok(())
}
