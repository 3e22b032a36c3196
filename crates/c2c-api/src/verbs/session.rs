//! What is kept about a session, and how a Codex session that drives the protocol itself keeps it.
//!
//! A session that C2C drives can be looked at here and never changed: its own state is finer, and two
//! writers would tear it.

use c2c_ipc::SessionView;
use c2c_ports::SessionId;
use c2c_protocol::{ProtocolState, TaskId};
use c2c_store::{
    Carrier, Checkpoint, ConversationMode, NewConversation, NewSession, Session, SessionDriver, SessionStatus,
    StoreError, WriteTx,
};

use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::place::Place;
use crate::verbs::chat::{conversation_url, project_url};
use crate::verbs::status;
use crate::{leases, views};

/// What to change. What is not given stays.
#[derive(Debug, Clone, Default)]
pub struct SessionSetParams {
    /// The conversation's address. Another one than is known begins a new conversation.
    pub url: Option<String>,
    /// The conversation's title.
    pub title: Option<String>,
    /// The task. Another one than is open ends that session and begins a new one.
    pub task: Option<String>,
    /// The iteration.
    pub iteration: Option<u32>,
    /// How conversations are grouped.
    pub mode: Option<ConversationMode>,
    /// The ChatGPT Project's address.
    pub project_url: Option<String>,
    /// The connector's name in ChatGPT.
    pub connector_name: Option<String>,
    /// The checkpoint's state.
    pub protocol_state: Option<String>,
    /// What is waited for.
    pub waiting_for: Option<String>,
    /// What is to be reached.
    pub goal: Option<String>,
    /// What is finished; a given list replaces the one that is kept.
    pub completed_subtasks: Option<Vec<String>>,
    /// What is known to be wrong; a given list replaces the one that is kept.
    pub known_issues: Option<Vec<String>>,
    /// What comes next.
    pub next_step: Option<String>,
    /// Whether the checkpoint is forgotten, after everything else.
    pub clear_checkpoint: bool,
}

impl SessionSetParams {
    fn is_empty(&self) -> bool {
        !self.names_conversation() && !self.names_session() && !self.clear_checkpoint
    }

    fn names_conversation(&self) -> bool {
        let texts = [&self.url, &self.title, &self.project_url, &self.connector_name];
        self.mode.is_some() || texts.iter().any(|text| text.is_some())
    }

    fn names_session(&self) -> bool {
        self.task.is_some() || self.iteration.is_some() || self.goal.is_some() || self.names_checkpoint()
    }

    fn names_checkpoint(&self) -> bool {
        let texts = [&self.protocol_state, &self.waiting_for, &self.goal, &self.next_step];
        let lists = [&self.completed_subtasks, &self.known_issues];
        texts.iter().any(|text| text.is_some()) || lists.iter().any(|list| list.is_some())
    }
}

/// What is kept about the workspace's session.
///
/// # Errors
/// When the store cannot be read.
pub fn session_get(app: &App, place: &Place) -> Result<SessionView, ApiError> {
    let session = app.store().read(|tx| status::current_session(tx, &place.workspace))?;
    let owner = session.as_ref().map(|session| leases::owner(app, &session.id)).transpose()?.flatten();
    let run = leases::run_by(app, owner.as_ref())?;
    Ok(app.store().read(|tx| {
        let checkpoint = session.as_ref().map(|session| tx.checkpoint(&session.id)).transpose()?.flatten();
        Ok(SessionView {
            workspace_id: place.workspace.id.to_string(),
            workspace_name: place.workspace.name.clone(),
            conversation: tx.current_conversation(&place.workspace.id)?.map(views::conversation),
            session: session.as_ref().map(|session| views::session(session, owner.as_ref(), run)),
            checkpoint: checkpoint.map(views::checkpoint),
        })
    })?)
}

/// Changes what is kept, making what is missing.
///
/// # Errors
/// `Conflict` when C2C drives the open session; `User` for a value that is none.
pub fn session_set(app: &App, place: &Place, params: &SessionSetParams) -> Result<SessionView, ApiError> {
    if params.is_empty() {
        return Err(ApiError::new(ErrorKind::User, "nothing to change is named").hint("see `c2c session set --help`"));
    }
    let origin = &app.settings().chatgpt_origin;
    let url = params.url.as_deref().map(|url| conversation_url(origin, url)).transpose()?;
    let project_url = params.project_url.as_deref().map(|url| project_url(origin, url)).transpose()?;
    let params = &SessionSetParams { url, project_url, ..params.clone() };
    let task = params.task.as_deref().map(str::parse::<TaskId>).transpose()?;
    let state = params.protocol_state.as_deref().map(protocol_state).transpose()?;
    let new_id = SessionId::from_random(c2c_os::random::bytes()?);
    let written = app.store().write(|tx| {
        let Some(open) = foreign_session(tx, place)? else { return Ok(None) };
        if params.names_conversation() {
            set_conversation(tx, place, params)?;
        }
        if params.names_session() {
            let session = session_for(tx, place, open, task.as_ref(), &new_id, params)?;
            set_session(app, tx, session, params, state)?;
        }
        if params.clear_checkpoint {
            let current = status::current_session(tx, &place.workspace)?;
            if let Some(session) = current.filter(|session| session.driver == SessionDriver::Codex) {
                tx.clear_checkpoint(&session.id)?;
            }
        }
        Ok(Some(()))
    })?;
    match written {
        Some(()) => session_get(app, place),
        None => Err(driven(app, place)?),
    }
}

/// Ends a session that Codex drives and forgets its checkpoint and the conversation.
///
/// # Errors
/// `Conflict` when C2C drives the open session.
pub fn session_clear(app: &App, place: &Place) -> Result<SessionView, ApiError> {
    let written = app.store().write(|tx| {
        let Some(open) = foreign_session(tx, place)? else { return Ok(None) };
        if let Some(session) = open {
            tx.clear_checkpoint(&session.id)?;
            end(app, tx, session, SessionStatus::Stopped)?;
        }
        tx.deactivate_conversation(&place.workspace.id)?;
        Ok(Some(()))
    })?;
    match written {
        Some(()) => session_get(app, place),
        None => Err(driven(app, place)?),
    }
}

/// The open session, if it is of our kind; the outer none says that C2C drives it.
#[expect(clippy::option_option, reason = "absent, or not ours: two different answers")]
pub(crate) fn foreign_session(tx: &WriteTx<'_>, place: &Place) -> Result<Option<Option<Session>>, StoreError> {
    let open = tx.open_session(&place.workspace.id)?;
    let driven = open.as_ref().is_some_and(|session| session.driver == SessionDriver::Orchestrator);
    Ok(if driven { None } else { Some(open) })
}

/// What is said when C2C drives the session.
pub(crate) fn driven(app: &App, place: &Place) -> Result<ApiError, ApiError> {
    let open = app.store().read(|tx| tx.open_session(&place.workspace.id))?;
    let task = open.map(|session| session.task_id).unwrap_or_default();
    Ok(ApiError::new(ErrorKind::Conflict, format!("C2C drives the session `{task}` itself"))
        .hint("look at it with `c2c session get`, end it with `c2c stop`"))
}

fn protocol_state(text: &str) -> Result<ProtocolState, ApiError> {
    text.parse().map_err(|error| {
        let names = ProtocolState::ALL.map(ProtocolState::as_str).join(", ");
        ApiError::new(ErrorKind::User, format!("{error}")).hint(format!("the values are {names}"))
    })
}

fn set_conversation(tx: &WriteTx<'_>, place: &Place, params: &SessionSetParams) -> Result<(), StoreError> {
    let current = tx.current_conversation(&place.workspace.id)?;
    let moved =
        |known: &c2c_store::Conversation| params.url.is_some() && known.url.is_some() && known.url != params.url;
    let mut conversation = match current {
        Some(known) if !moved(&known) => known,
        old => tx.new_conversation(&NewConversation {
            project_url: old.as_ref().and_then(|old| old.project_url.clone()),
            connector_name: old.as_ref().and_then(|old| old.connector_name.clone()),
            ..NewConversation::unknown(
                place.workspace.id.clone(),
                old.map_or(ConversationMode::LongChat, |old| old.mode),
            )
        })?,
    };
    conversation.mode = params.mode.unwrap_or(conversation.mode);
    for (kept, given) in [
        (&mut conversation.url, &params.url),
        (&mut conversation.title, &params.title),
        (&mut conversation.project_url, &params.project_url),
        (&mut conversation.connector_name, &params.connector_name),
    ] {
        if given.is_some() {
            kept.clone_from(given);
        }
    }
    tx.update_conversation(&conversation)
}

/// The session that is meant: the open one, or a new one for another task.
pub(crate) fn session_for(
    tx: &WriteTx<'_>,
    place: &Place,
    open: Option<Session>,
    task: Option<&TaskId>,
    new_id: &SessionId,
    params: &SessionSetParams,
) -> Result<Session, StoreError> {
    let same = |session: &Session| task.is_none_or(|task| task.as_str() == session.task_id);
    match open {
        Some(session) if same(&session) => return Ok(session),
        Some(mut session) => {
            session.status = SessionStatus::Stopped;
            session.ended_at_ms = Some(session.updated_at_ms);
            tx.update_session(&session)?;
        }
        None => {}
    }
    let task_id = task.map_or_else(|| format!("c2c_{}", &new_id.as_str()[4..12]), ToString::to_string);
    let conversation = tx.current_conversation(&place.workspace.id)?;
    let limits = place.limits();
    tx.create_session(&NewSession {
        id: new_id.clone(),
        workspace_id: place.workspace.id.clone(),
        conversation_id: conversation.map(|conversation| conversation.id),
        task_id,
        goal: params.goal.clone().unwrap_or_default(),
        driver: SessionDriver::Codex,
        carrier: Carrier::Manual,
        approval: limits.approval,
        sandbox: limits.sandbox,
        max_iterations: limits.max_iterations,
        reply_deadline_s: 0,
    })
}

fn set_session(
    app: &App,
    tx: &WriteTx<'_>,
    mut session: Session,
    params: &SessionSetParams,
    state: Option<ProtocolState>,
) -> Result<(), StoreError> {
    if let Some(goal) = &params.goal {
        session.goal.clone_from(goal);
    }
    session.iteration = params.iteration.unwrap_or(session.iteration);
    if params.names_checkpoint() {
        set_checkpoint(app, tx, &session, params, state)?;
    }
    match state {
        Some(ProtocolState::Done) => end(app, tx, session, SessionStatus::Done),
        Some(ProtocolState::Blocked) => {
            session.status = SessionStatus::Blocked;
            tx.update_session(&session)
        }
        Some(_) => {
            session.status = SessionStatus::Active;
            tx.update_session(&session)
        }
        None => tx.update_session(&session),
    }
}

fn end(app: &App, tx: &WriteTx<'_>, mut session: Session, status: SessionStatus) -> Result<(), StoreError> {
    session.status = status;
    session.ended_at_ms = Some(app.now_ms());
    tx.update_session(&session)
}

fn set_checkpoint(
    app: &App,
    tx: &WriteTx<'_>,
    session: &Session,
    params: &SessionSetParams,
    state: Option<ProtocolState>,
) -> Result<(), StoreError> {
    let kept = tx.checkpoint(&session.id)?;
    let mut checkpoint = kept.unwrap_or_else(|| Checkpoint {
        session_id: session.id.clone(),
        protocol_state: ProtocolState::Init.as_str().to_owned(),
        waiting_for: String::new(),
        goal: session.goal.clone(),
        completed_subtasks: Vec::new(),
        known_issues: Vec::new(),
        next_step: String::new(),
        iteration: session.iteration,
        updated_at_ms: 0,
    });
    if let Some(state) = state {
        state.as_str().clone_into(&mut checkpoint.protocol_state);
    }
    for (kept, given) in [
        (&mut checkpoint.waiting_for, &params.waiting_for),
        (&mut checkpoint.goal, &params.goal),
        (&mut checkpoint.next_step, &params.next_step),
    ] {
        if let Some(given) = given {
            kept.clone_from(given);
        }
    }
    for (kept, given) in [
        (&mut checkpoint.completed_subtasks, &params.completed_subtasks),
        (&mut checkpoint.known_issues, &params.known_issues),
    ] {
        if let Some(given) = given {
            kept.clone_from(given);
        }
    }
    checkpoint.iteration = session.iteration;
    checkpoint.updated_at_ms = app.now_ms();
    tx.set_checkpoint(&checkpoint)
}
