//! The product is killed at every point of a send and a read at a real window, and goes on.

use c2c_ports::{EffectKind, Point, ReadStep, SendStep};

use crate::session::holds;
use crate::theatre::Theatre;

/// The how-many-th message it is: each passes every point once.
const BOOT: usize = 1;
const INIT: usize = 2;

/// Kills the product at the n-th passing of `point`, lets `c2c continue` take over, and checks.
fn check(point: Point, nth: usize) {
    let at = serde_json::to_string(&point).unwrap();
    let name: String = at.chars().filter(|letter| letter.is_ascii_alphanumeric()).collect();
    let Some(mut theatre) = Theatre::new(&format!("kill-{name}-{nth}"), 11) else { return };
    let what = format!("killed at {at}, time {nth}");
    let mut killed = theatre.c2c_kill();
    killed.env("C2C_KILL_AT", &at).env("C2C_KILL_NTH", nth.to_string());
    assert_eq!(theatre.start(killed).wait(), None, "{what}: it was not killed: {}", theatre.said());
    assert_eq!(theatre.go_on().wait(), Some(0), "{what}: the successor did not end well: {}", theatre.said());
    holds(&mut theatre, &what);
    theatre.close();
}

#[test]
fn killed_before_a_send() {
    check(Point::Before(EffectKind::Send), INIT);
}

#[test]
fn killed_when_it_was_inserted() {
    check(Point::Send(SendStep::Inserted), INIT);
}

#[test]
fn killed_when_it_was_verified() {
    check(Point::Send(SendStep::Verified), INIT);
}

#[test]
fn killed_when_send_was_pressed() {
    check(Point::Send(SendStep::Pressed), INIT);
}

#[test]
fn killed_when_it_was_seen() {
    check(Point::Send(SendStep::Seen), INIT);
}

#[test]
fn killed_when_the_answer_was_read() {
    check(Point::Read(ReadStep::Read), INIT);
}

#[test]
fn killed_when_send_was_pressed_for_a_conversation_without_an_address() {
    check(Point::Send(SendStep::Pressed), BOOT);
}
