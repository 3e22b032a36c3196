//! A child that outlives this process.

use std::process::{Child, ExitStatus};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// A child that was started to outlive this process. Dropping it leaves the child alone.
#[derive(Debug)]
pub struct Detached {
    pid: u32,
    ended: Receiver<ExitStatus>,
}

impl Detached {
    /// Waits for the child on a thread of its own, as long as this process lives.
    pub(super) fn watch(mut child: Child) -> Self {
        let pid = child.id();
        let (tell, ended) = mpsc::channel();
        std::thread::spawn(move || {
            if let Ok(status) = child.wait() {
                // Nobody may be left who wants to know.
                tell.send(status).ok();
            }
        });
        Self { pid, ended }
    }

    /// Its process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Waits for its end, at most for `deadline`. Tells an end once.
    #[must_use]
    pub fn ended_within(&self, deadline: Duration) -> Option<ExitStatus> {
        self.ended.recv_timeout(deadline).ok()
    }
}
