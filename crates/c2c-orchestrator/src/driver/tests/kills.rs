//! A driver that is killed at each point, and the next one that takes over.

use std::sync::atomic::{AtomicUsize, Ordering};

use c2c_ports::{EffectId, Point};

use super::*;

/// Ends the driver, as a kill would, at its n-th point.
struct KillAt {
    at: usize,
    passed: AtomicUsize,
}

impl StepObserver for KillAt {
    fn reached(&self, effect: &EffectId, point: Point) {
        if self.passed.fetch_add(1, Ordering::SeqCst) == self.at {
            std::panic::resume_unwind(Box::new(format!("{effect} {point:?}")));
        }
    }
}

/// Runs until the n-th point and tells whether there was one.
async fn run_killed(home: &Home, world: &Arc<World>, at: usize) -> bool {
    let steps = Arc::new(KillAt { at, passed: AtomicUsize::new(0) });
    let mut driver = home.driver(world, steps);
    let run = tokio::spawn(async move { driver.run(RunUntil::Idle, std::future::pending()).await.unwrap() });
    run.await.is_err()
}

fn holds(home: &Home, world: &World, what: &str) {
    let state = world.state.lock().unwrap();
    let sent: Vec<_> = state.conversation.iter().map(|(number, state, _)| (*number, state.as_str())).collect();
    assert_eq!(sent, [(1, "BOOT"), (2, "INIT"), (4, "EXECUTED"), (6, "EXECUTED")], "{what}");
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
    assert_eq!(state.notices, [c2c_ports::NoticeKind::Done], "{what}");
    assert!(session.ended_at_ms.is_some(), "{what}");
}

#[tokio::test]
async fn a_driver_killed_at_any_point_is_succeeded_without_loss_or_doubling() {
    let mut at = 0;
    loop {
        let home = Home::new(Approval::Never);
        let world = World::automatic();
        let killed = run_killed(&home, &world, at).await;
        if killed {
            assert_eq!(home.run(&world).await, Status::Done, "killed at point {at}");
        }
        holds(&home, &world, &format!("killed at point {at}"));
        if !killed {
            break;
        }
        at += 1;
        assert!(at < 200, "the session never ends");
    }
    assert!(at > 40, "only {at} points were passed");
}

#[tokio::test]
async fn a_successor_killed_again_is_succeeded_too() {
    for at in (0..50).step_by(3) {
        for again in 0..3 {
            let home = Home::new(Approval::Never);
            let world = World::automatic();
            if run_killed(&home, &world, at).await && run_killed(&home, &world, again).await {
                assert_eq!(home.run(&world).await, Status::Done, "killed at points {at} and {again}");
            }
            holds(&home, &world, &format!("killed at points {at} and {again}"));
        }
    }
}
