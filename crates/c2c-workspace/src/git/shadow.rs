//! A git folder of our own that stands before the repository's.
//!
//! **No git process ever opens the repository's configuration.** The folder made here has a configuration that this
//! crate wrote, a copy of HEAD, refs, index and ignore rules, and nothing else; of the repository itself git sees the
//! objects, read only, and (for `git status` alone, which prints names and no content) the work tree. Filters, hooks,
//! text converters, external differs, monitors, pagers, addresses: there is no place where git could learn of them.
//! Attributes may name drivers; without a configuration that defines them they have no effect.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{File, FileTimes};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use c2c_os::command::Captured;
use tempfile::TempDir;

use crate::git::error::GitError;
use crate::git::folder::GitFolder;
use crate::git::locate::Repository;
use crate::git::program::{Git, World, lacked_memory, log_failure};
use crate::git::refs;
use crate::limits::Limits;

/// Largest index that is copied, in bytes.
const LARGEST_INDEX: u64 = 512 << 20;
/// Largest file of attributes or ignore rules, in bytes: git itself takes no more.
const LARGEST_RULES: u64 = 100 << 20;
/// Most output of one command, in bytes, unless a caller says otherwise.
pub(crate) const MOST_OUTPUT: usize = 256 << 20;
/// Every attribute that changes content on its way, taken away: bytes are stored as they are.
const RAW_ATTRIBUTES: &str = "* -text -eol -crlf -ident -filter -working-tree-encoding\n";
/// A shadow older than this was left behind by a process that is gone.
const LEFT_BEHIND_S: u64 = 6 * 3_600;
const PREFIX: &str = "read-";

/// Which index a command works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Index {
    /// The copy of the repository's.
    Original,
    /// Our own, with the work tree's state.
    Work,
    /// Our own, with a few paths of another.
    Part,
}

/// The folder, for one call. It is removed at the end.
#[derive(Debug)]
pub(crate) struct Shadow<'a> {
    git: &'a Git,
    pub(crate) repository: &'a Repository,
    pub(crate) limits: &'a Limits,
    folder: TempDir,
    objects: PathBuf,
    /// The branch that HEAD names; none when it names a commit.
    pub(crate) branch: Option<String>,
}

impl<'a> Shadow<'a> {
    /// Makes the folder. New objects go to `store`, or vanish with the folder.
    pub(crate) fn make(
        git: &'a Git,
        repository: &'a Repository,
        limits: &'a Limits,
        store: Option<&Path>,
    ) -> Result<Self, GitError> {
        let failed = |source| GitError::io("making a folder for git", source);
        sweep(git.scratch());
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(git.scratch()).map_err(failed)?;
        let objects = store.map_or_else(|| folder.path().join("objects"), Path::to_owned);
        for name in ["git/refs", "git/info", "stage"] {
            std::fs::create_dir_all(folder.path().join(name)).map_err(failed)?;
        }
        std::fs::create_dir_all(&objects).map_err(failed)?;
        let mut shadow = Self { git, repository, limits, folder, objects, branch: None };
        shadow.copy_refs()?;
        let text = repository.settings.to_text(shadow.branch.as_deref());
        std::fs::write(shadow.git_dir().join("config"), text).map_err(failed)?;
        shadow.copy_index()?;
        shadow.copy_rules(&repository.common, "info/exclude")?;
        shadow.copy_rules(&repository.common, "info/attributes")?;
        shadow.copy_rules(&repository.git_dir, "info/sparse-checkout")?;
        shadow.copy_rules(&repository.common, "shallow")?;
        if repository.settings.is_sparse() {
            // Folders that stand for their files in a sparse index are spread out while objects can be read.
            shadow.read(Index::Original, &["update-index", "--force-write-index"], Vec::new(), MOST_OUTPUT)?;
        }
        if repository.settings.reftable {
            let head = shadow.run(Reach::Objects, Index::Original, &["symbolic-ref", "--quiet", "HEAD"], Vec::new())?;
            let name = String::from_utf8_lossy(&head.stdout).trim_end().to_owned();
            shadow.branch = name.strip_prefix("refs/heads/").map(ToOwned::to_owned);
        }
        Ok(shadow)
    }

    /// Objects that are known to hold no secret.
    pub(crate) fn clean_objects(&self) -> &Mutex<HashSet<String>> {
        self.git.clean_objects()
    }

    /// Where git looks for everything but objects.
    pub(crate) fn git_dir(&self) -> PathBuf {
        self.folder.path().join("git")
    }

    /// Our own work tree, with copies of what changed.
    pub(crate) fn stage(&self) -> PathBuf {
        self.folder.path().join("stage")
    }

    /// Where new objects go.
    pub(crate) fn own_objects(&self) -> &Path {
        &self.objects
    }

    pub(crate) fn index_path(&self, index: Index) -> PathBuf {
        self.git_dir().join(match index {
            Index::Original => "index",
            Index::Work => "index.work",
            Index::Part => "index.part",
        })
    }

    /// From here on content is taken as it is, whatever the repository's attributes say.
    pub(crate) fn take_raw(&self) -> Result<(), GitError> {
        std::fs::write(self.git_dir().join("info/attributes"), RAW_ATTRIBUTES)
            .map_err(|source| GitError::io("writing attributes", source))
    }

    /// Reads from objects and our own work tree; any failure means that the repository cannot be read.
    pub(crate) fn read<A: Into<OsString> + Clone>(
        &self,
        index: Index,
        arguments: &[A],
        input: Vec<u8>,
        most_bytes: usize,
    ) -> Result<Vec<u8>, GitError> {
        let captured = self.run_bounded(Reach::Objects, index, arguments, input, most_bytes)?;
        self.judge(arguments, captured)
    }

    /// `git status`, the one command that visits the real work tree.
    pub(crate) fn visit<A: Into<OsString> + Clone>(&self, arguments: &[A]) -> Result<Vec<u8>, GitError> {
        let captured = self.run(Reach::WorkTree, Index::Original, arguments, Vec::new())?;
        self.judge(arguments, captured)
    }

    /// A question whose answer may be no: none when git says so.
    pub(crate) fn ask<A: Into<OsString> + Clone>(&self, arguments: &[A]) -> Result<Option<String>, GitError> {
        let captured = self.run(Reach::Objects, Index::Original, arguments, Vec::new())?;
        let text = String::from_utf8_lossy(&captured.stdout).trim_end().to_owned();
        Ok((captured.success() && !text.is_empty()).then_some(text))
    }

    /// Writes objects or one of our indexes, without seeing the repository's objects: what is written can then never
    /// freshen (that is, touch) a file of the repository.
    pub(crate) fn write<A: Into<OsString> + Clone>(
        &self,
        index: Index,
        arguments: &[A],
        input: Vec<u8>,
    ) -> Result<String, GitError> {
        let captured = self.run(Reach::Own, index, arguments, input)?;
        if captured.success() {
            return Ok(String::from_utf8_lossy(&captured.stdout).trim_end().to_owned());
        }
        let name = first(arguments);
        let source = log_failure(&name, &captured);
        Err(GitError::Failed { command: name, source })
    }

    fn judge<A: Into<OsString> + Clone>(&self, arguments: &[A], captured: Captured) -> Result<Vec<u8>, GitError> {
        let name = first(arguments);
        if captured.stdout_cut {
            return Err(GitError::TooBig { what: format!("the answer of `git {name}` is too big") });
        }
        if captured.success() {
            return Ok(captured.stdout);
        }
        // Arguments were all checked before, so what fails now is what git found in the repository.
        drop(log_failure(&name, &captured));
        if lacked_memory(&captured) {
            return Err(GitError::TooBig { what: format!("`git {name}` would need more memory than it may have") });
        }
        Err(GitError::damaged(if self.repository.settings.partial {
            format!("`git {name}` failed; it is a partial clone, and what is missing is not fetched")
        } else {
            format!("`git {name}` failed")
        }))
    }

    fn run<A: Into<OsString> + Clone>(
        &self,
        reach: Reach,
        index: Index,
        arguments: &[A],
        input: Vec<u8>,
    ) -> Result<Captured, GitError> {
        self.run_bounded(reach, index, arguments, input, MOST_OUTPUT)
    }

    fn run_bounded<A: Into<OsString> + Clone>(
        &self,
        reach: Reach,
        index: Index,
        arguments: &[A],
        input: Vec<u8>,
        most_bytes: usize,
    ) -> Result<Captured, GitError> {
        let arguments: Vec<OsString> = arguments.iter().cloned().map(Into::into).collect();
        let (git_dir, stage, index) = (self.git_dir(), self.stage(), self.index_path(index));
        let borrowed = self.repository.objects();
        let world = World {
            git_dir: &git_dir,
            work_tree: if reach == Reach::WorkTree { &self.repository.top } else { &stage },
            objects: &self.objects,
            borrowed: (reach != Reach::Own).then_some(borrowed.as_path()),
            index: &index,
        };
        self.git.run(&world, &arguments, input, self.limits, most_bytes)
    }

    fn copy_refs(&mut self) -> Result<(), GitError> {
        let unreadable = |_: io::Error| GitError::damaged("its HEAD cannot be read");
        let head = self.repository.git_dir.read_line("HEAD").map_err(unreadable)?;
        let Some(head) = head else { return Err(GitError::damaged("it has no HEAD")) };
        let hash = self.repository.settings.hash;
        let named = head.strip_prefix("ref: ").map(str::trim_start);
        if !named.is_some_and(|name| name.starts_with("refs/")) && !refs::is_object_name(head.as_bytes(), hash) {
            return Err(GitError::damaged("its HEAD names nothing"));
        }
        self.branch = named.and_then(|name| name.strip_prefix("refs/heads/")).map(ToOwned::to_owned);
        let target = self.git_dir();
        std::fs::write(target.join("HEAD"), format!("{head}\n"))
            .map_err(|source| GitError::io("copying HEAD", source))?;
        if self.repository.settings.reftable {
            return self.copy_reftable();
        }
        refs::copy(&self.repository.common, hash, &target)
    }

    fn copy_reftable(&self) -> Result<(), GitError> {
        if self.repository.git_dir.path != self.repository.common.path {
            return Err(GitError::damaged("C2C does not read a worktree whose refs are in reftables"));
        }
        let unreadable = |_: io::Error| GitError::damaged("its refs cannot be read");
        let target = self.git_dir().join("reftable");
        std::fs::create_dir_all(&target).map_err(|source| GitError::io("copying refs", source))?;
        let Some(folder) = self.repository.common.folder("reftable").map_err(unreadable)? else { return Ok(()) };
        for entry in folder.entries().map_err(unreadable)? {
            let name = entry.map_err(unreadable)?.file_name();
            let Some(name) = name.to_str() else { continue };
            self.copy_file(&self.repository.common, &format!("reftable/{name}"), LARGEST_RULES)?;
        }
        Ok(())
    }

    fn copy_rules(&self, from: &GitFolder, name: &str) -> Result<(), GitError> {
        self.copy_file(from, name, LARGEST_RULES)
    }

    /// The index, and the shared part of a split one.
    fn copy_index(&self) -> Result<(), GitError> {
        let git_dir = &self.repository.git_dir;
        self.copy_file(git_dir, "index", LARGEST_INDEX)?;
        let entries = git_dir.dir.entries().map_err(|_| GitError::damaged("git's folder cannot be read"))?;
        for entry in entries.flatten() {
            let name = entry.file_name();
            if let Some(name) = name.to_str().filter(|name| name.starts_with("sharedindex.")) {
                self.copy_file(git_dir, name, LARGEST_INDEX)?;
            }
        }
        Ok(())
    }

    /// Copies a file with its time: git takes files that are as new as the index for possibly changed.
    fn copy_file(&self, from: &GitFolder, name: &str, most: u64) -> Result<(), GitError> {
        let unreadable = |_: io::Error| GitError::damaged(format!("git's file `{name}` cannot be read"));
        let Some(source) = from.open_file(name).map_err(unreadable)? else { return Ok(()) };
        let metadata = source.metadata().map_err(unreadable)?;
        if metadata.len() > most {
            return Err(GitError::TooBig { what: format!("git's file `{name}` is larger than {} MiB", most >> 20) });
        }
        let failed = |source| GitError::io("copying a file of git's", source);
        let mut target = File::create(self.git_dir().join(name)).map_err(failed)?;
        io::copy(&mut io::Read::take(source, most), &mut target).map_err(failed)?;
        target.flush().map_err(failed)?;
        let modified = metadata.modified().map_err(unreadable)?;
        target.set_times(FileTimes::new().set_modified(modified)).map_err(failed)
    }
}

/// What a command can reach besides our own folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// The repository's objects.
    Objects,
    /// The repository's objects and the real work tree.
    WorkTree,
    /// Nothing.
    Own,
}

fn first<A: Into<OsString> + Clone>(arguments: &[A]) -> String {
    let names = arguments.iter().cloned().map(|name| name.into().to_string_lossy().into_owned());
    names.into_iter().find(|name| !name.starts_with('-') && !name.contains('=')).unwrap_or_default()
}

/// Removes what processes left behind that were killed in the middle of a call.
fn sweep(scratch: &Path) {
    let Ok(entries) = std::fs::read_dir(scratch) else { return };
    for entry in entries.flatten() {
        let old = entry
            .metadata()
            .and_then(|metadata| metadata.modified())
            .ok()
            .and_then(|modified| modified.elapsed().ok())
            .is_some_and(|age| age.as_secs() > LEFT_BEHIND_S);
        if old
            && entry.file_name().to_string_lossy().starts_with(PREFIX)
            && let Err(error) = std::fs::remove_dir_all(entry.path())
        {
            tracing::warn!(%error, "a folder left behind cannot be removed");
        }
    }
}
