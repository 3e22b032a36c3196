//! The desktop's notifications, where this build has them: the feature `notify`.

use std::sync::Arc;

use c2c_ports::{Notifier, SessionId};

/// What was pressed in a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Press {
    /// The notification itself: show the session.
    Open,
    /// The plan may be carried out.
    Approve,
    /// The plan may not be carried out.
    Reject,
}

/// Something that was pressed in a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pressed {
    /// The session that the notification was about.
    pub session_id: SessionId,
    /// What was pressed.
    pub press: Press,
}

/// Tells, on some thread, what is pressed.
pub type Answer = Box<dyn Fn(Pressed) + Send + Sync>;

/// The desktop's notifications; none where this build has none. Without an `answer` they only tell.
#[cfg(feature = "notify")]
#[must_use]
pub fn notices(answer: Option<Answer>) -> Option<Arc<dyn Notifier>> {
    use c2c_notify::DesktopNotifier;
    let Some(answer) = answer else { return Some(Arc::new(DesktopNotifier::new())) };
    Some(Arc::new(DesktopNotifier::answering(move |pressed| {
        let press = match pressed.action {
            c2c_notify::words::Action::Open => Press::Open,
            c2c_notify::words::Action::Approve => Press::Approve,
            c2c_notify::words::Action::Reject => Press::Reject,
        };
        answer(Pressed { session_id: pressed.session_id, press });
    })))
}

/// This build has none.
#[cfg(not(feature = "notify"))]
#[must_use]
pub fn notices(_answer: Option<Answer>) -> Option<Arc<dyn Notifier>> {
    tracing::debug!("this build shows no notifications");
    None
}
