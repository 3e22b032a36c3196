//! The real clock, and the person's time zone.

use std::time::{SystemTime, UNIX_EPOCH};

use c2c_ports::Clock;

/// Reads the system's time of day.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    /// Milliseconds since 1970; a clock set before that reads as 0.
    #[expect(clippy::disallowed_methods, reason = "this is the clock that everything else takes")]
    fn now_ms(&self) -> i64 {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX)
    }
}

/// How far the person's time was ahead of UTC at `at_ms` (milliseconds since 1970-01-01 UTC), in
/// minutes. Where the system names no time zone it is UTC.
#[must_use]
pub fn offset_minutes(at_ms: i64) -> i32 {
    let Ok(at) = jiff::Timestamp::from_millisecond(at_ms) else { return 0 };
    jiff::tz::TimeZone::system().to_offset(at).seconds() / 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offset_is_one_that_a_place_on_earth_can_have() {
        for at_ms in [0, 1_700_000_000_000, i64::MAX] {
            assert!((-12 * 60..=14 * 60).contains(&offset_minutes(at_ms)));
        }
    }

    #[test]
    fn the_clock_stands_in_this_century_and_does_not_run_backwards() {
        let first = SystemClock.now_ms();
        let second = SystemClock.now_ms();
        assert!(first > 1_700_000_000_000, "{first}");
        assert!(second >= first, "{first} {second}");
    }
}
