//! Where a workspace's session stands.

use std::path::Path;

use c2c_ipc::StatusView;
use c2c_orchestrator::Machine;
use c2c_ports::Delivery;
use c2c_store::{Direction, Message, ReadTx, Session, SessionFilter, StoreError, Workspace};

use crate::app::App;
use crate::error::ApiError;
use crate::verbs::serve;
use crate::{leases, place, views};

/// The most iterations that are listed.
const MOST_ITERATIONS: u32 = 20;

/// The status of the workspace at `root`. A folder that C2C does not know yet has an empty one, and stays unknown.
///
/// # Errors
/// When the folder is no workspace, or the store cannot be read.
pub fn status(app: &App, root: &Path) -> Result<StatusView, ApiError> {
    let found = place::look(app, root)?;
    let mut view = StatusView {
        workspace_id: None,
        workspace_name: found.name,
        root: found.root,
        folder_missing: found.is_gone,
        session: None,
        conversation: None,
        checkpoint: None,
        attention: None,
        open_message: None,
        iterations: Vec::new(),
        queued_commands: Vec::new(),
        connector: None,
    };
    let Some(workspace) = found.known else {
        return Ok(view);
    };
    view.workspace_id = Some(workspace.id.to_string());
    view.connector = serve::served(app, Some(&workspace.id))?;
    let Some(session) = app.store().read(|tx| current_session(tx, &workspace))? else {
        view.conversation = app.store().read(|tx| tx.current_conversation(&workspace.id))?.map(views::conversation);
        return Ok(view);
    };
    let owner = leases::owner(app, &session.id)?;
    let run = leases::run_by(app, owner.as_ref())?;
    view.session = Some(views::session(&session, owner.as_ref(), run));
    app.store().read(|tx| {
        view.conversation = tx.current_conversation(&workspace.id)?.map(views::conversation);
        view.checkpoint = tx.checkpoint(&session.id)?.map(views::checkpoint);
        if session.ended_at_ms.is_none() {
            view.attention = machine(tx, &session)?.as_ref().and_then(|machine| views::attention(machine, run));
            view.open_message = open_message(tx, &session)?.map(views::message);
            let open = tx.open_commands(&session.id)?;
            view.queued_commands = open.into_iter().map(|command| command.kind).collect();
        }
        let outputs = tx.outputs(&workspace.id, Some(&session.task_id), 5 * MOST_ITERATIONS, None)?;
        let iterations = tx.iterations(&workspace.id, Some(&session.task_id), MOST_ITERATIONS)?;
        view.iterations = iterations.iter().map(|iteration| views::iteration(iteration, &outputs)).collect();
        Ok(())
    })?;
    Ok(view)
}

/// The loop's state; none for a session that Codex drives, or that this version cannot read.
fn machine(tx: &ReadTx<'_>, session: &Session) -> Result<Option<Machine>, StoreError> {
    Ok(tx.state(&session.id)?.and_then(|state| serde_json::from_value(state).ok()))
}

/// The session that is open, or the last one.
pub(crate) fn current_session(tx: &ReadTx<'_>, workspace: &Workspace) -> Result<Option<Session>, StoreError> {
    if let Some(session) = tx.open_session(&workspace.id)? {
        return Ok(Some(session));
    }
    let filter = SessionFilter { workspace_id: Some(workspace.id.clone()), ..SessionFilter::default() };
    Ok(tx.sessions(&filter, 1)?.into_iter().next())
}

/// The last message of the session, if it is ours, has been shown, and nobody answered it yet.
fn open_message(tx: &ReadTx<'_>, session: &Session) -> Result<Option<Message>, StoreError> {
    let last = tx.messages(&session.id)?.into_iter().next_back();
    Ok(last.filter(|message| message.direction == Direction::Out && message.delivery != Delivery::Intended))
}
