//! Taking an iteration back.

use std::path::Path;
use std::sync::Arc;

use c2c_ipc::UndoView;
use c2c_ipc::app::Reason;
use c2c_orchestrator::{UNDO_COMMAND, Undo};
use c2c_store::{Iteration, Session, SessionDriver};
use serde_json::json;

use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::place::Place;
use crate::verbs::{commands, status};
use crate::{leases, views};

/// Takes an iteration of the current or last session back: the one named, or the last one that was not
/// taken back. The owner of a running session does it itself, between two effects.
///
/// # Errors
/// `NotFound` without such an iteration, `Precondition` when it cannot be taken back; nothing is touched then.
pub async fn undo(app: &Arc<App>, place: &Place, number: Option<u32>) -> Result<UndoView, ApiError> {
    let session = app.store().read(|tx| status::current_session(tx, &place.workspace))?;
    let session = session.ok_or_else(|| nothing("there is no session here"))?;
    of_session(app, place.root(), &session, number).await
}

/// The same of one session, whose workspace is at `root`.
pub(crate) async fn of_session(
    app: &Arc<App>,
    root: &Path,
    session: &Session,
    number: Option<u32>,
) -> Result<UndoView, ApiError> {
    let workspace = &session.workspace_id;
    let iterations = app.store().read(|tx| tx.iterations_without_patch(workspace, &session.task_id, u32::MAX))?;
    let iteration = chosen(&iterations, number)?;
    let owned = session.driver == SessionDriver::Orchestrator && leases::owner(app, &session.id)?.is_some();
    if owned {
        let payload = json!({ "iteration": iteration.iteration });
        let answer = commands::ask(app, &session.id, UNDO_COMMAND, &payload).await?;
        if answer.outcome != "done" {
            return Err(ApiError::new(ErrorKind::Unavailable, answer.text).hint("run `c2c undo` again in a moment"));
        }
    } else {
        // Nobody may begin to run the session meanwhile.
        let lease = leases::acquire_session(app, &session.id)?;
        let done = here(app, root, iteration).await;
        leases::release(app, &lease);
        done?;
    }
    Ok(UndoView {
        task_id: iteration.task_id.clone(),
        iteration: iteration.iteration,
        paths: views::iteration(iteration, &[]).changed_files.into_iter().map(|file| file.path).collect(),
    })
}

fn chosen(iterations: &[Iteration], number: Option<u32>) -> Result<&Iteration, ApiError> {
    let found = match number {
        Some(number) => iterations.iter().find(|iteration| iteration.iteration == number),
        None => iterations.iter().find(|iteration| iteration.undone_at_ms.is_none()),
    };
    found.ok_or_else(|| match number {
        Some(number) => nothing(&format!("iteration {number} is not recorded")),
        None => nothing("there is no iteration to take back"),
    })
}

fn nothing(text: &str) -> ApiError {
    ApiError::new(ErrorKind::NotFound, text)
        .hint("see the recorded iterations with `c2c status`")
        .reason(Reason::NoIteration)
}

async fn here(app: &Arc<App>, root: &Path, iteration: &Iteration) -> Result<(), ApiError> {
    let (app, root, iteration) = (Arc::clone(app), root.to_owned(), iteration.clone());
    let done = tokio::task::spawn_blocking(move || {
        let undo = Undo {
            workspace_id: &iteration.workspace_id,
            root: &root,
            task_id: &iteration.task_id,
            iteration: iteration.iteration,
        };
        c2c_orchestrator::undo(app.store(), app.adapters().changes.as_ref(), &undo)
    });
    let answer =
        done.await.map_err(|error| ApiError::new(ErrorKind::Internal, "taking back broke off").because(error))??;
    if answer.accepted {
        return Ok(());
    }
    let mut error = ApiError::new(ErrorKind::Precondition, answer.message);
    error.reason = answer.code.parse().ok();
    if !answer.hint.is_empty() {
        error = error.hint(answer.hint);
    }
    Err(error)
}
