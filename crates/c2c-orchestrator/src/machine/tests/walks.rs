//! Whole sessions, event by event.

use super::*;

/// Applies `events` one after the other and describes each step.
fn walk(approval: Approval, events: Vec<Event>) -> Vec<String> {
    let mut machine = new_machine(approval);
    let describe = |event| {
        let step = machine.apply(event, NOW_MS);
        format!("{} | {}", phase_name(&machine), step_name(&step))
    };
    events.into_iter().map(describe).collect()
}

#[track_caller]
fn check(approval: Approval, events: Vec<Event>, expected: &[&str]) {
    assert_eq!(walk(approval, events), expected);
}

#[test]
fn two_iterations_to_done() {
    let mut events = to_review();
    events.extend([plan(2), pictured(), execution_completed()]);
    events.extend([outcome(Outcome::Recorded { recorded: recorded() }), delivered(), done(2)]);
    check(
        Approval::Never,
        events,
        &[
            "looking | snapshot",
            "sending | send BOOT 0",
            "sending | send INIT 0",
            "waiting | ",
            "looking | snapshot; keep answer PLAN 1",
            "executing | execute 1",
            "recording | record 1",
            "sending | send EXECUTED 1",
            "waiting | ",
            "looking | snapshot; keep answer PLAN 2",
            "executing | execute 2 in the thread",
            "recording | record 2",
            "sending | send EXECUTED 2",
            "waiting | ",
            "done | notify done; keep answer DONE 2",
        ],
    );
}

#[test]
fn only_the_first_plan_is_approved_by_default() {
    let mut events = to_first_answer();
    events.extend([plan(1), Event::Command(Command::Approve { plan: None }), pictured(), execution_completed()]);
    events.extend([outcome(Outcome::Recorded { recorded: recorded() }), delivered(), plan(2)]);
    let walked = walk(Approval::First, events);
    assert_eq!(walked[4], "approving | notify approval; keep answer PLAN 1");
    assert_eq!(walked[5], "looking | snapshot");
    assert_eq!(walked.last().unwrap(), "looking | snapshot; keep answer PLAN 2");
}

#[test]
fn every_plan_is_approved_when_the_person_wants_it() {
    let mut events = to_first_answer();
    events.extend([plan(1), Event::Command(Command::Approve { plan: None }), pictured(), execution_completed()]);
    events.extend([outcome(Outcome::Recorded { recorded: recorded() }), delivered(), plan(2)]);
    assert_eq!(walk(Approval::Every, events).last().unwrap(), "approving | notify approval; keep answer PLAN 2");
}

#[test]
fn a_yes_or_no_to_a_plan_that_is_gone_does_not_count_for_the_one_that_waits() {
    let mut events = to_first_answer();
    events.extend([plan(1), Event::Command(Command::Reject { plan: Some(1), reason: "No.".to_owned() })]);
    events.extend([delivered(), plan(1)]);
    let mut machine = after(Approval::First, events);
    assert_eq!(machine.plan.as_ref().map(|plan| (plan.number, plan.iteration)), Some((2, 1)));
    for late in [Command::Approve { plan: Some(1) }, Command::Reject { plan: Some(1), reason: "No.".to_owned() }] {
        let step = machine.apply(Event::Command(late), NOW_MS);
        assert_eq!(step.refused.as_ref().map(|refusal| refusal.code.as_str()), Some("plan_changed"));
        assert_eq!((phase_name(&machine), machine.approved), ("approving".to_owned(), false));
    }
    machine.apply(Event::Command(Command::Approve { plan: Some(2) }), NOW_MS);
    assert!(machine.approved);
}

#[test]
fn a_rejected_plan_is_answered_with_error_and_planned_again() {
    let mut events = to_first_answer();
    events.extend([
        plan(1),
        Event::Command(Command::Reject { plan: None, reason: "Too big.".to_owned() }),
        delivered(),
        plan(1),
    ]);
    let mut machine = new_machine(Approval::First);
    let mut texts = Vec::new();
    for event in events {
        for effect in machine.apply(event, NOW_MS).effects {
            if let Effect::Send { text, .. } = effect {
                texts.push(text);
            }
        }
    }
    let error = texts.last().unwrap();
    assert!(error.contains("STATE: ERROR") && error.contains("Too big."), "{error}");
    assert_eq!(phase_name(&machine), "approving");
}

#[test]
fn a_malformed_answer_is_corrected_once_then_the_session_pauses() {
    let mut events = to_review();
    events.extend([plan(1), delivered(), plan(1)]);
    let walked = walk(Approval::Never, events);
    assert_eq!(
        walked[walked.len() - 3..],
        [
            "sending | send ERROR 1; keep answer ? 1",
            "waiting | ",
            "waiting, paused: malformed_reply | notify paused; keep answer ? 1"
        ]
    );
}

#[test]
fn the_correction_says_what_is_expected_now_and_goes_out_again_on_continue() {
    let mut machine = after(Approval::Never, to_review());
    let sent = |step: Step| match step.effects.into_iter().next() {
        Some(Effect::Send { text, .. }) => text,
        other => panic!("{other:?}"),
    };
    let correction = sent(machine.apply(reply("I would begin with the tests.".to_owned()), NOW_MS));
    for part in ["STATE: ERROR", "ITERATION: 1", "Expected now: PLAN", "no control message"] {
        assert!(correction.contains(part), "{part} is not in {correction}");
    }
    machine.apply(delivered(), NOW_MS);
    machine.apply(reply("Then the code.".to_owned()), NOW_MS);
    assert_eq!(sent(machine.apply(Event::Command(Command::Continue), NOW_MS)), correction);
}

#[test]
fn a_good_answer_after_a_correction_allows_another_correction_later() {
    let mut events = to_review();
    events.extend([reply("?".to_owned()), delivered(), plan(2)]);
    let machine = after(Approval::Never, events);
    assert!(!machine.corrected);
}

#[test]
fn the_limit_pauses_with_the_plan_and_continue_allows_as_many_again() {
    let mut events = to_review();
    events.extend([plan(2), pictured(), execution_completed()]);
    events.extend([outcome(Outcome::Recorded { recorded: recorded() }), delivered(), plan(3)]);
    events.push(Event::Command(Command::Continue));
    let mut machine = after(Approval::Never, events);
    assert_eq!(phase_name(&machine), "looking");
    assert_eq!(machine.allowed_iterations, 4);
    assert_eq!(
        machine.apply(pictured(), NOW_MS).effects.iter().map(effect_name).collect::<Vec<_>>(),
        ["execute 3 in the thread"]
    );
}

#[test]
fn an_overdue_answer_is_still_taken() {
    // What the person carries may not have been carried.
    for (by_hand, reason) in [(false, "overdue"), (true, "answer_not_brought")] {
        let mut machine = after(Approval::Never, to_review());
        assert!(machine.by_hand, "the message was only shown");
        machine.by_hand = by_hand;
        assert_eq!(machine.apply(Event::Tick, NOW_MS + 59_999), Step::nothing());
        machine.apply(Event::Tick, NOW_MS + 60_000);
        assert_eq!(phase_name(&machine), format!("waiting, paused: {reason}"));
        machine.apply(done(1), NOW_MS + 90_000);
        assert_eq!(phase_name(&machine), "done");
    }
}

#[test]
fn a_paused_execution_goes_on_in_its_thread_and_looks_first() {
    let mut machine = after(Approval::Never, to_executing());
    machine.apply(Event::Command(Command::Pause), NOW_MS);
    let step = machine.apply(outcome(execution(Ended::Cancelled)), NOW_MS);
    let Effect::Execute { prompt, thread_id, .. } = &step.effects[0] else { panic!("{step:?}") };
    assert_eq!(thread_id.as_deref(), Some("thread"));
    assert!(prompt.contains("git diff"), "{prompt}");
    assert_eq!(phase_name(&machine), "executing (resumed), paused: person");
    machine.apply(Event::Command(Command::Continue), NOW_MS);
    assert_eq!(phase_name(&machine), "executing (resumed)");
}

#[test]
fn the_persons_answer_to_blocked_goes_out_as_handoff() {
    let mut events = to_review();
    events.extend([blocked(1), reply("The key is in the vault.".to_owned())]);
    let mut machine = new_machine(Approval::Never);
    let mut last = None;
    for event in events {
        for effect in machine.apply(event, NOW_MS).effects {
            last = Some(effect);
        }
    }
    let Some(Effect::Send { state, text, .. }) = last else { panic!("{last:?}") };
    assert_eq!(state, "HANDOFF");
    assert!(text.contains("The key is in the vault."), "{text}");
    machine.apply(delivered(), NOW_MS);
    machine.apply(plan(2), NOW_MS);
    assert_eq!(phase_name(&machine), "looking");
}

#[test]
fn a_new_answer_of_chatgpt_while_blocked_is_taken_as_one() {
    let mut events = to_review();
    events.extend([blocked(1), plan(2)]);
    assert_eq!(phase_name(&after(Approval::Never, events)), "looking");
}

#[test]
fn a_handoff_boots_the_new_conversation_first() {
    let mut machine = after(Approval::Never, to_review());
    let step = machine.apply(Event::Command(Command::Handoff), NOW_MS);
    assert_eq!(step_name(&step), "send BOOT 0; new conversation");
    assert_eq!(step_name(&machine.apply(delivered(), NOW_MS)), "send HANDOFF 1");
    machine.apply(delivered(), NOW_MS);
    machine.apply(done(1), NOW_MS);
    assert_eq!(phase_name(&machine), "done");
}

#[test]
fn a_plan_without_a_look_at_the_workspace_is_noted() {
    let mut machine = after(Approval::Never, to_first_answer());
    let Event::Reply { text, .. } = plan(1) else { panic!() };
    let step = machine.apply(Event::Reply { text, tool_calls: 0 }, NOW_MS);
    assert!(step.notes.contains(&Note::NoToolCalls { state: State::Plan }), "{step:?}");
    assert!(machine.blind);
}

#[test]
fn a_dirty_tree_is_said_at_the_start() {
    let mut machine = after(Approval::Never, [Event::Started]);
    let step = machine.apply(outcome(Outcome::Pictured { snapshot: snapshot(&["a.rs"]) }), NOW_MS);
    assert_eq!(step.notes, [Note::Dirty { paths: vec!["a.rs".to_owned()] }]);
}

#[test]
fn stop_waits_for_the_running_effect() {
    let mut machine = after(Approval::Never, to_executing());
    machine.apply(Event::Command(Command::Stop), NOW_MS);
    assert!(!machine.ended());
    machine.apply(outcome(execution(Ended::Cancelled)), NOW_MS);
    assert!(machine.ended());
}
