//! The pure state machine: state, events, effects, and the one function between them.

use c2c_ports::Snapshot;
use c2c_protocol::{Checkpoint, Expectation, ProtocolState, State, TaskId};
use serde::{Deserialize, Serialize};

mod asks;
mod checkpoint;
mod commands;
mod effects;
mod outcomes;
mod pause;
mod replies;
#[cfg(test)]
mod tests;
mod window;

pub use commands::rejects_plan;
pub use effects::{Command, Effect, Event, MessageKind, Note, Outcome, Refusal, Step};
pub use pause::PauseReason;
pub use replies::PLANNED_BLINDLY;

/// When a plan needs the person's yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Approval {
    /// Only the session's first plan.
    First,
    /// Every plan.
    Every,
    /// None.
    Never,
}

/// What the person chose for one session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopSettings {
    /// When a plan needs the person's yes.
    pub approval: Approval,
    /// After this many iterations the session pauses and asks.
    pub max_iterations: u32,
    /// How long an answer may take before the session pauses, in seconds.
    pub reply_deadline_s: u64,
    /// The name under which ChatGPT knows the connector.
    pub connector_name: String,
}

/// The plan that is to be, or was last, executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanInForce {
    /// Which of the session's plans it is, from 1; 0 for one that an earlier version took.
    #[serde(default)]
    pub number: u32,
    /// The iteration it plans, from 1.
    pub iteration: u32,
    /// Its sections in the order they came, as name and text; lists are numbered lines.
    pub sections: Vec<(String, String)>,
}

impl PlanInForce {
    /// The text of one section; empty when it has none.
    #[must_use]
    pub fn section(&self, name: &str) -> &str {
        self.sections.iter().find(|(section, _)| section == name).map_or("", |(_, text)| text)
    }
}

/// Where the loop stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Nothing happened yet.
    New,
    /// The work tree is being pictured, before the first message or before an execution.
    Looking,
    /// A message is on its way.
    Sending,
    /// The answer to the last message is awaited until `deadline_ms`.
    Waiting {
        /// Milliseconds since 1970-01-01 UTC.
        deadline_ms: i64,
    },
    /// The plan waits for the person's yes.
    Approving,
    /// Codex works on the plan.
    Executing {
        /// Whether it goes on with work that was cut off.
        resumed: bool,
    },
    /// The iteration is being recorded.
    Recording,
    /// The planner cannot go on. Waits for the person.
    Blocked {
        /// Why.
        reason: String,
        /// What it needs.
        needs: Vec<String>,
    },
    /// The goal is reached.
    Done {
        /// The planner's summary.
        summary: String,
    },
    /// The person stopped it; the running effect is being ended.
    Stopping,
    /// The person stopped it.
    Stopped,
}

/// A message that was sent and wants an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// The state whose answer is awaited. An ERROR of ours leaves the earlier one in place.
    pub state: State,
    /// The iteration in it.
    pub iteration: u32,
}

/// What [`Phase::Looking`] is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum LookingFor {
    FirstMessage,
    Execution,
}

/// The session's status in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The loop goes on.
    Active,
    /// It waits for `continue`, or for what the pause asks.
    Paused,
    /// It waits for the person's answer to the planner.
    Blocked,
    /// The goal is reached.
    Done,
    /// The person ended it.
    Stopped,
}

/// The loop's whole state. The store keeps it as JSON; nothing else remembers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The task.
    pub task_id: TaskId,
    /// The goal, in full.
    pub goal: String,
    /// What the person chose.
    pub settings: LoopSettings,
    /// Where it stands.
    pub phase: Phase,
    /// Why it is paused. While it is, no effect but a notice begins.
    pub paused: Option<PauseReason>,
    /// The last executed iteration; 0 before the first.
    pub iteration: u32,
    /// Iterations allowed before it asks again.
    pub allowed_iterations: u32,
    /// The plan in force.
    pub plan: Option<PlanInForce>,
    /// How many plans were taken.
    #[serde(default)]
    pub plans: u32,
    /// The message whose answer is awaited.
    pub sent: Option<Sent>,
    /// Whether the last message was shown to the person, who carries it: whether it arrived is not known.
    #[serde(default)]
    pub by_hand: bool,
    /// The message on its way, for [`Phase::Sending`].
    pub outgoing: Option<MessageKind>,
    /// Whether a malformed answer was already corrected once.
    pub corrected: bool,
    /// Whether the person approved a plan of this session.
    pub approved: bool,
    /// Whether the conversation already has the boot prompt.
    pub booted: bool,
    /// Codex's thread.
    pub thread_id: Option<String>,
    /// The work tree when the session began.
    pub start: Option<Snapshot>,
    /// The work tree before the running or last execution.
    pub before: Option<Snapshot>,
    /// One line for each finished iteration.
    pub completed: Vec<String>,
    /// What is known to be wrong, by the last execution and review.
    pub known_issues: Vec<String>,
    /// The person's last answer to BLOCKED, in full.
    pub answer: Option<String>,
    /// Whether the last PLAN or DONE came without a single tool call.
    pub blind: bool,
    /// How often C2C looked by itself whether the message on its way arrived.
    #[serde(default)]
    pub looks: u8,
    /// Whether the person was told that ChatGPT asks to wait, and nothing went well since.
    #[serde(default)]
    pub asked_to_wait: bool,
    boot_prompt: String,
    looking_for: LookingFor,
}

impl Machine {
    /// A session that has not begun. `boot_prompt` is sent first in a conversation that lacks it;
    /// `booted` says whether the session's one has it already.
    #[must_use]
    pub fn new(task_id: TaskId, goal: String, settings: LoopSettings, boot_prompt: String, booted: bool) -> Self {
        Self {
            task_id,
            goal,
            allowed_iterations: settings.max_iterations,
            settings,
            phase: Phase::New,
            paused: None,
            iteration: 0,
            plan: None,
            plans: 0,
            sent: None,
            by_hand: false,
            outgoing: None,
            corrected: false,
            approved: false,
            booted,
            thread_id: None,
            start: None,
            before: None,
            completed: Vec::new(),
            known_issues: Vec::new(),
            answer: None,
            blind: false,
            looks: 0,
            asked_to_wait: false,
            boot_prompt,
            looking_for: LookingFor::FirstMessage,
        }
    }

    /// The state after `event`, and what is to be done. Never fails: an event that does not fit
    /// the phase changes nothing, and a command that does not fit is refused with the reason.
    pub fn apply(&mut self, event: Event, now_ms: i64) -> Step {
        match event {
            Event::Started => self.started(),
            Event::Outcome(outcome) => self.outcome(*outcome, now_ms),
            Event::Reply { text, tool_calls } => self.reply(&text, tool_calls, now_ms),
            Event::Unread { error } if matches!(self.phase, Phase::Waiting { .. }) => self.unusable(error, now_ms),
            Event::Unread { .. } => Step::nothing(),
            Event::Tick => self.tick(now_ms),
            Event::Quiet if self.phase == Phase::Stopping => self.quiet(),
            Event::Quiet => Step::nothing(),
            Event::Command(command) => self.command(command, now_ms),
        }
    }

    /// The session's status in one word.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.phase {
            Phase::Done { .. } => Status::Done,
            Phase::Stopped => Status::Stopped,
            _ if self.paused.is_some() => Status::Paused,
            Phase::Blocked { .. } => Status::Blocked,
            _ => Status::Active,
        }
    }

    /// Whether nothing more will happen.
    #[must_use]
    pub fn ended(&self) -> bool {
        matches!(self.phase, Phase::Done { .. } | Phase::Stopped)
    }

    /// When the awaited answer is overdue; none when none is awaited.
    #[must_use]
    pub fn reply_deadline_ms(&self) -> Option<i64> {
        match self.phase {
            Phase::Waiting { deadline_ms } if self.paused.is_none() => Some(deadline_ms),
            _ => None,
        }
    }

    /// When time alone changes something: the awaited answer is overdue, or a pause ends by itself.
    #[must_use]
    pub fn due_ms(&self) -> Option<i64> {
        self.reply_deadline_ms().or_else(|| self.paused.as_ref()?.until_ms()).filter(|_| !self.ended())
    }

    /// Whether nothing happens until the person does something.
    #[must_use]
    pub fn needs_person(&self) -> bool {
        match &self.paused {
            Some(reason) => reason.until_ms().is_none(),
            None => matches!(self.phase, Phase::Blocked { .. }),
        }
    }

    /// Which answers fit the last message; none when none is awaited.
    #[must_use]
    pub fn expectation(&self) -> Option<Expectation> {
        let sent = self.sent.as_ref()?;
        Some(Expectation::after(sent.state, sent.iteration).for_task(self.task_id.clone()))
    }

    /// The session's checkpoint: the protocol's own seven values, for people and for HANDOFF.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        checkpoint::project(self)
    }

    /// The checkpoint's protocol state alone.
    #[must_use]
    pub fn protocol_state(&self) -> ProtocolState {
        checkpoint::protocol_state(self)
    }

    fn started(&mut self) -> Step {
        if self.phase != Phase::New {
            return Step::nothing();
        }
        self.look_for(LookingFor::FirstMessage)
    }

    fn quiet(&mut self) -> Step {
        self.phase = Phase::Stopped;
        Step::nothing()
    }

    fn look_for(&mut self, what: LookingFor) -> Step {
        self.phase = Phase::Looking;
        self.looking_for = what;
        Step::effect(Effect::Snapshot)
    }

    /// Puts a message on its way. The boot prompt goes first when the conversation lacks it.
    fn send(&mut self, kind: MessageKind) -> Step {
        self.phase = Phase::Sending;
        self.outgoing = Some(kind.clone());
        let first = if self.booted { kind } else { MessageKind::Boot };
        Step::effect(self.message(first))
    }

    fn tick(&mut self, now_ms: i64) -> Step {
        match self.due_ms() {
            Some(due_ms) if now_ms < due_ms => Step::nothing(),
            Some(_) if self.paused.is_some() => self.go_on(now_ms),
            Some(_) if self.by_hand => self.pause(PauseReason::NotBrought),
            Some(_) => self.pause(PauseReason::Overdue),
            None => Step::nothing(),
        }
    }

    /// Pauses, and tells the person unless it was their own wish.
    fn pause(&mut self, reason: PauseReason) -> Step {
        let notice = reason.notice(&self.task_id);
        let step = Step::note(Note::Paused { reason: reason.clone() });
        self.paused = Some(reason);
        match notice {
            Some((kind, title, body)) => step.and(Effect::Notify { kind, title, body, plan: None }),
            None => step,
        }
    }

    fn execution(&self) -> Option<&PlanInForce> {
        self.plan.as_ref().filter(|plan| plan.iteration == self.iteration + 1)
    }
}
