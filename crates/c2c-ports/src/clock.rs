//! The time of day.

/// Where the loop reads the time. Waiting is the driver's business.
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970-01-01 UTC.
    fn now_ms(&self) -> i64;
}
