//! The settings that the window shows and changes.

use c2c_ipc::app::{ApprovalChoice, ChangeSettingsParams, LanguageChoice, Reason, SettingsView, Theme};
use serde_json::{Value, json};

use super::shell::Shell;
use super::{checks, workspaces};
use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::settings::BadSetting;

/// The most days that pictures are kept.
const MOST_DAYS: u8 = 90;

/// The settings as they are now, also when the person edited the file.
pub(super) fn settings(app: &App, shell: &dyn Shell) -> SettingsView {
    let live = &app.config().live;
    live.reload();
    let settings = live.get();
    SettingsView {
        start_at_login: shell.start_at_login(),
        notifications: settings.notifications,
        approval: workspaces::approval_choice(settings.approval),
        picture_days: settings.picture_days.unwrap_or(0),
        language: settings.language,
        system_language: shell.system_language(),
        theme: settings.theme,
        file: live.file().display().to_string(),
        problems: live.bad().iter().map(BadSetting::view).collect(),
    }
}

/// Changes what is given.
pub(super) fn change(app: &App, shell: &dyn Shell, params: &ChangeSettingsParams) -> Result<SettingsView, ApiError> {
    if let Some(days) = params.picture_days {
        checks::within("picture_days", u64::from(days), 0, u64::from(MOST_DAYS))?;
    }
    let values = values(params);
    if !values.is_empty() {
        app.config().live.change(&values)?;
    }
    if let Some(on) = params.start_at_login {
        shell.set_start_at_login(on).map_err(|error| {
            ApiError::new(ErrorKind::Config, "the start at login cannot be set")
                .reason(Reason::StartAtLogin)
                .because(error)
        })?;
    }
    Ok(settings(app, shell))
}

/// What is given, as it stands in the file.
fn values(params: &ChangeSettingsParams) -> Vec<(&'static str, Value)> {
    let approval = params.approval.map(|approval| match approval {
        ApprovalChoice::First => "first",
        ApprovalChoice::Every => "every",
        ApprovalChoice::Never => "never",
    });
    let language = params.language.map(|language| match language {
        LanguageChoice::System => "system",
        LanguageChoice::English => "en",
        LanguageChoice::Chinese => "zh-CN",
    });
    let theme = params.theme.map(|theme| match theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    });
    let pictures = params.picture_days.map(|days| if days == 0 { json!("off") } else { json!(days) });
    [
        ("notifications", params.notifications.map(Value::Bool)),
        ("approval", approval.map(Value::from)),
        ("pictures", pictures),
        ("language", language.map(Value::from)),
        ("theme", theme.map(Value::from)),
    ]
    .into_iter()
    .filter_map(|(key, value)| Some((key, value?)))
    .collect()
}
