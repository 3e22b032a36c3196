//! What follows from the person's commands.

use c2c_protocol::State;

use super::{Command, LookingFor, Machine, MessageKind, Note, PauseReason, Phase, Step};

/// How the reason begins that ChatGPT is told of a rejected plan.
const REJECTED: &str = "The person did not approve the plan: ";

/// Whether a message of ours, of this state, tells ChatGPT that the person rejected its plan.
#[must_use]
pub fn rejects_plan(state: &str, text: &str) -> bool {
    let mut reason = text.lines().skip_while(|line| *line != "REASON:").skip(1);
    state == State::Error.as_str() && reason.next().is_some_and(|first| first.starts_with(REJECTED))
}

impl Machine {
    pub(super) fn command(&mut self, command: Command, now_ms: i64) -> Step {
        if self.ended() {
            return Step::refused("session_ended", "The session has ended.", "`c2c start` begins a new one.");
        }
        match command {
            // A pause that would end by itself becomes one that does not.
            Command::Pause if self.paused.as_ref().is_some_and(|reason| reason.until_ms().is_none()) => Step::nothing(),
            Command::Pause => self.pause(PauseReason::Person),
            Command::Interrupt if self.paused.is_some() || !self.interruptible() => Step::nothing(),
            Command::Interrupt => self.pause(PauseReason::Interrupted),
            Command::Continue => self.go_on(now_ms),
            Command::Stop => {
                self.phase = Phase::Stopping;
                self.paused = None;
                Step::nothing()
            }
            Command::Reply { text, tool_calls } => self.brought(&text, tool_calls, now_ms),
            Command::Approve { plan } => self.approve(plan),
            Command::Reject { plan, reason } => self.reject(plan, &reason),
            Command::Handoff => self.hand_off(),
        }
    }

    /// A session that only waits for the person needs no pause when its process goes away.
    fn interruptible(&self) -> bool {
        !matches!(self.phase, Phase::Blocked { .. } | Phase::Approving | Phase::Stopping)
    }

    pub(super) fn go_on(&mut self, now_ms: i64) -> Step {
        let Some(reason) = self.paused.take() else {
            return match self.phase {
                Phase::Blocked { .. } => {
                    self.answer = None;
                    self.send(MessageKind::Handoff)
                }
                _ => Step::refused("not_paused", "The session is not paused.", "`c2c status` shows what it waits for."),
            };
        };
        // That C2C looks again by itself was not said as a pause.
        let is_silent = matches!(reason, PauseReason::DeliveryUnknown { again_at_ms: Some(_) });
        let step = if is_silent { Step::nothing() } else { Step::note(Note::Continued) };
        if matches!(self.phase, Phase::Waiting { .. }) {
            self.wait(now_ms);
        }
        let next = match reason {
            PauseReason::Limit { .. } => {
                self.allowed_iterations = self.allowed_iterations.saturating_add(self.settings.max_iterations.max(1));
                self.plan_in_hand()
            }
            PauseReason::PlannerError { .. } => self.send(MessageKind::Handoff),
            PauseReason::Malformed { correction, .. } => self.send(MessageKind::Correction { text: correction }),
            // What was under way is still in the journal, or the answer is still awaited.
            _ => Step::nothing(),
        };
        step.then(next)
    }

    fn approve(&mut self, plan: Option<u32>) -> Step {
        if let Some(refused) = self.not_meant(plan) {
            return refused;
        }
        if matches!(self.paused, Some(PauseReason::Limit { .. })) {
            return Step::refused(
                "limit_reached",
                "The iteration limit is reached.",
                "`c2c continue` allows more iterations.",
            );
        }
        self.approved = true;
        self.paused = None;
        self.look_for(LookingFor::Execution)
    }

    fn reject(&mut self, plan: Option<u32>, reason: &str) -> Step {
        if let Some(refused) = self.not_meant(plan) {
            return refused;
        }
        self.paused = None;
        self.plan = None;
        self.send(MessageKind::Error { reason: format!("{REJECTED}{}", reason.trim()) })
    }

    /// Why a yes or no to the plan of this number does not count: none waits, or another one does by now.
    fn not_meant(&self, number: Option<u32>) -> Option<Step> {
        if self.phase != Phase::Approving {
            return Some(Step::refused(
                "nothing_to_approve",
                "No plan waits for approval.",
                "`c2c status` shows what is awaited.",
            ));
        }
        let waits = self.plan.as_ref().map(|plan| plan.number);
        (number.is_some() && number != waits).then(|| {
            Step::refused(
                "plan_changed",
                "Another plan waits by now than the one that was answered.",
                "`c2c status` shows the plan that waits.",
            )
        })
    }

    fn hand_off(&mut self) -> Step {
        let held = self.paused.is_some() && self.phase == Phase::Sending;
        let waits = matches!(self.phase, Phase::Waiting { .. } | Phase::Blocked { .. } | Phase::Approving);
        if !waits && !held {
            return Step::refused(
                "session_busy",
                "The session is in the middle of something.",
                "`c2c handoff` when it waits for ChatGPT; `c2c status` shows where it stands.",
            );
        }
        self.paused = None;
        self.booted = false;
        self.corrected = false;
        self.usable();
        let mut step = self.send(MessageKind::Handoff);
        step.new_conversation = true;
        step
    }
}
