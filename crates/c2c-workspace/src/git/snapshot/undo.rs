//! Giving the work tree's files their earlier content again, through the root's handle and never through a link.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt as _};
use cap_std::fs::{Dir, OpenOptions};

use super::{ByPath, shown};
use crate::git::error::GitError;
use crate::git::patch::FilePatch;
use crate::git::porcelain::os_string;
use crate::git::shadow::{Index, Shadow};
use crate::git::work_file::folder_of;
use crate::path::RelPath;
use crate::root::{EntryKind, Root};

const LINK_MODE: &str = "120000";
const EXECUTABLE_MODE: &str = "100755";
const SUBMODULE_MODE: &str = "160000";
/// Objects read at once.
const BATCH: usize = 32;
/// Most bytes of one batch: the largest files that are kept.
const LARGEST_BATCH: usize = BATCH * (256 << 20);

/// What is to be done.
pub(super) struct Plan<'a> {
    root: &'a Root,
    /// Submodules are not among them: their commit is not C2C's to move.
    touched: Vec<FilePatch>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(root: &'a Root, touched: Vec<FilePatch>) -> Self {
        let is_submodule = |file: &FilePatch| [&file.old_mode, &file.new_mode].contains(&&SUBMODULE_MODE.to_owned());
        Self { root, touched: touched.into_iter().filter(|file| !is_submodule(file)).collect() }
    }

    /// The paths that are not as the later picture says, or where something lies that is in no picture.
    pub(super) fn in_the_way(&self, since: &[FilePatch]) -> Vec<String> {
        let since: ByPath<'_> = since.iter().map(|file| (file.path.as_slice(), file)).collect();
        let mut paths = BTreeSet::new();
        for file in &self.touched {
            let touches = |path: &&[u8]| *path == file.path || beneath(path, &file.path) || beneath(&file.path, path);
            if since.keys().any(touches) || (file.change == b'D' && !self.is_free(&file.path)) {
                paths.insert(shown(&file.path));
            }
        }
        paths.into_iter().collect()
    }

    /// True when nothing lies at a path that is gone, or only what this undo takes away.
    fn is_free(&self, path: &[u8]) -> bool {
        let Ok(path) = RelPath::from_bytes(path) else { return false };
        match self.root.look(&path) {
            Err(_) => true,
            Ok(seen) if seen.kind == EntryKind::Directory => {
                let added: BTreeSet<RelPath> = self
                    .touched
                    .iter()
                    .filter(|file| file.change == b'A')
                    .filter_map(|file| RelPath::from_bytes(&file.path).ok())
                    .collect();
                self.holds_only(&path, &added)
            }
            Ok(_) => false,
        }
    }

    fn holds_only(&self, folder: &RelPath, files: &BTreeSet<RelPath>) -> bool {
        let Ok(dir) = self.root.open_folder(folder) else { return false };
        let Ok(entries) = dir.entries() else { return false };
        entries.into_iter().all(|entry| {
            let Ok(entry) = entry else { return false };
            let path = folder.child(&entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => self.holds_only(&path, files),
                Ok(_) => files.contains(&path),
                Err(_) => false,
            }
        })
    }

    /// Removes what was added, then writes what was changed or removed.
    pub(super) fn carry_out(&self, shadow: &Shadow<'_>) -> Result<Vec<String>, GitError> {
        for file in self.touched.iter().filter(|file| file.change == b'A') {
            self.remove(&file.path).map_err(|source| failed(&file.path, source))?;
        }
        let rewritten: Vec<&FilePatch> = self.touched.iter().filter(|file| file.change != b'A').collect();
        for batch in rewritten.chunks(BATCH) {
            for (file, content) in batch.iter().zip(contents(shadow, batch)?) {
                self.write(file, &content).map_err(|source| failed(&file.path, source))?;
            }
        }
        Ok(self.touched.iter().map(|file| shown(&file.path)).collect::<BTreeSet<_>>().into_iter().collect())
    }

    /// Removes a file and the folders that it leaves empty, as git does.
    fn remove(&self, path: &[u8]) -> io::Result<()> {
        let path = RelPath::from_bytes(path).map_err(io::Error::other)?;
        let Some((folder, name)) = folder_of(self.root, &path)? else { return Ok(()) };
        match folder.remove_file(&name) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut emptied = path.parent();
        while let Some(folder) = emptied.filter(|folder| !folder.is_root()) {
            let Some((parent, name)) = folder_of(self.root, &folder)? else { break };
            // A folder that still holds something refuses.
            if parent.remove_dir(&name).is_err() {
                break;
            }
            emptied = folder.parent();
        }
        Ok(())
    }

    /// Writes beside the place and moves over it, so that a file is never half written.
    fn write(&self, file: &FilePatch, content: &[u8]) -> io::Result<()> {
        let path = RelPath::from_bytes(&file.path).map_err(io::Error::other)?;
        let folder = self.made_folder(&path)?;
        let Some(name) = path.to_os().file_name().map(PathBuf::from) else { return Ok(()) };
        let beside = free_name(&folder)?;
        let written = if file.old_mode == LINK_MODE {
            make_link(&folder, content, &beside)
        } else {
            write_file(&folder, &name, &beside, content, file.old_mode == EXECUTABLE_MODE)
        };
        let moved = written.and_then(|()| folder.rename(&beside, &folder, &name));
        if moved.is_err() {
            drop(folder.remove_file(&beside));
        }
        moved
    }

    /// The folder of a path, made where it is missing; never through a link.
    fn made_folder(&self, path: &RelPath) -> io::Result<Dir> {
        let parent = path.parent().unwrap_or_default();
        for step in parent.ancestors_and_self() {
            if self.root.open_folder(&step).is_ok() {
                continue;
            }
            let Some((outer, name)) = folder_of(self.root, &step)? else { continue };
            outer.create_dir(&name)?;
        }
        self.root.open_folder(&parent).map_err(io::Error::other)
    }
}

fn beneath(path: &[u8], folder: &[u8]) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.first() == Some(&b'/'))
}

/// A name that nothing has yet.
fn free_name(folder: &Dir) -> io::Result<PathBuf> {
    for number in 0..1_000 {
        let name = PathBuf::from(format!(".c2c-undo-{number}"));
        match folder.symlink_metadata(&name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(name),
            Err(error) => return Err(error),
            Ok(_) => {}
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn write_file(folder: &Dir, name: &Path, beside: &Path, content: &[u8], executable: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).follow(FollowSymlinks::No);
    let mut file = folder.open_with(beside, &options)?;
    file.write_all(content)?;
    set_mode(folder, name, &file, executable)
}

/// The mode that the file has now, or that new files get, with the executable bit of the picture.
#[cfg(unix)]
fn set_mode(folder: &Dir, name: &Path, file: &cap_std::fs::File, executable: bool) -> io::Result<()> {
    use cap_std::fs::{Permissions, PermissionsExt as _};
    let fresh = file.metadata()?.permissions().mode();
    let mode = match folder.symlink_metadata(name) {
        Ok(metadata) if metadata.is_file() => metadata.permissions().mode(),
        _ => fresh,
    } & 0o777;
    let mode = if executable { mode | ((mode & 0o444) >> 2) } else { mode & !0o111 };
    file.set_permissions(Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_folder: &Dir, _name: &Path, _file: &cap_std::fs::File, _executable: bool) -> io::Result<()> {
    Ok(())
}

/// A link may say anything; it is made as it was and not followed.
#[cfg(unix)]
fn make_link(folder: &Dir, target: &[u8], at: &Path) -> io::Result<()> {
    folder.symlink_contents(os_string(target), at)
}

#[cfg(not(unix))]
fn make_link(folder: &Dir, target: &[u8], at: &Path) -> io::Result<()> {
    folder.write(at, os_string(target).to_string_lossy().as_bytes())
}

/// The content that the files had before.
fn contents(shadow: &Shadow<'_>, files: &[&FilePatch]) -> Result<Vec<Vec<u8>>, GitError> {
    let names: Vec<&str> = files.iter().map(|file| file.old_object.as_str()).collect();
    let input = (names.join("\n") + "\n").into_bytes();
    let output = shadow.read(Index::Original, &["cat-file", "--batch"], input, LARGEST_BATCH)?;
    let missing = || GitError::damaged("the earlier content is no longer there");
    let mut rest = output.as_slice();
    let mut contents = Vec::new();
    for _ in files {
        let end = memchr::memchr(b'\n', rest).ok_or_else(missing)?;
        let header = std::str::from_utf8(&rest[..end]).map_err(|_| missing())?;
        let [_, "blob", size] = header.split(' ').collect::<Vec<_>>()[..] else { return Err(missing()) };
        let size: usize = size.parse().map_err(|_| missing())?;
        let content = rest.get(end + 1..end + 1 + size).ok_or_else(missing)?;
        contents.push(content.to_vec());
        rest = rest.get(end + 2 + size..).ok_or_else(missing)?;
    }
    Ok(contents)
}

fn failed(path: &[u8], source: io::Error) -> GitError {
    GitError::io(&format!("writing `{}`", shown(path)), source)
}
