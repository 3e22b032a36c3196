//! What the web engine leaves running on Linux after the window was closed: WebKitGTK ends the page's process, but
//! keeps its network process for as long as the program lives, 25 MB that nothing uses. The next window has a new one.

use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use c2c_os::process;
use gtk::glib;
use tauri::AppHandle;

use crate::window;

/// The program's file name.
const NETWORK_PROCESS: &str = "WebKitNetworkProcess";
/// How long the window has been gone: who closes it by mistake opens it again at once.
const AFTER: Duration = Duration::from_secs(2);

/// Ends it in a moment, unless there is a window again.
///
/// In the main thread, and only when nothing else waits there: WebKitGTK reads in the main thread what a process of
/// its own says when it begins, and ends the whole program where that process is gone by then.
pub(crate) fn end_soon(app: &AppHandle) {
    let app = app.clone();
    let end = move || {
        if !window::is_there(&app) {
            end();
        }
        glib::ControlFlow::Break
    };
    glib::timeout_source_new(AFTER, Some("the web engine's leftover"), glib::Priority::LOW, end).attach(None);
}

/// It keeps nothing that must be written: the page has no storage there but what the engine itself makes.
fn end() {
    let children = match process::children(std::process::id()) {
        Ok(children) => children,
        Err(error) => {
            tracing::debug!(%error, "the web engine's network process is left as it is");
            return;
        }
    };
    let is_network = |path: &Path| path.file_name() == Some(OsStr::new(NETWORK_PROCESS));
    for child in children.iter().filter(|child| process::program(child).is_some_and(|path| is_network(&path))) {
        match process::terminate(child) {
            Ok(_) => tracing::debug!("the web engine's network process was ended"),
            Err(error) => tracing::debug!(%error, "the web engine's network process does not end"),
        }
    }
}
