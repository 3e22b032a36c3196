//! Where `tracing` goes: a file in the data folder, and standard error only when asked.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;

use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use crate::folders::{DataFolder, FolderError, create_private};

/// A log of this size is put aside at the next start; one old log is kept.
const MAX_LOG_BYTES: u64 = 8 * 1024 * 1024;

/// What is logged when nothing else is said.
pub const DEFAULT_FILTER: &str = "info";

/// Whether the log also goes to standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Talk {
    /// The file alone.
    FileOnly,
    /// Standard error too.
    StandardError,
}

/// The log could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum LoggingError {
    /// Its folder could not be made.
    #[error("the log has no folder")]
    Folder {
        /// The reason.
        #[source]
        source: FolderError,
    },
    /// Its file could not be opened.
    #[error("the log `{}` cannot be written", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the file system said.
        #[source]
        source: io::Error,
    },
    /// This process has a log already.
    #[error("this process has a log already")]
    AlreadyStarted,
}

/// Starts the log of this process. A filter that cannot be read falls back to
/// [`DEFAULT_FILTER`], and the log says so.
///
/// # Errors
/// See [`LoggingError`]. A program can go on without a log.
pub fn start(folder: &DataFolder, filter: &str, talk: Talk) -> Result<(), LoggingError> {
    let path = folder.logs_dir().join("c2c.log");
    create_private(&folder.logs_dir()).map_err(|source| LoggingError::Folder { source })?;
    if path.metadata().is_ok_and(|metadata| metadata.len() > MAX_LOG_BYTES) {
        // Losing this race to another process only means that it was put aside already.
        fs::rename(&path, path.with_extension("log.old")).ok();
    }
    let mut options = fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let file = options.open(&path).map_err(|source| LoggingError::Io { path, source })?;

    let parsed = EnvFilter::try_new(filter);
    let bad_filter = parsed.is_err();
    let to_file = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(Mutex::new(file));
    let to_stderr = (talk == Talk::StandardError)
        .then(|| tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(false));
    let filter = parsed.unwrap_or_else(|_| EnvFilter::new(DEFAULT_FILTER));
    tracing_subscriber::registry()
        .with(to_file.and_then(to_stderr).with_filter(filter))
        .try_init()
        .map_err(|_| LoggingError::AlreadyStarted)?;
    if bad_filter {
        tracing::warn!("`C2C_LOG` is not a log filter; `{DEFAULT_FILTER}` is used");
    }
    Ok(())
}

#[cfg(test)]
mod tests;
