//! The built page on loopback, with a script before it that answers as the engine, and one behind it that scrolls.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Path as Name, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio::sync::oneshot::{self, Receiver, Sender};

use crate::{Outcome, sessions};

/// The stand-in for the engine, which the page's tests have too.
const ENGINE: &str = include_str!("../../../tests/ui/engine.js");
/// What scrolls and measures.
const MEASURE: &str = include_str!("measure.js");

#[derive(Clone)]
struct Served {
    page: PathBuf,
    engine: Arc<str>,
    tell: Arc<Mutex<Option<Sender<String>>>>,
}

/// Serves the page; its address, and what it tells at the end.
pub(crate) async fn serve() -> Outcome<(String, Receiver<String>)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/dist");
    if !page.join("index.html").is_file() {
        return Err("the page is not built: run `cargo xtask ui`".into());
    }
    let engine = ENGINE.replacen("ENGINE", &sessions::state().to_string(), 1).into();
    let (tell, told) = oneshot::channel();
    let served = Served { page, engine, tell: Arc::new(Mutex::new(Some(tell))) };
    let router = Router::new()
        .route("/", get(index))
        .route("/told", post(hear))
        .route("/engine.js", get(async |State(served): State<Served>| script(served.engine.to_string())))
        .route("/measure.js", get(async || script(MEASURE.to_owned())))
        .route("/{*name}", get(file))
        .with_state(served);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok((address, told))
}

async fn index(State(served): State<Served>) -> Response {
    let Ok(page) = std::fs::read_to_string(served.page.join("index.html")) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let page = page.replacen("<head>", "<head><script src=\"engine.js\"></script>", 1);
    let page = page.replacen("</head>", "<script type=\"module\" src=\"measure.js\"></script></head>", 1);
    typed("text/html", page)
}

async fn hear(State(served): State<Served>, told: String) {
    if let Ok(mut tell) = served.tell.lock()
        && let Some(tell) = tell.take()
    {
        // Whoever asked may have given up.
        drop(tell.send(told));
    }
}

async fn file(State(served): State<Served>, Name(name): Name<String>) -> Response {
    let kind = match Path::new(&name).extension().and_then(|end| end.to_str()) {
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    match std::fs::read(served.page.join(&name)) {
        Ok(bytes) => typed(kind, bytes),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

fn script(text: String) -> Response {
    typed("text/javascript", text)
}

fn typed(kind: &'static str, body: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}
