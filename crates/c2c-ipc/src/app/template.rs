//! The texts with which a workspace's conversations begin.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What [`super::Call::Templates`] takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TemplatesParams {
    /// The folder, absolute.
    pub root: String,
}

/// The texts of one workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TemplatesView {
    /// The workspace's name.
    pub workspace_name: String,
    /// Its root.
    pub root: String,
    /// The first message of a new conversation.
    pub boot_prompt: TemplateView,
    /// The instructions of a ChatGPT Project.
    pub instructions: TemplateView,
}

/// One text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TemplateView {
    /// Which one.
    pub kind: TemplateKind,
    /// The text in use.
    pub text: String,
    /// Its length in characters.
    pub characters: u64,
    /// The most characters that are allowed: ChatGPT takes no more.
    pub most_characters: u64,
    /// The text as C2C writes it for this workspace.
    pub original: String,
    /// Whether the person edited it.
    pub edited: bool,
    /// What should be known about an edited text.
    pub warnings: Vec<TemplateWarning>,
}

/// What should be known about an edited text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TemplateWarning {
    /// C2C's own text has changed since it was edited.
    OriginalChanged,
    /// It does not name the workspace's connector, which has another name by now.
    OtherConnector,
}

/// Which text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TemplateKind {
    /// The first message of a new conversation.
    BootPrompt,
    /// The instructions of a ChatGPT Project.
    Instructions,
}

/// What [`super::Call::SaveTemplate`] takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveTemplateParams {
    /// The folder, absolute.
    pub root: String,
    /// Which text.
    pub kind: TemplateKind,
    /// The edited text; absent to go back to the original.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}
