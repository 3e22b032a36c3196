//! The window's errors and waits, addresses and conversations, over the store.

use c2c_ports::{Chore, Delivery, Found, NoticeKind, WindowError, WindowWait};

use super::page::{address, plan};
use super::*;
use crate::machine::Command;

/// One error of every kind but [`WindowError::Wait`], with what the person is told.
fn errors() -> Vec<(WindowError, NoticeKind)> {
    let text = || "the reason".to_owned();
    let failed = [
        WindowError::Unavailable { reason: text(), hint: "`c2c chatgpt open`.".to_owned() },
        WindowError::Unreachable,
        WindowError::WrongPage { shown: text() },
        WindowError::Unrecognised { what: text() },
        WindowError::ForeignDraft { excerpt: text() },
        WindowError::MixedDraft { added: text() },
        WindowError::OtherMode { shown: text(), wanted: text() },
        WindowError::NoConnector { name: text(), put_in: text() },
        WindowError::FocusLost,
        WindowError::NotInserted { reason: text() },
        WindowError::Unreadable { reason: text() },
    ];
    let paused = [WindowError::HandOver { reason: text() }, WindowError::TooLong];
    let chores = Chore::ALL.map(|chore| WindowError::Person { chore, reason: text() });
    let failed = failed.into_iter().map(|error| (error, NoticeKind::Failed));
    failed.chain(paused.into_iter().chain(chores).map(|error| (error, NoticeKind::Paused))).collect()
}

/// Where an error is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    Send,
    Find,
    Read,
}

const PLACES: [At; 3] = [At::Send, At::Find, At::Read];

fn meets(world: &World, at: At, error: &WindowError) {
    let mut script = world.page.script.lock().unwrap();
    match at {
        At::Send => script.sends.push_back(error.clone()),
        At::Find => {
            script.unknown.push_back(true);
            script.finds.push_back(Err(error.clone()));
        }
        At::Read => script.reads.push_back(error.clone()),
    }
}

/// Runs until the person is needed, while time passes slowly enough for every lease and deadline.
async fn run(home: &Home, world: &Arc<World>) -> Status {
    let ticks = async {
        loop {
            tokio::time::sleep(POLL / 10).await;
            home.clock.advance(1_000);
        }
    };
    tokio::select! {
        status = home.run(world) => status,
        () = ticks => unreachable!("time never ends"),
    }
}

/// Runs on as `c2c continue` does.
async fn go_on(home: &Home, world: &Arc<World>) -> Status {
    let mut driver = home.driver(world, Arc::new(NoSteps));
    driver.resume().await.unwrap();
    driver.run(RunUntil::Idle, std::future::pending()).await.unwrap()
}

fn queue(home: &Home, command: &Command) -> i64 {
    let payload = serde_json::to_value(command).unwrap();
    home.store().write(|tx| tx.add_command(&home.session_id, "command", &payload)).unwrap().id
}

#[tokio::test]
async fn every_error_at_every_place_pauses_is_told_once_and_is_tried_again() {
    for at in PLACES {
        for (error, kind) in errors() {
            let what = format!("{} at {at:?}", error.code());
            let home = Home::new(Approval::Never);
            let world = World::automatic();
            meets(&world, at, &error);
            // A short session: there are many of them.
            let done = "[C2C]\nSTATE: DONE\nTASK_ID: c2c_f81a\nITERATION: 0\n\nSUMMARY:\nIt works already.\n";
            world.page.script.lock().unwrap().answers.push_back(done.to_owned());
            assert_eq!(run(&home, &world).await, Status::Paused, "{what}");
            assert_eq!(home.machine().paused, Some(PauseReason::Window { error }), "{what}");
            assert_eq!(world.state.lock().unwrap().notices, [kind], "{what}");
            assert_eq!(home.turn(), None, "{what}: a pause frees the window");
            if at == At::Find {
                let last = home.store().read(|tx| tx.last_out(&home.session_id)).unwrap().unwrap();
                assert_eq!(last.delivery, Delivery::Unknown, "{what}: it may have arrived still");
            }
            assert_eq!(go_on(&home, &world).await, Status::Done, "{what}");
            assert_eq!(world.page.numbers(), [1, 2], "{what}: nothing is sent twice");
        }
    }
}

#[tokio::test]
async fn a_pause_at_every_place_can_be_handed_over() {
    // The machine's own tests have every error.
    let asks = WindowError::Person { chore: Chore::Choose, reason: "Which?".to_owned() };
    for at in PLACES {
        for error in [asks.clone(), WindowError::HandOver { reason: "It is full".to_owned() }, WindowError::TooLong] {
            let what = format!("{} at {at:?}", error.code());
            let home = Home::new(Approval::Never);
            let world = World::automatic();
            meets(&world, at, &error);
            assert_eq!(run(&home, &world).await, Status::Paused, "{what}");
            let row = queue(&home, &Command::Handoff);
            assert_eq!(go_on(&home, &world).await, Status::Done, "{what}");
            let row = home.store().read(|tx| tx.command(row)).unwrap().unwrap();
            let answer: CommandAnswer = serde_json::from_value(row.answer.unwrap()).unwrap();
            assert!(answer.accepted, "{what}: {answer:?}");
            let turns = world.page.turns();
            let (old, new) = turns.split_at(turns.len() - 4);
            let states: Vec<&str> = new.iter().map(|turn| turn.message.state.as_str()).collect();
            assert_eq!(states, ["BOOT", "HANDOFF", "EXECUTED", "EXECUTED"], "{what}");
            let chat = new[0].chat;
            assert!(new.iter().all(|turn| turn.chat == chat) && old.iter().all(|turn| turn.chat != chat), "{what}");
            let begun: Vec<bool> = new.iter().map(|turn| turn.message.begun).collect();
            assert_eq!(begun, [false, true, true, true], "{what}");
            assert_eq!(home.address(), Some(address(chat)), "{what}");
        }
    }
}

#[tokio::test]
async fn a_wait_ends_by_itself_while_the_session_runs_on() {
    for at in PLACES {
        let home = Home::new(Approval::Never);
        let world = World::automatic();
        meets(&world, at, &WindowError::Wait { until_ms: 1_060_000, reason: "Too many requests".to_owned() });
        assert_eq!(run(&home, &world).await, Status::Done, "{at:?}");
        assert!(home.clock.now_ms() >= 1_060_000, "{at:?}");
        assert_eq!(world.state.lock().unwrap().notices, [NoticeKind::Paused, NoticeKind::Done], "{at:?}");
        let watched = world.state.lock().unwrap().watched.clone();
        assert!(watched.contains(&"paused: chatgpt_wait".to_owned()), "{at:?}: {watched:?}");
        assert_eq!(world.page.numbers(), [1, 2, 4, 6], "{at:?}");
    }
}

#[tokio::test]
async fn continue_does_not_wait_for_the_end_of_a_wait() {
    let home = Home::new(Approval::Never);
    let world = World::automatic();
    meets(&world, At::Send, &WindowError::Wait { until_ms: 1_060_000, reason: "Too many requests".to_owned() });
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    let run = tokio::spawn(async move { driver.run(RunUntil::Idle, std::future::pending()).await.unwrap() });
    until(&home, |_| home.machine().paused.is_some()).await;
    queue(&home, &Command::Continue);
    assert_eq!(run.await.unwrap(), Status::Done);
    assert_eq!(home.clock.now_ms(), 1_000_000);
}

#[tokio::test]
async fn what_may_have_arrived_is_looked_for_and_sent_only_when_it_is_not_there() {
    for arrived in [true, false] {
        let home = Home::new(Approval::Never);
        let world = World::automatic();
        world.page.script.lock().unwrap().unknown.push_back(arrived);
        assert_eq!(run(&home, &world).await, Status::Done);
        assert_eq!(world.page.numbers(), [1, 2, 4, 6], "arrived: {arrived}");
        assert_eq!(world.state.lock().unwrap().notices, [NoticeKind::Done], "nobody was bothered");
        assert_eq!(home.address(), Some(address(1)));
    }
}

#[tokio::test]
async fn what_cannot_be_told_after_three_looks_is_asked() {
    let home = Home::new(Approval::Never);
    let world = World::automatic();
    {
        let mut script = world.page.script.lock().unwrap();
        script.unknown.push_back(true);
        script.finds.extend([Ok(Found::Unclear), Ok(Found::Unclear), Ok(Found::Unclear)]);
    }
    assert_eq!(run(&home, &world).await, Status::Paused);
    assert_eq!(home.machine().paused, Some(PauseReason::DeliveryUnknown { again_at_ms: None }));
    assert_eq!(world.state.lock().unwrap().notices, [NoticeKind::Paused]);
    let boot = home.store().read(|tx| tx.message(&home.session_id, 1)).unwrap().unwrap();
    assert_eq!(boot.delivery, Delivery::Unknown);
    assert_eq!(go_on(&home, &world).await, Status::Done);
    assert_eq!(world.page.numbers(), [1, 2, 4, 6]);
}

#[tokio::test]
async fn another_address_than_the_conversations_own_is_an_error_and_never_kept() {
    let elsewhere = "https://chat.example/c/other".to_owned();
    // After this many rightful addresses: INIT, the answer to it, or EXECUTED says another one.
    for (after, sent) in [(1, 2), (2, 2), (3, 4)] {
        let home = Home::new(Approval::Never);
        let world = World::automatic();
        let mut said = vec![address(1); after];
        said.push(elsewhere.clone());
        world.page.script.lock().unwrap().addresses.extend(said);
        assert_eq!(home.run(&world).await, Status::Paused, "{after}");
        let error = WindowError::WrongPage { shown: elsewhere.clone() };
        assert_eq!(home.machine().paused, Some(PauseReason::Window { error }), "{after}");
        assert_eq!(home.address(), Some(address(1)), "{after}");
        assert_eq!(world.page.numbers().last(), Some(&sent), "{after}");
        assert_eq!(go_on(&home, &world).await, Status::Done, "{after}");
        assert_eq!(world.page.numbers(), [1, 2, 4, 6], "{after}");
    }
}

#[tokio::test]
async fn an_answer_that_asks_for_patience_is_taken_once() {
    let home = Home::new(Approval::Never);
    let world = World::automatic();
    let review = "[C2C]\nSTATE: REVIEW\nTASK_ID: c2c_f81a\nITERATION: 0\n".to_owned();
    let plan = format!("[C2C]\nSTATE: PLAN\nTASK_ID: c2c_f81a\nITERATION: 1\n\n{}", plan("first"));
    world.page.script.lock().unwrap().answers.extend([review.clone(), review.clone(), review, plan]);
    tokio::time::pause();
    assert_eq!(home.run(&world).await, Status::Done);
    let messages = home.store().read(|tx| tx.messages(&home.session_id)).unwrap();
    assert_eq!(messages.iter().filter(|message| message.state == "REVIEW").count(), 1);
}

#[tokio::test]
async fn what_a_send_waits_for_is_said_once_for_each_message() {
    let home = Home::new(Approval::Never);
    let world = World::automatic();
    let waits = vec![WindowWait::Page, WindowWait::Idle, WindowWait::Focus, WindowWait::Idle];
    world.page.script.lock().unwrap().waits = waits;
    home.run(&world).await;
    let watched = world.state.lock().unwrap().watched.clone();
    assert_eq!(watched[..4], ["waits: page", "waits: idle", "waits: focus", "1 BOOT 0"], "{watched:?}");
    assert_eq!(watched.iter().filter(|line| *line == "waits: idle").count(), 4);
}

#[tokio::test]
async fn every_message_mentions_the_connector_where_that_is_set() {
    for mentions in [false, true] {
        let home = Home::new(Approval::Never);
        let world = World::automatic();
        let mut driver = home.driver(&world, Arc::new(NoSteps));
        driver.assignment.mentions_connector = mentions;
        driver.run(RunUntil::Idle, std::future::pending()).await.unwrap();
        let expected = mentions.then(|| "C2C shop".to_owned());
        assert!(world.page.turns().iter().all(|turn| turn.message.mention == expected));
    }
}

#[tokio::test]
async fn a_message_knows_its_project_and_whether_its_conversation_has_begun() {
    use c2c_store::ConversationMode;
    let project = Some("https://chat.example/g/p-1/project".to_owned());
    for (mode, expected) in [(ConversationMode::LongChat, None), (ConversationMode::Project, project.clone())] {
        let home = Home::new(Approval::Never);
        let set = home.store().write(|tx| {
            let mut conversation = tx.current_conversation(&home.workspace_id)?.unwrap();
            conversation.mode = mode;
            conversation.project_url.clone_from(&project);
            tx.update_conversation(&conversation)
        });
        set.unwrap();
        let world = World::automatic();
        assert_eq!(home.run(&world).await, Status::Done);
        let messages: Vec<_> = world.page.turns().into_iter().map(|turn| turn.message).collect();
        assert!(messages.iter().all(|message| message.project_url == expected));
        let known: Vec<_> =
            messages.iter().map(|message| (message.begun, message.conversation_url.is_some())).collect();
        assert_eq!(known, [(false, false), (true, true), (true, true), (true, true)]);
    }
}
