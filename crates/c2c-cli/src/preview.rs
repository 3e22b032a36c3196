//! `c2c preview`: one answer of the connector, or all its pages, on the terminal.

use std::path::Path;
use std::process::ExitCode;

use c2c_api::{ApiError, App, LookAnswer, LookBody, tool_path};
use c2c_ipc::ErrorShape;
use c2c_ipc::app::{ChangesMode, LookWhat};

use crate::arguments::{DiffModeArgument, PreviewArguments};
use crate::output::{Format, Output};
use crate::text;
use crate::{INTERNAL, REFUSED};

/// Looks, and prints what ChatGPT would get. The tool's own refusal ends with exit code 1.
///
/// # Errors
/// When `root` is no workspace.
pub(crate) fn preview(
    app: &App,
    root: &Path,
    current_dir: &Path,
    arguments: &PreviewArguments,
    output: &Output,
) -> Result<ExitCode, ApiError> {
    let mut what = what(root, current_dir, arguments);
    let mut cursor = arguments.cursor.clone();
    let mut whole: Option<(LookAnswer, u32)> = None;
    loop {
        let looked = c2c_api::look(app, root, &what, cursor.as_deref())?;
        let answer = match &looked.answer {
            Ok(answer) => answer,
            Err(error) => {
                let code = error.code.to_string();
                let is_internal = code == "INTERNAL";
                let hints = Some(error.hint.clone()).filter(|hint| !hint.is_empty());
                let shape = ErrorShape {
                    code,
                    reason: None,
                    message: error.message.clone(),
                    causes: Vec::new(),
                    hints: hints.into_iter().collect(),
                };
                output.refusal(&shape);
                return Ok(ExitCode::from(if is_internal { INTERNAL } else { REFUSED }));
            }
        };
        if output.format() == Format::Json {
            output.plain(&answer.text);
        }
        let page = looked.parts();
        // The next page is the same call, with the cursor.
        what = LookWhat::Call { tool: page.tool.clone(), arguments: page.arguments.clone() };
        cursor = Some(page.next.clone()).filter(|next| !next.is_empty());
        match &mut whole {
            None => whole = Some((page, 1)),
            Some((whole, pages)) => {
                append(whole, page);
                *pages += 1;
            }
        }
        if cursor.is_none() || !arguments.all {
            break;
        }
    }
    if let (Some((whole, pages)), Format::Text) = (whole, output.format()) {
        output.plain(&text::preview(&whole, pages, arguments.line_numbers));
        output.say(&text::preview_is_no_call(&whole));
    }
    Ok(ExitCode::SUCCESS)
}

/// What is looked at. A path is taken as it is typed where the current folder lies in the workspace.
fn what(root: &Path, current_dir: &Path, arguments: &PreviewArguments) -> LookWhat {
    let base = if current_dir.starts_with(root) { current_dir } else { root };
    let path = arguments.path.as_deref().map(|path| tool_path(root, base, path));
    if arguments.diff {
        return LookWhat::Changes {
            mode: arguments.mode.map(|mode| match mode {
                DiffModeArgument::Unstaged => ChangesMode::Unstaged,
                DiffModeArgument::Staged => ChangesMode::Staged,
                DiffModeArgument::Head => ChangesMode::Head,
                DiffModeArgument::Base => ChangesMode::Base,
                DiffModeArgument::Commits => ChangesMode::Commits,
            }),
            base: arguments.base.clone(),
            from: arguments.from.clone(),
            to: arguments.to.clone(),
            path,
        };
    }
    if let Some(query) = &arguments.search {
        return LookWhat::Search {
            query: query.clone(),
            regex: arguments.regex,
            case_sensitive: arguments.case_sensitive,
            path,
            glob: arguments.glob.clone(),
            context: arguments.context,
        };
    }
    match (&arguments.output, arguments.outputs) {
        (Some(id), _) => LookWhat::Output { id: id.clone() },
        (None, true) => LookWhat::Outputs {},
        (None, false) => LookWhat::Path { path: path.unwrap_or_else(|| ".".to_owned()) },
    }
}

/// Puts the next page behind those before it.
fn append(whole: &mut LookAnswer, page: LookAnswer) {
    whole.bytes += page.bytes;
    whole.truncated = page.truncated;
    whole.next = page.next;
    for entry in page.withheld {
        // What belongs to the whole is told on each page.
        if !whole.withheld.contains(&entry) {
            whole.withheld.push(entry);
        }
    }
    match (&mut whole.body, page.body) {
        (LookBody::File { content, end_line, .. }, LookBody::File { content: more, end_line: end, .. }) => {
            content.push_str(&more);
            *end_line = end;
        }
        (LookBody::Folder { entries, .. }, LookBody::Folder { entries: more, .. }) => entries.extend(more),
        (LookBody::Changes { files, diff, .. }, LookBody::Changes { files: more, diff: text, .. }) => {
            files.extend(more);
            diff.push_str(&text);
        }
        (LookBody::Outputs { outputs }, LookBody::Outputs { outputs: more }) => outputs.extend(more),
        (LookBody::Output { text, .. }, LookBody::Output { text: more, .. }) => text.push_str(&more),
        (
            LookBody::Matches { matches, files_searched },
            LookBody::Matches { matches: more, files_searched: searched },
        ) => {
            matches.extend(more);
            *files_searched += searched;
        }
        (LookBody::Other { text }, LookBody::Other { text: more }) => {
            text.push('\n');
            text.push_str(&more);
        }
        // A tool answers with one kind of body.
        _ => {}
    }
}
