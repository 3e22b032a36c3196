//! Small files that only the person may read: mode 0600, whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// More than this is no small file.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// A private file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum PrivateFileError {
    /// The file system refused.
    #[error("`{}` cannot be {doing}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// `read` or `written`.
        doing: &'static str,
        /// What it said.
        #[source]
        source: io::Error,
    },
    /// It is larger than [`MAX_BYTES`].
    #[error("`{}` is too large", .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// No random name for the temporary file.
    #[error("`{}` cannot be written", .path.display())]
    Random {
        /// The file.
        path: PathBuf,
        /// The reason.
        #[source]
        source: crate::random::RandomError,
    },
}

/// Writes `content` to `path` in one step: readers see the old content or the new, also after a
/// power cut. The folder must exist.
///
/// # Errors
/// When it could not be written; the old content is still there then.
pub fn write(path: &Path, content: &[u8]) -> Result<(), PrivateFileError> {
    let temporary = write_temporary(path, content)?;
    if let Err(source) = fs::rename(&temporary, path) {
        fs::remove_file(&temporary).ok();
        return Err(PrivateFileError::Io { path: path.to_owned(), doing: "written", source });
    }
    sync_folder(path);
    Ok(())
}

/// Writes `content` to `path` unless a file is there; `false` says that one was. Of several who
/// try at once exactly one writes.
///
/// # Errors
/// When it could not be written.
pub fn write_new(path: &Path, content: &[u8]) -> Result<bool, PrivateFileError> {
    let temporary = write_temporary(path, content)?;
    let linked = fs::hard_link(&temporary, path);
    fs::remove_file(&temporary).ok();
    match linked {
        Ok(()) => {
            sync_folder(path);
            Ok(true)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(source) => Err(PrivateFileError::Io { path: path.to_owned(), doing: "written", source }),
    }
}

/// The content of `path`; none when there is no such file.
///
/// # Errors
/// When it is there and cannot be read, or is larger than [`MAX_BYTES`].
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, PrivateFileError> {
    let failed = |source| PrivateFileError::Io { path: path.to_owned(), doing: "read", source };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(failed(source)),
    };
    let mut content = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut content).map_err(failed)?;
    if content.len() as u64 > MAX_BYTES {
        return Err(PrivateFileError::TooLarge { path: path.to_owned() });
    }
    Ok(Some(content))
}

/// Opens `path` for writing with mode 0600, empty, as a child's output for example.
///
/// # Errors
/// When it cannot be opened.
pub fn create(path: &Path) -> Result<File, PrivateFileError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    private(&mut options).open(path).map_err(|source| PrivateFileError::Io {
        path: path.to_owned(),
        doing: "written",
        source,
    })
}

fn write_temporary(path: &Path, content: &[u8]) -> Result<PathBuf, PrivateFileError> {
    let random =
        crate::random::bytes::<8>().map_err(|source| PrivateFileError::Random { path: path.to_owned(), source })?;
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{:016x}.tmp", u64::from_be_bytes(random)));
    let temporary = PathBuf::from(name);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let written = private(&mut options)
        .open(&temporary)
        .and_then(|mut file| file.write_all(content).and_then(|()| file.sync_all()));
    match written {
        Ok(()) => Ok(temporary),
        Err(source) => {
            fs::remove_file(&temporary).ok();
            Err(PrivateFileError::Io { path: path.to_owned(), doing: "written", source })
        }
    }
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options
}

/// Makes the name durable. Where folders cannot be synced the content is still whole.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        folder.sync_all().ok();
    }
}

#[cfg(test)]
mod tests;
