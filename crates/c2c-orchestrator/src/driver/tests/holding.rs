//! A session that is paused, stopped or interrupted while a message is on its way.

use c2c_ports::Delivery;

use super::*;

const HELD: [Option<Command>; 3] = [Some(Command::Pause), Some(Command::Stop), None];

/// Runs the session; what is sent over the channel interrupts it.
fn run(mut driver: Driver) -> (tokio::task::JoinHandle<Status>, tokio::sync::oneshot::Sender<()>) {
    let (interrupt, interrupted) = tokio::sync::oneshot::channel::<()>();
    let run = async move {
        let shutdown = async {
            if interrupted.await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        driver.run(RunUntil::Idle, shutdown).await.unwrap()
    };
    (tokio::spawn(run), interrupt)
}

fn queue(home: &Home, command: &Command) {
    let payload = serde_json::to_value(command).unwrap();
    home.store().write(|tx| tx.add_command(&home.session_id, "command", &payload)).unwrap();
}

#[tokio::test]
async fn what_was_not_sent_is_not_sent_any_more() {
    for held in HELD {
        let home = Home::new(Approval::Never);
        let world = World::automatic();
        // It waits for ever: for a person who does not leave the keyboard alone, say.
        world.page.stops_when_inserted.store(true, Ordering::SeqCst);
        let (run, interrupt) = run(home.driver_of(&home.session_id, &world, Arc::new(NoSteps)));
        world.page.stopped.notified().await;
        match &held {
            Some(command) => queue(&home, command),
            None => interrupt.send(()).unwrap(),
        }
        let status = run.await.unwrap();
        assert_eq!(world.page.turns(), [], "{held:?}");
        assert_eq!(home.turn(), None, "{held:?}");
        if held == Some(Command::Stop) {
            assert_eq!(status, Status::Stopped);
            continue;
        }
        assert_eq!(status, Status::Paused, "{held:?}");
        let mut driver = home.driver_of(&home.session_id, &world, Arc::new(NoSteps));
        driver.resume().await.unwrap();
        assert_eq!(driver.run(RunUntil::Idle, std::future::pending()).await.unwrap(), Status::Done, "{held:?}");
        assert_eq!(world.page.numbers(), [1, 2, 4, 6], "{held:?}");
    }
}

#[tokio::test]
async fn what_was_sent_is_waited_for_and_kept() {
    for held in HELD {
        let home = Home::new(Approval::Never);
        let world = World::automatic();
        world.page.stops_when_pressed.store(true, Ordering::SeqCst);
        let (run, interrupt) = run(home.driver_of(&home.session_id, &world, Arc::new(NoSteps)));
        world.page.stopped.notified().await;
        match &held {
            Some(command) => queue(&home, command),
            None => interrupt.send(()).unwrap(),
        }
        tokio::time::sleep(POLL * 3).await;
        assert!(!run.is_finished(), "{held:?}: it was left in the middle");
        world.page.go_on.notify_one();
        run.await.unwrap();
        let messages = home.store().read(|tx| tx.messages(&home.session_id)).unwrap();
        assert_eq!(messages[0].delivery, Delivery::Seen, "{held:?}");
        assert_eq!(world.page.numbers(), [1], "{held:?}");
    }
}
