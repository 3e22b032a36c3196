//! Folders, and what a session in one would begin with.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use c2c_ipc::app::{
    ApprovalChoice, ChosenFolderView, KnownWorkspaceView, LookParams, LookView, PreviewParams, PreviewView, Reason,
    SandboxChoice, WorkspacesView,
};
use c2c_ports::Sandbox;
use c2c_protocol::{Init, TaskId, build};
use c2c_store::{ApprovalMode, ReadTx, StoreError};

use super::{checks, shape};
use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::place::Place;
use crate::verbs::{boot_prompt, run};

/// The folders that C2C knows, the one that was used last first.
pub(super) fn workspaces(app: &App) -> Result<WorkspacesView, ApiError> {
    let (known, open) = app.store().read(|tx| Ok((tx.workspaces()?, open(tx)?)))?;
    let known = known.into_iter().map(|workspace| KnownWorkspaceView {
        id: workspace.id.to_string(),
        name: workspace.name,
        taken_by: taken_by(&open, &workspace.root),
        is_repository: repository(Path::new(&workspace.root)).is_some(),
        root: workspace.root,
        last_used_at_ms: workspace.last_used_at_ms,
    });
    Ok(WorkspacesView { workspaces: known.collect() })
}

/// The roots of the folders with an open session, and its id.
fn open(tx: &ReadTx<'_>) -> Result<Vec<(String, String)>, StoreError> {
    let mut open = Vec::new();
    for workspace in tx.workspaces()? {
        if let Some(session) = tx.open_session(&workspace.id)? {
            open.push((workspace.root, session.id.to_string()));
        }
    }
    Ok(open)
}

/// The open session in the way of another one: the folder's own first, as [`run::require_no_session`] tells it.
fn taken_by(open: &[(String, String)], root: &str) -> Option<String> {
    let own = open.iter().find(|(other, _)| other == root);
    let nested = || {
        let root = Path::new(root);
        open.iter().find(|(other, _)| Path::new(other).starts_with(root) || root.starts_with(other))
    };
    own.or_else(nested).map(|(_, session)| session.clone())
}

/// The repository around a folder, told by its git folder.
fn repository(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| folder.join(".git").exists())
}

/// The repository around a folder that was chosen, or the folder itself.
pub(super) fn chosen(folder: Option<PathBuf>) -> Result<ChosenFolderView, ApiError> {
    let Some(folder) = folder else { return Ok(ChosenFolderView { root: None }) };
    let root = repository(&folder).map(Path::to_owned).unwrap_or(folder);
    let text = root.to_str().ok_or_else(|| {
        ApiError::new(ErrorKind::User, format!("the path `{}` is not UTF-8, which C2C cannot keep", root.display()))
            .reason(Reason::FolderNotText)
    })?;
    Ok(ChosenFolderView { root: Some(text.to_owned()) })
}

/// What ChatGPT would get from a tool of the connector.
pub(super) fn look(app: &App, params: &LookParams) -> Result<LookView, ApiError> {
    let root = checks::root(&params.root)?;
    Ok(crate::verbs::look(app, &root, &params.what, params.cursor.as_deref())?.parts().view())
}

/// What would be sent to begin a session. The folder is not noted.
pub(super) async fn preview(app: &Arc<App>, params: PreviewParams) -> Result<PreviewView, ApiError> {
    checks::goal(&params.goal)?;
    let root = checks::root(&params.root)?;
    let opened = Arc::clone(app);
    let (place, obstacle, taken_by) = super::blocking(move || {
        let place = Place::look(&opened, &root)?;
        let obstacle = place.require_repository(&opened).and_then(|()| run::require_no_session(&opened, &place));
        let taken_by = taken_by(&opened.store().read(open)?, &place.workspace.root);
        Ok((place, obstacle.err(), taken_by))
    })
    .await?;
    let problem = match obstacle {
        Some(error) => Some(error),
        None => app.adapters().executor.check().await.err().map(ApiError::from),
    };
    let view = view(app, &place, &params)?;
    Ok(PreviewView { problem: problem.as_ref().map(shape), taken_by, ..view })
}

fn view(app: &App, place: &Place, params: &PreviewParams) -> Result<PreviewView, ApiError> {
    let limits = place.limits();
    let boot_prompt = boot_prompt(app, place)?.text;
    let goal = Some(params.goal.clone()).filter(|goal| !goal.trim().is_empty());
    let init = goal.map(|goal| init(place, goal)).transpose()?;
    Ok(PreviewView {
        workspace_name: place.workspace.name.clone(),
        root: place.workspace.root.clone(),
        kind: place.detected.kind.clone(),
        init_bytes: init.as_ref().map_or(0, String::len) as u64,
        init,
        boot_prompt_bytes: boot_prompt.len() as u64,
        boot_prompt,
        approval: approval_choice(limits.approval),
        sandbox: match limits.sandbox {
            Sandbox::ReadOnly => SandboxChoice::ReadOnly,
            Sandbox::WorkspaceWrite => SandboxChoice::WorkspaceWrite,
            Sandbox::DangerFullAccess => SandboxChoice::DangerFullAccess,
        },
        max_iterations: limits.max_iterations,
        warnings: place.faults(&app.bad_settings()),
        problem: None,
        taken_by: None,
    })
}

/// INIT as it would be sent, for a task that is none.
fn init(place: &Place, goal: String) -> Result<String, ApiError> {
    let task = TaskId::from_random([0; 4]);
    Ok(build::init(&Init { task, goal, connector: place.workspace.connector_name.clone() }))
}

pub(super) fn approval_choice(mode: ApprovalMode) -> ApprovalChoice {
    match mode {
        ApprovalMode::First => ApprovalChoice::First,
        ApprovalMode::Every => ApprovalChoice::Every,
        ApprovalMode::Never => ApprovalChoice::Never,
    }
}

pub(super) fn approval_mode(choice: ApprovalChoice) -> ApprovalMode {
    match choice {
        ApprovalChoice::First => ApprovalMode::First,
        ApprovalChoice::Every => ApprovalMode::Every,
        ApprovalChoice::Never => ApprovalMode::Never,
    }
}
