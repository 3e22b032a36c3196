//! Whose input it was.

use std::time::{Duration, Instant};

use super::LastInput;

fn at(start: Instant, ms: u64) -> Instant {
    start + Duration::from_millis(ms)
}

/// Far enough from the clock's start for every look back.
fn start() -> Instant {
    Instant::now() + Duration::from_secs(1000)
}

#[test]
fn without_presses_of_ours_the_display_is_right() {
    let start = start();
    let mut last_input = LastInput::default();
    assert_eq!(last_input.idle_ms(at(start, 0), 400), 400);
    assert_eq!(last_input.idle_ms(at(start, 1000), 30), 30);
}

#[test]
fn our_own_press_does_not_count() {
    let start = start();
    let mut last_input = LastInput::default();
    assert_eq!(last_input.idle_ms(at(start, 0), 5000), 5000);
    last_input.pressed(at(start, 2));
    assert_eq!(last_input.idle_ms(at(start, 3), 1), 5003);
    assert_eq!(last_input.idle_ms(at(start, 1000), 999), 6000);
}

#[test]
fn a_person_who_comes_after_our_press_counts() {
    let start = start();
    let mut last_input = LastInput::default();
    assert_eq!(last_input.idle_ms(at(start, 0), 5000), 5000);
    last_input.pressed(at(start, 2));
    assert_eq!(last_input.idle_ms(at(start, 1000), 700), 700);
    assert_eq!(last_input.idle_ms(at(start, 2000), 1700), 1700);
}

#[test]
fn several_presses_of_ours_do_not_count_either() {
    let start = start();
    let mut last_input = LastInput::default();
    for press in 0..5 {
        last_input.idle_ms(at(start, press * 100), if press == 0 { 5000 } else { 98 });
        last_input.pressed(at(start, press * 100 + 2));
    }
    assert_eq!(last_input.idle_ms(at(start, 500), 98), 5500);
}

#[test]
fn a_count_from_before_the_clock_began_is_kept_as_it_is() {
    assert_eq!(LastInput::default().idle_ms(Instant::now(), u64::MAX / 2), u64::MAX / 2);
}
