//! All about one session.

use c2c_ipc::app::{CallView, PlanStepView, PlanView, SessionPageView, StepState};
use c2c_orchestrator::{Machine, Phase, PlanInForce};
use c2c_ports::Delivery;
use c2c_store::{Call, Carrier, Direction, ExitStatus, Iteration, Listed, Message};

use super::standing::Owner;
use super::{checks, rows};
use crate::app::App;
use crate::error::ApiError;
use crate::verbs::serve;
use crate::{leases, views};

/// The most messages of a page; the oldest are left out.
const MOST_MESSAGES: u32 = 500;
/// The most iterations of a page.
const MOST_ITERATIONS: u32 = 100;
/// The most outputs of a page.
const MOST_OUTPUTS: u32 = 500;
/// The most calls of a page.
const MOST_CALLS: u32 = 200;

/// One session's page.
pub(super) fn session_page(app: &App, id: &str) -> Result<SessionPageView, ApiError> {
    let listed = checks::session(app, id)?;
    let session = &listed.session;
    let lease = leases::owner(app, &session.id)?;
    let owner = rows::owner(app, &listed)?;
    // ChatGPT looks at the project for open sessions; where an ended one's could is of no use to anybody.
    let connector = match session.ended_at_ms {
        None => serve::served(app, Some(&session.workspace_id))?,
        Some(_) => None,
    };
    let has_window = rows::has_window(app);
    let run_by = leases::run_by(app, lease.as_ref())?;
    Ok(app.store().read(|tx| {
        let machine: Option<Machine> = tx.state(&session.id)?.and_then(|state| serde_json::from_value(state).ok());
        let open = machine.as_ref().filter(|_| session.ended_at_ms.is_none());
        let run = if owner == Owner::Nobody { views::Run::Nobody } else { views::Run::Process };
        let messages = tx.last_messages(&session.id, MOST_MESSAGES)?;
        let outputs = tx.outputs(&session.workspace_id, Some(&session.task_id), MOST_OUTPUTS, None)?;
        let iterations = tx.iterations_without_patch(&session.workspace_id, &session.task_id, MOST_ITERATIONS)?;
        let conversation = session.conversation_id.map(|id| tx.conversation(id)).transpose()?.flatten();
        let calls = tx.calls(&session.workspace_id, session.created_at_ms, MOST_CALLS)?;
        Ok(SessionPageView {
            row: rows::row(&listed, machine.as_ref(), owner, has_window),
            details: views::session(session, lease.as_ref(), run_by),
            conversation: conversation.map(views::conversation),
            checkpoint: tx.checkpoint(&session.id)?.map(views::checkpoint),
            attention: open.and_then(|machine| views::attention(machine, run)),
            summary: machine.as_ref().and_then(summary),
            plan: machine.as_ref().and_then(|machine| plan(machine, &iterations)),
            carry: open.and_then(|machine| carry(machine, &listed, &messages)),
            messages: messages.into_iter().map(views::message).collect(),
            iterations: iterations.iter().map(|iteration| views::iteration(iteration, &outputs)).collect(),
            outputs: outputs.iter().map(views::output).collect(),
            calls: calls.into_iter().filter(|call| is_within(call, session.ended_at_ms)).map(call).collect(),
            queued_commands: tx.open_commands(&session.id)?.into_iter().map(|command| command.kind).collect(),
            connector: connector.clone(),
        })
    })?)
}

fn is_within(call: &Call, ended_at_ms: Option<i64>) -> bool {
    ended_at_ms.is_none_or(|ended| call.at_ms <= ended)
}

fn call(call: Call) -> CallView {
    CallView {
        tool: call.tool,
        arguments: call.arguments,
        client: call.client,
        ok: call.ok,
        code: call.code,
        answer_bytes: call.answer_bytes,
        duration_us: call.duration_us,
        at_ms: call.at_ms,
    }
}

/// The number of the message that the person is to carry to ChatGPT now: the last one, shown and not answered.
fn carry(machine: &Machine, listed: &Listed, messages: &[Message]) -> Option<u32> {
    let waits = matches!(machine.phase, Phase::Waiting { .. } | Phase::Blocked { .. });
    let last = messages.last().filter(|_| waits && listed.session.carrier == Carrier::Manual)?;
    let is_open = last.direction == Direction::Out && last.delivery != Delivery::Intended;
    is_open.then_some(last.number)
}

fn summary(machine: &Machine) -> Option<String> {
    match &machine.phase {
        Phase::Done { summary } => Some(summary.clone()),
        _ => None,
    }
}

fn plan(machine: &Machine, iterations: &[Iteration]) -> Option<PlanView> {
    let plan = machine.plan.as_ref()?;
    let state = step_state(machine, plan, iterations);
    let steps = steps(plan.section(ACTIONS)).into_iter().map(|text| PlanStepView { text, state }).collect();
    let sections = plan.sections.iter().filter(|(name, _)| name != ACTIONS).cloned().collect();
    Some(PlanView { number: plan.number, iteration: plan.iteration, steps, sections, blind: machine.blind })
}

const ACTIONS: &str = "ACTIONS";

fn step_state(machine: &Machine, plan: &PlanInForce, iterations: &[Iteration]) -> StepState {
    let recorded = iterations.iter().find(|iteration| iteration.iteration == plan.iteration);
    match recorded {
        Some(iteration) if iteration.undone_at_ms.is_some() => StepState::Undone,
        Some(iteration) if iteration.exit_status != ExitStatus::Ok => StepState::Failed,
        Some(_) => StepState::Done,
        // What was cut off by a pause is not under way.
        None if machine.paused.is_some() => StepState::Open,
        None if matches!(machine.phase, Phase::Executing { .. } | Phase::Recording) => StepState::Working,
        None => StepState::Open,
    }
}

/// The steps of a numbered list, without their numbers; further lines of a step are kept, without their indent.
fn steps(list: &str) -> Vec<String> {
    let mut steps: Vec<String> = Vec::new();
    let mut indent = 0;
    for line in list.lines() {
        let number = format!("{}. ", steps.len() + 1);
        if let Some(first) = line.strip_prefix(&number) {
            indent = number.len();
            steps.push(first.to_owned());
        } else if let Some(last) = steps.last_mut() {
            let blanks = line.bytes().take_while(|byte| *byte == b' ').count().min(indent);
            last.push('\n');
            last.push_str(&line[blanks..]);
        } else {
            steps.push(line.to_owned());
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lose_their_numbers_and_keep_their_lines() {
        assert_eq!(steps(""), Vec::<String>::new());
        assert_eq!(
            steps("1. One\n   two\n     deeper\n\n2. Two\n1. not a new one\n3. Three"),
            ["One\ntwo\n  deeper\n", "Two\n1. not a new one", "Three"]
        );
        assert_eq!(steps("Just do it"), ["Just do it"]);
    }
}
