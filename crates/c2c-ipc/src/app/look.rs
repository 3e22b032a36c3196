//! What ChatGPT would get if it called a tool of the connector: the same answer, and nobody called.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::OutputView;

/// What [`super::Call::Look`] takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookParams {
    /// The folder, absolute.
    pub root: String,
    /// What is looked at.
    pub what: LookWhat,
    /// `next` of the last page, to continue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// What is looked at. Each stands for a call of one tool; what is left out has the tool's own default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum LookWhat {
    /// A file's text (`read_file`), or what lies in a folder (`list_directory`).
    Path {
        /// Relative to the workspace root.
        path: String,
    },
    /// What changed (`git_diff`).
    Changes {
        /// What is compared.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mode: Option<ChangesMode>,
        /// For mode `base`: a branch, tag or commit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        base: Option<String>,
        /// For mode `commits`: the older commit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// For mode `commits`: the newer commit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
        /// Only this file or folder.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
    },
    /// The list of released outputs (`execution_output`).
    Outputs {},
    /// One released output (`execution_output`).
    Output {
        /// Its id.
        id: String,
    },
    /// A search in the files (`search_workspace`).
    Search {
        /// The text to look for, or a regular expression.
        query: String,
        /// Whether it is a regular expression.
        #[serde(default)]
        regex: bool,
        /// Whether upper and lower case are told apart.
        #[serde(default)]
        case_sensitive: bool,
        /// Only this file or folder.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
        /// Only files that fit this glob.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        glob: Option<String>,
        /// Lines shown before and after each match.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        context: Option<u8>,
    },
    /// Any call, as ChatGPT makes it.
    Call {
        /// The tool.
        tool: String,
        /// Its arguments, a JSON object as text.
        arguments: String,
    },
}

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangesMode {
    /// The index with the work tree.
    Unstaged,
    /// HEAD with the index.
    Staged,
    /// HEAD with the work tree.
    Head,
    /// The common ancestor of a branch and HEAD with the work tree.
    Base,
    /// Two commits.
    Commits,
}

/// The answer that ChatGPT would get.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LookView {
    /// The connector's name in ChatGPT.
    pub connector_name: String,
    /// The tool.
    pub tool: String,
    /// The arguments that it was called with, a JSON object as text.
    pub arguments: String,
    /// The size of the whole answer in bytes, as it goes over the wire.
    pub bytes: u64,
    /// What is in it.
    pub body: LookBody,
    /// Whether there is more.
    pub truncated: bool,
    /// What ChatGPT passes as `cursor` to get more; empty when there is no more.
    pub next: String,
    /// What is there and not shown.
    pub withheld: Vec<WithheldView>,
}

/// Something that is there and not shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WithheldView {
    /// The path, the place as `path:line`, or an output's id; empty for the rest of a long list.
    pub place: String,
    /// Why, as ChatGPT is told.
    pub reason: String,
}

/// What is in an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LookBody {
    /// No answer but an error.
    Refused {
        /// The tool's own stable code, such as `WITHHELD`.
        code: String,
        /// What is wrong, naming the thing in backticks.
        message: String,
        /// What ChatGPT can do; empty when there is nothing.
        hint: String,
    },
    /// A file, or a part of it.
    File {
        /// Relative to the workspace root.
        path: String,
        /// How its bytes were understood.
        encoding: String,
        /// Bytes of the file on disk.
        size: u64,
        /// Lines of the whole file.
        total_lines: u64,
        /// Line in which the content begins, counted from 1.
        start_line: u64,
        /// Line in which the content ends.
        end_line: u64,
        /// The text.
        content: String,
    },
    /// What lies in a folder.
    Folder {
        /// Relative to the workspace root.
        path: String,
        /// What is in it, on this page.
        entries: Vec<EntryView>,
        /// Entries there are in all.
        total: u64,
        /// Entries that `.gitignore` files leave out.
        ignored: u64,
    },
    /// What changed.
    Changes {
        /// The older side.
        from: String,
        /// The newer side.
        to: String,
        /// Files that changed in all.
        total: u64,
        /// Lines added in all.
        insertions: u64,
        /// Lines removed in all.
        deletions: u64,
        /// The files whose diff begins on this page.
        files: Vec<ChangeView>,
        /// This page's part of the unified diff.
        diff: String,
    },
    /// The released outputs, newest first.
    Outputs {
        /// On this page.
        outputs: Vec<OutputView>,
    },
    /// One released output.
    Output {
        /// What is known about it.
        output: OutputView,
        /// Its text, or this page's part of it.
        text: String,
    },
    /// What a search found.
    Matches {
        /// On this page.
        matches: Vec<MatchView>,
        /// Files that were looked through for this page.
        files_searched: u64,
    },
    /// The answer of another tool, as JSON.
    Other {
        /// The JSON, laid out in lines.
        text: String,
    },
}

/// One entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EntryView {
    /// Relative to the workspace root.
    pub path: String,
    /// `file`, `directory`, `symlink` or `special`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Bytes, for a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Where a link says it leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_target: Option<String>,
}

/// One changed file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChangeView {
    /// Relative to the workspace root.
    pub path: String,
    /// The path it had, for a rename or copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_path: Option<String>,
    /// What happened, such as `modified`.
    pub change: String,
    /// Whether its content is no text.
    pub binary: bool,
    /// Lines added; absent where they are not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insertions: Option<u64>,
    /// Lines removed; absent where they are not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deletions: Option<u64>,
    /// Why its diff is not shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
    /// The filter that its attributes name and that was not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
}

/// One match of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchView {
    /// Relative to the workspace root.
    pub path: String,
    /// Line in which it begins, counted from 1.
    pub line: u64,
    /// Character of that line at which it begins, counted from 1.
    pub column: u64,
    /// The line, or the lines it spans.
    pub text: String,
    /// Lines before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// Lines after.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
}
