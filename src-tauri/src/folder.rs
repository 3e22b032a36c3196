//! The system's own dialog for choosing a folder.

use std::path::PathBuf;

use tauri::{AppHandle, Manager as _};
use tokio::sync::oneshot;

use crate::window::MAIN;

/// Has the person choose a folder; none when they choose none.
pub(crate) async fn choose(app: &AppHandle) -> Option<PathBuf> {
    let (tell, told) = oneshot::channel();
    let in_thread = app.clone();
    // Dialogs belong to the thread of the window.
    app.run_on_main_thread(move || ask(&in_thread, tell)).ok()?;
    told.await.ok().flatten()
}

/// GTK's own: a second one would want a thread of GTK for itself, and there can be one only.
#[cfg(target_os = "linux")]
fn ask(app: &AppHandle, tell: oneshot::Sender<Option<PathBuf>>) {
    use std::cell::RefCell;

    use gtk::prelude::{FileChooserExt as _, NativeDialogExt as _};

    let window = app.get_webview_window(MAIN).and_then(|window| window.gtk_window().ok());
    let action = gtk::FileChooserAction::SelectFolder;
    let chooser = gtk::FileChooserNative::new(None, window.as_ref(), action, None, None);
    chooser.set_modal(true);
    chooser.set_create_folders(true);
    // The dialog lives until it is answered: nobody else holds it.
    let held = RefCell::new(Some((chooser.clone(), tell)));
    chooser.connect_response(move |chooser, response| {
        let Some((held, tell)) = held.take() else { return };
        let folder = (response == gtk::ResponseType::Accept).then(|| chooser.filename()).flatten();
        // Nobody waits any more when the window went meanwhile.
        drop(tell.send(folder));
        held.destroy();
    });
    chooser.show();
}

#[cfg(not(target_os = "linux"))]
fn ask(app: &AppHandle, tell: oneshot::Sender<Option<PathBuf>>) {
    let mut dialog = rfd::AsyncFileDialog::new();
    if let Some(window) = app.get_webview_window(MAIN) {
        dialog = dialog.set_parent(&window);
    }
    let chosen = dialog.pick_folder();
    tauri::async_runtime::spawn(async move {
        let folder = chosen.await.map(|folder| folder.path().to_owned());
        // Nobody waits any more when the window went meanwhile.
        drop(tell.send(folder));
    });
}
