//! What can go wrong with the store.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use rusqlite::ffi;

use crate::LeaseKind;

/// Why the store could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Something that is no file stands in its place.
    #[error("the store `{}` is not a file", .path.display())]
    NotAFile {
        /// Its place.
        path: PathBuf,
    },
    /// The folder for it cannot be made or used.
    #[error("the store has no folder")]
    NoFolder {
        /// The reason.
        #[source]
        source: c2c_os::folders::FolderError,
    },
    /// A newer version of C2C wrote it. It was not touched.
    #[error("the store `{}` has version {found}; this version of C2C knows versions up to {known}", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest version known here.
        known: i64,
    },
    /// Its content is not what C2C writes.
    #[error("the store `{}` is damaged: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was noticed.
        reason: String,
    },
    /// The disk is full, or a quota or size limit is reached. Nothing of the transaction is kept,
    /// everything before it is.
    #[error("there is no room left for the store `{}`", .path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// Another process kept the store for too long.
    #[error("another process kept the store for too long")]
    Busy,
    /// The lease has another owner by now. Nothing was written.
    #[error("the {} lease `{key}` (epoch {epoch}) has passed to another process", .kind.as_str())]
    LeaseLost {
        /// Of which kind.
        kind: LeaseKind,
        /// For what.
        key: String,
        /// The epoch that was ours.
        epoch: i64,
    },
    /// No such row.
    #[error("there is no {what} `{id}`")]
    NotFound {
        /// A row of which kind.
        what: &'static str,
        /// Its id.
        id: String,
    },
    /// Something that can be there once is there already.
    #[error("there is already {what}: `{with}`")]
    Conflict {
        /// What there can be only one of.
        what: &'static str,
        /// The one that is there.
        with: String,
    },
    /// The file system refused.
    #[error("{doing} failed")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// What it said.
        #[source]
        source: io::Error,
    },
    /// A value cannot be written as JSON.
    #[error("{doing} failed")]
    Json {
        /// What was being done.
        doing: &'static str,
        /// Why.
        #[source]
        source: serde_json::Error,
    },
    /// SQLite refused for a reason that has no name here.
    #[error("{doing} failed")]
    Sql {
        /// What was being done.
        doing: &'static str,
        /// What it said.
        #[source]
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// Names the errors of SQLite that people can do something about.
    pub(crate) fn from_sql(path: &Path, doing: &'static str, source: rusqlite::Error) -> Self {
        let path = path.to_owned();
        match &source {
            rusqlite::Error::SqliteFailure(failure, text) => match (failure.code, failure.extended_code) {
                // A reached quota or size limit shows as a failed write, not as a full disk.
                (ErrorCode::DiskFull, _) | (_, ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_SHMSIZE) => {
                    Self::Full { path }
                }
                (ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase, _)
                | (_, ffi::SQLITE_IOERR_SHORT_READ | ffi::SQLITE_IOERR_CORRUPTFS) => {
                    Self::Damaged { path, reason: text.clone().unwrap_or_else(|| failure.to_string()) }
                }
                (ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked, _) => Self::Busy,
                _ => Self::Sql { doing, source },
            },
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::Utf8Error(..) => Self::Damaged { path, reason: source.to_string() },
            _ => Self::Sql { doing, source },
        }
    }
}

/// Whether a row could not be written because one with the same key is there.
pub(crate) fn is_taken(error: &rusqlite::Error) -> bool {
    matches!(extended_code(error), Some(ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY))
}

/// Whether a row could not be written because the row it belongs to is not there.
pub(crate) fn is_orphan(error: &rusqlite::Error) -> bool {
    extended_code(error) == Some(ffi::SQLITE_CONSTRAINT_FOREIGNKEY)
}

fn extended_code(error: &rusqlite::Error) -> Option<std::ffi::c_int> {
    error.sqlite_error().map(|failure| failure.extended_code)
}

/// Text that is no value of an enum.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a {what}")]
pub struct EnumError {
    /// The enum.
    pub what: &'static str,
    /// What was given.
    pub text: String,
}
