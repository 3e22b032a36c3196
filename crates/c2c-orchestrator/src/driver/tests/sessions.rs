//! Sessions over the store: the manual way, commands, leases.

use c2c_ports::NoticeKind;
use c2c_store::{Direction, StoreError};

use super::*;
use crate::machine::Command;

fn command(home: &Home, command: &Command) -> i64 {
    let payload = serde_json::to_value(command).unwrap();
    home.store().write(|tx| tx.add_command(&home.session_id, "command", &payload)).unwrap().id
}

fn reply(home: &Home, text: &str) -> i64 {
    command(home, &Command::Reply { text: text.to_owned(), tool_calls: 0 })
}

fn answer(home: &Home, row: i64) -> CommandAnswer {
    let row = home.store().read(|tx| tx.command(row)).unwrap().unwrap();
    serde_json::from_value(row.answer.expect("the command has no answer")).unwrap()
}

const PLAN: &str = "[C2C]\nSTATE: PLAN\nTASK_ID: c2c_f81a\nITERATION: 1\n\nGOAL:\nG\n\nRATIONALE:\nR\n\nACTIONS:\n1. first\n\n\
                    FILES_LIKELY_INVOLVED:\na\n\nTESTS:\nRun `sh test.sh`.\n\nSUCCESS_CRITERIA:\nS\n";

fn waits_for_approval(home: &Home) -> impl Fn(&Store) -> bool {
    let session_id = home.session_id.clone();
    move |store| {
        let state = store.read(|tx| tx.state(&session_id)).unwrap().unwrap();
        serde_json::from_value::<Machine>(state).unwrap().phase == Phase::Approving
    }
}

fn waits_for_chatgpt(home: &Home) -> impl Fn(&Store) -> bool {
    let session_id = home.session_id.clone();
    move |store| {
        let state = store.read(|tx| tx.state(&session_id)).unwrap().unwrap();
        matches!(serde_json::from_value::<Machine>(state).unwrap().phase, Phase::Waiting { .. })
    }
}

#[tokio::test]
async fn the_manual_way_takes_answers_as_commands() {
    let home = Home::new(Approval::First);
    let world = World::manual();
    let plan = reply(&home, PLAN);
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    let run = tokio::spawn(async move { driver.run(RunUntil::Ended, std::future::pending()).await.unwrap() });
    until(&home, waits_for_approval(&home)).await;
    assert_eq!(answer(&home, plan).message, "PLAN 1 taken.");
    let again = reply(&home, PLAN);
    let approve = command(&home, &Command::Approve { plan: None });
    let is_answered = move |store: &Store| store.read(|tx| tx.command(approve)).unwrap().unwrap().answer.is_some();
    until(&home, is_answered).await;
    assert_eq!(answer(&home, again).message, "This answer was already taken as message 3.");
    assert!(answer(&home, approve).accepted);
    let executed = |store: &Store| store.read(|tx| tx.session(&home.session_id)).unwrap().unwrap().iteration == 1;
    until(&home, executed).await;
    // The test was not in Codex's events, so it was run again in the sandbox.
    assert_eq!(world.state.lock().unwrap().reruns, 1);
    let done = "[C2C]\nSTATE: DONE\nTASK_ID: c2c_f81a\nITERATION: 1\n\nSUMMARY:\nMended.\n";
    reply(&home, done);
    assert_eq!(run.await.unwrap(), Status::Done);
    let deliveries = home.store().read(|tx| tx.messages(&home.session_id)).unwrap();
    assert!(deliveries.iter().all(|message| message.delivery == c2c_ports::Delivery::Seen), "{deliveries:?}");
}

#[tokio::test]
async fn a_shutdown_pauses_and_continue_goes_on() {
    let home = Home::new(Approval::Never);
    let world = World::manual();
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    let status = driver.run(RunUntil::Ended, until(&home, waits_for_chatgpt(&home))).await.unwrap();
    assert_eq!(status, Status::Paused);
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    let answer = driver.command_only(Command::Continue).await.unwrap();
    assert!(answer.accepted, "{answer:?}");
    assert_eq!(driver.machine().status(), Status::Active);
    // Nothing was shown again: the message had arrived.
    assert_eq!(world.page.turns().len(), 2);
}

#[tokio::test]
async fn stop_without_an_owner_ends_the_session_and_frees_the_workspace() {
    let home = Home::new(Approval::Never);
    let world = World::manual();
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    driver.run(RunUntil::Ended, until(&home, waits_for_chatgpt(&home))).await.unwrap();
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    driver.command_only(Command::Stop).await.unwrap();
    assert_eq!(driver.machine().status(), Status::Stopped);
    let open = home.store().read(|tx| tx.open_session(&home.workspace_id)).unwrap();
    assert_eq!(open, None);
}

#[tokio::test]
async fn an_owner_that_was_succeeded_writes_nothing() {
    let home = Home::new(Approval::Never);
    let world = World::automatic();
    let mut sleeper = home.driver(&world, Arc::new(NoSteps));
    let _successor = home.driver(&world, Arc::new(NoSteps));
    let error = sleeper.run(RunUntil::Idle, std::future::pending()).await.unwrap_err();
    assert!(matches!(error, DriveError::Store { source: StoreError::LeaseLost { .. } }), "{error:?}");
    assert_eq!(world.page.turns(), []);
}

#[tokio::test]
async fn a_session_is_watched_step_by_step() {
    let home = Home::new(Approval::Never);
    let world = World::automatic();
    home.run(&world).await;
    let expected = [
        "1 BOOT 0",
        "2 INIT 0",
        "3 PLAN 1",
        "executing 1",
        "executed 1",
        "recorded 1: `sh test.sh` passed",
        "4 EXECUTED 1",
        "5 PLAN 2",
        "executing 2",
        "executed 2",
        "recorded 2: `sh test.sh` passed",
        "6 EXECUTED 2",
        "7 DONE 2",
        "Done after 2",
    ];
    assert_eq!(world.state.lock().unwrap().watched, expected);
}

#[tokio::test]
async fn the_same_answer_is_taken_again_when_a_later_message_asks_for_it() {
    let home = Home::new(Approval::First);
    let world = World::manual();
    reply(&home, PLAN);
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    let run = tokio::spawn(async move { driver.run(RunUntil::Ended, std::future::pending()).await.unwrap() });
    until(&home, waits_for_approval(&home)).await;
    command(&home, &Command::Handoff);
    until(&home, waits_for_chatgpt(&home)).await;
    let again = reply(&home, PLAN);
    until(&home, waits_for_approval(&home)).await;
    assert_eq!(answer(&home, again).message, "PLAN 1 taken.");
    command(&home, &Command::Stop);
    assert_eq!(run.await.unwrap(), Status::Stopped);
}

#[tokio::test]
async fn a_message_that_waits_to_be_carried_is_told_of_once() {
    let home = Home::new(Approval::First);
    let world = World::manual();
    for _ in 0..2 {
        let mut driver = home.driver(&world, Arc::new(NoSteps));
        driver.resume().await.unwrap();
        driver.run(RunUntil::Ended, until(&home, waits_for_chatgpt(&home))).await.unwrap();
    }
    assert_eq!(world.state.lock().unwrap().notices, [NoticeKind::Carry]);
}

#[tokio::test]
async fn a_notice_is_taken_away_once_it_was_answered() {
    let home = Home::new(Approval::First);
    let world = World::manual();
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    let run = tokio::spawn(async move { driver.run(RunUntil::Ended, std::future::pending()).await.unwrap() });
    let shown = |expected: &'static [(NoticeKind, Option<u32>)]| {
        let world = Arc::clone(&world);
        until(&home, move |_| world.state.lock().unwrap().shown == expected)
    };
    shown(&[(NoticeKind::Carry, None)]).await;
    reply(&home, PLAN);
    shown(&[(NoticeKind::Approval, Some(1))]).await;
    command(&home, &Command::Reject { plan: Some(1), reason: "Not so.".to_owned() });
    shown(&[(NoticeKind::Carry, None)]).await;
    command(&home, &Command::Stop);
    assert_eq!(run.await.unwrap(), Status::Stopped);
    assert_eq!(world.state.lock().unwrap().shown, []);
}

#[tokio::test]
async fn what_a_person_brings_by_mistake_is_refused_and_costs_nothing() {
    let home = Home::new(Approval::First);
    let world = World::manual();
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    let run = tokio::spawn(async move { driver.run(RunUntil::Ended, std::future::pending()).await.unwrap() });
    until(&home, waits_for_chatgpt(&home)).await;
    let cut = PLAN.split("ACTIONS").next().unwrap();
    let of_another_task = PLAN.replace("TASK_ID: c2c_", "TASK_ID: c2c_f");
    for wrong in ["cargo test", "Certainly!", cut, &of_another_task] {
        let row = reply(&home, wrong);
        until(&home, move |store| store.read(|tx| tx.command(row)).unwrap().unwrap().answer.is_some()).await;
        let refused = answer(&home, row);
        assert_eq!((refused.accepted, refused.code.as_str()), (false, "reply_unfit"), "{wrong}");
        assert!(refused.message.ends_with("Nothing was taken.") && !refused.hint.is_empty(), "{}", refused.message);
    }
    let messages = home.store().read(|tx| tx.messages(&home.session_id)).unwrap();
    assert!(messages.iter().all(|message| message.direction == Direction::Out), "none is ChatGPT's answer");
    let taken = reply(&home, PLAN);
    until(&home, waits_for_approval(&home)).await;
    assert_eq!(answer(&home, taken).message, "PLAN 1 taken.");
    command(&home, &Command::Stop);
    assert_eq!(run.await.unwrap(), Status::Stopped);
}

#[tokio::test]
async fn an_answer_that_waited_ends_the_pause_before_anything_new_is_sent() {
    let home = Home::new(Approval::First);
    let world = World::manual();
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    driver.run(RunUntil::Ended, until(&home, waits_for_chatgpt(&home))).await.unwrap();
    // The second answer in a row that the window read and nobody could use.
    (driver.machine.paused, driver.machine.corrected) = (None, true);
    driver.apply(Event::Reply { text: "Two.".to_owned(), tool_calls: 0 }).unwrap();
    assert!(matches!(driver.machine().paused, Some(PauseReason::Malformed { .. })));
    let sent = world.page.turns().len();
    reply(&home, PLAN);
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    driver.resume().await.unwrap();
    assert_eq!(driver.machine().phase, Phase::Approving);
    assert_eq!(world.page.turns().len(), sent);
}

#[tokio::test]
async fn an_answer_that_waited_through_a_shutdown_is_not_lost() {
    let home = Home::new(Approval::First);
    let world = World::manual();
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    driver.run(RunUntil::Ended, until(&home, waits_for_chatgpt(&home))).await.unwrap();
    let row = reply(&home, PLAN);
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    driver.resume().await.unwrap();
    let run = tokio::spawn(async move { driver.run(RunUntil::Ended, std::future::pending()).await.unwrap() });
    until(&home, waits_for_approval(&home)).await;
    assert_eq!(answer(&home, row).message, "PLAN 1 taken.");
    command(&home, &Command::Stop);
    assert_eq!(run.await.unwrap(), Status::Stopped);
}

#[tokio::test]
async fn a_command_that_waited_and_is_refused_is_said() {
    let home = Home::new(Approval::First);
    let world = World::manual();
    let row = command(&home, &Command::Approve { plan: None });
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    driver.run(RunUntil::Ended, until(&home, waits_for_chatgpt(&home))).await.unwrap();
    assert!(!answer(&home, row).accepted);
    let watched = world.state.lock().unwrap().watched.clone();
    assert!(watched.iter().any(|line| line == "refused: No plan waits for approval."), "{watched:?}");
}

#[tokio::test]
async fn done_over_work_that_was_taken_back_is_said() {
    let home = Home::new(Approval::Never);
    let world = World::manual();
    reply(&home, PLAN);
    let mut driver = home.driver(&world, Arc::new(NoSteps));
    let run = tokio::spawn(async move { driver.run(RunUntil::Ended, std::future::pending()).await.unwrap() });
    let reviewing =
        |store: &Store| store.read(|tx| tx.last_out(&home.session_id)).unwrap().is_some_and(|last| last.iteration == 1);
    until(&home, reviewing).await;
    until(&home, waits_for_chatgpt(&home)).await;
    home.store().write(|tx| tx.mark_undone(&home.workspace_id, "c2c_f81a", 1)).unwrap();
    reply(&home, "[C2C]\nSTATE: DONE\nTASK_ID: c2c_f81a\nITERATION: 1\n\nSUMMARY:\nMended.\n");
    assert_eq!(run.await.unwrap(), Status::Done);
    let watched = world.state.lock().unwrap().watched.clone();
    assert!(watched.iter().any(|line| line == "done, but taken back: [1]"), "{watched:?}");
}
