//! The app and its settings as a scripted engine tells them.

use c2c_ipc::app::{AppView, ApprovalChoice, LanguageChoice, SettingsView, Theme, TrayPresence};
use c2c_ipc::words::Language;

/// Settings as they are before anybody changes them.
#[must_use]
pub fn settings() -> SettingsView {
    SettingsView {
        start_at_login: Some(false),
        notifications: true,
        approval: ApprovalChoice::First,
        picture_days: 0,
        language: LanguageChoice::System,
        system_language: Language::English,
        theme: Theme::System,
        file: "/home/me/.local/share/c2c/settings.json".to_owned(),
        problems: Vec::new(),
    }
}

/// The app, with a tray and one session that would rest without it.
#[must_use]
pub fn app() -> AppView {
    AppView {
        version: "0.1.0".to_owned(),
        system: "linux".to_owned(),
        tray: TrayPresence::Shown,
        drives_window: true,
        rests_after_quit: 1,
        settings: settings(),
    }
}
