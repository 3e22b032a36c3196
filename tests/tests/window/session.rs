//! A whole session in a real window.

use c2c_ports::Delivery;
use c2c_store::{Direction, Message, SessionFilter, SessionStatus};
use serde_json::Value;

use crate::stage::wait_for;
use crate::theatre::{COPIED, Theatre};

/// The texts of one side of the page's conversation.
fn texts(conversation: &Value, author: &str) -> Vec<String> {
    let messages = conversation["messages"].as_array().unwrap().iter();
    messages.filter(|message| message["author"] == author).map(|it| it["text"].as_str().unwrap().to_owned()).collect()
}

/// A fenced block is read as it is shown: the word behind the opening fence is not.
fn as_shown(answer: &str) -> String {
    let lines = answer.lines().map(|line| if line.starts_with("```") { "```" } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

/// What the store and the page hold of a session that ended DONE is the same, and nothing is doubled,
/// missing or elsewhere. `what` begins the messages of failures.
pub(crate) fn holds(theatre: &mut Theatre, what: &str) {
    let store = theatre.stage.store();
    let mut sessions = store.read(|tx| tx.sessions(&SessionFilter::default(), 10)).unwrap();
    assert_eq!(sessions.len(), 1, "{what}");
    let session = sessions.remove(0);
    assert_eq!((session.status, session.iteration), (SessionStatus::Done, 2), "{what}");
    let (messages, open, kept) = store
        .read(|tx| {
            let kept = session.conversation_id.map(|id| tx.conversation(id)).transpose()?.flatten();
            Ok((tx.messages(&session.id)?, tx.open_effects(&session.id)?, kept))
        })
        .unwrap();
    let states: Vec<_> = messages.iter().map(|message| (message.number, message.state.as_str())).collect();
    let expected = [(1, "BOOT"), (2, "INIT"), (3, "PLAN"), (4, "EXECUTED"), (5, "PLAN"), (6, "EXECUTED"), (7, "DONE")];
    assert_eq!(states, expected, "{what}");
    assert_eq!(open, [], "{what}");
    assert!(messages.iter().all(|message| message.delivery == Delivery::Seen), "{what}: {messages:?}");
    let of = |direction: Direction| {
        let side = messages.iter().filter(move |message: &&Message| message.direction == direction);
        side.map(|message| message.text.clone()).collect::<Vec<_>>()
    };

    let conversation = theatre.conversation();
    assert_eq!(texts(&conversation, "user"), of(Direction::Out), "{what}");
    // The first answer, to the boot prompt, is only waited for.
    let answers: Vec<_> = texts(&conversation, "assistant").iter().skip(1).map(|text| as_shown(text)).collect();
    assert_eq!(answers, of(Direction::In), "{what}");
    let url = format!("http://127.0.0.1:{}{}", theatre.port, conversation["path"].as_str().unwrap());
    assert_eq!(kept.and_then(|kept| kept.url), Some(url), "{what}");

    let state = theatre.state();
    assert_eq!((&state["doubled"], &state["misplaced"]), (&0.into(), &0.into()), "{what}: {state}");
    assert_eq!(state["messages"].as_array().unwrap().len(), 4, "{what}: another conversation got one, too: {state}");
    assert!(theatre.stage.run_test().status.success(), "{what}: the project's test fails");
    assert_eq!(theatre.thief.got(), [] as [Value; 0], "{what}: keys went astray");
    the_clipboard_is_as_it_was(theatre, what);
}

/// What was copied is there although C2C has ended, and C2C's keeper goes as soon as another program
/// copies something.
fn the_clipboard_is_as_it_was(theatre: &mut Theatre, what: &str) {
    assert_eq!(theatre.thief.clipboard().as_deref(), Some(COPIED), "{what}");
    theatre.thief.copy("something else");
    wait_for(|| theatre.left().is_empty().then_some(()));
    assert_eq!(theatre.thief.clipboard().as_deref(), Some("something else"), "{what}");
}

#[test]
fn a_goal_is_reached_in_a_real_window() {
    let Some(mut theatre) = Theatre::new("session", 7) else { return };
    assert!(theatre.thief.has_focus());
    let ended = theatre.start(theatre.c2c()).wait();
    assert_eq!(ended, Some(0), "{}", theatre.said());
    assert!(theatre.thief.has_focus(), "the focus is not back: {}", theatre.thief.order("list"));
    let titles: Vec<_> = theatre.notified().into_iter().map(|(title, _)| title).collect();
    assert!(matches!(titles.as_slice(), [title] if title.contains(": Done after 2 iterations")), "{titles:?}");
    holds(&mut theatre, "an undisturbed session");
    theatre.close();
}
