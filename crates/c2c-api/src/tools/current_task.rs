//! `current_task`: what the running session is about, in full.

use c2c_orchestrator::Machine;
use c2c_store::{ReadTx, Session, StoreError};
use c2c_workspace::{ToolError, Withheld};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Call;
use super::pages::Texts;

/// Input of `current_task`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurrentTaskParams {
    /// `next` of the last answer, to continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Most bytes of text in one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1024, max = 262144), extend("default" = 30000))]
    pub max_bytes: Option<i64>,
}

/// Answer of `current_task`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct CurrentTaskResponse {
    /// False when no session is open here; then everything else is empty.
    pub active: bool,
    /// The task, as in the control messages.
    pub task_id: String,
    /// Where the session stands: `active`, `paused`, `blocked`.
    pub status: String,
    /// The last finished iteration, 0 before the first.
    pub iteration: u32,
    /// The checkpoint: `INIT`, `PLAN_RECEIVED`, `EXECUTING`, `EXECUTED_LOCAL`, `EXECUTED_SENT`, `DONE`, `BLOCKED`.
    pub state: String,
    /// What is waited for.
    pub waiting_for: String,
    /// What comes next.
    pub next_expected_step: String,
    /// The goal, in full.
    pub goal: String,
    /// What the person answered to the last BLOCKED, in full; empty when they were not asked.
    pub answer: String,
    /// The plan in force, in full; empty when there is none.
    pub plan: String,
    /// What is finished.
    pub completed: Vec<String>,
    /// What is known to be wrong.
    pub known_issues: Vec<String>,
    /// True when there is more.
    pub truncated: bool,
    /// Pass it as `cursor` to continue; empty when complete.
    pub next: String,
    /// What is there and not shown.
    pub withheld: Vec<Withheld>,
}

/// Everything the store knows about the task.
#[derive(Default)]
struct Known {
    plan: String,
    answer: String,
    checkpoint: Option<c2c_store::Checkpoint>,
}

/// Tells the task.
///
/// # Errors
/// `INVALID_ARGUMENT`, `CHANGED_MEANWHILE`.
pub(super) fn current_task(call: &Call<'_>, params: &CurrentTaskParams) -> Result<CurrentTaskResponse, ToolError> {
    let found = call.app.store().read(|tx| {
        let Some(session) = tx.open_session(&call.row.id)? else { return Ok(None) };
        let known = known(tx, &session)?;
        Ok(Some((session, known)))
    });
    let found = found.map_err(|error| ToolError::internal("reading the store", &error))?;
    let Some((session, known)) = found else {
        return Ok(CurrentTaskResponse::default());
    };
    let checkpoint = known.checkpoint.unwrap_or_else(|| c2c_store::Checkpoint {
        session_id: session.id.clone(),
        protocol_state: String::new(),
        waiting_for: String::new(),
        goal: session.goal.clone(),
        completed_subtasks: Vec::new(),
        known_issues: Vec::new(),
        next_step: String::new(),
        iteration: session.iteration,
        updated_at_ms: session.updated_at_ms,
    });
    let mut texts = Texts::default();
    let waiting_for = texts.add("waiting_for", &checkpoint.waiting_for);
    let next_step = texts.add("next_expected_step", &checkpoint.next_step);
    let goal = texts.add("goal", &session.goal);
    let answer = texts.add("answer", &known.answer);
    let plan = texts.add("plan", &known.plan);
    let issues = texts.add_all("known_issues", &checkpoint.known_issues);
    let completed = texts.add_all("completed", &checkpoint.completed_subtasks);
    let mut page = texts.page("task", params.cursor.as_deref(), params.max_bytes)?;
    Ok(CurrentTaskResponse {
        active: true,
        task_id: session.task_id,
        status: session.status.as_str().to_owned(),
        iteration: session.iteration,
        state: checkpoint.protocol_state,
        waiting_for: page.take(waiting_for),
        next_expected_step: page.take(next_step),
        goal: page.take(goal),
        answer: page.take(answer),
        plan: page.take(plan),
        completed: page.take_all(&completed),
        known_issues: page.take_all(&issues),
        truncated: page.truncated,
        next: page.next,
        withheld: page.withheld,
    })
}

fn known(tx: &ReadTx<'_>, session: &Session) -> Result<Known, StoreError> {
    let checkpoint = tx.checkpoint(&session.id)?;
    let machine = tx.state(&session.id)?.map(serde_json::from_value::<Machine>);
    let Some(Ok(machine)) = machine else {
        // A session that Codex drives keeps its plan to itself.
        return Ok(Known { checkpoint, ..Known::default() });
    };
    let plan = machine.plan.as_ref().map(|plan| {
        let section = |(name, text): &(String, String)| format!("{name}:\n{text}\n");
        let sections = plan.sections.iter().map(section).collect::<Vec<_>>().join("\n");
        format!("ITERATION: {}\n\n{sections}", plan.iteration)
    });
    Ok(Known { plan: plan.unwrap_or_default(), answer: machine.answer.unwrap_or_default(), checkpoint })
}
