//! What `git status --porcelain=v2 -z` prints, as data.

use crate::git::error::GitError;
use crate::git::shadow::Shadow;

/// One path that is not as HEAD and index say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// In the work tree.
    pub(crate) path: Vec<u8>,
    /// The path it had, for a rename or copy.
    pub(crate) old_path: Option<Vec<u8>>,
    /// What happened between HEAD and the index, as git's letter, `.` for nothing.
    pub(crate) staged: u8,
    /// What happened between the index and the work tree.
    pub(crate) unstaged: u8,
    pub(crate) kind: EntryKind,
    /// For a submodule, git's four letters (`S`, commit, changes, untracked).
    pub(crate) submodule: Option<[u8; 4]>,
    /// Mode in the index, as git writes it; empty for an untracked file.
    pub(crate) index_mode: String,
    /// Object in the index; empty for an untracked file.
    pub(crate) index_object: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryKind {
    Tracked,
    Unmerged,
    Untracked,
}

/// All of it.
#[derive(Debug, Default)]
pub(crate) struct WorkState {
    /// The commit of HEAD; none before the first.
    pub(crate) head: Option<String>,
    pub(crate) upstream: Option<String>,
    /// Commits ahead of and behind the upstream.
    pub(crate) distance: Option<(u64, u64)>,
    pub(crate) entries: Vec<Entry>,
}

impl WorkState {
    /// True when anything is not as HEAD says.
    pub(crate) fn is_dirty(&self) -> bool {
        !self.entries.is_empty()
    }
}

/// Whether a path that went and one that came with like content are one rename.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Renames {
    Found,
    Apart,
}

/// Whether files that git does not track are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Untracked {
    All,
    None,
}

/// Asks git for the state of the part of the work tree that the workspace is, or of `path` in it.
pub(crate) fn ask(
    shadow: &Shadow<'_>,
    renames: Renames,
    untracked: Untracked,
    path: &[u8],
) -> Result<WorkState, GitError> {
    let mut arguments = vec![
        std::ffi::OsString::from("status"),
        "--porcelain=v2".into(),
        "--branch".into(),
        "-z".into(),
        "--ignored=no".into(),
        // Looking into a submodule would start git in it, under its own configuration.
        "--ignore-submodules=dirty".into(),
        if untracked == Untracked::All { "--untracked-files=all" } else { "--untracked-files=no" }.into(),
        if renames == Renames::Found { "--find-renames" } else { "--no-renames" }.into(),
        "--".into(),
    ];
    if !path.is_empty() {
        arguments.push(os_string(path));
    }
    parse(&shadow.visit(&arguments)?)
}

/// An argument from bytes of a path.
#[cfg(unix)]
pub(crate) fn os_string(bytes: &[u8]) -> std::ffi::OsString {
    use std::os::unix::ffi::OsStringExt as _;
    std::ffi::OsString::from_vec(bytes.to_vec())
}

/// An argument from bytes of a path.
#[cfg(not(unix))]
pub(crate) fn os_string(bytes: &[u8]) -> std::ffi::OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

pub(crate) fn parse(output: &[u8]) -> Result<WorkState, GitError> {
    let mut state = WorkState::default();
    let mut records = output.split(|&byte| byte == 0).filter(|record| !record.is_empty());
    while let Some(record) = records.next() {
        let entry = match record.first() {
            Some(b'#') => {
                header(record, &mut state);
                continue;
            }
            Some(b'1') => tracked(record, 8).map(|entry| (entry, false)),
            Some(b'2') => tracked(record, 9).map(|entry| (entry, true)),
            Some(b'u') => unmerged(record).map(|entry| (entry, false)),
            Some(b'?') => record.get(2..).map(|path| (untracked(path), false)),
            _ => None,
        };
        let Some((mut entry, has_old_path)) = entry else {
            return Err(GitError::damaged("git printed a state that C2C does not know"));
        };
        if has_old_path {
            entry.old_path = records.next().map(<[u8]>::to_vec);
        }
        state.entries.push(entry);
    }
    Ok(state)
}

fn header(record: &[u8], state: &mut WorkState) {
    let text = String::from_utf8_lossy(record);
    if let Some(head) = text.strip_prefix("# branch.oid ") {
        state.head = (head != "(initial)").then(|| head.to_owned());
    } else if let Some(upstream) = text.strip_prefix("# branch.upstream ") {
        state.upstream = Some(upstream.to_owned());
    } else if let Some(distance) = text.strip_prefix("# branch.ab ") {
        let mut numbers = distance.split(' ').map(|number| number.trim_start_matches(['+', '-']).parse().unwrap_or(0));
        state.distance = numbers.next().zip(numbers.next());
    }
}

/// `1 XY sub mH mI mW hH hI path`, and for a rename one more field before the path.
fn tracked(record: &[u8], fields: usize) -> Option<Entry> {
    let parts: Vec<&[u8]> = record.splitn(fields + 1, |&byte| byte == b' ').collect();
    let [_, [staged, unstaged], submodule, _, index_mode, _, _, index_object, .., path] = parts.as_slice() else {
        return None;
    };
    Some(Entry {
        path: path.to_vec(),
        old_path: None,
        staged: *staged,
        unstaged: *unstaged,
        kind: EntryKind::Tracked,
        submodule: letters(submodule),
        index_mode: String::from_utf8_lossy(index_mode).into_owned(),
        index_object: String::from_utf8_lossy(index_object).into_owned(),
    })
}

/// `u XY sub m1 m2 m3 mW h1 h2 h3 path`.
fn unmerged(record: &[u8]) -> Option<Entry> {
    let parts: Vec<&[u8]> = record.splitn(11, |&byte| byte == b' ').collect();
    let [_, [ours, theirs], submodule, _, mode, _, _, _, object, _, path] = parts.as_slice() else { return None };
    Some(Entry {
        path: path.to_vec(),
        old_path: None,
        staged: *ours,
        unstaged: *theirs,
        kind: EntryKind::Unmerged,
        submodule: letters(submodule),
        index_mode: String::from_utf8_lossy(mode).into_owned(),
        index_object: String::from_utf8_lossy(object).into_owned(),
    })
}

fn untracked(path: &[u8]) -> Entry {
    Entry {
        path: path.to_vec(),
        old_path: None,
        staged: b'.',
        unstaged: b'?',
        kind: EntryKind::Untracked,
        submodule: None,
        index_mode: String::new(),
        index_object: String::new(),
    }
}

fn letters(field: &[u8]) -> Option<[u8; 4]> {
    <[u8; 4]>::try_from(field).ok().filter(|letters| letters[0] == b'S')
}
