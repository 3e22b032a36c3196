//! What only the app's own program can do: the tray, dialogs, the clipboard, the start at login.

use std::path::PathBuf;

use c2c_ipc::app::TrayPresence;
use c2c_ipc::words::Language;
use c2c_ports::BoxFuture;

/// The app's program, as the desk needs it. Every call may block for a moment.
pub trait Shell: Send + Sync {
    /// Whether the tray shows C2C.
    fn tray(&self) -> TrayPresence;

    /// Whether the window is open.
    fn window_shown(&self) -> bool;

    /// The system's language.
    fn system_language(&self) -> Language;

    /// Whether C2C starts at login; none where that cannot be set.
    fn start_at_login(&self) -> Option<bool>;

    /// Sets whether C2C starts at login.
    ///
    /// # Errors
    /// When the system refuses.
    fn set_start_at_login(&self, on: bool) -> Result<(), ShellError>;

    /// Has the person choose a folder; none when they chose none.
    fn choose_folder(&self) -> BoxFuture<'_, Option<PathBuf>>;

    /// Puts a text on the clipboard.
    ///
    /// # Errors
    /// When there is no clipboard.
    fn copy(&self, text: &str) -> Result<(), ShellError>;

    /// Ends C2C in good order. Returns at once.
    fn quit(&self);
}

/// The system refused.
#[derive(Debug, thiserror::Error)]
#[error("the system refused")]
pub struct ShellError {
    /// Why.
    #[source]
    pub source: Box<dyn std::error::Error + Send + Sync>,
}
