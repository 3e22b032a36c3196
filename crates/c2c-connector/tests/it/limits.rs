//! How much, how long, how many.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use c2c_connector::{Bearer, Connector, ListenConfig};
use c2c_workspace::ErrorCode;
use serde_json::json;
use tokio::io::AsyncWriteExt;

use crate::harness::{BEARER, Request, codes, response, serve, until};

fn wait() -> Request {
    Request::rpc("tools/call", &json!({ "name": "wait", "arguments": {} }))
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused_and_one_at_the_limit_is_not() {
    let server = serve(|config| config.limits.max_body_bytes = 2_000).await;
    let padded = |length: usize| {
        let mut request = Request::rpc("ping", &json!({}));
        request.body.push_str(&" ".repeat(length - request.body.len()));
        request.with("Content-Length", &length.to_string())
    };
    assert_eq!(server.send(&padded(2_000)).await.status, 200);
    assert_eq!(server.send(&padded(2_001)).await.status, 413);
}

#[tokio::test]
async fn a_body_in_chunks_is_limited_too() {
    let server = serve(|config| config.limits.max_body_bytes = 2_000).await;
    let mut request = Request::rpc("ping", &json!({})).without("Content-Length").and("Transfer-Encoding", "chunked");
    request.body = format!("{:x}\r\n{}\r\n", 2_001, "x".repeat(2_001));
    assert_eq!(server.send(&request).await.status, 413);
}

#[tokio::test]
async fn a_body_that_comes_too_slowly_is_given_up() {
    let server = serve(|config| config.limits.body_time = Duration::from_millis(50)).await;
    let mut stream = server.connect().await;
    let bytes = Request::rpc("ping", &json!({})).bytes();
    stream.write_all(&bytes[..bytes.len() - 3]).await.unwrap();
    assert_eq!(response(&mut stream).await.status, 408);
}

#[tokio::test]
async fn a_head_that_comes_too_slowly_is_given_up() {
    let server = serve(|config| config.limits.head_time = Duration::from_millis(50)).await;
    let mut stream = server.connect().await;
    stream.write_all(b"POST /w/x HTTP/1.1\r\nHost: localhost\r\n").await.unwrap();
    assert!([0, 408].contains(&response(&mut stream).await.status));
}

#[tokio::test]
async fn a_head_that_is_too_long_is_refused() {
    let server = serve(|_| {}).await;
    let many = (0..100).fold(Request::rpc("ping", &json!({})), |request, at| request.and(&format!("X-{at}"), "x"));
    assert_eq!(server.send(&many).await.status, 431);
    let long = Request::rpc("ping", &json!({})).and("X-Long", &"x".repeat(64 * 1024));
    assert!([0, 431].contains(&server.send(&long).await.status));
}

#[tokio::test]
async fn one_call_too_many_is_told_to_wait() {
    let server = serve(|config| config.limits.calls_at_once = 2).await;
    let (mut one, mut two) = (server.connect().await, server.connect().await);
    one.write_all(&wait().bytes()).await.unwrap();
    two.write_all(&wait().bytes()).await.unwrap();
    until("two calls", || *server.host.waiting.lock().unwrap() == 2).await;
    let third = server.call("echo", &json!({ "text": "x" })).await;
    assert_eq!((&third["isError"], &third["structuredContent"]["code"]), (&json!(true), &json!("BUSY")));
    until("the record", || codes(&server.host) == [ErrorCode::Busy]).await;
    server.host.release();
    assert_eq!(response(&mut one).await.json()["result"]["isError"], false);
    assert_eq!(response(&mut two).await.json()["result"]["isError"], false);
    assert_eq!(server.call("echo", &json!({ "text": "x" })).await["isError"], false);
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_ended_and_its_tool_told() {
    let server = serve(|config| config.limits.call_time = Duration::from_millis(50)).await;
    let result = server.call("wait", &json!({})).await;
    assert_eq!(result["structuredContent"]["code"], "TIMED_OUT", "{result}");
    until("the tool was told", || server.host.saw_cancel.load(Ordering::Relaxed)).await;
}

#[tokio::test]
async fn a_call_is_cancelled_when_its_client_goes_away() {
    let server = serve(|config| config.limits.calls_at_once = 1).await;
    let mut stream = server.connect().await;
    stream.write_all(&wait().bytes()).await.unwrap();
    until("the call", || *server.host.waiting.lock().unwrap() == 1).await;
    drop(stream);
    until("the tool was told", || server.host.saw_cancel.load(Ordering::Relaxed)).await;
    // Its place is free again.
    let mut answer = server.call("echo", &json!({ "text": "x" })).await;
    let end = Instant::now() + Duration::from_secs(10);
    while answer["structuredContent"]["code"] == "BUSY" && Instant::now() < end {
        answer = server.call("echo", &json!({ "text": "x" })).await;
    }
    assert_eq!(answer["isError"], false, "{answer}");
}

#[tokio::test]
async fn many_calls_on_one_connection_are_quick() {
    // Without TCP_NODELAY each answer waits some 40 ms for an acknowledgement.
    let server = serve(|_| {}).await;
    let mut stream = server.connect().await;
    let request = Request::rpc("tools/call", &json!({ "name": "echo", "arguments": { "text": "x" } })).bytes();
    let mut times = Vec::new();
    for _ in 0..41 {
        let begun = Instant::now();
        stream.write_all(&request).await.unwrap();
        assert_eq!(response(&mut stream).await.status, 200);
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    assert!(times[20] < Duration::from_millis(30), "{:?}", times[20]);
}

#[tokio::test]
async fn a_taken_port_is_an_error_or_another_port() {
    let server = serve(|_| {}).await;
    let port = server.running.local_addr().port();
    let mut config = ListenConfig::on_port(port, Bearer::new(BEARER).unwrap());
    let other = Connector::bind(config.clone(), server.host.clone()).await.unwrap();
    assert_ne!(other.local_addr().port(), port);
    config.or_free_port = false;
    let error = Connector::bind(config, server.host.clone()).await.unwrap_err();
    assert_eq!(error.to_string(), format!("cannot listen on `127.0.0.1:{port}`"));
}

#[tokio::test]
async fn shutting_down_lets_open_calls_end_and_takes_no_more() {
    let server = serve(|_| {}).await;
    let mut stream = server.connect().await;
    stream.write_all(&wait().bytes()).await.unwrap();
    until("the call", || *server.host.waiting.lock().unwrap() == 1).await;
    let (host, address) = (server.host.clone(), server.running.local_addr());
    let closing = tokio::spawn(server.running.shutdown());
    let mut refused = false;
    let end = Instant::now() + Duration::from_secs(10);
    while !refused && Instant::now() < end {
        refused = tokio::net::TcpStream::connect(address).await.is_err();
    }
    assert!(refused);
    host.release();
    assert_eq!(response(&mut stream).await.json()["result"]["isError"], false);
    drop(stream);
    closing.await.unwrap();
}
