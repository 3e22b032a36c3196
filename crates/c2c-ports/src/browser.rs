//! The browser that C2C started for ChatGPT, and where it is written down.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::BoxFuture;

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

/// What to bring into C2C's window.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenRequest {
    /// The page, absolute; none leaves a running browser as it is, and begins a new one with ChatGPT's
    /// own page.
    pub url: Option<String>,
}

/// What came of opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenedHow {
    /// The browser was started with the page.
    Started,
    /// The browser that ran already got the page that was asked for, or ChatGPT's own where it had no window.
    Page,
    /// The browser runs already with a window, and no page was asked for.
    Running,
}

impl OpenedHow {
    /// The name used in `--json`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Page => "page",
            Self::Running => "running",
        }
    }
}

/// C2C's browser, open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// What came of it.
    pub how: OpenedHow,
    /// The browser by name and, where known, version, such as `Chromium 156`.
    pub subject: String,
    /// The browser's main process.
    pub browser: BrowserProcess,
    /// Something to know about it, each a sentence.
    pub notes: Vec<String>,
}

/// What can be used and read on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// What is driven, such as `Chromium 156` or `ChatGPT app`; empty when nothing was found.
    pub subject: String,
    /// What was looked at, in order.
    pub found: Vec<ProbeLine>,
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbeLine {
    /// Its name, one or two words, such as `browser`.
    pub what: String,
    /// Whether it is as it must be.
    pub ok: bool,
    /// How it is.
    pub text: String,
    /// What to do about it; empty when there is nothing to do.
    pub hint: String,
}

impl ProbeLine {
    /// Something that is as it must be.
    #[must_use]
    pub fn good(what: impl Into<String>, text: impl Into<String>) -> Self {
        Self { what: what.into(), ok: true, text: text.into(), hint: String::new() }
    }

    /// Something that is not, with what to do about it.
    #[must_use]
    pub fn bad(what: impl Into<String>, text: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), ok: false, text: text.into(), hint: hint.into() }
    }
}

/// What became of the browser that was to be ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// It has ended.
    Ended,
    /// None ran.
    NotRunning,
}

/// Why C2C's browser cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    /// No part of this build starts a browser.
    #[error("this build of C2C has no window")]
    NoWindow,
    /// This desktop shows no window that C2C could drive.
    #[error("C2C can drive no browser window here: {reason}")]
    NoDesktop {
        /// Why, such as that there is no display.
        reason: String,
        /// What to do about it.
        hint: String,
    },
    /// None of the browsers that C2C can use is installed.
    #[error("no browser that C2C can use is installed{}", .unusable.as_deref().map(|unusable| format!(": {unusable}")).unwrap_or_default())]
    NotFound {
        /// What was found and cannot be used, with the reason.
        unusable: Option<String>,
    },
    /// The browser that the setting names is not there.
    #[error("the browser `{named}` of the setting `browser` cannot be used: {reason}")]
    NamedNotFound {
        /// What the setting says.
        named: String,
        /// Why not.
        reason: String,
    },
    /// The profile lies where a sandboxed program may write.
    #[error("the browser's profile `{}` {place}", .profile.display())]
    OpenProfile {
        /// The profile folder.
        profile: PathBuf,
        /// What is wrong with its place, such as `lies in a temporary folder, where Codex may write`.
        place: String,
    },
    /// The profile folder cannot be used.
    #[error("the browser's profile `{}` cannot be used", .profile.display())]
    Profile {
        /// The profile folder.
        profile: PathBuf,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Somebody else started a browser with C2C's profile, so that its window cannot be read.
    #[error("process {pid} uses C2C's browser profile, but C2C did not start it; its window cannot be read")]
    Foreign {
        /// That process.
        pid: u32,
    },
    /// The browser cannot be started.
    #[error("the browser `{}` cannot be started", .program.display())]
    Start {
        /// Its program.
        program: PathBuf,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The browser ended before it had a window.
    #[error("the browser `{}` ended at once{}", .program.display(), .code.map(|code| format!(" with code {code}")).unwrap_or_default())]
    EndedAtOnce {
        /// Its program.
        program: PathBuf,
        /// Its exit code, if it was not killed.
        code: Option<i32>,
    },
    /// The browser takes too long.
    #[error("the browser `{}` {doing}: nothing came of it within {waited_s} s", .program.display())]
    Slow {
        /// Its program.
        program: PathBuf,
        /// What it was doing, such as `was started`.
        doing: &'static str,
        /// How long was waited, in seconds.
        waited_s: u64,
    },
    /// The system does not tell about the browser's process, or refuses to signal it.
    #[error("the browser's process cannot be looked at")]
    Process {
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// What is known about the browser cannot be read or written.
    #[error(transparent)]
    Book(#[from] BookError),
}

impl BrowserError {
    /// Something to do about it.
    #[must_use]
    pub fn hint(&self) -> &str {
        match self {
            Self::NoDesktop { hint, .. } => hint,
            Self::NoWindow => {
                "carry the messages yourself with `c2c start --manual`, or install a build with the feature `window`"
            }
            Self::NotFound { .. } => {
                "install Google Chrome, Chromium, Microsoft Edge or Brave, or name one with the setting `browser`"
            }
            Self::NamedNotFound { .. } => {
                "set `browser` to the program's absolute path, or to `chrome`, `chromium`, `edge` or `brave`"
            }
            Self::OpenProfile { .. } => "set `C2C_HOME` to a folder outside of workspaces and temporary folders",
            Self::Profile { .. } => "make C2C's data folder writable, or set `C2C_HOME` to another one",
            Self::Foreign { .. } => "close that browser, then let `c2c chatgpt open` start it",
            Self::Start { .. } | Self::EndedAtOnce { .. } | Self::Slow { .. } => {
                "start that browser by hand to see what it says, or name another one with the setting `browser`"
            }
            Self::Process { .. } => "close C2C's window by hand and run the same command again",
            Self::Book(_) => "run the same command again",
        }
    }
}

/// Starts, shows and ends the browser that C2C owns, and tells what can be read on this machine.
pub trait Browser: Send + Sync {
    /// Makes sure that the browser runs and has a window, with the page if one is asked for.
    ///
    /// # Errors
    /// See [`BrowserError`]. A browser that was started and came up too late goes on.
    fn open<'a>(&'a self, request: &'a OpenRequest) -> BoxFuture<'a, Result<Opened, BrowserError>>;

    /// Looks at what there is, without starting anything. What is missing is a line, no error.
    ///
    /// # Errors
    /// When it cannot look.
    fn probe(&self) -> BoxFuture<'_, Result<Probe, BrowserError>>;

    /// Ends the browser in an orderly way and waits for its end.
    ///
    /// # Errors
    /// [`BrowserError::Slow`] when it does not end, or the system refuses.
    fn close(&self) -> BoxFuture<'_, Result<Closed, BrowserError>>;
}

#[cfg(test)]
mod tests;
