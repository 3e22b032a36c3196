//! Looks one after the other, and what they mean.

use super::*;
use crate::read::Lack;

#[derive(Clone, Copy)]
enum Slot {
    Stop,
    Free,
}

fn look(text: &str, has_copy: bool, slot: Slot, activity: Activity) -> Look {
    let answer = match text {
        "" => Reading::Incomplete { why: Lack::EmptyShell },
        text => Reading::Complete { text: text.to_owned() },
    };
    Look { answer, has_copy, has_stop: matches!(slot, Slot::Stop), activity }
}

fn still(text: &str) -> Look {
    look(text, true, Slot::Free, Activity::Quiet)
}

/// Feeds looks at their times and compares what each comes to.
#[track_caller]
fn check(looks: &[(i64, Look, Verdict, Progress)]) {
    let mut watch = Watch::new(0);
    for (index, (at_ms, look, verdict, expected)) in looks.iter().enumerate() {
        assert_eq!(watch.observe(look, *verdict, *at_ms), *expected, "look {index} at {at_ms}");
    }
}

#[test]
fn a_reply_from_nothing_to_finished() {
    use Progress::{Finished, Settling, Streaming, Thinking, Waiting};
    check(&[
        (0, look("", false, Slot::Free, Activity::Quiet), Verdict::None, Waiting),
        (100, look("", false, Slot::Stop, Activity::Quiet), Verdict::None, Thinking),
        (200, look("", false, Slot::Stop, Activity::Running), Verdict::None, Thinking),
        (300, look("a", false, Slot::Stop, Activity::Quiet), Verdict::None, Streaming),
        (400, look("a b", false, Slot::Free, Activity::Quiet), Verdict::Incomplete, Streaming),
        (500, still("a b c"), Verdict::Complete, Settling { since_ms: 500 }),
        (2_499, still("a b c"), Verdict::Complete, Settling { since_ms: 500 }),
        (2_500, still("a b c"), Verdict::Complete, Finished),
    ]);
}

#[test]
fn two_seconds_begin_again_with_every_change() {
    use Progress::{Finished, Settling};
    check(&[
        (0, still("a"), Verdict::None, Settling { since_ms: 0 }),
        (1_999, still("a b"), Verdict::None, Settling { since_ms: 1_999 }),
        (3_998, still("a b"), Verdict::None, Settling { since_ms: 1_999 }),
        (3_999, still("a b"), Verdict::None, Finished),
    ]);
}

#[test]
fn stop_and_thinking_hold_an_answer_back_however_still_it_is() {
    let mut looks = Vec::new();
    for at_ms in [0, 60_000, 1_200_000] {
        looks.push((at_ms, look("a", true, Slot::Stop, Activity::Quiet), Verdict::Complete, Progress::Streaming));
        looks.push((at_ms, look("a", true, Slot::Free, Activity::Running), Verdict::Complete, Progress::Thinking));
    }
    looks.push((1_200_500, still("a"), Verdict::Complete, Progress::Settling { since_ms: 1_200_000 }));
    check(&looks);
}

#[test]
fn an_answer_that_stays_incomplete_is_doubted_and_not_taken() {
    use Progress::{Doubtful, Finished, Settling};
    check(&[
        (0, still("[C2C]"), Verdict::Incomplete, Settling { since_ms: 0 }),
        (2_000, still("[C2C]"), Verdict::Incomplete, Doubtful { since_ms: 0 }),
        (9_000, still("[C2C]"), Verdict::Incomplete, Doubtful { since_ms: 0 }),
        (9_100, still("[C2C]"), Verdict::Complete, Finished),
    ]);
}

#[test]
fn an_answer_without_its_copy_button_is_doubted_after_half_a_minute() {
    let bare = || look("a", false, Slot::Free, Activity::Quiet);
    check(&[
        (0, bare(), Verdict::Complete, Progress::Streaming),
        (STALLED_MS - 1, bare(), Verdict::Complete, Progress::Streaming),
        (STALLED_MS, bare(), Verdict::Complete, Progress::Doubtful { since_ms: 0 }),
    ]);
}

#[test]
fn a_clock_that_is_set_back_only_delays() {
    check(&[
        (10_000, still("a"), Verdict::None, Progress::Settling { since_ms: 10_000 }),
        (5_000, still("a"), Verdict::None, Progress::Settling { since_ms: 5_000 }),
        (7_000, still("a"), Verdict::None, Progress::Finished),
    ]);
}
