//! Two states of the files, compared by git. What is too big for one answer is left out file by file, the largest first.

use std::ffi::OsString;

use crate::git::error::GitError;
use crate::git::patch::{self, FilePatch};
use crate::git::porcelain::os_string;
use crate::git::shadow::{Index, MOST_OUTPUT, Shadow};
use crate::git::stage::NotTaken;

/// Largest diff that is made, in bytes.
const LARGEST_DIFF: usize = 64 << 20;
/// Where a diff is larger, files over these sizes in bytes are not compared, one size after the other.
const LARGEST_COMPARED: [u64; 4] = [16 << 20, 4 << 20, 1 << 20, 256 << 10];
/// Longest text that git has for a file it does not compare: a head with two names.
const LONGEST_HEAD: usize = 64 << 10;

/// What changed, and the files whose content is not compared, with the reason.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    pub(crate) patches: Vec<FilePatch>,
    pub(crate) not_taken: NotTaken,
}

impl Compared {
    /// The same where these were not even read, which is the better reason.
    pub(crate) fn without(mut self, not_taken: NotTaken) -> Self {
        self.not_taken.extend(not_taken);
        self
    }
}

/// A tree or commit with one of our indexes.
pub(crate) fn against(
    shadow: &Shadow<'_>,
    index: Index,
    from: &str,
    context: i64,
    path: &[u8],
) -> Result<Compared, GitError> {
    let mut arguments: Vec<OsString> = ["diff-index", "--cached"].map(OsString::from).to_vec();
    arguments.extend(options(shadow, context));
    arguments.push(from.into());
    arguments.extend(limited_to(path));
    compare(shadow, index, &arguments)
}

/// Two trees or commits.
pub(crate) fn between(
    shadow: &Shadow<'_>,
    index: Index,
    from: &str,
    to: &str,
    context: i64,
    path: &[u8],
) -> Result<Compared, GitError> {
    let mut arguments: Vec<OsString> = ["diff-tree", "-r"].map(OsString::from).to_vec();
    arguments.extend(options(shadow, context));
    arguments.extend([from.into(), to.into()]);
    arguments.extend(limited_to(path));
    compare(shadow, index, &arguments)
}

fn compare(shadow: &Shadow<'_>, index: Index, arguments: &[OsString]) -> Result<Compared, GitError> {
    let mut printed = shadow.read(index, arguments, Vec::new(), LARGEST_DIFF);
    let mut largest = None;
    for size in LARGEST_COMPARED {
        if !matches!(printed, Err(GitError::TooBig { .. })) {
            break;
        }
        // Git takes larger files for binary ones.
        let mut bounded = vec![OsString::from("-c"), format!("core.bigFileThreshold={size}").into()];
        bounded.extend_from_slice(arguments);
        printed = shadow.read(index, &bounded, Vec::new(), LARGEST_DIFF);
        largest = Some(size);
    }
    let printed = printed?;
    let patches = patch::parse(&printed)?;
    let not_taken = match largest {
        Some(largest) => over(shadow, index, largest, &printed, &patches)?,
        None => NotTaken::new(),
    };
    Ok(Compared { patches, not_taken })
}

/// The files that were not compared since one side of them is larger than `largest`.
fn over(
    shadow: &Shadow<'_>,
    index: Index,
    largest: u64,
    printed: &[u8],
    patches: &[FilePatch],
) -> Result<NotTaken, GitError> {
    let lines = printed.split(|&byte| byte == b'\n').take_while(|line| line.first() == Some(&b':'));
    let mut names = String::new();
    let mut asked = Vec::new();
    for (line, patch) in lines.zip(patches).filter(|(_, patch)| is_binary(&patch.text)) {
        // `:100644 100644 old new M<tab>path`
        let mut objects = line.split(|&byte| byte == b' ').skip(2).take(2).map(String::from_utf8_lossy);
        if let (Some(old), Some(new)) = (objects.next(), objects.next()) {
            names.push_str(&format!("{old}\n{new}\n"));
            asked.push(patch);
        }
    }
    let told = shadow.read(index, &["cat-file", "--batch-check"], names.into_bytes(), MOST_OUTPUT)?;
    let told = String::from_utf8_lossy(&told);
    let sizes: Vec<u64> = told
        .lines()
        .map(|line| line.rsplit(' ').next().and_then(|size| size.parse().ok()).unwrap_or_default())
        .collect();
    let reason = match patches.len() {
        1 => "its diff is too big to be shown; read parts of the file with `read_file`",
        _ => "its diff is too big to be shown with the others; ask for it with `path`",
    };
    let prefix = shadow.repository.prefix.as_slice();
    let over = asked.into_iter().zip(sizes.chunks(2)).filter(|(_, sizes)| sizes.iter().any(|&size| size > largest));
    Ok(over.map(|(patch, _)| ([prefix, &patch.path].concat(), reason.to_owned())).collect())
}

/// Whether git takes a file for binary, by its part of a patch.
pub(crate) fn is_binary(text: &[u8]) -> bool {
    text.len() <= LONGEST_HEAD && memchr::memmem::find(text, b"\nBinary files ").is_some()
}

fn options(shadow: &Shadow<'_>, context: i64) -> Vec<OsString> {
    let mut options: Vec<OsString> = [
        "--raw",
        "--no-abbrev",
        "--patch",
        "--find-renames",
        "--no-ext-diff",
        "--no-textconv",
        "--no-color",
        "--submodule=short",
        "--ignore-submodules=none",
    ]
    .map(OsString::from)
    .to_vec();
    options.push(format!("--unified={context}").into());
    if !shadow.repository.prefix.is_empty() {
        let mut relative = OsString::from("--relative=");
        relative.push(os_string(&shadow.repository.prefix));
        options.push(relative);
    }
    options
}

fn limited_to(path: &[u8]) -> Vec<OsString> {
    let mut arguments = vec![OsString::from("--")];
    if !path.is_empty() {
        arguments.push(os_string(path));
    }
    arguments
}
