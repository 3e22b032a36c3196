//! From a recorded page to the first step of a send.

use c2c_computer_use::find::Mode;
use c2c_computer_use::page::{Site, Wanted};
use c2c_computer_use::send_plan::{Around, Ask, Person, Press, SendPlan, Step, sight};
use c2c_ports::{Delivery, Outgoing};

use crate::{MESSAGE, tree};

const URL: &str = "https://chatgpt.com/c/68a1b2c3-0000-4000-8000-000000000001";

fn outgoing(text: &str) -> Outgoing {
    Outgoing {
        effect_id: "eff_1".parse().unwrap(),
        session_id: "ses_1".parse().unwrap(),
        number: 2,
        state: "INIT".to_owned(),
        task_id: "c2c_f81a000c".to_owned(),
        iteration: 0,
        text: text.to_owned(),
        conversation_url: Some(URL.to_owned()),
        begun: true,
        project_url: None,
        mention: None,
        allowed_connector: None,
        may_be_sent: true,
    }
}

/// The step after the page has been steady for a minute.
#[track_caller]
fn check(name: &str, text: &str, wanted: Wanted<'_>, expected: &str) {
    let outgoing = outgoing(text);
    let ask = Ask { site: &Site::default(), wanted, mode: Mode::Chat, outgoing: &outgoing };
    let around = Around { person: Person::Idle, is_in_front: true, press: Press::NotTried };
    let sight = sight(&tree(name), ask, around);
    let mut plan = SendPlan::new(0);
    let first = plan.next(&sight, 0);
    let step = if let Step::Wait(_) = first { plan.next(&sight, 100_000) } else { first };
    assert_eq!(format!("{step:?}"), expected, "{name}");
}

#[test]
fn a_send_begins_where_the_page_is_ready() {
    for name in ["older-en", "older-de", "older-fr", "current-en", "current-zh-cn", "current-ja"] {
        check(name, "Hello", Wanted::At { url: URL }, "TakeFocus");
    }
    check("current-en-new", "Hello", Wanted::New { project: None }, "TakeFocus");
}

#[test]
fn a_send_stops_before_anything_is_touched() {
    let at = Wanted::At { url: URL };
    let other = Wanted::At { url: "https://chatgpt.com/c/other" };
    let refused = format!("Stop(Unfit(OtherConversation {{ url: \"{URL}\" }}))");
    check("current-en", "Hello", other, &refused);
    check("current-fr-bar", "Hello", at, "Stop(ForeignDraft { excerpt: \"Bonjour\" })");
    check("current-en-work", "Hello", Wanted::New { project: None }, "Stop(NoComposer(OtherMode))");
    check("current-en-two", "Hello", Wanted::New { project: None }, "Stop(SeveralComposers)");
    check("current-en-loading", "Hello", Wanted::New { project: None }, "Stop(NoComposer(NotLoaded))");
    check("linux-accessibility-off", "Hello", at, "Stop(NoComposer(NoPage))");
    check("macos-native-en", "Hello", at, "Stop(Unfit(NoAddress))");
    check("mood-too-many-requests", "Hello", at, "Stop(Mood(TooManyRequests { wait: None }))");
    check("mood-session-expired", "Hello", at, "Stop(Mood(LogIn))");
}

#[test]
fn a_running_answer_is_waited_for() {
    check("current-en-streaming", "Hello", Wanted::At { url: URL }, "Wait(Answer)");
}

#[test]
fn a_message_that_is_there_already_is_not_sent_again() {
    check("current-en-thinking", MESSAGE, Wanted::At { url: URL }, &format!("{:?}", Step::Done(Delivery::Seen)));
    check("current-en", MESSAGE, Wanted::At { url: URL }, &format!("{:?}", Step::Done(Delivery::Unknown)));
    check("windows-zh-cn", MESSAGE, Wanted::At { url: URL }, &format!("{:?}", Step::Done(Delivery::Unknown)));
}
