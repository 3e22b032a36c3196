//! A lock between processes that the kernel lets go when its holders are gone.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The lock file could not be used.
#[derive(Debug, thiserror::Error)]
#[error("the lock file `{}` cannot be used", .path.display())]
pub struct LockError {
    /// The file.
    pub path: PathBuf,
    /// What the file system said.
    #[source]
    pub source: io::Error,
}

/// An exclusive lock on a file. It belongs to the open file, not to the process: a child that is
/// given the file (see [`FileLock::into_file`]) keeps the lock until it and all others that hold
/// the open file are gone, however they ended.
#[derive(Debug)]
pub struct FileLock {
    file: File,
}

impl FileLock {
    /// Takes the lock on `path` (created with mode 0600 if missing), or `None` when another holds it.
    ///
    /// # Errors
    /// When the file cannot be opened or its file system has no locks.
    pub fn try_acquire(path: &Path) -> Result<Option<Self>, LockError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        let file = options.open(path).map_err(|source| LockError { path: path.to_owned(), source })?;
        Self::try_on(file, path)
    }

    /// Takes the lock on a file that is open already; `path` names it in errors.
    ///
    /// # Errors
    /// When its file system has no locks.
    pub fn try_on(file: File, path: &Path) -> Result<Option<Self>, LockError> {
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => Err(LockError { path: path.to_owned(), source }),
        }
    }

    /// Whether anybody holds the lock on `path`. A file that is not there is not locked.
    ///
    /// # Errors
    /// When the file is there and cannot be opened.
    pub fn is_held(path: &Path) -> Result<bool, LockError> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(source) => {
                return Err(LockError { path: path.to_owned(), source });
            }
        };
        // Shared, so that two who look at once do not see each other.
        match file.try_lock_shared() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(source)) => Err(LockError { path: path.to_owned(), source }),
        }
    }

    /// The open file.
    #[must_use]
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The open file with its lock, to be given to a child.
    #[must_use]
    pub fn into_file(self) -> File {
        self.file
    }
}

#[cfg(test)]
mod tests;
