//! Classes of blocks, and what is said about them.

use super::*;
use crate::inbound::blocks;

fn verdict(text: &str) -> Verdict {
    let expect = Expectation::after(State::Executed, 12).for_task("c2c_f81a".parse().unwrap());
    let mut verdict = None;
    blocks::scan(text, |block| verdict = Some(judge(text, &block, &expect)));
    verdict.unwrap()
}

#[track_caller]
fn check(text: &str, class: Class, errors: &[&str]) {
    let verdict = verdict(text);
    let found: Vec<String> = verdict.errors.iter().map(ToString::to_string).collect();
    assert_eq!((verdict.class, found), (class, errors.iter().map(|error| (*error).to_owned()).collect()), "{text:?}");
}

#[test]
fn a_complete_block_may_still_be_unexpected() {
    let text = |number: u32| format!("[C2C]\nSTATE: DONE\nTASK_ID: c2c_f81a\nITERATION: {number}\nSUMMARY: x");
    check(&text(12), Class::Complete, &[]);
    check(&text(13), Class::Complete, &["expected ITERATION 12 with DONE, found `13`"]);
}

#[test]
fn a_value_at_the_very_end_may_still_grow() {
    check(
        "[C2C]\nSTATE: REVIEW\nTASK_ID: c2c_f81a\nITERATION: 1",
        Class::Incomplete,
        &["expected the header ITERATION, found `1`"],
    );
    check(
        "[C2C]\nSTATE: REVIEW\nTASK_ID: c2c_f81a\nITERATION: 1\nx",
        Class::Complete,
        &["expected ITERATION 12 with REVIEW, found `1`"],
    );
    let errors = [
        "expected the header STATE, found `REV`",
        "expected the header TASK_ID, found no TASK_ID",
        "expected the header ITERATION, found no ITERATION",
    ];
    check("[C2C]\nSTATE: REV", Class::Incomplete, &errors);
}

#[test]
fn a_value_that_cannot_grow_is_wrong() {
    let errors = [
        "expected STATE to be one of PLAN, REVIEW, DONE, BLOCKED, ERROR, found `RESUME`",
        "expected the header TASK_ID, found no TASK_ID",
        "expected the header ITERATION, found no ITERATION",
    ];
    check("[C2C]\nSTATE: RESUME", Class::Faulty, &errors);
}

#[test]
fn another_task_is_foreign_and_our_own_states_are_ours() {
    check(
        "[C2C]\nSTATE: REVIEW\nTASK_ID: c2c_0000\nITERATION: 12",
        Class::Foreign,
        &["expected TASK_ID c2c_f81a, found `c2c_0000`"],
    );
    check(
        "[C2C]\nSTATE: EXECUTING\nTASK_ID: c2c_f81a\nITERATION: 12",
        Class::Ours,
        &["expected STATE to be one of PLAN, REVIEW, DONE, BLOCKED, ERROR, found `EXECUTING`, which only Codex sends"],
    );
}

#[test]
fn a_gap_before_something_is_faulty() {
    check(
        "[C2C]\nSTATE: BLOCKED\nTASK_ID: c2c_f81a\nITERATION: 12\nNEEDS: x",
        Class::Faulty,
        &["expected the section REASON, found no such section"],
    );
    check(
        "[C2C]\nSTATE: BLOCKED\nTASK_ID: c2c_f81a\nITERATION: 12\nREASON: x\nNEEDS:",
        Class::Incomplete,
        &["expected the section NEEDS, found an empty section"],
    );
}

#[test]
fn a_state_that_may_not_come_now_is_named() {
    let text = "[C2C]\nSTATE: DONE\nTASK_ID: c2c_f81a\nITERATION: 12\nSUMMARY: x";
    let expect = Expectation::after(State::Executing, 12);
    let mut errors = Vec::new();
    blocks::scan(text, |block| errors = judge(text, &block, &expect).errors);
    assert_eq!(errors[0].to_string(), "expected REVIEW, BLOCKED or ERROR with ITERATION 12, found `DONE`");
}

#[test]
fn excerpts_are_short_and_have_no_backticks() {
    assert_eq!(quoted("a`b"), "`a'b`");
    assert_eq!(quoted(&"x".repeat(80)), format!("`{}`", "x".repeat(80)));
    assert_eq!(quoted(&"x".repeat(81)), format!("`{}…`", "x".repeat(80)));
    assert_eq!(quoted(&"漢".repeat(27)), format!("`{}…`", "漢".repeat(26)));
}
