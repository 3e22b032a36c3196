//! The conversation that a session gets.

use super::*;
use crate::testing::Fixture;

const CHAT: &str = "https://chat.example/c/1";
const PROJECT: &str = "https://chat.example/g/p-1/project";

fn chosen(fixture: &Fixture, chat: &Chat, carrier: Carrier) -> Conversation {
    let place = fixture.place();
    fixture.app.store().write(|tx| chat.conversation(tx, &place, carrier)).unwrap()
}

/// Notes what became of the current conversation.
fn became(fixture: &Fixture, mut conversation: Conversation, url: Option<&str>) {
    conversation.url = url.map(str::to_owned);
    conversation.booted = true;
    fixture.app.store().write(|tx| tx.update_conversation(&conversation)).unwrap();
}

fn at(url: &str) -> Chat {
    Chat::At { url: url.to_owned() }
}

fn in_project(url: &str) -> Chat {
    Chat::InProject { url: url.to_owned() }
}

#[test]
fn the_current_conversation_is_used_where_it_can_be_found_again() {
    let fixture = Fixture::new();
    let first = chosen(&fixture, &Chat::Current, Carrier::Manual);
    became(&fixture, first.clone(), None);
    assert_eq!(chosen(&fixture, &Chat::Current, Carrier::Manual).id, first.id);
    let second = chosen(&fixture, &Chat::Current, Carrier::Window);
    assert_ne!(second.id, first.id, "it has begun and nobody knows where");
    assert!(!second.booted);
    became(&fixture, second.clone(), Some(CHAT));
    assert_eq!(chosen(&fixture, &Chat::Current, Carrier::Window).id, second.id);
    assert_ne!(chosen(&fixture, &Chat::New, Carrier::Window).id, second.id);
}

#[test]
fn a_conversation_by_its_address_is_the_known_one_or_gets_the_boot_prompt() {
    let fixture = Fixture::new();
    let first = chosen(&fixture, &at(CHAT), Carrier::Window);
    assert_eq!((first.url.as_deref(), first.booted, first.mode), (Some(CHAT), false, ConversationMode::LongChat));
    became(&fixture, first.clone(), Some(CHAT));
    assert_eq!(chosen(&fixture, &at(CHAT), Carrier::Window).id, first.id);
    let other = chosen(&fixture, &at("https://chat.example/c/2"), Carrier::Window);
    assert!(other.id != first.id && !other.booted);
}

#[test]
fn a_project_keeps_its_conversation_until_another_is_wanted() {
    let fixture = Fixture::new();
    let first = chosen(&fixture, &in_project(PROJECT), Carrier::Window);
    assert_eq!((first.mode, first.project_url.as_deref()), (ConversationMode::Project, Some(PROJECT)));
    became(&fixture, first.clone(), Some(CHAT));
    assert_eq!(chosen(&fixture, &in_project(PROJECT), Carrier::Window).id, first.id);
    assert_eq!(chosen(&fixture, &Chat::Current, Carrier::Window).id, first.id);
    let new = chosen(&fixture, &Chat::NewInProject { url: PROJECT.to_owned() }, Carrier::Window);
    assert!(new.id != first.id && new.mode == ConversationMode::Project);
    let same_kind = chosen(&fixture, &Chat::New, Carrier::Window);
    assert_eq!((same_kind.mode, same_kind.project_url.as_deref()), (ConversationMode::Project, Some(PROJECT)));
    let elsewhere = chosen(&fixture, &in_project("https://chat.example/g/p-2/project"), Carrier::Window);
    assert_ne!(elsewhere.id, same_kind.id);
    assert_eq!(chosen(&fixture, &at(CHAT), Carrier::Window).project_url, None);
}

#[test]
fn an_address_is_one_word_of_the_web_and_not_endless() {
    let longest = format!("https://{}", "a".repeat(2040));
    for good in [CHAT, "http://127.0.0.1:8080/c/1", &longest] {
        at(good).check().unwrap();
    }
    let longer = format!("{longest}a");
    for bad in
        ["", "chat.example/c/1", "https://", "https:///c/1", "file:///c/1", "https://a b", "https://a\n", &longer]
    {
        let error = at(bad).check().unwrap_err();
        assert_eq!(error.kind, ErrorKind::User, "{bad:?}");
    }
}
