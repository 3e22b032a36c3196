//! What the driver says of a text that the window read.

use std::time::{Duration, Instant};

use c2c_ports::Verdict;

use super::super::read::judge;
use super::page::plan;

#[track_caller]
fn check(text: &str, expected: Verdict) {
    assert_eq!(judge(&"c2c_f81a".parse().unwrap(), text), expected);
}

fn head(state: &str, task: &str) -> String {
    format!("[C2C]\nSTATE: {state}\nTASK_ID: {task}\nITERATION: 7\n\n")
}

#[test]
fn a_text_is_whole_when_a_message_in_it_is() {
    let whole = head("PLAN", "c2c_f81a") + &plan("first");
    check(&whole, Verdict::Complete);
    check(&format!("I looked around.\n\n{whole}\nShall I go on?"), Verdict::Complete);
    check(&(head("DONE", "c2c_f81a") + "SUMMARY:\nMended.\n"), Verdict::Complete);
    check(&format!("{whole}\n\n{}", head("DONE", "c2c_f81a")), Verdict::Complete);
}

#[test]
fn a_message_that_ends_too_early_or_is_spoilt_is_not() {
    let whole = head("PLAN", "c2c_f81a") + &plan("first");
    check(whole.split("TESTS:").next().unwrap(), Verdict::Incomplete);
    check("[C2C]", Verdict::Incomplete);
    check(&whole.replace("RATIONALE:\nIt fails.\n", ""), Verdict::Incomplete);
    check(&head("PLAM", "c2c_f81a"), Verdict::Incomplete);
    check(&(head("PLAN", "c2c_0000") + &plan("first")), Verdict::Incomplete);
}

#[test]
fn words_and_our_own_messages_are_no_message() {
    check("", Verdict::None);
    check("I would begin with the tests.", Verdict::None);
    check(&(head("INIT", "c2c_f81a") + "GOAL:\nMend it.\n\nINSTRUCTION:\nPlan.\n"), Verdict::None);
}

#[test]
fn a_long_text_takes_no_longer_than_its_length() {
    let long = format!("{}\n{}{}", "a word\n".repeat(150_000), head("PLAN", "c2c_f81a"), plan("first"));
    let begun = Instant::now();
    check(&long, Verdict::Complete);
    // Some seconds without optimisation on a busy machine; by the square of the length it would be hours.
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}
