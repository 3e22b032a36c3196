//! The product is killed at every point of every effect, with the real Codex, and goes on.
//!
//! After each: DONE, no message twice, none missing, Codex's work not done twice.

use std::fs;
use std::process::Stdio;

use c2c_ports::{EffectKind, ExecuteStep, Point, RecordStep, SendStep};
use c2c_store::SessionStatus;

use crate::stage::Stage;

/// How often each point is passed in a session of two iterations. The test
/// `a_session_passes_every_point_as_often_as_is_written_here` holds it to the truth.
fn times_passed(point: Point) -> usize {
    match point {
        // Before the first message, and before each execution.
        Point::Before(EffectKind::Snapshot)
        | Point::After(EffectKind::Snapshot)
        | Point::Stored(EffectKind::Snapshot) => 3,
        // BOOT, INIT, EXECUTED 1, EXECUTED 2.
        Point::Before(EffectKind::Send) | Point::After(EffectKind::Send) | Point::Stored(EffectKind::Send) => 4,
        Point::Send(SendStep::Shown) => 4,
        // Only a window passes these; the manual way shows, and the answer comes as a command.
        Point::Send(_) | Point::Read(_) => 0,
        Point::Before(EffectKind::Notify) | Point::After(EffectKind::Notify) | Point::Stored(EffectKind::Notify) => 1,
        Point::Before(_) | Point::After(_) | Point::Stored(_) | Point::Execute(_) | Point::Record(_) => 2,
    }
}

/// Kills the product at the n-th passing of `point`, lets `c2c continue` take over, and checks.
fn check(point: Point, nth: usize) {
    let at = serde_json::to_string(&point).unwrap();
    let name: String = at.chars().filter(|letter| letter.is_ascii_alphanumeric()).collect();
    let stage = Stage::new(&format!("kill-{name}-{nth}"), 11);
    let mut killed = stage.c2c_kill();
    killed.env("C2C_KILL_AT", &at).env("C2C_KILL_NTH", nth.to_string());
    let mut first = stage.start(killed);
    let mut planner = stage.planner();
    let what = format!("killed at {at}, time {nth}");
    assert_eq!(first.wait(), None, "{what}: it was not killed");
    let mut second = stage.c2c();
    second.args(["continue", "--json"]).stdout(Stdio::null()).stderr(stage.stderr_file());
    let ended = stage.store();
    let is_done = || {
        let sessions = ended.read(|tx| tx.sessions(&c2c_store::SessionFilter::default(), 2)).unwrap();
        sessions.len() == 1 && sessions[0].ended_at_ms.is_some()
    };
    // A kill after the end was stored leaves nothing to go on with.
    if !is_done() {
        let mut second = crate::stage::Running(second.spawn().unwrap());
        assert_eq!(second.wait(), Some(0), "{what}: the successor did not end well");
    }
    assert_eq!(planner.wait(), Some(0), "{what}: the planner did not see DONE");
    holds(&stage, cuts(point), &what);
    fs::remove_dir_all(&stage.folder).unwrap();
}

fn holds(stage: &Stage, cuts: usize, what: &str) {
    let store = stage.store();
    let sessions = store.read(|tx| tx.sessions(&c2c_store::SessionFilter::default(), 10)).unwrap();
    assert_eq!(sessions.len(), 1, "{what}");
    let session = &sessions[0];
    assert_eq!((session.status, session.iteration), (SessionStatus::Done, 2), "{what}");
    let (messages, open, iterations) = store
        .read(|tx| {
            let task = Some(session.task_id.as_str());
            Ok((
                tx.messages(&session.id)?,
                tx.open_effects(&session.id)?,
                tx.iterations(&session.workspace_id, task, 10)?,
            ))
        })
        .unwrap();
    let states: Vec<_> = messages.iter().map(|message| (message.number, message.state.as_str())).collect();
    let expected = [(1, "BOOT"), (2, "INIT"), (3, "PLAN"), (4, "EXECUTED"), (5, "PLAN"), (6, "EXECUTED"), (7, "DONE")];
    assert_eq!(states, expected, "{what}");
    assert_eq!(open, [], "{what}");
    assert_eq!(iterations.len(), 2, "{what}");
    // What the carrier saw: each number once, in order.
    let carried: Vec<_> =
        stage.transcript()["messages"].as_array().unwrap().iter().map(|message| message["number"].clone()).collect();
    assert_eq!(carried, [2, 4, 6], "{what}");
    assert!(stage.run_test().status.success(), "{what}: the project's test fails");
    let changed = stage.git(&["status", "--porcelain"]);
    assert_eq!(changed.lines().count(), 1, "{what}: {changed}");
    assert_eq!(stage.git(&["rev-list", "--count", "HEAD"]).trim(), "1", "{what}");
    let effects = store.read(|tx| tx.effects(&session.id)).unwrap();
    let ended = |outcome: &str| {
        let runs = effects.iter().filter(|effect| effect.kind == EffectKind::Execute);
        runs.filter(|effect| effect.outcome.as_ref().is_some_and(|value| value["outcome"] == outcome)).count()
    };
    // Codex's work was not done twice: one whole run for each iteration. A run that was killed in
    // its middle is cut, and the run that goes on looks at the diff first.
    assert_eq!(ended("executed"), 2, "{what}");
    assert!(ended("cut") <= cuts, "{what}: {} runs were cut", ended("cut"));
}

/// How many runs of Codex may be cut by a kill at `point`.
fn cuts(point: Point) -> usize {
    let in_the_middle = [ExecuteStep::Spawned, ExecuteStep::Noted, ExecuteStep::ThreadKnown];
    usize::from(in_the_middle.map(Point::Execute).contains(&point))
}

fn check_all(points: impl IntoIterator<Item = Point>) {
    for point in points {
        for nth in 1..=times_passed(point) {
            check(point, nth);
        }
    }
}

#[test]
fn a_session_passes_every_point_as_often_as_is_written_here() {
    let stage = Stage::new("kill-trace", 11);
    let trace = stage.folder.join("trace");
    let mut command = stage.c2c_kill();
    command.env("C2C_KILL_TRACE", &trace);
    let mut session = stage.start(command);
    let mut planner = stage.planner();
    assert_eq!((session.wait(), planner.wait()), (Some(0), Some(0)));
    let trace = fs::read_to_string(&trace).unwrap();
    let passed: Vec<Point> = trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for point in Point::all() {
        let times = passed.iter().filter(|passed| **passed == point).count();
        assert_eq!(times, times_passed(point), "{point:?}");
    }
    holds(&stage, 0, "never killed");
}

#[test]
fn killed_around_pictures() {
    check_all(around(EffectKind::Snapshot));
}

#[test]
fn killed_around_sends() {
    check_all(around(EffectKind::Send));
}

#[test]
fn killed_inside_sends() {
    check_all(SendStep::ALL.map(Point::Send));
}

#[test]
fn killed_around_executions() {
    check_all(around(EffectKind::Execute));
}

#[test]
fn killed_inside_executions() {
    check_all(ExecuteStep::ALL.map(Point::Execute));
}

#[test]
fn killed_around_records() {
    check_all(around(EffectKind::Record));
}

#[test]
fn killed_inside_records() {
    check_all(RecordStep::ALL.map(Point::Record));
}

#[test]
fn killed_around_notices() {
    check_all(around(EffectKind::Notify));
}

fn around(kind: EffectKind) -> [Point; 3] {
    [Point::Before(kind), Point::After(kind), Point::Stored(kind)]
}
