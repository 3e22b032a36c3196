//! A diff as a list of files, each with its text, and its pages. Pages put together equal the whole, and each is bound
//! to a hash of the whole.

use std::collections::BTreeMap;

use c2c_redact::text::{Verdict as TextVerdict, redact};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::git::compare::is_binary;
use crate::git::patch::{self, FilePatch};
use crate::git::shadow::{Index, Shadow};
use crate::git::sides::Sides;
use crate::git::stage::NotTaken;
use crate::git::status::{Change, reason_of};
use crate::git::{changed_meanwhile, error::GitError, hex};
use crate::page::{Budget, Cursor, Withheld, cut, json_bytes};
use crate::path::RelPath;
use crate::policy::{Policy, shown};
use crate::tool_error::ToolError;

/// One file of a diff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct DiffFile {
    /// Relative to the workspace root.
    pub path: String,
    /// The path it had, for a rename or copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_path: Option<String>,
    /// What happened.
    pub change: Change,
    /// True when its content is no text, so lines are neither shown nor counted.
    pub binary: bool,
    /// Lines added; absent for a binary or withheld file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insertions: Option<u64>,
    /// Lines removed; absent for a binary or withheld file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deletions: Option<u64>,
    /// Why its diff is not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
    /// How lines that are not UTF-8 were decoded, such as `GBK`; absent when all are UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// The filter that its attributes name, such as `lfs`. It was not run: content is compared as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
}

/// The size of a whole diff.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct DiffSummary {
    /// Files.
    pub files: u64,
    /// Lines added in the files whose lines are counted.
    pub insertions: u64,
    /// Lines removed in the files whose lines are counted.
    pub deletions: u64,
}

/// A whole diff, ready to be cut into pages.
#[derive(Debug, Clone, Default)]
pub(crate) struct WholeDiff {
    items: Vec<(DiffFile, String)>,
    redacted: BTreeMap<usize, String>,
    pub(crate) summary: DiffSummary,
}

/// One page.
#[derive(Debug)]
pub(crate) struct DiffPage {
    pub(crate) files: Vec<DiffFile>,
    pub(crate) text: String,
    pub(crate) content_hash: String,
    pub(crate) next: String,
    pub(crate) withheld: Vec<Withheld>,
}

/// Whether the text of the diff is wanted, or only its files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    Text,
    Files,
}

impl WholeDiff {
    /// Judges each file by its names, then by its content.
    pub(crate) fn new(
        shadow: &Shadow<'_>,
        policy: &Policy,
        patches: Vec<FilePatch>,
        not_taken: &NotTaken,
        wanted: Wanted,
    ) -> Result<Self, GitError> {
        let filters = filters(shadow, &patches)?;
        let prefix = shadow.repository.prefix.as_slice();
        let taken = |patch: &&FilePatch| !not_taken.contains_key(&[prefix, &patch.path].concat());
        // Of binary content nothing is shown, however large it is.
        let sides = Sides::read(shadow, patches.iter().filter(taken).filter(|patch| !is_binary(&patch.text)))?;
        let mut whole = Self::default();
        for patch in patches {
            if shadow.limits.is_over() {
                return Err(GitError::TimedOut { doing: "checking the diff for secrets".to_owned() });
            }
            let reason = not_taken.get(&[prefix, &patch.path].concat()).cloned();
            whole.add(policy, &patch, &sides, reason, wanted, filters.get(&patch.path).cloned());
        }
        Ok(whole)
    }

    fn add(
        &mut self,
        policy: &Policy,
        patch: &FilePatch,
        sides: &Sides,
        not_taken: Option<String>,
        wanted: Wanted,
        filter: Option<String>,
    ) {
        // The output is relative to the workspace already.
        let (path, old_path) =
            (RelPath::from_bytes(&patch.path).ok(), patch.old_path.as_deref().map(RelPath::from_bytes));
        let by_name = match (&path, &old_path) {
            (Some(path), None) => reason_of(policy, path),
            (Some(path), Some(Ok(old))) => reason_of(policy, path).or_else(|| reason_of(policy, old)),
            _ => Some("its path cannot be named".to_owned()),
        };
        let (old, new) = (patch.old_object.as_str(), patch.new_object.as_str());
        let mut reason = by_name.or(not_taken);
        let (mut text, counts, encoding) = match reason {
            None => patch::to_text(&patch.text),
            Some(_) => (String::new(), patch::Counts::default(), None),
        };
        // Of what git takes for binary no line is shown.
        if let (None, false, Some(found)) = (&reason, counts.binary, sides.withheld(old, new)) {
            reason = Some(found.to_owned());
            text.clear();
        }
        let mut file = DiffFile {
            path: path.map_or_else(|| String::from_utf8_lossy(&patch.path).into_owned(), |path| shown(&path)),
            old_path: old_path.and_then(Result::ok).map(|old| shown(&old)),
            change: Change::from_letter(patch.change),
            binary: counts.binary,
            insertions: None,
            deletions: None,
            encoding: encoding.filter(|_| reason.is_none()).map(ToOwned::to_owned),
            withheld: reason,
            filter,
        };
        if file.withheld.is_none() {
            let mut count = 0;
            if let Some((shown, hidden)) = sides.hide(&text, old, new) {
                (text, count) = (shown, hidden);
            }
            let redacted = redact(&text);
            count += redacted.findings.len();
            match redacted.verdict {
                TextVerdict::Withhold { rule } => {
                    file.withheld = Some(format!("it holds a private key ({rule})"));
                    file.encoding = None;
                    text.clear();
                }
                TextVerdict::Redacted => text = redacted.text,
                TextVerdict::Clean => {}
            }
            match count {
                0 => None,
                1 => self.redacted.insert(self.items.len(), "a secret was replaced".to_owned()),
                count => self.redacted.insert(self.items.len(), format!("{count} secrets were replaced")),
            };
        }
        if file.withheld.is_none() && !file.binary {
            file.insertions = Some(counts.insertions);
            file.deletions = Some(counts.deletions);
        }
        if wanted == Wanted::Files {
            text.clear();
        }
        self.summary.files += 1;
        self.summary.insertions += file.insertions.unwrap_or(0);
        self.summary.deletions += file.deletions.unwrap_or(0);
        self.items.push((file, text));
    }

    /// The hash of everything, and of `about` (what the diff is between).
    fn hash(&self, about: &str) -> Result<String, ToolError> {
        let mut whole = Sha256::new();
        whole.update(about.as_bytes());
        for (file, text) in &self.items {
            let row = serde_json::to_vec(file).map_err(|error| ToolError::internal("writing the answer", &error))?;
            for part in [row.as_slice(), text.as_bytes()] {
                whole.update((part.len() as u64).to_le_bytes());
                whole.update(part);
            }
        }
        Ok(hex(&whole.finalize()))
    }

    /// The page at `cursor` with about `max_bytes`.
    pub(crate) fn page(
        self,
        kind: &str,
        about: &str,
        cursor: Option<&str>,
        max_bytes: usize,
    ) -> Result<DiffPage, ToolError> {
        let content_hash = self.hash(about)?;
        let bound = content_hash.get(..16).unwrap_or_default().to_owned();
        let mut place = match Cursor::parse(cursor, kind, 3)? {
            Some(cursor) if cursor.text != bound => return Err(changed_meanwhile("the diff")),
            Some(cursor) => Place::read(&cursor),
            None => Place::default(),
        };
        let mut page = DiffPage {
            files: Vec::new(),
            text: String::new(),
            content_hash,
            next: String::new(),
            withheld: Vec::new(),
        };
        let mut budget = Budget::new(max_bytes);
        while let Some((file, text)) = self.items.get(place.item) {
            if !place.row_shown {
                if !budget.take(json_bytes(file) + 1) {
                    break;
                }
                if let Some(reason) = file.withheld.as_ref().or_else(|| self.redacted.get(&place.item)) {
                    page.withheld.push(Withheld::new(file.path.clone(), reason.clone()));
                }
                page.files.push(file.clone());
                place.row_shown = true;
            }
            let rest = text.get(place.offset..).unwrap_or_default();
            // A cut in the middle of a line only where nothing else fits: at the start of a page.
            let fits = if rest.len() <= budget.left() { rest.len() } else { whole_lines(rest, budget.left()) };
            let fits = if fits == 0 && !rest.is_empty() && page.text.is_empty() && page.files.is_empty() {
                cut(rest, budget.left())
            } else {
                fits
            };
            if fits > 0 {
                budget.take(fits);
                page.text.push_str(&rest[..fits]);
            }
            if fits < rest.len() {
                place.offset += fits;
                break;
            }
            place = Place { item: place.item + 1, ..Place::default() };
        }
        if place.item < self.items.len() {
            page.next = place.cursor(kind, bound);
        }
        Ok(page)
    }
}

/// Bytes of the lines of `text` that fit.
fn whole_lines(text: &str, budget: usize) -> usize {
    let most = &text.as_bytes()[..budget.min(text.len())];
    memchr::memrchr(b'\n', most).map_or(0, |end| end + 1)
}

/// Where a page begins.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    item: usize,
    offset: usize,
    row_shown: bool,
}

impl Place {
    fn read(cursor: &Cursor) -> Self {
        let number = |at: usize| cursor.numbers.get(at).and_then(|number| usize::try_from(*number).ok());
        Self { item: number(0).unwrap_or(usize::MAX), offset: number(1).unwrap_or(0), row_shown: number(2) == Some(1) }
    }

    fn cursor(self, kind: &str, hash: String) -> String {
        Cursor::new(kind, &[self.item as u64, self.offset as u64, u64::from(self.row_shown)], hash).to_string()
    }
}

/// The filters that attributes name for the files of a diff.
fn filters(shadow: &Shadow<'_>, patches: &[FilePatch]) -> Result<BTreeMap<Vec<u8>, String>, GitError> {
    let prefix = &shadow.repository.prefix;
    let mut input = Vec::new();
    for patch in patches {
        input.extend(prefix);
        input.extend(&patch.path);
        input.push(0);
    }
    let mut filters = BTreeMap::new();
    if input.is_empty() {
        return Ok(filters);
    }
    let index = if shadow.index_path(Index::Work).exists() { Index::Work } else { Index::Original };
    let output = shadow.read(index, &["check-attr", "-z", "--stdin", "filter"], input, 64 << 20)?;
    let mut fields = output.split(|&byte| byte == 0);
    while let (Some(path), Some(_), Some(value)) = (fields.next(), fields.next(), fields.next()) {
        if !matches!(value, b"unspecified" | b"unset" | b"set") {
            let path = path.strip_prefix(prefix.as_slice()).unwrap_or(path);
            filters.insert(path.to_vec(), String::from_utf8_lossy(value).into_owned());
        }
    }
    Ok(filters)
}

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;
#[cfg(test)]
mod tests;
