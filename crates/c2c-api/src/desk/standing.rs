//! What goes on in a session, what it needs from the person, and what can be asked of it. Pure.

use c2c_ipc::app::{Action, Activity, Need};
use c2c_orchestrator::{Machine, PauseReason, Phase};
use c2c_store::{Carrier, SessionDriver, SessionStatus};

/// Who runs a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    /// Nobody.
    Nobody,
    /// This process.
    Here,
    /// Another process.
    Elsewhere,
}

#[cfg(test)]
impl Owner {
    pub(crate) const ALL: [Self; 3] = [Self::Nobody, Self::Here, Self::Elsewhere];
}

/// What a session's standing depends on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts<'a> {
    pub(crate) status: SessionStatus,
    pub(crate) ended: bool,
    pub(crate) driver: SessionDriver,
    pub(crate) carrier: Carrier,
    /// The loop's state; none where this version cannot read it.
    pub(crate) machine: Option<&'a Machine>,
    pub(crate) owner: Owner,
    /// Whether it is the workspace's last session and has an iteration that can be taken back.
    pub(crate) can_undo: bool,
    /// Whether this build has a window to show.
    pub(crate) has_window: bool,
}

/// What a line says about a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) activity: Activity,
    pub(crate) need: Option<Need>,
    pub(crate) actions: Vec<Action>,
}

/// The standing of a session.
pub(crate) fn standing(facts: &Facts<'_>) -> Standing {
    Standing { activity: activity(facts), need: need(facts), actions: actions(facts) }
}

/// The loop's state, where C2C drives the session and it goes on.
fn running<'a>(facts: &Facts<'a>) -> Option<&'a Machine> {
    facts.machine.filter(|_| !facts.ended && facts.driver == SessionDriver::Orchestrator)
}

fn activity(facts: &Facts<'_>) -> Activity {
    if facts.ended {
        return if facts.status == SessionStatus::Done { Activity::Done } else { Activity::Stopped };
    }
    let Some(machine) = running(facts) else { return Activity::Foreign };
    match (&machine.paused, &machine.phase) {
        // C2C looks again by itself in a moment: no pause that is worth a word.
        (Some(PauseReason::DeliveryUnknown { again_at_ms: Some(_) }), Phase::Sending) => Activity::Sending,
        (_, Phase::Done { .. }) => Activity::Done,
        (_, Phase::Stopped) => Activity::Stopped,
        (Some(_), _) => Activity::Paused,
        (None, Phase::New | Phase::Looking) => Activity::Looking,
        (None, Phase::Sending) => Activity::Sending,
        (None, Phase::Waiting { .. }) => Activity::Waiting,
        (None, Phase::Approving) => Activity::Approving,
        (None, Phase::Executing { .. }) => Activity::Working,
        (None, Phase::Recording) => Activity::Recording,
        (None, Phase::Blocked { .. }) => Activity::Blocked,
        (None, Phase::Stopping) => Activity::Stopping,
    }
}

fn need(facts: &Facts<'_>) -> Option<Need> {
    let machine = running(facts)?;
    let unowned = (facts.owner == Owner::Nobody).then_some(Need::Owner);
    match (&machine.paused, &machine.phase) {
        (_, Phase::Done { .. } | Phase::Stopped) | (Some(PauseReason::Person), _) => None,
        (Some(PauseReason::Interrupted), _) => unowned,
        (Some(reason), _) if reason.until_ms().is_some() => unowned,
        (Some(PauseReason::Executor { .. } | PauseReason::NoExecutor { .. } | PauseReason::Workspace { .. }), _) => {
            Some(Need::Failure)
        }
        (Some(_), _) => Some(Need::Chore),
        (None, Phase::Approving) => Some(Need::Approval),
        (None, Phase::Blocked { .. }) => Some(Need::Answer),
        (None, Phase::Waiting { .. }) if facts.carrier == Carrier::Manual && unowned.is_none() => Some(Need::Carry),
        (None, _) => unowned,
    }
}

fn actions(facts: &Facts<'_>) -> Vec<Action> {
    let show = facts.has_window.then_some(Action::OpenChatGpt);
    let undo = facts.can_undo.then_some(Action::Undo);
    if facts.ended {
        return undo.into_iter().chain(show).collect();
    }
    if facts.driver == SessionDriver::Codex {
        return [Action::Stop].into_iter().chain(show).collect();
    }
    let Some(machine) = running(facts) else { return show.into_iter().collect() };
    let unowned = facts.owner == Owner::Nobody;
    let stops = machine.phase == Phase::Stopping;
    let works = matches!(machine.phase, Phase::Looking | Phase::Executing { .. } | Phase::Recording);
    let offered = [
        (Action::Approve, approves(machine)),
        (Action::Reject, machine.phase == Phase::Approving),
        (Action::Reply, replies(machine, facts)),
        (Action::Continue, continues(machine, unowned)),
        (Action::Pause, pauses(machine) && !unowned),
        (Action::ContinueByHand, by_hand(machine, facts)),
        (Action::Handoff, hands_off(machine)),
        (Action::Stop, unowned || !stops),
        (Action::Undo, undo.is_some() && !works),
        (Action::OpenChatGpt, show.is_some()),
    ];
    offered.into_iter().filter_map(|(action, is_offered)| is_offered.then_some(action)).collect()
}

fn approves(machine: &Machine) -> bool {
    machine.phase == Phase::Approving && !matches!(machine.paused, Some(PauseReason::Limit { .. }))
}

/// Whether an answer of the person's helps: while ChatGPT carries on by itself it does not.
fn replies(machine: &Machine, facts: &Facts<'_>) -> bool {
    let held = matches!(machine.paused, Some(PauseReason::Person | PauseReason::Interrupted));
    let awaited = machine.sent.is_some() && (!held || facts.owner == Owner::Nobody);
    match machine.phase {
        Phase::Blocked { .. } => awaited,
        Phase::Waiting { .. } => awaited && (facts.carrier == Carrier::Manual || machine.paused.is_some()),
        _ => false,
    }
}

/// A session that nobody runs can be gone on with, unless it only needs to be ended, or an answer: what goes on with a
/// question open drops it.
fn continues(machine: &Machine, unowned: bool) -> bool {
    let asks = matches!(machine.phase, Phase::Blocked { .. });
    machine.phase != Phase::Stopping && (machine.paused.is_some() || unowned && !asks)
}

fn pauses(machine: &Machine) -> bool {
    let waits = matches!(machine.phase, Phase::Blocked { .. } | Phase::Approving | Phase::Stopping);
    let goes_on = machine.paused.as_ref().is_none_or(|reason| reason.until_ms().is_some());
    goes_on && !waits
}

/// Only who runs a session, or takes it up, can carry its messages another way.
fn by_hand(machine: &Machine, facts: &Facts<'_>) -> bool {
    let ours = facts.owner != Owner::Elsewhere;
    facts.carrier == Carrier::Window && ours && continues(machine, facts.owner == Owner::Nobody)
}

fn hands_off(machine: &Machine) -> bool {
    match machine.phase {
        Phase::Waiting { .. } | Phase::Blocked { .. } | Phase::Approving => true,
        Phase::Sending => machine.paused.is_some(),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
