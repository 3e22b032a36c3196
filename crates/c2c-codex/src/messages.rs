//! The one table of Codex's own messages.
//!
//! `codex exec` tells the reason of a failure only by its text, so this is the stated exception to
//! the rule never to branch on text. Each row was measured: the real Codex (0.171.0, most also
//! 0.160.1) was run against a loopback stand-in that answered as the row says, and what it wrote is
//! committed as a fixture with a test of its own. A row matches only words that Codex itself
//! writes, never words of the model provider that Codex passes on. Text in no row is `Unknown`.

use c2c_ports::FailureKind;

/// How a row is compared with a line of text.
#[derive(Debug, Clone, Copy)]
enum Wording {
    /// The line begins so.
    Begins(&'static str),
    /// The line is a JSON object that the provider sent, and holds this.
    Body(&'static str),
}

use FailureKind::{BadConfig, BadRequest, NotLoggedIn, ProviderDown, RateLimited, UsageLimit};
use Wording::{Begins, Body};

/// Which text means which kind. The comment says what the stand-in did.
const TABLE: &[(Wording, FailureKind)] = &[
    // HTTP 401, with no login, with a refused API key, and with a refused ChatGPT login.
    (Begins("unexpected status 401 Unauthorized"), NotLoggedIn),
    // HTTP 401, then the login's renewal refused: expired, used before, revoked, or another reason.
    (Begins("Your access token could not be refreshed"), NotLoggedIn),
    // The provider's `env_key` is not set.
    (Begins("Missing environment variable: `"), NotLoggedIn),
    // HTTP 429 `usage_limit_reached`, for every plan, with and without the time of its end.
    (Begins("You’ve hit your usage limit."), UsageLimit),
    // HTTP 429 and a failed response, both `insufficient_quota`.
    (Begins("Quota exceeded. Check your plan and billing details."), UsageLimit),
    // HTTP 429 and a failed response, both `usage_not_included`.
    (Begins("To use Codex with your ChatGPT plan, upgrade to "), UsageLimit),
    // HTTP 402.
    (Begins("unexpected status 402 Payment Required"), UsageLimit),
    // HTTP 429 with any other body or none, after all attempts.
    (Begins("exceeded retry limit, last status: 429 Too Many Requests"), RateLimited),
    // A failed response `rate_limit_exceeded` or `slow_down`.
    (Begins("rate limit exceeded: "), RateLimited),
    // HTTP 500.
    (Begins("We’re currently experiencing high demand"), ProviderDown),
    // HTTP 502, 503, 529.
    (Begins("unexpected status 502 "), ProviderDown),
    (Begins("unexpected status 503 "), ProviderDown),
    (Begins("unexpected status 529 "), ProviderDown),
    // HTTP 503 and a failed response, both `server_is_overloaded`.
    (Begins("Selected model is at capacity."), ProviderDown),
    // The port is closed.
    (Begins("Connection failed: "), ProviderDown),
    // The port of the login's renewal is closed.
    (Begins("error sending request for url ("), ProviderDown),
    // The stream ends early, or a failed response with a code that Codex has no words for.
    (Begins("stream disconnected before completion: "), ProviderDown),
    // HTTP 403, 413.
    (Begins("unexpected status 403 Forbidden"), BadRequest),
    (Begins("unexpected status 413 Payload Too Large"), BadRequest),
    // HTTP 400: Codex passes the body on as it is.
    (Body("invalid_request_error"), BadRequest),
    // A failed response `context_length_exceeded`.
    (Begins("Codex ran out of room in the model's context window."), BadRequest),
    // `config.toml` is no TOML, or a value has the wrong type.
    (Begins("Error loading config.toml:"), BadConfig),
    // `model_provider` names none.
    (Begins("Error: Model provider `"), BadConfig),
    // `CODEX_HOME` names no folder.
    (Begins("Error finding codex home: "), BadConfig),
    // The workspace is no git repository and not trusted.
    (Begins("Not inside a trusted directory"), BadConfig),
];

/// The kind of failure that `text` tells, whichever of its lines does.
pub(crate) fn classify(text: &str) -> FailureKind {
    text.lines()
        .find_map(|line| TABLE.iter().find(|(wording, _)| wording.fits(line)).map(|(_, kind)| *kind))
        .unwrap_or(FailureKind::Unknown)
}

impl Wording {
    fn fits(self, line: &str) -> bool {
        match self {
            Begins(start) => line.starts_with(start),
            Body(part) => line.starts_with('{') && line.contains(part),
        }
    }
}

/// The end of standard error without what Codex writes there on every run: notes about trust and
/// its own log lines, which begin with a time. At most `max_bytes`.
pub(crate) fn own_words(stderr: &str, max_bytes: usize) -> String {
    let lines: Vec<&str> = stderr.lines().filter(|line| !line.trim().is_empty() && !is_noise(line)).collect();
    let text = lines.join("\n");
    let start = text.ceil_char_boundary(text.len().saturating_sub(max_bytes));
    text.get(start..).unwrap_or_default().to_owned()
}

fn is_noise(line: &str) -> bool {
    let log_line = line.len() > 20
        && line
            .as_bytes()
            .get(..5)
            .is_some_and(|year| year.iter().take(4).all(u8::is_ascii_digit) && year.last() == Some(&b'-'));
    log_line
        || line.starts_with("warning: ")
        || line.starts_with("WARNING: ")
        || line == "Reading additional input from stdin..."
}

#[cfg(test)]
mod tests;
