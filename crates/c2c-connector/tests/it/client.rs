//! An independent client: the library's own, over its own HTTP stack.

use rmcp::ServiceExt;
use rmcp::model::{CallToolRequestParams, ClientConfig};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use serde_json::json;

use crate::harness::{BEARER, Server, serve};

async fn connected(
    server: &Server,
    bearer: &str,
) -> Result<rmcp::service::RunningService<rmcp::RoleClient, ClientConfig>, Box<dyn std::error::Error>> {
    let config = StreamableHttpClientTransportConfig::with_uri(server.url()).auth_header(bearer);
    let transport = StreamableHttpClientTransport::from_config(config);
    ClientConfig::default().serve(transport).await.map_err(Into::into)
}

#[tokio::test]
async fn it_connects_lists_and_calls() {
    let server = serve(|_| {}).await;
    let client = connected(&server, BEARER).await.unwrap();
    let info = client.peer_info().unwrap();
    assert_eq!(info.server_info.as_ref().unwrap().name, "c2c");
    let tools = client.list_all_tools().await.unwrap();
    assert_eq!(tools.iter().map(|tool| tool.name.as_ref()).collect::<Vec<_>>(), ["echo", "fail", "fault", "wait"]);
    let arguments = json!({ "text": "hello" }).as_object().cloned().unwrap();
    let answer = client.call_tool(CallToolRequestParams::new("echo").with_arguments(arguments)).await.unwrap();
    assert_eq!(answer.structured_content, Some(json!({ "text": "hello", "next": "" })));
    let error = client.call_tool(CallToolRequestParams::new("fail")).await.unwrap();
    assert_eq!((error.is_error, &error.structured_content.unwrap()["code"]), (Some(true), &json!("NOT_FOUND")));
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn it_is_turned_away_with_a_wrong_bearer() {
    let server = serve(|_| {}).await;
    assert!(connected(&server, "wrong-wrong-wrong-wrong-wrong").await.is_err());
    assert!(server.host.calls.lock().unwrap().is_empty());
}
