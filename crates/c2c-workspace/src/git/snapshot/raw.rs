//! Files that git takes for unchanged although their bytes are not those of the index: line ends that were converted,
//! and whatever a filter made.

use std::collections::BTreeSet;

use crate::git::error::GitError;
use crate::git::porcelain::{Entry, EntryKind};
use crate::git::shadow::{Index, MOST_OUTPUT, Shadow};
use crate::root::Root;

/// The attributes that change content on its way.
const ATTRIBUTES: [&str; 6] = ["text", "crlf", "eol", "filter", "ident", "working-tree-encoding"];

/// What is known of a tracked file.
struct Tracked {
    path: Vec<u8>,
    mode: String,
    object: String,
}

/// Entries for the tracked files, other than `known`, whose bytes must be kept because the index does not have them.
pub(super) fn differing(shadow: &Shadow<'_>, root: &Root, known: &[Entry]) -> Result<Vec<Entry>, GitError> {
    let listed = shadow.read(Index::Original, &["ls-files", "--stage", "-z"], Vec::new(), MOST_OUTPUT)?;
    let has_attributes = |path: &[u8]| path.ends_with(b".gitattributes");
    let may_convert = shadow.repository.settings.converts
        || shadow.git_dir().join("info/attributes").exists()
        || known.iter().any(|entry| has_attributes(&entry.path))
        || listed.split(|&byte| byte == 0).any(has_attributes);
    if !may_convert {
        return Ok(Vec::new());
    }
    let skip: BTreeSet<&[u8]> = known.iter().map(|entry| entry.path.as_slice()).collect();
    let files: Vec<Tracked> = listed
        .split(|&byte| byte == 0)
        .filter_map(tracked)
        .filter(|file| file.path.starts_with(&shadow.repository.prefix) && !skip.contains(file.path.as_slice()))
        .collect();
    let ways = ways(shadow, &files)?;
    let candidates: Vec<(&Tracked, Way)> = files.iter().zip(ways).filter(|(_, way)| *way != Way::AsItIs).collect();
    let sizes = sizes(shadow, &candidates)?;
    let mut entries = Vec::new();
    for ((file, way), size) in candidates.iter().zip(sizes) {
        let Some(path) = shadow.repository.in_workspace(&file.path) else { continue };
        let Ok(seen) = root.look(&path) else { continue };
        // A conversion of line ends always changes the size.
        if *way == Way::Anyhow || size != Some(seen.size) {
            entries.push(entry(file));
        }
    }
    Ok(entries)
}

/// `mode object stage<tab>path`, for regular files that are not in conflict.
fn tracked(line: &[u8]) -> Option<Tracked> {
    let tab = memchr::memchr(b'\t', line)?;
    let head = std::str::from_utf8(&line[..tab]).ok()?;
    let mut fields = head.split(' ');
    let (mode, object, stage) = (fields.next()?, fields.next()?, fields.next()?);
    if !mode.starts_with("100") || stage != "0" {
        return None;
    }
    Some(Tracked { path: line[tab + 1..].to_vec(), mode: mode.to_owned(), object: object.to_owned() })
}

/// How a file's bytes come into the work tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Unchanged.
    AsItIs,
    /// Perhaps with other line ends.
    LineEnds,
    /// In a way whose result may have any size.
    Anyhow,
}

fn ways(shadow: &Shadow<'_>, files: &[Tracked]) -> Result<Vec<Way>, GitError> {
    let mut input = Vec::new();
    for file in files {
        input.extend(&file.path);
        input.push(0);
    }
    let mut arguments = vec!["check-attr", "-z", "--stdin"];
    arguments.extend(ATTRIBUTES);
    let output = shadow.read(Index::Original, &arguments, input, 4 * MOST_OUTPUT)?;
    let fields: Vec<&[u8]> = output.split(|&byte| byte == 0).collect();
    let default = if shadow.repository.settings.converts { Way::LineEnds } else { Way::AsItIs };
    let ways = fields.chunks_exact(3 * ATTRIBUTES.len()).map(|file| {
        let mut way = default;
        for attribute in file.chunks_exact(3) {
            let [_, name, value] = attribute else { continue };
            let is_unset = matches!(*value, b"unspecified" | b"unset");
            match *name {
                b"text" | b"crlf" if *value == b"unset" => way = if way == Way::Anyhow { way } else { Way::AsItIs },
                _ if is_unset => {}
                b"text" | b"crlf" | b"eol" if way == Way::AsItIs => way = Way::LineEnds,
                b"filter" | b"ident" | b"working-tree-encoding" => way = Way::Anyhow,
                _ => {}
            }
        }
        way
    });
    let ways: Vec<Way> = ways.collect();
    if ways.len() == files.len() {
        Ok(ways)
    } else {
        Err(GitError::damaged("git printed other attributes than asked for"))
    }
}

fn sizes(shadow: &Shadow<'_>, candidates: &[(&Tracked, Way)]) -> Result<Vec<Option<u64>>, GitError> {
    let names: Vec<&str> = candidates.iter().map(|(file, _)| file.object.as_str()).collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let input = (names.join("\n") + "\n").into_bytes();
    let output = shadow.read(Index::Original, &["cat-file", "--batch-check=%(objectsize)"], input, MOST_OUTPUT)?;
    Ok(String::from_utf8_lossy(&output).lines().map(|line| line.parse().ok()).collect())
}

fn entry(file: &Tracked) -> Entry {
    Entry {
        path: file.path.clone(),
        old_path: None,
        staged: b'.',
        unstaged: b'M',
        kind: EntryKind::Tracked,
        submodule: None,
        index_mode: file.mode.clone(),
        index_object: file.object.clone(),
    }
}
