//! The system's own dialog for choosing a folder.

use std::path::PathBuf;

use c2c_ipc::words::{TaskWord, Word as _};
use tauri::{AppHandle, Manager as _};
use tokio::sync::oneshot;

use crate::product;
use crate::shell::Shell;
use crate::window::MAIN;

/// Has the person choose a folder; none when they choose none.
pub(crate) async fn choose(app: &AppHandle) -> Option<PathBuf> {
    let title = TaskWord::FolderDialog.text(product::language(app.state::<Shell>().config()));
    let (tell, told) = oneshot::channel();
    let in_thread = app.clone();
    // Dialogs belong to the thread of the window.
    app.run_on_main_thread(move || ask(&in_thread, title, tell)).ok()?;
    told.await.ok().flatten()
}

/// GTK's own: a second one would want a thread of GTK for itself, and there can be one only.
#[cfg(target_os = "linux")]
fn ask(app: &AppHandle, title: &str, tell: oneshot::Sender<Option<PathBuf>>) {
    use std::cell::RefCell;

    use gtk::prelude::{FileChooserExt as _, NativeDialogExt as _};

    let window = app.get_webview_window(MAIN).and_then(|window| window.gtk_window().ok());
    let action = gtk::FileChooserAction::SelectFolder;
    let chooser = gtk::FileChooserNative::new(Some(title), window.as_ref(), action, None, None);
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
fn ask(app: &AppHandle, title: &str, tell: oneshot::Sender<Option<PathBuf>>) {
    let mut dialog = rfd::AsyncFileDialog::new().set_title(title);
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
