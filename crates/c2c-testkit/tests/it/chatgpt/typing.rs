//! What is put into the composer and what arrives.

use std::fs;

use serde_json::{Value, json};

use super::{BOX, ChatGpt, SEND};

/// Scripts, marks, joiners, directions, blanks at every place.
const ODD: &str = "[C2C]\nSTATE: INIT\n\n\n  two  spaces \ttab\n\u{e9} e\u{301} \u{4f60}\u{597d} \u{5e9}\u{5dc}\u{5d5}\u{5dd} a\u{200f}b\n👨\u{200d}👩\u{200d}👧 🏳\u{fe0f}\u{200d}🌈\n`x=1` <b>&amp;</b> *y* _z_\nlast";

#[test]
fn what_is_pasted_arrives_byte_for_byte_in_every_generation() {
    let mut page = ChatGpt::start();
    for (number, generation) in ["c", "b", "a"].into_iter().enumerate() {
        page.open(&format!("/?generation={generation}"));
        let text = format!("{ODD} {generation}");
        page.say(&text);
        assert_eq!(page.messages()[number], text);
    }
    let log = fs::read_to_string(page.folder.path().join("log")).unwrap();
    let rows: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let message = rows.iter().find(|row| row["event"] == "message").unwrap();
    assert_eq!(message["bytes"], ODD.len() + 2);
    assert_eq!((&page.state()["doubled"], &page.state()["misplaced"]), (&json!(0), &json!(0)));
}

#[test]
fn a_conversation_gets_a_transient_address_and_then_a_durable_one() {
    let mut page = ChatGpt::start();
    page.open("/?durable_ms=5000&generation=b");
    page.say("hello");
    let transient = page.browser.value("location.pathname + location.search");
    assert!(transient.as_str().unwrap().starts_with("/c/WEB:"), "{transient}");
    let path = page.state()["conversations"][0]["path"].as_str().unwrap().to_owned();
    page.wait("the durable address", &format!("location.pathname === '{path}'"));
    page.browser.call("Page.reload", &json!({}));
    page.wait("the conversation, in the same generation", "document.querySelectorAll('section').length === 2");
}

#[test]
fn typed_text_is_gone_when_the_page_comes_alive() {
    let mut page = ChatGpt::start();
    page.open("/?hydrate_ms=4000");
    page.paste("too early");
    assert_eq!(page.browser.value(&format!("document.querySelector('{BOX}').textContent")), "too early");
    page.browser.run(&format!("window.early = document.querySelector('{BOX}')"));
    page.wait("another composer", &format!("document.querySelector('{BOX}') !== window.early"));
    assert_eq!(page.browser.value(&format!("document.querySelector('{BOX}').textContent")), "");
    assert!(page.messages().is_empty());
}

#[test]
fn enter_does_what_it_is_set_to() {
    let mut page = ChatGpt::start();
    page.open("/?enter=newline");
    page.paste("one");
    page.browser.key("Enter", 13);
    page.browser.insert("two");
    page.press_send();
    page.wait("the answer", "document.querySelector('.turn-action-controls')");
    page.open("/?enter=send");
    page.paste("three");
    page.browser.key("Enter", 13);
    page.wait("the answer", "document.querySelector('.turn-action-controls')");
    assert_eq!(page.messages(), ["one\ntwo", "three"]);
}

#[test]
fn a_large_paste_becomes_an_attachment() {
    let mut page = ChatGpt::start();
    page.open("/");
    page.paste(&"x".repeat(9_999));
    assert_eq!(page.browser.value("document.querySelectorAll('form .attachment').length"), 0);
    page.open("/");
    page.paste(&"y".repeat(10_000));
    let chips = page.browser.tree();
    assert!(chips.contains(&("group".to_owned(), "Pasted text.txt".to_owned())), "{chips:?}");
    assert!(chips.iter().any(|(role, name)| role == "button" && name.starts_with("Remove Pasted text")), "{chips:?}");
    page.press_send();
    page.wait("the message", "document.querySelector('main [data-user-message-bubble]')");
    let details = &page.state()["messages"][0]["details"];
    assert_eq!(details["attachments"][0]["text"].as_str().map(str::len), Some(10_000));
}

#[test]
fn a_mention_replaces_the_composer_and_is_no_part_of_the_text() {
    let mut page = ChatGpt::start();
    page.open("/?connectors=Calendar,C2C%20demo");
    page.browser.run(&format!("window.first = document.querySelector('{BOX}')"));
    page.browser.run(&format!("document.querySelector('{BOX}').focus()"));
    page.browser.insert("@c2");
    page.wait("the list", "document.querySelectorAll('[data-list-navigation-item]').length === 1");
    page.browser.key("Enter", 13);
    page.wait("another composer", &format!("document.querySelector('{BOX}') !== window.first"));
    page.wait("the focus", &format!("document.activeElement === document.querySelector('{BOX}')"));
    page.paste("one\ntwo");
    assert_eq!(page.browser.value("document.querySelector('[app-mention-name]').textContent"), "C2C demo");
    page.press_send();
    page.wait("the message", "document.querySelector('a[href=\"/plugins/C2C%20demo\"]')");
    assert_eq!(page.messages(), ["one\ntwo"]);
    assert_eq!(page.state()["messages"][0]["details"]["mention"], "C2C demo");
}

#[test]
fn the_wrong_boxes_are_there_and_counted() {
    let mut page = ChatGpt::start();
    page.open("/?canvas=on&composers=pair");
    let boxes = page.browser.value("document.querySelectorAll('[role=textbox], input[type=search]').length");
    assert_eq!(boxes, 4, "search, canvas, Chat and Work");
    page.browser.run("document.querySelector('.canvas [role=textbox]').focus()");
    page.browser.insert("x");
    page.browser.run("document.querySelector('aside.panel [role=textbox]').focus()");
    page.browser.paste("for Work");
    page.wait("Send", "document.querySelector('aside.panel button[type=submit]:not(:disabled)')");
    page.browser.run("document.querySelector('aside.panel button[type=submit]').click()");
    crate::wait_for("the message", || page.messages().len() == 1);
    assert_eq!(page.state()["messages"][0]["mode"], "work");
    assert_eq!(page.state()["misplaced"], 2);
}

#[test]
fn send_comes_enabled_later_than_the_text() {
    let mut page = ChatGpt::start();
    page.open("/?send_enable_ms=400");
    assert_eq!(page.browser.value(&format!("document.querySelector('{SEND}')")), Value::Null);
    page.paste("x");
    assert_eq!(page.browser.value(&format!("document.querySelector('{SEND}').disabled")), true);
    page.press_send();
    page.wait("the answer", "document.querySelector('.turn-action-controls')");
    assert_eq!(page.messages(), ["x"]);
}

#[test]
fn work_is_a_press_away_and_told_from_chat() {
    let mut page = ChatGpt::start();
    page.open("/");
    page.press("Work");
    page.say("for Work");
    page.press("Chat");
    page.say("for Chat");
    let state = page.state();
    assert_eq!((&state["messages"][0]["mode"], &state["messages"][1]["mode"]), (&json!("work"), &json!("chat")));
    assert_eq!(state["misplaced"], 1);
}

#[test]
fn runs_of_spaces_may_come_back_otherwise() {
    let mut page = ChatGpt::start();
    page.open("/?nbsp=on");
    page.paste("a   b");
    assert_eq!(page.browser.value(&format!("document.querySelector('{BOX}').textContent")), "a\u{a0}\u{a0} b");
    page.press_send();
    page.wait("the answer", "document.querySelector('.turn-action-controls')");
    assert_eq!(page.messages(), ["a   b"]);
}

#[test]
fn an_address_may_bring_a_text_that_is_not_sent() {
    let mut page = ChatGpt::start();
    page.open("/?q=two%20words");
    page.wait("the text", &format!("document.querySelector('{BOX}').textContent === 'two words'"));
    assert_eq!(page.browser.value("location.search"), "");
    assert!(page.messages().is_empty());
}

#[test]
fn stop_keeps_what_was_said() {
    let mut page = ChatGpt::start();
    page.prepare(&["one two three four five six seven eight"]);
    page.open("/?word_ms=2000");
    page.paste("count");
    page.press_send();
    page.wait("a word", "document.querySelector('.answer')?.innerText.includes('one')");
    page.press("Stop");
    page.wait("the answer", "document.querySelector('.turn-action-controls')");
    assert!(!page.text().contains("eight"));
    assert_eq!(page.events("stop").len(), 1);
}
