//! Everything that may come in the way: what is said about it, what is pressed, and that nothing goes twice.

use c2c_ports::{Chore, Delivery, Found, Outgoing, WindowError};

use crate::stage::Stage;

const TEXT: &str = "A message, déjà vu\nof two lines";
const ANSWER: &str = "First sentence of the answer. Second sentence of the answer.";

fn person(error: &WindowError) -> Option<Chore> {
    match error {
        WindowError::Person { chore, .. } => Some(*chore),
        _ => None,
    }
}

type Case = (&'static [(&'static str, &'static str)], fn(&WindowError) -> bool);

#[test]
fn a_page_that_takes_no_message_says_why_and_gets_none() {
    let Some(stage) = Stage::new() else { return };
    let cases: &[Case] = &[
        (&[("mood", "too-many-requests")], |error| matches!(error, WindowError::Wait { .. })),
        (&[("mood", "plan-limit")], |error| person(error) == Some(Chore::PlanLimit)),
        (&[("mood", "plan-limit"), ("mood_times", "0"), ("shown_time", "3:45 PM")], |error| {
            matches!(error, WindowError::Wait { .. })
        }),
        (&[("mood", "message-too-long")], |error| *error == WindowError::TooLong),
        (&[("mood", "max-length")], |error| matches!(error, WindowError::HandOver { .. })),
        (&[("mood", "login")], |error| person(error) == Some(Chore::LogIn)),
        (&[("mood", "login"), ("mood_at", "send"), ("mood_times", "0")], |error| person(error) == Some(Chore::LogIn)),
        (&[("mood", "human-check")], |error| person(error) == Some(Chore::HumanCheck)),
        (&[("mood", "unknown-modal")], |error| person(error) == Some(Chore::Dialog)),
    ];
    for (switches, is_right) in cases {
        stage.set(switches, &[], "/");
        let outgoing = stage.outgoing(TEXT);
        let sent = stage.send(&outgoing);
        let Err(error) = sent else { panic!("{switches:?}: {sent:?}") };
        assert!(is_right(&error), "{switches:?}: {error:?}");
        assert_eq!(stage.messages(), 0, "{switches:?}");
    }
}

/// Switches, what is pressed, and what ChatGPT says each time.
type Answered = (&'static [(&'static str, &'static str)], Option<&'static str>, &'static [&'static str]);

#[test]
fn an_answer_that_does_not_simply_come_is_minded() {
    const QUICK: (&str, &str) = ("thinking_ms", "100");
    let Some(stage) = Stage::new() else { return };
    let answered: &[Answered] = &[
        (&[QUICK, ("mood", "model-fallback")], None, &[]),
        (&[QUICK, ("mood", "delivery-timeout")], Some("retry"), &[ANSWER]),
        (&[QUICK, ("mood", "stream-error")], Some("retry"), &[ANSWER, ANSWER]),
        (&[QUICK, ("mood", "continue-generating")], Some("continue"), &[ANSWER]),
    ];
    let mut sent = 0;
    for (switches, pressed, answers) in answered {
        let answers = if answers.is_empty() { &[ANSWER] } else { *answers };
        let before = pressed.map_or(0, |name| stage.events(name).len());
        let outgoing = begin(&stage, switches, answers);
        sent += 1;
        assert_eq!(stage.read(&outgoing).unwrap().text.trim(), ANSWER, "{switches:?}");
        if let Some(name) = pressed {
            assert_eq!(stage.events(name).len() - before, 1, "{switches:?}");
        }
        assert_eq!(stage.messages(), sent, "{switches:?}");
    }
    let asked =
        [("ab-chooser", Chore::Choose), ("use-work", Chore::UseWork), ("connector-permission", Chore::AllowConnector)];
    for (mood, chore) in asked {
        let answers: &[&str] = if mood == "ab-chooser" { &[ANSWER] } else { &[] };
        let outgoing = begin(&stage, &[QUICK, ("mood", mood)], answers);
        sent += 1;
        let error = stage.read(&outgoing).unwrap_err();
        assert_eq!(person(&error), Some(chore), "{mood}: {error:?}");
        assert_eq!((stage.events("permit").len(), stage.messages()), (0, sent), "{mood}");
    }
    // What the person allowed beforehand is allowed once, and another connector is not.
    let switches = [QUICK, ("mood", "connector-permission"), ("mood_times", "0")];
    let other = Outgoing { allowed_connector: Some("C2".to_owned()), ..begin(&stage, &switches, &[]) };
    assert_eq!(stage.read(&other).map_err(|error| person(&error)), Err(Some(Chore::AllowConnector)));
    let ours = Outgoing { allowed_connector: Some("C2C".to_owned()), ..begin(&stage, &switches, &[ANSWER]) };
    assert_eq!(stage.read(&ours).unwrap().text.trim(), ANSWER);
    let permits = stage.events("permit");
    assert_eq!(permits.len(), 1, "{permits:?}");
    assert_eq!(permits[0]["details"]["what"], "once", "{permits:?}");
    // The next message waits for the answer to the one before, which asks: as for the boot prompt, nobody reads it.
    let first = begin(&stage, &switches, &[ANSWER, ANSWER]);
    let second = Outgoing { text: format!("{TEXT} again"), begun: true, number: first.number + 1, ..first.clone() };
    let error = stage.send(&second).unwrap_err();
    assert_eq!(person(&error), Some(Chore::AllowConnector), "{error:?}");
    let allowed = Outgoing { allowed_connector: Some("C2C".to_owned()), ..second };
    assert_eq!(stage.send(&allowed).unwrap().delivery, Delivery::Seen);
    assert_eq!((stage.events("permit").len(), stage.messages()), (2, sent + 4));
}

/// Sends a message to a page with these switches.
#[track_caller]
fn begin(stage: &Stage, switches: &[(&str, &str)], answers: &[&str]) -> Outgoing {
    stage.set(switches, answers, "/");
    let outgoing = stage.outgoing(TEXT);
    let (sent, presses) = stage.send_counting(&outgoing);
    assert_eq!(sent.map(|sent| (sent.delivery, presses)), Ok((Delivery::Seen, 1)), "{switches:?}");
    outgoing
}

#[test]
fn a_message_that_the_page_does_not_show_is_not_sent_again() {
    let Some(stage) = Stage::new() else { return };
    stage.set(&[("mood", "silent-delivery")], &[ANSWER], "/");
    let outgoing = stage.outgoing(TEXT);
    let (sent, presses) = stage.send_counting(&outgoing);
    assert_eq!(sent.map(|sent| (sent.delivery, presses)), Ok((Delivery::Unknown, 1)));
    let outgoing = Outgoing { may_be_sent: true, ..outgoing };
    assert_eq!(stage.find(&outgoing), Ok(Found::Unclear));
    // Once its page is loaded anew, it is there.
    let path = stage.ask("GET", "conversation", &serde_json::json!(null))["path"].as_str().unwrap().to_owned();
    stage.open(&path);
    assert_eq!(stage.find(&outgoing), Ok(Found::Yes));
    assert_eq!(stage.read(&outgoing).unwrap().text.trim(), ANSWER);
    assert_eq!(stage.messages(), 1);
}

#[test]
fn a_message_that_is_lost_is_sent_again_when_the_conversation_was_looked_into_anew() {
    let Some(stage) = Stage::new() else { return };
    let first = begin(&stage, &[], &[ANSWER]);
    let url = stage.read(&first).unwrap().conversation_url.unwrap();
    stage.set(&[("mood", "lost-send")], &["Here it is."], url.strip_prefix(&stage.origin()).unwrap());
    let text = "Another one".to_owned();
    let second = Outgoing { number: 2, text, conversation_url: Some(url), begun: true, ..first };
    let (sent, presses) = stage.send_counting(&second);
    assert_eq!(sent.map(|sent| (sent.delivery, presses)), Ok((Delivery::Unknown, 1)));
    let second = Outgoing { may_be_sent: true, ..second };
    assert_eq!(stage.find(&second), Ok(Found::No));
    assert_eq!(stage.send(&second).map(|sent| sent.delivery), Ok(Delivery::Seen));
    assert_eq!(stage.read(&second).unwrap().text.trim(), "Here it is.");
    assert_eq!(stage.messages(), 2);
}
