//! The protocol as clients meet it.

use serde_json::{Value, json};

use crate::harness::{Request, codes, serve, until};

fn initialize(version: &str) -> Value {
    json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } })
}

#[tokio::test]
async fn initialize_answers_each_version_that_is_spoken_and_else_the_newest() {
    let server = serve(|_| {}).await;
    for (asked, answered) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("2099-01-01", "2025-11-25"),
    ] {
        let answer = server.rpc("initialize", &initialize(asked)).await;
        assert_eq!(answer["result"]["protocolVersion"], answered, "asked {asked}: {answer}");
    }
}

#[tokio::test]
async fn initialize_says_what_we_are_and_announces_no_changes() {
    let server = serve(|_| {}).await;
    let result = server.rpc("initialize", &initialize("2025-11-25")).await["result"].clone();
    assert_eq!(result["capabilities"], json!({ "tools": {} }));
    assert_eq!(result["serverInfo"]["name"], "c2c");
    assert!(result["instructions"].as_str().unwrap().contains("untrusted"));
}

#[tokio::test]
async fn a_setting_allows_a_newer_version() {
    let discover = || {
        let meta = json!({ "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        } });
        Request::rpc("server/discover", &meta)
            .and("MCP-Protocol-Version", "2026-07-28")
            .and("Mcp-Method", "server/discover")
    };
    let usual = serve(|_| {}).await.send(&discover()).await;
    assert!(usual.json().get("error").is_some(), "{usual:?}");
    let newer = serve(|config| config.versions = "2026-07-28".parse().unwrap()).await.send(&discover()).await;
    assert_eq!(newer.status, 200, "{newer:?}");
    assert!(
        newer.json()["result"]["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")),
        "{newer:?}"
    );
}

#[tokio::test]
async fn a_version_that_is_not_spoken_is_refused_in_later_requests_too() {
    let server = serve(|_| {}).await;
    let request = Request::rpc("tools/list", &json!({})).and("MCP-Protocol-Version", "2026-07-28");
    let newer = server.send(&request).await;
    assert!(newer.json().get("error").is_some(), "{newer:?}");
    let unknown = server.send(&request.with("MCP-Protocol-Version", "2099-01-01")).await;
    assert_eq!(unknown.status, 400, "{unknown:?}");
}

#[tokio::test]
async fn tools_are_listed_with_flat_schemas_and_read_only_annotations() {
    let server = serve(|_| {}).await;
    let answer = server.rpc("tools/list", &json!({})).await;
    let tools = answer["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 4);
    for tool in tools {
        let hints = &tool["annotations"];
        for (hint, value) in
            [("readOnlyHint", true), ("destructiveHint", false), ("idempotentHint", true), ("openWorldHint", false)]
        {
            assert_eq!(hints[hint], value, "{tool}");
        }
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{tool}");
        assert!(tool["title"].is_string() && tool["description"].is_string(), "{tool}");
        assert_flat(tool);
    }
    assert!(answer["result"].get("nextCursor").is_none());
}

/// No references, no unions, no null types anywhere.
pub(crate) fn assert_flat(value: &Value) {
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                assert!(
                    !["$ref", "$defs", "definitions", "anyOf", "oneOf", "allOf"].contains(&key.as_str()),
                    "`{key}` in {value}"
                );
                // Below `properties` the keys are names of the tool's own.
                match (key.as_str(), inner) {
                    ("properties", Value::Object(properties)) => properties.values().for_each(assert_flat),
                    ("type", kind) => assert!(kind.is_string(), "a type of {value} is a list"),
                    (_, inner) => assert_flat(inner),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(assert_flat),
        other => assert!(!other.is_null()),
    }
}

#[tokio::test]
async fn an_answer_is_one_text_that_mirrors_the_structured_content() {
    let server = serve(|_| {}).await;
    let result = server.call("echo", &json!({ "text": "\u{1f980} \"quoted\"\n" })).await;
    assert_eq!(result["isError"], false);
    assert_eq!(result["structuredContent"], json!({ "text": "\u{1f980} \"quoted\"\n", "next": "" }));
    let content = result["content"].as_array().unwrap();
    assert_eq!((content.len(), &content[0]["type"]), (1, &json!("text")));
    let mirror: Value = serde_json::from_str(content[0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(mirror, result["structuredContent"]);
}

#[tokio::test]
async fn an_error_is_a_result_with_a_code_and_a_hint() {
    let server = serve(|_| {}).await;
    let result = server.call("fail", &json!({})).await;
    assert_eq!(result["isError"], true);
    assert_eq!(
        result["structuredContent"],
        json!({ "code": "NOT_FOUND", "message": "`src/x.rs` does not exist", "hint": "look for it with `find_files` or `list_directory`" })
    );
    let mirror: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(mirror, result["structuredContent"]);
}

#[tokio::test]
async fn a_fault_shows_a_reference_and_not_its_cause() {
    let server = serve(|_| {}).await;
    let result = server.call("fault", &json!({})).await;
    assert_eq!(result["structuredContent"]["code"], "INTERNAL");
    assert_eq!(result["structuredContent"]["reference"].as_str().map(str::len), Some(8), "{result}");
    assert!(!result.to_string().contains("alice"), "{result}");
}

#[tokio::test]
async fn a_call_reaches_the_host_with_the_name_of_its_client() {
    let server = serve(|_| {}).await;
    server.call("echo", &json!({ "text": "x" })).await;
    assert_eq!(*server.host.calls.lock().unwrap(), [("echo".to_owned(), "test-client/1".to_owned())]);
}

#[tokio::test]
async fn an_unknown_tool_is_a_protocol_error_and_on_record() {
    let server = serve(|_| {}).await;
    let answer = server.rpc("tools/call", &json!({ "name": "rm", "arguments": {} })).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    until("the record", || codes(&server.host) == [c2c_workspace::ErrorCode::InvalidArgument]).await;
    assert!(server.host.calls.lock().unwrap().is_empty());
}

#[tokio::test]
async fn parameters_that_do_not_fit_are_told_from_an_unknown_method() {
    let server = serve(|_| {}).await;
    for params in [
        json!({ "name": "echo", "arguments": "{\"text\":\"x\"}" }),
        json!({ "name": "echo", "arguments": [] }),
        json!({ "name": 1, "arguments": {} }),
        json!({ "arguments": {} }),
    ] {
        let error = server.rpc("tools/call", &params).await["error"].clone();
        assert_eq!(error["code"], -32602, "{params}: {error}");
        assert!(error["message"].as_str().unwrap().contains("`arguments` an object"), "{error}");
    }
    assert_eq!(server.rpc("tools/remove", &json!({})).await["error"]["code"], -32601);
    assert!(server.host.calls.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_ping_and_a_notification_are_answered() {
    let server = serve(|_| {}).await;
    assert_eq!(server.rpc("ping", &json!({})).await["result"], json!({}));
    let mut request = Request::rpc("notifications/initialized", &json!({}));
    request.body = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string();
    let length = request.body.len().to_string();
    assert_eq!(server.send(&request.with("Content-Length", &length)).await.status, 202);
}

#[tokio::test]
async fn text_that_is_not_the_protocol_is_refused() {
    let server = serve(|_| {}).await;
    for body in ["", "{", "[]", "null", "{\"jsonrpc\":\"2.0\"}", &"[".repeat(100_000)] {
        let mut request = Request::rpc("ping", &json!({}));
        body.clone_into(&mut request.body);
        let response = server.send(&request.with("Content-Length", &body.len().to_string())).await;
        assert!((400..500).contains(&response.status), "{response:?}");
    }
}
