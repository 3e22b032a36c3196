//! A driver that is killed at each point, and the next one that takes over.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;

use c2c_ports::{EffectId, Point, ReadStep, SendStep};

use super::page::{Carries, address};
use super::*;

/// Ends the driver, as a kill would, at its n-th point.
struct KillAt {
    at: usize,
    passed: AtomicUsize,
    last: Mutex<Option<Point>>,
}

impl StepObserver for KillAt {
    fn reached(&self, effect: &EffectId, point: Point) {
        *self.last.lock().unwrap() = Some(point);
        if self.passed.fetch_add(1, Ordering::SeqCst) == self.at {
            std::panic::resume_unwind(Box::new(format!("{effect} {point:?}")));
        }
    }
}

/// Runs until the n-th point and tells which one that was.
async fn run_killed(home: &Home, world: &Arc<World>, at: usize) -> Option<Point> {
    let steps = Arc::new(KillAt { at, passed: AtomicUsize::default(), last: Mutex::default() });
    let mut driver = home.driver(world, steps.clone());
    let run = tokio::spawn(async move { driver.run(RunUntil::Idle, std::future::pending()).await.unwrap() });
    let last = || steps.last.lock().unwrap().expect("no point was passed");
    run.await.is_err().then(last)
}

fn holds(home: &Home, world: &World, what: &str) {
    let state = world.state.lock().unwrap();
    let turns = world.page.turns();
    let sent: Vec<_> = turns.iter().map(|turn| (turn.chat, turn.message.number, turn.message.state.as_str())).collect();
    assert_eq!(sent, [(1, 1, "BOOT"), (1, 2, "INIT"), (1, 4, "EXECUTED"), (1, 6, "EXECUTED")], "{what}");
    assert_eq!(state.work, ["first", "second"], "{what}");
    let store = home.store();
    let (messages, iterations, session, open) = store
        .read(|tx| {
            Ok((
                tx.messages(&home.session_id)?,
                tx.iterations(&home.workspace_id, None, 10)?,
                tx.session(&home.session_id)?.unwrap(),
                tx.open_effects(&home.session_id)?,
            ))
        })
        .unwrap();
    let states: Vec<_> = messages.iter().map(|message| (message.number, message.state.as_str())).collect();
    let expected = [(1, "BOOT"), (2, "INIT"), (3, "PLAN"), (4, "EXECUTED"), (5, "PLAN"), (6, "EXECUTED"), (7, "DONE")];
    assert_eq!(states, expected, "{what}");
    assert_eq!(iterations.iter().map(|row| row.iteration).collect::<Vec<_>>(), [2, 1], "{what}");
    assert_eq!(session.status, c2c_store::SessionStatus::Done, "{what}");
    assert_eq!(open, [], "{what}");
    // Between the claim and the showing lies no point: a kill there loses the notice, none doubles it.
    let (carried, told): (Vec<_>, Vec<_>) =
        state.notices.iter().copied().partition(|kind| *kind == c2c_ports::NoticeKind::Carry);
    assert_eq!(told, [c2c_ports::NoticeKind::Done], "{what}");
    // INIT and two EXECUTED. A kill right after one was shown loses its notice, none doubles it.
    let most = if world.page.carries == Carries::Window { 0 } else { 3 };
    assert!(carried.len() <= most, "{what}: {carried:?}");
    assert!(session.ended_at_ms.is_some(), "{what}");
    // Also where a process was killed between reading the address and keeping it.
    let is_said = world.page.carries == Carries::Window && !world.page.keeps_addresses;
    assert_eq!(home.address(), is_said.then(|| address(1)), "{what}");
    assert_eq!(home.turn(), None, "{what}: the window is free");
}

/// Kills at each point in turn, and gives back which points there were.
async fn kill_at_each(world: fn() -> Arc<World>) -> HashSet<Point> {
    let mut points = HashSet::new();
    for at in 0..200 {
        let home = Home::new(Approval::Never);
        let world = world();
        let killed = run_killed(&home, &world, at).await;
        if killed.is_some() {
            assert_eq!(home.run(&world).await, Status::Done, "killed at {killed:?} ({at})");
        }
        holds(&home, &world, &format!("killed at {killed:?} ({at})"));
        match killed {
            Some(point) => points.insert(point),
            None => return points,
        };
    }
    panic!("the session never ends");
}

#[tokio::test]
async fn a_driver_killed_at_any_point_is_succeeded_without_loss_or_doubling() {
    let mut points = kill_at_each(World::automatic).await;
    assert!(points.contains(&Point::Read(ReadStep::Read)) && !points.contains(&Point::Send(SendStep::Shown)));
    points.extend(kill_at_each(World::carried).await);
    let missing: Vec<_> = Point::all().into_iter().filter(|point| !points.contains(point)).collect();
    assert_eq!(missing, [], "no driver was killed there");
}

#[tokio::test]
async fn a_conversation_without_an_address_is_known_again_by_its_last_message() {
    kill_at_each(World::without_addresses).await;
}

#[tokio::test]
async fn a_successor_killed_again_is_succeeded_too() {
    for world in [World::automatic, World::carried] {
        // Every point of both sends of the first conversation and of one execution, and every second one after.
        for at in (0..40).chain((40..70).step_by(2)) {
            let again = at % 5;
            let home = Home::new(Approval::Never);
            let world = world();
            let what = format!("killed at points {at} and {again}");
            if run_killed(&home, &world, at).await.is_some() && run_killed(&home, &world, again).await.is_some() {
                assert_eq!(home.run(&world).await, Status::Done, "{what}");
            }
            holds(&home, &world, &what);
        }
    }
}
