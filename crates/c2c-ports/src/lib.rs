//! The traits between the loop and the world, with their plain types.
//!
//! The orchestrator calls them, adapters of level 2 implement them, binaries join the two. This
//! crate holds no IO, no clock and no randomness: what a port needs of those it gets from its
//! implementation. Types here carry plain text and numbers, so that neither side has to know the
//! protocol or the store.

use std::future::Future;
use std::pin::Pin;

mod browser;
mod changes;
mod clock;
mod executor;
mod ids;
mod notifier;
mod site;
mod steps;
mod window;

pub use browser::{
    BookError, Browser, BrowserBook, BrowserError, BrowserProcess, Closed, OpenRequest, Opened, OpenedHow, Probe,
    ProbeLine,
};
pub use changes::{ChangeKind, ChangeSet, ChangedFile, Changes, ChangesError, Snapshot, SnapshotId};
pub use clock::Clock;
pub use executor::{
    CommandRun, Ended, Execution, Executor, ExecutorError, ExecutorInfo, FailureKind, Job, Reported, Rerun,
    ResultStatus, Sandbox, Settled, Usage,
};
pub use ids::{EffectId, IdError, SessionId, WorkspaceId};
pub use notifier::{Asked, Both, Notice, NoticeKind, Notifier};
pub use site::{Address, Site, SiteError};
pub use steps::{EffectKind, ExecuteStep, NoSteps, Point, ReadStep, RecordStep, SendStep, StepObserver};
pub use window::{Chore, Delivery, Found, Judge, Outgoing, Reply, Sent, Verdict, Window, WindowError, WindowWait};

/// A boxed future, so that ports can be trait objects.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
