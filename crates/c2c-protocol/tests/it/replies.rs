//! Which answers fit to what was sent, and which block of several counts.

use c2c_protocol::{Allowed, Expectation, Parsed, State, Status, TaskId, parse};

const TASK: &str = "c2c_f81a";

fn task() -> TaskId {
    TASK.parse().unwrap()
}

/// A complete message in a state.
fn complete(state: State, iteration: u32) -> String {
    let mut text = format!("[C2C]\nSTATE: {state}\nTASK_ID: {TASK}\nITERATION: {iteration}\n");
    for section in state.required_sections() {
        text.push_str(&format!("\n{section}:\n- something\n"));
    }
    text
}

/// After what was sent, which state may carry which number: the number sent, and one more.
const TABLE: [(State, State, bool, bool); 36] = [
    (State::Init, State::Plan, false, true),
    (State::Init, State::Review, true, false),
    (State::Init, State::Done, true, false),
    (State::Init, State::Blocked, true, false),
    (State::Init, State::Error, true, false),
    (State::Init, State::Init, false, false),
    (State::Init, State::Executing, false, false),
    (State::Init, State::Executed, false, false),
    (State::Init, State::Handoff, false, false),
    (State::Executed, State::Plan, false, true),
    (State::Executed, State::Review, true, false),
    (State::Executed, State::Done, true, false),
    (State::Executed, State::Blocked, true, false),
    (State::Executed, State::Error, true, false),
    (State::Executed, State::Init, false, false),
    (State::Executed, State::Executing, false, false),
    (State::Executed, State::Executed, false, false),
    (State::Executed, State::Handoff, false, false),
    (State::Handoff, State::Plan, false, true),
    (State::Handoff, State::Review, true, false),
    (State::Handoff, State::Done, true, false),
    (State::Handoff, State::Blocked, true, false),
    (State::Handoff, State::Error, true, false),
    (State::Handoff, State::Init, false, false),
    (State::Handoff, State::Executing, false, false),
    (State::Handoff, State::Executed, false, false),
    (State::Handoff, State::Handoff, false, false),
    (State::Error, State::Plan, false, true),
    (State::Error, State::Review, true, false),
    (State::Error, State::Done, true, false),
    (State::Error, State::Blocked, true, false),
    (State::Error, State::Error, true, false),
    (State::Error, State::Init, false, false),
    (State::Error, State::Executing, false, false),
    (State::Error, State::Executed, false, false),
    (State::Error, State::Handoff, false, false),
];

#[test]
fn each_state_carries_the_number_that_fits_to_what_was_sent() {
    for (sent, received, same, next) in TABLE {
        let n = if sent == State::Init { 0 } else { 3 };
        let expect = Expectation::after(sent, n).for_task(task());
        for (number, fits) in [(n, same), (n + 1, next), (n + 2, false)] {
            let parsed = parse(&complete(received, number), &expect);
            let wanted = if fits { Status::Message } else { Status::Invalid };
            assert_eq!(parsed.status, wanted, "{received} {number} after {sent} {n}: {:?}", parsed.errors);
            assert_eq!(parsed.state(), Some(received));
            assert_eq!(parsed.iteration(), Some(number));
        }
    }
}

#[test]
fn after_executing_nothing_is_planned_or_done() {
    let expect = Expectation::after(State::Executing, 2);
    let status = |state: State, number: u32| parse(&complete(state, number), &expect).status;
    for state in [State::Review, State::Blocked, State::Error] {
        assert_eq!(status(state, 2), Status::Message, "{state}");
    }
    for (state, number) in [(State::Plan, 3), (State::Plan, 2), (State::Done, 2)] {
        assert_eq!(status(state, number), Status::Invalid, "{state} {number}");
    }
}

#[test]
fn nothing_follows_a_state_that_we_do_not_send() {
    for sent in [State::Plan, State::Review, State::Done, State::Blocked] {
        assert_eq!(Expectation::after(sent, 1).allowed, Allowed::Pairs(Vec::new()));
    }
}

#[test]
fn the_last_number_leaves_no_room_for_a_plan() {
    let expect = Expectation::after(State::Executed, u32::MAX);
    assert!(!expect.allowed.permits(State::Plan, 0));
    assert!(expect.allowed.permits(State::Done, u32::MAX));
}

#[test]
fn an_exact_number_holds_for_every_state_of_chatgpt() {
    let expect = Expectation { task: None, allowed: Allowed::Iteration(7) };
    for state in State::ALL {
        let wanted = if state.is_from_chatgpt() { Status::Message } else { Status::Invalid };
        assert_eq!(parse(&complete(state, 7), &expect).status, wanted, "{state}");
        assert_eq!(parse(&complete(state, 8), &expect).status, Status::Invalid, "{state}");
    }
}

#[test]
fn expectations_are_told_in_words() {
    insta::assert_snapshot!(Expectation::after(State::Executed, 2).allowed, @"PLAN with ITERATION 3; REVIEW, DONE, BLOCKED or ERROR with ITERATION 2");
    insta::assert_snapshot!(Allowed::Iteration(4), @"PLAN, REVIEW, DONE, BLOCKED or ERROR with ITERATION 4");
    insta::assert_snapshot!(Allowed::Any, @"PLAN, REVIEW, DONE, BLOCKED or ERROR");
    insta::assert_snapshot!(Allowed::Pairs(Vec::new()), @"no answer");
}

fn read(text: &str) -> Parsed {
    parse(text, &Expectation::after(State::Executed, 1).for_task(task()))
}

#[test]
fn the_last_complete_block_counts_even_if_it_is_not_expected() {
    let expected = complete(State::Plan, 2);
    let stale = complete(State::Plan, 1);
    assert_eq!(read(&format!("{stale}\n{expected}")).status, Status::Message);
    assert_eq!(read(&format!("{expected}\n{stale}")).status, Status::Invalid);
}

#[test]
fn a_message_of_ours_after_the_answer_does_not_hide_it() {
    let parsed = read(&format!("{}\n{}", complete(State::Plan, 2), complete(State::Executed, 2)));
    assert_eq!(parsed.message.map(|message| message.state), Some(State::Plan));
}

#[test]
fn of_two_broken_blocks_the_later_is_reported() {
    let first = "[C2C]\nSTATE: NONSENSE\nTASK_ID: c2c_f81a\nITERATION: 1\n";
    let parsed = read(&format!("{first}\n[C2C]\nSTATE: DONE\nTASK_ID: c2c_f81a\nITERATION: 1\n"));
    assert_eq!((parsed.status, parsed.state()), (Status::Incomplete, Some(State::Done)));
}

#[test]
fn every_required_section_is_required() {
    for state in [State::Plan, State::Done, State::Blocked, State::Error] {
        let number = if state == State::Plan { 2 } else { 1 };
        let required = state.required_sections();
        for (at, section) in required.iter().enumerate() {
            let text = complete(state, number).replace(&format!("\n{section}:\n- something\n"), "");
            let parsed = read(&text);
            let last = at + 1 == required.len();
            let wanted = if last { Status::Incomplete } else { Status::Invalid };
            assert_eq!(parsed.status, wanted, "{state} without {section}");
            let missing: Vec<&str> = parsed.errors.iter().map(|error| error.expected.as_str()).collect();
            assert_eq!(missing, [format!("the section {section}")]);
        }
    }
}

#[test]
fn every_header_is_required() {
    for header in ["STATE: DONE\n", "TASK_ID: c2c_f81a\n", "ITERATION: 1\n"] {
        let parsed = read(&complete(State::Done, 1).replace(header, ""));
        assert_eq!(parsed.status, Status::Invalid, "{header}");
        let name = header.split(':').next().unwrap();
        assert_eq!(parsed.errors[0].expected, format!("the header {name}"));
    }
}

#[test]
fn errors_point_into_the_text_that_was_given() {
    let text = "é\u{200b}\n> **[C2C]**\r\n> **STATE:** `DONE`\n> **TASK\\_ID:** c2c\\_f81a\n> **ITERATION:** ９\n> **SUMMARY:** x";
    let parsed = read(text);
    let places: Vec<(&str, &str)> =
        parsed.errors.iter().map(|error| (error.expected.as_str(), &text[error.start..error.end])).collect();
    assert_eq!(places, [("ITERATION 1 with DONE", "９")]);
}
