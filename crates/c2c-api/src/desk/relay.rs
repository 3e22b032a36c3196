//! The notices of sessions that terminals run, shown by the app while it runs: with its buttons, and in its language.
//!
//! A terminal that sees the app's lease leaves them to it. Which there are is read from the store, where each process
//! claims what it tells; a notice of before the app was started has been shown.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use c2c_orchestrator::{Machine, told};
use c2c_ports::{Notice, NoticeKind, Notifier, SessionId};
use c2c_store::{ReadTx, StoreError};

use crate::app::App;
use crate::error::ApiError;

/// What was shown for others.
#[derive(Debug, Default)]
pub(super) struct Relay(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The place of the last notice that was looked at; none before [`Relay::begin`].
    last: Option<i64>,
    /// Sessions of which something may still be shown.
    told: HashSet<SessionId>,
}

/// What there is to show, and where the sessions stand of which something is shown.
#[derive(Debug, Default)]
struct News {
    last: i64,
    notices: Vec<Notice>,
    standing: Vec<(SessionId, Standing)>,
}

#[derive(Debug)]
enum Standing {
    /// It has ended.
    Over,
    /// It goes on; without a state where this version cannot read it.
    Open(Option<Box<Machine>>),
}

impl Relay {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins with what is told from now on. Comes before anybody can know that the app runs.
    pub(super) fn begin(&self, app: &App) -> Result<(), ApiError> {
        let last = app.store().read(|tx| tx.last_notice())?;
        self.lock().last.get_or_insert(last);
        Ok(())
    }

    /// Shows what others have told since, and takes away what is not asked any more.
    pub(super) fn tell(&self, app: &App, notifier: &dyn Notifier) -> Result<(), ApiError> {
        let mut state = self.lock();
        let Some(last) = state.last else { return Ok(()) };
        let news = app.store().read(|tx| news(tx, last, &state.told))?;
        state.last = Some(news.last);
        for notice in &news.notices {
            state.told.insert(notice.session_id.clone());
            notifier.notify(notice);
        }
        for (session, standing) in &news.standing {
            match standing {
                Standing::Over => {
                    state.told.remove(session);
                    // That the goal is reached asks nothing, and stays true.
                    notifier.settle(session, &|kind, _| kind == NoticeKind::Done);
                }
                Standing::Open(Some(machine)) => notifier.settle(session, &|kind, plan| machine.asks(kind, plan)),
                Standing::Open(None) => {}
            }
        }
        Ok(())
    }
}

fn news(tx: &ReadTx<'_>, last: i64, before: &HashSet<SessionId>) -> Result<News, StoreError> {
    let mut news = News { last, ..News::default() };
    let mut sessions = before.clone();
    for claimed in tx.notices_after(last)? {
        news.last = claimed.place;
        let Some(listed) = tx.listed(&claimed.session_id)?.filter(|listed| !listed.in_app) else { continue };
        let notice = told(tx, &claimed.session_id, Path::new(&listed.root), &claimed.kind, &claimed.key)?;
        sessions.extend(notice.iter().map(|notice| notice.session_id.clone()));
        news.notices.extend(notice);
    }
    for session in sessions {
        let listed = tx.listed(&session)?;
        let standing = match listed {
            Some(listed) if listed.session.ended_at_ms.is_none() => {
                let machine = tx.state(&session)?.and_then(|state| serde_json::from_value(state).ok());
                Standing::Open(machine)
            }
            _ => Standing::Over,
        };
        news.standing.push((session, standing));
    }
    Ok(news)
}
