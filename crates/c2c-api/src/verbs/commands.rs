//! What a person asks of a session that runs elsewhere: a command row, answered by its owner.
//!
//! With no live owner, pausing and stopping are done here at once, with the session's lease; the
//! others need the loop and wait in their rows for `c2c continue`. All that is needed of the workspace is its row: its
//! folder may be gone.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use c2c_ipc::CommandAnswer;
use c2c_ipc::app::Reason;
use c2c_orchestrator::{Command, CommandAnswer as OwnerAnswer, Machine};
use c2c_ports::SessionId;
use c2c_store::{Acquired, CommandRow, Lease, LeaseKind, Session, SessionDriver, SessionStatus, Workspace};
use serde_json::Value;

use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::leases;
use crate::verbs::{echo, run};

/// How often the row is looked at.
const POLL: Duration = Duration::from_millis(100);
/// How long an owner may take. It looks every 200 ms, and between two effects at the latest.
const OWNER_TIME: Duration = Duration::from_secs(30);

/// Pauses the session.
///
/// # Errors
/// `NotFound` without a session, `Precondition` when it does not fit.
pub async fn pause(app: &Arc<App>, workspace: &Workspace) -> Result<CommandAnswer, ApiError> {
    send(app, workspace, "pause", Command::Pause).await
}

/// Ends the session for good.
///
/// # Errors
/// `NotFound` without a session, `Precondition` when it does not fit.
pub async fn stop(app: &Arc<App>, workspace: &Workspace) -> Result<CommandAnswer, ApiError> {
    let session = open_session(app, workspace)?;
    if session.driver == SessionDriver::Codex {
        return end_foreign(app, session);
    }
    send(app, workspace, "stop", Command::Stop).await
}

/// Brings an answer: ChatGPT's, or the person's own while the session is blocked.
///
/// # Errors
/// `NotFound` without a session, `User` for an empty text and for a message of C2C's own, `Precondition` for what
/// is not the answer that is awaited. Nothing is taken then.
pub async fn reply(app: &Arc<App>, workspace: &Workspace, text: &str) -> Result<CommandAnswer, ApiError> {
    let session = driven_session(app, workspace)?;
    check_reply(app, &session, text)?;
    send(app, workspace, "reply", Command::Reply { text: text.to_owned(), tool_calls: 0 }).await
}

/// Approves the plan that waits.
///
/// # Errors
/// `NotFound` without a session, `Precondition` when no plan waits.
pub async fn approve(app: &Arc<App>, workspace: &Workspace) -> Result<CommandAnswer, ApiError> {
    let plan = waiting_plan(app, &driven_session(app, workspace)?)?;
    send(app, workspace, "approve", Command::Approve { plan }).await
}

/// Rejects the plan that waits. ChatGPT is told `reason`.
///
/// # Errors
/// `User` for an empty reason, `NotFound` without a session, `Precondition` when no plan waits.
pub async fn reject(app: &Arc<App>, workspace: &Workspace, reason: &str) -> Result<CommandAnswer, ApiError> {
    check_rejection(reason)?;
    let plan = waiting_plan(app, &driven_session(app, workspace)?)?;
    send(app, workspace, "reject", Command::Reject { plan, reason: reason.to_owned() }).await
}

/// Moves the task to a new conversation.
///
/// # Errors
/// `NotFound` without a session, `Precondition` when it does not fit.
pub async fn handoff(app: &Arc<App>, workspace: &Workspace) -> Result<CommandAnswer, ApiError> {
    send(app, workspace, "handoff", Command::Handoff).await
}

/// Whether a text can be the answer that is awaited now. Looked at before it is given to the loop: what nobody runs
/// would take it later, when the person is gone. The loop looks again.
pub(crate) fn check_reply(app: &App, session: &Session, text: &str) -> Result<(), ApiError> {
    if text.trim().is_empty() {
        return Err(ApiError::new(ErrorKind::User, "the answer is empty")
            .reason(Reason::ReplyEmpty)
            .hint("copy ChatGPT's whole answer and give it with `c2c reply --file FILE`, or through standard input"));
    }
    echo::check(app, session, text)?;
    match machine(app, session)?.and_then(|machine| machine.misfit(text)) {
        Some(refusal) => Err(refused(refusal.into())),
        None => Ok(()),
    }
}

/// The plan that there is now, which is the one that the person answers; 0, which is the number of none that comes
/// later, where there is none.
fn waiting_plan(app: &App, session: &Session) -> Result<Option<u32>, ApiError> {
    let plan = machine(app, session)?.and_then(|machine| machine.plan);
    Ok(Some(plan.map_or(0, |plan| plan.number)))
}

fn machine(app: &App, session: &Session) -> Result<Option<Machine>, ApiError> {
    let state = app.store().read(|tx| tx.state(&session.id))?;
    Ok(state.and_then(|state| serde_json::from_value(state).ok()))
}

/// What the loop refused.
fn refused(told: OwnerAnswer) -> ApiError {
    let mut error = ApiError::new(ErrorKind::Precondition, told.message);
    error.reason = told.code.parse().ok();
    if told.hint.is_empty() { error } else { error.hint(told.hint) }
}

/// Whether a rejection says why.
pub(crate) fn check_rejection(reason: &str) -> Result<(), ApiError> {
    if reason.trim().is_empty() {
        return Err(ApiError::new(ErrorKind::User, "a rejection needs a reason")
            .reason(Reason::RejectionEmpty)
            .hint("say what ChatGPT should plan instead: `c2c reject \"…\"`"));
    }
    Ok(())
}

/// Whether there is a session that an answer can be brought to: worth knowing before one is read.
///
/// # Errors
/// `NotFound` without a session, `Precondition` when Codex drives it itself.
pub fn awaits_answers(app: &App, workspace: &Workspace) -> Result<(), ApiError> {
    driven_session(app, workspace).map(|_| ())
}

/// The workspace's open session.
pub(crate) fn open_session(app: &App, workspace: &Workspace) -> Result<Session, ApiError> {
    app.store().read(|tx| tx.open_session(&workspace.id))?.ok_or_else(|| {
        ApiError::new(ErrorKind::NotFound, format!("there is no session in `{}`", workspace.root))
            .hint(if app.adapters().window.is_some() {
                "begin one with `c2c start --goal \"…\"`"
            } else {
                "begin one with `c2c start --goal \"…\" --manual`"
            })
            .hint("or name another project folder with `-w FOLDER`")
            .reason(Reason::NoSession)
    })
}

/// As [`open_session`], and C2C drives it.
pub(crate) fn driven_session(app: &App, workspace: &Workspace) -> Result<Session, ApiError> {
    let session = open_session(app, workspace)?;
    if session.driver == SessionDriver::Codex {
        return Err(ApiError::new(
            ErrorKind::Precondition,
            format!("the session `{}` is driven by Codex itself, not by C2C", session.task_id),
        )
        .hint("look at it with `c2c session get`, end it with `c2c session clear`")
        .reason(Reason::SessionForeign));
    }
    Ok(session)
}

/// A session that Codex drives has no owner to ask.
pub(crate) fn end_foreign(app: &App, mut session: Session) -> Result<CommandAnswer, ApiError> {
    session.status = SessionStatus::Stopped;
    session.ended_at_ms = Some(app.now_ms());
    app.store().write(|tx| tx.update_session(&session))?;
    Ok(answer(&session.id, "stop", "done", session.status, "The session is stopped.".to_owned()))
}

async fn send(app: &Arc<App>, workspace: &Workspace, name: &str, command: Command) -> Result<CommandAnswer, ApiError> {
    let session = driven_session(app, workspace)?;
    give(app, &session, Path::new(&workspace.root), name, &command).await
}

/// Gives a command to a session that C2C drives in the workspace at `root`, which may be gone: to whoever runs it, or
/// where nobody does and it can be done at once, here.
pub(crate) async fn give(
    app: &Arc<App>,
    session: &Session,
    root: &Path,
    name: &str,
    command: &Command,
) -> Result<CommandAnswer, ApiError> {
    if leases::owner(app, &session.id)?.is_none() && matches!(command, Command::Pause | Command::Stop) {
        // Somebody may have taken it meanwhile; then it is theirs to do.
        let taken = leases::acquire(app, LeaseKind::Session, session.id.as_str(), None)?;
        if let Acquired::Yes(lease) = taken {
            let done = apply(app, root, session, lease.clone(), name, command.clone()).await;
            leases::release(app, &lease);
            return done;
        }
    }
    ask(app, &session.id, name, &payload(command)?).await
}

/// A command as its row holds it.
pub(crate) fn payload(command: &Command) -> Result<Value, ApiError> {
    serde_json::to_value(command)
        .map_err(|error| ApiError::new(ErrorKind::Internal, "the command cannot be written").because(error))
}

/// Does it here, as the owner for a moment.
async fn apply(
    app: &Arc<App>,
    root: &Path,
    session: &Session,
    lease: Lease,
    name: &str,
    command: Command,
) -> Result<CommandAnswer, ApiError> {
    // Nothing is sent here, so any carrier will do.
    let manual = Arc::clone(&app.adapters().manual);
    let mut driver = run::driver(app, root, session, lease, manual, run::nobody())?;
    let told = driver.command_only(command).await?;
    let status = app.store().read(|tx| tx.session(&session.id))?.map_or(session.status, |session| session.status);
    accepted(&session.id, name, told, status)
}

/// Writes the row and waits for its owner's answer.
pub(crate) async fn ask(
    app: &App,
    session: &SessionId,
    name: &str,
    payload: &Value,
) -> Result<CommandAnswer, ApiError> {
    let row = app.store().write(|tx| tx.add_command(session, name, payload))?;
    answered(app, session, name, &row).await
}

/// Waits for the answer to a row.
pub(crate) async fn answered(
    app: &App,
    session: &SessionId,
    name: &str,
    row: &CommandRow,
) -> Result<CommandAnswer, ApiError> {
    let deadline = tokio::time::Instant::now() + OWNER_TIME;
    loop {
        let (asked, status) = app.store().read(|tx| {
            let status = tx.session(session)?.map(|session| session.status);
            Ok((tx.command(row.id)?, status))
        })?;
        let status = status.unwrap_or(SessionStatus::Active);
        if let Some(told) = asked.and_then(|row| row.answer) {
            let told: OwnerAnswer = serde_json::from_value(told).map_err(|error| {
                ApiError::new(ErrorKind::Internal, "the owner's answer cannot be read").because(error)
            })?;
            return accepted(session, name, told, status);
        }
        let owner = leases::owner(app, session)?;
        if owner.is_none() {
            return Ok(queued(session, name, status));
        }
        if tokio::time::Instant::now() >= deadline {
            let text = format!("The process that runs the session has not answered yet; `{name}` waits for it.");
            return Ok(answer(session, name, "queued", status, text));
        }
        tokio::time::sleep(POLL).await;
    }
}

fn accepted(
    session: &SessionId,
    name: &str,
    told: OwnerAnswer,
    status: SessionStatus,
) -> Result<CommandAnswer, ApiError> {
    if !told.accepted {
        return Err(refused(told));
    }
    let text = if told.message.is_empty() { usual_text(name).to_owned() } else { told.message };
    Ok(answer(session, name, "done", status, text))
}

fn queued(session: &SessionId, name: &str, status: SessionStatus) -> CommandAnswer {
    let text = format!("Nobody runs the session at the moment; `{name}` waits for it.");
    let mut answer = answer(session, name, "queued", status, text);
    answer.hints.push("go on with `c2c continue`".to_owned());
    answer
}

pub(crate) fn answer(
    session: &SessionId,
    name: &str,
    outcome: &str,
    status: SessionStatus,
    text: String,
) -> CommandAnswer {
    CommandAnswer {
        session: session.to_string(),
        command: name.to_owned(),
        outcome: outcome.to_owned(),
        status: status.as_str().to_owned(),
        text,
        hints: Vec::new(),
    }
}

pub(crate) fn usual_text(name: &str) -> &'static str {
    match name {
        "pause" => "The session is paused.",
        "continue" => "The session goes on.",
        "stop" => "The session is stopped.",
        "reply" => "The answer is taken.",
        "approve" => "The plan is approved.",
        "reject" => "The plan is rejected; ChatGPT is told why.",
        "handoff" => "The task moves to a new conversation.",
        "undo" => "The iteration is taken back.",
        _ => "Done.",
    }
}
