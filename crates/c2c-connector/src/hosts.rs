//! Which `Host` and `Origin` a request may carry. Unknown ones are refused: a web page must not reach a local server
//! through a name that it points at it.

use std::sync::{Arc, PoisonError, RwLock};

use axum::http::{HeaderMap, Uri, header};

/// The names under which the connector may be reached, beside those of this machine.
///
/// `localhost`, `127.0.0.1` and `[::1]` are always allowed, with any port, also as origins over `http`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hosts {
    /// Names such as `c2c.example.org`, or with a port such as `c2c.example.org:8443`. Without a port any port counts.
    pub hosts: Vec<String>,
    /// Origins such as `https://chatgpt.com`, exactly as browsers send them.
    pub origins: Vec<String>,
}

/// The lists in force. They may change while requests are served.
#[derive(Debug, Clone, Default)]
pub(crate) struct Allowed(Arc<RwLock<Arc<Hosts>>>);

/// Why a request was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    NoHost,
    Host,
    Origin,
}

impl Refusal {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::NoHost => "the request names no host, or more than one",
            Self::Host => "the request names an unknown host",
            Self::Origin => "the request comes from an unknown origin",
        }
    }
}

impl Allowed {
    pub(crate) fn new(hosts: Hosts) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(hosts))))
    }

    pub(crate) fn set(&self, hosts: Hosts) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(hosts);
    }

    fn current(&self) -> Arc<Hosts> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Judges a request by its target and headers.
    pub(crate) fn check(&self, target: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let hosts = self.current();
        let host = the_only(headers, &header::HOST).ok_or(Refusal::NoHost)?;
        let is_known = |host: &str| is_loopback(host) || hosts.hosts.iter().any(|known| same_host(known, host));
        if !is_known(host) {
            return Err(Refusal::Host);
        }
        // A target with a host of its own must not say anything else.
        if target.authority().is_some_and(|authority| !authority.as_str().eq_ignore_ascii_case(host)) {
            return Err(Refusal::Host);
        }
        if !headers.contains_key(header::ORIGIN) {
            return Ok(());
        }
        let origin = the_only(headers, &header::ORIGIN).ok_or(Refusal::Origin)?;
        let is_local = origin.strip_prefix("http://").is_some_and(is_loopback);
        if is_local || hosts.origins.iter().any(|known| known.eq_ignore_ascii_case(origin)) {
            Ok(())
        } else {
            Err(Refusal::Origin)
        }
    }
}

/// Whether the request was sent to this machine under its own name.
pub(crate) fn names_loopback(headers: &HeaderMap) -> bool {
    the_only(headers, &header::HOST).is_some_and(is_loopback)
}

/// The value of a header that is there exactly once.
pub(crate) fn the_only<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

fn is_loopback(host: &str) -> bool {
    let Some((name, port)) = name_and_port(host) else { return false };
    let is_port = port.is_none_or(|port| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()));
    is_port && (name.eq_ignore_ascii_case("localhost") || name == "127.0.0.1" || name == "[::1]")
}

fn same_host(known: &str, host: &str) -> bool {
    match (name_and_port(known), name_and_port(host)) {
        (Some((known, None)), Some((name, _))) => known.eq_ignore_ascii_case(name),
        (Some((known, known_port)), Some((name, port))) => known.eq_ignore_ascii_case(name) && known_port == port,
        _ => false,
    }
}

/// Takes `name:port` apart. None when it is neither that nor a name alone.
fn name_and_port(host: &str) -> Option<(&str, Option<&str>)> {
    let name_end = if host.starts_with('[') { host.find(']')? + 1 } else { host.find(':').unwrap_or(host.len()) };
    let (name, rest) = host.split_at(name_end);
    let port = if rest.is_empty() { None } else { Some(rest.strip_prefix(':')?) };
    (!name.is_empty() && !name.contains(['@', '/', '\\', ' ', '?', '#'])).then_some((name, port))
}

#[cfg(test)]
mod tests;
