//! Why a session pauses, what is said about it, and what the person can do.

use std::borrow::Cow;

use c2c_ports::{FailureKind, NoticeKind, WindowError};
use c2c_protocol::TaskId;
use serde::{Deserialize, Serialize};

/// Why the loop does not go on by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "reason")]
pub enum PauseReason {
    /// The person paused it.
    Person,
    /// The process that ran it went away in good order.
    Interrupted,
    /// ChatGPT did not answer in time.
    Overdue,
    /// The person, who carries the messages, did not bring an answer in time: it is not known whether ChatGPT was asked.
    NotBrought,
    /// A second answer in a row could not be used.
    Malformed {
        /// What was wrong, one line each.
        errors: Vec<String>,
        /// The message that asks for a better one, sent when the person goes on.
        correction: String,
    },
    /// The iteration limit is reached; a further plan waits.
    Limit {
        /// The limit.
        iterations: u32,
    },
    /// ChatGPT answered ERROR.
    PlannerError {
        /// Its reason.
        text: String,
    },
    /// The conversation could not be used. Nothing was sent, or nothing could be read.
    Window {
        /// Why.
        error: WindowError,
    },
    /// ChatGPT asks to come back later. The session goes on by itself then.
    Throttled {
        /// When, in milliseconds since 1970-01-01 UTC.
        until_ms: i64,
        /// ChatGPT's words. Untrusted.
        text: String,
    },
    /// Whether the last message arrived cannot be told.
    DeliveryUnknown {
        /// When C2C looks again by itself, in milliseconds since 1970-01-01 UTC; none when it has done so often
        /// enough.
        again_at_ms: Option<i64>,
    },
    /// Codex failed; its thread is kept.
    Executor {
        /// Of which kind.
        kind: FailureKind,
        /// Codex's own words.
        text: String,
    },
    /// Codex could not be started.
    NoExecutor {
        /// Why.
        text: String,
        /// What to do.
        hint: String,
    },
    /// The workspace could not be read.
    Workspace {
        /// Why.
        text: String,
        /// Whether its folder is not there any more.
        #[serde(default)]
        gone: bool,
    },
}

impl PauseReason {
    /// A stable name for `--json`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Interrupted => "interrupted",
            Self::Overdue => "overdue",
            Self::NotBrought => "answer_not_brought",
            Self::Malformed { .. } => "malformed_reply",
            Self::Limit { .. } => "iteration_limit",
            Self::PlannerError { .. } => "planner_error",
            Self::Window { error } => error.code(),
            Self::Throttled { .. } => "chatgpt_wait",
            Self::DeliveryUnknown { .. } => "delivery_unknown",
            Self::Executor { kind, .. } => match kind {
                FailureKind::NotLoggedIn => "codex_not_logged_in",
                FailureKind::UsageLimit => "codex_usage_limit",
                FailureKind::RateLimited => "codex_rate_limited",
                FailureKind::ProviderDown => "codex_provider_down",
                FailureKind::BadRequest => "codex_bad_request",
                FailureKind::BadConfig => "codex_bad_config",
                FailureKind::Unknown => "codex_failed",
            },
            Self::NoExecutor { .. } => "codex_unavailable",
            Self::Workspace { gone: true, .. } => "folder_missing",
            Self::Workspace { gone: false, .. } => "workspace",
        }
    }

    /// Whether a good answer of ChatGPT's ends the pause by itself, where one is awaited.
    #[must_use]
    pub fn ends_with_an_answer(&self) -> bool {
        matches!(
            self,
            Self::Overdue
                | Self::NotBrought
                | Self::Malformed { .. }
                | Self::PlannerError { .. }
                | Self::Window { .. }
                | Self::Throttled { .. }
        )
    }

    /// When the session goes on by itself, in milliseconds since 1970-01-01 UTC; none when it waits for the person.
    #[must_use]
    pub fn until_ms(&self) -> Option<i64> {
        match self {
            Self::Throttled { until_ms, .. } => Some(*until_ms),
            Self::DeliveryUnknown { again_at_ms } => *again_at_ms,
            _ => None,
        }
    }

    /// Whether the person paused it, or their ending of the process did.
    pub(super) fn is_wanted(&self) -> bool {
        matches!(self, Self::Person | Self::Interrupted)
    }

    /// One sentence that says what happened.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::Person => "You paused the session.".to_owned(),
            Self::Interrupted => {
                "The session was interrupted: by Ctrl-C, by quitting the app, or because the system asked its process to end.".to_owned()
            }
            Self::Overdue => "ChatGPT has not answered in time.".to_owned(),
            Self::NotBrought => "No answer of ChatGPT's was brought in time.".to_owned(),
            Self::Malformed { errors, .. } => {
                format!("ChatGPT's answer could not be used, twice in a row: {}", errors.join("; "))
            }
            Self::Limit { iterations: 1 } => "1 iteration is done and ChatGPT plans another one.".to_owned(),
            Self::Limit { iterations } => format!("{iterations} iterations are done and ChatGPT plans another one."),
            Self::PlannerError { text } => format!("ChatGPT reports an error: {text}"),
            Self::Window { error } => sentence(&error.to_string()),
            Self::Throttled { until_ms, text } => format!("ChatGPT asks to wait until {}: {text}", time(*until_ms)),
            Self::DeliveryUnknown { .. } => "It cannot be told whether the last message arrived in ChatGPT.".to_owned(),
            Self::Executor { kind, text } => match kind {
                FailureKind::NotLoggedIn => format!("Codex is not logged in: {text}"),
                FailureKind::UsageLimit => format!("Codex's usage limit is reached: {text}"),
                FailureKind::RateLimited => format!("Codex was told to slow down: {text}"),
                FailureKind::ProviderDown => format!("Codex's model provider does not answer: {text}"),
                FailureKind::BadRequest => format!("Codex's model provider refused the request: {text}"),
                FailureKind::BadConfig => format!("Codex cannot use its configuration: {text}"),
                FailureKind::Unknown => format!("Codex failed: {text}"),
            },
            Self::NoExecutor { text, .. } => format!("Codex could not be started: {text}"),
            Self::Workspace { text, gone: true } => format!("{}.", sentence(text)),
            Self::Workspace { text, gone: false } => format!("The workspace could not be read: {text}"),
        }
    }

    /// The words of ChatGPT, Codex, the page or the system that are in [`Self::message`], and nothing of C2C's; empty
    /// where there are none. Untrusted.
    #[must_use]
    pub fn said(&self) -> Cow<'_, str> {
        match self {
            Self::Person
            | Self::Interrupted
            | Self::Overdue
            | Self::NotBrought
            | Self::Limit { .. }
            | Self::DeliveryUnknown { .. } => Cow::Borrowed(""),
            Self::Malformed { errors, .. } => Cow::Owned(errors.join("\n")),
            Self::Window { error } => Cow::Borrowed(error.said()),
            Self::PlannerError { text }
            | Self::Throttled { text, .. }
            | Self::Executor { text, .. }
            | Self::NoExecutor { text, .. }
            | Self::Workspace { text, .. } => Cow::Borrowed(text),
        }
    }

    /// Something to do about it.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Person | Self::Interrupted => "`c2c continue` goes on where it stopped.".to_owned(),
            Self::Overdue => {
                "`c2c reply` takes the answer when it is there; `c2c continue` waits for it once more.".to_owned()
            }
            Self::NotBrought => {
                "If the message was not carried to ChatGPT yet, do so; `c2c reply` takes the answer, and `c2c continue` waits for it once more.".to_owned()
            }
            Self::Malformed { .. } => {
                "`c2c reply` takes a better answer; `c2c continue` asks ChatGPT once more.".to_owned()
            }
            Self::Limit { .. } => {
                "`c2c continue` allows as many again; `c2c stop` ends the session with what is there.".to_owned()
            }
            Self::PlannerError { .. } => {
                "`c2c continue` sends ChatGPT a hand-over so that it can go on; `c2c handoff` does so in a new conversation."
                    .to_owned()
            }
            Self::Window { error } => window_hint(error),
            Self::Throttled { .. } => "C2C goes on by itself then; `c2c continue` tries at once.".to_owned(),
            Self::DeliveryUnknown { again_at_ms: Some(_) } => "C2C looks again by itself in a moment.".to_owned(),
            Self::DeliveryUnknown { again_at_ms: None } => {
                "Look at the conversation, then `c2c continue`: C2C looks again before it sends anything.".to_owned()
            }
            Self::Executor { kind, .. } => match kind {
                FailureKind::NotLoggedIn => "`codex login`, then `c2c continue`.".to_owned(),
                FailureKind::UsageLimit => "`c2c continue` when the limit has been lifted.".to_owned(),
                FailureKind::RateLimited => "`c2c continue` in a few minutes.".to_owned(),
                FailureKind::ProviderDown => {
                    "Check the network and `codex doctor`, then `c2c continue`.".to_owned()
                }
                FailureKind::BadRequest | FailureKind::BadConfig => {
                    "Mend `config.toml` in Codex's folder, then `c2c continue`.".to_owned()
                }
                FailureKind::Unknown => "`c2c continue` lets Codex go on in the same thread.".to_owned(),
            },
            Self::NoExecutor { hint, .. } => hint.clone(),
            Self::Workspace { gone: true, .. } => {
                "Put the folder back, then `c2c continue`; or `c2c stop` ends the session.".to_owned()
            }
            Self::Workspace { gone: false, .. } => "Mend it, then `c2c continue`.".to_owned(),
        }
    }

    /// Something to do about it when no process runs the session: then nothing goes on by itself.
    #[must_use]
    pub fn hint_unattended(&self) -> String {
        match self.until_ms() {
            Some(_) => NOBODY_RUNS.to_owned(),
            None => self.hint(),
        }
    }

    /// What the person is told, unless the pause was their own doing.
    pub(super) fn notice(&self, task_id: &TaskId) -> Option<(NoticeKind, String, String)> {
        let (kind, title) = self.told()?;
        Some((kind, format!("{title} ({task_id})"), format!("{}\n{}", self.message(), self.hint())))
    }

    /// Of which kind the notice of it is, and its title; none where the pause was the person's own doing.
    fn told(&self) -> Option<(NoticeKind, &'static str)> {
        Some(match self {
            Self::Person | Self::Interrupted => return None,
            Self::Overdue => (NoticeKind::Overdue, "ChatGPT has not answered"),
            Self::NotBrought => (NoticeKind::Overdue, "No answer was brought"),
            Self::Limit { .. } => (NoticeKind::Limit, "Iteration limit reached"),
            Self::Malformed { .. } | Self::DeliveryUnknown { .. } => (NoticeKind::Paused, "The session needs you"),
            Self::Throttled { .. } => (NoticeKind::Paused, "ChatGPT asks to wait"),
            Self::Window { error: WindowError::Person { .. } } => (NoticeKind::Paused, "ChatGPT asks for you"),
            Self::Window { error: WindowError::HandOver { .. } | WindowError::TooLong } => {
                (NoticeKind::Paused, "The session needs a new conversation")
            }
            Self::PlannerError { .. }
            | Self::Window { .. }
            | Self::Executor { .. }
            | Self::NoExecutor { .. }
            | Self::Workspace { .. } => (NoticeKind::Failed, "The session cannot go on"),
        })
    }

    /// Of which kind the notice of it is; none where there is none.
    pub(super) fn notice_kind(&self) -> Option<NoticeKind> {
        self.told().map(|(kind, _)| kind)
    }
}

/// What is said where a pause would end by itself if a process ran the session.
const NOBODY_RUNS: &str = "Nobody runs the session, so nothing goes on by itself: `c2c continue` goes on.";

/// What the error itself says to do, and what C2C can do then.
fn window_hint(error: &WindowError) -> String {
    then_continue(&error.hint())
}

/// A hint as sentences, whoever wrote it, that end in how the session goes on.
fn then_continue(hint: &str) -> String {
    let mut text = sentence(hint.trim());
    if !text.is_empty() && !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    if text.contains("`c2c continue") {
        return text;
    }
    let rest = if text.contains("`c2c handoff`") { "`c2c continue` tries here again." } else { "Then `c2c continue`." };
    format!("{text} {rest}").trim_start().to_owned()
}

/// An error's text as a sentence.
fn sentence(text: &str) -> String {
    let mut signs = text.chars();
    match signs.next() {
        Some(first) => first.to_uppercase().chain(signs).collect(),
        None => String::new(),
    }
}

/// The time of day.
fn time(at_ms: i64) -> String {
    let minutes = at_ms.div_euclid(60_000);
    format!("{:02}:{:02} UTC", minutes.div_euclid(60).rem_euclid(24), minutes.rem_euclid(60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_iteration_is_counted_as_one() {
        let said = |iterations| PauseReason::Limit { iterations }.message();
        assert_eq!(said(1), "1 iteration is done and ChatGPT plans another one.");
        assert_eq!(said(12), "12 iterations are done and ChatGPT plans another one.");
    }
}
