//! A folder of git's own, read through one open handle: nothing in it is followed out of it, nothing in it blocks.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use cap_fs_ext::{DirExt as _, FollowSymlinks, OpenOptionsFollowExt as _, OpenOptionsSyncExt as _};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};

/// An open git folder.
#[derive(Debug)]
pub(crate) struct GitFolder {
    pub(crate) dir: Dir,
    pub(crate) path: PathBuf,
}

impl GitFolder {
    /// Opens a folder by its canonical path.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize()?;
        let dir = Dir::open_ambient_dir(&path, ambient_authority())?;
        Ok(Self { dir, path })
    }

    /// Opens a regular file in it, itself no link; none when there is nothing, or nothing regular.
    pub(crate) fn open_file(&self, name: &str) -> io::Result<Option<std::fs::File>> {
        let mut options = OpenOptions::new();
        options.read(true).follow(FollowSymlinks::No).nonblock(true);
        // Looked at first, because opening a device can already do something.
        match self.dir.symlink_metadata(name) {
            Ok(metadata) if metadata.is_file() => {}
            Ok(_) => return Ok(None),
            Err(error) if is_absent(&error) => return Ok(None),
            Err(error) => return Err(error),
        }
        match self.dir.open_with(name, &options) {
            Ok(file) if file.metadata()?.is_file() => Ok(Some(file.into_std())),
            Ok(_) => Ok(None),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads a regular file of at most `limit` bytes; a longer one is an error of kind `FileTooLarge`.
    pub(crate) fn read(&self, name: &str, limit: u64) -> io::Result<Option<Vec<u8>>> {
        let Some(file) = self.open_file(name)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.take(limit + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(Some(bytes))
    }

    /// Reads a small file with one line of text, without its line end.
    pub(crate) fn read_line(&self, name: &str) -> io::Result<Option<String>> {
        let Some(bytes) = self.read(name, 8_192)? else { return Ok(None) };
        let text = String::from_utf8(bytes).map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
        Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
    }

    /// True when something is there, whatever it is.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.dir.symlink_metadata(name).is_ok()
    }

    /// Opens a folder in it that is no link.
    pub(crate) fn folder(&self, name: &str) -> io::Result<Option<Dir>> {
        match self.dir.open_dir_nofollow(name) {
            Ok(dir) => Ok(Some(dir)),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

pub(crate) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
