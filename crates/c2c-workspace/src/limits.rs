//! How long one call may work: a deadline, and a flag that says nobody waits any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::tool_error::ToolError;

/// Time for one tool call. Clients give up at about 60 s without a sign; 25 s leaves room for the way back.
pub const CALL_TIME: Duration = Duration::from_secs(25);

/// When a call must come to its end. Long work asks [`Limits::is_over`] often, and answers with what it has.
#[derive(Debug, Clone)]
pub struct Limits {
    /// When the call must answer.
    pub deadline: Instant,
    /// True once the client has gone.
    pub cancelled: Arc<AtomicBool>,
}

impl Limits {
    /// Limits that end after `time`, with a flag of their own.
    #[must_use]
    pub fn within(time: Duration) -> Self {
        Self { deadline: Instant::now() + time, cancelled: Arc::new(AtomicBool::new(false)) }
    }

    /// True when the work must stop.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }

    /// Stops work that has no partial answer.
    ///
    /// # Errors
    /// `TIMED_OUT` when the work must stop.
    pub fn check(&self, doing: &str) -> Result<(), ToolError> {
        if self.is_over() { Err(ToolError::timed_out(doing)) } else { Ok(()) }
    }

    /// Time that is left.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::within(CALL_TIME)
    }
}
