//! The state of the work tree as an index of our own.
//!
//! Git never reads the content of the work tree. What changed is read through the root's handle and handed to git as a
//! stream; where attributes or settings may convert it, it is copied into a folder of ours and git takes it from there.
//! Either way nothing that is swapped for a link meanwhile leads out of the workspace.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::path::{Path, PathBuf};

use crate::git::error::GitError;
use crate::git::porcelain::{Entry, EntryKind, os_string};
use crate::git::shadow::{Index, MOST_OUTPUT, Shadow};
use crate::git::submodule;
use crate::git::work_file::{WorkFile, make_link, set_executable};
use crate::path::RelPath;
use crate::policy::{Policy, Verdict};
use crate::root::{EntryKind as Kind, GIT_FOLDER, MORE_NAMES, Root};

/// Most bytes copied for one call.
const MOST_COPIED: u64 = 1 << 30;
/// Most bytes of changed files that are held in memory.
const LARGEST_STREAM: usize = 48 << 20;
/// Largest file that is held in memory, in bytes.
const LARGEST_STREAMED: u64 = 4 << 20;
/// Stands in the index for a file that is not read, so that git tells that it changed and nothing of its content.
const PLACEHOLDER: &[u8] = b"withheld by C2C\n";
const LINK_MODE: &str = "120000";
pub(crate) const SUBMODULE_MODE: &str = "160000";

/// For whom the state is taken.
#[derive(Debug, Clone, Copy)]
pub(crate) enum For<'a> {
    /// For a client: withheld files are not read, nor files over `largest` bytes.
    Reader { policy: &'a Policy, largest: u64 },
    /// For ourselves: every file up to `largest` bytes, as it is.
    Keeping { largest: u64 },
}

/// Paths whose content was not taken, with the reason.
pub(crate) type NotTaken = BTreeMap<Vec<u8>, String>;

/// Brings our own index ([`Index::Work`]) to the state of the work tree, for the paths that `entries` names.
pub(crate) fn stage(shadow: &Shadow<'_>, root: &Root, entries: &[Entry], whom: For<'_>) -> Result<NotTaken, GitError> {
    let original = shadow.index_path(Index::Original);
    if original.exists() {
        std::fs::copy(&original, shadow.index_path(Index::Work)).map_err(failed)?;
    }
    let streams = match whom {
        For::Reader { .. } => !may_convert(shadow, entries)?,
        For::Keeping { .. } => true,
    };
    if !streams {
        bring_blobs(shadow, entries)?;
    }
    let mut work = Work {
        shadow,
        root,
        whom,
        info: Vec::new(),
        paths: Vec::new(),
        stream: streams.then(Stream::default),
        not_taken: NotTaken::new(),
        copied: 0,
    };
    for entry in entries.iter().filter(|entry| entry.unstaged != b'.' || entry.kind == EntryKind::Unmerged) {
        if shadow.limits.is_over() {
            return Err(GitError::TimedOut { doing: "reading the work tree".to_owned() });
        }
        work.take(entry)?;
    }
    work.finish()
}

struct Work<'a> {
    shadow: &'a Shadow<'a>,
    root: &'a Root,
    whom: For<'a>,
    /// Records for `update-index --index-info`: removals and submodules.
    info: Vec<u8>,
    /// Paths for `update-index --stdin`.
    paths: Vec<u8>,
    /// Content for `fast-import`; none where git may have to convert it.
    stream: Option<Stream>,
    not_taken: NotTaken,
    copied: u64,
}

impl Work<'_> {
    fn take(&mut self, entry: &Entry) -> Result<(), GitError> {
        if entry.path.ends_with(b"/") {
            // A repository of its own inside the work tree, which git does not track.
            return Ok(());
        }
        let Some(path) = self.shadow.repository.in_workspace(&entry.path) else {
            return self.leave_out(entry, "its path cannot be named");
        };
        if entry.index_mode == SUBMODULE_MODE {
            self.take_submodule(entry, &path);
            return Ok(());
        }
        if entry.kind == EntryKind::Tracked && entry.unstaged == b'D' {
            self.remove(&entry.path);
            return Ok(());
        }
        if let For::Reader { policy, .. } = self.whom
            && let Verdict::Withheld { reason } = policy.verdict(&path, Kind::File)
        {
            return self.leave_out(entry, &reason);
        }
        if path.is_git() {
            return self.leave_out(entry, GIT_FOLDER);
        }
        match WorkFile::open(self.root, &path) {
            Ok(WorkFile::File { file, size, executable, hard_linked }) => {
                if let Some(reason) = self.reason_against(size, hard_linked) {
                    return self.leave_out(entry, &reason);
                }
                self.copy(entry, file, size, executable)
            }
            Ok(WorkFile::Link(target)) => self.take_link(entry, &target),
            Ok(WorkFile::Nothing) => {
                self.remove(&entry.path);
                Ok(())
            }
            Err(_) => self.leave_out(entry, "the operating system does not let C2C read it"),
        }
    }

    fn reason_against(&self, size: u64, hard_linked: bool) -> Option<String> {
        let largest = match self.whom {
            For::Reader { .. } if hard_linked => return Some(MORE_NAMES.to_owned()),
            For::Reader { largest, .. } | For::Keeping { largest } => largest,
        };
        (size > largest).then(|| format!("it is larger than {} MiB", largest >> 20))
    }

    fn take_link(&mut self, entry: &Entry, target: &Path) -> Result<(), GitError> {
        let content = link_content(target);
        if self.streamed(entry, LINK_MODE, &content) {
            return Ok(());
        }
        let at = self.place(&entry.path)?;
        make_link(target, &at).map_err(failed)?;
        self.add(&entry.path);
        Ok(())
    }

    /// Puts content into the stream, if there is one and it has room.
    fn streamed(&mut self, entry: &Entry, mode: &str, content: &[u8]) -> bool {
        match &mut self.stream {
            Some(stream) if stream.text.len() + content.len() <= LARGEST_STREAM => {
                stream.push(mode, &entry.path, content);
                true
            }
            _ => false,
        }
    }

    /// The mode that git would give a file.
    fn mode(&self, entry: &Entry, executable: bool) -> String {
        if !self.shadow.repository.settings.trusts_modes() {
            let known = entry.index_mode.starts_with("100");
            return if known { entry.index_mode.clone() } else { "100644".to_owned() };
        }
        if executable { "100755" } else { "100644" }.to_owned()
    }

    fn copy(&mut self, entry: &Entry, mut file: File, size: u64, executable: bool) -> Result<(), GitError> {
        if self.stream.is_some() && size <= LARGEST_STREAMED {
            let mut content = Vec::new();
            (&mut file).take(LARGEST_STREAMED).read_to_end(&mut content).map_err(failed)?;
            let mode = self.mode(entry, executable);
            if self.streamed(entry, &mode, &content) {
                return Ok(());
            }
            file.rewind().map_err(failed)?;
        }
        let at = self.place(&entry.path)?;
        let mut target = File::create(&at).map_err(failed)?;
        let left = MOST_COPIED.saturating_sub(self.copied);
        let copied = io::copy(&mut file.take(left + 1), &mut target).map_err(failed)?;
        self.copied += copied;
        if copied > left {
            return Err(GitError::TooBig { what: "the changed files are larger than 1 GiB together".to_owned() });
        }
        set_executable(&target, executable).map_err(failed)?;
        self.add(&entry.path);
        Ok(())
    }

    /// The content is not taken: a reader sees that there is a change, what we keep stays as the index has it.
    fn leave_out(&mut self, entry: &Entry, reason: &str) -> Result<(), GitError> {
        self.not_taken.insert(entry.path.clone(), reason.to_owned());
        match self.whom {
            For::Reader { .. } if is_plain(&entry.path) => {
                let at = self.place(&entry.path)?;
                std::fs::write(&at, PLACEHOLDER).map_err(failed)?;
                self.add(&entry.path);
            }
            _ if entry.kind == EntryKind::Unmerged => self.remove(&entry.path),
            _ => {}
        }
        Ok(())
    }

    fn take_submodule(&mut self, entry: &Entry, path: &RelPath) {
        if entry.unstaged == b'D' {
            self.remove(&entry.path);
        } else if let Some(commit) = submodule::checked_out(self.shadow.repository, self.root, path) {
            self.info.extend(format!("{SUBMODULE_MODE} {commit} 0\t").as_bytes());
            self.info.extend(&entry.path);
            self.info.push(0);
        } else {
            self.not_taken.insert(entry.path.clone(), "the commit of this submodule cannot be read".to_owned());
        }
    }

    fn remove(&mut self, path: &[u8]) {
        let zeros = "0".repeat(self.shadow.repository.settings.hash.digits());
        self.info.extend(format!("0 {zeros} 0\t").as_bytes());
        self.info.extend(path);
        self.info.push(0);
    }

    fn add(&mut self, path: &[u8]) {
        self.paths.extend(path);
        self.paths.push(0);
    }

    /// Where a path's copy goes, with the folders on the way made.
    fn place(&self, path: &[u8]) -> Result<PathBuf, GitError> {
        let at = self.shadow.stage().join(Path::new(&os_string(path)));
        if let Some(parent) = at.parent() {
            std::fs::create_dir_all(parent).map_err(failed)?;
        }
        Ok(at)
    }

    fn finish(mut self) -> Result<NotTaken, GitError> {
        if let Some(stream) = self.stream.take().filter(|stream| !stream.files.is_empty()) {
            self.info.extend(stream.import(self.shadow)?);
        }
        if !self.info.is_empty() {
            self.shadow.write(Index::Work, &["update-index", "-z", "--index-info"], self.info)?;
        }
        if !self.paths.is_empty() {
            // With this limit git puts all new content into one pack, which is much faster than a file for each.
            let arguments =
                ["-c", "core.bigFileThreshold=1", "update-index", "--add", "--replace", "--remove", "-z", "--stdin"];
            self.shadow.write(Index::Work, &arguments, self.paths)?;
        }
        Ok(self.not_taken)
    }
}

/// Content on its way to `git fast-import`, which puts all of it into one pack without a file in between.
#[derive(Default)]
struct Stream {
    text: Vec<u8>,
    files: Vec<(String, Vec<u8>)>,
}

impl Stream {
    fn push(&mut self, mode: &str, path: &[u8], content: &[u8]) {
        self.files.push((mode.to_owned(), path.to_vec()));
        self.text.extend(format!("blob\nmark :{}\ndata {}\n", self.files.len(), content.len()).as_bytes());
        self.text.extend(content);
        self.text.push(b'\n');
    }

    /// Stores the content and gives the records for the index.
    fn import(mut self, shadow: &Shadow<'_>) -> Result<Vec<u8>, GitError> {
        for number in 1..=self.files.len() {
            self.text.extend(format!("get-mark :{number}\n").as_bytes());
        }
        self.text.extend(b"done\n");
        let arguments = ["-c", "fastimport.unpackLimit=1", "fast-import", "--quiet", "--depth=0", "--done"];
        let printed = shadow.write(Index::Work, &arguments, self.text)?;
        let objects: Vec<&str> = printed.lines().collect();
        if objects.len() != self.files.len() {
            return Err(GitError::damaged("git did not store what changed"));
        }
        let mut records = Vec::new();
        for ((mode, path), object) in self.files.iter().zip(objects) {
            records.extend(format!("{mode} {object} 0\t").as_bytes());
            records.extend(path);
            records.push(0);
        }
        Ok(records)
    }
}

/// Whether git may store something else than the bytes in the work tree.
fn may_convert(shadow: &Shadow<'_>, entries: &[Entry]) -> Result<bool, GitError> {
    if shadow.repository.settings.converts || shadow.git_dir().join("info/attributes").exists() {
        return Ok(true);
    }
    let has_attributes = |path: &[u8]| path.ends_with(b".gitattributes");
    if entries.iter().any(|entry| has_attributes(&entry.path)) {
        return Ok(true);
    }
    let listed = shadow.read(Index::Original, &["ls-files", "-z"], Vec::new(), MOST_OUTPUT)?;
    Ok(listed.split(|&byte| byte == 0).any(has_attributes))
}

/// A link's target as git stores it.
#[cfg(unix)]
fn link_content(target: &Path) -> Vec<u8> {
    target.as_os_str().as_encoded_bytes().to_vec()
}

/// A link's target as git stores it.
#[cfg(not(unix))]
fn link_content(target: &Path) -> Vec<u8> {
    crate::git::locate::slashed(target)
}

/// Copies the index's blobs of changed files into our own objects: whether git converts line ends may depend on them.
fn bring_blobs(shadow: &Shadow<'_>, entries: &[Entry]) -> Result<(), GitError> {
    let mut names = String::new();
    for entry in entries.iter().filter(|entry| entry.unstaged == b'M' && entry.submodule.is_none()) {
        names.push_str(&entry.index_object);
        names.push('\n');
    }
    if names.is_empty() {
        return Ok(());
    }
    let folder = shadow.own_objects().join("pack");
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let arguments = ["pack-objects".into(), "-q".into(), "--window=0".into(), folder.join("pack").into_os_string()];
    shadow.read(Index::Original, &arguments, names.into_bytes(), 1 << 20).map(drop)
}

/// True when a path stays where it is put: hostile indexes may name anything.
fn is_plain(path: &[u8]) -> bool {
    let name = os_string(path);
    let leads_to_git = RelPath::from_bytes(path).is_ok_and(|path| path.is_git());
    !leads_to_git && Path::new(&name).components().all(|part| matches!(part, std::path::Component::Normal(_)))
}

fn failed(source: io::Error) -> GitError {
    GitError::io("copying what changed", source)
}
