//! What the page's server answers: the page itself, what the page asks while it is open, and what
//! only tests ask (`/__stand-in/…`).

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::answering::Answering;
use super::assets::Assets;
use super::behaviour::{Behaviour, Mode, Mood};
use super::conversation::{Answer, Attachment, Phase, Turn, UserMessage};
use super::hall::{Book, Hall, Place};
use super::record::Arrival;
use crate::clock;

/// How long a page's question for changes is held open.
const HELD_OPEN: Duration = Duration::from_secs(20);

/// What the handlers share.
#[derive(Debug, Clone)]
pub(crate) struct Shared {
    pub(crate) hall: Arc<Hall>,
    pub(crate) assets: Arc<Assets>,
}

/// The router of the whole server.
pub(crate) fn router(shared: Shared) -> Router {
    Router::new()
        .route("/assets/{name}", get(asset))
        .route("/api/conversations", get(list))
        .route("/api/conversations/{id}", get(changes))
        .route("/api/conversations/{id}/turns/{turn}/{action}", post(act))
        .route("/api/messages", post(send))
        .route("/api/events", post(note))
        .route("/__stand-in/state", get(state))
        .route("/__stand-in/conversation", get(messages))
        .route("/__stand-in/behaviour", post(set_behaviour))
        .route("/__stand-in/answers", post(prepare))
        .route("/__stand-in/conversations", post(seed))
        .route("/__stand-in/lead", post(lead))
        .fallback(get(page))
        .with_state(shared)
}

/// Any other address is the page: its script reads where it is.
async fn page(State(shared): State<Shared>) -> Response {
    let behaviour = json!(shared.hall.book().behaviour).to_string();
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (headers, shared.assets.page(&behaviour)).into_response()
}

async fn asset(State(shared): State<Shared>, Path(name): Path<String>) -> Response {
    match shared.assets.get(&name) {
        Some((kind, body)) => {
            ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")], body.to_owned()).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn list(State(shared): State<Shared>) -> Json<Value> {
    Json(shared.hall.book().list())
}

/// What changed in a conversation after `?since=`; held open until something did.
async fn changes(State(shared): State<Shared>, Path(id): Path<String>, uri: Uri) -> Response {
    let since = uri.query().and_then(|query| query.strip_prefix("since=")).and_then(|since| since.parse().ok());
    let since: u64 = since.unwrap_or_default();
    let look = |book: &Book| match book.conversation(&id) {
        None => Some(None),
        Some(known) if known.version > since || since == 0 => Some(Some(known.changes(since))),
        Some(_) => None,
    };
    match shared.hall.wait(HELD_OPEN, look).await {
        Some(Some(changes)) => Json(changes).into_response(),
        Some(None) => (StatusCode::NOT_FOUND, Json(json!({"id": id}))).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}

/// A message as the page sends it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MessageParams {
    conversation: Option<String>,
    project: Option<String>,
    mode: Mode,
    text: String,
    mention: Option<String>,
    attachments: Vec<Attachment>,
    behaviour: Behaviour,
    /// How it was sent, and when by the page's clock.
    details: Value,
}

async fn send(State(shared): State<Shared>, Json(params): Json<MessageParams>) -> Response {
    let hall = shared.hall;
    let (outcome, answering) = hall.change(|book| take(book, params));
    let (outcome, answering) = match (outcome, answering) {
        (Ok(outcome), answering) => (outcome, answering),
        (Err(error), _) => return failed(&error),
    };
    if let Some(Started { at, number, behaviour, trouble }) = answering {
        tokio::spawn(Answering { hall, at, number, behaviour, trouble }.run());
    }
    Json(outcome).into_response()
}

/// An answer to be started.
struct Started {
    at: Place,
    number: usize,
    behaviour: Behaviour,
    trouble: Option<Mood>,
}

/// Takes a message or refuses it, as the mood wants.
fn take(book: &mut Book, params: MessageParams) -> (std::io::Result<Value>, Option<Started>) {
    let MessageParams { conversation, project, mode, text, mention, attachments, behaviour, mut details } = params;
    let known = conversation.as_deref().and_then(|id| book.conversation(id));
    let (sent, is_full) = known.map_or((0, false), |known| (known.turns.len(), known.is_full));
    let mood = book.due_mood(&behaviour, sent);
    let is_long = text.chars().count() > behaviour.max_message;
    let refusal = match mood {
        _ if is_full => Some(Mood::MaxLength),
        _ if is_long => Some(Mood::MessageTooLong),
        Some(
            refusal @ (Mood::TooManyRequests
            | Mood::PlanLimit
            | Mood::MessageTooLong
            | Mood::MaxLength
            | Mood::Login
            | Mood::HumanCheck
            | Mood::LostSend),
        ) => Some(refusal),
        _ => None,
    };
    if let Some(refusal) = refusal {
        if let Some(known) = conversation.as_deref().and_then(|id| book.conversation_mut(id)) {
            known.is_full |= refusal == Mood::MaxLength;
        }
        let noted = book.record.event("refused", &json!({"mood": refusal, "text": text, "details": details}));
        return (noted.map(|()| json!({"refused": refusal})), None);
    }
    let id = match conversation {
        Some(id) => id,
        None => book.open(project, &text),
    };
    if let Some(fields) = details.as_object_mut() {
        fields.insert("mention".to_owned(), json!(mention));
        fields.insert("attachments".to_owned(), json!(attachments));
    }
    let arrival = Arrival { conversation: &id, text: &text, mode, meant_for: behaviour.meant_for, details: &details };
    let number = match book.record.message(arrival) {
        Ok(number) => number,
        Err(error) => return (Err(error), None),
    };
    let key = book.uuid();
    if let Some(known) = book.conversation_mut(&id) {
        known.has_connector |= mention.is_some();
        known.notice = mood.filter(|mood| *mood == Mood::ModelFallback).or(known.notice);
    }
    let user = UserMessage { text, mention, attachments, mode, at_ms: clock::now_ms() };
    let Some(at) = book.add(&id, Turn { key, user, answer: Answer::default(), version: 0 }) else {
        return (Ok(json!({"missing": id})), None);
    };
    let path = book.conversation(&id).map(super::conversation::Conversation::path);
    let is_silent = mood == Some(Mood::SilentDelivery);
    let dialog = mood.filter(|mood| *mood == Mood::UnknownModal);
    let outcome = json!({
        "conversation": id, "path": path, "transient": format!("WEB:{}", book.uuid()), "turn": at.turn,
        "is_silent": is_silent, "dialog": dialog,
    });
    (Ok(outcome), Some(Started { at, number, behaviour, trouble: mood }))
}

/// What is done to a turn: `stop`, `retry`, `continue`, `choose`, `permit`, `answer-now`.
async fn act(
    State(shared): State<Shared>,
    Path((conversation, turn, action)): Path<(String, usize, String)>,
    Json(params): Json<Value>,
) -> Response {
    let hall = shared.hall;
    let at = Place { conversation, turn };
    let behaviour = serde_json::from_value(params["behaviour"].clone()).ok();
    let behaviour: Behaviour = behaviour.unwrap_or_else(|| hall.book().behaviour.clone());
    let noted = json!({"conversation": at.conversation, "turn": at.turn, "what": params["what"]});
    if let Err(error) = hall.book().record.event(&action, &noted) {
        return failed(&error);
    }
    let changed = hall.change_turn(&at, |turn| change(turn, &action, &params["what"]));
    let answering = Answering { hall, number: at.turn + 1, at, behaviour, trouble: None };
    match changed {
        Some(Some(Next::Nothing)) => {}
        Some(Some(Next::Answer)) => drop(tokio::spawn(answering.run())),
        Some(Some(Next::GoOn)) => drop(tokio::spawn(answering.go_on())),
        Some(None) => return (StatusCode::CONFLICT, Json(json!({"action": action}))).into_response(),
        None => return StatusCode::NOT_FOUND.into_response(),
    }
    Json(json!({})).into_response()
}

/// What an action makes of the answer.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    Nothing,
    Answer,
    GoOn,
}

/// Carries out an action where the answer's phase allows it.
fn change(turn: &mut Turn, action: &str, what: &Value) -> Option<Next> {
    let answer = &mut turn.answer;
    match (action, answer.phase) {
        ("stop", Phase::Waiting | Phase::Thinking | Phase::Streaming | Phase::Settling) => {
            answer.is_stopped = true;
            Some(Next::Nothing)
        }
        ("answer-now", Phase::Thinking) => {
            answer.is_hurried = true;
            Some(Next::Nothing)
        }
        ("retry" | "use-work", Phase::Failed) | ("retry", Phase::Done) => {
            answer.restart();
            Some(Next::Answer)
        }
        ("continue", Phase::Cut) => Some(Next::GoOn),
        ("choose", Phase::Choice) => {
            let second = answer.alternative.take();
            if what == 2 {
                answer.text = second.unwrap_or_default();
            }
            answer.phase = Phase::Done;
            Some(Next::Nothing)
        }
        ("permit", Phase::Permission) => {
            answer.permission = Some(what != "deny");
            Some(Next::Nothing)
        }
        _ => None,
    }
}

/// Anything the page tells of itself: text in another box, what is shown, when.
async fn note(State(shared): State<Shared>, Json(params): Json<Value>) -> Response {
    let event = params["event"].as_str().unwrap_or("unknown");
    match shared.hall.book().record.event(event, &params["details"]) {
        Ok(()) => Json(json!({})).into_response(),
        Err(error) => failed(&error),
    }
}

async fn state(State(shared): State<Shared>) -> Json<Value> {
    Json(shared.hall.book().state())
}

/// The messages of the conversation `?id=`, or of the one that was written to last.
async fn messages(State(shared): State<Shared>, uri: Uri) -> Response {
    let id = uri.query().and_then(|query| query.strip_prefix("id="));
    match shared.hall.book().messages(id) {
        Some(messages) => Json(messages).into_response(),
        None => (StatusCode::NOT_FOUND, Json(json!({"id": id}))).into_response(),
    }
}

/// Changes switches for pages that are opened from now on.
async fn set_behaviour(State(shared): State<Shared>, Json(params): Json<Map<String, Value>>) -> Response {
    let mut book = shared.hall.book();
    let mut behaviour = book.behaviour.clone();
    for (name, value) in &params {
        if let Err(error) = behaviour.set(name, value) {
            return (StatusCode::BAD_REQUEST, Json(json!({"error": error.to_string()}))).into_response();
        }
    }
    book.behaviour = behaviour;
    Json(json!(book.behaviour)).into_response()
}

/// Hands in the next answers, in order.
async fn prepare(State(shared): State<Shared>, Json(answers): Json<Vec<String>>) -> Json<Value> {
    for answer in answers {
        shared.hall.thinker.prepare(answer);
    }
    Json(json!({}))
}

/// A conversation that was had before.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SeedParams {
    /// Its id; a fresh one where none is given.
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    project: Option<String>,
    /// Pairs of message and answer.
    turns: Vec<(String, String)>,
}

async fn seed(State(shared): State<Shared>, Json(params): Json<SeedParams>) -> Json<Value> {
    let path = shared.hall.change(|book| {
        let first = params.turns.first().map_or("", |(message, _)| message.as_str());
        let id = params.id.unwrap_or_else(|| book.uuid());
        book.open_as(id.clone(), params.project, first);
        for (text, answer) in &params.turns {
            let user = UserMessage {
                text: text.clone(),
                mention: None,
                attachments: Vec::new(),
                mode: Mode::default(),
                at_ms: clock::now_ms(),
            };
            let turn = Turn { key: book.uuid(), user, answer: Answer::complete(answer), version: 0 };
            let _place = book.add(&id, turn);
        }
        book.conversation(&id).map(|known| json!({"id": known.id, "path": known.path()}))
    });
    Json(json!(path))
}

/// A link that is followed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeadParams {
    to: String,
}

/// Has every page that shows a conversation now follow a link, as when the person presses one.
async fn lead(State(shared): State<Shared>, Json(params): Json<LeadParams>) -> Json<Value> {
    shared.hall.change(|book| book.lead(&params.to));
    Json(json!({}))
}

fn failed(error: &std::io::Error) -> Response {
    let said = json!({"error": format!("the log cannot be written: {error}")});
    (StatusCode::INTERNAL_SERVER_ERROR, Json(said)).into_response()
}

#[cfg(test)]
mod tests;
