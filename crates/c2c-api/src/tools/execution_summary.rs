//! `execution_summary`: the recorded iterations.

use std::collections::BTreeMap;

use c2c_store::{Iteration, Output};
use c2c_workspace::page::{Budget, Cursor, in_range, json_bytes, max_bytes};
use c2c_workspace::root::EntryKind;
use c2c_workspace::{Policy, RelPath, ToolError, Withheld};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pages::Texts;
use super::test_status::source;
use super::{Call, time};
use crate::views;

/// The most iterations that are kept in sight.
const MOST_RECORDS: u32 = 5_000;
/// The most changed files that one record names.
const MOST_FILES: usize = 200;

/// Input of `execution_summary`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExecutionSummaryParams {
    /// Most records in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 50), extend("default" = 5))]
    pub limit: Option<i64>,
    /// Only this task's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_id: Option<String>,
    /// `next` of the last answer, to continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Most bytes of records in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1024, max = 262144), extend("default" = 30000))]
    pub max_bytes: Option<i64>,
}

/// One changed file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(crate) struct ChangedFile {
    /// Relative to the workspace root.
    pub path: String,
    /// `added`, `modified` or `deleted`.
    pub change: String,
}

/// One recorded iteration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(crate) struct ExecutionRecord {
    /// The task.
    pub task_id: String,
    /// The iteration.
    pub iteration: u32,
    /// How many files changed.
    pub changed_files_count: u64,
    /// The files, 200 of them at most.
    pub changed_files: Vec<ChangedFile>,
    /// What the tests said.
    pub tests: String,
    /// `seen`, `reported` or `not seen`.
    pub test_source: String,
    /// `ok`, `failed` or `blocked`.
    pub exit_status: String,
    /// What was done, as Codex tells it.
    pub notes: String,
    /// Ids of outputs for `execution_output`.
    pub outputs: Vec<String>,
    /// When it was recorded, RFC 3339.
    pub time: String,
    /// True when the person took the changes back.
    pub undone: bool,
}

/// Answer of `execution_summary`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ExecutionSummaryResponse {
    /// Newest first.
    pub records: Vec<ExecutionRecord>,
    /// True when there is more.
    pub truncated: bool,
    /// Pass it as `cursor` to continue; empty when complete.
    pub next: String,
    /// What is there and not shown.
    pub withheld: Vec<Withheld>,
}

/// Lists recorded iterations.
///
/// # Errors
/// `INVALID_ARGUMENT`, `WITHHELD` when `.c2cignore` cannot be read.
pub(super) fn execution_summary(
    call: &Call<'_>,
    params: &ExecutionSummaryParams,
) -> Result<ExecutionSummaryResponse, ToolError> {
    let limit = in_range("limit", params.limit, 1, 50, 5)?.unsigned_abs();
    let mut budget = Budget::new(max_bytes(params.max_bytes)?);
    let after = Cursor::parse(params.cursor.as_deref(), "records", 1)?;
    let task_id = params.task_id.as_deref();
    let found = call.app.store().read(|tx| {
        let iterations = tx.iterations(&call.row.id, task_id, MOST_RECORDS)?;
        let outputs = tx.outputs(&call.row.id, task_id, MOST_RECORDS, None)?;
        Ok((iterations, outputs))
    });
    let (iterations, outputs) = found.map_err(|error| ToolError::internal("reading the store", &error))?;
    let policy = call.workspace.policy()?;
    let mut outputs = by_iteration(outputs);
    let mut response = ExecutionSummaryResponse::default();
    // A record that came meanwhile is newer than the one the cursor names, so no page shows one twice.
    let rest = iterations.into_iter().skip_while(|iteration| match &after {
        Some(cursor) => !is_named(iteration, cursor),
        None => false,
    });
    let mut last: Option<(String, u32)> = None;
    for iteration in rest.skip(usize::from(after.is_some())) {
        let ids = outputs.remove(&(iteration.task_id.clone(), iteration.iteration)).unwrap_or_default();
        let (record, withheld) = record(&iteration, ids, &policy)?;
        if response.records.len() as u64 >= limit || !budget.take(json_bytes(&record) + 1) {
            response.truncated = true;
            response.next = last.map_or_else(String::new, |(task, number)| {
                Cursor::new("records", &[u64::from(number)], task).to_string()
            });
            break;
        }
        last = Some((record.task_id.clone(), record.iteration));
        response.records.push(record);
        response.withheld.extend(withheld);
    }
    Ok(response)
}

fn is_named(iteration: &Iteration, cursor: &Cursor) -> bool {
    cursor.text == iteration.task_id && cursor.numbers.first() == Some(&u64::from(iteration.iteration))
}

fn by_iteration(outputs: Vec<Output>) -> BTreeMap<(String, u32), Vec<String>> {
    let mut all: BTreeMap<(String, u32), Vec<String>> = BTreeMap::new();
    for output in outputs {
        all.entry((output.task_id, output.iteration)).or_default().push(output.id);
    }
    all
}

fn record(
    iteration: &Iteration,
    outputs: Vec<String>,
    policy: &Policy,
) -> Result<(ExecutionRecord, Vec<Withheld>), ToolError> {
    let mut texts = Texts::default();
    let place = format!("{} iteration {}", iteration.task_id, iteration.iteration);
    let tests = texts.add(&format!("tests of {place}"), &iteration.tests);
    let notes = texts.add(&format!("notes of {place}"), &iteration.notes);
    // One record is one item of the list; its texts are not paged, but bounded.
    let mut page = texts.page("record", None, None)?;
    let mut withheld = std::mem::take(&mut page.withheld);
    let mut changed_files = Vec::new();
    for file in iteration.changed_files.iter().take(MOST_FILES) {
        let verdict = RelPath::parse(&file.path).map(|path| policy.verdict(&path, EntryKind::File).to_withheld(&path));
        match verdict {
            Ok(None) => changed_files
                .push(ChangedFile { path: file.path.clone(), change: views::change(file.change).to_owned() }),
            Ok(Some(entry)) => withheld.push(entry),
            Err(_) => withheld.push(Withheld::new(&place, "a path that cannot be named")),
        }
    }
    let record = ExecutionRecord {
        task_id: iteration.task_id.clone(),
        iteration: iteration.iteration,
        changed_files_count: iteration.changed_files.len() as u64,
        changed_files,
        tests: page.take(tests),
        test_source: source(iteration.test_source).to_owned(),
        exit_status: iteration.exit_status.as_str().to_owned(),
        notes: page.take(notes),
        outputs,
        time: time::rfc3339(iteration.ended_at_ms),
        undone: iteration.undone_at_ms.is_some(),
    };
    Ok((record, withheld))
}
