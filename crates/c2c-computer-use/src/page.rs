//! Which page a window shows, by the document's own address.
//!
//! Links open in the same browser, so owning the browser is not enough: the document must lie on the
//! configured origin, and on the session's conversation once that is known. Checked again at every
//! insert, send and read. No address, no trust.

use std::fmt;

pub use c2c_ports::{Address, Site, SiteError};

/// Where people log in.
const LOG_IN: &str = "https://auth.openai.com";

/// Where a message belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// In a conversation that is still to begin: on the start page, or on a Project's.
    New {
        /// The Project's id, if it shall begin in one.
        project: Option<&'a str>,
    },
    /// In this session's first turn, whose conversation is just getting its address.
    Begun,
    /// In the conversation at this address.
    At {
        /// As it was learnt with [`Site::conversation_url`].
        url: &'a str,
    },
    /// Nowhere: the address that was given leads to no place for it.
    Nowhere {
        /// That address.
        url: &'a str,
    },
}

/// Whether a page may be written to and read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Qualification {
    /// It may.
    Qualified {
        /// What it is.
        address: Address,
    },
    /// It may not.
    NotQualified {
        /// Why.
        why: Unfit,
    },
}

/// Why a page may not be written to or read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfit {
    /// The document does not tell its address.
    NoAddress,
    /// The browser shows its own page, because it could not load the one that was wanted.
    NotReached,
    /// It lies on another origin.
    OtherOrigin {
        /// Its address.
        url: String,
    },
    /// It wants a login first.
    LogIn,
    /// It is a page of the site without a conversation.
    NoConversation {
        /// Its path.
        path: String,
    },
    /// It is another conversation, or one where a new one was wanted.
    OtherConversation {
        /// Its address.
        url: String,
    },
    /// The wanted address itself is not that of a lasting conversation or a Project on the site.
    WantedIsNone {
        /// That address.
        url: String,
    },
}

impl fmt::Display for Unfit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAddress => formatter.write_str("the page does not tell its address"),
            Self::NotReached => formatter.write_str("the browser could not load the page"),
            Self::OtherOrigin { url } => write!(formatter, "`{url}` is not on ChatGPT's origin"),
            Self::LogIn => formatter.write_str("ChatGPT asks for a login"),
            Self::NoConversation { path } => write!(formatter, "`{path}` is not a conversation"),
            Self::OtherConversation { url } => write!(formatter, "`{url}` is not this session's conversation"),
            Self::WantedIsNone { url } => write!(formatter, "`{url}` does not lead to a conversation or a Project"),
        }
    }
}

/// Judges the page whose document says it is at `url`.
#[must_use]
pub fn qualify(site: &Site, url: Option<&str>, wanted: Wanted<'_>) -> Qualification {
    match fit(site, url, wanted) {
        Ok(address) => Qualification::Qualified { address },
        Err(why) => Qualification::NotQualified { why },
    }
}

fn fit(site: &Site, url: Option<&str>, wanted: Wanted<'_>) -> Result<Address, Unfit> {
    let url = url.filter(|url| !url.is_empty()).ok_or(Unfit::NoAddress)?;
    if is_not_reached(url) {
        return Err(Unfit::NotReached);
    }
    let Some(address) = site.address(url) else {
        return Err(if is_login(url) { Unfit::LogIn } else { Unfit::OtherOrigin { url: url.to_owned() } });
    };
    if address == Address::LogIn {
        return Err(Unfit::LogIn);
    }
    if let Address::Other { path } = address {
        return Err(Unfit::NoConversation { path });
    }
    let is_wanted = match wanted {
        Wanted::New { project: None } => matches!(address, Address::NewChat { .. }),
        Wanted::New { project: Some(wanted) } => {
            matches!(&address, Address::Project { id } if id == wanted)
        }
        Wanted::Begun => address.takes_messages(),
        Wanted::Nowhere { url } => return Err(Unfit::WantedIsNone { url: url.to_owned() }),
        Wanted::At { url: wanted } => match site.address(wanted) {
            Some(wanted @ Address::Conversation { .. }) => address.is_same_conversation(&wanted),
            _ => return Err(Unfit::WantedIsNone { url: wanted.to_owned() }),
        },
    };
    if is_wanted { Ok(address) } else { Err(Unfit::OtherConversation { url: url.to_owned() }) }
}

/// Whether `url` is that of the page which browsers built on Chromium show in the place of one that could not be loaded.
#[must_use]
pub fn is_not_reached(url: &str) -> bool {
    url.starts_with("chrome-error://")
}

fn is_login(url: &str) -> bool {
    Site::new(LOG_IN).is_ok_and(|site| site.address(url).is_some())
}

#[cfg(test)]
mod tests;
