//! Which page a window shows, by the document's own address.
//!
//! Links open in the same browser, so owning the browser is not enough: the document must lie on the
//! configured origin, and on the session's conversation once that is known. Checked again at every
//! insert, send and read. No address, no trust.

use std::fmt;

/// The place where ChatGPT lives: scheme, host and port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    origin: String,
}

/// An origin that cannot be one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not an origin such as `https://chatgpt.com`")]
pub struct SiteError {
    /// What was given.
    pub text: String,
}

impl Default for Site {
    fn default() -> Self {
        Self { origin: "https://chatgpt.com".to_owned() }
    }
}

impl Site {
    /// The site at `origin`, written as scheme, host and perhaps port, and nothing else.
    ///
    /// # Errors
    /// When it is not written like that.
    pub fn new(origin: &str) -> Result<Self, SiteError> {
        let wrong = || SiteError { text: origin.to_owned() };
        let parts = Parts::of(origin).ok_or_else(wrong)?;
        let plain = parts.path == "/" && parts.query.is_empty() && parts.fragment.is_empty();
        if plain { Ok(Self { origin: parts.origin }) } else { Err(wrong()) }
    }

    /// The origin.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// What lies at `url`; none when it is on another origin or cannot be read.
    #[must_use]
    pub fn address(&self, url: &str) -> Option<Address> {
        Parts::of(url).filter(|parts| parts.origin == self.origin).map(|parts| Address::of(&parts))
    }
}

/// A place on the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// A conversation that does not exist yet.
    NewChat {
        /// Whether it will not be kept.
        temporary: bool,
    },
    /// A conversation.
    Conversation {
        /// Its id.
        id: String,
        /// The Project it lies in.
        project: Option<String>,
        /// Whether it is not kept.
        temporary: bool,
    },
    /// A conversation that has only the id of its first request: soon it gets another address, and
    /// this one never leads back to it.
    Transient,
    /// The page of a Project, where a new conversation of it begins.
    Project {
        /// Its id, without the readable part.
        id: String,
    },
    /// A page for logging in.
    LogIn,
    /// Anything else.
    Other {
        /// The path.
        path: String,
    },
}

impl Address {
    fn of(parts: &Parts) -> Self {
        let temporary = parts.query.split('&').any(|pair| pair == "temporary-chat=true");
        let segments: Vec<&str> = parts.path.split('/').filter(|segment| !segment.is_empty()).collect();
        match segments.as_slice() {
            [] | ["new"] => Self::NewChat { temporary },
            ["c", id] => Self::conversation(id, None, temporary),
            ["g", project, "c", id] => Self::conversation(id, project_id(project), temporary),
            ["g", project, "project"] => match project_id(project) {
                Some(id) => Self::Project { id },
                None => Self::Other { path: parts.path.clone() },
            },
            ["auth", ..] | ["log-in" | "login"] => Self::LogIn,
            _ => Self::Other { path: parts.path.clone() },
        }
    }

    fn conversation(id: &str, project: Option<String>, temporary: bool) -> Self {
        if id.starts_with("WEB:") || id.starts_with("WEB%3A") {
            return Self::Transient;
        }
        Self::Conversation { id: id.to_owned(), project, temporary }
    }

    /// Whether the page can take a message.
    fn takes_messages(&self) -> bool {
        matches!(self, Self::NewChat { .. } | Self::Conversation { .. } | Self::Transient | Self::Project { .. })
    }
}

/// `g-p-<hex>` of `g-p-<hex>-readable-name`.
fn project_id(segment: &str) -> Option<String> {
    let rest = segment.strip_prefix("g-p-")?;
    let hex = rest.split('-').next()?;
    let fits = !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    fits.then(|| format!("g-p-{hex}"))
}

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
        /// As it was learnt with [`durable_url`].
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
    /// The wanted address itself is not that of a lasting conversation on the site.
    WantedIsNone {
        /// That address.
        url: String,
    },
}

impl fmt::Display for Unfit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAddress => formatter.write_str("the page does not tell its address"),
            Self::OtherOrigin { url } => write!(formatter, "`{url}` is not on ChatGPT's origin"),
            Self::LogIn => formatter.write_str("ChatGPT asks for a login"),
            Self::NoConversation { path } => write!(formatter, "`{path}` is not a conversation"),
            Self::OtherConversation { url } => write!(formatter, "`{url}` is not this session's conversation"),
            Self::WantedIsNone { url } => write!(formatter, "`{url}` does not lead to a conversation"),
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
            matches!(&address, Address::Project { id } if project_id(wanted).as_ref() == Some(id))
        }
        Wanted::Begun => address.takes_messages(),
        Wanted::At { url: wanted } => match site.address(wanted) {
            Some(Address::Conversation { id: wanted, .. }) => {
                matches!(&address, Address::Conversation { id, .. } if *id == wanted)
            }
            _ => return Err(Unfit::WantedIsNone { url: wanted.to_owned() }),
        },
    };
    if is_wanted { Ok(address) } else { Err(Unfit::OtherConversation { url: url.to_owned() }) }
}

/// The address under which the conversation shown at `url` can be opened again, if it has one yet:
/// none for new, transient and temporary ones. What follows the path is dropped.
#[must_use]
pub fn durable_url(site: &Site, url: &str) -> Option<String> {
    let parts = Parts::of(url).filter(|parts| parts.origin == site.origin)?;
    match Address::of(&parts) {
        Address::Conversation { temporary: false, .. } => {
            Some(format!("{}{}", parts.origin, parts.path.trim_end_matches('/')))
        }
        _ => None,
    }
}

fn is_login(url: &str) -> bool {
    Parts::of(url).is_some_and(|parts| parts.origin == "https://auth.openai.com")
}

/// The parts of an address that matter here.
struct Parts {
    origin: String,
    path: String,
    query: String,
    fragment: String,
}

impl Parts {
    /// Reads `scheme://host[:port]/path?query#fragment`. Anything a browser could read in another
    /// way (a login before the host, a backslash, spaces, control characters) is refused.
    fn of(url: &str) -> Option<Self> {
        if url.chars().any(|character| character.is_control() || character == ' ' || character == '\\') {
            return None;
        }
        let (scheme, rest) = url.split_once("://")?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (host, rest) = rest.split_at(end);
        let is_scheme = !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_scheme || host.is_empty() || host.contains('@') {
            return None;
        }
        let scheme = scheme.to_ascii_lowercase();
        let host = host.to_ascii_lowercase();
        let host = match scheme.as_str() {
            "https" => host.strip_suffix(":443").unwrap_or(&host),
            "http" => host.strip_suffix(":80").unwrap_or(&host),
            _ => &host,
        };
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        Some(Self {
            origin: format!("{scheme}://{host}"),
            path: if path.is_empty() { "/".to_owned() } else { path.to_owned() },
            query: query.to_owned(),
            fragment: fragment.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests;
