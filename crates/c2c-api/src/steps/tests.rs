//! Every progress as a line.

use c2c_orchestrator::{PauseReason, Recorded, Released, Status};
use c2c_ports::{Delivery, FailureKind};
use c2c_protocol::State;

use super::*;

fn json(progress: &Progress) -> String {
    line("c2c_1", progress).map_or_else(|| "nothing".to_owned(), |line| serde_json::to_string(&line).unwrap())
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
    insta::assert_snapshot!(all.iter().map(json).collect::<Vec<_>>().join("\n"), @"");
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
    insta::assert_snapshot!(lines.join("\n"), @"");
}
