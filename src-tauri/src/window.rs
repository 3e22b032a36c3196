//! The window: made when it is wanted, gone when it is closed, so that no web process stays.

use c2c_ipc::app::{EVENT_GO, Page};
use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Emitter as _, Manager as _, WebviewUrl, WebviewWindowBuilder};

use crate::shell::Shell;

/// The window's name, as in the configuration and the capability.
pub(crate) const MAIN: &str = "main";

/// Shows the window, on `page` if one is named. Returns at once.
pub(crate) fn show(app: &AppHandle, page: Option<&Page>) {
    let address = page.map(ToString::to_string);
    let in_thread = app.clone();
    let sent = app.run_on_main_thread(move || {
        if let Err(error) = show_now(&in_thread, address.as_deref()) {
            tracing::error!(%error, "the window cannot be shown");
        }
    });
    if let Err(error) = sent {
        tracing::warn!(%error, "the window is not shown: the app is ending");
    }
}

/// Whether there is a window.
pub(crate) fn is_there(app: &AppHandle) -> bool {
    app.get_webview_window(MAIN).is_some()
}

fn show_now(app: &AppHandle, address: Option<&str>) -> tauri::Result<()> {
    if let Some(window) = app.get_webview_window(MAIN) {
        if let Some(address) = address {
            window.emit_to(MAIN, EVENT_GO, address)?;
        }
        window.unminimize()?;
        window.show()?;
        return window.set_focus();
    }
    let windows = &app.config().app.windows;
    let Some(config) = windows.iter().find(|window| window.label == MAIN) else {
        tracing::error!("the configuration has no window `{MAIN}`");
        return Ok(());
    };
    let mut config = config.clone();
    // There is one file; the page reads what follows the `#`.
    config.url = WebviewUrl::App(format!("index.html#{}", address.unwrap_or("/")).into());
    let window = WebviewWindowBuilder::from_config(app, &config)?
        // The page is all there is: it leads nowhere else and opens nothing.
        .on_navigation(|url| url.scheme() == "tauri" || url.host_str() == Some("tauri.localhost"))
        .on_new_window(|_, _| NewWindowResponse::Deny)
        // Nothing of it is kept; what the web engine makes all the same is made here.
        .data_directory(app.state::<Shell>().web_folder())
        .build()?;
    window.set_focus()
}
