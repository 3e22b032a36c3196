//! What the page asks and what is pressed in the tray, handed on to the engine.

use std::sync::Arc;

use c2c_ipc::ErrorShape;
use c2c_ipc::app::{Call, CommandParams, OpenChatGptParams, Page, SessionCommand, TrayAction};
use serde_json::Value;
use tauri::{AppHandle, Manager as _};

use crate::shell::Shell;
use crate::{ending, watch, window};

/// The one command of the page: see [`c2c_ipc::app`].
#[tauri::command]
pub(crate) async fn call(app: AppHandle, call: Value) -> Result<Value, ErrorShape> {
    let call = serde_json::from_value(call).map_err(|error| ErrorShape {
        code: "usage".to_owned(),
        reason: None,
        message: "the window asked for something that this version does not know".to_owned(),
        causes: vec![error.to_string()],
        hints: Vec::new(),
    })?;
    let changes_settings = matches!(call, Call::ChangeSettings(_));
    let host = Arc::clone(&app.state::<Shell>().host);
    let answer = host.answer(call).await;
    if changes_settings {
        // The menu's words and its check depend on them.
        watch::tell(&app);
    }
    answer
}

/// Something was pressed in the menu.
pub(crate) fn pressed(app: &AppHandle, id: &str) {
    let Ok(action) = id.parse::<TrayAction>() else {
        tracing::warn!(id, "an entry of the menu means nothing");
        return;
    };
    match action {
        TrayAction::Show(page) => window::show(app, Some(&page)),
        TrayAction::Pause(session) => ask(app, CommandParams { session, command: SessionCommand::Pause {} }.into()),
        TrayAction::Continue(session) => {
            ask(app, CommandParams { session, command: SessionCommand::Continue { by_hand: false } }.into());
        }
        TrayAction::OpenChatGpt => ask(app, OpenChatGptParams::default().into()),
        TrayAction::StartAtLogin => {
            let shell = app.state::<Shell>();
            shell.tray.turned(&TrayAction::StartAtLogin);
            let on = shell.login.is_on(app) != Some(true);
            if let Err(error) = shell.login.set(app, on) {
                tracing::warn!(error = &error as &dyn std::error::Error, "the start at login stays as it is");
            }
            watch::tell(app);
        }
        TrayAction::Quit => ending::quit(app),
    }
}

/// Asks without waiting. What goes wrong is shown where the session is.
pub(crate) fn ask(app: &AppHandle, call: Call) {
    let app = app.clone();
    let page = match &call {
        Call::Command(params) => Some(Page::Session(params.session.clone(), None)),
        _ => None,
    };
    tauri::async_runtime::spawn(async move {
        let host = Arc::clone(&app.state::<Shell>().host);
        if let Err(error) = host.answer(call).await {
            tracing::warn!(
                code = error.code,
                reason = error.reason,
                message = error.message,
                "what was pressed is not done"
            );
            window::show(&app, page.as_ref());
        }
    });
}
