//! One thing of the work tree, taken through the root's handle: what git would store of it.

use std::io;
use std::path::{Path, PathBuf};

use cap_fs_ext::{FollowSymlinks, MetadataExt as _, OpenOptionsFollowExt as _, OpenOptionsSyncExt as _};
use cap_std::fs::{Dir, Metadata, OpenOptions};

use crate::path::RelPath;
use crate::root::Root;
use crate::tool_error::ErrorCode;

/// What was found.
#[derive(Debug)]
pub(crate) enum WorkFile {
    /// A regular file, open.
    File {
        /// At its start.
        file: std::fs::File,
        size: u64,
        executable: bool,
        /// It has more than one name.
        hard_linked: bool,
    },
    /// A link, and where it says it leads.
    Link(PathBuf),
    /// Nothing, or nothing that git stores (a folder, device, pipe or socket).
    Nothing,
}

impl WorkFile {
    /// Looks at `path` without following anything.
    pub(crate) fn open(root: &Root, path: &RelPath) -> io::Result<Self> {
        let Some((folder, name)) = folder_of(root, path)? else { return Ok(Self::Nothing) };
        let seen = match folder.symlink_metadata(&name) {
            Ok(seen) => seen,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::Nothing),
            Err(error) => return Err(error),
        };
        if seen.is_symlink() {
            return Ok(Self::Link(folder.read_link_contents(&name)?));
        }
        if !seen.is_file() {
            return Ok(Self::Nothing);
        }
        let mut options = OpenOptions::new();
        options.read(true).follow(FollowSymlinks::No).nonblock(true);
        let file = folder.open_with(&name, &options)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Ok(Self::Nothing);
        }
        let executable = is_executable(&metadata);
        let hard_linked = metadata.nlink() > 1;
        Ok(Self::File { file: file.into_std(), size: metadata.len(), executable, hard_linked })
    }
}

/// The open folder that a path lies in, and its name there; none when the folder is not there.
pub(crate) fn folder_of(root: &Root, path: &RelPath) -> io::Result<Option<(Dir, PathBuf)>> {
    let (Some(parent), Some(name)) = (path.parent(), path.to_os().file_name().map(PathBuf::from)) else {
        return Ok(None);
    };
    match root.open_folder(&parent) {
        Ok(folder) => Ok(Some((folder, name))),
        Err(error) => match error.code {
            ErrorCode::NotFound | ErrorCode::NotADirectory | ErrorCode::InvalidPath | ErrorCode::OutsideWorkspace => {
                Ok(None)
            }
            _ => Err(io::Error::other(error)),
        },
    }
}

#[cfg(unix)]
fn is_executable(metadata: &Metadata) -> bool {
    use cap_std::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_metadata: &Metadata) -> bool {
    false
}

/// Gives a file the mode that git would read back from it.
#[cfg(unix)]
pub(crate) fn set_executable(file: &std::fs::File, executable: bool) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = if executable { 0o700 } else { 0o600 };
    file.set_permissions(std::fs::Permissions::from_mode(mode))
}

/// Gives a file the mode that git would read back from it.
#[cfg(not(unix))]
pub(crate) fn set_executable(_file: &std::fs::File, _executable: bool) -> io::Result<()> {
    Ok(())
}

/// Makes a link in one of our own folders; it is only ever read, never followed.
#[cfg(unix)]
pub(crate) fn make_link(target: &Path, at: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, at)
}

/// Where links need a privilege, git takes a small file with the target for one.
#[cfg(not(unix))]
pub(crate) fn make_link(target: &Path, at: &Path) -> io::Result<()> {
    std::fs::write(at, crate::git::locate::slashed(target))
}
