//! What an iteration did: to a file, and what its commands printed.

use c2c_ipc::app::{DiffParams, DiffView, OutputParams, OutputTextView, Reason};
use c2c_store::OutputStatus;

use super::checks;
use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::views;

/// The most of a diff that is shown, in bytes.
const MOST_DIFF: usize = 256 << 10;
/// The longest path, in bytes.
const LONGEST_PATH: usize = 4096;
/// The longest id of an output, in bytes.
const LONGEST_ID: usize = 64;

/// What one iteration did to one file, from the patch that was kept.
pub(super) fn diff(app: &App, params: &DiffParams) -> Result<DiffView, ApiError> {
    checks::at_most("path", params.path.len(), LONGEST_PATH)?;
    let session = checks::session(app, &params.session)?.session;
    let found = app.store().read(|tx| tx.iteration(&session.workspace_id, &session.task_id, params.iteration))?;
    let iteration = found.ok_or_else(|| {
        ApiError::new(ErrorKind::NotFound, format!("iteration {} is not recorded", params.iteration))
            .reason(Reason::NoIteration)
    })?;
    let text = c2c_workspace::git::file_of_patch(&iteration.patch, &params.path).ok_or_else(|| {
        let text = format!("no diff of `{}` was kept", params.path.escape_debug());
        ApiError::new(ErrorKind::NotFound, text).reason(Reason::NoDiff)
    })?;
    let (text, cut) = cut(text, MOST_DIFF);
    Ok(DiffView { path: params.path.clone(), text, cut })
}

/// A released output.
pub(super) fn output(app: &App, params: &OutputParams) -> Result<OutputTextView, ApiError> {
    checks::at_most("output", params.output.len(), LONGEST_ID)?;
    let session = checks::session(app, &params.session)?.session;
    let found = app.store().read(|tx| tx.output(&session.workspace_id, &params.output))?;
    let output = found.filter(|output| output.task_id == session.task_id).ok_or_else(|| {
        let text = format!("there is no output `{}`", params.output.escape_debug());
        ApiError::new(ErrorKind::NotFound, text).reason(Reason::NoOutput)
    })?;
    let text = if output.status == OutputStatus::Readable { output.text.clone() } else { String::new() };
    Ok(OutputTextView { output: views::output(&output), text })
}

/// The whole lines of a text's first `most` bytes; of a line that is longer, its whole characters.
fn cut(mut text: String, most: usize) -> (String, bool) {
    if text.len() <= most {
        return (text, false);
    }
    let end = text.floor_char_boundary(most);
    let end = text[..end].rfind('\n').map_or(end, |line| line + 1);
    text.truncate(end);
    (text, true)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_long_text_is_cut_after_a_line_or_else_after_a_character() {
        let cut = |text: &str, most| super::cut(text.to_owned(), most);
        assert_eq!(cut("ab\ncd\n", 6), ("ab\ncd\n".to_owned(), false));
        assert_eq!(cut("ab\ncd\n", 5), ("ab\n".to_owned(), true));
        assert_eq!(cut("界界", 5), ("界".to_owned(), true));
        assert_eq!(cut("界", 2), (String::new(), true));
    }
}
