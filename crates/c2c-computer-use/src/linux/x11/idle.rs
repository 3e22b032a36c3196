//! Telling a person's input from our own.

use std::time::{Duration, Instant};

/// When a person last touched keyboard or mouse, as far as it can be told from the display's one
/// counter, which our own presses set back too.
#[derive(Debug, Default)]
pub(super) struct LastInput {
    person_at: Option<Instant>,
    pressed_at: Option<Instant>,
}

impl LastInput {
    /// For how long no person has touched anything: the display was asked at `asked_at` and counted
    /// `counted_ms` since any input.
    pub(super) fn idle_ms(&mut self, asked_at: Instant, counted_ms: u64) -> u64 {
        // The display answers after it was asked, so this is never later than the true moment.
        let input_at = asked_at.checked_sub(Duration::from_millis(counted_ms));
        match (input_at, self.pressed_at) {
            // The counter is cut to whole milliseconds, which makes our own press look later by up to one.
            (Some(input_at), Some(pressed_at)) if input_at <= pressed_at + Duration::from_millis(1) => {}
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
    pub(super) fn pressed(&mut self, pressed_at: Instant) {
        self.pressed_at = Some(pressed_at);
    }
}

#[cfg(test)]
mod tests;
