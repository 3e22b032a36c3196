//! What C2C knows about a workspace.

use c2c_ipc::{ProblemView, ScriptView, WorkspaceView};

use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::place::Place;
use crate::verbs::serve;

/// What is detected, and what is in force.
///
/// # Errors
/// When the store cannot be read.
pub fn workspace(app: &App, place: &Place) -> Result<WorkspaceView, ApiError> {
    let limits = place.limits();
    let detected = &place.detected;
    let script = |script: &c2c_workspace::detect::Script| ScriptView {
        name: script.name.clone(),
        command: script.command.clone(),
    };
    let problem = |(key, text): (String, String)| ProblemView { key, text };
    let waits = !place.loaded.held_back.is_empty();
    Ok(WorkspaceView {
        id: place.workspace.id.to_string(),
        name: place.workspace.name.clone(),
        root: place.workspace.root.clone(),
        kind: detected.kind.clone(),
        languages: detected.languages.clone(),
        frameworks: detected.frameworks.clone(),
        package_manager: detected.package_manager.clone(),
        scripts: detected.scripts.iter().map(script).collect(),
        connector_name: place.workspace.connector_name.clone(),
        connector_url: serve::served(app, Some(&place.workspace.id))?.and_then(|view| view.url),
        max_iterations: limits.max_iterations,
        approval: limits.approval.as_str().to_owned(),
        problems: place.problems().into_iter().map(problem).collect(),
        unaccepted_config: place.loaded.hash.clone().filter(|_| waits),
    })
}

/// Accepts what `.c2c.json` and `.c2cignore` loosen, by the hash of both files' content. From then on
/// it counts, until either file changes. Open the [`Place`] again to see it.
///
/// # Errors
/// `NotFound` when the workspace has neither file, `Conflict` when the content is another by now.
pub fn accept_config(app: &App, place: &Place, hash: &str) -> Result<(), ApiError> {
    let Some(current) = &place.loaded.hash else {
        return Err(ApiError::new(ErrorKind::NotFound, "the workspace has neither `.c2c.json` nor `.c2cignore`")
            .hint("there is nothing to accept"));
    };
    if current != hash {
        return Err(ApiError::new(
            ErrorKind::Conflict,
            format!("the content of the files has the hash `{current}`, not `{hash}`"),
        )
        .hint("look at both files again, then accept the hash that `c2c workspace` shows"));
    }
    Ok(app.store().write(|tx| tx.accept_config(&place.workspace.id, Some(hash)))?)
}
