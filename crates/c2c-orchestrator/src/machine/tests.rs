//! The machine as its specification: the whole table of states and events, walks through sessions,
//! and what holds whatever happens.

use c2c_ports::{Chore, Delivery, Ended, Execution, FailureKind, Snapshot, SnapshotId, WindowError};

use super::*;
use crate::record::{Recorded, Released, Source, Verdict};

mod asks;
mod invariants;
mod table;
mod walks;
mod window;

const NOW_MS: i64 = 1_000_000;

fn settings(approval: Approval) -> LoopSettings {
    LoopSettings { approval, max_iterations: 2, reply_deadline_s: 60, connector_name: "C2C shop".to_owned() }
}

fn new_machine(approval: Approval) -> Machine {
    let task_id = "c2c_f81a".parse().unwrap();
    Machine::new(task_id, "Implement dark mode.".to_owned(), settings(approval), "You plan.".to_owned(), false)
}

fn snapshot(dirty: &[&str]) -> Snapshot {
    let dirty = dirty.iter().map(|path| (*path).to_owned()).collect();
    Snapshot { id: SnapshotId("tree".to_owned()), head: Some("abc".to_owned()), dirty }
}

fn execution(ended: Ended) -> Outcome {
    Outcome::Executed {
        execution: Box::new(Execution {
            ended,
            thread_id: Some("thread".to_owned()),
            commands: Vec::new(),
            reported: None,
            final_message: String::new(),
            usage: None,
        }),
    }
}

fn recorded() -> Recorded {
    Recorded {
        changed_files: 4,
        tests: "27 passed".to_owned(),
        source: Source::Seen,
        verdict: Verdict::Ok,
        output: Released::Readable,
        known_issues: vec!["flash on load".to_owned()],
        summary: "Done as planned.".to_owned(),
    }
}

fn outcome(outcome: Outcome) -> Event {
    Event::Outcome(Box::new(outcome))
}

fn delivered() -> Event {
    outcome(Outcome::Delivered { delivery: Delivery::Inserted, elsewhere: None })
}

fn unknown() -> Event {
    outcome(Outcome::Delivered { delivery: Delivery::Unknown, elsewhere: None })
}

fn not_sent(error: WindowError) -> Event {
    outcome(Outcome::NotSent { error })
}

/// Asks to wait for a minute from [`NOW_MS`].
fn wait() -> WindowError {
    WindowError::Wait { until_ms: NOW_MS + 60_000, reason: "Too many requests".to_owned() }
}

fn log_in() -> WindowError {
    WindowError::Person { chore: Chore::LogIn, reason: "Log in".to_owned() }
}

fn pictured() -> Event {
    outcome(Outcome::Pictured { snapshot: snapshot(&[]) })
}

fn failed(kind: FailureKind) -> Event {
    outcome(execution(Ended::Failed { kind, message: "words".to_owned() }))
}

fn reply(text: String) -> Event {
    Event::Reply { text, tool_calls: 3 }
}

fn plan(iteration: u32) -> Event {
    reply(format!(
        "[C2C]\nSTATE: PLAN\nTASK_ID: c2c_f81a\nITERATION: {iteration}\n\nGOAL:\nDark.\n\nRATIONALE:\nWhy.\n\n\
         ACTIONS:\n1. Change it.\n2. Test it.\n\nFILES_LIKELY_INVOLVED:\na.rs\n\nTESTS:\nRun `sh test.sh`.\n\n\
         SUCCESS_CRITERIA:\nIt passes.\n"
    ))
}

fn short_reply(state: &str, iteration: u32, sections: &str) -> Event {
    reply(format!("[C2C]\nSTATE: {state}\nTASK_ID: c2c_f81a\nITERATION: {iteration}\n\n{sections}"))
}

fn done(iteration: u32) -> Event {
    short_reply("DONE", iteration, "SUMMARY:\nAll there.\n")
}

fn blocked(iteration: u32) -> Event {
    short_reply("BLOCKED", iteration, "REASON:\nNo key.\n\nNEEDS:\n- a key\n")
}

/// A machine after `events`, at [`NOW_MS`].
fn after(approval: Approval, events: impl IntoIterator<Item = Event>) -> Machine {
    let mut machine = new_machine(approval);
    for event in events {
        machine.apply(event, NOW_MS);
    }
    machine
}

fn to_first_answer() -> Vec<Event> {
    vec![Event::Started, pictured(), delivered(), delivered()]
}

fn to_executing() -> Vec<Event> {
    let mut events = to_first_answer();
    events.extend([plan(1), pictured()]);
    events
}

fn to_review() -> Vec<Event> {
    let mut events = to_executing();
    events.extend([execution_completed(), outcome(Outcome::Recorded { recorded: recorded() }), delivered()]);
    events
}

fn execution_completed() -> Event {
    outcome(execution(Ended::Completed))
}

fn phase_name(machine: &Machine) -> String {
    let phase = match &machine.phase {
        Phase::New => "new",
        Phase::Looking => "looking",
        Phase::Sending => "sending",
        Phase::Waiting { .. } => "waiting",
        Phase::Approving => "approving",
        Phase::Executing { resumed: false } => "executing",
        Phase::Executing { resumed: true } => "executing (resumed)",
        Phase::Recording => "recording",
        Phase::Blocked { .. } => "blocked",
        Phase::Done { .. } => "done",
        Phase::Stopping => "stopping",
        Phase::Stopped => "stopped",
    };
    match &machine.paused {
        Some(reason) => format!("{phase}, paused: {}", reason.code()),
        None => phase.to_owned(),
    }
}

fn effect_name(effect: &Effect) -> String {
    match effect {
        Effect::Snapshot => "snapshot".to_owned(),
        Effect::Send { state, iteration, again, .. } => {
            format!("send {state} {iteration}{}", if *again { " again" } else { "" })
        }
        Effect::Execute { iteration, thread_id, .. } => {
            format!("execute {iteration}{}", if thread_id.is_some() { " in the thread" } else { "" })
        }
        Effect::Record { iteration } => format!("record {iteration}"),
        Effect::Notify { kind, .. } => format!("notify {kind:?}").to_lowercase(),
    }
}

fn step_name(step: &Step) -> String {
    let mut parts: Vec<String> = step.effects.iter().map(effect_name).collect();
    if let Some((state, iteration)) = &step.answer {
        parts.push(format!("keep answer {state} {iteration}"));
    }
    if step.new_conversation {
        parts.push("new conversation".to_owned());
    }
    if let Some(refusal) = &step.refused {
        parts.push(format!("refused: {}", refusal.message));
    }
    parts.join("; ")
}
