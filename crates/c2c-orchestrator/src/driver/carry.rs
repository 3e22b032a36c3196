//! Carrying out one effect over the ports.

use std::future::Future;
use std::sync::Arc;

use c2c_ports::{BoxFuture, ChangesError, EffectId, ExecutorError, Job, Point};
use c2c_store::{Effect as EffectRow, ExitStatus, Iteration, NewOutput, OutputSource, OutputStatus, TestSource};
use tokio::sync::watch;

use super::commit::{Along, Intent, kind_of};
use super::pressing::Gate;
use super::{DriveError, Driver, POLL, Shutdown};
use crate::machine::{Effect, Event, Outcome, Phase};
use crate::progress::Progress;
use crate::record::{self, Evidence, Findings, Released, Source, Verdict};

/// A test command that is run again gets at most this long.
const RERUN_DEADLINE_S: u64 = 600;

/// What a pause, a stop or a shutdown does to the effect under way.
#[derive(Clone, Copy)]
pub(super) enum Hold<'a> {
    /// It is left while the message is surely unsent, and otherwise waited for: it must not be cut in the middle. When
    /// another process has taken our turn at the window it is left in any case, to be looked for later.
    LeavesUnsent(&'a Gate),
    /// It is told to end, and waited for.
    Cancels(&'a Cancel),
    /// It is left: it changes nothing and is begun again later.
    LeavesIt,
}

/// Ends an effect early.
pub(super) struct Cancel {
    sender: watch::Sender<bool>,
}

impl Cancel {
    fn new() -> Self {
        Self { sender: watch::channel(false).0 }
    }

    fn cancel(&self) {
        self.sender.send_replace(true);
    }

    fn cancelled(&self) -> BoxFuture<'static, ()> {
        let mut receiver = self.sender.subscribe();
        Box::pin(async move {
            if receiver.wait_for(|cancelled| *cancelled).await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }
}

impl Driver {
    pub(super) async fn carry_out(
        &mut self,
        (id, intent): (EffectId, Intent),
        mut shutdown: Shutdown<'_>,
    ) -> Result<(), DriveError> {
        let kind = kind_of(&intent.effect);
        if matches!(intent.effect, Effect::Send { .. }) && !self.take_turn(shutdown.as_mut()).await? {
            return Ok(());
        }
        self.reached(&id, Point::Before(kind));
        match &intent.effect {
            Effect::Snapshot => {
                let Some(outcome) = self.picture(shutdown).await? else {
                    return Ok(());
                };
                self.end(&id, &intent, &outcome)?;
            }
            Effect::Send { .. } => {
                if !self.send(&id, &intent, shutdown).await? {
                    return Ok(());
                }
            }
            Effect::Execute { iteration, .. } => {
                let outcome = self.execute(&id, &intent.effect, *iteration, shutdown).await?;
                self.end(&id, &intent, &outcome)?;
            }
            Effect::Record { iteration } => self.record(&id, &intent, *iteration, shutdown).await?,
            Effect::Notify { .. } => {
                self.tell(&id, &intent)?;
                self.end(&id, &intent, &Outcome::Told)?;
            }
        }
        self.reached(&id, Point::Stored(kind));
        Ok(())
    }

    fn end(&mut self, id: &EffectId, intent: &Intent, outcome: &Outcome) -> Result<(), DriveError> {
        self.reached(id, Point::After(kind_of(&intent.effect)));
        self.finish(id, outcome)
    }

    pub(super) fn reached(&self, id: &EffectId, point: Point) {
        self.ports.steps.reached(id, point);
    }

    async fn picture(&mut self, shutdown: Shutdown<'_>) -> Result<Option<Outcome>, DriveError> {
        let changes = Arc::clone(&self.ports.changes);
        let root = self.assignment.root.clone();
        let work = tokio::task::spawn_blocking(move || changes.snapshot(&root));
        let taken = self.watch(work, shutdown, Hold::LeavesIt).await?;
        Ok(taken.map(|taken| match taken {
            Ok(Ok(snapshot)) => Outcome::Pictured { snapshot },
            Ok(Err(error)) => unreadable(&error),
            Err(error) => Outcome::Unreadable { reason: error.to_string(), gone: false },
        }))
    }

    async fn execute(
        &mut self,
        id: &EffectId,
        effect: &Effect,
        iteration: u32,
        shutdown: Shutdown<'_>,
    ) -> Result<Outcome, DriveError> {
        let Some(job) = self.job(id, effect) else {
            return Ok(Outcome::Dropped);
        };
        self.report(&Progress::Executing { iteration });
        let cancel = Cancel::new();
        let executor = Arc::clone(&self.ports.executor);
        let steps = Arc::clone(&self.ports.steps);
        let work = executor.execute(&job, steps.as_ref(), cancel.cancelled());
        let outcome = match self.watch(work, shutdown, Hold::Cancels(&cancel)).await? {
            Some(Ok(execution)) => Outcome::Executed { execution: Box::new(execution) },
            Some(Err(error)) => not_executed(&error),
            None => Outcome::Dropped,
        };
        if let Outcome::Executed { execution } = &outcome {
            let commands = execution.commands.len();
            self.report(&Progress::Executed { iteration, ended: execution.ended.clone(), commands });
        }
        Ok(outcome)
    }

    async fn record(
        &mut self,
        id: &EffectId,
        intent: &Intent,
        iteration: u32,
        shutdown: Shutdown<'_>,
    ) -> Result<(), DriveError> {
        let run = self.last_execution()?;
        let (Some((row, execution)), Some(plan), Some(before)) =
            (run, self.machine.plan.clone(), self.machine.before.clone())
        else {
            return self.end(
                id,
                intent,
                &Outcome::Unreadable { reason: "the execution is not in the store".to_owned(), gone: false },
            );
        };
        let (root, sandbox) = (self.assignment.root.clone(), self.assignment.sandbox);
        let deadline_s = self.assignment.execution_deadline_s.min(RERUN_DEADLINE_S);
        let (executor, steps) = (Arc::clone(&self.ports.executor), Arc::clone(&self.ports.steps));
        let changes = Arc::clone(&self.ports.changes);
        let request = record::Request {
            effect_id: id,
            root: &root,
            sandbox,
            deadline_s,
            plan: &plan,
            before: &before,
            execution: &execution,
        };
        let work = record::look(&request, changes, executor.as_ref(), steps.as_ref());
        let findings = match self.watch(work, shutdown, Hold::LeavesIt).await? {
            Some(Ok(findings)) => findings,
            Some(Err(error)) => {
                return self.end(id, intent, &unreadable(&error));
            }
            None => return Ok(()),
        };
        self.keep_record(id, iteration, findings, &row)
    }

    /// Judges the outputs and keeps the iteration with them, in one transaction with the outcome.
    fn keep_record(
        &mut self,
        id: &EffectId,
        iteration: u32,
        findings: Findings,
        run: &EffectRow,
    ) -> Result<(), DriveError> {
        let Findings { mut recorded, after, changes, evidence } = findings;
        let outputs =
            evidence.iter().map(|evidence| self.judged(evidence, iteration)).collect::<Result<Vec<_>, _>>()?;
        recorded.output = match outputs.iter().any(|output| output.status == OutputStatus::Readable) {
            true => Released::Readable,
            false if outputs.is_empty() => Released::None,
            false => Released::Restricted,
        };
        let row = self.iteration_row(iteration, &recorded, &after, changes, run);
        let outcome = Outcome::Recorded { recorded: recorded.clone() };
        self.reached(id, Point::After(c2c_ports::EffectKind::Record));
        let along = Along {
            finished: Some((id, &outcome)),
            rows: Some(Box::new(move |tx| {
                tx.put_iteration(&row)?;
                outputs.iter().try_for_each(|output| tx.add_output(output))
            })),
            ..Along::default()
        };
        self.commit(Event::Outcome(Box::new(outcome.clone())), along)?;
        self.report(&Progress::Recorded { iteration, recorded });
        Ok(())
    }

    fn iteration_row(
        &self,
        iteration: u32,
        recorded: &record::Recorded,
        after: &c2c_ports::Snapshot,
        changes: c2c_ports::ChangeSet,
        run: &EffectRow,
    ) -> Iteration {
        let before = self.machine.before.as_ref();
        Iteration {
            workspace_id: self.workspace_id.clone(),
            session_id: Some(self.assignment.session_id.clone()),
            task_id: self.machine.task_id.to_string(),
            iteration,
            plan: self.machine.plan.as_ref().map(crate::prompt::plan_text).unwrap_or_default(),
            changed_files: changes.files,
            tests: recorded.tests.clone(),
            test_source: match recorded.source {
                Source::Seen => TestSource::Seen,
                Source::Reported => TestSource::Reported,
                Source::NotSeen => TestSource::NotSeen,
            },
            exit_status: match recorded.verdict {
                Verdict::Ok => ExitStatus::Ok,
                Verdict::Failed => ExitStatus::Failed,
                Verdict::Blocked => ExitStatus::Blocked,
            },
            notes: recorded.summary.clone(),
            head: before.and_then(|before| before.head.clone()),
            dirty_before: before.map(|before| before.dirty.clone()).unwrap_or_default(),
            before_snapshot: before.map(|before| before.id.0.clone()),
            after_snapshot: Some(after.id.0.clone()),
            patch: changes.patch,
            thread_id: self.machine.thread_id.clone(),
            started_at_ms: run.created_at_ms,
            ended_at_ms: run.finished_at_ms.unwrap_or(run.created_at_ms),
            undone_at_ms: None,
        }
    }

    fn judged(&self, evidence: &Evidence, iteration: u32) -> Result<NewOutput, DriveError> {
        let person = &self.assignment.person;
        let raw = evidence.run.output.as_bytes();
        let judged = c2c_redact::output::judge(raw, person.home.as_deref(), person.user.as_deref());
        let (status, reason) = match judged.status {
            c2c_redact::output::Status::Readable => (OutputStatus::Readable, None),
            c2c_redact::output::Status::Restricted { reason } => (OutputStatus::Restricted, Some(reason)),
        };
        let text = if status == OutputStatus::Readable { judged.text } else { String::new() };
        Ok(NewOutput {
            id: format!("out_{:016x}", u64::from_be_bytes(c2c_os::random::bytes()?)),
            workspace_id: self.workspace_id.clone(),
            task_id: self.machine.task_id.to_string(),
            iteration,
            command: c2c_redact::text::redact(&evidence.run.command).text,
            exit_code: evidence.run.exit_code,
            text,
            status,
            reason,
            size_bytes: u64::try_from(raw.len()).unwrap_or(u64::MAX),
            source: if evidence.rerun { OutputSource::Rerun } else { OutputSource::Seen },
        })
    }

    /// Waits for `work`; meanwhile takes commands and renews the lease. None when the session was
    /// held and the work was left, which then stays open in the journal.
    pub(super) async fn watch<T>(
        &mut self,
        work: impl Future<Output = T>,
        mut shutdown: Shutdown<'_>,
        hold: Hold<'_>,
    ) -> Result<Option<T>, DriveError> {
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                value = &mut work => return Ok(Some(value)),
                () = tokio::time::sleep(POLL) => self.poll()?,
                () = &mut shutdown, if !self.shut_down => self.interrupt()?,
            }
            let held = self.machine.paused.is_some() || self.shut_down || self.machine.phase == Phase::Stopping;
            match hold {
                Hold::LeavesUnsent(gate) if !self.has_turn() || (held && gate.hold()) => return Ok(None),
                Hold::Cancels(cancel) if held => cancel.cancel(),
                Hold::LeavesIt if held => return Ok(None),
                Hold::LeavesUnsent(_) | Hold::Cancels(_) | Hold::LeavesIt => {}
            }
        }
    }

    pub(super) fn job(&self, id: &EffectId, effect: &Effect) -> Option<Job> {
        let Effect::Execute { prompt, thread_id, .. } = effect else {
            return None;
        };
        Some(Job {
            effect_id: id.clone(),
            root: self.assignment.root.clone(),
            prompt: prompt.clone(),
            sandbox: self.assignment.sandbox,
            deadline_s: self.assignment.execution_deadline_s,
            thread_id: thread_id.clone(),
        })
    }

    /// The newest finished run of Codex in this session.
    fn last_execution(&self) -> Result<Option<(EffectRow, c2c_ports::Execution)>, DriveError> {
        let session_id = &self.assignment.session_id;
        let rows = self.store.read(|tx| tx.effects(session_id))?;
        for row in rows.into_iter().rev() {
            let Some(outcome) = row.outcome.clone() else {
                continue;
            };
            if row.kind != c2c_ports::EffectKind::Execute {
                continue;
            }
            let outcome = serde_json::from_value(outcome)
                .map_err(|source| DriveError::State { session_id: session_id.to_string(), source })?;
            if let Outcome::Executed { execution } = outcome {
                return Ok(Some((row, *execution)));
            }
        }
        Ok(None)
    }
}

fn unreadable(error: &ChangesError) -> Outcome {
    Outcome::Unreadable { reason: error.to_string(), gone: matches!(error, ChangesError::Gone { .. }) }
}

fn not_executed(error: &ExecutorError) -> Outcome {
    let hint = match error {
        ExecutorError::Missing { .. } => {
            "Install Codex (`npm install -g @openai/codex`) or name its program in `C2C_CODEX`, then `c2c continue`."
        }
        ExecutorError::TooOld { .. } => "Update Codex (`npm install -g @openai/codex`), then `c2c continue`.",
        ExecutorError::Unprotected { .. } => {
            "Move that folder out of temporary folders and workspaces, then `c2c continue`."
        }
        ExecutorError::Io { .. } => "Mend it, then `c2c continue`.",
    };
    Outcome::NotExecuted { reason: error.to_string(), hint: hint.to_owned() }
}
