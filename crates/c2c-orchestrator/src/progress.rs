//! What can be watched while a session runs. Losing any of it loses nothing: the store has it all.

use c2c_ports::{Delivery, Ended, WindowWait};

use crate::machine::{Note, Status};
use crate::record::Recorded;

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// A message of ours got this far.
    Sent {
        /// Its number in the session.
        number: u32,
        /// `BOOT` or the protocol state.
        state: String,
        /// The iteration in it.
        iteration: u32,
        /// Its text.
        text: String,
        /// How far it got.
        delivery: Delivery,
    },
    /// An answer came in.
    Received {
        /// Its number in the session.
        number: u32,
        /// Its protocol state; `?` when it could not be read.
        state: String,
        /// The iteration in it.
        iteration: u32,
        /// Its text. Untrusted.
        text: String,
    },
    /// Codex begins.
    Executing {
        /// The iteration, from 1.
        iteration: u32,
    },
    /// Codex ended.
    Executed {
        /// The iteration, from 1.
        iteration: u32,
        /// How.
        ended: Ended,
        /// Commands seen in its events.
        commands: usize,
    },
    /// The iteration is in the store.
    Recorded {
        /// The iteration, from 1.
        iteration: u32,
        /// Its summary.
        recorded: Recorded,
    },
    /// The window waits for something. Said once for each message.
    Waits {
        /// For what.
        wait: WindowWait,
        /// The process that has its turn, for [`WindowWait::OtherSession`].
        process: Option<u32>,
    },
    /// Something worth saying.
    Noted(Note),
    /// The driver returns.
    Ended {
        /// With the session in this status.
        status: Status,
        /// After this many iterations.
        iterations: u32,
    },
}

/// Watches a session run.
pub trait Observer: Send + Sync {
    /// Something happened.
    fn progress(&self, progress: &Progress);
}
