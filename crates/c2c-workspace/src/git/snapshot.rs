//! Pictures of a work tree, kept in C2C's own object store.
//!
//! A picture is a tree object: every tracked file, and every file that is neither tracked nor ignored, as its bytes
//! lie in the work tree (no filter, no conversion of line ends), with its executable bit, links as links, and a
//! submodule as the commit it stands at. Files that git ignores are in no picture. Nothing is written into the
//! repository; what did not change since the last commit is not even copied: the store borrows the repository's
//! objects. Files over 256 MiB stay as the index has them.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use c2c_ports::{ChangeKind, ChangeSet, ChangedFile, Changes, ChangesError, Snapshot, SnapshotId};
use sha2::{Digest as _, Sha256};

use crate::git::error::GitError;
use crate::git::hex;
use crate::git::locate::Repository;
use crate::git::patch::{self, FilePatch};
use crate::git::porcelain::{self, Entry, EntryKind, Renames, Untracked, WorkState, os_string};
use crate::git::program::Git;
use crate::git::refs::is_object_name;
use crate::git::shadow::{Index, MOST_OUTPUT, Shadow};
use crate::git::stage::{For, stage};
use crate::limits::Limits;
use crate::path::RelPath;
use crate::root::Root;

mod raw;
mod undo;

/// Largest file that is kept, in bytes.
const LARGEST_KEPT: u64 = 256 << 20;
/// Largest patch between two pictures, in bytes.
const LARGEST_PATCH: usize = 512 << 20;
/// Time for one call. Nobody waits at the other end of a connection here.
const TIME: Duration = Duration::from_secs(600);

/// The port to what an execution changed, over git.
#[derive(Debug)]
pub struct GitChanges {
    git: Arc<Git>,
    snapshots: PathBuf,
}

/// Everything that a call works with.
struct Opened {
    root: Root,
    repository: Repository,
    store: PathBuf,
    limits: Limits,
}

impl GitChanges {
    /// Keeps pictures beneath `snapshots`, a private folder outside of every workspace.
    #[must_use]
    pub fn new(git: Arc<Git>, snapshots: PathBuf) -> Self {
        Self { git, snapshots }
    }

    fn open(&self, path: &Path) -> Result<Opened, GitError> {
        let limits = Limits::within(TIME);
        let root = Root::open(path).map_err(|error| GitError::not_a_repository(error.to_string()))?;
        let repository = Repository::find(&self.git, &root, &limits)?;
        let name = hex(&Sha256::digest(root.path().as_os_str().as_encoded_bytes())[..16]);
        let store = self.snapshots.join(name).join("objects");
        Ok(Opened { root, repository, store, limits })
    }

    fn shadow<'a>(&'a self, opened: &'a Opened) -> Result<Shadow<'a>, GitError> {
        Shadow::make(&self.git, &opened.repository, &opened.limits, Some(&opened.store))
    }

    fn take(&self, opened: &Opened) -> Result<Snapshot, GitError> {
        let shadow = self.shadow(opened)?;
        let prefix = &opened.repository.prefix;
        let state = porcelain::ask(&shadow, Renames::Apart, Untracked::All, prefix)?;
        let dirty = dirty_paths(&opened.repository, &state);
        let mut entries = state.entries;
        entries.extend(raw::differing(&shadow, &opened.root, &entries)?);
        // What is only in the index would be lost with it: it is kept as the work tree has it, too.
        for entry in entries.iter_mut().filter(|entry| entry.kind == EntryKind::Tracked && entry.unstaged == b'.') {
            if entry.staged != b'D' && entry.submodule.is_none() {
                entry.unstaged = b'M';
            }
        }
        shadow.take_raw()?;
        let left_out = stage(&shadow, &opened.root, &entries, For::Keeping { largest: LARGEST_KEPT })?;
        if !left_out.is_empty() {
            tracing::warn!(files = left_out.len(), "some changed files are not in the picture of the work tree");
        }
        let tree = tree_of(&shadow, prefix)?;
        Ok(Snapshot { id: SnapshotId(tree), head: state.head, dirty })
    }

    fn compare(&self, opened: &Opened, before: &SnapshotId, after: &SnapshotId) -> Result<ChangeSet, GitError> {
        let shadow = self.shadow(opened)?;
        let files = differences(&shadow, before, after, With::Patch)?;
        let mut changes = ChangeSet::default();
        for file in &files {
            let (_, counts, _) = patch::to_text(&file.text);
            let number = |lines: u64| (!counts.binary).then(|| u32::try_from(lines).unwrap_or(u32::MAX));
            changes.files.push(ChangedFile {
                path: shown(&file.path),
                change: match file.change {
                    b'A' => ChangeKind::Added,
                    b'D' => ChangeKind::Deleted,
                    _ => ChangeKind::Modified,
                },
                insertions: number(counts.insertions),
                deletions: number(counts.deletions),
            });
            changes.patch.extend(&file.text);
        }
        changes.files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(changes)
    }
}

impl Changes for GitChanges {
    fn snapshot(&self, root: &Path) -> Result<Snapshot, ChangesError> {
        let opened = self.open(root).map_err(|error| told(root, &error))?;
        self.take(&opened).map_err(|error| told(root, &error))
    }

    fn diff(&self, root: &Path, before: &SnapshotId, after: &SnapshotId) -> Result<ChangeSet, ChangesError> {
        let opened = self.open(root).map_err(|error| told(root, &error))?;
        self.compare(&opened, before, after).map_err(|error| told(root, &error))
    }

    fn undo(&self, root: &Path, before: &SnapshotId, after: &SnapshotId) -> Result<Vec<String>, ChangesError> {
        let opened = self.open(root).map_err(|error| told(root, &error))?;
        let now = self.take(&opened).map_err(|error| told(root, &error))?;
        let shadow = self.shadow(&opened).map_err(|error| told(root, &error))?;
        let touched = differences(&shadow, before, after, With::Names).map_err(|error| told(root, &error))?;
        let since = differences(&shadow, after, &now.id, With::Names).map_err(|error| told(root, &error))?;
        let plan = undo::Plan::new(&opened.root, touched);
        let in_the_way = plan.in_the_way(&since);
        if !in_the_way.is_empty() {
            return Err(ChangesError::ChangedSince { paths: in_the_way });
        }
        plan.carry_out(&shadow).map_err(|error| told(root, &error))
    }
}

/// The tree of our own index, or of the part of it that the workspace is.
fn tree_of(shadow: &Shadow<'_>, prefix: &[u8]) -> Result<String, GitError> {
    if !shadow.index_path(Index::Work).exists() {
        return Ok(shadow.repository.settings.hash.empty_tree().to_owned());
    }
    let whole = shadow.write(Index::Work, &["write-tree", "--missing-ok"], Vec::new())?;
    let Some(folder) = prefix.strip_suffix(b"/") else { return Ok(whole) };
    let arguments: [OsString; 4] = ["ls-tree".into(), "-z".into(), whole.into(), os_string(folder)];
    let found = shadow.read(Index::Work, &arguments, Vec::new(), MOST_OUTPUT)?;
    let found = String::from_utf8_lossy(&found).into_owned();
    let tree = found.split(['\t', ' ']).nth(2).filter(|_| found.starts_with("040000 tree "));
    Ok(tree.unwrap_or(shadow.repository.settings.hash.empty_tree()).to_owned())
}

/// Whether the patch is wanted beside the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum With {
    Names,
    Patch,
}

fn differences(
    shadow: &Shadow<'_>,
    before: &SnapshotId,
    after: &SnapshotId,
    with: With,
) -> Result<Vec<FilePatch>, GitError> {
    let hash = shadow.repository.settings.hash;
    if ![before, after].iter().all(|id| is_object_name(id.0.as_bytes(), hash)) {
        return Err(GitError::damaged("that is no picture of this work tree"));
    }
    let mut arguments = vec!["diff-tree", "-r", "--raw", "--no-abbrev", "--no-renames", "--no-color"];
    if with == With::Patch {
        arguments.extend([
            "--patch",
            "--binary",
            "--full-index",
            "--no-ext-diff",
            "--no-textconv",
            "--submodule=short",
        ]);
    }
    arguments.extend([before.0.as_str(), after.0.as_str(), "--"]);
    let output = shadow.read(Index::Original, &arguments, Vec::new(), LARGEST_PATCH)?;
    if with == With::Patch { patch::parse(&output) } else { patch::parse_raw(&output) }
}

fn dirty_paths(repository: &Repository, state: &WorkState) -> Vec<String> {
    let paths: BTreeSet<String> = state
        .entries
        .iter()
        .filter_map(|entry: &Entry| repository.in_workspace(&entry.path))
        .map(|path| path.to_string())
        .collect();
    paths.into_iter().collect()
}

fn shown(path: &[u8]) -> String {
    RelPath::from_bytes(path).map_or_else(|_| String::from_utf8_lossy(path).into_owned(), |path| path.to_string())
}

fn told(root: &Path, error: &GitError) -> ChangesError {
    let is_gone = !root.is_dir();
    let root = root.display().to_string();
    match error {
        _ if is_gone => ChangesError::Gone { root },
        GitError::NotARepository { .. } => ChangesError::NotARepository { root },
        GitError::Io { source, .. } | GitError::Failed { source, .. } => {
            ChangesError::Unreadable { root, reason: format!("{error}: {source}") }
        }
        _ => ChangesError::Unreadable { root, reason: error.to_string() },
    }
}

/// What each path became.
type ByPath<'a> = BTreeMap<&'a [u8], &'a FilePatch>;
