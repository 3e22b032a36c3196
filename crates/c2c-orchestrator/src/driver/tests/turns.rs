//! Two sessions and one window.

use c2c_os::process::ProcessIdentity;
use c2c_store::StoreError;

use super::*;

/// Takes the turn for `pid` as a process does when the one that has it was silent for too long.
fn steal(home: &Home, process: &ProcessIdentity) -> c2c_store::Lease {
    let store = home.store();
    match store.write(|tx| tx.acquire_lease(LeaseKind::Window, "page", None, process, &|_, _| false)).unwrap() {
        Acquired::Yes(lease) => lease,
        Acquired::Held(lease) => panic!("{lease:?}"),
    }
}

fn a_dead_process() -> ProcessIdentity {
    ProcessIdentity { pid: 4_000_000, start_time: 1 }
}

fn own_process() -> ProcessIdentity {
    c2c_os::process::own_identity().unwrap()
}

fn run(mut driver: Driver, until: RunUntil) -> tokio::task::JoinHandle<Status> {
    tokio::spawn(async move { driver.run(until, std::future::pending()).await.unwrap() })
}

fn queue(home: &Home, command: &Command) {
    let payload = serde_json::to_value(command).unwrap();
    home.store().write(|tx| tx.add_command(&home.session_id, "command", &payload)).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_sessions_never_use_the_window_at_once() {
    let home = Home::new(Approval::Never);
    let other = SessionId::from_random([3; 8]);
    home.add_session(&WorkspaceId::from_random([4; 8]), &other, "c2c_0002", Approval::Never);
    // The page itself panics when two use it.
    let world = World::automatic();
    let drivers = [&home.session_id, &other].map(|id| home.driver_of(id, &world, Arc::new(NoSteps)));
    for run in drivers.map(|driver| run(driver, RunUntil::Idle)) {
        assert_eq!(run.await.unwrap(), Status::Done);
    }
    let turns = world.page.turns();
    assert_eq!(turns.len(), 8);
    for pair in turns.windows(2) {
        let [first, second] = pair else { continue };
        let same = first.message.session_id == second.message.session_id;
        assert_eq!(same, first.chat == second.chat, "{turns:?}");
        assert!(same || first.message.state != "BOOT", "nobody comes between a boot prompt and what follows it");
    }
}

#[tokio::test]
async fn a_session_that_waits_for_its_turn_says_so_once_and_can_be_paused() {
    let home = Home::new(Approval::Never);
    let world = World::automatic();
    let held = steal(&home, &own_process());
    let run = run(home.driver_of(&home.session_id, &world, Arc::new(NoSteps)), RunUntil::Idle);
    let told = || world.state.lock().unwrap().watched.clone();
    until(&home, |_| !told().is_empty()).await;
    // Some more looks at the turn that is not free.
    tokio::time::sleep(POLL * 3).await;
    assert_eq!(told(), ["waits: other_session, a process"]);
    queue(&home, &Command::Pause);
    assert_eq!(run.await.unwrap(), Status::Paused);
    assert_eq!(world.page.turns(), []);
    home.store().write(|tx| tx.release_lease(&held)).unwrap();
    let mut driver = home.driver_of(&home.session_id, &world, Arc::new(NoSteps));
    driver.resume().await.unwrap();
    assert_eq!(driver.run(RunUntil::Idle, std::future::pending()).await.unwrap(), Status::Done);
}

#[tokio::test]
async fn a_turn_is_taken_when_its_process_is_gone_or_silent() {
    for process in [a_dead_process(), own_process()] {
        let home = Home::new(Approval::Never);
        let world = World::automatic();
        steal(&home, &process);
        let run = run(home.driver_of(&home.session_id, &world, Arc::new(NoSteps)), RunUntil::Idle);
        if process == own_process() {
            until(&home, |_| !world.state.lock().unwrap().watched.is_empty()).await;
            home.clock.advance(31_000);
        }
        assert_eq!(run.await.unwrap(), Status::Done);
    }
}

#[tokio::test]
async fn a_send_that_loses_its_turn_stops_and_is_looked_for_when_it_has_it_again() {
    let home = Home::new(Approval::Never);
    let world = World::automatic();
    world.page.stops_when_inserted.store(true, Ordering::SeqCst);
    let run = run(home.driver_of(&home.session_id, &world, Arc::new(NoSteps)), RunUntil::Idle);
    world.page.stopped.notified().await;
    let thief = steal(&home, &a_dead_process());
    // It notices with its next sign of life.
    home.clock.advance(6_000);
    assert_eq!(run.await.unwrap(), Status::Done);
    let lost = home.store().write(|tx| tx.heartbeat(&thief)).unwrap_err();
    assert!(matches!(lost, StoreError::LeaseLost { .. }), "{lost:?}");
    assert_eq!(world.page.numbers(), [1, 2, 4, 6]);
}

#[tokio::test]
async fn nobody_holds_the_window_while_a_plan_waits() {
    let home = Home::new(Approval::First);
    let world = World::automatic();
    let run = run(home.driver_of(&home.session_id, &world, Arc::new(NoSteps)), RunUntil::Ended);
    until(&home, |_| home.machine().phase == Phase::Approving).await;
    until(&home, |_| home.turn().is_none()).await;
    queue(&home, &Command::Stop);
    assert_eq!(run.await.unwrap(), Status::Stopped);
}

/// Takes the turn away when the first message is about to be sent.
struct Stealing {
    store: Store,
    world: std::sync::Arc<World>,
    done: std::sync::atomic::AtomicBool,
    seen: std::sync::Mutex<Vec<u32>>,
}

impl StepObserver for Stealing {
    fn reached(&self, _effect: &EffectId, point: c2c_ports::Point) {
        if point == c2c_ports::Point::Send(c2c_ports::SendStep::Verified) && !self.done.swap(true, Ordering::SeqCst) {
            let owner = a_dead_process();
            let taken = self.store.write(|tx| tx.acquire_lease(LeaseKind::Window, "page", None, &owner, &|_, _| false));
            assert!(matches!(taken, Ok(Acquired::Yes(_))), "{taken:?}");
        } else if self.done.load(Ordering::SeqCst) && self.seen.lock().unwrap().is_empty() {
            // What stands in the conversation at the next point of all.
            let numbers = self.world.page.numbers();
            self.seen.lock().unwrap().push(u32::try_from(numbers.len()).unwrap());
        }
    }
}

#[tokio::test]
async fn send_is_not_pressed_when_the_turn_was_lost_at_the_last_moment() {
    let home = Home::new(Approval::Never);
    let world = World::automatic();
    let stealing = std::sync::Arc::new(Stealing {
        store: home.store(),
        world: std::sync::Arc::clone(&world),
        done: std::sync::atomic::AtomicBool::new(false),
        seen: std::sync::Mutex::default(),
    });
    let steps = std::sync::Arc::clone(&stealing) as std::sync::Arc<dyn StepObserver>;
    let run = run(home.driver_of(&home.session_id, &world, steps), RunUntil::Idle);
    assert_eq!(run.await.unwrap(), Status::Done);
    assert_eq!(*stealing.seen.lock().unwrap(), [0], "a message was sent without the turn");
    assert_eq!(world.page.numbers(), [1, 2, 4, 6]);
}

/// Looks at the turn when Codex begins and when a message is put in.
struct Turns {
    store: Store,
    seen: std::sync::Mutex<Vec<(c2c_ports::Point, bool)>>,
}

impl StepObserver for Turns {
    fn reached(&self, _effect: &EffectId, point: c2c_ports::Point) {
        let held = self.store.read(|tx| tx.lease(LeaseKind::Window, "page")).unwrap().is_some();
        self.seen.lock().unwrap().push((point, held));
    }
}

#[tokio::test]
async fn the_window_is_held_from_a_send_to_its_answer_and_free_while_codex_works() {
    use c2c_ports::Point;
    let home = Home::new(Approval::Never);
    let world = World::automatic();
    let turns = Arc::new(Turns { store: home.store(), seen: std::sync::Mutex::default() });
    let mut driver = home.driver_of(&home.session_id, &world, turns.clone());
    driver.run(RunUntil::Idle, std::future::pending()).await.unwrap();
    for (point, held) in turns.seen.lock().unwrap().iter() {
        match point {
            Point::Send(_) | Point::Read(_) => assert!(held, "{point:?}"),
            Point::Execute(_) | Point::Record(_) => assert!(!held, "{point:?}"),
            _ => {}
        }
    }
}
