//! The desktop's notifications, each on a thread of its own.
//!
//! A notification service may hang or answer late, and a notification may stay for days until somebody
//! presses it; the loop waits for neither. When the notifier goes, what is just being handed over gets a
//! moment to arrive: the last notice of a session is the one that matters most.

use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use c2c_ports::{Asked, Notice, NoticeKind, Notifier, SessionId};
use notify_rust::{Notification, NotificationResponse, Timeout};

use crate::words::{Abilities, Action, Words, words};

mod turns;

use turns::{Over, Turn, Turns};

/// How long a notification stays that nothing waits for.
const PASSING: Duration = Duration::from_secs(15);

/// Something that was pressed in a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pressed {
    /// The session that the notification was about.
    pub session_id: SessionId,
    /// Why it was shown.
    pub kind: NoticeKind,
    /// The number of the plan that it asked about.
    pub plan: Option<u32>,
    /// What was pressed.
    pub action: Action,
}

/// Answers what is pressed, and says what the buttons say.
pub trait Answering: Send + Sync {
    /// What the button of `action` says, in the language in use.
    fn label(&self, action: Action) -> String;

    /// Something was pressed. Called on some thread.
    fn pressed(&self, pressed: Pressed);
}

type Answer = Arc<dyn Answering>;

/// Shows notices as notifications of the desktop.
pub struct DesktopNotifier {
    answer: Option<Answer>,
    turns: Arc<Turns>,
}

impl DesktopNotifier {
    /// A notifier whose notifications only tell.
    #[must_use]
    pub fn new() -> Self {
        Self { answer: None, turns: Arc::default() }
    }

    /// A notifier whose notifications can be pressed.
    #[must_use]
    pub fn answering(answer: Arc<dyn Answering>) -> Self {
        Self { answer: Some(answer), turns: Arc::default() }
    }
}

impl Default for DesktopNotifier {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for DesktopNotifier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("DesktopNotifier").field("turns", &self.turns).finish_non_exhaustive()
    }
}

impl Notifier for DesktopNotifier {
    fn notify(&self, notice: &Notice) {
        let Some((turn, over)) = Turns::take(&self.turns, notice) else {
            tracing::warn!(kind = ?notice.kind, "a notice is not shown: too many notifications are open");
            return;
        };
        let (notice, answer) = (notice.clone(), self.answer.clone());
        let spawned = thread::Builder::new()
            .name("notify".to_owned())
            .spawn(move || show(&notice, answer.as_deref(), turn, over));
        if let Err(error) = spawned {
            tracing::warn!(%error, "a notice is not shown");
        }
    }

    fn settle(&self, session: &SessionId, asked: Asked<'_>) {
        self.turns.settle(session, asked);
    }
}

impl Drop for DesktopNotifier {
    fn drop(&mut self) {
        self.turns.wait_for_handing_over();
    }
}

fn show(notice: &Notice, answer: Option<&dyn Answering>, mut turn: Turn, over: Over) {
    let words = words(notice, abilities(), answer.is_some());
    let notification = notification(&words, answer);
    let pressed = |action| {
        let Some(answer) = &answer else { return };
        let (session_id, kind, plan) = (notice.session_id.clone(), notice.kind, notice.plan);
        answer.pressed(Pressed { session_id, kind, plan, action });
    };
    let answered = |response: &NotificationResponse| match response {
        NotificationResponse::Default => pressed(Action::Open),
        NotificationResponse::Action(name) => {
            if let Some(action) = Action::named(name) {
                pressed(action);
            }
        }
        NotificationResponse::Reply(_) | NotificationResponse::Closed(_) => {}
    };
    // One that goes by itself and cannot be pressed needs nobody.
    let is_kept = words.stays || !words.actions.is_empty();
    if let Err(error) = system::show(&notification, &mut turn, over, is_kept, answered) {
        // The terminal or the window says the same: no reason to trouble anybody.
        tracing::info!(error = &*error, "the desktop shows no notification");
    }
}

/// Notifications over the session bus, which can be taken away again.
#[cfg(all(unix, not(target_os = "macos")))]
mod system {
    use super::{Notification, NotificationResponse, Over, Turn};

    /// Shows a notification, and waits until it is pressed, closed, or over.
    pub(super) fn show(
        notification: &Notification,
        turn: &mut Turn,
        over: Over,
        is_kept: bool,
        answered: impl FnOnce(&NotificationResponse),
    ) -> Result<(), Box<dyn std::error::Error>> {
        // The connection lives on the runtime on which it was made.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let shown = notification.show_async().await?;
            turn.is_handed_over();
            if is_kept {
                tokio::select! {
                    () = shown.wait_for_action_async(answered) => {}
                    Ok(()) = over => shown.close_async().await,
                }
            }
            Ok(())
        })
    }
}

/// Notifications that the system keeps: they cannot be taken away.
#[cfg(not(all(unix, not(target_os = "macos"))))]
mod system {
    use super::{Notification, NotificationResponse, Over, Turn};

    /// Shows a notification, and waits until it is pressed or closed.
    pub(super) fn show(
        notification: &Notification,
        turn: &mut Turn,
        _over: Over,
        is_kept: bool,
        answered: impl FnOnce(&NotificationResponse),
    ) -> Result<(), Box<dyn std::error::Error>> {
        let shown = notification.show()?;
        turn.is_handed_over();
        if is_kept {
            shown.wait_for_response(answered)?;
        }
        Ok(())
    }
}

fn notification(words: &Words, answer: Option<&dyn Answering>) -> Notification {
    let mut notification = Notification::new();
    notification.appname("C2C").summary(&words.title).body(&words.body);
    notification.timeout(if words.stays { Timeout::Never } else { PASSING.into() });
    for (action, answer) in words.actions.iter().zip(std::iter::repeat(answer)) {
        notification.action(action.name(), &answer.map_or_else(String::new, |answer| answer.label(*action)));
    }
    notification
}

/// What this desktop's notifications can do. Asked each time: the service may change meanwhile.
#[cfg(all(unix, not(target_os = "macos")))]
fn abilities() -> Abilities {
    match notify_rust::get_capabilities() {
        Ok(capabilities) => Abilities::of(capabilities.iter().map(String::as_str)),
        Err(error) => {
            tracing::debug!(%error, "the notification service does not say what it can do");
            Abilities::default()
        }
    }
}

/// What this system's notifications can do.
#[cfg(not(all(unix, not(target_os = "macos"))))]
fn abilities() -> Abilities {
    Abilities { reads_markup: false, has_actions: true }
}
