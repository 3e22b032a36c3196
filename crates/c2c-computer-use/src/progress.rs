//! When is an answer finished?
//!
//! Finished is: the button that copies it is there, the one that stops it is not, its text has not
//! changed for two seconds, and the parser finds a complete message in it or none. Stop alone proves
//! nothing: it vanishes before the last words have settled, and shows while nothing but thinking
//! goes on. Time comes in as an argument.

use c2c_ports::Verdict;

use crate::find::{self, Composer, Outcome};
use crate::read::{self, Activity, Reading};
use crate::tree::Tree;
use crate::turns::{Author, Turn};

/// How long the text must not have changed, in milliseconds.
pub const SETTLE_MS: i64 = 2_000;

/// After how long without any change an answer that never gets its Copy button is doubted, in
/// milliseconds.
pub const STALLED_MS: i64 = 30_000;

/// What one look at the page says about the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// The answer as far as it is there.
    pub answer: Reading,
    /// Whether the button that copies it is there.
    pub has_copy: bool,
    /// Whether the button that stops it is there.
    pub has_stop: bool,
    /// Whether a row says that ChatGPT is thinking or using a tool.
    pub activity: Activity,
}

impl Look {
    /// Looks at the last answer.
    #[must_use]
    pub fn at(tree: &Tree, turns: &[Turn], composer: Option<&Composer>) -> Self {
        let last = turns.last();
        let answer = last.filter(|turn| turn.author == Author::Assistant);
        let stop = composer.map(|composer| find::stop(tree, composer));
        Self {
            answer: read::last_answer(tree, turns),
            has_copy: answer.is_some_and(|turn| read::copy_button(tree, turn).is_some()),
            has_stop: stop.is_some_and(|stop| !matches!(stop, Outcome::Nothing { .. })),
            // Before the answer's heading is there, its rows belong to the person's part.
            activity: last.map_or(Activity::Quiet, |turn| read::activity(tree, turn)),
        }
    }
}

/// How far the answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Nothing of it is there.
    Waiting,
    /// ChatGPT is thinking or using a tool.
    Thinking,
    /// Its text grows, or may still.
    Streaming,
    /// It looks finished and is watched for a moment.
    Settling {
        /// Since when its text has not changed.
        since_ms: i64,
    },
    /// Nothing happens any more, but it does not look whole: read it the other way too, by its Copy
    /// button, and ask the parser about that text.
    Doubtful {
        /// Since when its text has not changed.
        since_ms: i64,
    },
    /// It is there.
    Finished,
}

/// Watches one answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watch {
    text: String,
    since_ms: i64,
}

impl Watch {
    /// Begins to watch at `now_ms`.
    #[must_use]
    pub fn new(now_ms: i64) -> Self {
        Self { text: String::new(), since_ms: now_ms }
    }

    /// Takes in a look made at `now_ms`, with the parser's verdict on its text.
    pub fn observe(&mut self, look: &Look, verdict: Verdict, now_ms: i64) -> Progress {
        let text = look.answer.text();
        let is_busy = look.has_stop || look.activity == Activity::Running;
        // A clock that was set back must not make a text look older than it is.
        if text != self.text || is_busy || now_ms < self.since_ms {
            text.clone_into(&mut self.text);
            self.since_ms = now_ms;
        }
        let since_ms = self.since_ms;
        let still_ms = now_ms - since_ms;
        if look.activity == Activity::Running || (look.has_stop && text.is_empty()) {
            return Progress::Thinking;
        }
        if text.is_empty() {
            return Progress::Waiting;
        }
        match (look.has_stop, look.has_copy) {
            (true, _) => Progress::Streaming,
            (false, false) if still_ms < STALLED_MS => Progress::Streaming,
            (false, false) => Progress::Doubtful { since_ms },
            (false, true) if still_ms < SETTLE_MS => Progress::Settling { since_ms },
            (false, true) if verdict == Verdict::Incomplete => Progress::Doubtful { since_ms },
            (false, true) => Progress::Finished,
        }
    }
}

#[cfg(test)]
mod tests;
