//! `test_status`: what the tests said, and who saw it.

use c2c_store::{Iteration, Output, ReadTx, StoreError};
use c2c_workspace::{ToolError, Withheld};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pages::Texts;
use super::{Call, time};

/// Input of `test_status`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TestStatusParams {
    /// The task; the last recorded one when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_id: Option<String>,
    /// The iteration; the last recorded one when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 4294967295_u32))]
    pub iteration: Option<i64>,
    /// `next` of the last answer, to continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Most bytes of text in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1024, max = 262144), extend("default" = 30000))]
    pub max_bytes: Option<i64>,
}

/// Answer of `test_status`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct TestStatusResponse {
    /// False when no such iteration is recorded; then everything else is empty.
    pub available: bool,
    /// The task.
    pub task_id: String,
    /// The iteration.
    pub iteration: u32,
    /// What the tests said.
    pub tests: String,
    /// `ok`, `failed` or `blocked`.
    pub exit_status: String,
    /// `seen` (C2C saw the command and its exit code), `reported` (somebody said so), or `not seen`.
    pub source: String,
    /// When it was recorded, RFC 3339.
    pub time: String,
    /// The output to read with `execution_output`; empty when none was kept.
    pub output_id: String,
    /// True when there is more.
    pub truncated: bool,
    /// Pass it as `cursor` to continue; empty when complete.
    pub next: String,
    /// What is there and not shown.
    pub withheld: Vec<Withheld>,
}

/// Tells what the tests of one iteration said.
///
/// # Errors
/// `INVALID_ARGUMENT`, `CHANGED_MEANWHILE`.
pub(super) fn test_status(call: &Call<'_>, params: &TestStatusParams) -> Result<TestStatusResponse, ToolError> {
    let number = match params.iteration {
        None => None,
        Some(number) => Some(
            u32::try_from(number)
                .ok()
                .filter(|number| *number > 0)
                .ok_or_else(|| ToolError::invalid_argument("iteration", &number, "a whole number from 1"))?,
        ),
    };
    let found = call.app.store().read(|tx| find(tx, call, params.task_id.as_deref(), number));
    let found = found.map_err(|error| ToolError::internal("reading the store", &error))?;
    let Some((iteration, outputs)) = found else {
        return Ok(TestStatusResponse::default());
    };
    let output = outputs.into_iter().find(|output| output.iteration == iteration.iteration);
    let mut texts = Texts::default();
    let tests = texts.add("tests", &iteration.tests);
    let mut page = texts.page("tests", params.cursor.as_deref(), params.max_bytes)?;
    Ok(TestStatusResponse {
        available: true,
        task_id: iteration.task_id,
        iteration: iteration.iteration,
        tests: page.take(tests),
        exit_status: iteration.exit_status.as_str().to_owned(),
        source: source(iteration.test_source).to_owned(),
        time: time::rfc3339(iteration.ended_at_ms),
        output_id: output.map(|output| output.id).unwrap_or_default(),
        truncated: page.truncated,
        next: page.next,
        withheld: page.withheld,
    })
}

/// How a source is called in answers.
pub(super) fn source(source: c2c_store::TestSource) -> &'static str {
    match source {
        c2c_store::TestSource::Seen => "seen",
        c2c_store::TestSource::Reported => "reported",
        c2c_store::TestSource::NotSeen => "not seen",
    }
}

fn find(
    tx: &ReadTx<'_>,
    call: &Call<'_>,
    task_id: Option<&str>,
    number: Option<u32>,
) -> Result<Option<(Iteration, Vec<Output>)>, StoreError> {
    let workspace = &call.row.id;
    let last = tx.iterations(workspace, task_id, 1)?.into_iter().next();
    let found = match (last, number) {
        (Some(last), Some(number)) => tx.iteration(workspace, &last.task_id, number)?,
        (last, _) => last,
    };
    let Some(iteration) = found else { return Ok(None) };
    let outputs = tx.outputs(workspace, Some(&iteration.task_id), 1_000, None)?;
    Ok(Some((iteration, outputs)))
}
