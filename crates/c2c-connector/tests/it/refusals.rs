//! Who does not get in.

use c2c_connector::Hosts;
use serde_json::json;

use crate::harness::{BEARER, Request, WORKSPACE, serve};

fn ping() -> Request {
    Request::rpc("ping", &json!({}))
}

#[tokio::test]
async fn only_post_is_offered() {
    let server = serve(|_| {}).await;
    for method in ["GET", "DELETE", "PUT", "OPTIONS", "PATCH"] {
        let response = server.send(&Request::bare(method)).await;
        assert_eq!(
            (response.status, response.headers.get("allow").map(String::as_str)),
            (405, Some("POST")),
            "{method}"
        );
    }
}

#[tokio::test]
async fn a_stream_is_not_offered_to_a_client_that_asks_for_one() {
    let server = serve(|_| {}).await;
    assert_eq!(server.send(&Request::bare("GET").with("Accept", "text/event-stream")).await.status, 405);
}

#[tokio::test]
async fn unknown_hosts_and_origins_are_refused() {
    let server = serve(|_| {}).await;
    for request in [
        ping().with("Host", "evil.example"),
        ping().with("Host", "127.0.0.1.evil.example:7391"),
        ping().without("Host"),
        ping().and("Origin", "https://evil.example"),
        ping().and("Origin", "null"),
        ping().to(&format!("http://evil.example/w/{WORKSPACE}/mcp")),
    ] {
        let response = server.send(&request).await;
        assert_eq!(response.status, 403, "{request:?}");
        assert!(!response.body.contains("evil"), "{}", response.body);
    }
    for request in [ping().with("Host", "localhost"), ping().and("Origin", "http://localhost:6274")] {
        assert_eq!(server.send(&request).await.status, 200, "{request:?}");
    }
}

#[tokio::test]
async fn two_host_headers_are_refused() {
    let status = serve(|_| {}).await.send(&ping().and("Host", "evil.example")).await.status;
    assert!([400, 403].contains(&status), "{status}");
}

#[tokio::test]
async fn the_lists_change_while_requests_are_served() {
    let server = serve(|_| {}).await;
    // A public name lets a request in, but the local bearer does not count under it.
    let request = ping().with("Host", "c2c.example.org");
    assert_eq!(server.send(&request).await.status, 403);
    server.running.set_hosts(Hosts { hosts: vec!["c2c.example.org".to_owned()], origins: Vec::new() });
    assert_eq!(server.send(&request).await.status, 401);
    server.running.set_hosts(Hosts::default());
    assert_eq!(server.send(&request).await.status, 403);
}

#[tokio::test]
async fn a_missing_or_wrong_bearer_is_challenged() {
    let server = serve(|_| {}).await;
    let missing = server.send(&ping().without("Authorization")).await;
    assert_eq!(missing.status, 401);
    assert_eq!(missing.headers["www-authenticate"], "Bearer realm=\"c2c\"");
    for value in ["Bearer wrong-wrong-wrong-wrong-", "Basic dGVzdDp0ZXN0", "Bearer ", BEARER, "bearer"] {
        let wrong = server.send(&ping().with("Authorization", value)).await;
        assert_eq!(wrong.status, 401, "{value}");
        assert!(wrong.headers["www-authenticate"].contains("error=\"invalid_token\""), "{wrong:?}");
        assert!(!format!("{wrong:?}").contains("wrong-wrong"), "{wrong:?}");
    }
    assert_eq!(server.send(&ping().and("Authorization", "Bearer x")).await.status, 401);
}

#[tokio::test]
async fn the_bearer_does_not_count_through_a_proxy() {
    let server = serve(|_| {}).await;
    for name in [
        "Forwarded",
        "X-Forwarded-For",
        "X-Forwarded-Proto",
        "X-Real-IP",
        "Via",
        "CF-Connecting-IP",
        "CF-Ray",
        "CDN-Loop",
    ] {
        assert_eq!(server.send(&ping().and(name, "1")).await.status, 401, "{name}");
    }
}

#[tokio::test]
async fn unknown_workspaces_and_paths_are_not_found() {
    let server = serve(|_| {}).await;
    for target in [
        "/w/ws_00000000000000ff/mcp",
        "/w/ws_00000000000000a1/mcp/",
        "/w/ws_00000000000000A1/mcp",
        "/w/x/../ws_00000000000000a1/mcp",
        "/w/%77s_00000000000000a1/mcp",
        "/mcp",
        "/",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-authorization-server",
    ] {
        assert_eq!(server.send(&ping().to(target)).await.status, 404, "{target}");
    }
    // A stranger does not learn which workspaces there are.
    let stranger = ping().to("/w/ws_00000000000000ff/mcp").without("Authorization");
    assert_eq!(server.send(&stranger).await.status, 401);
}

#[tokio::test]
async fn bodies_of_other_types_are_refused() {
    let server = serve(|_| {}).await;
    assert_eq!(server.send(&ping().with("Content-Type", "text/plain")).await.status, 415);
    assert_eq!(server.send(&ping().with("Accept", "text/html")).await.status, 406);
}

#[tokio::test]
async fn an_address_that_others_can_reach_is_refused() {
    let config = c2c_connector::ListenConfig {
        address: "0.0.0.0:0".parse().unwrap(),
        ..c2c_connector::ListenConfig::on_port(0, c2c_connector::Bearer::new(BEARER).unwrap())
    };
    let error = c2c_connector::Connector::bind(config, std::sync::Arc::new(crate::harness::TestHost::default()))
        .await
        .unwrap_err();
    insta::assert_snapshot!(error, @"`0.0.0.0` is not an address of this machine alone");
}
