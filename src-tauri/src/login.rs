//! The start at login: on, off, and the entry's program kept right.
//!
//! The entry is the plugin's. On Linux it names the program as it is, without the quoting that the desktop's rules
//! want, and it is looked at here once more: a person can switch an entry off without taking it away.

use std::path::{Path, PathBuf};

use c2c_os::environment::Environment;
use tauri::AppHandle;
use tauri_plugin_autostart::ManagerExt as _;

mod entry;

/// The name of the entry.
pub(crate) const NAME: &str = "C2C";
/// With what the entry starts the app.
pub(crate) const HIDDEN: &str = "--hidden";

/// Why the start at login is not as it was wished.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoginError {
    /// The system refused.
    #[error("the start at login cannot be set")]
    Plugin {
        /// What it said.
        #[from]
        source: tauri_plugin_autostart::Error,
    },
    /// The entry cannot be read or written.
    #[error("the entry `{}` for the start at login cannot be used", .path.display())]
    Entry {
        /// The entry.
        path: PathBuf,
        /// What the file system said.
        #[source]
        source: std::io::Error,
    },
}

/// Whether C2C starts at login; none where that cannot be told.
pub(crate) fn is_on(app: &AppHandle, environment: &Environment) -> Option<bool> {
    let is_enabled = app.autolaunch().is_enabled();
    let is_enabled =
        is_enabled.inspect_err(|error| tracing::info!(%error, "the start at login cannot be told")).ok()?;
    if !is_enabled || !cfg!(target_os = "linux") {
        return Some(is_enabled);
    }
    let path = entry_file(environment)?;
    let text = std::fs::read_to_string(&path);
    Some(text.is_ok_and(|text| entry::is_on(&text)))
}

/// Has C2C start at login, or not.
pub(crate) fn set(app: &AppHandle, environment: &Environment, on: bool) -> Result<(), LoginError> {
    if !on {
        return Ok(app.autolaunch().disable()?);
    }
    app.autolaunch().enable()?;
    mend(environment)
}

/// Has an entry that is there name this program: it may have been moved since.
pub(crate) fn repair(app: &AppHandle, environment: &Environment) -> Result<(), LoginError> {
    if cfg!(target_os = "linux") {
        return mend(environment);
    }
    if is_on(app, environment) == Some(true) {
        app.autolaunch().enable()?;
    }
    Ok(())
}

/// Has the entry of a Linux desktop, if it is there, name this program in the desktop's quoting.
fn mend(environment: &Environment) -> Result<(), LoginError> {
    let (Some(path), Some(program)) = (entry_file(environment), program(environment)) else { return Ok(()) };
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let failed = |source| LoginError::Entry { path: path.clone(), source };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(error)),
    };
    let Some(mended) = entry::mended(&text, &program, HIDDEN) else { return Ok(()) };
    tracing::info!(program = %program.display(), "the entry for the start at login names this program now");
    std::fs::write(&path, mended).map_err(failed)
}

/// Where the plugin keeps the entry on Linux.
fn entry_file(environment: &Environment) -> Option<PathBuf> {
    Some(environment.home()?.join(".config/autostart").join(format!("{NAME}.desktop")))
}

/// What is to be started: within an AppImage the image, since the program lies in a folder that goes away.
fn program(environment: &Environment) -> Option<PathBuf> {
    let image = environment.absolute_path("APPIMAGE").filter(|image| image.is_file());
    image.or_else(|| std::env::current_exe().ok().as_deref().map(Path::to_owned))
}
