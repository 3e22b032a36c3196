//! What follows from an effect's end.

use c2c_ports::{Delivery, Ended, Execution, Snapshot};
use c2c_protocol::State;

use super::{Effect, LookingFor, Machine, MessageKind, Note, Outcome, PauseReason, Phase, Sent, Step};
use crate::prompt;
use crate::record::Recorded;

impl Machine {
    pub(super) fn outcome(&mut self, outcome: Outcome, now_ms: i64) -> Step {
        if matches!(outcome, Outcome::Told | Outcome::Dropped) || self.ended() {
            return Step::nothing();
        }
        if self.phase == Phase::Stopping {
            return self.stopped(&outcome);
        }
        match (&self.phase, outcome) {
            (Phase::Looking, Outcome::Pictured { snapshot }) => self.pictured(snapshot),
            (Phase::Looking, Outcome::Unreadable { reason, gone }) => {
                Step::effect(Effect::Snapshot).then(self.pause(PauseReason::Workspace { text: reason, gone }))
            }
            (Phase::Sending, Outcome::Delivered { delivery: Delivery::Unknown, .. }) => {
                self.send_again().then(self.unsure(now_ms))
            }
            (Phase::Sending, Outcome::Delivered { delivery, elsewhere }) => {
                self.by_hand = delivery == Delivery::Inserted;
                let step = self.delivered(now_ms);
                match elsewhere {
                    Some(error) => step.then(self.unusable(error, now_ms)),
                    None => step,
                }
            }
            (Phase::Sending, Outcome::NotSent { error }) => self.send_again().then(self.unusable(error, now_ms)),
            (Phase::Executing { .. }, Outcome::Executed { execution }) => self.executed(&execution),
            (Phase::Executing { .. }, Outcome::Cut { thread_id }) => {
                self.thread_id = thread_id.or(self.thread_id.take());
                self.execute(Resumed::Yes)
            }
            (Phase::Executing { resumed }, Outcome::NotExecuted { reason, hint }) => {
                let resumed = if *resumed { Resumed::Yes } else { Resumed::No };
                self.execute(resumed).then(self.pause(PauseReason::NoExecutor { text: reason, hint }))
            }
            (Phase::Recording, Outcome::Recorded { recorded }) => self.recorded(recorded),
            (Phase::Recording, Outcome::Unreadable { reason, gone }) => {
                self.record().then(self.pause(PauseReason::Workspace { text: reason, gone }))
            }
            _ => Step::nothing(),
        }
    }

    fn stopped(&mut self, outcome: &Outcome) -> Step {
        if let Outcome::Executed { execution } = outcome {
            self.thread_id = execution.thread_id.clone().or(self.thread_id.take());
        }
        self.phase = Phase::Stopped;
        self.paused = None;
        Step::nothing()
    }

    fn pictured(&mut self, snapshot: Snapshot) -> Step {
        match self.looking_for {
            LookingFor::FirstMessage => {
                let dirty = snapshot.dirty.clone();
                self.start = Some(snapshot);
                let step = self.send(MessageKind::Init);
                if dirty.is_empty() { step } else { step.then(Step::note(Note::Dirty { paths: dirty })) }
            }
            LookingFor::Execution => {
                self.before = Some(snapshot);
                self.execute(Resumed::No)
            }
        }
    }

    fn delivered(&mut self, now_ms: i64) -> Step {
        self.usable();
        if !self.booted {
            self.booted = true;
            return match self.outgoing.clone() {
                Some(kind) => Step::effect(self.message(kind)),
                None => Step::nothing(),
            };
        }
        let state = match self.outgoing.take() {
            Some(MessageKind::Init) => Some(State::Init),
            Some(MessageKind::Executed { .. }) => Some(State::Executed),
            Some(MessageKind::Handoff) => Some(State::Handoff),
            // An ERROR of ours asks for the same answer again.
            Some(MessageKind::Correction { .. } | MessageKind::Error { .. } | MessageKind::Boot) | None => None,
        };
        if let Some(state) = state {
            self.sent = Some(Sent { state, iteration: self.iteration });
        }
        self.wait(now_ms);
        Step::nothing()
    }

    pub(super) fn wait(&mut self, now_ms: i64) {
        let deadline_ms = i64::try_from(self.settings.reply_deadline_s.saturating_mul(1000)).unwrap_or(i64::MAX);
        self.phase = Phase::Waiting { deadline_ms: now_ms.saturating_add(deadline_ms) };
    }

    /// The message that is on its way, once more under its own number.
    pub(super) fn send_again(&self) -> Step {
        let kind = match &self.outgoing {
            Some(kind) if self.booted => kind.clone(),
            _ => MessageKind::Boot,
        };
        let mut effect = self.message(kind);
        if let Effect::Send { again, .. } = &mut effect {
            *again = true;
        }
        Step::effect(effect)
    }

    fn execute(&mut self, resumed: Resumed) -> Step {
        let Some(plan) = self.execution() else {
            return Step::nothing();
        };
        let prompt = match resumed {
            Resumed::No => prompt::execute(plan, &self.goal),
            Resumed::Yes => prompt::resume(plan, &self.goal),
        };
        let iteration = plan.iteration;
        self.phase = Phase::Executing { resumed: resumed == Resumed::Yes };
        Step::effect(Effect::Execute { iteration, prompt, thread_id: self.thread_id.clone() })
    }

    fn executed(&mut self, execution: &Execution) -> Step {
        self.thread_id = execution.thread_id.clone().or(self.thread_id.take());
        match &execution.ended {
            Ended::Completed | Ended::DeadlinePassed => self.record(),
            Ended::Cancelled => self.execute(Resumed::Yes),
            Ended::Failed { kind, message } => {
                let reason = PauseReason::Executor { kind: *kind, text: message.clone() };
                self.execute(Resumed::Yes).then(self.pause(reason))
            }
        }
    }

    fn record(&mut self) -> Step {
        self.phase = Phase::Recording;
        Step::effect(Effect::Record { iteration: self.iteration + 1 })
    }

    fn recorded(&mut self, recorded: Recorded) -> Step {
        self.iteration += 1;
        self.answer = None;
        self.completed.push(recorded.progress_line(self.iteration));
        self.known_issues.clone_from(&recorded.known_issues);
        self.send(MessageKind::Executed { recorded })
    }
}

/// Whether an execution goes on with half-done work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Resumed {
    No,
    Yes,
}
