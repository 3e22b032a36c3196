//! What follows when the window cannot be used, or it cannot be told what it did.

use c2c_ports::WindowError;

use super::{Machine, Note, PauseReason, Step};

/// After so long it is looked again whether a message arrived; after the last time the person is asked.
const LOOK_AGAIN_MS: [i64; 3] = [5_000, 15_000, 60_000];

/// ChatGPT is never asked again sooner than this, whatever it says.
const LEAST_WAIT_MS: i64 = 5_000;

/// Nor later than this: a time that was read wrong must not hold the session for ever.
const LONGEST_WAIT_MS: i64 = 24 * 60 * 60 * 1000;

impl Machine {
    /// Nothing could be sent or read. A pause that ends by itself does not take the place of one that the person wants.
    pub(super) fn unusable(&mut self, error: WindowError, now_ms: i64) -> Step {
        let WindowError::Wait { until_ms, reason } = error else {
            return self.pause(PauseReason::Window { error });
        };
        if self.is_held() {
            return Step::nothing();
        }
        let (least_ms, longest_ms) = (now_ms.saturating_add(LEAST_WAIT_MS), now_ms.saturating_add(LONGEST_WAIT_MS));
        let throttled = PauseReason::Throttled { until_ms: until_ms.clamp(least_ms, longest_ms), text: reason };
        if self.asked_to_wait {
            self.paused = Some(throttled.clone());
            return Step::note(Note::Paused { reason: throttled });
        }
        self.asked_to_wait = true;
        self.pause(throttled)
    }

    /// Whether the message arrived cannot be told: it is looked again a few times, then the person is asked.
    pub(super) fn unsure(&mut self, now_ms: i64) -> Step {
        if self.is_held() {
            return Step::nothing();
        }
        match LOOK_AGAIN_MS.get(usize::from(self.looks)) {
            Some(wait_ms) => {
                self.looks += 1;
                self.paused = Some(PauseReason::DeliveryUnknown { again_at_ms: Some(now_ms.saturating_add(*wait_ms)) });
                Step::nothing()
            }
            None => {
                self.looks = 0;
                self.pause(PauseReason::DeliveryUnknown { again_at_ms: None })
            }
        }
    }

    /// The window did its work.
    pub(super) fn usable(&mut self) {
        self.looks = 0;
        self.asked_to_wait = false;
    }

    fn is_held(&self) -> bool {
        self.paused.as_ref().is_some_and(PauseReason::is_wanted)
    }
}
