//! Every phase with every pause, carrier and owner.

use std::collections::{BTreeMap, BTreeSet};

use c2c_orchestrator::{Approval, Command, Event, LoopSettings, MessageKind, Sent};
use c2c_ports::{Chore, FailureKind, WindowError};
use c2c_protocol::State;

use super::*;

const NOW_MS: i64 = 1_800_000_000_000;

fn machine(phase: Phase, paused: Option<PauseReason>) -> Machine {
    let settings = LoopSettings {
        approval: Approval::Every,
        max_iterations: 3,
        reply_deadline_s: 60,
        connector_name: "C2C shop".to_owned(),
    };
    let goal = "Mend it".to_owned();
    let mut machine = Machine::new("c2c_1".parse().unwrap(), goal, settings, "boot".to_owned(), true);
    machine.sent = Some(Sent { state: State::Init, iteration: 0 });
    machine.outgoing = Some(MessageKind::Init);
    machine.phase = phase;
    machine.paused = paused;
    machine
}

fn phases() -> Vec<(&'static str, Phase)> {
    let text = || "text".to_owned();
    vec![
        ("new", Phase::New),
        ("looking", Phase::Looking),
        ("sending", Phase::Sending),
        ("waiting", Phase::Waiting { deadline_ms: NOW_MS + 60_000 }),
        ("approving", Phase::Approving),
        ("executing", Phase::Executing { resumed: false }),
        ("recording", Phase::Recording),
        ("blocked", Phase::Blocked { reason: text(), needs: vec![text()] }),
        ("stopping", Phase::Stopping),
    ]
}

fn pauses() -> Vec<Option<PauseReason>> {
    let text = || "text".to_owned();
    vec![
        None,
        Some(PauseReason::Person),
        Some(PauseReason::Interrupted),
        Some(PauseReason::Overdue),
        Some(PauseReason::NotBrought),
        Some(PauseReason::Malformed { errors: vec![text()], correction: text() }),
        Some(PauseReason::Limit { iterations: 3 }),
        Some(PauseReason::PlannerError { text: text() }),
        Some(PauseReason::Window { error: WindowError::Person { chore: Chore::LogIn, reason: text() } }),
        Some(PauseReason::Throttled { until_ms: NOW_MS + 60_000, text: text() }),
        Some(PauseReason::DeliveryUnknown { again_at_ms: Some(NOW_MS + 5_000) }),
        Some(PauseReason::DeliveryUnknown { again_at_ms: None }),
        Some(PauseReason::Executor { kind: FailureKind::NotLoggedIn, text: text() }),
        Some(PauseReason::NoExecutor { text: text(), hint: text() }),
        Some(PauseReason::Workspace { text: text(), gone: false }),
    ]
}

fn facts(machine: &Machine, carrier: Carrier, owner: Owner) -> Facts<'_> {
    Facts {
        status: SessionStatus::Active,
        ended: false,
        driver: SessionDriver::Orchestrator,
        carrier,
        machine: Some(machine),
        owner,
        can_undo: true,
        has_window: true,
    }
}

fn every(mut look: impl FnMut(&str, &Machine, Facts<'_>, Standing)) {
    for (name, phase) in phases() {
        for paused in pauses() {
            let machine = machine(phase.clone(), paused);
            for carrier in [Carrier::Manual, Carrier::Window] {
                for owner in Owner::ALL {
                    let facts = facts(&machine, carrier, owner);
                    look(name, &machine, facts, standing(&facts));
                }
            }
        }
    }
}

#[test]
fn every_phase_with_every_pause_carrier_and_owner() {
    // Rows that say the same are one line, so that the table can be read.
    let mut lines: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    every(|phase, machine, facts, standing| {
        let pause = machine.paused.as_ref().map_or("-", PauseReason::code);
        let again = if machine.paused.as_ref().and_then(PauseReason::until_ms).is_some() { " (until)" } else { "" };
        let who = format!("{} {:?}", facts.carrier, facts.owner).to_lowercase();
        let actions = standing.actions.iter().map(|action| format!("{action:?}")).collect::<Vec<_>>().join(" ");
        let need = standing.need.map_or("-".to_owned(), |need| format!("{need:?}"));
        let says = format!("{:?} | {need} | {actions}", standing.activity);
        lines.entry(format!("{phase:<9} {pause}{again}: {says}")).or_default().insert(who);
    });
    let table = lines.into_iter().map(|(says, who)| {
        let who = if who.len() == 6 { "all".to_owned() } else { who.into_iter().collect::<Vec<_>>().join(", ") };
        format!("{says} [{who}]")
    });
    insta::assert_snapshot!("standings", table.collect::<Vec<_>>().join("\n"));
}

/// An answer of ChatGPT's that fits at any time.
fn answer(machine: &Machine) -> String {
    let (task, iteration) = (&machine.task_id, machine.iteration);
    format!("[C2C]\nSTATE: BLOCKED\nTASK_ID: {task}\nITERATION: {iteration}\n\nREASON:\nR\n\nNEEDS:\n- N\n")
}

#[test]
fn every_action_that_is_offered_is_accepted() {
    every(|phase, machine, facts, standing| {
        for action in standing.actions {
            let command = match action {
                Action::Pause => Command::Pause,
                Action::Stop => Command::Stop,
                Action::Approve => Command::Approve { plan: None },
                Action::Reject => Command::Reject { plan: None, reason: "No.".to_owned() },
                Action::Reply => Command::Reply { text: answer(machine), tool_calls: 0 },
                Action::Handoff => Command::Handoff,
                // Whoever takes it up goes on with it, paused or not.
                Action::Continue | Action::ContinueByHand if facts.owner == Owner::Nobody => continue,
                Action::Continue | Action::ContinueByHand => Command::Continue,
                Action::Undo | Action::OpenChatGpt => continue,
            };
            let mut machine = machine.clone();
            let held = matches!(machine.paused, Some(PauseReason::Person | PauseReason::Interrupted));
            if action == Action::Reply && facts.owner == Owner::Nobody && held {
                machine.apply(Event::Command(Command::Continue), NOW_MS);
            }
            let step = machine.apply(Event::Command(command), NOW_MS);
            assert_eq!(step.refused, None, "{phase} {:?} {:?}: {action:?}", machine.paused, facts.owner);
        }
    });
}

#[test]
fn whoever_needs_the_person_offers_something_to_do() {
    every(|phase, machine, facts, standing| {
        let answers = match standing.need {
            Some(Need::Approval) => [Action::Approve, Action::Reject].as_slice(),
            Some(Need::Answer | Need::Carry) => &[Action::Reply],
            Some(Need::Chore | Need::Failure) => &[Action::Continue],
            // One that is being ended is ended by whoever is asked next.
            Some(Need::Owner) if machine.phase == Phase::Stopping => &[Action::Stop],
            Some(Need::Owner) => &[Action::Continue],
            None => &[],
        };
        // The machine never pauses while it stops: such a state needs no more than its end.
        if machine.phase == Phase::Stopping && machine.paused.is_some() {
            return;
        }
        for action in answers {
            let told = format!("{phase} {:?} {:?}", machine.paused, facts.owner);
            assert!(standing.actions.contains(action), "{told}: {action:?} of {:?}", standing.actions);
        }
    });
}

#[test]
fn what_has_ended_or_is_not_c2c_s_own_needs_nothing() {
    let machine = machine(Phase::Waiting { deadline_ms: NOW_MS }, None);
    let open = facts(&machine, Carrier::Manual, Owner::Nobody);
    let foreign = standing(&Facts { driver: SessionDriver::Codex, ..open });
    assert_eq!((foreign.activity, foreign.need), (Activity::Foreign, None));
    assert_eq!(foreign.actions, [Action::Stop, Action::OpenChatGpt]);
    let unreadable = standing(&Facts { machine: None, ..open });
    assert_eq!((unreadable.activity, unreadable.need), (Activity::Foreign, None));
    for (status, activity) in [
        (SessionStatus::Done, Activity::Done),
        (SessionStatus::Stopped, Activity::Stopped),
        (SessionStatus::Failed, Activity::Stopped),
    ] {
        let ended = standing(&Facts { status, ended: true, has_window: false, ..open });
        assert_eq!((ended.activity, ended.need), (activity, None));
        assert_eq!(ended.actions, [Action::Undo]);
        assert_eq!(standing(&Facts { status, ended: true, has_window: false, can_undo: false, ..open }).actions, []);
    }
}
