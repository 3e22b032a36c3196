//! Running one call: not too many at once, not for too long, and not when nobody waits any more.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use c2c_ports::WorkspaceId;
use c2c_workspace::{ErrorCode, Limits, ToolError};
use serde_json::{Map, Value};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::tool_host::{ToolCall, ToolHost, Unanswered, printable};

/// How much longer than its deadline a call is waited for: a tool that has a part of its answer by then sends that.
const GRACE: Duration = Duration::from_secs(2);

/// Runs the calls of all workspaces.
pub(crate) struct Calls {
    host: Arc<dyn ToolHost>,
    at_once: usize,
    call_time: Duration,
    /// One semaphore for each workspace that was called.
    turns: Mutex<HashMap<WorkspaceId, Arc<Semaphore>>>,
}

/// What a client asks for.
pub(crate) struct Asked {
    pub(crate) workspace: WorkspaceId,
    pub(crate) tool: String,
    pub(crate) arguments: Map<String, Value>,
    pub(crate) client: String,
}

impl Calls {
    pub(crate) fn new(host: Arc<dyn ToolHost>, at_once: usize, call_time: Duration) -> Self {
        Self { host, at_once, call_time, turns: Mutex::default() }
    }

    /// Answers a call. `gone` says that the client does not wait any more; so does dropping the future.
    pub(crate) async fn run(&self, asked: Asked, gone: &CancellationToken) -> Result<Value, ToolError> {
        let begun = Instant::now();
        let Ok(turn) = self.turns_of(&asked.workspace).try_acquire_owned() else {
            self.refuse(&asked, ErrorCode::Busy, begun.elapsed());
            return Err(ToolError::new(
                ErrorCode::Busy,
                format!("{} calls of this workspace are under way", self.at_once),
                "wait for one of them to be answered, then call again",
            ));
        };
        let limits = Limits { deadline: begun + self.call_time, cancelled: Arc::new(AtomicBool::new(false)) };
        // Whatever ends this future, the work is told that nobody waits.
        let nobody_waits = NobodyWaits(Arc::clone(&limits.cancelled));
        let work = self.start(asked, limits, turn);
        let answer = tokio::select! {
            answer = work => answer,
            () = tokio::time::sleep(self.call_time + GRACE) => Err(ToolError::timed_out("the call")),
            () = gone.cancelled() => Err(ToolError::timed_out("the call, which the client gave up,")),
        };
        drop(nobody_waits);
        answer
    }

    /// Keeps a record of a call of a tool that does not exist.
    pub(crate) fn refuse(&self, asked: &Asked, code: ErrorCode, duration: Duration) {
        let call = Unanswered { tool: printable(&asked.tool), client: asked.client.clone(), code, duration };
        let (host, workspace) = (Arc::clone(&self.host), asked.workspace.clone());
        tokio::task::spawn_blocking(move || host.unanswered(&workspace, call));
    }

    /// Works on a thread that may block. The turn goes with the work, so that work nobody waits for still counts.
    async fn start(&self, asked: Asked, limits: Limits, turn: OwnedSemaphorePermit) -> Result<Value, ToolError> {
        let host = Arc::clone(&self.host);
        let Asked { workspace, tool, arguments, client } = asked;
        let name = tool.clone();
        let work = tokio::task::spawn_blocking(move || {
            let answer = host.call(&workspace, ToolCall { name: tool, arguments, client, limits });
            drop(turn);
            answer
        });
        work.await.unwrap_or_else(|error| Err(ToolError::internal(&format!("`{name}`"), &error)))
    }

    fn turns_of(&self, workspace: &WorkspaceId) -> Arc<Semaphore> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(turns.entry(workspace.clone()).or_insert_with(|| Arc::new(Semaphore::new(self.at_once))))
    }
}

struct NobodyWaits(Arc<AtomicBool>);

impl Drop for NobodyWaits {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
