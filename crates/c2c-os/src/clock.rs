//! The real clock.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_stands_in_this_century_and_does_not_run_backwards() {
        let first = SystemClock.now_ms();
        let second = SystemClock.now_ms();
        assert!(first > 1_700_000_000_000, "{first}");
        assert!(second >= first, "{first} {second}");
    }
}
