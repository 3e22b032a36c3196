//! Iterations and the output that was released with them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One recorded iteration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IterationView {
    /// The task.
    pub task_id: String,
    /// Its number, from 1.
    pub iteration: u32,
    /// What changed.
    pub changed_files: Vec<ChangedFileView>,
    /// The tests' outcome in one line.
    pub tests: String,
    /// `seen` by C2C, only `reported`, or `not seen`.
    pub test_source: String,
    /// `ok`, `failed` or `blocked`.
    pub exit_status: String,
    /// Notes.
    pub notes: String,
    /// Ids of released outputs.
    pub outputs: Vec<String>,
    /// When it was recorded.
    pub ended_at_ms: i64,
    /// When it was taken back; absent when it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_at_ms: Option<i64>,
}

/// One changed file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChangedFileView {
    /// Relative to the root, with `/`.
    pub path: String,
    /// `added`, `modified` or `deleted`.
    pub change: String,
    /// Lines added; absent for a binary file and when nobody counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insertions: Option<u32>,
    /// Lines removed; absent for a binary file and when nobody counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deletions: Option<u32>,
}

/// One command's output, released or held back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutputView {
    /// Its id.
    pub id: String,
    /// The task.
    pub task_id: String,
    /// The iteration.
    pub iteration: u32,
    /// The command.
    pub command: String,
    /// Its exit code; absent when it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// `readable` or `restricted`.
    pub status: String,
    /// Why it is restricted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The original's size in bytes.
    pub size_bytes: u64,
    /// `seen`, `rerun` or `reported`.
    pub source: String,
}

/// The answer of `c2c record`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordView {
    /// The iteration as it is now recorded.
    pub iteration: IterationView,
    /// The output that was given with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<OutputView>,
}

/// The answer of `c2c undo`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoView {
    /// The task.
    pub task_id: String,
    /// The iteration that was taken back.
    pub iteration: u32,
    /// The files that have their earlier content again.
    pub paths: Vec<String>,
}
