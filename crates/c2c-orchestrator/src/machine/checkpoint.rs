//! The protocol's own checkpoint, read off the machine, and the messages built from it.

use c2c_protocol::{Checkpoint, ErrorMessage, Handoff, Init, ProtocolState, State, build};

use super::{Effect, Machine, MessageKind, PauseReason, Phase};

pub(super) fn protocol_state(machine: &Machine) -> ProtocolState {
    match &machine.phase {
        Phase::Done { .. } => ProtocolState::Done,
        Phase::Blocked { .. } => ProtocolState::Blocked,
        Phase::Executing { .. } => ProtocolState::Executing,
        Phase::Recording => ProtocolState::Executing,
        Phase::Approving => ProtocolState::PlanReceived,
        Phase::Looking if machine.execution().is_some() => ProtocolState::PlanReceived,
        Phase::Sending if matches!(machine.outgoing, Some(MessageKind::Executed { .. })) => {
            ProtocolState::ExecutedLocal
        }
        _ if machine.iteration > 0 => ProtocolState::ExecutedSent,
        _ => ProtocolState::Init,
    }
}

pub(super) fn project(machine: &Machine) -> Checkpoint {
    Checkpoint {
        protocol_state: protocol_state(machine),
        waiting_for: waiting_for(machine),
        goal: machine.goal.clone(),
        completed_subtasks: machine.completed.clone(),
        known_issues: machine.known_issues.clone(),
        next_step: next_step(machine),
        iteration: machine.iteration,
    }
}

fn waiting_for(machine: &Machine) -> String {
    if let Some(reason) = &machine.paused {
        return match reason {
            PauseReason::Overdue => "ChatGPT's answer, which is overdue".to_owned(),
            PauseReason::NotBrought => "ChatGPT's answer, which the person brings".to_owned(),
            PauseReason::Throttled { .. } => "ChatGPT, which asked to wait".to_owned(),
            PauseReason::DeliveryUnknown { again_at_ms: Some(_) } => "a second look at the conversation".to_owned(),
            _ => "the person".to_owned(),
        };
    }
    match &machine.phase {
        Phase::Waiting { .. } => "ChatGPT".to_owned(),
        Phase::Approving | Phase::Blocked { .. } => "the person".to_owned(),
        Phase::Executing { .. } => "Codex".to_owned(),
        _ => String::new(),
    }
}

fn next_step(machine: &Machine) -> String {
    let n = machine.iteration;
    match &machine.phase {
        Phase::Done { .. } => "Nothing; the goal is reached.".to_owned(),
        Phase::Stopping | Phase::Stopped => "Nothing; the person stopped the session.".to_owned(),
        Phase::Executing { .. } | Phase::Recording | Phase::Approving | Phase::Looking
            if machine.execution().is_some() =>
        {
            format!("Execute plan {}.", n + 1)
        }
        _ if n == 0 => "Inspect the workspace through the connector and reply PLAN 1.".to_owned(),
        _ => format!(
            "Independently review iteration {n} via git_diff and execution_output, then reply PLAN {}, DONE {n} or BLOCKED {n}.",
            n + 1
        ),
    }
}

/// What CURRENT_STATE of a HANDOFF says.
fn current_state(machine: &Machine) -> String {
    let n = machine.iteration;
    if let Some(answer) = &machine.answer {
        return format!("BLOCKED; the person has answered (in full in `current_task`): {answer}");
    }
    if n == 0 {
        "INIT (nothing executed yet).".to_owned()
    } else {
        format!("EXECUTED (iteration {n}, not yet reviewed).")
    }
}

impl Machine {
    /// The effect that delivers a message of `kind`.
    pub(super) fn message(&self, kind: MessageKind) -> Effect {
        let n = self.iteration;
        let (state, text) = match kind {
            MessageKind::Boot => ("BOOT", self.boot_prompt.clone()),
            MessageKind::Init => {
                let (goal, connector) = (self.goal.clone(), self.settings.connector_name.clone());
                (State::Init.as_str(), build::init(&Init { task: self.task_id.clone(), goal, connector }))
            }
            MessageKind::Executed { recorded } => {
                (State::Executed.as_str(), build::executed(&recorded.message(&self.task_id, n)))
            }
            MessageKind::Correction { text } => (State::Error.as_str(), text),
            MessageKind::Error { reason } => (
                State::Error.as_str(),
                build::error(&ErrorMessage { task: self.task_id.clone(), iteration: n, reason }),
            ),
            MessageKind::Handoff => (State::Handoff.as_str(), build::brief(&self.handoff())),
        };
        let iteration = if state == "BOOT" { 0 } else { n };
        Effect::Send { state: state.to_owned(), iteration, text, again: false }
    }

    fn handoff(&self) -> Handoff {
        let checkpoint = project(self);
        Handoff { current_state: current_state(self), ..Handoff::from_checkpoint(&self.task_id, &checkpoint, None) }
    }
}
