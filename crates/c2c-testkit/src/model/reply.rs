//! What the provider answers, and how it looks on the wire.

use serde_json::{Value, json};

/// One output item of the model.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Item {
    /// Text.
    Say(String),
    /// A reasoning summary.
    Reason(String),
    /// A call of a tool with JSON arguments.
    Call { tool: String, arguments: Value },
    /// A call of a tool that takes free text.
    Free { tool: String, input: String },
    /// An item given as it is.
    Raw(Value),
}

/// One answer of the provider.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reply {
    /// The model's output.
    Items(Vec<Item>),
    /// An HTTP error.
    Http { status: u16, body: Value },
    /// The stream ends with this error.
    Failed { code: String, message: String },
    /// The connection breaks in the middle of the answer.
    Drop,
    /// The answer begins and never goes on.
    Hang,
}

/// One event of the stream.
pub(crate) fn event(kind: &str, mut data: Value) -> String {
    data["type"] = json!(kind);
    format!("event: {kind}\ndata: {data}\n\n")
}

/// The event that opens every stream.
pub(crate) fn created(response_id: &str, model: &Value) -> String {
    let response = json!({"id": response_id, "object": "response", "status": "in_progress", "model": model});
    event("response.created", json!({ "response": response }))
}

/// The event that ends a stream with an error.
pub(crate) fn failed(response_id: &str, code: &str, message: &str) -> String {
    let error = json!({"code": code, "message": message});
    let response = json!({"id": response_id, "object": "response", "status": "failed", "error": error});
    event("response.failed", json!({ "response": response }))
}

/// The events of all items and of the end.
pub(crate) fn completed(response_id: &str, items: &[Item]) -> Vec<String> {
    let mut events = Vec::new();
    for (index, item) in items.iter().enumerate() {
        item_events(response_id, index, item, &mut events);
    }
    let usage = json!({
        "input_tokens": 100, "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 10, "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 110,
    });
    let response = json!({"id": response_id, "object": "response", "status": "completed", "usage": usage});
    events.push(event("response.completed", json!({ "response": response })));
    events
}

fn item_events(response_id: &str, index: usize, item: &Item, events: &mut Vec<String>) {
    let id = |prefix: &str| format!("{prefix}_{response_id}_{index}");
    let added = |item: Value| event("response.output_item.added", json!({"output_index": index, "item": item}));
    let done = |item: Value| event("response.output_item.done", json!({"output_index": index, "item": item}));
    match item {
        Item::Say(text) => {
            let id = id("msg");
            let message = |status: &str, content: Value| json!({"id": id, "type": "message", "role": "assistant", "status": status, "content": content});
            events.push(added(message("in_progress", json!([]))));
            for word in text.split_inclusive(' ') {
                let delta = json!({"output_index": index, "content_index": 0, "item_id": id, "delta": word});
                events.push(event("response.output_text.delta", delta));
            }
            let content = json!([{"type": "output_text", "text": text, "annotations": []}]);
            events.push(done(message("completed", content)));
        }
        Item::Reason(text) => {
            let id = id("rs");
            events.push(added(json!({"id": id, "type": "reasoning", "summary": []})));
            let summary = json!([{"type": "summary_text", "text": text}]);
            events.push(done(
                json!({"id": id, "type": "reasoning", "summary": summary, "encrypted_content": "c3RhbmQtaW4="}),
            ));
        }
        Item::Call { tool, arguments } => events.push(done(json!({
            "id": id("fc"), "type": "function_call", "status": "completed", "call_id": id("call"),
            "name": tool, "arguments": arguments.to_string(),
        }))),
        Item::Free { tool, input } => events.push(done(json!({
            "id": id("ctc"), "type": "custom_tool_call", "status": "completed", "call_id": id("call"),
            "name": tool, "input": input,
        }))),
        Item::Raw(value) => events.push(done(value.clone())),
    }
}
