//! Every state with every event.

use std::collections::BTreeSet;

use c2c_ipc::app::{PauseCode, Reason};

use super::*;

fn states() -> Vec<(&'static str, Machine)> {
    use Approval::{First, Never};
    let approving = || to_first_answer().into_iter().chain([plan(1)]);
    let with = |events: Vec<Event>, last: Vec<Event>| events.into_iter().chain(last);
    vec![
        ("new", new_machine(Never)),
        ("looking first", after(Never, [Event::Started])),
        ("sending boot", after(Never, [Event::Started, pictured()])),
        ("sending init", after(Never, [Event::Started, pictured(), delivered()])),
        ("waiting for plan 1", after(Never, to_first_answer())),
        ("approving", after(First, approving())),
        ("looking to execute", after(Never, with(to_first_answer(), vec![plan(1)]))),
        ("executing", after(Never, to_executing())),
        ("paused while executing", after(Never, with(to_executing(), vec![Event::Command(Command::Pause)]))),
        ("recording", after(Never, with(to_executing(), vec![execution_completed()]))),
        (
            "sending executed",
            after(
                Never,
                with(to_executing(), vec![execution_completed(), outcome(Outcome::Recorded { recorded: recorded() })]),
            ),
        ),
        ("waiting for review", after(Never, to_review())),
        ("overdue", {
            let mut machine = after(Never, to_review());
            machine.apply(Event::Tick, NOW_MS + 60_000);
            machine
        }),
        ("corrected", after(Never, with(to_review(), vec![reply("What?".to_owned()), delivered()]))),
        (
            "malformed twice",
            after(Never, with(to_review(), vec![reply("What?".to_owned()), delivered(), reply("What?".to_owned())])),
        ),
        ("planner error", after(Never, with(to_review(), vec![short_reply("ERROR", 1, "REASON:\nNo connector.\n")]))),
        ("at the limit", {
            let mut machine = after(Never, to_review());
            machine.allowed_iterations = 1;
            machine.apply(plan(2), NOW_MS);
            machine
        }),
        ("blocked", after(Never, with(to_review(), vec![blocked(1)]))),
        ("delivery unknown", after(Never, [Event::Started, pictured(), delivered(), unknown()])),
        (
            "delivery unknown still",
            after(Never, with(vec![Event::Started, pictured(), delivered()], vec![unknown(); 4])),
        ),
        ("window while sending", after(Never, [Event::Started, pictured(), delivered(), not_sent(log_in())])),
        ("window while waiting", after(Never, with(to_review(), vec![Event::Unread { error: log_in() }]))),
        ("throttled while sending", after(Never, [Event::Started, pictured(), delivered(), not_sent(wait())])),
        ("throttled while waiting", after(Never, with(to_review(), vec![Event::Unread { error: wait() }]))),
        ("stopping", after(Never, with(to_executing(), vec![Event::Command(Command::Stop)]))),
        ("stopped", after(Never, with(to_executing(), vec![Event::Command(Command::Stop), Event::Quiet]))),
        ("done", after(Never, with(to_review(), vec![done(1)]))),
    ]
}

fn events() -> Vec<(&'static str, Event)> {
    vec![
        ("started", Event::Started),
        ("pictured", pictured()),
        ("unreadable", outcome(Outcome::Unreadable { reason: "broken".to_owned(), gone: false })),
        ("delivered", delivered()),
        ("delivered elsewhere", {
            let elsewhere = Some(WindowError::WrongPage { shown: "another".to_owned() });
            outcome(Outcome::Delivered { delivery: Delivery::Seen, elsewhere })
        }),
        ("delivery unknown", unknown()),
        ("not sent", not_sent(log_in())),
        ("not sent, wait", not_sent(wait())),
        ("completed", execution_completed()),
        ("deadline passed", outcome(execution(Ended::DeadlinePassed))),
        ("cancelled", outcome(execution(Ended::Cancelled))),
        ("failed", failed(FailureKind::UsageLimit)),
        ("cut", outcome(Outcome::Cut { thread_id: Some("other".to_owned()) })),
        ("not executed", outcome(Outcome::NotExecuted { reason: "missing".to_owned(), hint: "Install.".to_owned() })),
        ("recorded", outcome(Outcome::Recorded { recorded: recorded() })),
        ("told", outcome(Outcome::Told)),
        ("dropped", outcome(Outcome::Dropped)),
        ("PLAN 1", plan(1)),
        ("PLAN 2", plan(2)),
        ("DONE 1", done(1)),
        ("BLOCKED 1", blocked(1)),
        ("ERROR 1", short_reply("ERROR", 1, "REASON:\nOdd.\n")),
        ("REVIEW 1", short_reply("REVIEW", 1, "")),
        ("no block", reply("Let me think.".to_owned())),
        ("unread", Event::Unread { error: log_in() }),
        ("unread, wait", Event::Unread { error: wait() }),
        ("tick", Event::Tick),
        ("quiet", Event::Quiet),
        ("pause", Event::Command(Command::Pause)),
        ("interrupt", Event::Command(Command::Interrupt)),
        ("continue", Event::Command(Command::Continue)),
        ("stop", Event::Command(Command::Stop)),
        ("approve", Event::Command(Command::Approve { plan: None })),
        ("reject", Event::Command(Command::Reject { plan: None, reason: "Too big.".to_owned() })),
        ("handoff", Event::Command(Command::Handoff)),
    ]
}

#[test]
fn every_state_with_every_event() {
    let mut table = String::new();
    for (state, machine) in states() {
        table.push_str(&format!("{state}: {}\n", phase_name(&machine)));
        for (name, event) in events() {
            let mut next = machine.clone();
            let step = next.apply(event, NOW_MS + 1);
            let what = step_name(&step);
            if next == machine && what.is_empty() {
                continue;
            }
            let to = if phase_name(&next) == phase_name(&machine) { "=".to_owned() } else { phase_name(&next) };
            table.push_str(format!("    {name:<19} → {to} | {what}").trim_end_matches([' ', '|']));
            table.push('\n');
        }
    }
    insta::assert_snapshot!("state_table", table);
}

#[test]
fn a_refused_command_changes_nothing() {
    for (state, machine) in states() {
        for (name, event) in events() {
            let mut next = machine.clone();
            let step = next.apply(event, NOW_MS + 1);
            if step.refused.is_some() {
                assert_eq!(next, machine, "{state}: {name}");
                assert_eq!(step.effects, [], "{state}: {name}");
            }
            if let Some(refusal) = step.refused {
                assert!(refusal.code.parse::<Reason>().is_ok(), "{state}: {name}: {refusal:?}");
            }
        }
    }
}

#[test]
fn an_ended_session_never_changes() {
    for (state, machine) in states().into_iter().filter(|(_, machine)| machine.ended()) {
        for (name, event) in events() {
            let mut next = machine.clone();
            next.apply(event, NOW_MS + 1);
            assert_eq!(next, machine, "{state}: {name}");
        }
    }
}

#[test]
fn every_state_survives_the_store() {
    for (state, machine) in states() {
        let json = serde_json::to_value(&machine).unwrap();
        assert_eq!(serde_json::from_value::<Machine>(json).unwrap(), machine, "{state}");
    }
}

#[test]
fn every_checkpoint_is_one_of_the_protocol() {
    let mut lines = String::new();
    for (state, machine) in states() {
        let checkpoint = machine.checkpoint();
        lines.push_str(&format!(
            "{state}: {} | waits for: {} | next: {}\n",
            checkpoint.protocol_state, checkpoint.waiting_for, checkpoint.next_step
        ));
    }
    insta::assert_snapshot!("checkpoints", lines);
}

#[test]
fn every_pause_says_what_happened_and_what_to_do() {
    use PauseReason as Reason;
    let text = || "the reason".to_owned();
    let kinds = [
        FailureKind::NotLoggedIn,
        FailureKind::UsageLimit,
        FailureKind::RateLimited,
        FailureKind::ProviderDown,
        FailureKind::BadRequest,
        FailureKind::BadConfig,
        FailureKind::Unknown,
    ];
    let mut reasons = vec![
        Reason::Person,
        Reason::Interrupted,
        Reason::Overdue,
        Reason::NotBrought,
        Reason::Malformed { errors: vec![text()], correction: text() },
        Reason::Limit { iterations: 12 },
        Reason::PlannerError { text: text() },
        Reason::Throttled { until_ms: 1_760_000_000_000, text: text() },
        Reason::DeliveryUnknown { again_at_ms: Some(NOW_MS) },
        Reason::DeliveryUnknown { again_at_ms: None },
        Reason::NoExecutor { text: text(), hint: "Install it.".to_owned() },
        Reason::Workspace { text: text(), gone: false },
        Reason::Workspace { text: "the folder `/w/shop` is not there any more".to_owned(), gone: true },
    ];
    reasons.extend(kinds.map(|kind| Reason::Executor { kind, text: text() }));
    reasons.extend(window::errors().into_iter().map(|error| Reason::Window { error }));
    let lines: Vec<String> = reasons
        .iter()
        .map(|reason| format!("{}\n  {}\n  {}", reason.code(), reason.message(), reason.hint()))
        .collect();
    insta::assert_snapshot!("pauses", lines.join("\n"));
    let codes: BTreeSet<&str> = reasons.iter().map(PauseReason::code).collect();
    let told: BTreeSet<&str> = PauseCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(codes, told, "the window knows every code");
}

#[test]
fn a_window_s_hint_becomes_sentences_that_end_in_how_to_go_on_once() {
    let said = |hint: &str| {
        let error = WindowError::Unavailable { reason: "r".to_owned(), hint: hint.to_owned() };
        PauseReason::Window { error }.hint()
    };
    let hints = ["", "name another one with `browser`", "`c2c continue` tries again.", "`c2c handoff` begins anew."];
    insta::assert_snapshot!(hints.map(said).join("\n"), @"
    Then `c2c continue`.
    Name another one with `browser`. Then `c2c continue`.
    `c2c continue` tries again.
    `c2c handoff` begins anew. `c2c continue` tries here again.
    ");
}

#[test]
fn what_would_end_by_itself_does_not_where_nobody_runs_the_session() {
    let throttled = PauseReason::Throttled { until_ms: 1, text: "Too many requests".to_owned() };
    let unknown = PauseReason::DeliveryUnknown { again_at_ms: Some(1) };
    let expected = "Nobody runs the session, so nothing goes on by itself: `c2c continue` goes on.";
    assert_eq!([throttled.hint_unattended(), unknown.hint_unattended()], [expected, expected]);
    assert_eq!(PauseReason::Overdue.hint_unattended(), PauseReason::Overdue.hint());
}
