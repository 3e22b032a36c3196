//! Which ChatGPT conversation a session uses.

use c2c_store::{Carrier, Conversation, ConversationMode, NewConversation, StoreError, WriteTx};

use crate::error::{ApiError, ErrorKind};
use crate::place::Place;

/// The longest address, in bytes.
const LONGEST_ADDRESS: usize = 2048;

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
    /// Whether its address can be one.
    ///
    /// # Errors
    /// `User` when it cannot.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        match self {
            Self::Current | Self::New => Ok(()),
            Self::At { url } | Self::InProject { url } | Self::NewInProject { url } => check_address(url),
        }
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

/// Whether `url` can be the address of a conversation or a Project. Whether it is ChatGPT's is for the window to say.
///
/// # Errors
/// `User` when it cannot.
pub(crate) fn check_address(url: &str) -> Result<(), ApiError> {
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let has_host = host.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '?', '#']));
    let is_one_word = !url.chars().any(|sign| sign.is_control() || sign.is_whitespace());
    if has_host && is_one_word && url.len() <= LONGEST_ADDRESS {
        return Ok(());
    }
    Err(ApiError::new(ErrorKind::User, "the address of the conversation or Project is none")
        .hint("copy it from the browser's address bar: it begins with `https://` and has at most 2,048 bytes"))
}

#[cfg(test)]
mod tests;
