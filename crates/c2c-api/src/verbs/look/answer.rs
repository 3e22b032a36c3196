//! An answer of the connector, taken apart.

use c2c_ipc::app::{LookView, WithheldView};
use c2c_ipc::{ErrorShape, OutputView};

use super::text::Signs;

/// The answer that ChatGPT would get, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookAnswer {
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

/// What is in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
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
        entries: Vec<LookEntry>,
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
        files: Vec<LookChange>,
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
        matches: Vec<LookMatch>,
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookEntry {
    /// Relative to the workspace root.
    pub path: String,
    /// `file`, `directory`, `symlink` or `special`.
    pub kind: String,
    /// Bytes, for a file.
    pub size: Option<u64>,
    /// Where a link says it leads.
    pub link_target: Option<String>,
}

/// One changed file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookChange {
    /// Relative to the workspace root.
    pub path: String,
    /// The path it had, for a rename or copy.
    pub old_path: Option<String>,
    /// What happened, such as `modified`.
    pub change: String,
    /// Whether its content is no text.
    pub binary: bool,
    /// Lines added; absent where they are not counted.
    pub insertions: Option<u64>,
    /// Lines removed; absent where they are not counted.
    pub deletions: Option<u64>,
    /// Why its diff is not shown.
    pub withheld: Option<String>,
    /// The filter that its attributes name and that was not run.
    pub filter: Option<String>,
}

/// One match of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookMatch {
    /// Relative to the workspace root.
    pub path: String,
    /// Line in which it begins, counted from 1.
    pub line: u64,
    /// Character of that line at which it begins, counted from 1.
    pub column: u64,
    /// The line, or the lines it spans.
    pub text: String,
    /// Lines before.
    pub before: Vec<String>,
    /// Lines after.
    pub after: Vec<String>,
}

impl LookAnswer {
    /// The answer as the window shows it.
    #[must_use]
    pub fn view(&self) -> LookView {
        let refused = match &self.body {
            LookBody::Refused { code, message, hint } => Some(ErrorShape {
                code: code.clone(),
                reason: None,
                message: message.clone(),
                causes: Vec::new(),
                hints: Some(hint.clone()).filter(|hint| !hint.is_empty()).into_iter().collect(),
            }),
            _ => None,
        };
        // The window makes visible what hides or turns text.
        let text = if refused.is_some() { String::new() } else { self.body.told(false, Signs::PLAIN).text };
        let outputs = match &self.body {
            LookBody::Outputs { outputs } => outputs.clone(),
            _ => Vec::new(),
        };
        LookView {
            tool: self.tool.clone(),
            arguments: self.arguments.clone(),
            text,
            outputs,
            withheld: self.withheld.clone(),
            bytes: self.bytes,
            next: self.next.clone(),
            refused,
        }
    }
}
