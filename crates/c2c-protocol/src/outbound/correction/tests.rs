//! The text that asks for a better reply.

use super::*;
use crate::inbound::parse;
use crate::state::State;

fn task() -> TaskId {
    "c2c_f81a".parse().unwrap()
}

fn expectation() -> Expectation {
    Expectation::after(State::Executed, 2).for_task(task())
}

fn corrected(reply: &str) -> String {
    let parsed = parse(reply, &expectation());
    correction(&parsed, &expectation(), &task(), 2)
}

#[test]
fn a_missing_section_is_named() {
    let reply = "[C2C]\nSTATE: BLOCKED\nTASK_ID: c2c_f81a\nITERATION: 2\nNEEDS:\n- a token\n";
    insta::assert_snapshot!(corrected(reply), @"
    [C2C]
    STATE: ERROR
    TASK_ID: c2c_f81a
    ITERATION: 2

    REASON:
    Send the whole message again in one fenced block: the marker line, then STATE, TASK_ID c2c_f81a, ITERATION, then every section. Expected now: PLAN with ITERATION 3; REVIEW, DONE, BLOCKED or ERROR with ITERATION 2. The last message cannot be used: expected the section REASON, found no such section.
    ");
}

#[test]
fn a_reply_without_a_message_is_told_so() {
    insta::assert_snapshot!(corrected("All good!"), @"
    [C2C]
    STATE: ERROR
    TASK_ID: c2c_f81a
    ITERATION: 2

    REASON:
    Send the whole message again in one fenced block: the marker line, then STATE, TASK_ID c2c_f81a, ITERATION, then every section. Expected now: PLAN with ITERATION 3; REVIEW, DONE, BLOCKED or ERROR with ITERATION 2. The last reply has no control message: expected a line `[C2C]` that begins a message, found no such line.
    ");
}

#[test]
fn an_excerpt_that_is_content_is_left_out() {
    let reply = "[C2C]\nSTATE: {;};{;};{;}\nTASK_ID: c2c_f81a\nITERATION: 2\n";
    let text = corrected(reply);
    assert!(text.contains("expected STATE to be one of"), "{text}");
    assert!(!text.contains("{;}"), "{text}");
}

#[test]
fn even_the_worst_reply_gives_a_message_that_fits() {
    let reply =
        format!("[C2C]\nSTATE: {0}\nTASK_ID: {0}\nITERATION: {0}\nSTATE: {1}\n", "漢".repeat(500), "é".repeat(500));
    let text = corrected(&reply);
    assert!(text.len() <= crate::MESSAGE_MAX);
    assert!(text.contains("PLAN with ITERATION 3; REVIEW, DONE, BLOCKED or ERROR with ITERATION 2."), "{text}");
}

#[test]
fn a_message_needs_no_words() {
    let parsed = parse("[C2C]\nSTATE: REVIEW\nTASK_ID: c2c_f81a\nITERATION: 2\n", &expectation());
    assert_eq!(describe_errors(&parsed), "");
}
