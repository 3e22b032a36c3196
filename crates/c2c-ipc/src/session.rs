//! Sessions, their conversation and their checkpoint.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{IterationView, MessageView, ServeView};

/// The answer of `c2c session get`, `set` and `clear`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionView {
    /// The workspace's id.
    pub workspace_id: String,
    /// The workspace's name.
    pub workspace_name: String,
    /// The conversation in use; absent before the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<ConversationView>,
    /// The session that is open, or the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionDetails>,
    /// Where the task stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<CheckpointView>,
}

/// One session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionDetails {
    /// Its id.
    pub id: String,
    /// The task, as in the messages.
    pub task_id: String,
    /// What is to be reached, in full.
    pub goal: String,
    /// `active`, `paused`, `blocked`, `done`, `failed`, `stopped`.
    pub status: String,
    /// Who drives it: `orchestrator` (C2C) or `codex` (a Codex session of its own).
    pub driver: String,
    /// Who carries the messages: `manual` or `window`.
    pub carrier: String,
    /// The iteration it is in.
    pub iteration: u32,
    /// What it was started with.
    pub limits: LimitsView,
    /// The process that runs it; absent when none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<OwnerView>,
    /// When it was started.
    pub created_at_ms: i64,
    /// When it last changed.
    pub updated_at_ms: i64,
    /// When it ended; absent while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at_ms: Option<i64>,
}

/// What a session may do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LimitsView {
    /// `first`, `every` or `never`.
    pub approval: String,
    /// `read-only`, `workspace-write` or `danger-full-access`.
    pub sandbox: String,
    /// The most iterations.
    pub max_iterations: u32,
    /// How long an answer may take, in seconds.
    pub reply_deadline_s: u64,
}

/// A process that runs a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnerView {
    /// Its process id.
    pub pid: u32,
    /// Its last sign of life.
    pub heartbeat_at_ms: i64,
    /// Whether it is C2C's app, which also goes on by itself with what was answered.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_app: bool,
}

/// A ChatGPT conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConversationView {
    /// `long-chat` or `project`.
    pub mode: String,
    /// Its address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The Project's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project_url: Option<String>,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The connector's name in ChatGPT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connector_name: Option<String>,
    /// Whether it has been sent the boot prompt.
    pub booted: bool,
}

/// Where a task stands, as a person reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckpointView {
    /// `INIT`, `PLAN_RECEIVED`, `EXECUTING`, `EXECUTED_LOCAL`, `EXECUTED_SENT`, `DONE`, `BLOCKED`.
    pub protocol_state: String,
    /// What is waited for.
    pub waiting_for: String,
    /// The goal.
    pub goal: String,
    /// What is finished.
    pub completed_subtasks: Vec<String>,
    /// What is known to be wrong.
    pub known_issues: Vec<String>,
    /// What comes next.
    pub next_step: String,
    /// The iteration.
    pub iteration: u32,
}

/// What a session needs from the person, and what they can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AttentionView {
    /// `paused`, `approval` or `blocked`.
    pub kind: String,
    /// A stable code; for a pause why, such as `overdue` or `codex_not_logged_in`.
    pub reason: String,
    /// What happened, in a sentence. May hold untrusted words.
    pub text: String,
    /// The words of ChatGPT, Codex or the page that are in it, and nothing of C2C's; empty where there are none.
    /// Untrusted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
    /// The lines that go with it: the plan's actions, or what the planner needs. Untrusted.
    pub details: Vec<String>,
    /// Something to do.
    pub hint: String,
    /// When the session goes on by itself; absent when it waits for the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<i64>,
}

/// The answer of `c2c status`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StatusView {
    /// The workspace's id; absent for a folder C2C does not know yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace_id: Option<String>,
    /// The workspace's name.
    pub workspace_name: String,
    /// Its root.
    pub root: String,
    /// Whether its folder is not there any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub folder_missing: bool,
    /// The session that is open, or the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionDetails>,
    /// The conversation in use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<ConversationView>,
    /// Where the task stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<CheckpointView>,
    /// What the session needs from the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attention: Option<AttentionView>,
    /// The message that waits to be carried or answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_message: Option<MessageView>,
    /// Iterations of the session, newest first.
    pub iterations: Vec<IterationView>,
    /// Commands that wait for an owner.
    pub queued_commands: Vec<String>,
    /// Where the connectors are served; absent when nobody serves them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connector: Option<ServeView>,
}
