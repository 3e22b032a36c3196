//! What `git diff --raw --patch` prints, cut into files.

use std::borrow::Cow;

use crate::encoding::{self, Encoding};
use crate::git::error::GitError;
use crate::git::quote;

/// One file of a diff, as git tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FilePatch {
    /// Git's letter: `A`, `C`, `D`, `M`, `R`, `T`, `U`.
    pub(crate) change: u8,
    pub(crate) old_mode: String,
    pub(crate) new_mode: String,
    /// The object of the older side; zeros when there is none.
    pub(crate) old_object: String,
    /// The object of the newer side; zeros when there is none.
    pub(crate) new_object: String,
    pub(crate) path: Vec<u8>,
    pub(crate) old_path: Option<Vec<u8>>,
    /// Its part of the patch, names as git quotes them.
    pub(crate) text: Vec<u8>,
}

/// Lines of a file's patch, counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) insertions: u64,
    pub(crate) deletions: u64,
    pub(crate) binary: bool,
}

/// The files of an output that has raw lines and nothing else.
pub(crate) fn parse_raw(output: &[u8]) -> Result<Vec<FilePatch>, GitError> {
    let lines = output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| raw_line(line).ok_or_else(odd)).collect()
}

/// Cuts the output into files. Sections come in the order of the raw lines; a change of type has two.
pub(crate) fn parse(output: &[u8]) -> Result<Vec<FilePatch>, GitError> {
    let mut files = Vec::new();
    let mut rest = output;
    while rest.first() == Some(&b':') {
        let (line, after) = split_line(rest);
        files.push(raw_line(line).ok_or_else(odd)?);
        rest = after;
    }
    if rest.first() == Some(&b'\n') {
        rest = &rest[1..];
    }
    let mut sections = Sections { rest };
    for file in &mut files {
        let count = if changes_type(&file.old_mode, &file.new_mode) { 2 } else { 1 };
        for _ in 0..count {
            file.text.extend(sections.next().ok_or_else(odd)?);
        }
    }
    if sections.rest.is_empty() { Ok(files) } else { Err(odd()) }
}

fn odd() -> GitError {
    GitError::damaged("git printed a diff that C2C does not understand")
}

fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b'\n', text) {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, &[]),
    }
}

/// `:100644 100644 old new M<tab>path`, with a second path for a rename or copy.
fn raw_line(line: &[u8]) -> Option<FilePatch> {
    let tab = memchr::memchr(b'\t', line)?;
    let head = std::str::from_utf8(line.get(1..tab)?).ok()?;
    let fields: Vec<&str> = head.split(' ').collect();
    let [old_mode, new_mode, old_object, new_object, change] = fields.as_slice() else { return None };
    let change = *change.as_bytes().first()?;
    let (first, rest) = quote::name(&line[tab + 1..]);
    let (path, old_path) =
        if matches!(change, b'R' | b'C') { (quote::name(rest).0, Some(first)) } else { (first, None) };
    Some(FilePatch {
        change,
        old_mode: (*old_mode).to_owned(),
        new_mode: (*new_mode).to_owned(),
        old_object: (*old_object).to_owned(),
        new_object: (*new_object).to_owned(),
        path,
        old_path,
        text: Vec::new(),
    })
}

/// A file that becomes a link, or the like, is printed as one that goes and one that comes.
fn changes_type(old_mode: &str, new_mode: &str) -> bool {
    let kind = |mode: &str| mode.get(..3).unwrap_or_default().to_owned();
    let (old, new) = (kind(old_mode), kind(new_mode));
    old != new && old != "000" && new != "000"
}

pub(super) struct Sections<'a> {
    pub(super) rest: &'a [u8],
}

impl<'a> Iterator for Sections<'a> {
    type Item = &'a [u8];

    /// A section begins with a line that no line of a hunk can be: those begin with a blank, `+`, `-`, `\` or `@`.
    fn next(&mut self) -> Option<&'a [u8]> {
        if !begins_section(self.rest) {
            return None;
        }
        let mut at = 0;
        loop {
            let Some(end) = memchr::memchr(b'\n', &self.rest[at..]) else {
                at = self.rest.len();
                break;
            };
            at += end + 1;
            if at == self.rest.len() || begins_section(&self.rest[at..]) {
                break;
            }
        }
        let (section, rest) = self.rest.split_at(at);
        self.rest = rest;
        Some(section)
    }
}

fn begins_section(text: &[u8]) -> bool {
    text.starts_with(b"diff --git ") || text.starts_with(b"* Unmerged path ")
}

/// A section as text: readable names in its header, content decoded. The name is that of the encoding in which lines
/// that are not UTF-8 were taken to be.
pub(crate) fn to_text(section: &[u8]) -> (String, Counts, Option<&'static str>) {
    let mut text = String::with_capacity(section.len());
    let mut counts = Counts::default();
    let mut in_header = true;
    let mut older = Older::new(section);
    for line in lines(section) {
        if line.starts_with(b"diff --git ") {
            in_header = true;
        } else if line.starts_with(b"@@ ") {
            in_header = false;
            // Git cuts the name of a function at a fixed number of bytes.
            text.push_str(&String::from_utf8_lossy(line));
            continue;
        }
        if in_header {
            counts.binary |= line.starts_with(b"Binary files ") || line.starts_with(b"GIT binary patch");
            text.push_str(&String::from_utf8_lossy(&quote::readable_header(line)));
            continue;
        }
        match line.first() {
            Some(b'+') => counts.insertions += 1,
            Some(b'-') => counts.deletions += 1,
            _ => {}
        }
        text.push_str(&older.decoded(line));
    }
    (text, counts, older.used)
}

/// Decodes the lines of a section that are not UTF-8. The lines around them may be: a commit that converts a file has
/// both kinds.
struct Older<'a> {
    section: &'a [u8],
    guessed: Option<Encoding>,
    used: Option<&'static str>,
}

impl<'a> Older<'a> {
    fn new(section: &'a [u8]) -> Self {
        Self { section, guessed: None, used: None }
    }

    fn decoded<'b>(&mut self, line: &'b [u8]) -> Cow<'b, str> {
        if let Ok(line) = std::str::from_utf8(line) {
            return Cow::Borrowed(line);
        }
        let section = self.section;
        let is_content = |line: &&[u8]| matches!(line.first(), Some(b'+' | b'-' | b' '));
        // The mark of the line belongs to the diff and tells nothing of the language.
        let content = || lines(section).filter(is_content).map(|line| &line[1..]);
        let guessed = *self.guessed.get_or_insert_with(|| encoding::guess(content()));
        let (text, used) = encoding::older(line, guessed);
        self.used = Some(used.as_str());
        text
    }
}

fn lines(section: &[u8]) -> impl Iterator<Item = &[u8]> {
    section.split_inclusive(|&byte| byte == b'\n')
}

#[cfg(test)]
mod tests;
