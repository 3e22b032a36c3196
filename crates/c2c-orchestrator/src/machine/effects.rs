//! What goes into the machine and what comes out of it, as data.

use c2c_ports::{Delivery, Execution, NoticeKind, Snapshot, WindowError};
use c2c_protocol::State;
use serde::{Deserialize, Serialize};

use super::PauseReason;
use crate::record::Recorded;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The session was created.
    Started,
    /// The open effect came to its end.
    Outcome(Box<Outcome>),
    /// An answer was read, or brought.
    Reply {
        /// The whole text.
        text: String,
        /// Tool calls that ChatGPT made since our last message.
        tool_calls: u64,
    },
    /// The conversation could not be read.
    Unread {
        /// Why.
        error: WindowError,
    },
    /// Time passed.
    Tick,
    /// No effect is under way.
    Quiet,
    /// The person wants something.
    Command(Command),
}

/// How an effect ended. Kept in the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
pub enum Outcome {
    /// The picture is taken.
    Pictured {
        /// The picture.
        snapshot: Snapshot,
    },
    /// The message got this far.
    Delivered {
        /// How far.
        delivery: Delivery,
        /// Set when the window was at another conversation than the session's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elsewhere: Option<WindowError>,
    },
    /// Nothing was sent.
    NotSent {
        /// Why.
        error: WindowError,
    },
    /// Codex ran to its end.
    Executed {
        /// What it did.
        execution: Box<Execution>,
    },
    /// A process that is gone had started Codex, and it was cut off.
    Cut {
        /// Its thread, if it got that far.
        thread_id: Option<String>,
    },
    /// Codex could not be started.
    NotExecuted {
        /// Why.
        reason: String,
        /// What to do about it.
        hint: String,
    },
    /// The iteration is recorded.
    Recorded {
        /// Its summary.
        recorded: Recorded,
    },
    /// The workspace could not be read.
    Unreadable {
        /// Why.
        reason: String,
        /// Whether its folder is not there any more.
        #[serde(default)]
        gone: bool,
    },
    /// The person was told, or another process had already done it.
    Told,
    /// It never began and is not wanted any more.
    Dropped,
}

/// What the person can ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "command")]
pub enum Command {
    /// Hold; a running Codex is interrupted and continued later.
    Pause,
    /// The process that runs the session goes away.
    Interrupt,
    /// Go on.
    Continue,
    /// End the session.
    Stop,
    /// Take this answer. `tool_calls` counts ChatGPT's calls since our last message.
    Reply {
        /// ChatGPT's answer; while BLOCKED it may be the person's own words.
        text: String,
        /// Filled in by the driver.
        #[serde(default)]
        tool_calls: u64,
    },
    /// Execute the plan.
    Approve {
        /// Which plan was looked at, by [`super::PlanInForce::number`]: another one is not meant.
        #[serde(default)]
        plan: Option<u32>,
    },
    /// Do not execute the plan.
    Reject {
        /// Which plan was looked at.
        #[serde(default)]
        plan: Option<u32>,
        /// Why; ChatGPT is told.
        reason: String,
    },
    /// Go on in a new conversation.
    Handoff,
}

/// Why a command was refused. Nothing changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// What is in the way, as a stable code; empty where an earlier version wrote none.
    #[serde(default)]
    pub code: String,
    /// What is in the way.
    pub message: String,
    /// What to do.
    pub hint: String,
}

/// Which message to send.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    /// The boot prompt of a new conversation.
    Boot,
    /// The task.
    Init,
    /// An iteration is finished.
    Executed {
        /// Its record.
        recorded: Recorded,
    },
    /// An ERROR that asks for a better answer.
    Correction {
        /// The whole message.
        text: String,
    },
    /// The person said no to a plan.
    Error {
        /// Why.
        reason: String,
    },
    /// The task's state, for a new conversation or after the person answered.
    Handoff,
}

/// Something to do. Carried out by the driver, once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "effect")]
pub enum Effect {
    /// Take a picture of the work tree.
    Snapshot,
    /// Deliver a message.
    Send {
        /// `BOOT`, or the protocol state.
        state: String,
        /// The iteration in it.
        iteration: u32,
        /// Its text.
        text: String,
        /// Whether this is the text of the message sent last, tried again: it keeps its number.
        again: bool,
    },
    /// Run Codex on the plan in force.
    Execute {
        /// The iteration, from 1.
        iteration: u32,
        /// What Codex is told.
        prompt: String,
        /// The thread to go on with.
        thread_id: Option<String>,
    },
    /// Record what the last execution did.
    Record {
        /// The iteration.
        iteration: u32,
    },
    /// Tell the person.
    Notify {
        /// Why.
        kind: NoticeKind,
        /// One line.
        title: String,
        /// More.
        body: String,
        /// The number of the plan that it asks about.
        #[serde(default)]
        plan: Option<u32>,
    },
}

/// Something worth saying where the session is watched. Not an effect: saying it twice or never
/// changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// An answer was taken.
    Taken {
        /// Its state.
        state: State,
        /// Its iteration.
        iteration: u32,
    },
    /// An answer could not be used.
    Malformed {
        /// What was wrong, one line each.
        errors: Vec<String>,
    },
    /// The answer came without a look at the workspace.
    NoToolCalls {
        /// Its state.
        state: State,
    },
    /// Files were changed and not committed when the session began.
    Dirty {
        /// Their paths.
        paths: Vec<String>,
    },
    /// The session paused.
    Paused {
        /// Why.
        reason: PauseReason,
    },
    /// The session goes on.
    Continued,
    /// ChatGPT is done, but the person took back what these iterations changed.
    DoneWithoutUndone {
        /// The iterations.
        iterations: Vec<u32>,
    },
    /// A command that waited was refused.
    Refused {
        /// Why, and what to do.
        refusal: Refusal,
    },
}

/// What [`super::Machine::apply`] returns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Step {
    /// What to do, in order.
    pub effects: Vec<Effect>,
    /// What to say.
    pub notes: Vec<Note>,
    /// Whether the event's text is an answer of ChatGPT's in the conversation: state and iteration
    /// for the record, `?` where it could not be read.
    pub answer: Option<(String, u32)>,
    /// Why the command was refused.
    pub refused: Option<Refusal>,
    /// Whether a new conversation replaces the old one.
    pub new_conversation: bool,
}

impl Step {
    /// Nothing to do.
    #[must_use]
    pub fn nothing() -> Self {
        Self::default()
    }

    pub(super) fn effect(effect: Effect) -> Self {
        Self { effects: vec![effect], ..Self::default() }
    }

    pub(super) fn note(note: Note) -> Self {
        Self { notes: vec![note], ..Self::default() }
    }

    pub(super) fn refused(code: &str, message: &str, hint: &str) -> Self {
        let refusal = Refusal { code: code.to_owned(), message: message.to_owned(), hint: hint.to_owned() };
        Self { refused: Some(refusal), ..Self::default() }
    }

    pub(super) fn and(mut self, effect: Effect) -> Self {
        self.effects.push(effect);
        self
    }

    pub(super) fn with_answer(mut self, state: &str, iteration: u32) -> Self {
        self.answer = Some((state.to_owned(), iteration));
        self
    }

    /// This step, then `later`.
    pub(super) fn then(mut self, later: Self) -> Self {
        self.effects.extend(later.effects);
        self.notes.extend(later.notes);
        self.answer = self.answer.or(later.answer);
        self.refused = self.refused.or(later.refused);
        self.new_conversation |= later.new_conversation;
        self
    }
}
