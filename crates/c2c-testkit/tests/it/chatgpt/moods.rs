//! What may come in the way: one case each, with what a person does about it.

use serde_json::json;

use super::{BOX, ChatGpt};

impl ChatGpt {
    /// Sends `hello` in a new conversation with this mood.
    fn hello(&mut self, mood: &str) {
        self.open(&format!("/?mood={mood}&shown_time=3:45%20PM"));
        self.paste("hello");
        self.press_send();
    }

    #[track_caller]
    fn wait_for_text(&mut self, text: &str) {
        self.wait(text, &format!("document.body.innerText.includes({text:?})"));
    }
}

#[test]
fn a_refused_message_stays_in_the_composer() {
    let mut page = ChatGpt::start();
    let cases = [
        ("too-many-requests", "Please try again after 3:45 PM."),
        ("plan-limit", "Your limit resets at 3:45 PM."),
        ("message-too-long", "The message you submitted was too long"),
        ("max-length", "You’ve reached the maximum length for this conversation"),
    ];
    for (mood, text) in cases {
        page.hello(mood);
        page.wait_for_text(text);
        assert_eq!(page.browser.value(&format!("document.querySelector('{BOX}').textContent")), "hello", "{mood}");
    }
    page.press("Start new chat");
    page.wait("a new chat", "location.pathname === '/' && !document.body.innerText.includes('maximum length')");
    assert_eq!(page.messages(), Vec::<String>::new());
    assert_eq!(page.events("refused").len(), cases.len());
}

#[test]
fn too_many_requests_is_a_dialog_that_can_be_closed() {
    let mut page = ChatGpt::start();
    page.hello("too-many-requests");
    page.wait_for_text("Too many requests");
    assert!(page.browser.tree().contains(&("dialog".to_owned(), "Too many requests".to_owned())));
    page.press("Got it");
    page.wait("the dialog to go", "!document.querySelector('[role=dialog]')");
    page.press_send();
    page.wait("the answer", "document.querySelector('.turn-action-controls')");
    assert_eq!(page.messages(), ["hello"]);
}

#[test]
fn retry_gets_the_answer_and_is_no_second_message() {
    let mut page = ChatGpt::start();
    for (mood, text) in [
        ("delivery-timeout", "Message delivery timed out. Please try again."),
        ("stream-error", "Error in message stream"),
        ("use-work", "Something went wrong"),
    ] {
        for generation in ["c", "b"] {
            page.hello(&format!("{mood}&mood_times=0&generation={generation}"));
            page.wait_for_text(text);
            page.press("Retry");
            page.wait("the answer", "document.querySelector('.turn-action-controls')");
        }
    }
    assert_eq!(page.messages().len(), 6);
    assert_eq!(page.events("retry").len(), 6);
}

#[test]
fn another_model_answers_with_a_notice() {
    let mut page = ChatGpt::start();
    page.hello("model-fallback");
    page.wait("the answer", "document.querySelector('.turn-action-controls')");
    page.wait_for_text("Responses will use another model until your limit resets after 3:45 PM.");
}

#[test]
fn one_of_two_answers_has_to_be_chosen() {
    let mut page = ChatGpt::start();
    page.hello("ab-chooser");
    page.wait_for_text("Which response do you prefer?");
    page.paste("more");
    page.wait("Send to be blocked", "document.querySelector('main form button[type=submit]:disabled')");
    page.press("I prefer this response");
    page.wait("the answer", "document.querySelector('.turn-action-controls')");
    page.press_send();
    page.wait("the next answer", "document.querySelectorAll('.turn-action-controls').length === 2");
    assert_eq!(page.messages(), ["hello", "more"]);
}

#[test]
fn a_cut_answer_goes_on() {
    let mut page = ChatGpt::start();
    page.prepare(&["the first half and the second half"]);
    page.hello("continue-generating");
    page.press("Continue generating");
    page.wait("the answer", "document.querySelector('.turn-action-controls')");
    page.wait_for_text("the first half and the second half");
}

#[test]
fn the_connector_may_need_a_permission() {
    let mut page = ChatGpt::start();
    page.hello("connector-permission");
    page.wait_for_text("Allow ChatGPT to use C2C?");
    assert!(page.browser.tree().contains(&("dialog".to_owned(), "Allow ChatGPT to use C2C?".to_owned())));
    page.press("Allow once");
    page.wait("the answer", "document.querySelector('.turn-action-controls')");
    assert_eq!(page.events("permit")[0]["what"], "once");
}

#[test]
fn there_may_be_something_else_in_place_of_the_page() {
    let mut page = ChatGpt::start();
    let url = format!("http://127.0.0.1:{}/", page.port);
    page.browser.open(&format!("{url}?mood=login"));
    page.wait_for_text("Get responses tailored to you");
    assert_eq!(page.browser.value("document.querySelector('[role=textbox]')"), serde_json::Value::Null);
    page.browser.open(&format!("{url}?mood=human-check"));
    page.wait_for_text("Verify you are human");
    assert_eq!(page.browser.value("document.title"), "Just a moment...");
    page.open("/?mood=unknown-modal");
    page.wait_for_text("Meet your weekly summary");
    page.open("/c/12345678-0000-4000-8000-000000000000");
    page.wait_for_text("Unable to load conversation 12345678-0000-4000-8000-000000000000");
}

#[test]
fn a_message_may_be_lost_or_arrive_unseen() {
    let mut page = ChatGpt::start();
    page.hello("lost-send");
    page.wait(
        "the composer to be empty",
        "document.querySelector('main form button[aria-label=\"Start new voice chat\"]')",
    );
    crate::wait_for("the loss", || page.events("refused").len() == 1);
    page.hello("silent-delivery");
    page.wait("the address", "location.pathname.startsWith('/c/')");
    assert_eq!(page.messages(), ["hello"]);
    assert_eq!(page.browser.value("document.querySelector('[data-turn-key]')"), serde_json::Value::Null);
    page.browser.call("Page.reload", &json!({}));
    page.wait("the conversation", "document.querySelector('[data-turn-key]')");
}

#[test]
fn one_run_goes_through_several_moods() {
    let mut page = ChatGpt::start();
    page.open("/?moods=too-many-requests,stream-error");
    page.paste("hello");
    page.press_send();
    page.press("Got it");
    page.press_send();
    page.press("Retry");
    page.wait("the answer", "document.querySelector('.turn-action-controls')");
    page.say("more");
    assert_eq!(page.messages(), ["hello", "more"]);
    let conversation = page.ask("GET", "/__stand-in/conversation", &serde_json::Value::Null);
    let rows = conversation["messages"].as_array().unwrap();
    let said: Vec<_> =
        rows.iter().map(|row| (row["author"].as_str().unwrap(), row["text"].as_str().unwrap())).collect();
    assert_eq!(said, [("user", "hello"), ("assistant", "hello"), ("user", "more"), ("assistant", "more")]);
}
