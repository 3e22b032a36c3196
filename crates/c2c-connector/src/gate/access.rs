//! Who may call: the local bearer, and from where it counts.
//!
//! The bearer is for clients on this machine. Whoever comes through a proxy or under a public name does not get in
//! with it, even with the right one: it would mean that the secret has left the machine.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::bearer::Bearer;
use crate::hosts::{names_loopback, the_only};

/// Headers that proxies and tunnels add.
const FORWARDING: &[&str] = &[
    "forwarded",
    "via",
    "x-real-ip",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-original-host",
    "x-original-url",
    "x-rewrite-url",
    "x-host",
    "true-client-ip",
    "fastly-client-ip",
    "client-ip",
    "cdn-loop",
    "x-proxyuser-ip",
    "x-remote-ip",
    "x-remote-addr",
    "x-amzn-trace-id",
    "x-arr-log-id",
    "x-azure-clientip",
    "x-azure-ref",
];
/// What the names of further such headers begin with.
const FORWARDING_PREFIXES: &[&str] =
    &["x-forwarded", "cf-", "x-envoy-", "ngrok-", "x-ngrok-", "tailscale-", "fly-", "x-tunnel-", "x-vercel-"];

/// Why a caller was turned away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Denial {
    /// No credentials.
    Missing,
    /// Credentials that are not the ones, or do not count here.
    Invalid,
}

impl Denial {
    pub(super) fn response(self) -> Response {
        let (challenge, text) = match self {
            Self::Missing => ("Bearer realm=\"c2c\"", "a bearer token is needed"),
            Self::Invalid => (
                "Bearer realm=\"c2c\", error=\"invalid_token\", error_description=\"the token is not valid here\"",
                "the token is not valid here",
            ),
        };
        let mut response = super::answer(StatusCode::UNAUTHORIZED, text);
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
        response
    }
}

/// Judges the credentials of a request.
pub(super) fn check(bearer: &Bearer, headers: &HeaderMap) -> Result<(), Denial> {
    if !headers.contains_key(header::AUTHORIZATION) {
        return Err(Denial::Missing);
    }
    let given = the_only(headers, &header::AUTHORIZATION).and_then(|value| value.split_once(' '));
    let is_ours = given.is_some_and(|(scheme, token)| {
        scheme.eq_ignore_ascii_case("bearer") && bearer.is(token.trim_matches(' ').as_bytes())
    });
    if is_ours && names_loopback(headers) && !is_forwarded(headers) { Ok(()) } else { Err(Denial::Invalid) }
}

/// Whether a proxy had its hands on the request.
fn is_forwarded(headers: &HeaderMap) -> bool {
    headers
        .keys()
        .map(header::HeaderName::as_str)
        .any(|name| FORWARDING.contains(&name) || FORWARDING_PREFIXES.iter().any(|prefix| name.starts_with(prefix)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "abcdefghijklmnopqrstuvwxyz";

    fn judged(pairs: &[(&'static str, &str)]) -> Result<(), Denial> {
        let headers = pairs
            .iter()
            .map(|(name, value)| (header::HeaderName::from_static(name), HeaderValue::from_str(value).unwrap()))
            .collect();
        check(&Bearer::new(SECRET).unwrap(), &headers)
    }

    #[test]
    fn the_bearer_counts_on_this_machine() {
        for value in [format!("Bearer {SECRET}"), format!("bearer {SECRET}"), format!("BEARER  {SECRET} ")] {
            assert_eq!(judged(&[("host", "localhost:1"), ("authorization", &value)]), Ok(()), "{value}");
        }
    }

    #[test]
    fn no_credentials_are_missing_and_others_invalid() {
        assert_eq!(judged(&[("host", "localhost")]), Err(Denial::Missing));
        for value in ["", "Bearer", "Bearer ", "Bearer x", SECRET, "Basic YTpi", "Bearer abcdefghijklmnopqrstuvwxy"] {
            assert_eq!(judged(&[("host", "localhost"), ("authorization", value)]), Err(Denial::Invalid), "{value}");
        }
        let right = format!("Bearer {SECRET}");
        assert_eq!(
            judged(&[("host", "localhost"), ("authorization", &right), ("authorization", "Bearer x")]),
            Err(Denial::Invalid)
        );
    }

    #[test]
    fn the_right_bearer_does_not_count_under_a_public_name() {
        let right = format!("Bearer {SECRET}");
        assert_eq!(judged(&[("host", "c2c.example.org"), ("authorization", &right)]), Err(Denial::Invalid));
    }

    #[test]
    fn the_right_bearer_does_not_count_through_a_proxy() {
        let right = format!("Bearer {SECRET}");
        let prefixed = [
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded",
            "cf-ray",
            "cf-connecting-ip",
            "tailscale-user-login",
            "ngrok-trace-id",
        ];
        for name in FORWARDING.iter().copied().chain(prefixed) {
            let verdict = judged(&[("host", "localhost"), ("authorization", &right), (name, "x")]);
            assert_eq!(verdict, Err(Denial::Invalid), "{name}");
        }
    }
}
