//! What happens in each mood.

use super::{Mood, Wait};
use crate::tree::NodeId;

/// How long to wait when the page names no time, in milliseconds.
pub const DEFAULT_WAIT_MS: i64 = 15 * 60_000;

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Pause, touch nothing, look again then.
    WaitUntil {
        /// When.
        at_ms: i64,
    },
    /// Look again soon: the page mends itself.
    Wait,
    /// Press it once. Trying a failed turn again is no second message.
    RetryOnce {
        /// Retry.
        button: NodeId,
    },
    /// Press it.
    Press {
        /// The button.
        button: NodeId,
    },
    /// Pause and offer to go on in a new conversation.
    OfferHandOver {
        /// Begins one.
        new_chat: Option<NodeId>,
    },
    /// Pause until the person has done something about it.
    AskPerson,
    /// Tell the person and go on.
    GoOn,
}

/// What the person has allowed beforehand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Policy {
    /// The connector, by the name it has in ChatGPT, whose calls may be allowed once each without
    /// asking. It is C2C's own and its tools only read.
    pub allow_connector: Option<String>,
    /// Whether Retry was pressed for this message already.
    pub has_retried: bool,
}

/// The time, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    /// Milliseconds since 1970-01-01 UTC.
    pub ms: i64,
    /// How far the person's time is ahead of UTC, in minutes.
    pub offset_minutes: i32,
}

/// What happens in `mood`.
#[must_use]
pub fn next(mood: &Mood, policy: &Policy, now: Now) -> Next {
    match mood {
        Mood::TooManyRequests { wait } => {
            Next::WaitUntil { at_ms: wait.map_or(now.ms + DEFAULT_WAIT_MS, |wait| at_ms(wait, now)) }
        }
        Mood::PlanLimit { other_model: true, .. } => Next::GoOn,
        Mood::PlanLimit { resets: Some(wait), .. } => Next::WaitUntil { at_ms: at_ms(*wait, now) },
        Mood::DeliveryTimeout { retry: Some(button) }
        | Mood::StreamError { retry: Some(button) }
        | Mood::SomethingWrong { retry: Some(button) }
            if !policy.has_retried =>
        {
            Next::RetryOnce { button: *button }
        }
        Mood::ConnectorPermission { connector, allow_once: Some(button), .. }
            if policy.allow_connector.as_ref() == Some(connector) =>
        {
            Next::Press { button: *button }
        }
        Mood::ContinueGenerating { button } => Next::Press { button: *button },
        Mood::MaxLength { new_chat } => Next::OfferHandOver { new_chat: *new_chat },
        Mood::ConversationMissing => Next::OfferHandOver { new_chat: None },
        Mood::Reconnecting => Next::Wait,
        Mood::HumanCheck
        | Mood::LogIn
        | Mood::AccountBlocked
        | Mood::ConnectorPermission { .. }
        | Mood::Chooser
        | Mood::UseWork { .. }
        | Mood::MessageTooLong
        | Mood::PlanLimit { .. }
        | Mood::DeliveryTimeout { .. }
        | Mood::StreamError { .. }
        | Mood::SomethingWrong { .. }
        | Mood::UnknownModal { .. } => Next::AskPerson,
    }
}

/// The next moment that `wait` means.
fn at_ms(wait: Wait, now: Now) -> i64 {
    const DAY: i64 = 24 * 60;
    match wait {
        Wait::Minutes(minutes) => now.ms + i64::from(minutes) * 60_000,
        Wait::Clock { hour, minute } => {
            let now_minute = now.ms.div_euclid(60_000) + i64::from(now.offset_minutes);
            let wanted = i64::from(hour * 60 + minute);
            let ahead = (wanted - now_minute).rem_euclid(DAY);
            // The minute that is now has begun: it can only mean this one.
            (now.ms.div_euclid(60_000) + ahead).max(0) * 60_000
        }
    }
}
