//! `search`: one query, answered with addresses that `fetch` takes. Files whose name fits and places whose text fits.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::find_files::Query;
use super::search_workspace::{SearchMatch, SearchWorkspaceParams, search_workspace};
use crate::address::Address;
use crate::limits::Limits;
use crate::path::RelPath;
use crate::root::EntryKind;
use crate::tool_error::ToolError;
use crate::walk::{Item, Options, Walk};
use crate::workspace::Workspace;

/// Most results of each kind.
const MOST_NAMES: usize = 10;
const MOST_PLACES: usize = 20;
/// Lines that a result's address spans before and after the match.
const LINES_AROUND: u64 = 20;
/// Words of a query that are looked for one by one, when the whole query is nowhere.
const MOST_WORDS: usize = 8;
/// Words that stand in every text and tell nothing.
const EMPTY_WORDS: [&str; 20] = [
    "the", "and", "for", "how", "does", "use", "with", "from", "this", "that", "what", "where", "which", "are", "was",
    "can", "not", "into", "when", "why",
];

/// Input of `search`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchParams {
    /// What to look for, in file names and in text.
    pub query: String,
}

/// One result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SearchResult {
    /// Pass it to `fetch`.
    pub id: String,
    /// The path, and for a place in a text the line.
    pub title: String,
    /// The address, `c2c://<workspace>/<path>#L<a>-L<b>`.
    pub url: String,
}

/// Answer of `search`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchResponse {
    /// Places first, then files by name, best first.
    pub results: Vec<SearchResult>,
}

/// Looks for a query in texts and names.
///
/// # Errors
/// `INVALID_ARGUMENT`, `TIMED_OUT`.
pub fn search(workspace: &Workspace, params: &SearchParams, limits: &Limits) -> Result<SearchResponse, ToolError> {
    let query = params.query.trim();
    let mut results = Vec::new();
    for place in places(workspace, query, limits)? {
        let path = RelPath::parse(&place.path)?;
        let lines = (place.line.saturating_sub(LINES_AROUND).max(1), place.line + LINES_AROUND);
        let address = Address { path, lines: Some(lines) };
        let line = place.text.trim();
        let line = &line[..line.floor_char_boundary(120)];
        results.push(SearchResult {
            id: address.id(),
            title: format!("{}:{}: {line}", place.path, place.line),
            url: address.url(workspace.id()),
        });
    }
    for path in names(workspace, query, limits)? {
        let title = path.to_string();
        let address = Address { path, lines: None };
        results.push(SearchResult { id: address.id(), title, url: address.url(workspace.id()) });
    }
    Ok(SearchResponse { results })
}

/// The best places: where the whole query stands, otherwise the files that hold most of its words.
fn places(workspace: &Workspace, query: &str, limits: &Limits) -> Result<Vec<SearchMatch>, ToolError> {
    let whole = SearchWorkspaceParams {
        query: query.to_owned(),
        limit: Some(MOST_PLACES as i64),
        ..SearchWorkspaceParams::default()
    };
    let found = search_workspace(workspace, &whole, limits)?.matches;
    let words: Vec<String> = query
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| word.chars().count() > 2)
        .map(str::to_lowercase)
        .filter(|word| !EMPTY_WORDS.contains(&word.as_str()))
        .take(MOST_WORDS)
        .collect();
    if !found.is_empty() || words.is_empty() || words == [query.to_lowercase()] {
        return Ok(found);
    }
    let any = SearchWorkspaceParams {
        query: words.iter().map(|word| regex::escape(word)).collect::<Vec<_>>().join("|"),
        regex: true,
        limit: Some(500),
        max_bytes: Some(i64::from(crate::page::MOST_BYTES)),
        ..SearchWorkspaceParams::default()
    };
    let matches = search_workspace(workspace, &any, limits)?.matches;
    Ok(best_of(matches, &words))
}

/// For each file the line with most words, files with most different words first.
fn best_of(matches: Vec<SearchMatch>, words: &[String]) -> Vec<SearchMatch> {
    let held = |text: &str| {
        let text = text.to_lowercase();
        words
            .iter()
            .enumerate()
            .filter(|(_, word)| text.contains(word.as_str()))
            .fold(0_u32, |set, (bit, _)| set | 1 << bit)
    };
    let mut files: BTreeMap<String, (u32, SearchMatch)> = BTreeMap::new();
    for found in matches {
        let set = held(&found.text);
        let (all, best) = files.entry(found.path.clone()).or_insert_with(|| (0, found.clone()));
        *all |= set;
        if set.count_ones() > held(&best.text).count_ones() {
            *best = found;
        }
    }
    let mut ranked: Vec<(u32, SearchMatch)> = files.into_values().collect();
    ranked.sort_by_key(|(set, _)| std::cmp::Reverse(set.count_ones()));
    ranked.into_iter().take(MOST_PLACES).map(|(_, found)| found).collect()
}

fn names(workspace: &Workspace, query: &str, limits: &Limits) -> Result<Vec<RelPath>, ToolError> {
    let mut wanted = Query::new(query)?;
    let policy = workspace.policy()?;
    let options = Options { start: RelPath::root(), depth: None, include_ignored: false, after: None };
    let mut found: Vec<(std::cmp::Reverse<u32>, usize, RelPath)> = Vec::new();
    for item in Walk::new(workspace.root(), &policy, limits, options)? {
        if let Item::Entry(entry) = item
            && entry.kind == EntryKind::File
            && let Some(score) = wanted.score(&entry.path)
        {
            found.push((std::cmp::Reverse(score), entry.path.as_str().len(), entry.path));
        }
    }
    found.sort();
    Ok(found.into_iter().take(MOST_NAMES).map(|(_, _, path)| path).collect())
}

#[cfg(test)]
mod tests;
