//! The product's own catalogue, as it comes over the wire.

use c2c_api::tools;
use c2c_connector::ToolSpec;
use serde_json::{Map, Value, json};

use crate::harness::serve_tools;
use crate::protocol::assert_flat;

fn product() -> Vec<ToolSpec> {
    let spec = |tool: &tools::Tool| ToolSpec {
        name: tool.name.to_owned(),
        title: tool.title.to_owned(),
        description: tool.description.to_owned(),
        input_schema: tool.input_schema.clone(),
        output_schema: tool.output_schema.clone(),
    };
    tools::catalogue().iter().map(spec).collect()
}

async fn listed() -> Vec<Value> {
    let server = serve_tools(product(), |_| {}).await;
    server.rpc("tools/list", &json!({})).await["result"]["tools"].as_array().cloned().unwrap_or_default()
}

#[tokio::test]
async fn all_fifteen_tools_are_listed_flat_and_read_only() {
    let tools = listed().await;
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "workspace_info",
            "current_task",
            "list_directory",
            "find_files",
            "read_file",
            "search_workspace",
            "git_status",
            "git_diff",
            "git_log",
            "git_show",
            "test_status",
            "execution_summary",
            "execution_output",
            "search",
            "fetch",
        ]
    );
    for tool in &tools {
        assert_flat(tool);
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
    }
}

#[tokio::test]
async fn an_error_fits_the_advertised_schema_of_every_tool() {
    // The official TypeScript client holds errors against the output schema, too.
    for tool in listed().await {
        let schema = tool["outputSchema"].as_object().unwrap();
        assert!(!schema.contains_key("required") && !schema.contains_key("additionalProperties"), "{tool}");
        let properties: Map<String, Value> = schema["properties"].as_object().cloned().unwrap();
        for field in ["code", "message", "hint", "reference"] {
            let kind = properties.get(field).map_or(&json!("string"), |property| &property["type"]).clone();
            assert_eq!(kind, "string", "`{field}` of {tool}");
        }
    }
}
