//! Keeps tray and window with the store: looks whether it changed, and only then asks again.

use std::sync::Arc;

use c2c_api::desk::Seen;
use c2c_ipc::app::{EVENT_CHANGED, OverviewView, TrayFacts, TrayPresence, tray};
use tauri::{AppHandle, Emitter as _, Manager as _};

use crate::shell::Shell;
use crate::window::MAIN;
use crate::{product, window};

/// Draws the tray for these sessions.
pub(crate) fn draw(app: &AppHandle, overview: &OverviewView) {
    let shell = app.state::<Shell>();
    if shell.presence() == TrayPresence::NoLibrary {
        return;
    }
    let language = product::language(shell.config());
    let facts = TrayFacts { language, start_at_login: shell.login.is_on(app) };
    let view = tray(overview, facts);
    let in_thread = app.clone();
    let sent = app.run_on_main_thread(move || {
        if let Err(error) = in_thread.state::<Shell>().tray.draw(&in_thread, &view) {
            tracing::warn!(%error, "the tray cannot be drawn");
        }
    });
    if let Err(error) = sent {
        tracing::debug!(%error, "the tray is not drawn: the app is ending");
    }
}

/// Serves connectors and takes sessions up again, and keeps tray and window with the store from then on.
pub(crate) async fn run(app: AppHandle) {
    let host = Arc::clone(&app.state::<Shell>().host);
    if let Err(error) = host.open().await {
        tracing::error!(code = error.code, message = error.message, "the sessions are not taken up again");
    }
    host.watch(|seen| match seen {
        Seen::Changed => tell_window(&app),
        Seen::Settings => tell(&app),
        Seen::Overview(overview) => draw(&app, &overview),
    })
    .await;
}

/// Something besides the sessions changed: draws the tray anew and tells the window. Returns at once.
pub(crate) fn tell(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let host = Arc::clone(&app.state::<Shell>().host);
        match host.overview().await {
            Ok(overview) => draw(&app, &overview),
            Err(error) => tracing::warn!(code = error.code, message = error.message, "the tray is left as it is"),
        }
        tell_window(&app);
    });
}

fn tell_window(app: &AppHandle) {
    if window::is_there(app)
        && let Err(error) = app.emit_to(MAIN, EVENT_CHANGED, ())
    {
        tracing::debug!(%error, "the window is not told: it is closing");
    }
}
