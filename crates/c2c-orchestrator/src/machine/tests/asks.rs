//! What the person is still asked.

use c2c_ports::NoticeKind;

use super::*;

/// The kinds of notices that still ask something, for the plan of this number.
fn asked(machine: &Machine, plan: Option<u32>) -> Vec<NoticeKind> {
    let kinds = [
        NoticeKind::Blocked,
        NoticeKind::Approval,
        NoticeKind::Carry,
        NoticeKind::Overdue,
        NoticeKind::Limit,
        NoticeKind::Paused,
        NoticeKind::Failed,
    ];
    assert!(machine.asks(NoticeKind::Done, plan), "it tells, and asks nothing");
    kinds.into_iter().filter(|kind| machine.asks(*kind, plan)).collect()
}

#[test]
fn a_plan_is_asked_about_until_it_is_answered() {
    let mut machine = after(Approval::First, to_first_answer());
    assert_eq!(asked(&machine, None), [NoticeKind::Carry]);
    machine.apply(plan(1), NOW_MS);
    assert_eq!(asked(&machine, Some(1)), [NoticeKind::Approval]);
    assert_eq!(asked(&machine, Some(2)), [], "another plan");
    machine.apply(Event::Command(Command::Pause), NOW_MS);
    assert_eq!(asked(&machine, Some(1)), [NoticeKind::Approval], "it can be answered while the session is held");
    machine.apply(Event::Command(Command::Approve { plan: Some(1) }), NOW_MS);
    assert_eq!(asked(&machine, Some(1)), []);
}

#[test]
fn what_rejects_a_plan_is_known_by_its_message() {
    let mut machine = after(Approval::First, to_first_answer());
    machine.apply(plan(1), NOW_MS);
    let step = machine.apply(Event::Command(Command::Reject { plan: Some(1), reason: "Not so.".to_owned() }), NOW_MS);
    let [Effect::Send { state, text, .. }] = step.effects.as_slice() else { panic!("{:?}", step.effects) };
    assert!(rejects_plan(state, text) && !rejects_plan("INIT", text));
    let mut machine = after(Approval::First, to_first_answer());
    let step = machine.apply(reply("What?".to_owned()), NOW_MS);
    let [Effect::Send { state, text, .. }] = step.effects.as_slice() else { panic!("{:?}", step.effects) };
    assert!(state == "ERROR" && !rejects_plan(state, text), "{text}");
}

#[test]
fn a_question_and_a_pause_are_asked_until_the_session_goes_on_or_ends() {
    let mut machine = after(Approval::Never, to_review());
    machine.apply(blocked(1), NOW_MS);
    assert_eq!(asked(&machine, None), [NoticeKind::Blocked]);
    machine.apply(Event::Command(Command::Reply { text: "Here is the key.".to_owned(), tool_calls: 0 }), NOW_MS);
    assert_eq!(asked(&machine, None), []);
    let mut machine = after(Approval::Never, to_review());
    machine.apply(Event::Tick, NOW_MS + 60_000);
    assert_eq!(asked(&machine, None), [NoticeKind::Carry, NoticeKind::Overdue]);
    machine.apply(Event::Command(Command::Continue), NOW_MS + 60_000);
    assert_eq!(asked(&machine, None), [NoticeKind::Carry]);
    machine.apply(Event::Command(Command::Stop), NOW_MS + 60_000);
    machine.apply(Event::Quiet, NOW_MS + 60_000);
    assert_eq!(asked(&machine, None), []);
}
