//! `search_workspace`: a text or pattern in the files of the workspace.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PathGlob, WithheldList, allowed_path};
use crate::files::Files;
use crate::grep::{FileHits, Hit, Manner, Outcome, Pattern, Wanted, search_files};
use crate::limits::Limits;
use crate::page::{Budget, Cursor, Withheld, in_range, json_bytes, max_bytes};
use crate::path::RelPath;
use crate::root::EntryKind;
use crate::tool_error::ToolError;
use crate::walk::{Item, Options, Walk};
use crate::workspace::Workspace;

/// Files of the first batch; each further one is twice as large, up to [`LARGEST_BATCH`].
const FIRST_BATCH: usize = 64;
const LARGEST_BATCH: usize = 1_024;
/// In a cursor: all matches of that file have been shown.
const WHOLE_FILE: u64 = u64::MAX;

/// Input of `search_workspace`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchWorkspaceParams {
    /// The text to look for, or a regular expression with `regex`.
    pub query: String,
    /// Take `query` as a regular expression (Rust syntax: no look-around, no back-references).
    #[serde(default)]
    pub regex: bool,
    /// Tell upper from lower case.
    #[serde(default)]
    pub case_sensitive: bool,
    /// Only whole words.
    #[serde(default)]
    pub whole_word: bool,
    /// Matches may run over line ends.
    #[serde(default)]
    pub multiline: bool,
    /// Only this file, or what lies in this folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Only files that fit this glob: `*.rs` by name, `src/**/*.rs` by path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glob: Option<String>,
    /// Lines shown before and after each match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 10), extend("default" = 0))]
    pub context: Option<i64>,
    /// Only how many matches each file holds.
    #[serde(default)]
    pub counts_only: bool,
    /// Most matches (with `counts_only`: files) in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 500), extend("default" = 50))]
    pub limit: Option<i64>,
    /// `next` of the last answer, to continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Most bytes of matches in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1024, max = 262144), extend("default" = 30000))]
    pub max_bytes: Option<i64>,
}

/// One match: without `multiline`, one for each line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SearchMatch {
    /// Relative to the workspace root.
    pub path: String,
    /// Line in which it begins, counted from 1.
    pub line: u64,
    /// Character of that line at which it begins, counted from 1.
    pub column: u64,
    /// The line, or the lines it spans; of a very long one the part around the match.
    pub text: String,
    /// Lines before.
    pub before: Vec<String>,
    /// Lines after.
    pub after: Vec<String>,
}

/// How many matches a file holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileCount {
    /// Relative to the workspace root.
    pub path: String,
    /// Matches in the whole file.
    pub count: u64,
}

/// Answer of `search_workspace`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchWorkspaceResponse {
    /// By path, then by line.
    pub matches: Vec<SearchMatch>,
    /// For each file with matches on this page.
    pub counts: Vec<FileCount>,
    /// Files that were looked through for this page.
    pub files_searched: u64,
    /// True when there may be more.
    pub truncated: bool,
    /// Pass it as `cursor` to continue; empty when complete.
    pub next: String,
    /// What was not searched or not shown.
    pub withheld: Vec<Withheld>,
}

/// Searches the workspace.
///
/// # Errors
/// `INVALID_ARGUMENT`, `INVALID_PATH`, `OUTSIDE_WORKSPACE`, `WITHHELD`, `NOT_FOUND`, `NOT_A_FILE`, `TIMED_OUT`.
pub fn search_workspace(
    workspace: &Workspace,
    params: &SearchWorkspaceParams,
    limits: &Limits,
) -> Result<SearchWorkspaceResponse, ToolError> {
    let search = Search::new(workspace, params, limits)?;
    let mut page = Page {
        matches: Vec::new(),
        counts: Vec::new(),
        files_searched: 0,
        withheld: WithheldList::default(),
        budget: Budget::new(max_bytes(params.max_bytes)?),
        limit: search.limit,
        counts_only: params.counts_only,
        next: None,
    };
    search.run(&mut page)?;
    let next = page.next.map(|(path, shown)| Cursor::new("search", &[shown], path.as_str()).to_string());
    Ok(SearchWorkspaceResponse {
        matches: page.matches,
        counts: page.counts,
        files_searched: page.files_searched,
        truncated: next.is_some(),
        next: next.unwrap_or_default(),
        withheld: page.withheld.into_entries(),
    })
}

struct Search<'a> {
    workspace: &'a Workspace,
    files: Files<'a>,
    limits: &'a Limits,
    pattern: Pattern,
    glob: Option<PathGlob>,
    path: RelPath,
    limit: usize,
    context: usize,
    counts_only: bool,
    from: Option<(RelPath, u64)>,
}

impl<'a> Search<'a> {
    fn new(workspace: &'a Workspace, params: &SearchWorkspaceParams, limits: &'a Limits) -> Result<Self, ToolError> {
        let manner = Manner {
            regex: params.regex,
            case_sensitive: params.case_sensitive,
            whole_word: params.whole_word,
            multiline: params.multiline,
        };
        let small = |value: i64| usize::try_from(value).unwrap_or(0);
        let from = match Cursor::parse(params.cursor.as_deref(), "search", 1)? {
            Some(cursor) => Some((RelPath::parse(&cursor.text)?, cursor.numbers[0])),
            None => None,
        };
        Ok(Self {
            workspace,
            files: Files::new(workspace, limits),
            limits,
            pattern: Pattern::new(&params.query, manner)?,
            glob: params.glob.as_deref().map(|glob| PathGlob::new("glob", glob)).transpose()?,
            path: RelPath::parse(params.path.as_deref().unwrap_or("."))?,
            limit: small(in_range("limit", params.limit, 1, 500, 50)?),
            context: small(in_range("context", params.context, 0, 10, 0)?),
            counts_only: params.counts_only,
            from,
        })
    }

    fn wanted(&self, skip: u64) -> Wanted {
        let keep = if self.counts_only { 0 } else { self.limit + 1 };
        Wanted { skip, keep, context: self.context }
    }

    fn run(&self, page: &mut Page) -> Result<(), ToolError> {
        let kind = self.workspace.root().look(&self.path)?.kind;
        let path = allowed_path(self.workspace, self.path.as_str(), kind)?;
        if kind != EntryKind::Directory {
            // Says what is wrong with a link or a device.
            self.workspace.root().require_file(&path)?;
            let skip = self.from.as_ref().map_or(0, |(_, skip)| *skip);
            self.search_batch(&[path], skip, page);
            return Ok(());
        }
        // The file at which the last page ended, then what comes after it.
        if let Some((last, skip)) = &self.from {
            let policy = self.workspace.policy()?;
            let shown = last.is_beneath(&path) && policy.verdict(last, EntryKind::File).is_allowed();
            if *skip != WHOLE_FILE && shown && self.fits(last) {
                self.search_batch(std::slice::from_ref(last), *skip, page);
            }
        }
        self.run_walk(path, page)
    }

    fn fits(&self, path: &RelPath) -> bool {
        self.glob.as_ref().is_none_or(|glob| glob.matches(path))
    }

    fn run_walk(&self, start: RelPath, page: &mut Page) -> Result<(), ToolError> {
        let policy = self.workspace.policy()?;
        let after = self.from.as_ref().map(|(last, _)| last.clone());
        let options = Options { start, depth: None, include_ignored: false, after: after.clone() };
        let mut walk = Walk::new(self.workspace.root(), &policy, self.limits, options)?;
        let mut batch_size = FIRST_BATCH;
        let mut done = false;
        while !done && page.next.is_none() {
            let mut batch = Vec::with_capacity(batch_size);
            // By path: what is withheld counts to this page only if the page gets that far.
            let mut withheld = Vec::new();
            loop {
                match walk.next() {
                    None => {
                        done = true;
                        break;
                    }
                    Some(Item::Entry(entry)) if entry.kind == EntryKind::File && self.fits(&entry.path) => {
                        batch.push(entry.path);
                        if batch.len() == batch_size {
                            break;
                        }
                    }
                    Some(Item::Withheld(path, reason)) if !path.is_git() && self.fits(&path) => {
                        withheld.push((path, reason));
                    }
                    Some(_) => {}
                }
            }
            self.search_batch(&batch, 0, page);
            for (path, reason) in withheld {
                if page.next.as_ref().is_none_or(|(last, _)| path <= *last) {
                    page.withheld.push(Withheld::path(&path, reason));
                }
            }
            batch_size = (batch_size * 2).min(LARGEST_BATCH);
        }
        if page.next.is_none()
            && let Some(stopped) = walk.stopped()
        {
            // A continued walk that came nowhere would continue at the same place for ever.
            let last = stopped.after.clone().filter(|last| after.as_ref().is_none_or(|after| last > after));
            let last = last.ok_or_else(|| ToolError::timed_out("searching the workspace"))?;
            page.next = Some((last, WHOLE_FILE));
        }
        Ok(())
    }

    fn search_batch(&self, batch: &[RelPath], skip: u64, page: &mut Page) {
        if page.next.is_some() || batch.is_empty() {
            return;
        }
        let outcomes = search_files(&self.files, batch, &self.pattern, self.wanted(skip), self.limits);
        let searched = outcomes.len();
        for (path, outcome) in batch.iter().zip(outcomes) {
            match outcome {
                Outcome::Nothing => {}
                Outcome::Withheld(reason) => page.withheld.push(Withheld::path(path, reason)),
                Outcome::Hits(hits) => page.add(path, skip, hits),
            }
            if page.next.is_some() {
                return;
            }
            page.files_searched += 1;
        }
        if searched < batch.len() {
            // Time is over: the first file that was not searched comes first on the next page.
            page.next = Some((batch[searched].clone(), skip));
        }
    }
}

struct Page {
    matches: Vec<SearchMatch>,
    counts: Vec<FileCount>,
    files_searched: u64,
    withheld: WithheldList,
    budget: Budget,
    limit: usize,
    counts_only: bool,
    /// The file at which the next page begins, and how many of its matches have been shown.
    next: Option<(RelPath, u64)>,
}

impl Page {
    fn add(&mut self, path: &RelPath, skip: u64, found: FileHits) {
        let count = FileCount { path: path.to_string(), count: found.count };
        let count_bytes = json_bytes(&count) + 1;
        if self.counts_only {
            if self.counts.len() == self.limit || !self.budget.take(count_bytes) {
                self.next = Some((path.clone(), 0));
            } else {
                self.counts.push(count);
            }
            return;
        }
        let mut shown = 0;
        for hit in found.hits {
            let (first, last) = (hit.line - hit.before.len(), hit.line + hit.text.lines().count() + hit.after.len());
            let entry = to_match(path, hit);
            let bytes = json_bytes(&entry) + 1 + if shown == 0 { count_bytes } else { 0 };
            if self.matches.len() == self.limit || !self.budget.take(bytes) {
                self.next = Some((path.clone(), skip + shown));
                break;
            }
            for replaced in found.replaced.iter().filter(|found| (first..last).contains(&found.line)) {
                self.withheld.push(replaced.to_withheld(path));
            }
            self.matches.push(entry);
            shown += 1;
        }
        if shown > 0 {
            self.counts.push(count);
        }
    }
}

fn to_match(path: &RelPath, hit: Hit) -> SearchMatch {
    SearchMatch {
        path: path.to_string(),
        line: hit.line as u64,
        column: hit.column as u64,
        text: hit.text,
        before: hit.before,
        after: hit.after,
    }
}

#[cfg(test)]
mod tests;
