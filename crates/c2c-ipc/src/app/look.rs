//! What ChatGPT would get if it called a tool of the connector: the same answer, and nobody called.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ErrorShape, OutputView};

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

/// The answer that ChatGPT would get, as it is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LookView {
    /// The tool.
    pub tool: String,
    /// The arguments that it was called with, a JSON object as text.
    pub arguments: String,
    /// What is in it: text in lines, in the connector's words. Empty where there is nothing, and for an error.
    pub text: String,
    /// The outputs, in an answer that lists them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<OutputView>,
    /// What is there and not shown.
    pub withheld: Vec<WithheldView>,
    /// The size of the whole answer in bytes, as it goes over the wire.
    pub bytes: u64,
    /// What ChatGPT passes as `cursor` to get more; empty when there is no more.
    pub next: String,
    /// The error that ChatGPT gets instead, with the tool's own stable code, such as `WITHHELD`; its hint is for ChatGPT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<ErrorShape>,
}

/// Something that is there and not shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WithheldView {
    /// The path, the place as `path:line`, or an output's id; empty for the rest of a long list.
    pub place: String,
    /// Why, as ChatGPT is told.
    pub reason: String,
}
