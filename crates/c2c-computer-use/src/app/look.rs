//! What the installed app shows, by a real read of its windows. Nothing is pressed, moved or changed.

use std::fmt;

use super::InstalledApp;
use crate::desk::{Desk, DeskError, Lacking, Owner};
use crate::find::{self, Missing, Mode, Outcome};
use crate::page::{Address, Site};
use crate::tree::{Limits, Tree};
use crate::turns;

/// What a read of the app's windows found, from the least to the most.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum AppLook {
    /// It has no window; most often it does not run.
    NoWindow,
    /// The desktop does not answer.
    Failed {
        /// Its words.
        reason: String,
    },
    /// It has a window that shows nothing to accessibility.
    NoTree,
    /// Its page does not tell its address, so nobody knows whose it is.
    NoAddress,
    /// Its page is none of ChatGPT's site.
    Elsewhere {
        /// Its address, without what may tell about a person.
        at: String,
    },
    /// It is on ChatGPT's site and asks for a login.
    LogIn,
    /// It is on ChatGPT's site, but what is there does not look like ChatGPT.
    Unknown,
    /// It can be used.
    Readable {
        /// How many parts of the page were read.
        parts: usize,
    },
}

impl AppLook {
    /// What the page in `tree` is.
    #[must_use]
    pub fn of(tree: &Tree, site: &Site) -> Self {
        if !tree.is_readable() {
            return Self::NoTree;
        }
        let Some(url) = tree.document_url() else { return Self::NoAddress };
        match site.address(url) {
            None => Self::Elsewhere { at: without_path(url) },
            Some(Address::LogIn) => Self::LogIn,
            Some(_) if is_chatgpt(tree) => Self::Readable { parts: tree.ids().count() },
            Some(_) => Self::Unknown,
        }
    }

    /// Whether C2C can use it.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        matches!(self, Self::Readable { .. })
    }

    /// What a person may do to have the app used; empty when there is nothing.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Failed { .. } => "Look again in a moment.",
            Self::NoTree => {
                "Accessibility must be on before the app starts: on Linux, start it with `ACCESSIBILITY_ENABLED=1` and `--force-renderer-accessibility`. C2C's browser needs none of this."
            }
            Self::NoAddress | Self::Elsewhere { .. } => {
                "C2C writes only where the page itself tells that it is ChatGPT's. Nothing needs to be done: its browser is used."
            }
            Self::LogIn => "Log in there to have it used.",
            Self::Unknown => "Bring it to a chat to have it used.",
            Self::NoWindow | Self::Readable { .. } => "",
        }
    }
}

impl fmt::Display for AppLook {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoWindow => formatter.write_str("has no window"),
            Self::Failed { reason } => write!(formatter, "cannot be read: {reason}"),
            Self::NoTree => formatter.write_str("shows nothing to accessibility"),
            Self::NoAddress => formatter.write_str("does not tell the address of its page"),
            Self::Elsewhere { at } => write!(formatter, "shows `{at}`, which is not where ChatGPT is"),
            Self::LogIn => formatter.write_str("asks for a login"),
            Self::Unknown => formatter.write_str("shows a page that does not look like ChatGPT's"),
            Self::Readable { parts } => write!(formatter, "can be read ({parts} parts of its page)"),
        }
    }
}

/// Reads the windows of `app`; the best one counts.
pub fn look(desk: &mut dyn Desk, site: &Site, app: &InstalledApp) -> AppLook {
    let windows = match desk.windows(&Owner::App { app: app.clone() }) {
        Ok(windows) => windows,
        Err(error) => return AppLook::from(error),
    };
    let read = |window| match desk.record(window).map(|recording| recording.tree(Limits::default())) {
        Ok(Ok(tree)) => AppLook::of(&tree, site),
        Ok(Err(error)) => AppLook::Failed { reason: error.to_string() },
        Err(error) => AppLook::from(error),
    };
    windows.into_iter().map(read).max().unwrap_or(AppLook::NoWindow)
}

impl From<DeskError> for AppLook {
    fn from(error: DeskError) -> Self {
        match error {
            DeskError::Lacks { what: Lacking::Tree } => Self::NoTree,
            DeskError::WindowGone => Self::NoWindow,
            error => Self::Failed { reason: error.to_string() },
        }
    }
}

/// Whether the page has what a page of ChatGPT has: a box for messages, the choice between Chat and Work, or
/// turns of a conversation.
fn is_chatgpt(tree: &Tree) -> bool {
    let is_there = match find::composer(tree, Mode::Chat) {
        Outcome::Found(_) | Outcome::Several { .. } => true,
        Outcome::Nothing { why } => why == Missing::OtherMode,
    };
    is_there || !turns::turns(tree).is_empty()
}

/// An address without path, login, query and fragment, which may be the person's own.
fn without_path(url: &str) -> String {
    match url.split_once("://") {
        Some((scheme, rest)) => {
            let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
            format!("{scheme}://{}", authority.rsplit('@').next().unwrap_or_default())
        }
        None => url.split(':').next().unwrap_or_default().to_owned(),
    }
}

#[cfg(test)]
mod tests;
