//! What the app's window asks and is told.
//!
//! The window sends one [`Call`] at a time through the single command [`COMMAND`] and gets the answer that
//! [`Ask::Answer`] names, or an [`crate::ErrorShape`]. It is told by two events that there is something new: then
//! it asks again. Texts that come from ChatGPT, from Codex or from a repository are data: show them, never
//! interpret them.

mod ask;
mod call;
mod codes;
mod look;
mod page;
mod row;
mod session;
mod settings;
mod start;
mod template;
mod tray;

pub use ask::Ask;
pub use call::{
    AppParams, Call, ChooseFolderParams, CopyParams, DiffParams, OpenChatGptParams, OutputParams, OverviewParams,
    QuitParams, SessionPageParams, SessionsParams, SettingsParams, WorkspacesParams,
};
pub use codes::{FaultCode, NoCode, PauseCode, Reason};
pub use look::{ChangesMode, LookParams, LookView, LookWhat, WithheldView};
pub use page::{Focus, Page};
pub use row::{Action, Activity, Need, OverviewView, SessionRow, SessionsView};
pub use session::{
    CallView, CommandParams, DiffView, OutputTextView, PlanStepView, PlanView, SessionCommand, SessionPageView,
    StepState,
};
pub use settings::{
    AppView, ApprovalChoice, ChangeSettingsParams, LanguageChoice, SettingFault, SettingsView, Theme, TrayPresence,
};
pub use start::{
    CarrierChoice, ChatChoice, ChosenFolderView, KnownWorkspaceView, MOST_GOAL_BYTES, PreviewParams, PreviewView,
    SandboxChoice, StartParams, StartedView, WorkspacesView,
};
pub use template::{SaveTemplateParams, TemplateKind, TemplateView, TemplateWarning, TemplatesParams, TemplatesView};
pub use tray::{MenuEntry, TrayAction, TrayFacts, TrayIcon, TrayView, quit, rests_after_quit, tray};

/// The one command of the app: its argument `call` is a [`Call`].
pub const COMMAND: &str = "call";
/// The event that something in the store changed. It carries nothing.
pub const EVENT_CHANGED: &str = "changed";
/// The event that the window should show a page: its payload is a [`Page`] as text.
pub const EVENT_GO: &str = "go";
