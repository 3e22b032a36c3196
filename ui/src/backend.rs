//! The one door to Rust: calls by type, and the two events.

use c2c_ipc::ErrorShape;
use c2c_ipc::app::{Ask, COMMAND, Call};
use js_sys::{JSON, Object, Reflect};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["window", "__TAURI__", "core"], catch)]
    async fn invoke(command: &str, arguments: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = ["window", "__TAURI__", "event"], catch)]
    async fn listen(event: &str, handler: &Closure<dyn FnMut(JsValue)>) -> Result<JsValue, JsValue>;
}

/// Asks, and waits for the answer.
pub(crate) async fn ask<P: Ask>(params: P) -> Result<P::Answer, ErrorShape> {
    let call: Call = params.into();
    let call = serde_json::to_string(&call).map_err(|error| broken(&error.to_string()))?;
    let answer = send(&call).await?;
    serde_json::from_str(&answer).map_err(|error| broken(&error.to_string()))
}

/// A call as JSON, and its answer as JSON.
async fn send(call: &str) -> Result<String, ErrorShape> {
    let arguments = Object::new();
    let call = JSON::parse(call).map_err(|error| shape(&error))?;
    Reflect::set(&arguments, &"call".into(), &call).map_err(|error| shape(&error))?;
    let answer = invoke(COMMAND, &arguments).await.map_err(|error| shape(&error))?;
    let text = JSON::stringify(&answer).map_err(|error| shape(&error))?;
    Ok(text.as_string().unwrap_or_else(|| "null".to_owned()))
}

/// What was thrown, as an error: the engine's own shape where it is one.
fn shape(thrown: &JsValue) -> ErrorShape {
    let text = JSON::stringify(thrown).ok().and_then(|text| text.as_string()).unwrap_or_default();
    if let Ok(shape) = serde_json::from_str(&text) {
        return shape;
    }
    let message = thrown
        .as_string()
        .or_else(|| Reflect::get(thrown, &"message".into()).ok().and_then(|message| message.as_string()));
    broken(&message.unwrap_or(text))
}

fn broken(message: &str) -> ErrorShape {
    ErrorShape {
        code: "internal".to_owned(),
        reason: None,
        message: message.to_owned(),
        causes: Vec::new(),
        hints: Vec::new(),
    }
}

/// Has `handler` told of every event of this name, for as long as the window lives. It gets the payload where that
/// is a text.
pub(crate) async fn hear(event: &str, mut handler: impl FnMut(Option<String>) + 'static) {
    let closure = Closure::new(move |event: JsValue| {
        handler(Reflect::get(&event, &"payload".into()).ok().and_then(|payload| payload.as_string()));
    });
    // Where there is no bridge the first call says so.
    drop(listen(event, &closure).await);
    closure.forget();
}
