//! Times that notices show, what happens in each mood, and what is a mood at all. The notices
//! themselves are recorded: see `tests/it/moods_of_trees.rs`.

use super::*;
use crate::sample;
use crate::turns;

#[track_caller]
fn check_wait(text: &str, expected: Option<Wait>) {
    assert_eq!(shown_wait(text), expected, "{text}");
}

#[test]
fn times_are_read_as_pages_write_them() {
    let clock = |hour, minute| Some(Wait::Clock { hour, minute });
    check_wait("resets after 3:45 PM.", clock(15, 45));
    check_wait("resets after 3:45\u{202f}PM", clock(15, 45));
    check_wait("resets at 12:05 am", clock(0, 5));
    check_wait("resets at 12:05 PM", clock(12, 5));
    check_wait("resets at 3:45pm", clock(15, 45));
    check_wait("resets at 15:45", clock(15, 45));
    check_wait("try again in 5 minutes.", Some(Wait::Minutes(5)));
    check_wait("try again in 1 minute", Some(Wait::Minutes(1)));
    check_wait("try again in 90 seconds", Some(Wait::Minutes(2)));
    check_wait("try again in 2 hours", Some(Wait::Minutes(120)));
}

#[test]
fn other_numbers_are_no_times() {
    for text in [
        "wait a few minutes before trying again",
        "ratio 3:4",
        "at 25:00",
        "at 12:60",
        "13:1 PM",
        "GPT-5.6 Pro",
        "version 10:123",
        "in 5 days",
        "5 minutes ago",
        "in 99999999999 hours",
        "in 4000000000 hours",
        "",
    ] {
        check_wait(text, None);
    }
}

/// 2026-11-30 12:00:30 UTC.
const NOW_MS: i64 = 1_796_040_030_000;

#[track_caller]
fn check_next(mood: &Mood, policy: &Policy, expected: Next) {
    assert_eq!(next(mood, policy, Now { ms: NOW_MS, offset_minutes: -480 }), expected, "{mood:?}");
}

#[test]
fn a_shown_time_is_the_next_such_time_where_the_person_is() {
    // It is 4:00 in the morning there.
    let at = |hour, minute, expected_minutes: i64| {
        let mood = Mood::TooManyRequests { wait: Some(Wait::Clock { hour, minute }) };
        let at_ms = 1_796_040_000_000 + expected_minutes * 60_000;
        check_next(&mood, &Policy::default(), Next::WaitUntil { at_ms });
    };
    at(4, 1, 1);
    at(15, 45, 11 * 60 + 45);
    at(3, 59, 24 * 60 - 1);
    at(4, 0, 0);
}

#[test]
fn every_mood_has_a_next_step() {
    let node = NodeId(7);
    let asks = Policy::default();
    let retried = Policy { has_retried: true, ..Policy::default() };
    let allows = Policy { allow_connector: Some("C2C demo".to_owned()), ..Policy::default() };
    let permission = |connector: &str, allow_once| Mood::ConnectorPermission {
        connector: connector.to_owned(),
        allow_once,
        deny: None,
    };
    let minutes = |minutes: i64| Next::WaitUntil { at_ms: NOW_MS + minutes * 60_000 };
    let once = Next::RetryOnce { button: node };
    for (mood, policy, expected) in [
        (Mood::HumanCheck, &asks, Next::AskPerson),
        (Mood::LogIn, &asks, Next::AskPerson),
        (Mood::AccountBlocked, &asks, Next::AskPerson),
        (Mood::TooManyRequests { wait: None }, &asks, Next::WaitUntil { at_ms: NOW_MS + DEFAULT_WAIT_MS }),
        (Mood::TooManyRequests { wait: Some(Wait::Minutes(3)) }, &asks, minutes(3)),
        (permission("C2C demo", Some(node)), &asks, Next::AskPerson),
        (permission("C2C demo", Some(node)), &allows, Next::Press { button: node }),
        (permission("C2C demo", None), &allows, Next::AskPerson),
        (permission("c2c demo", Some(node)), &allows, Next::AskPerson),
        (Mood::Chooser, &asks, Next::AskPerson),
        (Mood::UseWork { button: node }, &asks, Next::AskPerson),
        (Mood::MaxLength { new_chat: Some(node) }, &asks, Next::OfferHandOver { new_chat: Some(node) }),
        (Mood::MessageTooLong, &asks, Next::AskPerson),
        (Mood::PlanLimit { resets: None, other_model: true }, &asks, Next::GoOn),
        (Mood::PlanLimit { resets: Some(Wait::Minutes(9)), other_model: false }, &asks, minutes(9)),
        (Mood::PlanLimit { resets: None, other_model: false }, &asks, Next::AskPerson),
        (Mood::DeliveryTimeout { retry: Some(node) }, &asks, once),
        (Mood::DeliveryTimeout { retry: Some(node) }, &retried, Next::AskPerson),
        (Mood::DeliveryTimeout { retry: None }, &asks, Next::AskPerson),
        (Mood::StreamError { retry: Some(node) }, &asks, once),
        (Mood::StreamError { retry: Some(node) }, &retried, Next::AskPerson),
        (Mood::SomethingWrong { retry: Some(node) }, &asks, once),
        (Mood::Reconnecting, &asks, Next::Wait),
        (Mood::ConversationMissing, &asks, Next::OfferHandOver { new_chat: None }),
        (Mood::UnknownModal { title: "x".to_owned() }, &asks, Next::AskPerson),
        (Mood::ContinueGenerating { button: node }, &asks, Next::Press { button: node }),
    ] {
        check_next(&mood, policy, expected);
    }
}

#[track_caller]
fn check(page: &str, expected: &[Mood]) {
    let tree = sample::tree(page);
    assert_eq!(moods(&tree, &turns::turns(&tree)), expected, "{page}");
}

#[test]
fn the_most_pressing_mood_comes_first_and_each_once() {
    check(
        r#"
        document web
          push button "Continue generating"
          alert
            static "Error in message stream"
          dialog
            static "Too many requests"
          static "Too many requests"
        "#,
        &[
            Mood::TooManyRequests { wait: None },
            Mood::StreamError { retry: None },
            Mood::ContinueGenerating { button: NodeId(1) },
        ],
    );
}

#[test]
fn what_people_and_answers_write_is_no_mood() {
    check("document web\n  landmark xml-roles=navigation\n    link\n      static \"Too many requests\"", &[]);
    check("document web\n  form\n    entry \"Ask ChatGPT\"\n      static \"Too many requests\"", &[]);
    check(
        "document web\n  heading \"You said:\"\n  static \"Message delivery timed out\"\n  heading \"ChatGPT said:\"\n  paragraph\n    static \"Which response do you prefer?\"\n  link \"Log in\"",
        &[],
    );
}

#[test]
fn the_title_of_a_conversation_is_no_mood() {
    check("document web\n  heading\n    static \"Too many requests in the API\"", &[]);
}

#[test]
fn a_row_that_offers_to_answer_now_is_no_failed_answer() {
    let row = "  status bar +busy\n    static \"Pro thinking\"\n    push button \"Answer now\"";
    check(&format!("document web\n  heading \"ChatGPT said:\"\n{row}"), &[]);
}

#[test]
fn a_hidden_dialog_is_none() {
    check("document web\n  dialog -visible\n    static \"Too many requests\"", &[]);
}

#[test]
fn a_dialog_that_no_rule_knows_is_told_by_its_title() {
    let title = "x".repeat(200);
    let expected = Mood::UnknownModal { title: title[..80].to_owned() };
    check(&format!("document web\n  dialog \"{title}\"\n    static \"more\""), &[expected]);
    check("document web\n  dialog", &[Mood::UnknownModal { title: String::new() }]);
}

#[test]
fn a_check_of_humanity_is_a_short_page_without_a_text_box() {
    let page = "document web \"Just a moment...\"\n  static \"chatgpt.com\"";
    check(page, &[Mood::HumanCheck]);
    check(&format!("{page}\n  entry \"Ask ChatGPT\""), &[]);
    check(&format!("{page}\n  static \"{}\"", "long ".repeat(300)), &[]);
}

#[test]
fn an_alert_with_one_button_in_the_last_turn_is_a_failed_answer_in_any_language() {
    let page =
        |buttons: &str| format!("document web\n  heading \"ChatGPT said:\"\n  alert\n    static \"Virhe\"\n{buttons}");
    check(&page("    push button \"Uudelleen\""), &[Mood::StreamError { retry: Some(NodeId(4)) }]);
    check(&page("    push button \"A\"\n    push button \"B\""), &[]);
    check(&page(""), &[]);
}
