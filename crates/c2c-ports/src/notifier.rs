//! Telling the person.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::SessionId;

/// Why the person is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// The goal is reached.
    Done,
    /// The planner cannot go on and says what it needs.
    Blocked,
    /// A plan waits for approval.
    Approval,
    /// A message waits for the person to carry it.
    Carry,
    /// The planner has not answered in time.
    Overdue,
    /// The iteration limit is reached.
    Limit,
    /// The session paused and says why.
    Paused,
    /// Something failed.
    Failed,
}

/// One thing to tell the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// The session it is about.
    pub session_id: SessionId,
    /// The name of the folder that it works in.
    pub workspace: String,
    /// Why.
    pub kind: NoticeKind,
    /// One line.
    pub title: String,
    /// More, and what can be done. Untrusted text may be inside: show it, never interpret it.
    pub body: String,
    /// The number of the plan that it asks about, for [`NoticeKind::Approval`].
    #[serde(default)]
    pub plan: Option<u32>,
}

/// Whether the person is still asked what a notice of a kind, and about a plan, told them of.
pub type Asked<'a> = &'a dyn Fn(NoticeKind, Option<u32>) -> bool;

/// Tells the person. A notice is shown at most once; failing to show it never stops the loop.
pub trait Notifier: Send + Sync {
    /// Shows `notice`.
    fn notify(&self, notice: &Notice);

    /// Takes away what it still shows of a session and is not asked any more. Nothing where notices do not stay.
    fn settle(&self, _session: &SessionId, _asked: Asked<'_>) {}
}

impl<N: Notifier + ?Sized> Notifier for Arc<N> {
    fn notify(&self, notice: &Notice) {
        (**self).notify(notice);
    }

    fn settle(&self, session: &SessionId, asked: Asked<'_>) {
        (**self).settle(session, asked);
    }
}

/// Two that tell the same.
#[derive(Debug, Clone, Copy)]
pub struct Both<A, B>(pub A, pub B);

impl<A: Notifier, B: Notifier> Notifier for Both<A, B> {
    fn notify(&self, notice: &Notice) {
        self.0.notify(notice);
        self.1.notify(notice);
    }

    fn settle(&self, session: &SessionId, asked: Asked<'_>) {
        self.0.settle(session, asked);
        self.1.settle(session, asked);
    }
}
