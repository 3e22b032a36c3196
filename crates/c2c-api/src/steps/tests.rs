//! Every progress as a line.

use c2c_orchestrator::{PauseReason, Recorded, Released, Status};
use c2c_ports::{Delivery, FailureKind, WindowWait};
use c2c_protocol::State;

use super::*;

fn json(progress: &Progress) -> String {
    line("c2c_1", Carrier::Manual, progress)
        .map_or_else(|| "nothing".to_owned(), |line| serde_json::to_string(&line).unwrap())
}

#[test]
fn every_progress_has_its_line() {
    let recorded = Recorded {
        changed_files: 2,
        tests: "`cargo test` passed".to_owned(),
        source: Source::Seen,
        verdict: Verdict::Ok,
        output: Released::Readable,
        known_issues: vec![],
        summary: String::new(),
    };
    let failed = Ended::Failed { kind: FailureKind::RateLimited, message: "429".to_owned() };
    let all = [
        Progress::Sent {
            number: 1,
            state: "INIT".to_owned(),
            iteration: 0,
            text: "t".to_owned(),
            delivery: Delivery::Inserted,
        },
        Progress::Received { number: 2, state: "PLAN".to_owned(), iteration: 1, text: "t".to_owned() },
        Progress::Executing { iteration: 1 },
        Progress::Executed { iteration: 1, ended: Ended::Completed, commands: 3 },
        Progress::Executed { iteration: 1, ended: failed, commands: 0 },
        Progress::Executed { iteration: 1, ended: Ended::Cancelled, commands: 0 },
        Progress::Executed { iteration: 1, ended: Ended::DeadlinePassed, commands: 0 },
        Progress::Recorded { iteration: 1, recorded },
        Progress::Ended { status: Status::Done, iterations: 1 },
    ];
    insta::assert_snapshot!(all.iter().map(json).collect::<Vec<_>>().join("\n"), @r#"
    nothing
    {"step":"message","number":2,"direction":"in","state":"PLAN","task_id":"c2c_1","iteration":1,"delivery":"seen","text":"t"}
    {"step":"execution_started","iteration":1}
    {"step":"execution_ended","iteration":1,"outcome":"completed"}
    {"step":"execution_ended","iteration":1,"outcome":"failed","message":"429"}
    {"step":"execution_ended","iteration":1,"outcome":"cancelled"}
    {"step":"execution_ended","iteration":1,"outcome":"deadline_passed"}
    {"step":"recorded","iteration":1,"changed_files":2,"tests":"`cargo test` passed","test_source":"seen","exit_status":"ok"}
    nothing
    "#);
}

#[test]
fn what_the_window_sent_and_waits_for_is_said() {
    let sent =
        |delivery| Progress::Sent { number: 1, state: "INIT".to_owned(), iteration: 0, text: "t".to_owned(), delivery };
    let all = [
        sent(Delivery::Seen),
        sent(Delivery::Unknown),
        Progress::Waits { wait: WindowWait::Idle, process: None },
        Progress::Waits { wait: WindowWait::OtherSession, process: Some(42) },
        Progress::Noted(Note::Paused {
            reason: PauseReason::Throttled { until_ms: 1_760_000_000_000, text: "Too many requests".to_owned() },
        }),
    ];
    let lines = all.map(|progress| serde_json::to_string(&line("c2c_1", Carrier::Window, &progress)).unwrap());
    insta::assert_snapshot!(lines.join("\n"), @r#"
    {"step":"message","number":1,"direction":"out","state":"INIT","task_id":"c2c_1","iteration":0,"delivery":"seen","text":"t"}
    {"step":"message","number":1,"direction":"out","state":"INIT","task_id":"c2c_1","iteration":0,"delivery":"unknown","text":"t"}
    {"step":"waits","wait":"idle"}
    {"step":"waits","wait":"other_session","process":42}
    {"step":"paused","reason":"chatgpt_wait","text":"ChatGPT asks to wait until 08:53 UTC: Too many requests","hint":"C2C goes on by itself then; `c2c continue` tries at once.","until_ms":1760000000000}
    "#);
}

#[test]
fn every_note_has_its_line() {
    let paths = (1..=7).map(|number| format!("f{number}")).collect();
    let all = [
        Note::Taken { state: State::Plan, iteration: 1 },
        Note::Malformed { errors: vec!["no TESTS".to_owned(), "no GOAL".to_owned()] },
        Note::NoToolCalls { state: State::Done },
        Note::Dirty { paths: vec!["a.rs".to_owned()] },
        Note::Dirty { paths },
        Note::Paused { reason: PauseReason::Overdue },
        Note::Continued,
    ];
    let lines = all.map(|note| json(&Progress::Noted(note)));
    insta::assert_snapshot!(lines.join("\n"), @r#"
    nothing
    {"step":"warning","text":"the answer could not be used: no TESTS; no GOAL"}
    {"step":"warning","text":"DONE came without a single look at the project: the connector is probably off in that chat. Switch it on in the chat's tools."}
    {"step":"warning","text":"the work tree has changes that are not committed: `a.rs`. They are kept apart in the record, and C2C neither commits nor takes them back."}
    {"step":"warning","text":"the work tree has changes that are not committed: `f1`, `f2`, `f3`, `f4`, `f5` and 2 more. They are kept apart in the record, and C2C neither commits nor takes them back."}
    {"step":"paused","reason":"overdue","text":"ChatGPT has not answered in time.","hint":"`c2c reply` takes the answer when it is there; `c2c continue` waits for it once more."}
    {"step":"continued"}
    "#);
}
