//! The window's pages, as addresses.

use std::fmt;
use std::str::FromStr;

/// A page of the window. Its text is its address, such as `/session/ses_…/reply`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Page {
    /// The list of sessions.
    Sessions,
    /// One session, and what of it should have the focus.
    Session(String, Option<Focus>),
    /// A new task.
    NewTask,
    /// What ChatGPT would get from the connector.
    Preview,
    /// The boot prompt and the Project's instructions.
    Templates,
    /// Settings.
    Settings,
}

/// What of a session should have the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    /// The box for an answer.
    Reply,
    /// The plan that waits.
    Approve,
    /// The box for the reason against a plan.
    Reject,
}

impl Focus {
    const ALL: [Self; 3] = [Self::Reply, Self::Approve, Self::Reject];

    fn as_str(self) -> &'static str {
        match self {
            Self::Reply => "reply",
            Self::Approve => "approve",
            Self::Reject => "reject",
        }
    }
}

/// The longest id that an address may hold, in bytes.
const LONGEST_ID: usize = 64;

impl fmt::Display for Page {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sessions => formatter.write_str("/"),
            Self::Session(id, None) => write!(formatter, "/session/{id}"),
            Self::Session(id, Some(focus)) => write!(formatter, "/session/{id}/{}", focus.as_str()),
            Self::NewTask => formatter.write_str("/new"),
            Self::Preview => formatter.write_str("/preview"),
            Self::Templates => formatter.write_str("/templates"),
            Self::Settings => formatter.write_str("/settings"),
        }
    }
}

/// An address that is none of the window's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoPage;

impl fmt::Display for NoPage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("this address is no page of C2C")
    }
}

impl std::error::Error for NoPage {}

impl FromStr for Page {
    type Err = NoPage;

    fn from_str(address: &str) -> Result<Self, NoPage> {
        let mut parts = address.strip_prefix('/').ok_or(NoPage)?.split('/');
        let page = match (parts.next(), parts.next(), parts.next()) {
            (Some(""), None, None) => Self::Sessions,
            (Some("new"), None, None) => Self::NewTask,
            (Some("preview"), None, None) => Self::Preview,
            (Some("templates"), None, None) => Self::Templates,
            (Some("settings"), None, None) => Self::Settings,
            (Some("session"), Some(id), focus) if is_id(id) => {
                let named = |name| Focus::ALL.into_iter().find(|focus| focus.as_str() == name).ok_or(NoPage);
                Self::Session(id.to_owned(), focus.map(named).transpose()?)
            }
            _ => return Err(NoPage),
        };
        if parts.next().is_some() { Err(NoPage) } else { Ok(page) }
    }
}

fn is_id(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=LONGEST_ID).contains(&text.len()) && text.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_read_as_it_is_written() {
        let id = || "ses_0123456789abcdef".to_owned();
        let plain = [Page::Sessions, Page::NewTask, Page::Preview, Page::Templates, Page::Settings];
        let pages = plain.into_iter().chain([Page::Session(id(), None)]);
        let focused = Focus::ALL.map(|focus| Page::Session(id(), Some(focus)));
        for page in pages.chain(focused) {
            assert_eq!(page.to_string().parse(), Ok(page));
        }
    }

    #[test]
    fn another_address_is_no_page() {
        let long = format!("/session/{}", "a".repeat(LONGEST_ID + 1));
        for address in [
            "",
            "new",
            "/x",
            "/session",
            "/session/",
            "/session/a b",
            "/session/a/b",
            "/session/a/reply/x",
            "/new/",
            &long,
        ] {
            assert_eq!(address.parse::<Page>(), Err(NoPage), "{address}");
        }
    }
}
