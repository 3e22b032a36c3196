//! Taking one iteration back.

use std::path::Path;

use c2c_ports::{Changes, ChangesError, SnapshotId, WorkspaceId};
use c2c_store::{Store, StoreError};

use super::CommandAnswer;

/// The command row's kind.
pub const COMMAND: &str = "undo";

/// Which iteration to take back.
#[derive(Debug, Clone, Copy)]
pub struct Undo<'a> {
    /// The workspace.
    pub workspace_id: &'a WorkspaceId,
    /// Its root, absolute.
    pub root: &'a Path,
    /// The task.
    pub task_id: &'a str,
    /// The iteration, from 1.
    pub iteration: u32,
}

/// Gives every file that the iteration changed its content from before, in the work tree only.
/// Refuses when any of them has changed since.
///
/// # Errors
/// When the store cannot be read or written.
pub fn undo(store: &Store, changes: &dyn Changes, undo: &Undo<'_>) -> Result<CommandAnswer, StoreError> {
    let refused = CommandAnswer::refused;
    let number = undo.iteration;
    let Some(row) = store.read(|tx| tx.iteration(undo.workspace_id, undo.task_id, number))? else {
        return Ok(refused(
            "no_iteration",
            format!("Iteration {number} is not recorded."),
            "`c2c status` lists the iterations.",
        ));
    };
    if row.undone_at_ms.is_some() {
        return Ok(refused(
            "iteration_undone",
            format!("Iteration {number} is already undone."),
            "`c2c status` lists the iterations.",
        ));
    }
    let (Some(before), Some(after)) = (row.before_snapshot, row.after_snapshot) else {
        return Ok(refused(
            "iteration_without_pictures",
            format!("Iteration {number} was recorded without pictures of the work tree."),
            "Use `git` to take it back.",
        ));
    };
    match changes.undo(undo.root, &SnapshotId(before), &SnapshotId(after)) {
        Ok(paths) => {
            store.write(|tx| tx.mark_undone(undo.workspace_id, undo.task_id, number))?;
            let message = match paths.len() {
                0 => format!("Iteration {number} changed no files: there was nothing to take back."),
                1 => format!("Iteration {number} is undone: 1 file as before."),
                count => format!("Iteration {number} is undone: {count} files as before."),
            };
            Ok(CommandAnswer { accepted: true, code: String::new(), message, hint: String::new() })
        }
        Err(error @ ChangesError::ChangedSince { .. }) => Ok(refused(
            "iteration_changed_since",
            format!("Iteration {number} cannot be undone: {error}."),
            "Undo later iterations first, or take your own changes out of the way.",
        )),
        Err(error) => Ok(refused(
            "repository_unreadable",
            format!("Iteration {number} cannot be undone: {error}."),
            "Mend the repository and try again.",
        )),
    }
}
