//! Whether what the window sent is of its form. The window is not trusted more than any other caller.

use std::path::{Path, PathBuf};

use c2c_ipc::app::{MOST_GOAL_BYTES, Reason};
use c2c_ports::SessionId;
use c2c_protocol::TaskId;
use c2c_store::Listed;

use crate::app::App;
use crate::error::{ApiError, ErrorKind};

/// The longest path, in bytes.
const LONGEST_PATH: usize = 4096;

/// What is not of its form.
pub(super) fn invalid(what: impl Into<String>) -> ApiError {
    ApiError::new(ErrorKind::User, what).reason(Reason::InvalidInput)
}

/// A number from `least` to `most`.
pub(super) fn within(name: &str, number: u64, least: u64, most: u64) -> Result<(), ApiError> {
    if (least..=most).contains(&number) {
        return Ok(());
    }
    Err(invalid(format!("`{name}` is {number} and may be {least} to {most}")))
}

/// Not more than `most`.
pub(super) fn at_most(name: &str, length: usize, most: usize) -> Result<(), ApiError> {
    if length <= most {
        return Ok(());
    }
    Err(invalid(format!("`{name}` has a length of {length} and may have {most}")))
}

/// A goal that is not too long. An empty one is refused where a session is begun.
pub(super) fn goal(text: &str) -> Result<(), ApiError> {
    at_most("goal", text.len(), MOST_GOAL_BYTES).map_err(|error| error.reason(Reason::GoalTooLong))
}

/// An absolute path. Whether it leads to a workspace is looked at where it is opened.
pub(super) fn root(text: &str) -> Result<PathBuf, ApiError> {
    at_most("root", text.len(), LONGEST_PATH)?;
    if text.contains('\0') {
        return Err(invalid("`root` has a zero in it"));
    }
    let path = Path::new(text);
    if path.is_absolute() {
        return Ok(path.to_owned());
    }
    Err(ApiError::new(ErrorKind::User, format!("`{}` is not an absolute path", text.escape_debug()))
        .reason(Reason::FolderNotAbsolute))
}

/// The session of that id, or of the task of that id: its messages and `c2c` show the task's.
pub(super) fn session(app: &App, id: &str) -> Result<Listed, ApiError> {
    // What cannot be an id is none that is known: the person followed an address, and there is nothing to change.
    let known = match (id.parse::<SessionId>(), id.parse::<TaskId>()) {
        (Ok(id), _) => app.store().read(|tx| tx.listed(&id))?,
        (Err(_), Ok(task)) => app.store().read(|tx| tx.listed_of_task(task.as_str()))?,
        (Err(_), Err(_)) => None,
    };
    known.ok_or_else(|| {
        let id: String = id.chars().take(64).collect();
        ApiError::new(ErrorKind::NotFound, format!("there is no session `{}`", id.escape_debug()))
            .reason(Reason::NoSession)
    })
}
