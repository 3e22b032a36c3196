//! A conversation with a long history, of which the page keeps only what is near the view.

use c2c_ports::{Delivery, Found, Outgoing};
use serde_json::{Value, json};

use crate::stage::Stage;

const TURNS: usize = 200;

fn message(iteration: usize) -> String {
    format!("[C2C]\nSTATE: EXECUTED\nTASK_ID: c2c_f81a000c\nITERATION: {iteration}\n\nRESULT:\nDone, déjà vu 👩‍👩‍👧.")
}

/// A conversation of these messages and answers; its address.
fn seed(stage: &Stage, turns: &[(String, String)]) -> String {
    let path = stage.ask("POST", "conversations", &json!({"turns": turns}));
    format!("{}{}", stage.origin(), path["path"].as_str().unwrap())
}

/// A message of ours that a process which is gone may have sent there.
fn left_open(stage: &Stage, url: &str) -> Outgoing {
    Outgoing {
        number: 9,
        state: "EXECUTED".to_owned(),
        task_id: "c2c_f81a000c".to_owned(),
        iteration: 7,
        conversation_url: Some(url.to_owned()),
        begun: true,
        may_be_sent: true,
        ..stage.outgoing(&message(7))
    }
}

#[test]
fn a_message_goes_to_the_end_of_a_long_history_and_its_answer_is_read() {
    let Some(stage) = Stage::new() else { return };
    for generation in ["c", "b"] {
        stage.set(&[("generation", generation)], &["The answer."], "/");
        let turn = |at: usize| (format!("Message {at}"), format!("An answer, {at}: {}", "word ".repeat(at % 40)));
        let url = seed(&stage, &(0..TURNS).map(turn).collect::<Vec<_>>());
        stage.open(url.strip_prefix(&stage.origin()).unwrap());
        let outgoing = Outgoing { may_be_sent: false, ..left_open(&stage, &url) };
        let (sent, presses) = stage.send_counting(&outgoing);
        assert_eq!(sent.map(|sent| (sent.delivery, presses)), Ok((Delivery::Seen, 1)), "{generation}");
        let reply = stage.read(&outgoing).unwrap();
        assert_eq!((reply.text.trim(), reply.conversation_url), ("The answer.", Some(url.clone())), "{generation}");
        assert_eq!(stage.find(&outgoing), Ok(Found::Yes), "{generation}");
        let (users, answers) = stage.said();
        assert_eq!((users.len(), users.last()), (TURNS + 1, Some(&outgoing.text)), "{generation}");
        assert_eq!(answers.last().map(String::as_str), Some("The answer."), "{generation}");
    }
}

#[test]
fn a_message_is_missing_only_when_it_is_not_further_up_either() {
    let Some(stage) = Stage::new() else { return };
    stage.set(&[], &[], "/");
    let message_of = |iteration: usize| (message(iteration), "A plan".to_owned());
    let other = |at: usize| (format!("Something else, {at}"), format!("An answer, {at}: {}", "word ".repeat(at % 40)));
    let find = |turns: Vec<(String, String)>| stage.find(&left_open(&stage, &seed(&stage, &turns)));
    let among_others = |ours: Option<usize>, before: usize, after: usize| {
        let ours = ours.map(message_of);
        (0..before).map(other).chain(ours).chain((before..before + after).map(other)).collect::<Vec<_>>()
    };
    // Others have written after it, and the page has taken it out of the document.
    assert_eq!(find(among_others(Some(7), 188, 11)), Ok(Found::Yes));
    // The one before it is there and it is not; or the conversation has been seen up to its beginning.
    assert_eq!(find(among_others(Some(6), 188, 11)), Ok(Found::No));
    assert_eq!(find(among_others(None, 12, 0)), Ok(Found::No));
    let state = stage.ask("GET", "state", &Value::Null);
    assert_eq!(state["messages"], json!([]));
}
