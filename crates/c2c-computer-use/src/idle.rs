//! Telling a person's input from our own.

use std::time::{Duration, Instant};

/// When a person last touched keyboard or mouse, as far as it can be told from the system's one
/// counter, which our own presses set back too.
#[derive(Debug)]
pub(crate) struct LastInput {
    person_at: Option<Instant>,
    pressed_at: Option<Instant>,
    /// How much later than it was our own press may look, because of how the system counts.
    slack: Duration,
}

impl Default for LastInput {
    /// For a counter of whole milliseconds, which are cut.
    fn default() -> Self {
        Self::with_slack(Duration::from_millis(1))
    }
}

impl LastInput {
    /// For a counter by which our own press looks later than it was, by up to `slack`. What a person
    /// touches within it after our press is taken for ours.
    pub(crate) fn with_slack(slack: Duration) -> Self {
        Self { person_at: None, pressed_at: None, slack }
    }

    /// For how long no person has touched anything: the system was asked at `asked_at` and counted
    /// `counted_ms` since any input.
    pub(crate) fn idle_ms(&mut self, asked_at: Instant, counted_ms: u64) -> u64 {
        // The system answers after it was asked, so this is never later than the true moment.
        let input_at = asked_at.checked_sub(Duration::from_millis(counted_ms));
        match (input_at, self.pressed_at) {
            (Some(input_at), Some(pressed_at)) if input_at <= pressed_at + self.slack => {}
            (Some(input_at), _) => self.person_at = Some(input_at),
            (None, _) => {}
        }
        match self.person_at {
            Some(person_at) => {
                u64::try_from(asked_at.saturating_duration_since(person_at).as_millis()).unwrap_or(u64::MAX)
            }
            None => counted_ms,
        }
    }

    /// Something was pressed by us, just before `pressed_at`. [`LastInput::idle_ms`] must have been
    /// asked right before, or what the person did until then is forgotten.
    pub(crate) fn pressed(&mut self, pressed_at: Instant) {
        self.pressed_at = Some(pressed_at);
    }
}

#[cfg(test)]
mod tests;
