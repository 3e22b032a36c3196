//! What follows when the window cannot be used.

use c2c_ports::NoticeKind;

use super::*;

/// One error of every kind that pauses until the person does something.
pub(super) fn errors() -> Vec<WindowError> {
    let text = || "the reason".to_owned();
    let mut errors = vec![
        WindowError::Unavailable { reason: text(), hint: "`c2c chatgpt open`.".to_owned() },
        WindowError::Unreachable,
        WindowError::WrongPage { shown: text() },
        WindowError::Unrecognised { what: text() },
        WindowError::ForeignDraft { excerpt: text() },
        WindowError::MixedDraft { added: text() },
        WindowError::OtherMode { shown: text(), wanted: text() },
        WindowError::NoConnector { name: text(), put_in: text() },
        WindowError::FocusLost,
        WindowError::NotInserted { reason: text() },
        WindowError::HandOver { reason: text() },
        WindowError::TooLong,
        WindowError::Unreadable { reason: text() },
    ];
    errors.extend(Chore::ALL.map(|chore| WindowError::Person { chore, reason: text() }));
    errors
}

fn sending() -> Machine {
    after(Approval::Never, [Event::Started, pictured(), delivered()])
}

fn step(machine: &mut Machine, event: Event, now_ms: i64) -> String {
    let step = machine.apply(event, now_ms);
    format!("{} | {}", phase_name(machine), step_name(&step))
}

#[test]
fn every_error_pauses_a_send_and_a_read_and_can_be_tried_again_or_handed_over() {
    for error in errors() {
        let code = error.code();
        let told = match error {
            WindowError::Person { .. } | WindowError::HandOver { .. } | WindowError::TooLong => "paused",
            _ => "failed",
        };
        let mut machine = sending();
        let sent = step(&mut machine, not_sent(error.clone()), NOW_MS);
        assert_eq!(sent, format!("sending, paused: {code} | send INIT 0 again; notify {told}"));
        assert!(machine.needs_person() && machine.due_ms().is_none(), "{code}");
        let mut handed = machine.clone();
        assert_eq!(step(&mut machine, Event::Command(Command::Continue), NOW_MS), "sending | ", "{code}");
        let over = step(&mut handed, Event::Command(Command::Handoff), NOW_MS);
        assert_eq!(over, "sending | send BOOT 0; new conversation", "{code}");
        assert_eq!(step(&mut handed, delivered(), NOW_MS), "sending | send HANDOFF 0", "{code}");

        let mut machine = after(Approval::Never, to_review());
        let read = step(&mut machine, Event::Unread { error }, NOW_MS);
        assert_eq!(read, format!("waiting, paused: {code} | notify {told}"));
        let (mut handed, mut answered) = (machine.clone(), machine.clone());
        assert_eq!(step(&mut machine, Event::Command(Command::Continue), NOW_MS + 9), "waiting | ", "{code}");
        assert_eq!(machine.reply_deadline_ms(), Some(NOW_MS + 60_009), "{code}");
        let over = step(&mut handed, Event::Command(Command::Handoff), NOW_MS);
        assert_eq!(over, "sending | send BOOT 0; new conversation", "{code}");
        assert_eq!(step(&mut handed, delivered(), NOW_MS), "sending | send HANDOFF 1", "{code}");
        assert_eq!(step(&mut answered, done(1), NOW_MS), "done | notify done; keep answer DONE 1", "{code}");
    }
}

#[test]
fn what_chatgpt_asks_of_the_person_is_in_the_notice() {
    let mut machine = sending();
    let step = machine.apply(not_sent(log_in()), NOW_MS);
    let Some(Effect::Notify { kind, title, body, .. }) = step.effects.last() else { panic!("{step:?}") };
    assert_eq!((*kind, title.as_str()), (NoticeKind::Paused, "ChatGPT asks for you (c2c_f81a)"));
    insta::assert_snapshot!(body, @"
    ChatGPT asks for you: Log in
    Log in to ChatGPT in C2C's window. Then `c2c continue`.
    ");
}

#[test]
fn a_wait_ends_by_itself_and_is_told_once() {
    let mut machine = sending();
    assert_eq!(
        step(&mut machine, not_sent(wait()), NOW_MS),
        "sending, paused: chatgpt_wait | send INIT 0 again; notify paused"
    );
    assert!(!machine.needs_person());
    assert_eq!(machine.due_ms(), Some(NOW_MS + 60_000));
    assert_eq!(step(&mut machine, Event::Tick, NOW_MS + 59_999), "sending, paused: chatgpt_wait | ");
    assert_eq!(step(&mut machine, Event::Tick, NOW_MS + 60_000), "sending | ");
    // Asked again before anything went well, the person knows already.
    let again = WindowError::Wait { until_ms: NOW_MS + 90_000, reason: "Still".to_owned() };
    assert_eq!(step(&mut machine, not_sent(again), NOW_MS), "sending, paused: chatgpt_wait | send INIT 0 again");
    step(&mut machine, Event::Tick, NOW_MS + 90_000);
    step(&mut machine, delivered(), NOW_MS + 90_000);
    assert_eq!(machine.reply_deadline_ms(), Some(NOW_MS + 150_000));
    assert_eq!(
        step(&mut machine, Event::Unread { error: wait() }, NOW_MS),
        "waiting, paused: chatgpt_wait | notify paused"
    );
    assert_eq!(step(&mut machine, Event::Command(Command::Continue), NOW_MS + 5), "waiting | ");
    assert_eq!(machine.reply_deadline_ms(), Some(NOW_MS + 60_005));
}

#[test]
fn a_wait_is_never_shorter_than_some_seconds_nor_longer_than_a_day() {
    for (until_ms, expected_ms) in [(0, NOW_MS + 5_000), (i64::MAX, NOW_MS + 86_400_000)] {
        let mut machine = sending();
        machine.apply(not_sent(WindowError::Wait { until_ms, reason: String::new() }), NOW_MS);
        assert_eq!(machine.due_ms(), Some(expected_ms));
    }
}

#[test]
fn what_the_person_paused_does_not_go_on_by_itself() {
    for late in [not_sent(wait()), unknown()] {
        let mut machine = sending();
        machine.apply(Event::Command(Command::Pause), NOW_MS);
        assert_eq!(step(&mut machine, late.clone(), NOW_MS), "sending, paused: person | send INIT 0 again");
        assert_eq!(machine.due_ms(), None);
        let mut machine = sending();
        machine.apply(late, NOW_MS);
        assert_eq!(step(&mut machine, Event::Command(Command::Pause), NOW_MS), "sending, paused: person | ");
        assert_eq!(machine.due_ms(), None);
    }
}

#[test]
fn it_is_looked_three_times_whether_a_message_arrived_before_the_person_is_asked() {
    let mut machine = sending();
    let mut now_ms = NOW_MS;
    for wait_ms in [5_000, 15_000, 60_000] {
        let quiet = "sending, paused: delivery_unknown | send INIT 0 again";
        assert_eq!(step(&mut machine, unknown(), now_ms), quiet);
        assert_eq!(machine.due_ms(), Some(now_ms + wait_ms));
        now_ms += wait_ms;
        assert_eq!(machine.apply(Event::Tick, now_ms), Step::nothing());
        assert_eq!(phase_name(&machine), "sending");
    }
    let asked = "sending, paused: delivery_unknown | send INIT 0 again; notify paused";
    assert_eq!(step(&mut machine, unknown(), now_ms), asked);
    assert!(machine.needs_person());
    machine.apply(Event::Command(Command::Continue), now_ms);
    machine.apply(unknown(), now_ms);
    assert_eq!(machine.due_ms(), Some(now_ms + 5_000), "it begins anew");
}

#[test]
fn a_message_that_went_elsewhere_is_not_sent_again() {
    let elsewhere = || Some(WindowError::WrongPage { shown: "https://chat.example/c/2".to_owned() });
    let mut machine = sending();
    let event = outcome(Outcome::Delivered { delivery: Delivery::Seen, elsewhere: elsewhere() });
    assert_eq!(step(&mut machine, event, NOW_MS), "waiting, paused: window_wrong_page | notify failed");
}
