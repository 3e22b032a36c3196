//! The desktop's notifications, each on a thread of its own.
//!
//! A notification service may hang or answer late, and a notification may stay for days until somebody
//! presses it; the loop waits for neither. When the notifier goes, what is just being handed over gets a
//! moment to arrive: the last notice of a session is the one that matters most.

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use c2c_ports::{Notice, NoticeKind, Notifier, SessionId};
use notify_rust::{Notification, NotificationResponse, Timeout};

use crate::words::{Abilities, Action, Words, words};

/// How many notifications may be under way or wait to be pressed. More than a person has open; a service
/// that hangs must not cost a thread for each notice.
const AT_ONCE: usize = 16;
/// How long the end of the notifier waits for what is being handed over.
const LAST_MOMENT: Duration = Duration::from_secs(2);
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
    counts: Arc<Counts>,
}

impl DesktopNotifier {
    /// A notifier whose notifications only tell.
    #[must_use]
    pub fn new() -> Self {
        Self { answer: None, counts: Arc::default() }
    }

    /// A notifier whose notifications can be pressed.
    #[must_use]
    pub fn answering(answer: Arc<dyn Answering>) -> Self {
        Self { answer: Some(answer), counts: Arc::default() }
    }
}

impl Default for DesktopNotifier {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for DesktopNotifier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("DesktopNotifier").field("counts", &self.counts).finish_non_exhaustive()
    }
}

impl Notifier for DesktopNotifier {
    fn notify(&self, notice: &Notice) {
        let Some(turn) = Turn::take(&self.counts) else {
            tracing::warn!(kind = ?notice.kind, "a notice is not shown: too many notifications are open");
            return;
        };
        let (notice, answer) = (notice.clone(), self.answer.clone());
        let spawned = thread::Builder::new().name("notify".to_owned()).spawn(move || show(&notice, answer, turn));
        if let Err(error) = spawned {
            tracing::warn!(%error, "a notice is not shown");
        }
    }
}

impl Drop for DesktopNotifier {
    fn drop(&mut self) {
        self.counts.wait_for_handing_over();
    }
}

fn show(notice: &Notice, answer: Option<Answer>, mut turn: Turn) {
    let words = words(notice, abilities(), answer.is_some());
    let shown = match notification(&words, answer.as_deref()).show() {
        Ok(shown) => shown,
        Err(error) => {
            // The terminal or the window says the same: no reason to trouble anybody.
            tracing::info!(%error, "the desktop shows no notification");
            return;
        }
    };
    turn.is_handed_over();
    let Some(answer) = answer.filter(|_| !words.actions.is_empty()) else { return };
    let pressed = |action| {
        let (session_id, kind, plan) = (notice.session_id.clone(), notice.kind, notice.plan);
        answer.pressed(Pressed { session_id, kind, plan, action });
    };
    let waited = shown.wait_for_response(|response: &NotificationResponse| match response {
        NotificationResponse::Default => pressed(Action::Open),
        NotificationResponse::Action(name) => {
            if let Some(action) = Action::named(name) {
                pressed(action);
            }
        }
        NotificationResponse::Reply(_) | NotificationResponse::Closed(_) => {}
    });
    // Where the service ended meanwhile, nothing can be pressed any more.
    drop(waited);
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

/// How many notifications there are.
#[derive(Debug, Default)]
struct Counts {
    count: Mutex<Count>,
    changed: Condvar,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Count {
    /// Under way or waiting to be pressed.
    open: usize,
    /// Not yet with the desktop.
    under_way: usize,
}

impl Counts {
    fn lock(&self) -> MutexGuard<'_, Count> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_handing_over(&self) {
        let deadline = Instant::now() + LAST_MOMENT;
        let mut count = self.lock();
        while count.under_way > 0 {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            count = self.changed.wait_timeout(count, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// The place of one notification, until it is over.
struct Turn {
    counts: Arc<Counts>,
    is_under_way: bool,
}

impl Turn {
    /// None when there are too many.
    fn take(counts: &Arc<Counts>) -> Option<Self> {
        let mut count = counts.lock();
        if count.open >= AT_ONCE {
            return None;
        }
        count.open += 1;
        count.under_way += 1;
        Some(Self { counts: Arc::clone(counts), is_under_way: true })
    }

    fn is_handed_over(&mut self) {
        if std::mem::take(&mut self.is_under_way) {
            self.counts.lock().under_way -= 1;
            self.counts.changed.notify_all();
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.is_handed_over();
        self.counts.lock().open -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_are_open_and_no_more() {
        let counts = Arc::default();
        let turns: Vec<_> = (0..AT_ONCE).filter_map(|_| Turn::take(&counts)).collect();
        assert_eq!((turns.len(), counts.lock().under_way), (AT_ONCE, AT_ONCE));
        assert!(Turn::take(&counts).is_none());
        drop(turns);
        assert_eq!(*counts.lock(), Count::default());
        assert!(Turn::take(&counts).is_some());
    }

    #[test]
    fn the_end_waits_for_what_is_handed_over_and_for_nothing_else() {
        let counts = Arc::default();
        let mut turn = Turn::take(&counts).unwrap();
        let began = Instant::now();
        let waiting = {
            let counts = Arc::clone(&counts);
            thread::spawn(move || counts.wait_for_handing_over())
        };
        turn.is_handed_over();
        waiting.join().unwrap();
        assert_eq!(counts.lock().open, 1);
        assert!(began.elapsed() < LAST_MOMENT);
    }
}
