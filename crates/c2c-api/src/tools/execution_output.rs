//! `execution_output`: what commands printed, as far as it was released.

use c2c_store::{Output, OutputStatus};
use c2c_workspace::page::{Budget, Cursor, in_range, json_bytes, max_bytes};
use c2c_workspace::{ErrorCode, ToolError, Withheld};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pages::Texts;
use super::{Call, time};

/// What is wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Action {
    /// What there is.
    #[default]
    List,
    /// One output's text.
    Read,
}

/// Input of `execution_output`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExecutionOutputParams {
    /// `list` tells what there is, `read` reads one.
    #[serde(default)]
    pub action: Action,
    /// The output to read, as `list` names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Most items in one list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 50), extend("default" = 20))]
    pub limit: Option<i64>,
    /// `next` of the last answer, to continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Most bytes in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1024, max = 262144), extend("default" = 30000))]
    pub max_bytes: Option<i64>,
}

/// One output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(crate) struct OutputItem {
    /// Its id.
    pub id: String,
    /// The command.
    pub command: String,
    /// Its exit code; absent when it did not end by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// When it was kept, RFC 3339.
    pub time: String,
    /// The task.
    pub task_id: String,
    /// The iteration.
    pub iteration: u32,
    /// `readable`, or `restricted`: then leave it and review from `git_diff`.
    pub status: String,
    /// Why it is restricted; empty otherwise.
    pub reason: String,
    /// `seen` (Codex ran it), `rerun` (run again in Codex's sandbox), or `reported` (somebody gave it).
    pub source: String,
    /// Bytes of the original.
    pub size: u64,
}

/// Answer of `execution_output`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ExecutionOutputResponse {
    /// The outputs, newest first; the one that was read.
    pub items: Vec<OutputItem>,
    /// The text that was read; empty for a list.
    pub text: String,
    /// True when there is more.
    pub truncated: bool,
    /// Pass it as `cursor` to continue; empty when complete.
    pub next: String,
    /// What is there and not shown.
    pub withheld: Vec<Withheld>,
}

/// Lists or reads.
///
/// # Errors
/// `INVALID_ARGUMENT`, `NOT_FOUND`, `OUTPUT_RESTRICTED`.
pub(super) fn execution_output(
    call: &Call<'_>,
    params: &ExecutionOutputParams,
) -> Result<ExecutionOutputResponse, ToolError> {
    match params.action {
        Action::List => list(call, params),
        Action::Read => read(call, params),
    }
}

fn list(call: &Call<'_>, params: &ExecutionOutputParams) -> Result<ExecutionOutputResponse, ToolError> {
    let limit = in_range("limit", params.limit, 1, 50, 20)?;
    let limit = u32::try_from(limit).unwrap_or(20);
    let mut budget = Budget::new(max_bytes(params.max_bytes)?);
    let before = Cursor::parse(params.cursor.as_deref(), "outputs", 0)?;
    let before = before.as_ref().map(|cursor| cursor.text.as_str());
    let outputs = call.app.store().read(|tx| tx.outputs(&call.row.id, None, limit + 1, before));
    let outputs = outputs.map_err(|error| ToolError::internal("reading the store", &error))?;
    let mut response = ExecutionOutputResponse::default();
    for output in &outputs {
        let item = item(output);
        if response.items.len() >= limit as usize || !budget.take(json_bytes(&item) + 1) {
            response.truncated = true;
            let last = response.items.last().map(|item| item.id.clone()).unwrap_or_default();
            response.next = Cursor::new("outputs", &[], last).to_string();
            break;
        }
        if output.status == OutputStatus::Restricted {
            response.withheld.push(Withheld::new(&item.id, &item.reason));
        }
        response.items.push(item);
    }
    Ok(response)
}

fn read(call: &Call<'_>, params: &ExecutionOutputParams) -> Result<ExecutionOutputResponse, ToolError> {
    let id = params.id.as_deref().ok_or_else(|| {
        ToolError::new(
            ErrorCode::InvalidArgument,
            "`id` is missing; reading needs the id of an output",
            "list the outputs first with `action` as `list`",
        )
    })?;
    let output = call.app.store().read(|tx| tx.output(&call.row.id, id));
    let output = output.map_err(|error| ToolError::internal("reading the store", &error))?.ok_or_else(|| {
        ToolError::new(
            ErrorCode::NotFound,
            "there is no output with this id",
            "list the outputs with `action` as `list`",
        )
    })?;
    if output.status == OutputStatus::Restricted {
        let reason = output.reason.as_deref().unwrap_or("it could not be judged");
        return Err(ToolError::new(
            ErrorCode::OutputRestricted,
            format!("the output `{}` is restricted: {reason}", output.id),
            "leave it, and review from `git_diff` and `test_status`",
        ));
    }
    let item = item(&output);
    let mut texts = Texts::default();
    let text = texts.add(&output.id, &output.text);
    let mut page = texts.page("output", params.cursor.as_deref(), params.max_bytes)?;
    // Secrets were taken out before the output was kept; their marks tell which.
    page.withheld.extend(c2c_redact::text::replaced_by(&output.text).into_iter().map(|(rule, count)| {
        let times = if count == 1 { "a secret was".to_owned() } else { format!("{count} secrets were") };
        Withheld::new(&output.id, format!("{times} replaced ({rule})"))
    }));
    Ok(ExecutionOutputResponse {
        items: vec![item],
        text: page.take(text),
        truncated: page.truncated,
        next: page.next,
        withheld: page.withheld,
    })
}

fn item(output: &Output) -> OutputItem {
    OutputItem {
        id: output.id.clone(),
        command: output.command.clone(),
        exit_code: output.exit_code,
        time: time::rfc3339(output.created_at_ms),
        task_id: output.task_id.clone(),
        iteration: output.iteration,
        status: output.status.as_str().to_owned(),
        reason: output.reason.clone().unwrap_or_default(),
        source: output.source.as_str().to_owned(),
        size: output.size_bytes,
    }
}
