//! What is asked of a session, and what a session is begun with.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use c2c_ipc::CommandAnswer;
use c2c_ipc::app::{
    CarrierChoice, ChatChoice, CommandParams, Reason, SandboxChoice, SessionCommand, StartParams as StartCall,
    StartedView,
};
use c2c_orchestrator::{Command, Machine, PauseReason, Phase};
use c2c_ports::{Sandbox, Window};
use c2c_store::{Carrier, Listed, Session, SessionDriver, SessionStatus};

use super::standing::Owner;
use super::{Host, beside, blocking, checks, rows, workspaces};
use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::place::{Place, require_folder};
use crate::settings::MOST_ITERATIONS;
use crate::verbs::{Chat, StartParams, commands, run, undo};

/// The longest answer, in bytes.
const LONGEST_REPLY: usize = 16 << 20;
/// The longest reason against a plan, in bytes.
const LONGEST_REASON: usize = 16 << 10;
/// The longest address, in bytes.
const LONGEST_ADDRESS: usize = 2048;
/// How long a session may take to be given back before it goes on another way.
const GIVING_BACK: Duration = Duration::from_secs(10);

/// Begins a session, which runs in this process.
pub(super) async fn start(host: &Arc<Host>, call: StartCall) -> Result<StartedView, ApiError> {
    host.require_open()?;
    let (root, params) = checked(call)?;
    let app = Arc::clone(host.app());
    let (place, ready) = beside(move || async move {
        let place = Place::open(&app, &root)?;
        let ready = run::begin(&app, &place, &params, true).await?;
        Ok((place, ready))
    })
    .await?;
    let session = ready.session.id.to_string();
    host.runs.begin(&host.app, place, ready, &host.run, true);
    Ok(StartedView { session })
}

fn checked(call: StartCall) -> Result<(std::path::PathBuf, StartParams), ApiError> {
    checks::goal(&call.goal)?;
    if let Some(number) = call.max_iterations {
        checks::within("max_iterations", u64::from(number), 1, u64::from(MOST_ITERATIONS))?;
    }
    if let ChatChoice::At { url } | ChatChoice::InProject { url } = &call.chat {
        checks::at_most("url", url.len(), LONGEST_ADDRESS)?;
    }
    let params = StartParams {
        goal: call.goal,
        carrier: match call.carrier {
            CarrierChoice::Window => Carrier::Window,
            CarrierChoice::Manual => Carrier::Manual,
        },
        approval: call.approval.map(workspaces::approval_mode),
        max_iterations: call.max_iterations,
        sandbox: call.sandbox.map(|sandbox| match sandbox {
            SandboxChoice::ReadOnly => Sandbox::ReadOnly,
            SandboxChoice::WorkspaceWrite => Sandbox::WorkspaceWrite,
            SandboxChoice::DangerFullAccess => Sandbox::DangerFullAccess,
        }),
        chat: match call.chat {
            ChatChoice::Current {} => Chat::Current,
            ChatChoice::New {} => Chat::New,
            ChatChoice::At { url } => Chat::At { url },
            ChatChoice::InProject { url } => Chat::InProject { url },
        },
    };
    Ok((checks::root(&call.root)?, params))
}

/// Asks something of a session. Where nobody runs it, what needs the loop makes this process run it.
pub(super) async fn command(host: &Arc<Host>, params: CommandParams) -> Result<CommandAnswer, ApiError> {
    let CommandParams { session: id, command } = params;
    let app = Arc::clone(host.app());
    let listed = blocking(move || checks::session(&app, &id)).await?;
    if let SessionCommand::Undo { iteration } = command {
        return take_back(host, listed, iteration).await;
    }
    if listed.session.ended_at_ms.is_some() {
        let text = format!("the session `{}` has ended", listed.session.task_id);
        return Err(ApiError::new(ErrorKind::Precondition, text).reason(Reason::SessionEnded));
    }
    if listed.session.driver == SessionDriver::Codex {
        if command == (SessionCommand::Stop {}) {
            let app = Arc::clone(host.app());
            return blocking(move || commands::end_foreign(&app, listed.session)).await;
        }
        let text = format!("the session `{}` is driven by Codex itself, not by C2C", listed.session.task_id);
        return Err(ApiError::new(ErrorKind::Precondition, text).reason(Reason::SessionForeign));
    }
    match command {
        SessionCommand::Pause {} => now(host, listed, "pause", Command::Pause).await,
        SessionCommand::Stop {} => now(host, listed, "stop", Command::Stop).await,
        SessionCommand::Continue { by_hand } => go_on(host, listed, by_hand).await,
        SessionCommand::Approve { plan } => tell(host, listed, "approve", Command::Approve { plan: Some(plan) }).await,
        SessionCommand::Handoff {} => tell(host, listed, "handoff", Command::Handoff).await,
        SessionCommand::Reject { plan, reason } => {
            checks::at_most("reason", reason.len(), LONGEST_REASON)?;
            commands::check_rejection(&reason)?;
            tell(host, listed, "reject", Command::Reject { plan: Some(plan), reason }).await
        }
        SessionCommand::Reply { text } => {
            checks::at_most("text", text.len(), LONGEST_REPLY).map_err(|error| error.reason(Reason::ReplyTooLong))?;
            let (app, session) = (Arc::clone(host.app()), listed.session.clone());
            let text = blocking(move || commands::check_reply(&app, &session, &text).map(|()| text)).await?;
            tell(host, listed, "reply", Command::Reply { text, tool_calls: 0 }).await
        }
        // Answered above.
        SessionCommand::Undo { .. } => Err(checks::invalid("`undo` is no command of the loop")),
    }
}

/// What can be done at once also where nobody runs the session, and where its folder is gone.
async fn now(host: &Host, listed: Listed, name: &'static str, command: Command) -> Result<CommandAnswer, ApiError> {
    let app = Arc::clone(host.app());
    beside(move || async move { commands::give(&app, &listed.session, Path::new(&listed.root), name, &command).await })
        .await
}

/// What needs the loop. The command is written first: an answer belongs to the message that was open, and not to one
/// that going on would send.
async fn tell(
    host: &Arc<Host>,
    listed: Listed,
    name: &'static str,
    command: Command,
) -> Result<CommandAnswer, ApiError> {
    let app = Arc::clone(host.app());
    let payload = commands::payload(&command)?;
    let asked = listed.session.id.clone();
    let found = {
        let (app, listed) = (Arc::clone(&app), listed.clone());
        blocking(move || state(&app, &listed)).await?
    };
    require_folder(Path::new(&listed.root))?;
    let prepared = match found.0 {
        Owner::Nobody => Some(prepare(host, &listed, listed.session.carrier).await?),
        Owner::Here | Owner::Elsewhere => None,
    };
    let row = {
        let (app, id) = (Arc::clone(&app), asked.clone());
        blocking(move || Ok(app.store().write(|tx| tx.add_command(&id, name, &payload))?)).await?
    };
    if let Some(prepared) = prepared {
        let held = found.1.and_then(|machine| machine.paused);
        let goes_on = matches!(held, Some(PauseReason::Person | PauseReason::Interrupted));
        run_here(host, &listed.session, prepared, goes_on).await?;
    }
    beside(move || async move { commands::answered(&app, &asked, name, &row).await }).await
}

/// Goes on with a session: here when nobody runs it, otherwise its owner is asked.
async fn go_on(host: &Arc<Host>, listed: Listed, by_hand: bool) -> Result<CommandAnswer, ApiError> {
    require_folder(Path::new(&listed.root))?;
    let found = {
        let (app, listed) = (Arc::clone(host.app()), listed.clone());
        blocking(move || state(&app, &listed)).await?
    };
    let (mut owner, machine) = found;
    let carrier = if by_hand { Carrier::Manual } else { listed.session.carrier };
    if carrier != listed.session.carrier && owner != Owner::Nobody {
        let rests = machine
            .as_ref()
            .is_some_and(|machine| machine.paused.is_some() || matches!(machine.phase, Phase::Blocked { .. }));
        give_back(host, &listed.session, owner, rests).await?;
        owner = Owner::Nobody;
    }
    if owner != Owner::Nobody {
        return now(host, listed, "continue", Command::Continue).await;
    }
    let prepared = prepare(host, &listed, carrier).await?;
    run_here(host, &listed.session, prepared, true).await?;
    // A session that waits for the person's answer is not paused: that none comes is a command of its own.
    let is_blocked =
        machine.is_some_and(|machine| machine.paused.is_none() && matches!(machine.phase, Phase::Blocked { .. }));
    if is_blocked {
        return now(host, listed, "continue", Command::Continue).await;
    }
    let text = commands::usual_text("continue").to_owned();
    Ok(commands::answer(&listed.session.id, "continue", "done", SessionStatus::Active, text))
}

/// Ends the run of a session in this process, so that it can go on another way.
async fn give_back(host: &Host, session: &Session, owner: Owner, rests: bool) -> Result<(), ApiError> {
    if owner == Owner::Elsewhere {
        return Err(ApiError::new(ErrorKind::Conflict, "another process runs the session and carries its messages")
            .reason(Reason::SessionElsewhere));
    }
    if !rests {
        return Err(ApiError::new(ErrorKind::Precondition, "the session is not paused").reason(Reason::NotPaused));
    }
    if host.runs.end(&session.id, GIVING_BACK).await {
        return Ok(());
    }
    Err(ApiError::new(ErrorKind::Unavailable, "the session is in the middle of something").reason(Reason::SessionBusy))
}

/// Who runs a session, and its loop's state.
fn state(app: &App, listed: &Listed) -> Result<(Owner, Option<Machine>), ApiError> {
    let state = app.store().read(|tx| tx.state(&listed.session.id))?;
    let machine = state.and_then(|state| serde_json::from_value(state).ok());
    Ok((rows::owner(app, listed)?, machine))
}

/// What must be right before a session can run here.
struct Prepared {
    place: Place,
    window: Arc<dyn Window>,
    carrier: Carrier,
}

async fn prepare(host: &Host, listed: &Listed, carrier: Carrier) -> Result<Prepared, ApiError> {
    host.require_open()?;
    let (app, root) = (Arc::clone(host.app()), listed.root.clone());
    beside(move || async move {
        let place = Place::open(&app, Path::new(&root))?;
        let window = run::carrying(&app, carrier)?;
        run::ready(&app, &place).await?;
        Ok(Prepared { place, window, carrier })
    })
    .await
}

async fn run_here(host: &Arc<Host>, session: &Session, prepared: Prepared, goes_on: bool) -> Result<(), ApiError> {
    let Prepared { place, window, carrier } = prepared;
    let (app, session) = (Arc::clone(host.app()), session.clone());
    let taken = blocking(move || run::take_up(&app, &session, window, carrier, true)).await;
    match taken {
        Ok(ready) => host.runs.begin(&host.app, place, ready, &host.run, goes_on),
        // Somebody was faster, and answers.
        Err(error) if error.reason == Some(Reason::SessionElsewhere) => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Takes up a session that the app ran, or that it is handed. What had been interrupted goes on; what waits for the
/// person, or for a time, waits on.
pub(super) async fn again(host: &Arc<Host>, session: Session) -> Result<(), ApiError> {
    let app = Arc::clone(host.app());
    let (prepared, session, goes_on) = blocking(move || {
        let listed = checks::session(&app, session.id.as_str())?;
        let (_, machine) = state(&app, &listed)?;
        let place = Place::open(&app, Path::new(&listed.root))?;
        let window = run::carrying(&app, session.carrier)?;
        let was_interrupted = machine.is_some_and(|machine| machine.paused == Some(PauseReason::Interrupted));
        Ok((Prepared { place, window, carrier: session.carrier }, session, was_interrupted))
    })
    .await?;
    run_here(host, &session, prepared, goes_on).await
}

async fn take_back(host: &Host, listed: Listed, iteration: u32) -> Result<CommandAnswer, ApiError> {
    if !listed.is_last {
        let text = "only the workspace's last session can be taken back";
        return Err(ApiError::new(ErrorKind::Precondition, text).reason(Reason::SessionEnded));
    }
    let app = Arc::clone(host.app());
    beside(move || async move {
        let place = Place::open(&app, Path::new(&listed.root))?;
        let session = &listed.session;
        undo::of_session(&app, place.root(), session, Some(iteration)).await?;
        let status = app.store().read(|tx| tx.session(&session.id))?.map_or(session.status, |session| session.status);
        let text = commands::usual_text("undo").to_owned();
        Ok(commands::answer(&session.id, "undo", "done", status, text))
    })
    .await
}
