//! The browser that C2C started for ChatGPT, and where it is written down.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// A browser process that C2C started with a profile of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrowserProcess {
    /// The process id of its main process.
    pub pid: u32,
    /// When that process started, in the unit of the process list.
    pub process_start: u64,
    /// Its program, absolute.
    pub program: PathBuf,
    /// Its profile folder, absolute.
    pub profile: PathBuf,
    /// The switches it was started with.
    pub switches: Vec<String>,
    /// When C2C started it, in milliseconds since 1970-01-01 UTC.
    pub started_at_ms: i64,
}

/// What is known about C2C's browser cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("what is known about C2C's browser cannot be {doing}")]
pub struct BookError {
    /// `read` or `written`.
    pub doing: &'static str,
    /// Why.
    #[source]
    pub source: Box<dyn std::error::Error + Send + Sync>,
}

/// Remembers C2C's browser for all processes. All calls block.
pub trait BrowserBook: Send + Sync {
    /// The browser that was noted last, whether it still runs or not.
    ///
    /// # Errors
    /// When it cannot be read.
    fn noted(&self) -> Result<Option<BrowserProcess>, BookError>;

    /// Notes the browser that was just started, in the place of any other.
    ///
    /// # Errors
    /// When it cannot be written.
    fn note(&self, browser: &BrowserProcess) -> Result<(), BookError>;
}
