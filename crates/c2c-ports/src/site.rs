//! Where ChatGPT is, and what lies at its addresses.

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
        self.parts(url).map(|parts| Address::of(&parts))
    }

    /// The address under which the conversation at `url` can be opened again, if it has one: none for new,
    /// transient and temporary ones. What follows the path is dropped.
    #[must_use]
    pub fn conversation_url(&self, url: &str) -> Option<String> {
        let parts = self.parts(url)?;
        match Address::of(&parts) {
            Address::Conversation { temporary: false, .. } => {
                Some(format!("{}{}", parts.origin, parts.path.trim_end_matches('/')))
            }
            _ => None,
        }
    }

    /// The address of the page of the Project that `url` names, if it names one: its page, a conversation in it, or
    /// the start of either.
    #[must_use]
    pub fn project_url(&self, url: &str) -> Option<String> {
        let parts = self.parts(url)?;
        let mut segments = parts.path.split('/').filter(|segment| !segment.is_empty());
        let (Some("g"), Some(project)) = (segments.next(), segments.next()) else { return None };
        let is_there = matches!(segments.next(), None | Some("project" | "c"));
        project_id(project).filter(|_| is_there).map(|_| format!("{}/g/{project}/project", parts.origin))
    }

    fn parts(&self, url: &str) -> Option<Parts> {
        Parts::of(url).filter(|parts| parts.origin == self.origin)
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

    /// Whether both are the same conversation, however they are written: it may be named with its Project or
    /// without.
    #[must_use]
    pub fn is_same_conversation(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Conversation { id, .. }, Self::Conversation { id: other, .. }) => id == other,
            _ => false,
        }
    }

    /// Whether the page can take a message.
    #[must_use]
    pub fn takes_messages(&self) -> bool {
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
