//! Looking for a pattern in texts: first in one, then in many files at once.
//!
//! Only text that may be shown is matched, so that nobody learns a secret by guessing at it.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use regex::{Match, Regex, RegexBuilder};

use crate::content::{self, Replaced};
use crate::encoding;
use crate::files::Files;
use crate::limits::Limits;
use crate::path::RelPath;
use crate::tool_error::{ErrorCode, ToolError};

/// Largest file that is searched, in bytes.
pub(crate) const LARGEST_SEARCHED: u64 = 8 << 20;
/// Longest pattern, in bytes.
const LONGEST_PATTERN: usize = 1_000;
/// Memory of a compiled pattern, in bytes.
const PATTERN_MEMORY: usize = 4 << 20;
/// Bytes of a line that are shown; of a longer one, the part around the match.
const LONGEST_LINE: usize = 1_000;
/// Most threads for one search.
const MOST_THREADS: usize = 8;

/// What is looked for, and how.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Manner {
    pub(crate) regex: bool,
    pub(crate) case_sensitive: bool,
    pub(crate) whole_word: bool,
    pub(crate) multiline: bool,
}

/// A compiled pattern.
#[derive(Debug)]
pub(crate) struct Pattern {
    regex: Regex,
    multiline: bool,
    /// The pattern names the ends of a text, which for lines are the line's.
    line_by_line: bool,
}

/// One match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) line: usize,
    /// In characters, from 1.
    pub(crate) column: usize,
    pub(crate) text: String,
    pub(crate) before: Vec<String>,
    pub(crate) after: Vec<String>,
}

/// What one file holds.
#[derive(Debug)]
pub(crate) struct FileHits {
    pub(crate) hits: Vec<Hit>,
    /// Matches in the whole file, also those that are not in `hits`.
    pub(crate) count: u64,
    pub(crate) replaced: Vec<Replaced>,
}

/// What came of searching one file.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It holds matches.
    Hits(FileHits),
    /// It holds none, or is no text.
    Nothing,
    /// It was not searched, for this reason.
    Withheld(String),
}

/// Which matches of a file are wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// Matches to leave out at the start.
    pub(crate) skip: u64,
    /// Matches to keep.
    pub(crate) keep: usize,
    /// Lines of context.
    pub(crate) context: usize,
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` about `query`.
    pub(crate) fn new(query: &str, manner: Manner) -> Result<Self, ToolError> {
        if query.is_empty() || query.len() > LONGEST_PATTERN {
            let found = format!("{} bytes long", query.len());
            return Err(ToolError::invalid_argument("query", &found, "a text of 1 to 1000 bytes"));
        }
        if !manner.multiline && !manner.regex && query.contains('\n') {
            return Err(ToolError::invalid_argument("query", &"more than one line", "one line, or `multiline` true"));
        }
        let plain = if manner.regex { query.to_owned() } else { regex::escape(query) };
        let pattern = if manner.whole_word { format!(r"\b{{start-half}}(?:{plain})\b{{end-half}}") } else { plain };
        let regex = RegexBuilder::new(&pattern)
            .case_insensitive(!manner.case_sensitive)
            .multi_line(true)
            .crlf(true)
            .size_limit(PATTERN_MEMORY)
            .dfa_size_limit(PATTERN_MEMORY)
            .nest_limit(100)
            .build()
            .map_err(|error| {
                let text = error.to_string();
                let reason = text.lines().last().unwrap_or_default().trim_start_matches("error: ");
                ToolError::new(
                    ErrorCode::InvalidArgument,
                    format!("`query` is no regular expression: {reason}"),
                    "look-around and back-references are not supported; or search literally, with `regex` false",
                )
            })?;
        let line_by_line = manner.regex && !manner.multiline && (query.contains(r"\A") || query.contains(r"\z"));
        Ok(Self { regex, multiline: manner.multiline, line_by_line })
    }

    /// True when a text may hold a match.
    fn may_match(&self, text: &str) -> bool {
        self.line_by_line || self.regex.is_match(text)
    }

    /// The matches in a text: all are counted, the wanted ones kept.
    pub(crate) fn hits(&self, text: &str, wanted: Wanted) -> (Vec<Hit>, u64) {
        let mut found = Found { text, wanted, hits: Vec::new(), count: 0, line: 1, counted_to: 0 };
        if self.multiline {
            for hit in self.regex.find_iter(text).filter(|hit| !hit.is_empty()) {
                let end = line_end(text, hit.end().saturating_sub(1));
                found.add(hit.start(), hit.end(), end);
            }
            return (found.hits, found.count);
        }
        let mut from = 0;
        while let Some((start, end)) = self.next_line_match(text, from) {
            let line_end = line_end(text, start);
            found.add(start, end, line_end);
            from = line_end + 1;
            if from >= text.len() {
                break;
            }
        }
        (found.hits, found.count)
    }

    /// The first match at or after `from`, a line's start, that lies within one line.
    fn next_line_match(&self, text: &str, from: usize) -> Option<(usize, usize)> {
        let mut from = from;
        while from < text.len() {
            let start = if self.line_by_line { from } else { self.regex.find_at(text, from)?.start() };
            if start >= text.len() {
                return None;
            }
            let line = line_start(text, start);
            let end = line_end(text, start);
            let shown = text[line..end].strip_suffix('\r').unwrap_or(&text[line..end]);
            // The line alone: a match that runs over its end does not count, another one in it does.
            if let Some(hit) = self.regex.find(shown) {
                return Some(within(line, hit));
            }
            from = end + 1;
        }
        None
    }
}

fn within(line: usize, hit: Match<'_>) -> (usize, usize) {
    (line + hit.start(), line + hit.end())
}

struct Found<'a> {
    text: &'a str,
    wanted: Wanted,
    hits: Vec<Hit>,
    count: u64,
    line: usize,
    counted_to: usize,
}

impl Found<'_> {
    fn add(&mut self, start: usize, end: usize, last_line_end: usize) {
        self.count += 1;
        if self.count <= self.wanted.skip || self.hits.len() >= self.wanted.keep {
            return;
        }
        self.line += memchr::memchr_iter(b'\n', &self.text.as_bytes()[self.counted_to..start]).count();
        self.counted_to = start;
        let first_line = line_start(self.text, start);
        let column = self.text[first_line..start].chars().count() + 1;
        let context = self.wanted.context;
        self.hits.push(Hit {
            line: self.line,
            column,
            text: around(&self.text[first_line..last_line_end], start - first_line, end - first_line),
            before: lines_before(self.text, first_line, context),
            after: lines_after(self.text, last_line_end, context),
        });
    }
}

fn line_start(text: &str, at: usize) -> usize {
    memchr::memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |end| end + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |length| at + length)
}

/// A line as it is shown: whole, or the part around the match.
fn around(line: &str, start: usize, end: usize) -> String {
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.len() <= LONGEST_LINE {
        return line.to_owned();
    }
    let length = end.min(line.len()).saturating_sub(start).min(LONGEST_LINE);
    let room = (LONGEST_LINE - length) / 2;
    let from = line.floor_char_boundary(start.saturating_sub(room).min(line.len()));
    let to = line.floor_char_boundary((from + LONGEST_LINE).min(line.len()));
    let (left, right) = (if from > 0 { "…" } else { "" }, if to < line.len() { "…" } else { "" });
    format!("{left}{}{right}", &line[from..to])
}

fn lines_before(text: &str, first_line: usize, count: usize) -> Vec<String> {
    let mut lines: Vec<String> = text[..first_line].lines().rev().take(count).map(|line| around(line, 0, 0)).collect();
    lines.reverse();
    lines
}

fn lines_after(text: &str, last_line_end: usize, count: usize) -> Vec<String> {
    let rest = text.get(last_line_end + 1..).unwrap_or_default();
    rest.lines().take(count).map(|line| around(line, 0, 0)).collect()
}

/// Searches one file.
pub(crate) fn search_file(files: &Files<'_>, path: &RelPath, pattern: &Pattern, wanted: Wanted) -> Outcome {
    match hits_in(files, path, pattern, wanted) {
        Ok(Some(hits)) => Outcome::Hits(hits),
        Ok(None) => Outcome::Nothing,
        // Gone or replaced by something else since it was seen.
        Err(error) if matches!(error.code, ErrorCode::NotFound | ErrorCode::NotAFile) => Outcome::Nothing,
        Err(error) => Outcome::Withheld(error.reason_for(path)),
    }
}

fn hits_in(
    files: &Files<'_>,
    path: &RelPath,
    pattern: &Pattern,
    wanted: Wanted,
) -> Result<Option<FileHits>, ToolError> {
    let bytes = files.read_seen(path, LARGEST_SEARCHED)?;
    let Some((text, _)) = encoding::decode(&bytes) else {
        return Ok(None);
    };
    // Most files hold nothing, and looking for secrets costs more than looking for the pattern.
    if !pattern.may_match(&text) {
        return Ok(None);
    }
    let (text, replaced) = content::redact(text, path)?;
    let (hits, count) = pattern.hits(&text, wanted);
    Ok((count > 0).then_some(FileHits { hits, count, replaced }))
}

/// Searches files on all cores. The answers stand in the files' order; those after the end of time are missing.
pub(crate) fn search_files(
    files: &Files<'_>,
    paths: &[RelPath],
    pattern: &Pattern,
    wanted: Wanted,
    limits: &Limits,
) -> Vec<Outcome> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS).min(paths.len());
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Outcome)>> = Mutex::new(Vec::with_capacity(paths.len()));
    let work = || {
        let mut mine = Vec::new();
        while !limits.is_over() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = paths.get(index) else { break };
            mine.push((index, search_file(files, path, pattern, wanted)));
        }
        done.lock().unwrap_or_else(PoisonError::into_inner).append(&mut mine);
    };
    if threads <= 1 {
        work();
    } else {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        });
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    // Only what is complete from the start on: a gap would be lost to the next page.
    done.into_iter().enumerate().take_while(|(place, (index, _))| place == index).map(|(_, (_, out))| out).collect()
}

#[cfg(test)]
mod tests;
