//! Which ChatGPT conversation a session uses.

use c2c_ipc::app::Reason;
use c2c_ports::Site;
use c2c_store::{Carrier, Conversation, ConversationMode, NewConversation, StoreError, WriteTx};

use crate::error::{ApiError, ErrorKind};
use crate::place::Place;

/// The longest address, in bytes.
const LONGEST_ADDRESS: usize = 2048;
/// How much of a wrong address is shown, in characters.
const SHOWN: usize = 200;

/// The conversation of a new session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chat {
    /// The workspace's, or a new one of the same kind before the first and where C2C could not find it again.
    Current,
    /// A new one of the same kind.
    New,
    /// The one at this address.
    At {
        /// Its address.
        url: String,
    },
    /// The workspace's in this Project, or a new one there.
    InProject {
        /// The Project's address.
        url: String,
    },
    /// A new one in this Project.
    NewInProject {
        /// The Project's address.
        url: String,
    },
}

impl Chat {
    /// The same with its address written as C2C writes it.
    ///
    /// # Errors
    /// `User` when it is no address of a conversation, or of a Project, at `origin`.
    pub(crate) fn checked(&self, origin: &str) -> Result<Self, ApiError> {
        Ok(match self {
            Self::Current | Self::New => self.clone(),
            Self::At { url } => Self::At { url: conversation_url(origin, url)? },
            Self::InProject { url } => Self::InProject { url: project_url(origin, url)? },
            Self::NewInProject { url } => Self::NewInProject { url: project_url(origin, url)? },
        })
    }

    /// The conversation, noted as the workspace's current one.
    pub(crate) fn conversation(
        &self,
        tx: &WriteTx<'_>,
        place: &Place,
        carrier: Carrier,
    ) -> Result<Conversation, StoreError> {
        let current = tx.current_conversation(&place.workspace.id)?;
        let project_of_current = current.as_ref().and_then(|current| current.project_url.clone());
        let mode_of_current = current.as_ref().map_or(ConversationMode::LongChat, |current| current.mode);
        let (mode, url, project_url) = match self {
            Self::Current | Self::New => (mode_of_current, None, project_of_current),
            Self::At { url } => (ConversationMode::LongChat, Some(url.clone()), None),
            Self::InProject { url } | Self::NewInProject { url } => {
                (ConversationMode::Project, None, Some(url.clone()))
            }
        };
        match current {
            Some(current) if self.is(&current, carrier) => Ok(current),
            _ => tx.new_conversation(&NewConversation {
                url,
                project_url,
                connector_name: Some(place.workspace.connector_name.clone()),
                ..NewConversation::unknown(place.workspace.id.clone(), mode)
            }),
        }
    }

    /// Whether the workspace's current conversation is the one that is meant.
    fn is(&self, current: &Conversation, carrier: Carrier) -> bool {
        // One that has begun and has no address is found by a person only.
        let can_be_found = carrier == Carrier::Manual || current.url.is_some() || !current.booted;
        match self {
            Self::Current => can_be_found,
            Self::New | Self::NewInProject { .. } => false,
            Self::At { url } => current.url.as_ref() == Some(url),
            Self::InProject { url } => {
                let is_there = current.mode == ConversationMode::Project && current.project_url.as_ref() == Some(url);
                is_there && can_be_found
            }
        }
    }
}

/// The lasting address of the conversation at `url`.
///
/// # Errors
/// `User` when there is none: another origin, a conversation that has no address yet or is not kept, another page.
pub(crate) fn conversation_url(origin: &str, url: &str) -> Result<String, ApiError> {
    let found = site(origin)?.conversation_url(url).filter(|_| is_short(url));
    found.ok_or_else(|| {
        is_none(origin, url, "no conversation of ChatGPT's", "open the conversation", "/c/")
            .reason(Reason::NoConversation)
    })
}

/// The address of the page of the Project at `url`.
///
/// # Errors
/// `User` when it is none.
pub(crate) fn project_url(origin: &str, url: &str) -> Result<String, ApiError> {
    let found = site(origin)?.project_url(url).filter(|_| is_short(url));
    found.ok_or_else(|| {
        is_none(origin, url, "no ChatGPT Project", "open the Project", "/g/g-p-").reason(Reason::NoProject)
    })
}

fn is_short(url: &str) -> bool {
    url.len() <= LONGEST_ADDRESS
}

fn is_none(origin: &str, url: &str, what: &str, open: &str, path: &str) -> ApiError {
    let shown: String = url.chars().take(SHOWN).collect();
    ApiError::new(ErrorKind::User, format!("`{}` is {what}", shown.escape_debug()))
        .hint(format!("{open} and copy its address from the browser's address bar; it begins with `{origin}{path}`"))
        .hint("another place of ChatGPT can be named with the setting `chatgpt_origin`")
}

/// ChatGPT's site. The setting was looked at when it was read.
fn site(origin: &str) -> Result<Site, ApiError> {
    Site::new(origin)
        .map_err(|error| ApiError::new(ErrorKind::Config, "the setting `chatgpt_origin` is not used").because(error))
}

#[cfg(test)]
mod tests;
