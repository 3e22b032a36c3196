//! The notifications that are under way or stay, each with its place, until it is over.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use c2c_ports::{Asked, Notice, NoticeKind, SessionId};
use tokio::sync::oneshot;

/// How many notifications may be under way or wait to be pressed. More than a person has open; a service
/// that hangs must not cost a thread for each notice.
const AT_ONCE: usize = 16;
/// How long the end of the notifier waits for what is being handed over.
const LAST_MOMENT: Duration = Duration::from_secs(2);

/// Resolves when the notification is over: it is not asked any more.
pub(super) type Over = oneshot::Receiver<()>;

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Turns {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The number of the next one.
    next: u64,
    /// Under way, or shown and staying.
    open: Vec<Open>,
    /// How many are not yet with the desktop.
    under_way: usize,
}

#[derive(Debug)]
struct Open {
    number: u64,
    session: SessionId,
    kind: NoticeKind,
    plan: Option<u32>,
    /// None once it was told.
    over: Option<oneshot::Sender<()>>,
}

impl Turns {
    /// A place for a notice; none when there are too many.
    pub(super) fn take(turns: &Arc<Self>, notice: &Notice) -> Option<(Turn, Over)> {
        let mut state = turns.lock();
        if state.open.len() >= AT_ONCE {
            return None;
        }
        let (over, is_over) = oneshot::channel();
        let number = state.next;
        state.next += 1;
        state.under_way += 1;
        let (session, kind, plan) = (notice.session_id.clone(), notice.kind, notice.plan);
        state.open.push(Open { number, session, kind, plan, over: Some(over) });
        Some((Turn { turns: Arc::clone(turns), number, is_under_way: true }, is_over))
    }

    /// Ends those of a session that are not asked any more.
    pub(super) fn settle(&self, session: &SessionId, asked: Asked<'_>) {
        let mut state = self.lock();
        let is_over = |open: &&mut Open| open.session == *session && !asked(open.kind, open.plan);
        for open in state.open.iter_mut().filter(is_over) {
            if let Some(over) = open.over.take() {
                // One that was pressed or closed at this very moment hears nothing any more.
                over.send(()).ok();
            }
        }
    }

    /// Waits for what is being handed over, for a moment.
    pub(super) fn wait_for_handing_over(&self) {
        let deadline = Instant::now() + LAST_MOMENT;
        let mut state = self.lock();
        while state.under_way > 0 {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of one notification, until it is over.
pub(super) struct Turn {
    turns: Arc<Turns>,
    number: u64,
    is_under_way: bool,
}

impl Turn {
    /// It is with the desktop.
    pub(super) fn is_handed_over(&mut self) {
        if std::mem::take(&mut self.is_under_way) {
            self.turns.lock().under_way -= 1;
            self.turns.changed.notify_all();
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.is_handed_over();
        self.turns.lock().open.retain(|open| open.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notice(session: u8, kind: NoticeKind, plan: Option<u32>) -> Notice {
        let (workspace, title, body) = ("shop".to_owned(), String::new(), String::new());
        Notice { session_id: SessionId::from_random([session; 8]), workspace, kind, title, body, plan }
    }

    /// How many are open, and how many of them under way.
    fn count(turns: &Turns) -> (usize, usize) {
        let state = turns.lock();
        (state.open.len(), state.under_way)
    }

    #[test]
    fn so_many_are_open_and_no_more() {
        let turns = Arc::default();
        let done = notice(1, NoticeKind::Done, None);
        let taken: Vec<_> = (0..AT_ONCE).filter_map(|_| Turns::take(&turns, &done)).collect();
        assert_eq!((taken.len(), count(&turns)), (AT_ONCE, (AT_ONCE, AT_ONCE)));
        assert!(Turns::take(&turns, &done).is_none());
        drop(taken);
        assert_eq!(count(&turns), (0, 0));
        assert!(Turns::take(&turns, &done).is_some());
    }

    #[test]
    fn what_is_not_asked_any_more_is_over() {
        let turns = Arc::default();
        let take = |session, plan| Turns::take(&turns, &notice(session, NoticeKind::Approval, plan)).unwrap();
        let (mut first, mut second, mut other) = (take(1, Some(1)), take(1, Some(2)), take(2, Some(1)));
        turns.settle(&SessionId::from_random([1; 8]), &|kind, plan| kind == NoticeKind::Approval && plan == Some(2));
        assert_eq!(first.1.try_recv(), Ok(()));
        assert!(second.1.try_recv().is_err() && other.1.try_recv().is_err());
        assert_eq!(count(&turns).0, 3, "its thread may hang with the desktop");
        drop(first);
        assert_eq!(count(&turns).0, 2);
    }

    #[test]
    fn the_end_waits_for_what_is_handed_over_and_for_nothing_else() {
        let turns = Arc::default();
        let (mut turn, _over) = Turns::take(&turns, &notice(1, NoticeKind::Done, None)).unwrap();
        let began = Instant::now();
        let waiting = {
            let turns = Arc::clone(&turns);
            std::thread::spawn(move || turns.wait_for_handing_over())
        };
        turn.is_handed_over();
        waiting.join().unwrap();
        assert_eq!(count(&turns), (1, 0));
        assert!(began.elapsed() < LAST_MOMENT);
    }
}
