//! Taking and refusing messages, and what may be done to a turn.

use super::*;
use crate::chatgpt::behaviour::MoodAt;
use crate::chatgpt::record::Record;
use crate::chatgpt::thinker::{ConnectorSource, PlannerKind, PlannerOptions, Thinker};

fn hall() -> Hall {
    let connector = ConnectorSource::None;
    let options = PlannerOptions { kind: PlannerKind::Quiet, connector, transcript: None, max_plans: 1, garble: false };
    Hall::new(Behaviour::default(), Record::default(), Thinker::new(options)).unwrap()
}

fn message(conversation: Option<&str>, text: &str, mood: Mood) -> MessageParams {
    MessageParams {
        conversation: conversation.map(str::to_owned),
        project: None,
        mode: Mode::Chat,
        text: text.to_owned(),
        mention: None,
        attachments: Vec::new(),
        behaviour: Behaviour { mood, mood_at: MoodAt::Send, max_message: 100, ..Behaviour::default() },
        details: json!({}),
    }
}

#[test]
fn a_first_message_opens_a_conversation_and_the_next_one_goes_there() {
    let hall = hall();
    let (first, started) = hall.change(|book| take(book, message(None, "hello", Mood::None)));
    let first = first.unwrap();
    let id = first["conversation"].as_str().unwrap();
    assert_eq!(first["path"], format!("/c/{id}"));
    assert!(first["transient"].as_str().unwrap().starts_with("WEB:"));
    assert_eq!(started.unwrap().at, Place { conversation: id.to_owned(), turn: 0 });
    let (second, started) = hall.change(|book| take(book, message(Some(id), "more", Mood::ModelFallback)));
    assert_eq!(second.unwrap()["conversation"], id);
    assert_eq!(started.unwrap().number, 2);
    let state = hall.book().state();
    assert_eq!(state["messages"][1]["text"], "more");
    assert_eq!(state["conversations"][0]["notice"], "model-fallback");
}

#[test]
fn a_refused_message_is_in_no_conversation() {
    for mood in [Mood::TooManyRequests, Mood::PlanLimit, Mood::MaxLength, Mood::HumanCheck, Mood::LostSend] {
        let hall = hall();
        let (refused, started) = hall.change(|book| take(book, message(None, "hello", mood)));
        assert_eq!(refused.unwrap(), json!({"refused": mood}));
        assert!(started.is_none());
        let state = hall.book().state();
        assert_eq!(state["messages"], json!([]));
        assert_eq!(state["events"][0]["details"]["text"], "hello");
        assert_eq!(state["conversations"], json!([]));
    }
    let hall = hall();
    let (refused, _) = hall.change(|book| take(book, message(None, &"x".repeat(101), Mood::None)));
    assert_eq!(refused.unwrap()["refused"], "message-too-long");
}

#[test]
fn a_full_conversation_stays_full() {
    let hall = hall();
    let (first, _) = hall.change(|book| take(book, message(None, "hello", Mood::None)));
    let id = first.unwrap()["conversation"].as_str().unwrap().to_owned();
    for mood in [Mood::MaxLength, Mood::None] {
        let (refused, _) = hall.change(|book| take(book, message(Some(&id), "more", mood)));
        assert_eq!(refused.unwrap()["refused"], "max-length");
    }
    assert_eq!(hall.book().state()["conversations"][0]["is_full"], true);
}

#[test]
fn actions_fit_the_phase() {
    let turn = |phase| {
        let user =
            UserMessage { text: "x".to_owned(), mention: None, attachments: Vec::new(), mode: Mode::Chat, at_ms: 0 };
        let alternative = Some("second".to_owned());
        Turn {
            key: "k".to_owned(),
            user,
            answer: Answer { phase, alternative, ..Answer::complete("first") },
            version: 0,
        }
    };
    let cases = [
        ("stop", Phase::Streaming, Some(Next::Nothing)),
        ("stop", Phase::Done, None),
        ("retry", Phase::Failed, Some(Next::Answer)),
        ("retry", Phase::Streaming, None),
        ("use-work", Phase::Failed, Some(Next::Answer)),
        ("continue", Phase::Cut, Some(Next::GoOn)),
        ("continue", Phase::Done, None),
        ("choose", Phase::Done, None),
        ("permit", Phase::Permission, Some(Next::Nothing)),
        ("dance", Phase::Done, None),
    ];
    for (action, phase, expected) in cases {
        assert_eq!(change(&mut turn(phase), action, &Value::Null), expected, "{action} in {phase:?}");
    }
    let mut choice = turn(Phase::Choice);
    assert_eq!(change(&mut choice, "choose", &json!(2)), Some(Next::Nothing));
    assert_eq!((choice.answer.text.as_str(), choice.answer.phase), ("second", Phase::Done));
}

#[test]
fn the_messages_of_a_conversation_come_with_every_byte_and_their_authors() {
    let hall = hall();
    let text = "[C2C]\n  e\u{301}\u{a0}👨\u{200d}👩\n\n";
    let (first, _) = hall.change(|book| take(book, message(None, text, Mood::None)));
    let id = first.unwrap()["conversation"].as_str().unwrap().to_owned();
    hall.change_turn(&Place { conversation: id.clone(), turn: 0 }, |turn| turn.answer = Answer::complete("Yes.\n"));
    let found = hall.book().messages(None).unwrap();
    assert_eq!(found, hall.book().messages(Some(&id)).unwrap());
    assert_eq!(found["path"], format!("/c/{id}"));
    let messages = found["messages"].as_array().unwrap();
    let said: Vec<_> =
        messages.iter().map(|row| (row["author"].as_str().unwrap(), row["text"].as_str().unwrap())).collect();
    assert_eq!(said, [("user", text), ("assistant", "Yes.\n")]);
    assert!(messages[0]["at_ms"].as_u64().unwrap() > 1_700_000_000_000);
    assert_eq!(hall.book().messages(Some("none")), None);
}

#[tokio::test]
async fn a_conversation_can_be_copied_with_its_id_and_its_pages_led_away() {
    let hall = Arc::new(hall());
    let shared = || Shared { hall: hall.clone(), assets: Arc::default() };
    let turns = vec![("hello".to_owned(), "Yes.".to_owned())];
    let params = SeedParams { id: Some("c0ffee".to_owned()), project: None, turns };
    let seeded = seed(State(shared()), Json(params)).await.0;
    assert_eq!(seeded, json!({"id": "c0ffee", "path": "/c/c0ffee"}));
    let before = hall.book().conversation("c0ffee").unwrap().version;
    let _answer = lead(State(shared()), Json(LeadParams { to: "http://127.0.0.1:1/c/c0ffee".to_owned() })).await;
    let led = |since: u64| hall.book().conversation("c0ffee").unwrap().changes(since)["lead"].clone();
    assert_eq!((led(before), led(0)), (json!("http://127.0.0.1:1/c/c0ffee"), Value::Null));
}
