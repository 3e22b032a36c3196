//! Failures of a provider, chosen by the path of its base URL and by nothing else:
//! `/fail/<kind>`, `/fail/<kind>/after/<n>` (only from the n-th tool output on), `/hang`,
//! `/hang/after/<n>`, `/slow/<ms>` (every answer comes that much later).

use std::time::Duration;

use serde_json::{Value, json};

use super::reply::Reply;

/// How a provider behaves.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Behaviour {
    /// How late every answer comes.
    pub(crate) delay: Duration,
    /// What it answers instead of the model's words, and from which tool output on.
    pub(crate) failure: Option<(usize, Reply)>,
}

/// The behaviour that a path asks for; an error names a kind that is not known.
pub(crate) fn behaviour(path: &str) -> Result<Behaviour, Unknown> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let mut behaviour = Behaviour { delay: Duration::ZERO, failure: None };
    let after = |at: usize| match parts.get(at) {
        Some(&"after") => number(parts.get(at + 1)),
        _ => Ok(0),
    };
    for (at, part) in parts.iter().enumerate() {
        match *part {
            "fail" => {
                let kind = parts.get(at + 1).copied().unwrap_or_default();
                behaviour.failure = Some((after(at + 2)?, failure(kind)?));
            }
            "hang" => behaviour.failure = Some((after(at + 1)?, Reply::Hang)),
            "slow" => behaviour.delay = Duration::from_millis(number(parts.get(at + 1))? as u64),
            _ => {}
        }
    }
    Ok(behaviour)
}

/// A path that asks for something unknown.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("the stand-in knows no `{asked}`")]
pub(crate) struct Unknown {
    asked: String,
}

fn number(part: Option<&&str>) -> Result<usize, Unknown> {
    let text = part.copied().unwrap_or_default();
    text.parse().map_err(|_| Unknown { asked: text.to_owned() })
}

fn failure(kind: &str) -> Result<Reply, Unknown> {
    let http = |status: u16, kind: &str, code: &str, message: &str| Reply::Http {
        status,
        body: json!({"error": {"message": message, "type": kind, "param": Value::Null, "code": code}}),
    };
    let failed = |code: &str, message: &str| Reply::Failed { code: code.to_owned(), message: message.to_owned() };
    Ok(match kind {
        "400" => http(400, "invalid_request_error", "invalid_value", "Invalid value in the request."),
        "401" => http(401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided."),
        "403" => http(403, "invalid_request_error", "unsupported_country_region_territory", "Not supported here."),
        "404" => http(404, "invalid_request_error", "model_not_found", "The model does not exist."),
        "429" => http(429, "requests", "rate_limit_exceeded", "Rate limit reached for requests per minute."),
        "quota" => http(
            429,
            "insufficient_quota",
            "insufficient_quota",
            "You exceeded your current quota, please check your plan and billing details.",
        ),
        "usage-limit" => Reply::Http {
            status: 429,
            body: json!({"error": {
                "type": "usage_limit_reached", "message": "The usage limit has been reached",
                "plan_type": "plus", "resets_in_seconds": 3600,
            }}),
        },
        "500" => http(500, "server_error", "server_error", "The server had an error."),
        "503" => http(503, "server_error", "server_is_overloaded", "The server is overloaded."),
        "quota-event" => failed("insufficient_quota", "You exceeded your current quota."),
        "rate-event" => failed("rate_limit_exceeded", "Rate limit reached. Try again in 1s."),
        "server-event" => failed("server_error", "The server had an error."),
        "context-event" => failed("context_length_exceeded", "The input exceeds the context window."),
        "drop" => Reply::Drop,
        other => {
            return Err(Unknown { asked: other.to_owned() });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordinary_path_fails_nothing() {
        assert_eq!(behaviour("/v1/responses"), Ok(Behaviour { delay: Duration::ZERO, failure: None }));
    }

    #[test]
    fn a_failure_can_wait_for_tool_outputs() {
        let found = behaviour("/slow/20/fail/drop/after/3/v1/responses");
        assert_eq!(found, Ok(Behaviour { delay: Duration::from_millis(20), failure: Some((3, Reply::Drop)) }));
        assert_eq!(behaviour("/hang/responses").map(|found| found.failure), Ok(Some((0, Reply::Hang))));
    }

    #[test]
    fn an_unknown_kind_is_said() {
        assert_eq!(behaviour("/fail/odd/responses"), Err(Unknown { asked: "odd".to_owned() }));
        assert!(behaviour("/slow/responses").is_err());
    }

    #[test]
    fn a_quota_is_told_apart_from_a_rate_limit_by_its_code_only() {
        let code = |kind: &str| match failure(kind) {
            Ok(Reply::Http { status, body }) => (status, body["error"]["code"].clone()),
            other => panic!("{other:?}"),
        };
        assert_eq!(code("429"), (429, json!("rate_limit_exceeded")));
        assert_eq!(code("quota"), (429, json!("insufficient_quota")));
    }
}
