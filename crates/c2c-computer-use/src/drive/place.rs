//! Where ChatGPT's window comes from, and the time: what the driver needs beside the desk.

use c2c_ports::WindowError;

use crate::desk::Owner;

/// The program that shows ChatGPT. All calls block.
pub trait Place: Send {
    /// Whose windows may qualify now, the one to be tried first in front: the installed app where there is one,
    /// then C2C's browser where it runs.
    ///
    /// # Errors
    /// [`WindowError::Unavailable`] when it cannot be told.
    fn owners(&mut self) -> Result<Vec<Owner>, WindowError>;

    /// Opens `url` in a window of C2C's browser, starting the program if it does not run. The window may take a while
    /// to appear.
    ///
    /// # Errors
    /// [`WindowError::Unavailable`] when nothing can be opened, with what to do about it.
    fn open(&mut self, url: &str) -> Result<Owner, WindowError>;
}

/// The time, as a driver lives through it.
pub trait Time: Send {
    /// Milliseconds since 1970-01-01 UTC.
    fn now_ms(&self) -> i64;

    /// How far the person's time is ahead of UTC, in minutes.
    fn offset_minutes(&self) -> i32;

    /// Lets `ms` milliseconds pass.
    fn sleep_ms(&self, ms: u64);
}
