//! What lies outside the driver and outlives it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use c2c_ports::*;

use super::page::{Carries, Page};
use crate::machine::Note;
use crate::progress::{Observer, Progress};

/// A run of Codex, as its files would tell of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Run {
    /// The child runs; nobody may have noted it.
    Running,
    /// It ended with this.
    Ended,
    /// It was ended by the one who settled it.
    Cut,
}

#[derive(Debug, Default)]
pub(super) struct State {
    /// Runs by effect.
    pub(super) runs: HashMap<EffectId, Run>,
    /// Iterations whose work is in the work tree, in order.
    pub(super) work: Vec<String>,
    /// Notices that were shown.
    pub(super) notices: Vec<NoticeKind>,
    /// Those of them that are still shown.
    pub(super) shown: Vec<(NoticeKind, Option<u32>)>,
    /// Test commands that were run again.
    pub(super) reruns: u32,
    /// What was watched.
    pub(super) watched: Vec<String>,
}

/// The answers and failures that the world gives.
#[derive(Debug, Default)]
pub(super) struct World {
    pub(super) state: Mutex<State>,
    /// Where the messages go.
    pub(super) page: Arc<Page>,
    /// Whether Codex shows its test run in its events.
    pub(super) shows_tests: bool,
}

impl World {
    /// A window carries the messages.
    pub(super) fn automatic() -> Arc<Self> {
        Arc::new(Self { shows_tests: true, ..Self::default() })
    }

    /// A window carries the messages and never says an address.
    pub(super) fn without_addresses() -> Arc<Self> {
        Arc::new(Self { page: Page::without_addresses(), shows_tests: true, ..Self::default() })
    }

    /// A person carries the messages and brings the answers.
    pub(super) fn carried() -> Arc<Self> {
        Arc::new(Self { page: Page::carried_by(Carries::EagerPerson), shows_tests: true, ..Self::default() })
    }

    /// A person carries the messages; the answers are commands.
    pub(super) fn manual() -> Arc<Self> {
        Arc::new(Self { page: Page::carried_by(Carries::Person), ..Self::default() })
    }
}

impl Executor for World {
    fn check(&self) -> BoxFuture<'_, Result<ExecutorInfo, ExecutorError>> {
        Box::pin(async { Ok(ExecutorInfo { program: "/codex".into(), version: "0.171.0".to_owned(), warning: None }) })
    }

    fn execute<'a>(
        &'a self,
        job: &'a Job,
        steps: &'a dyn StepObserver,
        _cancel: BoxFuture<'a, ()>,
    ) -> BoxFuture<'a, Result<Execution, ExecutorError>> {
        Box::pin(async move {
            let reached = |step| steps.reached(&job.effect_id, Point::Execute(step));
            reached(ExecuteStep::Prepared);
            self.state.lock().unwrap().runs.insert(job.effect_id.clone(), Run::Running);
            reached(ExecuteStep::Spawned);
            reached(ExecuteStep::Noted);
            reached(ExecuteStep::ThreadKnown);
            {
                let mut state = self.state.lock().unwrap();
                let name = if job.prompt.contains("first") { "first" } else { "second" };
                // Codex looks at the diff when it is told that it was cut off.
                if !(job.prompt.contains("cut off") && state.work.iter().any(|done| done == name)) {
                    state.work.push(name.to_owned());
                }
                state.runs.insert(job.effect_id.clone(), Run::Ended);
            }
            reached(ExecuteStep::Ended);
            reached(ExecuteStep::Swept);
            Ok(self.execution())
        })
    }

    fn settle<'a>(
        &'a self,
        job: &'a Job,
        _steps: &'a dyn StepObserver,
    ) -> BoxFuture<'a, Result<Settled, ExecutorError>> {
        Box::pin(async move {
            let mut state = self.state.lock().unwrap();
            Ok(match state.runs.get(&job.effect_id) {
                None => Settled::NeverStarted,
                Some(Run::Ended) => Settled::Ended(Box::new(self.execution())),
                Some(Run::Running | Run::Cut) => {
                    state.runs.insert(job.effect_id.clone(), Run::Cut);
                    Settled::Cut { thread_id: Some("thread".to_owned()) }
                }
            })
        })
    }

    fn rerun<'a>(&'a self, rerun: Rerun<'a>) -> BoxFuture<'a, Result<CommandRun, ExecutorError>> {
        self.state.lock().unwrap().reruns += 1;
        let command = rerun.command.to_owned();
        Box::pin(async move { Ok(CommandRun { command, exit_code: Some(0), output: "1 passed\n".to_owned() }) })
    }
}

impl World {
    fn execution(&self) -> Execution {
        let run = CommandRun {
            command: "/bin/bash -lc 'sh test.sh'".to_owned(),
            exit_code: Some(0),
            output: "1 passed\n".to_owned(),
        };
        Execution {
            ended: Ended::Completed,
            thread_id: Some("thread".to_owned()),
            commands: if self.shows_tests { vec![run] } else { Vec::new() },
            reported: Some(Reported {
                status: ResultStatus::Ok,
                summary: "Did it.".to_owned(),
                test_command: "sh test.sh".to_owned(),
                tests: "1 passed".to_owned(),
                known_issues: Vec::new(),
            }),
            final_message: "{}".to_owned(),
            usage: None,
        }
    }
}

impl Changes for World {
    fn snapshot(&self, _root: &Path) -> Result<Snapshot, ChangesError> {
        let work = self.state.lock().unwrap().work.join("+");
        Ok(Snapshot { id: SnapshotId(format!("tree:{work}")), head: None, dirty: Vec::new() })
    }

    fn diff(&self, _root: &Path, before: &SnapshotId, after: &SnapshotId) -> Result<ChangeSet, ChangesError> {
        let file = ChangedFile {
            path: format!("{} to {}", before.0, after.0),
            change: ChangeKind::Modified,
            insertions: Some(1),
            deletions: Some(0),
        };
        Ok(ChangeSet { files: vec![file], patch: b"patch".to_vec() })
    }

    fn undo(&self, root: &Path, _before: &SnapshotId, _after: &SnapshotId) -> Result<Vec<String>, ChangesError> {
        Err(ChangesError::NotARepository { root: root.display().to_string() })
    }
}

impl Notifier for World {
    fn notify(&self, notice: &Notice) {
        let mut state = self.state.lock().unwrap();
        state.notices.push(notice.kind);
        state.shown.push((notice.kind, notice.plan));
    }

    fn settle(&self, _session: &SessionId, asked: Asked<'_>) {
        self.state.lock().unwrap().shown.retain(|(kind, plan)| asked(*kind, *plan));
    }
}

impl Observer for World {
    fn progress(&self, progress: &Progress) {
        let line = match progress {
            Progress::Sent { number, state, iteration, .. } => format!("{number} {state} {iteration}"),
            Progress::Received { number, state, iteration, .. } => format!("{number} {state} {iteration}"),
            Progress::Executing { iteration } => format!("executing {iteration}"),
            Progress::Executed { iteration, .. } => format!("executed {iteration}"),
            Progress::Recorded { iteration, recorded } => format!("recorded {iteration}: {}", recorded.tests),
            Progress::Noted(Note::Refused { refusal }) => format!("refused: {}", refusal.message),
            Progress::Noted(Note::DoneWithoutUndone { iterations }) => format!("done, but taken back: {iterations:?}"),
            Progress::Noted(Note::Paused { reason }) => format!("paused: {}", reason.code()),
            Progress::Noted(Note::Continued) => "continued".to_owned(),
            Progress::Noted(_) => return,
            Progress::Waits { wait, process: None } => format!("waits: {}", wait.as_str()),
            Progress::Waits { wait, process: Some(_) } => format!("waits: {}, a process", wait.as_str()),
            Progress::Ended { status, iterations } => format!("{status:?} after {iterations}"),
        };
        self.state.lock().unwrap().watched.push(line);
    }
}
