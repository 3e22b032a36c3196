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
    /// The session goes on.
    Continue,
}

/// Something that was pressed in a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pressed {
    /// The session that the notification was about.
    pub session_id: SessionId,
    /// The number of the plan that it asked about.
    pub plan: Option<u32>,
    /// What was pressed.
    pub press: Press,
}

/// Answers what is pressed in a notification.
pub trait Answering: Send + Sync {
    /// What the button says, in the language in use.
    fn label(&self, press: Press) -> String;

    /// Something was pressed. Called on some thread.
    fn pressed(&self, pressed: Pressed);
}

/// The desktop's notifications; none where this build has none. Without an `answer` they only tell.
#[cfg(feature = "notify")]
#[must_use]
pub fn notices(answer: Option<Arc<dyn Answering>>) -> Option<Arc<dyn Notifier>> {
    use c2c_notify::DesktopNotifier;
    let Some(answer) = answer else { return Some(Arc::new(DesktopNotifier::new())) };
    Some(Arc::new(DesktopNotifier::answering(Arc::new(desktop::Passing(answer)))))
}

#[cfg(feature = "notify")]
mod desktop {
    use c2c_notify::words::Action;

    use super::{Answering, Arc, Press, Pressed};

    /// Passes on what the desktop says.
    pub(super) struct Passing(pub(super) Arc<dyn Answering>);

    impl c2c_notify::Answering for Passing {
        fn label(&self, action: Action) -> String {
            self.0.label(press(action))
        }

        fn pressed(&self, pressed: c2c_notify::Pressed) {
            let c2c_notify::Pressed { session_id, plan, action, .. } = pressed;
            self.0.pressed(Pressed { session_id, plan, press: press(action) });
        }
    }

    fn press(action: Action) -> Press {
        match action {
            Action::Open => Press::Open,
            Action::Approve => Press::Approve,
            Action::Reject => Press::Reject,
            Action::Continue => Press::Continue,
        }
    }
}

/// This build has none.
#[cfg(not(feature = "notify"))]
#[must_use]
pub fn notices(_answer: Option<Arc<dyn Answering>>) -> Option<Arc<dyn Notifier>> {
    tracing::debug!("this build shows no notifications");
    None
}
