//! Keeps tray and window with the store: looks whether it changed, and only then asks again.

use c2c_ipc::app::{EVENT_CHANGED, OverviewView, TrayFacts, TrayPresence, tray};
use tauri::{AppHandle, Emitter as _, Manager as _};

use crate::shell::Shell;
use crate::window::MAIN;
use crate::{login, window};

/// Draws the tray for these sessions.
pub(crate) fn draw(app: &AppHandle, overview: &OverviewView) {
    let shell = app.state::<Shell>();
    if shell.presence() == TrayPresence::NoLibrary {
        return;
    }
    let facts = TrayFacts { language: shell.product.language(), start_at_login: login::is_on(app, &shell.environment) };
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

/// Something changed: draws the tray anew and tells the window. Returns at once.
pub(crate) fn tell(app: &AppHandle) {
    tauri::async_runtime::spawn(update(app.clone()));
}

async fn update(app: AppHandle) {
    let product = app.state::<Shell>().product.clone();
    draw(&app, &product.overview().await);
    if window::is_there(&app)
        && let Err(error) = app.emit_to(MAIN, EVENT_CHANGED, ())
    {
        tracing::debug!(%error, "the window is not told: it is closing");
    }
}
