//! The model stand-in: a server of the Responses API, enough to drive the real Codex offline.
//!
//! What the model says follows from the request alone, so a restart of the server changes nothing:
//! a prompt with numbered ACTIONS is carried out by the honest worker (`worker`), a prompt with
//! `@model […]` plays its script (`script`), and the path of the base URL can ask for a failure
//! (`failures`). Requests and what was answered are written to the log, one JSON object a line,
//! without the authorization header.

mod actions;
mod conversation;
mod failures;
mod patch;
mod reply;
mod script;
mod worker;

use std::convert::Infallible;
use std::fs::{self, File};
use std::io::{self, Write};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use futures_util::stream;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use conversation::{Conversation, Instruction};
use reply::{Item, Reply};

use crate::output;
use crate::random::Random;

/// The largest request that is read, in bytes.
const MAX_REQUEST: usize = 64 * 1024 * 1024;

/// How long the first event of a broken stream may take to leave.
const FLUSH: Duration = Duration::from_millis(100);

/// How the server is started.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The port; 0 for any free one.
    pub port: u16,
    /// The file that gets the port once the server listens.
    pub port_file: Option<PathBuf>,
    /// The file that gets every request and reply.
    pub log: Option<PathBuf>,
    /// Ends the server when standard input ends, so that it never outlives who started it.
    pub until_stdin_closes: bool,
}

/// Serves until it is interrupted.
///
/// # Errors
/// When the port, the port file or the log cannot be used.
pub async fn serve(options: Options) -> io::Result<()> {
    let log = match &options.log {
        Some(path) => Some(Mutex::new(fs::OpenOptions::new().create(true).append(true).open(path)?)),
        None => None,
    };
    let provider = Arc::new(Provider { run: Random::fresh_seed()?, answers: AtomicU64::new(0), log });
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
    let port = listener.local_addr()?.port();
    if let Some(path) = &options.port_file {
        let draft = path.with_extension("draft");
        fs::write(&draft, port.to_string())?;
        fs::rename(&draft, path)?;
    }
    output::line(&json!({"model": format!("http://127.0.0.1:{port}/v1"), "port": port}).to_string())?;
    let router = Router::new().fallback(answer).with_state(provider);
    tokio::select! {
        ended = async { axum::serve(listener, router).await } => ended,
        _ = tokio::signal::ctrl_c() => Ok(()),
        () = input_closed(), if options.until_stdin_closes => Ok(()),
    }
}

/// Waits for the end of standard input on a thread of its own, which does not hold up the exit.
pub(crate) async fn input_closed() {
    let (closed, wait) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        let drained = io::copy(&mut io::stdin().lock(), &mut io::sink());
        // The receiver is gone when the server ended first.
        let _sent = closed.send(drained.is_ok());
    });
    let _ended = wait.await;
}

struct Provider {
    /// Keeps ids of two runs of the server apart: Codex wants them unique within a thread.
    run: u64,
    answers: AtomicU64,
    log: Option<Mutex<File>>,
}

impl Provider {
    fn next_id(&self) -> String {
        let number = self.answers.fetch_add(1, Ordering::Relaxed);
        format!("{:08x}{number:06}", self.run & 0xffff_ffff)
    }

    fn note(&self, row: &Value) -> io::Result<()> {
        match &self.log {
            Some(log) => writeln!(log.lock().unwrap_or_else(PoisonError::into_inner), "{row}"),
            None => Ok(()),
        }
    }
}

async fn answer(State(provider): State<Arc<Provider>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path().to_owned();
    let body = match axum::body::to_bytes(body, MAX_REQUEST).await {
        Ok(body) => body,
        Err(error) => return refuse(StatusCode::BAD_REQUEST, &error.to_string()),
    };
    let request: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let (delay, reply) = decide(&path, parts.method.as_str(), &request);
    let row = json!({"method": parts.method.as_str(), "path": path, "body": request, "reply": format!("{reply:?}")});
    if let Err(error) = provider.note(&row) {
        return refuse(StatusCode::INTERNAL_SERVER_ERROR, &format!("the log cannot be written: {error}"));
    }
    tokio::time::sleep(delay).await;
    respond(&provider.next_id(), reply, &request["model"])
}

/// What is answered to a request, and how late.
fn decide(path: &str, method: &str, request: &Value) -> (Duration, Reply) {
    let not_found =
        || Reply::Http { status: 404, body: json!({"error": {"message": format!("no such path: {path}")}}) };
    if method == "GET" && path.ends_with("/models") {
        return (
            Duration::ZERO,
            Reply::Http { status: 200, body: json!({"object": "list", "models": [], "data": []}) },
        );
    }
    if method != "POST" || !path.ends_with("/responses") {
        return (Duration::ZERO, not_found());
    }
    let behaviour = match failures::behaviour(path) {
        Ok(behaviour) => behaviour,
        Err(unknown) => {
            let body = json!({"error": {"message": unknown.to_string()}});
            return (Duration::ZERO, Reply::Http { status: 404, body });
        }
    };
    let conversation = Conversation::of(request);
    match (behaviour.failure, conversation.instruction) {
        (Some((after, failure)), _) if conversation.outputs.len() >= after => (behaviour.delay, failure),
        (_, Instruction::Script(steps)) => {
            let step = script::due(&steps, conversation.outputs.len());
            (behaviour.delay + script::delay(&step), script::reply(&step))
        }
        (_, Instruction::Plan(plan)) => {
            let schema = request["text"]["format"].get("schema");
            (behaviour.delay, Reply::Items(vec![worker::next(&plan, &conversation.outputs, schema)]))
        }
        (_, Instruction::None) => {
            (behaviour.delay, Reply::Items(vec![Item::Say("There is no numbered action to carry out.".to_owned())]))
        }
    }
}

fn respond(id: &str, reply: Reply, model: &Value) -> Response {
    let response_id = format!("resp_{id}");
    let opening = reply::created(&response_id, model);
    let end = match reply {
        Reply::Http { status, body } => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            return (status, Json(body)).into_response();
        }
        Reply::Items(items) => End::Events(reply::completed(id, &items)),
        Reply::Failed { code, message } => End::Events(vec![reply::failed(&response_id, &code, &message)]),
        Reply::Drop => End::Broken,
        Reply::Hang => End::Never,
    };
    let stream = stream::unfold(Some((vec![opening], end)), next_chunk);
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-cache")];
    (headers, Body::from_stream(stream)).into_response()
}

/// How a stream goes on after its first event.
enum End {
    Events(Vec<String>),
    Broken,
    Never,
}

type Chunk = Result<String, io::Error>;

async fn next_chunk(state: Option<(Vec<String>, End)>) -> Option<(Chunk, Option<(Vec<String>, End)>)> {
    let (opening, end) = state?;
    if !opening.is_empty() {
        return Some((Ok(opening.concat()), Some((Vec::new(), end))));
    }
    match end {
        End::Events(events) if events.is_empty() => None,
        End::Events(events) => Some((Ok(events.concat()), None)),
        End::Broken => {
            // The first event has to be on its way, or the connection breaks before the answer.
            tokio::time::sleep(FLUSH).await;
            Some((Err(io::Error::from(io::ErrorKind::ConnectionReset)), None))
        }
        End::Never => {
            std::future::pending::<Infallible>().await;
            None
        }
    }
}

fn refuse(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({"error": {"message": message}}))).into_response()
}

#[cfg(test)]
mod tests;
