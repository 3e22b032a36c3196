//! All about one session.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SessionRow;
use crate::{
    AttentionView, CheckpointView, ConversationView, IterationView, MessageView, OutputView, ServeView, SessionDetails,
};

/// One session's page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionPageView {
    /// The session in a line.
    pub row: SessionRow,
    /// The session itself.
    pub details: SessionDetails,
    /// The conversation that it uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<ConversationView>,
    /// Where the task stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<CheckpointView>,
    /// What it needs from the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attention: Option<AttentionView>,
    /// What ChatGPT says in the end of a session whose goal is reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The plan that waits, is carried out, or was carried out last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanView>,
    /// Its messages in order; the oldest are left out beyond 500.
    pub messages: Vec<MessageView>,
    /// The number of the message that the person is to carry to ChatGPT now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carry: Option<u32>,
    /// Its iterations, the newest first; at most 100.
    pub iterations: Vec<IterationView>,
    /// The outputs of its iterations.
    pub outputs: Vec<OutputView>,
    /// What was asked of the connector since it was started, the newest first; at most 200.
    pub calls: Vec<CallView>,
    /// Commands that wait for a process that runs it.
    pub queued_commands: Vec<String>,
    /// Where its workspace's connector is served; absent when nobody serves it, and for a session that has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connector: Option<ServeView>,
}

/// A plan of ChatGPT's. All texts are ChatGPT's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanView {
    /// Which of the session's plans it is, from 1: what a yes or no to it names.
    pub number: u32,
    /// The iteration it plans, from 1.
    pub iteration: u32,
    /// What is to be done, in order.
    pub steps: Vec<PlanStepView>,
    /// Its other sections, by name.
    pub sections: Vec<(String, String)>,
    /// Whether ChatGPT planned it without a look at the workspace.
    pub blind: bool,
}

/// One step of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanStepView {
    /// What is to be done.
    pub text: String,
    /// How far it is.
    pub state: StepState,
}

/// How far a step of a plan is. Codex does not say which step it is at, so all of a plan go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    /// Not begun.
    Open,
    /// Codex works on the plan.
    Working,
    /// The plan was carried out and recorded.
    Done,
    /// Codex worked on the plan, and its iteration failed: not all could be done, or a test fails.
    Failed,
    /// The iteration was taken back.
    Undone,
}

/// A call that came in through the connector.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CallView {
    /// The tool.
    pub tool: String,
    /// Its arguments as JSON, redacted and cut.
    pub arguments: String,
    /// Who called.
    pub client: String,
    /// Whether it succeeded.
    pub ok: bool,
    /// The error code, if not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The size of the answer, in bytes.
    pub answer_bytes: u64,
    /// How long it took, in microseconds.
    pub duration_us: u64,
    /// When it came.
    pub at_ms: i64,
}

/// What an iteration did to one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiffView {
    /// The file.
    pub path: String,
    /// Its part of the unified diff; at most 256 KiB.
    pub text: String,
    /// Whether more was left out.
    pub cut: bool,
}

/// A released output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutputTextView {
    /// What is known about it.
    pub output: OutputView,
    /// Its text as ChatGPT gets it; empty when it is held back.
    pub text: String,
}

/// What [`super::Call::Command`] takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandParams {
    /// The session.
    pub session: String,
    /// What is asked of it.
    pub command: SessionCommand,
}

/// Something that is asked of a session. Even what takes nothing has braces: else serde would let unknown fields pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SessionCommand {
    /// Pause it.
    Pause {},
    /// Go on; in the app's process when no other runs it.
    Continue {
        /// Whether the person carries the messages from now on.
        #[serde(default)]
        by_hand: bool,
    },
    /// End it for good.
    Stop {},
    /// Approve the plan that waits.
    Approve {
        /// The plan that was looked at: where another one waits by now, the yes is not meant for it.
        plan: u32,
    },
    /// Reject the plan that waits.
    Reject {
        /// The plan that was looked at.
        plan: u32,
        /// What ChatGPT is told.
        reason: String,
    },
    /// Bring an answer: ChatGPT's, or the person's own while the session is blocked.
    Reply {
        /// The answer, at most 16 MiB.
        text: String,
    },
    /// Go on in a new conversation.
    Handoff {},
    /// Give the files the content that they had before an iteration.
    Undo {
        /// The iteration.
        iteration: u32,
    },
}
