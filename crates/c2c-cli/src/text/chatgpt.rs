//! `c2c chatgpt`.

use c2c_ipc::{ChatGptCloseView, ChatGptOpenView, ChatGptStatusView};

use super::Rows;
use crate::escape::shown;

/// `c2c chatgpt open`.
pub(crate) fn chatgpt_open(view: &ChatGptOpenView) -> String {
    let how = match view.how.as_str() {
        "started" => "was started",
        "page" => "shows the page in a new window",
        _ => "is open already",
    };
    let mut text = format!("{} {how} (process {}, profile `{}`)", view.browser, view.pid, view.profile);
    for note in &view.notes {
        text.push_str("\nNote: ");
        text.push_str(note);
    }
    shown(&text)
}

/// `c2c chatgpt status`.
pub(crate) fn chatgpt_status(view: &ChatGptStatusView) -> String {
    let mut rows = Rows::default();
    for line in &view.lines {
        let mark = if line.ok { "" } else { "! " };
        rows.row(&shown(&line.what), &format!("{mark}{}", line.text));
        if let Some(hint) = &line.hint {
            rows.row("", &format!("  {hint}"));
        }
    }
    rows.text
}

/// `c2c chatgpt close`.
pub(crate) fn chatgpt_close(view: &ChatGptCloseView) -> String {
    if view.closed { "C2C's browser has ended" } else { "C2C's browser does not run" }.to_owned()
}
