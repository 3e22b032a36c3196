//! The real time.

use std::thread;
use std::time::Duration;

use c2c_os::clock::{SystemClock, offset_minutes};
use c2c_ports::Clock as _;

use super::Time;

/// The system's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemTime;

impl Time for SystemTime {
    fn now_ms(&self) -> i64 {
        SystemClock.now_ms()
    }

    fn offset_minutes(&self) -> i32 {
        offset_minutes(SystemClock.now_ms())
    }

    fn sleep_ms(&self, ms: u64) {
        thread::sleep(Duration::from_millis(ms));
    }
}
