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

const ORIGIN: &str = "https://chatgpt.com";

#[test]
fn an_address_is_kept_as_c2c_writes_it() {
    for url in ["https://chatgpt.com/c/1", "https://chatgpt.com/c/1/", "https://chatgpt.com/c/1?model=x#top"] {
        assert_eq!(at(url).checked(ORIGIN).unwrap(), at("https://chatgpt.com/c/1"), "{url}");
    }
    let page = in_project("https://chatgpt.com/g/g-p-0af-shop/project");
    for url in ["https://chatgpt.com/g/g-p-0af-shop", "https://chatgpt.com/g/g-p-0af-shop/project?x"] {
        assert_eq!(in_project(url).checked(ORIGIN).unwrap(), page, "{url}");
    }
    assert_eq!(
        at("http://127.0.0.1:8080/c/1").checked("http://127.0.0.1:8080").unwrap(),
        at("http://127.0.0.1:8080/c/1")
    );
    assert_eq!(Chat::Current.checked(ORIGIN).unwrap(), Chat::Current);
}

#[test]
fn what_is_no_address_of_chatgpts_is_refused_before_anything_is_opened() {
    let long = format!("https://chatgpt.com/c/{}", "a".repeat(2048));
    for bad in [
        "",
        "chatgpt.com/c/1",
        "http://nope/c/1",
        "https://chatgpt.com.evil.example/c/1",
        "https://chatgpt.com/",
        "https://chatgpt.com/c/WEB:123",
        "https://chatgpt.com/c/1?temporary-chat=true",
        "https://chatgpt.com/g/g-p-0af/project",
        "https://chatgpt.com/c/1 2",
        "https://chatgpt.com/c/1\n",
        &long,
    ] {
        let error = at(bad).checked(ORIGIN).unwrap_err();
        assert_eq!(error.kind, ErrorKind::User, "{bad:?}");
        assert!(error.to_string().ends_with("is no conversation of ChatGPT's"), "{error}");
        assert!(error.to_string().len() < 300, "{error}");
    }
    for bad in ["", "https://chatgpt.com/c/1", "https://chatgpt.com/nonsense", "https://nope/g/g-p-0af/project"] {
        for chat in [in_project(bad), Chat::NewInProject { url: bad.to_owned() }] {
            let error = chat.checked(ORIGIN).unwrap_err();
            assert!(error.to_string().ends_with("is no ChatGPT Project"), "{error}");
        }
    }
}
