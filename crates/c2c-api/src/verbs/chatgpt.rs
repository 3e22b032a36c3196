//! The browser that shows ChatGPT: open it, look at it, close it.

use std::path::Path;

use c2c_ipc::{ChatGptCloseView, ChatGptOpenView, ChatGptStatusView, ProbeLineView};
use c2c_ports::{Closed, OpenRequest};

use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::protect;
use crate::verbs::chat::project_url;

/// Which page to open; at most one is named.
#[derive(Debug, Clone, Default)]
pub struct ChatGptOpenParams {
    /// A page of ChatGPT, such as a conversation.
    pub url: Option<String>,
    /// A ChatGPT Project's page.
    pub project: Option<String>,
}

/// Opens ChatGPT in C2C's browser. Whether somebody is logged in cannot be told here.
///
/// # Errors
/// `User` for a page that is not ChatGPT's; `Config`, `Conflict` or `Unavailable` when the browser cannot be
/// used.
pub async fn chatgpt_open(app: &App, params: &ChatGptOpenParams) -> Result<ChatGptOpenView, ApiError> {
    let origin = &app.settings().chatgpt_origin;
    let url = match (&params.url, &params.project) {
        (Some(url), _) => Some(page(origin, url)?),
        (None, Some(project)) => Some(project_url(origin, project)?),
        (None, None) => None,
    };
    // Whoever can write in the profile has the browser, so no workspace may hold it.
    for workspace in app.store().read(|tx| tx.workspaces())? {
        protect::check(Path::new(&workspace.root), &app.config().data, &app.config().environment)?;
    }
    let opened = app.adapters().browser.open(&OpenRequest { url: url.clone() }).await?;
    Ok(ChatGptOpenView {
        how: opened.how.as_str().to_owned(),
        browser: opened.subject,
        program: opened.browser.program.display().to_string(),
        profile: opened.browser.profile.display().to_string(),
        pid: opened.browser.pid,
        url,
        notes: opened.notes,
    })
}

/// What can be used and read on this machine. Nothing is started.
///
/// # Errors
/// When it cannot be looked at.
pub async fn chatgpt_status(app: &App) -> Result<ChatGptStatusView, ApiError> {
    let probe = app.adapters().browser.probe().await?;
    let line = |line: c2c_ports::ProbeLine| ProbeLineView {
        what: line.what,
        ok: line.ok,
        text: line.text,
        hint: Some(line.hint).filter(|hint| !hint.is_empty()),
    };
    Ok(ChatGptStatusView {
        subject: Some(probe.subject).filter(|subject| !subject.is_empty()),
        ok: probe.found.iter().all(|line| line.ok),
        lines: probe.found.into_iter().map(line).collect(),
    })
}

/// Ends C2C's browser in an orderly way.
///
/// # Errors
/// `Conflict` for a browser that C2C did not start, `Unavailable` when it does not end.
pub async fn chatgpt_close(app: &App) -> Result<ChatGptCloseView, ApiError> {
    let closed = app.adapters().browser.close().await?;
    Ok(ChatGptCloseView { closed: closed == Closed::Ended })
}

/// A page of ChatGPT, and of nobody else.
fn page(origin: &str, url: &str) -> Result<String, ApiError> {
    let path = url.strip_prefix(origin);
    let is_page = path.is_some_and(|path| path.is_empty() || path.starts_with(['/', '?', '#']));
    if is_page && !url.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
        return Ok(url.to_owned());
    }
    Err(ApiError::new(ErrorKind::User, format!("`{}` is no page of ChatGPT", url.escape_debug()))
        .hint(format!("give an address that begins with `{origin}/`"))
        .hint("another place of ChatGPT can be named with the setting `chatgpt_origin`"))
}

#[cfg(test)]
mod tests;
