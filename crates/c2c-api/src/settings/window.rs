//! The settings about ChatGPT's window: what each may say. Pure.

use std::net::IpAddr;
use std::path::Path;

use serde_json::Value;

/// What a setting expects, for the person.
pub(super) const ORIGIN: &str = "`https://` and a host, such as `https://chatgpt.com`; `http://` only for this machine";
pub(super) const MODE: &str = "`chat` or `work`";
pub(super) const BROWSER: &str = "the absolute path of a program, or `chrome`, `chromium`, `edge` or `brave`";
pub(super) const SWITCHES: &str = "a list of texts that begin with `--`, without those that C2C keeps to itself (the \
     profile, the page) and those that would open the browser to others";
pub(super) const APP: &str = "the absolute path of the app, or `off`";
pub(super) const PICTURES: &str = "`off`, or a whole number of days from 1 to 90";
pub(super) const YES_OR_NO: &str = "`true` or `false`";
pub(super) const IDLE: &str = "a whole number of milliseconds from 0 to 60,000";

/// The switches that may not be set: they name what C2C names itself, take the window away, or let others
/// into the browser.
const KEPT: &[&str] = &[
    "--app",
    "--user-data-dir",
    "--type",
    "--headless",
    "--load-extension",
    "--disable-web-security",
    "--ignore-certificate-errors",
    "--allow-running-insecure-content",
    "--enable-automation",
];

/// Every switch that begins so is kept as well.
const KEPT_FAMILY: &str = "--remote-debugging";

/// Where ChatGPT works in a new conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChatGptMode {
    /// Chat.
    Chat,
    /// Work.
    Work,
}

/// `scheme://host[:port]`, without a path.
pub(super) fn origin(value: &Value) -> Option<String> {
    let text = value.as_str()?;
    let text = text.strip_suffix('/').unwrap_or(text);
    let (scheme, rest) = text.split_once("://")?;
    let (host, port) = match rest.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (rest, None),
    };
    let is_port =
        |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|n| n > 0);
    let fits = port.is_none_or(is_port)
        && match scheme {
            "https" => is_host(host),
            "http" => is_loopback(host),
            _ => false,
        };
    fits.then(|| text.to_owned())
}

fn is_host(host: &str) -> bool {
    let is_name = |name: &str| {
        !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            && !name.starts_with('-')
            && !name.ends_with('-')
    };
    is_loopback(host) || (host.len() <= 253 && host.split('.').all(is_name))
}

fn is_loopback(host: &str) -> bool {
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    host == "localhost" || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

pub(super) fn mode(value: &Value) -> Option<ChatGptMode> {
    match value.as_str()? {
        "chat" => Some(ChatGptMode::Chat),
        "work" => Some(ChatGptMode::Work),
        _ => None,
    }
}

pub(super) fn browser(value: &Value) -> Option<String> {
    let text = value.as_str()?;
    let fits = ["chrome", "chromium", "edge", "brave"].contains(&text) || Path::new(text).is_absolute();
    fits.then(|| text.to_owned())
}

pub(super) fn switches(value: &Value) -> Option<Vec<String>> {
    let texts = value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned));
    let texts = texts.collect::<Option<Vec<String>>>()?;
    texts.iter().all(|text| is_free(text)).then_some(texts)
}

/// Names are compared as Windows compares them, where case does not matter.
fn is_free(switch: &str) -> bool {
    let name = switch.split('=').next().unwrap_or_default().to_ascii_lowercase();
    name.len() > 2
        && name.starts_with("--")
        && !switch.chars().any(char::is_control)
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        && !KEPT.contains(&name.as_str())
        && !name.starts_with(KEPT_FAMILY)
}

pub(super) fn app(value: &Value) -> Option<String> {
    let text = value.as_str()?;
    (text == "off" || Path::new(text).is_absolute()).then(|| text.to_owned())
}

/// `off` is `Some(None)`.
pub(super) fn pictures(value: &Value) -> Option<Option<u8>> {
    if value.as_str() == Some("off") {
        return Some(None);
    }
    let days = u8::try_from(value.as_u64()?).ok()?;
    (1..=90).contains(&days).then_some(Some(days))
}

#[cfg(test)]
mod tests;
