//! What an execution changed in the workspace, and taking it back.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// A stored picture of the work tree (every file git would show: tracked, and untracked but not
/// ignored), kept in C2C's own data folder. Nothing is written into the repository.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SnapshotId(pub String);

/// A snapshot with what was not committed when it was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Names the picture.
    pub id: SnapshotId,
    /// The commit that HEAD named, in hexadecimal; none in a repository without commits.
    pub head: Option<String>,
    /// Paths that differed from HEAD, relative to the root, with `/`.
    pub dirty: Vec<String>,
}

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// Its content or mode changed.
    Modified,
    /// It is gone.
    Deleted,
}

/// One changed file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedFile {
    /// Relative to the root, with `/`.
    pub path: String,
    /// What happened.
    pub change: ChangeKind,
    /// Lines added; none for a binary file.
    pub insertions: Option<u32>,
    /// Lines removed; none for a binary file.
    pub deletions: Option<u32>,
}

/// The difference between two snapshots.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ChangeSet {
    /// The files, sorted by path.
    pub files: Vec<ChangedFile>,
    /// A patch in git's format, complete with binary content, that `git apply -R` takes back.
    pub patch: Vec<u8>,
}

/// Why a workspace's changes cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangesError {
    /// The folder is gone: deleted, moved or not mounted.
    #[error("the folder `{root}` is not there any more")]
    Gone {
        /// The workspace root.
        root: String,
    },
    /// No git repository there.
    #[error("`{root}` is not a git repository")]
    NotARepository {
        /// The workspace root.
        root: String,
    },
    /// The repository or the snapshot store cannot be read.
    #[error("the changes in `{root}` cannot be read: {reason}")]
    Unreadable {
        /// The workspace root.
        root: String,
        /// What failed.
        reason: String,
    },
    /// The work tree no longer is what the later snapshot says, so taking back would lose work.
    #[error("{} changed since that iteration", .paths.join(", "))]
    ChangedSince {
        /// The paths in the way.
        paths: Vec<String>,
    },
}

/// Pictures of the work tree. All calls block; the driver runs them off its own thread.
pub trait Changes: Send + Sync {
    /// Takes a picture of the work tree under `root`.
    ///
    /// # Errors
    /// See [`ChangesError`].
    fn snapshot(&self, root: &Path) -> Result<Snapshot, ChangesError>;

    /// What changed from `before` to `after`.
    ///
    /// # Errors
    /// See [`ChangesError`].
    fn diff(&self, root: &Path, before: &SnapshotId, after: &SnapshotId) -> Result<ChangeSet, ChangesError>;

    /// Gives every file that changed from `before` to `after` its content of `before` again, in the
    /// work tree only, and returns the paths. Changes nothing unless all of them still are what
    /// `after` says.
    ///
    /// # Errors
    /// See [`ChangesError`].
    fn undo(&self, root: &Path, before: &SnapshotId, after: &SnapshotId) -> Result<Vec<String>, ChangesError>;
}
