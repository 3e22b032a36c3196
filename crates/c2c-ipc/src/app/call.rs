//! The calls, each with the parameters that it takes and the answer that it gets.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    AppView, Ask, ChangeSettingsParams, ChosenFolderView, CommandParams, DiffView, LookParams, LookView,
    OutputTextView, OverviewView, PreviewParams, PreviewView, SaveTemplateParams, SessionPageView, SessionsView,
    SettingsView, StartParams, StartedView, TemplateView, TemplatesParams, TemplatesView, WorkspacesView,
};
use crate::{ChatGptOpenView, CommandAnswer};

macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident($params:ident) -> $answer:ty;)+) => {
        /// One call of the window.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "call", rename_all = "snake_case")]
        pub enum Call {
            $($(#[$doc])* $name($params),)+
        }

        $(
            impl From<$params> for Call {
                fn from(params: $params) -> Self {
                    Self::$name(params)
                }
            }

            impl Ask for $params {
                type Answer = $answer;
            }
        )+
    };
}

calls! {
    /// What the window needs before anything else.
    App(AppParams) -> AppView;
    /// The open sessions, those that need the person first.
    Overview(OverviewParams) -> OverviewView;
    /// A stretch of the list of all sessions, the one that changed last first.
    Sessions(SessionsParams) -> SessionsView;
    /// All about one session.
    SessionPage(SessionPageParams) -> SessionPageView;
    /// What one iteration did to one file.
    Diff(DiffParams) -> DiffView;
    /// A released output.
    Output(OutputParams) -> OutputTextView;
    /// Something that is asked of a session.
    Command(CommandParams) -> CommandAnswer;
    /// The folders that C2C knows.
    Workspaces(WorkspacesParams) -> WorkspacesView;
    /// Has the person choose a folder.
    ChooseFolder(ChooseFolderParams) -> ChosenFolderView;
    /// What would be sent to begin a session.
    Preview(PreviewParams) -> PreviewView;
    /// What ChatGPT would get from a tool of the connector.
    Look(LookParams) -> LookView;
    /// Begins a session, which runs in the app's process.
    Start(StartParams) -> StartedView;
    /// The texts with which a workspace's conversations begin.
    Templates(TemplatesParams) -> TemplatesView;
    /// Keeps an edited text, or goes back to the original.
    SaveTemplate(SaveTemplateParams) -> TemplateView;
    /// The person's settings.
    Settings(SettingsParams) -> SettingsView;
    /// Changes settings.
    ChangeSettings(ChangeSettingsParams) -> SettingsView;
    /// Shows ChatGPT.
    OpenChatGpt(OpenChatGptParams) -> ChatGptOpenView;
    /// Puts a text on the clipboard.
    Copy(CopyParams) -> ();
    /// Ends C2C in good order; it answers before that.
    Quit(QuitParams) -> ();
}

/// What [`Call::App`] takes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AppParams {}

/// What [`Call::Overview`] takes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OverviewParams {}

/// What [`Call::Sessions`] takes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionsParams {
    /// How many to leave out, from the one that changed last.
    pub offset: u32,
    /// The most to answer with, 1 to 500.
    pub limit: u32,
    /// Words that goal, workspace or task must contain, in any letter case; empty for all.
    #[serde(default)]
    pub query: String,
    /// Only sessions that have not ended.
    #[serde(default)]
    pub open_only: bool,
}

/// What [`Call::SessionPage`] takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionPageParams {
    /// The session.
    pub session: String,
}

/// What [`Call::Diff`] takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiffParams {
    /// The session.
    pub session: String,
    /// The iteration.
    pub iteration: u32,
    /// The file, as the iteration names it.
    pub path: String,
}

/// What [`Call::Output`] takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutputParams {
    /// The session.
    pub session: String,
    /// The output.
    pub output: String,
}

/// What [`Call::Workspaces`] takes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkspacesParams {}

/// What [`Call::ChooseFolder`] takes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChooseFolderParams {}

/// What [`Call::Settings`] takes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingsParams {}

/// What [`Call::OpenChatGpt`] takes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenChatGptParams {
    /// The session whose conversation is shown, if it has one; ChatGPT's first page without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
}

/// What [`Call::Copy`] takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CopyParams {
    /// The text, at most 1 MiB.
    pub text: String,
}

/// What [`Call::Quit`] takes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuitParams {}
