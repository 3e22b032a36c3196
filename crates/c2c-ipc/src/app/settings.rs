//! The app itself, and the settings that its window shows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::Language;

/// What the window needs before anything else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AppView {
    /// C2C's version.
    pub version: String,
    /// The system: `linux`, `macos` or `windows`.
    pub system: String,
    /// Whether the tray shows C2C.
    pub tray: TrayPresence,
    /// Whether this build can carry messages by itself.
    pub drives_window: bool,
    /// How many sessions rest until the next start once C2C is ended.
    #[serde(default)]
    pub rests_after_quit: u32,
    /// The settings.
    pub settings: SettingsView,
}

/// Whether the tray shows C2C.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrayPresence {
    /// It does.
    Shown,
    /// The system's library for it is not installed.
    NoLibrary,
    /// The desktop has none, or none yet.
    NoTray,
}

/// The settings that the window shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SettingsView {
    /// Whether C2C starts at login; absent where that cannot be set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_at_login: Option<bool>,
    /// Whether the desktop shows notifications.
    pub notifications: bool,
    /// Which plans wait for approval.
    pub approval: ApprovalChoice,
    /// How many days pictures of ChatGPT's window are kept; 0 takes none.
    pub picture_days: u8,
    /// The language that was chosen.
    pub language: LanguageChoice,
    /// The language of the system, for [`LanguageChoice::System`].
    pub system_language: Language,
    /// The colours that were chosen.
    pub theme: Theme,
    /// The file that holds the settings.
    pub file: String,
    /// Settings that are not used.
    pub problems: Vec<SettingFault>,
}

/// A setting that is not used, of the person's or of a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SettingFault {
    /// Why, a [`super::FaultCode`].
    pub code: String,
    /// Its key; empty for a whole file.
    pub key: String,
    /// What would be right, or what counts instead, in the engine's own words; empty where the code says it all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

impl SettingsView {
    /// The language in use.
    #[must_use]
    pub fn language(&self) -> Language {
        match self.language {
            LanguageChoice::System => self.system_language,
            LanguageChoice::English => Language::English,
            LanguageChoice::Chinese => Language::Chinese,
        }
    }
}

/// What [`super::Call::ChangeSettings`] takes. What is absent stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeSettingsParams {
    /// Whether C2C starts at login.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_at_login: Option<bool>,
    /// Whether the desktop shows notifications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notifications: Option<bool>,
    /// Which plans wait for approval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<ApprovalChoice>,
    /// How many days pictures are kept, 0 (none are taken) to 90.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture_days: Option<u8>,
    /// The language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<LanguageChoice>,
    /// The colours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
}

/// Which plans wait for approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalChoice {
    /// A session's first one.
    First,
    /// Every one.
    Every,
    /// None.
    Never,
}

/// A choice of language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum LanguageChoice {
    /// The system's.
    #[default]
    #[serde(rename = "system")]
    System,
    /// English.
    #[serde(rename = "en")]
    English,
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    Chinese,
}

/// A choice of colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// The system's.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}
