//! `git_log`: commits, newest first. Authors by name only.

use std::collections::BTreeMap;
use std::ffi::OsString;

use c2c_redact::text::{Verdict, redact};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::git::error::GitError;
use crate::git::porcelain::os_string;
use crate::git::program::Git;
use crate::git::shadow::{Index, MOST_OUTPUT, Shadow};
use crate::git::{asked_path, capped, revision, with_shadow};
use crate::limits::Limits;
use crate::page::{Budget, Cursor, Withheld, cut, in_range, json_bytes, max_bytes};
use crate::tool_error::ToolError;
use crate::workspace::Workspace;

/// Longest body in a list, in bytes; `git_show` has all of it.
const LONGEST_BODY: usize = 4_000;
/// Longest subject that is shown, in bytes.
const LONGEST_SUBJECT: usize = 1_000;
/// Longest name of an author that is shown, in bytes.
const LONGEST_NAME: usize = 200;

/// Input of `git_log`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GitLogParams {
    /// A branch, tag or commit to begin at; HEAD when absent.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Only commits that changed this file or folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Most commits in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 200), extend("default" = 20))]
    pub limit: Option<i64>,
    /// `next` of the last answer, to continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Most bytes of commits in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1024, max = 262144), extend("default" = 30000))]
    pub max_bytes: Option<i64>,
}

/// A commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct LogEntry {
    /// Its object name.
    pub id: String,
    /// Its parents' object names.
    pub parents: Vec<String>,
    /// The author's name.
    pub author: String,
    /// When it was written, RFC 3339.
    pub time: String,
    /// The first line of its message.
    pub subject: String,
    /// The rest, cut at 4,000 bytes.
    pub body: String,
    /// True when the body is longer.
    pub body_cut: bool,
    /// Files of the workspace that it changed, against its first parent.
    pub files: u64,
}

/// Answer of `git_log`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GitLogResponse {
    /// Newest first.
    pub commits: Vec<LogEntry>,
    /// True when there is more.
    pub truncated: bool,
    /// Pass it as `cursor` to continue; empty when complete.
    pub next: String,
    /// Parts of messages that are not shown.
    pub withheld: Vec<Withheld>,
}

/// Lists commits. Pages continue from the same commit, whatever is committed meanwhile.
///
/// # Errors
/// As [`crate::git::git_diff`], and `NO_COMMITS`.
pub fn git_log(
    git: &Git,
    workspace: &Workspace,
    params: &GitLogParams,
    limits: &Limits,
) -> Result<GitLogResponse, ToolError> {
    let limit = in_range("limit", params.limit, 1, 200, 20)?.unsigned_abs();
    let max_bytes = max_bytes(params.max_bytes)?;
    let path = asked_path(workspace, params.path.as_deref())?;
    let cursor = Cursor::parse(params.cursor.as_deref(), "log", 1)?;
    // More than git takes for a number of commits to leave out.
    if cursor.as_ref().is_some_and(|cursor| cursor.numbers.iter().any(|&skip| i32::try_from(skip).is_err())) {
        return Err(Cursor::refused());
    }
    with_shadow(git, workspace, limits, |shadow| {
        if params.reference.is_none() && revision::head(shadow)?.is_none() {
            return Err(GitError::NoCommits.into());
        }
        let skip = cursor.as_ref().and_then(|cursor| cursor.numbers.first().copied()).unwrap_or(0);
        let start = match &cursor {
            Some(cursor) => revision::commit(shadow, "cursor", &cursor.text)?,
            None => revision::commit(shadow, "ref", params.reference.as_deref().unwrap_or("HEAD"))?,
        };
        let path = shadow.repository.in_work_tree(&path);
        let ids = ids(shadow, &start, skip, limit + 1, &path)?;
        let more = ids.len() as u64 > limit;
        let wanted: Vec<&str> = ids.iter().map(String::as_str).take(usize::try_from(limit).unwrap_or(200)).collect();
        let counts = file_counts(shadow, &wanted)?;
        let mut response =
            GitLogResponse { commits: Vec::new(), truncated: false, next: String::new(), withheld: Vec::new() };
        let mut budget = Budget::new(max_bytes);
        let mut shown = 0;
        for commit in written(shadow, &wanted)? {
            let entry = entry(commit, &counts, &mut response.withheld);
            if !budget.take(json_bytes(&entry) + 1) {
                break;
            }
            shown += 1;
            response.commits.push(entry);
        }
        response.truncated = more || shown < wanted.len() as u64;
        if response.truncated {
            response.next = Cursor::new("log", &[skip + shown], start).to_string();
        }
        response.withheld = capped(response.withheld);
        Ok(response)
    })
}

fn entry(commit: Written, counts: &BTreeMap<String, u64>, withheld: &mut Vec<Withheld>) -> LogEntry {
    let (subject, body) = commit.message(withheld);
    let end = cut(&body, LONGEST_BODY);
    LogEntry {
        files: counts.get(&commit.id).copied().unwrap_or(0),
        author: commit.author(withheld),
        subject,
        body_cut: end < body.len(),
        body: body[..end].to_owned(),
        id: commit.id,
        parents: commit.parents,
        time: commit.time,
    }
}

/// What stands in a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) id: String,
    pub(crate) parents: Vec<String>,
    pub(crate) author: String,
    pub(crate) time: String,
    /// As it stands in the commit.
    pub(crate) message: String,
}

impl Written {
    /// Subject and body without their secrets, which may begin in the one and end in the other. The subject is the first
    /// paragraph as one line, as git has it.
    pub(crate) fn message(&self, withheld: &mut Vec<Withheld>) -> (String, String) {
        let message = without_secrets(&self.message, &self.id, withheld);
        let message = message.trim_start_matches('\n');
        let (mut subject, mut rest) = (String::new(), message);
        while let Some(line) = rest.split_inclusive('\n').next() {
            rest = &rest[line.len()..];
            if line.trim().is_empty() {
                break;
            }
            if !subject.is_empty() {
                subject.push(' ');
            }
            subject.push_str(line.trim_end());
        }
        (shortened(&subject, LONGEST_SUBJECT), rest.trim_start_matches('\n').trim_end().to_owned())
    }

    /// The author's name without secrets.
    pub(crate) fn author(&self, withheld: &mut Vec<Withheld>) -> String {
        shortened(&without_secrets(&self.author, &self.id, withheld), LONGEST_NAME)
    }
}

/// The commits of these names, in this order.
pub(crate) fn written(shadow: &Shadow<'_>, ids: &[&str]) -> Result<Vec<Written>, GitError> {
    if ids.is_empty() {
        // Without a name git shows HEAD.
        return Ok(Vec::new());
    }
    let arguments = [
        "log",
        "--no-walk=unsorted",
        "--stdin",
        "-z",
        "--no-color",
        "--no-patch",
        "--format=tformat:%H%x00%P%x00%an%x00%aI%x00%B",
    ];
    let output = shadow.read(Index::Original, &arguments, ids.join("\n").into_bytes(), MOST_OUTPUT)?;
    let fields: Vec<String> =
        output.split(|&byte| byte == 0).map(|field| String::from_utf8_lossy(field).into_owned()).collect();
    let commits = fields.chunks_exact(5).filter_map(|commit| {
        let [id, parents, author, time, message] = commit else { return None };
        Some(Written {
            id: id.clone(),
            parents: parents.split_whitespace().map(ToOwned::to_owned).collect(),
            author: author.clone(),
            time: time.clone(),
            message: message.clone(),
        })
    });
    Ok(commits.collect())
}

fn ids(shadow: &Shadow<'_>, start: &str, skip: u64, count: u64, path: &[u8]) -> Result<Vec<String>, GitError> {
    let mut arguments: Vec<OsString> = vec![
        "rev-list".into(),
        format!("--skip={skip}").into(),
        format!("--max-count={count}").into(),
        start.into(),
        "--".into(),
    ];
    if !path.is_empty() {
        arguments.push(os_string(path));
    }
    let output = shadow.read(Index::Original, &arguments, Vec::new(), MOST_OUTPUT)?;
    Ok(String::from_utf8_lossy(&output).lines().map(ToOwned::to_owned).collect())
}

/// How many files of the workspace each commit changed.
fn file_counts(shadow: &Shadow<'_>, ids: &[&str]) -> Result<BTreeMap<String, u64>, GitError> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut arguments: Vec<OsString> = [
        "log",
        "--no-walk=unsorted",
        "--stdin",
        "--no-color",
        "--format=tformat:commit %H",
        "--raw",
        "--no-abbrev",
        "--find-renames",
        "--diff-merges=first-parent",
    ]
    .map(OsString::from)
    .to_vec();
    if !shadow.repository.prefix.is_empty() {
        let mut relative = OsString::from("--relative=");
        relative.push(os_string(&shadow.repository.prefix));
        arguments.push(relative);
    }
    let output = shadow.read(Index::Original, &arguments, ids.join("\n").into_bytes(), MOST_OUTPUT)?;
    let mut counts = BTreeMap::new();
    let mut current = String::new();
    for line in output.split(|&byte| byte == b'\n') {
        if let Some(id) = line.strip_prefix(b"commit ") {
            current = String::from_utf8_lossy(id).into_owned();
        } else if line.first() == Some(&b':') {
            *counts.entry(current.clone()).or_insert(0) += 1;
        }
    }
    Ok(counts)
}

fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most { text.to_owned() } else { format!("{}…", &text[..text.floor_char_boundary(most)]) }
}

/// What somebody wrote into a commit, without its secrets.
fn without_secrets(text: &str, id: &str, withheld: &mut Vec<Withheld>) -> String {
    let redacted = redact(text);
    match redacted.verdict {
        Verdict::Clean => redacted.text,
        Verdict::Redacted => {
            let said = match redacted.findings.len() {
                1 => "1 secret was replaced in its message".to_owned(),
                count => format!("{count} secrets were replaced in its message"),
            };
            withheld.push(Withheld::new(id, said));
            redacted.text
        }
        Verdict::Withhold { rule } => {
            withheld.push(Withheld::new(id, format!("its message holds a private key ({rule})")));
            String::new()
        }
    }
}
