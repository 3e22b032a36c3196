//! The start at login: on, off, and the entry's program kept right.
//!
//! The entry is the plugin's. On Linux it names the program as it is, without the quoting that the desktop's rules
//! want, and it is looked at here once more: a person can switch an entry off without taking it away. Another data
//! folder is another app, so it has an entry of its own, which names the folder.

use std::path::{Path, PathBuf};

use c2c_os::environment::Environment;
use tauri::{AppHandle, Wry};
use tauri_plugin_autostart::ManagerExt as _;

use crate::arguments;

mod entry;

/// The name of the entry.
const NAME: &str = "C2C";
/// With what the entry starts the app.
const HIDDEN: &str = "--hidden";

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

/// This app's entry.
#[derive(Debug, Clone)]
pub(crate) struct Login {
    environment: Environment,
    name: String,
    arguments: Vec<String>,
}

impl Login {
    /// The entry of the app on the data folder `root`, which `C2C_HOME` may have named.
    pub(crate) fn new(environment: &Environment, root: &Path) -> Self {
        let mut login =
            Self { environment: environment.clone(), name: NAME.to_owned(), arguments: vec![HIDDEN.to_owned()] };
        if environment.get("C2C_HOME").is_some() {
            login.name = format!("{NAME}-{:08x}", entry::mark(root));
            login.arguments.extend([arguments::HOME.to_owned(), root.to_string_lossy().into_owned()]);
        }
        login
    }

    /// What does it.
    pub(crate) fn plugin(&self) -> tauri::plugin::TauriPlugin<Wry> {
        let arguments = self.arguments.iter().map(|argument| entry::as_the_plugin_takes(argument));
        tauri_plugin_autostart::Builder::new().app_name(self.name.as_str()).args(arguments).build()
    }

    /// Whether C2C starts at login; none where that cannot be told.
    pub(crate) fn is_on(&self, app: &AppHandle) -> Option<bool> {
        let is_enabled = app.autolaunch().is_enabled();
        let is_enabled =
            is_enabled.inspect_err(|error| tracing::info!(%error, "the start at login cannot be told")).ok()?;
        if !is_enabled || !cfg!(target_os = "linux") {
            return Some(is_enabled);
        }
        let path = self.entry_file()?;
        let text = std::fs::read_to_string(&path);
        Some(text.is_ok_and(|text| entry::is_on(&text)))
    }

    /// Has C2C start at login, or not.
    pub(crate) fn set(&self, app: &AppHandle, on: bool) -> Result<(), LoginError> {
        if !on {
            return Ok(app.autolaunch().disable()?);
        }
        app.autolaunch().enable()?;
        self.mend()
    }

    /// Has an entry that is there name this program: it may have been moved since.
    pub(crate) fn repair(&self, app: &AppHandle) -> Result<(), LoginError> {
        if cfg!(target_os = "linux") {
            return self.mend();
        }
        if self.is_on(app) == Some(true) {
            app.autolaunch().enable()?;
        }
        Ok(())
    }

    /// Has the entry of a Linux desktop, if it is there, name this program in the desktop's quoting.
    fn mend(&self) -> Result<(), LoginError> {
        let (Some(path), Some(program)) = (self.entry_file(), self.program()) else { return Ok(()) };
        if !cfg!(target_os = "linux") {
            return Ok(());
        }
        let failed = |source| LoginError::Entry { path: path.clone(), source };
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(failed(error)),
        };
        let Some(mended) = entry::mended(&text, &program, &self.arguments) else { return Ok(()) };
        tracing::info!(program = %program.display(), "the entry for the start at login names this program now");
        std::fs::write(&path, mended).map_err(failed)
    }

    /// Where the plugin keeps the entry on Linux.
    fn entry_file(&self) -> Option<PathBuf> {
        Some(self.environment.home()?.join(".config/autostart").join(format!("{}.desktop", self.name)))
    }

    /// What is to be started: within an AppImage the image, since the program lies in a folder that goes away.
    fn program(&self) -> Option<PathBuf> {
        let image = self.environment.absolute_path("APPIMAGE").filter(|image| image.is_file());
        image.or_else(|| std::env::current_exe().ok())
    }
}
