//! Sessions in a line: for the tray and for the list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One session in a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionRow {
    /// Its id.
    pub session: String,
    /// The task, as in the messages.
    pub task_id: String,
    /// The workspace's name.
    pub workspace_name: String,
    /// The workspace's root.
    pub root: String,
    /// The goal's beginning, on one line, at most 200 characters.
    pub goal: String,
    /// What goes on.
    pub activity: Activity,
    /// What it needs from the person; absent when nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<Need>,
    /// Why it pauses, a [`super::PauseCode`]; absent when it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The iteration it is in, from 0.
    pub iteration: u32,
    /// The most iterations.
    pub max_iterations: u32,
    /// Whether a process runs it.
    pub runs: bool,
    /// Whether the app itself is that process: the session rests once the app is ended.
    #[serde(default)]
    pub in_app: bool,
    /// What can be asked of it now.
    pub actions: Vec<Action>,
    /// When it was started.
    pub created_at_ms: i64,
    /// When it last changed.
    pub updated_at_ms: i64,
}

/// What goes on in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Activity {
    /// The work tree is being looked at.
    Looking,
    /// A message is being sent.
    Sending,
    /// ChatGPT's answer is awaited.
    Waiting,
    /// A plan waits for approval.
    Approving,
    /// Codex works.
    Working,
    /// What Codex did is being recorded.
    Recording,
    /// ChatGPT waits for the person's answer.
    Blocked,
    /// It pauses.
    Paused,
    /// It is being stopped.
    Stopping,
    /// The goal is reached.
    Done,
    /// The person ended it.
    Stopped,
    /// Codex drives it itself, or this version cannot read its state.
    Foreign,
}

/// What a session needs from the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// A yes or no to a plan.
    Approval,
    /// An answer to ChatGPT's question.
    Answer,
    /// A message to be carried to ChatGPT, and the answer back.
    Carry,
    /// Something is in the way: the pause says what.
    Chore,
    /// Something failed.
    Failure,
    /// Nobody runs it.
    Owner,
}

/// Something that can be asked of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Pause it.
    Pause,
    /// Go on.
    Continue,
    /// Go on, and the person carries the messages.
    ContinueByHand,
    /// End it for good.
    Stop,
    /// Approve the plan that waits.
    Approve,
    /// Reject the plan that waits.
    Reject,
    /// Bring an answer.
    Reply,
    /// Go on in a new conversation.
    Handoff,
    /// Take an iteration back.
    Undo,
    /// Show its conversation.
    OpenChatGpt,
}

/// The open sessions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OverviewView {
    /// Those that need the person first, then the one that changed last; at most 50.
    pub sessions: Vec<SessionRow>,
    /// How many more there are.
    pub more: u32,
}

/// A stretch of the list of sessions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionsView {
    /// How many there are in all.
    pub total: u32,
    /// The stretch that was asked for.
    pub rows: Vec<SessionRow>,
}
