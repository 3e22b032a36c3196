//! Beginning a session.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ApprovalChoice, SettingFault};
use crate::ErrorShape;

/// The folders that C2C knows, the one that was used last first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WorkspacesView {
    /// The folders.
    pub workspaces: Vec<KnownWorkspaceView>,
}

/// A folder that C2C knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownWorkspaceView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its root, absolute.
    pub root: String,
    /// Whether it is there and in a git repository, as a session wants it.
    pub is_repository: bool,
    /// When it was last used.
    pub last_used_at_ms: i64,
    /// The open session that keeps another one from beginning in it: its own, or one of a folder above or below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_by: Option<String>,
}

/// The folder that the person chose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChosenFolderView {
    /// The repository around it, or the folder itself; absent when the person chose none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
}

/// What [`super::Call::Preview`] takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewParams {
    /// The folder, absolute.
    pub root: String,
    /// What is to be reached; may be empty still.
    pub goal: String,
}

/// What a session would begin with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PreviewView {
    /// The workspace's name.
    pub workspace_name: String,
    /// Its root, absolute and canonical.
    pub root: String,
    /// What it is, such as `rust`, `node` or `unknown`.
    pub kind: String,
    /// The INIT message; the task's id in it is an example. Absent while the goal is empty or cannot be sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub init: Option<String>,
    /// The length of INIT in bytes; 0 without.
    pub init_bytes: u64,
    /// The text that a new conversation gets first.
    pub boot_prompt: String,
    /// Its length in bytes.
    pub boot_prompt_bytes: u64,
    /// The plan approval that counts when none is chosen.
    pub approval: ApprovalChoice,
    /// What Codex may touch when nothing is chosen.
    pub sandbox: SandboxChoice,
    /// The iteration limit when none is chosen.
    pub max_iterations: u32,
    /// Settings that are not used: the person's, and the workspace's own.
    pub warnings: Vec<SettingFault>,
    /// Why a session could not be started here; absent when it could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<ErrorShape>,
    /// The open session that keeps another one from beginning here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_by: Option<String>,
}

/// The longest goal, in bytes. ChatGPT reads all of it through the connector.
pub const MOST_GOAL_BYTES: usize = 65_536;

/// What [`super::Call::Start`] takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartParams {
    /// The folder, absolute.
    pub root: String,
    /// What is to be reached.
    pub goal: String,
    /// Who carries the messages.
    pub carrier: CarrierChoice,
    /// Which plans wait for approval; the settings decide without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<ApprovalChoice>,
    /// What Codex may touch; the settings decide without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<SandboxChoice>,
    /// The iteration limit, 1 to 1,000; the workspace decides without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_iterations: Option<u32>,
    /// The conversation that is used.
    pub chat: ChatChoice,
}

/// Who carries the messages to ChatGPT.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CarrierChoice {
    /// C2C, through ChatGPT's window.
    Window,
    /// The person.
    Manual,
}

/// What Codex may touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SandboxChoice {
    /// Nothing.
    ReadOnly,
    /// The workspace.
    WorkspaceWrite,
    /// Everything that the person may.
    DangerFullAccess,
}

/// The conversation that a session uses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ChatChoice {
    /// The workspace's own, or a new one when it has none.
    Current {},
    /// A new one.
    New {},
    /// The one at an address.
    At {
        /// The conversation's address.
        url: String,
    },
    /// The workspace's own in a Project, or a new one there.
    InProject {
        /// The Project's address.
        url: String,
    },
}

/// The session that was begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StartedView {
    /// Its id.
    pub session: String,
}
