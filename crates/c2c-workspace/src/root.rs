//! The workspace root, opened once. Everything is reached beneath that handle, one name after the other, never
//! through a link, and what was opened is checked on the open handle: a name is never looked up twice.

mod links;

use std::io;
use std::path::{Path, PathBuf};

use cap_fs_ext::{DirExt as _, FollowSymlinks, MetadataExt as _, OpenOptionsFollowExt as _, OpenOptionsSyncExt as _};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, FileType, OpenOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::path::RelPath;
use crate::tool_error::{ErrorCode, ToolError};

/// A workspace root: the open folder and the canonical path it had.
#[derive(Debug)]
pub struct Root {
    dir: Dir,
    path: PathBuf,
}

/// Why a folder cannot be a workspace root.
#[derive(Debug, thiserror::Error)]
pub enum RootError {
    /// Relative paths depend on the current folder.
    #[error("`{path}` is not an absolute path", path = .path.display())]
    Relative {
        /// The path given.
        path: PathBuf,
    },
    /// Nothing there.
    #[error("`{path}` does not exist", path = .path.display())]
    NotFound {
        /// The path given.
        path: PathBuf,
    },
    /// It is a file.
    #[error("`{path}` is not a folder", path = .path.display())]
    NotAFolder {
        /// The path given.
        path: PathBuf,
    },
    /// The operating system refused.
    #[error("`{path}` cannot be opened", path = .path.display())]
    Io {
        /// The path given.
        path: PathBuf,
        /// What it said.
        #[source]
        source: io::Error,
    },
}

/// What something in the workspace is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A folder.
    Directory,
    /// A symbolic link or junction: shown, never followed.
    Symlink,
    /// A device, pipe or socket: never opened.
    Special,
}

impl From<FileType> for EntryKind {
    fn from(file_type: FileType) -> Self {
        if file_type.is_symlink() {
            Self::Symlink
        } else if file_type.is_dir() {
            Self::Directory
        } else if file_type.is_file() {
            Self::File
        } else {
            Self::Special
        }
    }
}

/// What was seen at a path, without opening or following it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// What it is.
    pub kind: EntryKind,
    /// Bytes, for a file.
    pub size: u64,
}

/// An open regular file.
#[derive(Debug)]
pub struct OpenFile {
    /// The handle, at its start.
    pub file: std::fs::File,
    /// Its size when it was opened.
    pub size: u64,
    /// How many names (hard links) it has.
    pub names: u64,
}

impl Root {
    /// Opens a root. Links in `path` itself are the person's own business and are resolved here, once.
    ///
    /// # Errors
    /// See [`RootError`].
    pub fn open(path: &Path) -> Result<Self, RootError> {
        if !path.is_absolute() {
            return Err(RootError::Relative { path: path.to_owned() });
        }
        let refused = |source: io::Error| match source.kind() {
            io::ErrorKind::NotFound => RootError::NotFound { path: path.to_owned() },
            io::ErrorKind::NotADirectory => RootError::NotAFolder { path: path.to_owned() },
            _ => RootError::Io { path: path.to_owned(), source },
        };
        let canonical = path.canonicalize().map_err(refused)?;
        if !canonical.is_dir() {
            return Err(RootError::NotAFolder { path: path.to_owned() });
        }
        let dir = Dir::open_ambient_dir(&canonical, ambient_authority()).map_err(refused)?;
        Ok(Self { dir, path: canonical })
    }

    /// The canonical absolute path the root had when it was opened. For showing and for programs that need
    /// a working folder; files are not to be opened through it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether this folder still lies at [`Self::path`]: not when it was moved, removed, or made anew there.
    #[must_use]
    pub fn is_in_place(&self) -> bool {
        let there = Dir::open_ambient_dir(&self.path, ambient_authority()).and_then(|dir| dir.dir_metadata());
        // The number of a folder that is open is not given to another one.
        let is_same = |there: cap_std::fs::Metadata| {
            self.dir.dir_metadata().map(|ours| (ours.dev(), ours.ino()) == (there.dev(), there.ino()))
        };
        there.and_then(is_same).unwrap_or(false)
    }

    /// Opens a regular file. `.git` and what lies in it, links, special files, and files that have more than one
    /// name (a hard link may lead to a withheld file, or out of the workspace) are refused.
    ///
    /// # Errors
    /// `WITHHELD`, `OUTSIDE_WORKSPACE`, `INVALID_PATH` (a link), `NOT_FOUND`, `NOT_A_FILE`, `INTERNAL`.
    pub fn open_file(&self, path: &RelPath) -> Result<OpenFile, ToolError> {
        self.require_file(path)?;
        self.open_seen_file(path)
    }

    /// Looked at before, because opening a device can already do something; checked after, because only the open handle
    /// is sure to be what is read.
    pub(crate) fn require_file(&self, path: &RelPath) -> Result<(), ToolError> {
        match self.look(path)?.kind {
            EntryKind::File => Ok(()),
            kind => Err(self.wrong_kind(path, kind)),
        }
    }

    /// As [`Root::open_file`], for what a walk has just seen as a regular file.
    pub(crate) fn open_seen_file(&self, path: &RelPath) -> Result<OpenFile, ToolError> {
        let open = self.open_with_names(path)?;
        if open.names > 1 { Err(ToolError::withheld(path.as_str(), MORE_NAMES)) } else { Ok(open) }
    }

    /// As [`Root::open_seen_file`], also where the file has more than one name, which the caller has to judge.
    pub(crate) fn open_with_names(&self, path: &RelPath) -> Result<OpenFile, ToolError> {
        refuse_git(path)?;
        let file = self.open_beneath(path).map_err(|error| self.explain(path, &error))?;
        let metadata = cap_std::fs::Metadata::from_file(&file).map_err(|error| failed(path, &error))?;
        if !metadata.is_file() {
            return Err(self.wrong_kind(path, metadata.file_type().into()));
        }
        Ok(OpenFile { file, size: metadata.len(), names: metadata.nlink() })
    }

    /// Opens a folder.
    ///
    /// # Errors
    /// `WITHHELD` for `.git`, `OUTSIDE_WORKSPACE`, `INVALID_PATH` (a link), `NOT_FOUND`, `NOT_A_DIRECTORY`, `INTERNAL`.
    pub fn open_folder(&self, path: &RelPath) -> Result<Dir, ToolError> {
        refuse_git(path)?;
        self.folder_by_steps(path).map_err(|error| self.explain(path, &error)).and_then(|dir| {
            let is_dir = dir.dir_metadata().map_err(|error| failed(path, &error))?.is_dir();
            if is_dir { Ok(dir) } else { Err(not_a_folder(path)) }
        })
    }

    /// What is at a path.
    ///
    /// # Errors
    /// As [`Root::open_file`], about the way there.
    pub fn look(&self, path: &RelPath) -> Result<Seen, ToolError> {
        refuse_git(path)?;
        let Some(parent) = path.parent() else {
            return Ok(Seen { kind: EntryKind::Directory, size: 0 });
        };
        let folder = self.folder_by_steps(&parent).map_err(|error| self.explain(path, &error))?;
        let name = last_name(path);
        let metadata = folder.symlink_metadata(&name).map_err(|error| self.explain(path, &error))?;
        Ok(Seen { kind: metadata.file_type().into(), size: metadata.len() })
    }

    /// Handle after handle, none through a link.
    fn folder_by_steps(&self, path: &RelPath) -> io::Result<Dir> {
        let mut dir = self.dir.try_clone()?;
        for name in path.os_components() {
            dir = dir.open_dir_nofollow(name)?;
        }
        Ok(dir)
    }

    fn file_by_steps(&self, path: &RelPath) -> io::Result<std::fs::File> {
        let folder = self.folder_by_steps(&path.parent().unwrap_or_default())?;
        let mut options = OpenOptions::new();
        options.read(true).follow(FollowSymlinks::No).nonblock(true);
        Ok(folder.open_with(last_name(path), &options)?.into_std())
    }

    /// One system call where the kernel can hold the whole promise, otherwise step by step.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn open_beneath(&self, path: &RelPath) -> io::Result<std::fs::File> {
        use rustix::fs::{Mode, OFlags, ResolveFlags};
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        match rustix::fs::openat2(&self.dir, path.to_os(), flags, Mode::empty(), resolve) {
            Ok(handle) => Ok(handle.into()),
            // No such call in this kernel, or a sandbox that does not know it.
            Err(rustix::io::Errno::NOSYS | rustix::io::Errno::PERM) => self.file_by_steps(path),
            Err(error) => Err(error.into()),
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    fn open_beneath(&self, path: &RelPath) -> io::Result<std::fs::File> {
        self.file_by_steps(path)
    }

    /// Turns a refusal into the reason, by looking which name on the way is in the way.
    fn explain(&self, path: &RelPath, error: &io::Error) -> ToolError {
        for step in path.ancestors_and_self() {
            let Ok(folder) = self.folder_by_steps(&step.parent().unwrap_or_default()) else {
                break;
            };
            let is_last = step == *path;
            match folder.symlink_metadata(last_name(&step)) {
                Ok(metadata) if metadata.is_symlink() => return self.is_a_link(&step, path),
                Ok(metadata) if !is_last && !metadata.is_dir() => return ToolError::not_found(path.as_str()),
                Ok(metadata) if is_last && !metadata.is_dir() && error.kind() == io::ErrorKind::NotADirectory => {
                    return not_a_folder(path);
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        failed(path, error)
    }

    fn wrong_kind(&self, path: &RelPath, kind: EntryKind) -> ToolError {
        match kind {
            EntryKind::Symlink => self.is_a_link(path, path),
            EntryKind::Directory => {
                ToolError::new(ErrorCode::NotAFile, format!("`{path}` is a folder"), "list it with `list_directory`")
            }
            EntryKind::File | EntryKind::Special => ToolError::new(
                ErrorCode::NotAFile,
                format!("`{path}` is a device, pipe or socket"),
                "only regular files are read; `list_directory` shows what else is there",
            ),
        }
    }
}

/// Why a file with more than one hard link is not read.
pub const MORE_NAMES: &str =
    "the file has more than one hard link and is not what git's index holds, so it may also be a file outside";

/// Why git's own folder is not read.
pub const GIT_FOLDER: &str = "git's own folder is never read";

fn refuse_git(path: &RelPath) -> Result<(), ToolError> {
    if path.is_git() { Err(ToolError::withheld(path.as_str(), GIT_FOLDER)) } else { Ok(()) }
}

fn last_name(path: &RelPath) -> PathBuf {
    path.os_components().last().unwrap_or_else(|| PathBuf::from("."))
}

fn not_a_folder(path: &RelPath) -> ToolError {
    ToolError::new(ErrorCode::NotADirectory, format!("`{path}` is not a folder"), "read it with `read_file`")
}

fn failed(path: &RelPath, error: &io::Error) -> ToolError {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ToolError::not_found(path.as_str()),
        io::ErrorKind::PermissionDenied => {
            ToolError::withheld(path.as_str(), "the operating system does not let C2C read it")
        }
        io::ErrorKind::InvalidFilename | io::ErrorKind::InvalidInput => ToolError::not_found(path.as_str()),
        _ => ToolError::internal(&format!("opening `{path}`"), error),
    }
}

#[cfg(test)]
mod tests;
