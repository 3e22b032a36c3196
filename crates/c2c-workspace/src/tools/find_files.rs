//! `find_files`: files by name, with a glob or with a few letters.

use std::cmp::Reverse;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PathGlob, WithheldList};
use crate::limits::Limits;
use crate::page::{Budget, Cursor, Withheld, in_range, json_bytes, max_bytes};
use crate::path::RelPath;
use crate::root::EntryKind;
use crate::tool_error::ToolError;
use crate::walk::{Item, Options, Walk};
use crate::workspace::Workspace;

/// Longest query, in bytes.
const LONGEST_QUERY: usize = 256;
/// Score of a file that a glob finds at the root; one less for each folder above it.
const GLOB_SCORE: u32 = 1_000;

/// Input of `find_files`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindFilesParams {
    /// A glob (`*.rs`, `src/**/mod.ts`), or letters that occur in this order in the path (`rdfile`).
    pub query: String,
    /// Most files in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 200), extend("default" = 50))]
    pub limit: Option<i64>,
    /// Also find what `.gitignore` files leave out.
    #[serde(default)]
    pub include_ignored: bool,
    /// `next` of the last answer, to continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Most bytes of files in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1024, max = 262144), extend("default" = 30000))]
    pub max_bytes: Option<i64>,
}

/// One file found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FoundFile {
    /// Relative to the workspace root.
    pub path: String,
    /// Higher is better.
    pub score: u32,
    /// Bytes.
    pub size: u64,
}

/// Answer of `find_files`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FindFilesResponse {
    /// Best first.
    pub files: Vec<FoundFile>,
    /// Files found in all, on this page and the others.
    pub total: u64,
    /// True when there is more.
    pub truncated: bool,
    /// Pass it as `cursor` to continue; empty when complete.
    pub next: String,
    /// What the query finds and is not shown.
    pub withheld: Vec<Withheld>,
}

/// Where files stand in the answer: best score, then shortest path, then by name.
type Rank = (Reverse<u32>, usize, RelPath);

/// Finds files by name.
///
/// # Errors
/// `INVALID_ARGUMENT`, `TIMED_OUT`.
pub fn find_files(
    workspace: &Workspace,
    params: &FindFilesParams,
    limits: &Limits,
) -> Result<FindFilesResponse, ToolError> {
    let limit = in_range("limit", params.limit, 1, 200, 50)?.unsigned_abs();
    let mut budget = Budget::new(max_bytes(params.max_bytes)?);
    let after = match Cursor::parse(params.cursor.as_deref(), "find", 1)? {
        Some(cursor) => {
            let score = u32::try_from(cursor.numbers[0]).unwrap_or(u32::MAX);
            Some(rank(score, RelPath::parse(&cursor.text)?))
        }
        None => None,
    };
    let mut query = Query::new(&params.query)?;
    let policy = workspace.policy()?;
    let options = Options { start: RelPath::root(), depth: None, include_ignored: params.include_ignored, after: None };
    let mut walk = Walk::new(workspace.root(), &policy, limits, options)?;
    let mut withheld = WithheldList::default();
    let mut found: Vec<Rank> = Vec::new();
    for item in walk.by_ref() {
        match item {
            Item::Entry(entry) if entry.kind == EntryKind::File => {
                if let Some(score) = query.score(&entry.path) {
                    found.push(rank(score, entry.path));
                }
            }
            Item::Withheld(path, reason) if !path.is_git() => {
                // Only what is shown of a name is compared, so that nobody learns the rest by guessing at it.
                let entry = Withheld::path(&path, reason);
                if RelPath::parse(&entry.path).is_ok_and(|shown| query.score(&shown).is_some()) {
                    withheld.push(entry);
                }
            }
            _ => {}
        }
    }
    if walk.stopped().is_some() {
        // A ranking of a part would hide the best without a sign.
        return Err(ToolError::timed_out("looking through all files"));
    }
    found.sort();
    let total = found.len() as u64;
    let rest = found.iter().filter(|rank| after.as_ref().is_none_or(|after| *rank > after));
    let mut files: Vec<FoundFile> = Vec::new();
    let mut truncated = false;
    for (Reverse(score), _, path) in rest {
        // Gone since it was seen: nothing to show.
        let Ok(seen) = workspace.root().look(path) else {
            continue;
        };
        let file = FoundFile { path: path.to_string(), score: *score, size: seen.size };
        if files.len() as u64 == limit || !budget.take(json_bytes(&file) + 1) {
            truncated = true;
            break;
        }
        files.push(file);
    }
    let next = match files.last() {
        Some(last) if truncated => Cursor::new("find", &[u64::from(last.score)], last.path.as_str()).to_string(),
        _ => String::new(),
    };
    Ok(FindFilesResponse { files, total, truncated, next, withheld: withheld.into_entries() })
}

fn rank(score: u32, path: RelPath) -> Rank {
    (Reverse(score), path.as_str().len(), path)
}

/// What is looked for.
pub(super) enum Query {
    /// A shape of path.
    Glob(Box<PathGlob>),
    /// Letters in order.
    Fuzzy { pattern: Box<Pattern>, matcher: Box<Matcher>, buffer: Vec<char> },
}

impl Query {
    /// Reads a query: a glob when it has a glob's characters.
    pub(super) fn new(query: &str) -> Result<Self, ToolError> {
        if query.trim().is_empty() || query.len() > LONGEST_QUERY {
            let found = format!("{} bytes long", query.len());
            return Err(ToolError::invalid_argument("query", &found, "a text of 1 to 256 bytes"));
        }
        if query.contains(['*', '?', '[', '{']) {
            return Ok(Self::Glob(Box::new(PathGlob::new("query", query)?)));
        }
        Ok(Self::fuzzy(query))
    }

    /// A query of letters, whatever they are.
    pub(super) fn fuzzy(query: &str) -> Self {
        Self::Fuzzy {
            pattern: Box::new(Pattern::parse(query, CaseMatching::Smart, Normalization::Smart)),
            matcher: Box::new(Matcher::new(Config::DEFAULT.match_paths())),
            buffer: Vec::new(),
        }
    }

    /// How well a path fits; none when it does not.
    pub(super) fn score(&mut self, path: &RelPath) -> Option<u32> {
        match self {
            Self::Glob(glob) => glob.matches(path).then(|| {
                GLOB_SCORE
                    .saturating_sub(u32::try_from(path.components().count().saturating_sub(1)).unwrap_or(u32::MAX))
            }),
            Self::Fuzzy { pattern, matcher, buffer } => pattern.score(Utf32Str::new(path.as_str(), buffer), matcher),
        }
    }
}

#[cfg(test)]
mod tests;
