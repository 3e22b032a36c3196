//! What ChatGPT would get, as a person reads it: the content, then what is not shown, then how much it is.

use std::fmt::Write as _;

use c2c_ipc::OutputView;
use c2c_ipc::app::{ChangeView, EntryView, LookBody, LookView, MatchView};

use super::{LINE, counted};
use crate::escape::{one_line, shown};

/// An answer, `pages` of it put together.
pub(crate) fn preview(view: &LookView, pages: u32, numbers: bool) -> String {
    let mut text = String::new();
    let about = body(&mut text, &view.body, numbers);
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    not_shown(&mut text, view);
    text.push_str("\n────\n");
    writeln!(text, "{} {}", shown(&view.tool), one_line(&view.arguments, 4 * LINE)).ok();
    writeln!(text, "{about}").ok();
    let bytes = counted(view.bytes, "byte", "bytes");
    match pages {
        1 => write!(text, "The answer has {bytes}").ok(),
        pages => write!(text, "The {pages} answers have {bytes}").ok(),
    };
    if view.truncated {
        writeln!(text, ", and there is more: ChatGPT goes on with `cursor` {}", shown(&view.next)).ok();
        writeln!(text, "`--cursor '{}'` shows the next page, `--all` everything.", shown(&view.next)).ok();
    } else {
        text.push_str(", and nothing follows.\n");
    }
    text
}

/// Who gets to see what is shown.
pub(crate) fn preview_is_no_call(view: &LookView) -> String {
    format!(
        "Nothing was sent. ChatGPT gets this only when it calls `{}` itself, in the account with the connector `{}`.",
        view.tool, view.connector_name
    )
}

/// Writes the content, and tells in a line what it is.
fn body(text: &mut String, body: &LookBody, numbers: bool) -> String {
    match body {
        LookBody::Refused { code, message, hint } => {
            writeln!(text, "{}: {}\n{}", shown(code), shown(message), shown(hint)).ok();
            String::new()
        }
        LookBody::File { path, encoding, size, total_lines, start_line, end_line, content } => {
            lines(text, content, numbers.then_some(*start_line));
            let lines = match total_lines {
                0 => "empty".to_owned(),
                total => format!("lines {start_line} to {end_line} of {total}"),
            };
            format!("{}: {lines}, {}, {} on disk", one_line(path, LINE), encoding, counted(*size, "byte", "bytes"))
        }
        LookBody::Folder { path, entries, total, ignored } => {
            entries.iter().for_each(|one| entry(text, one));
            let ignored = match ignored {
                0 => String::new(),
                count => format!("; {count} more are left out by `.gitignore` files"),
            };
            let all = counted(*total, "entry", "entries");
            format!("{}: {} of {all}{ignored}", one_line(path, LINE), entries.len())
        }
        LookBody::Changes { from, to, total, insertions, deletions, files, diff } => {
            files.iter().for_each(|file| change(text, file));
            if !diff.is_empty() {
                text.push('\n');
                lines(text, diff, None);
            }
            let files = counted(*total, "file", "files");
            format!("{files} changed, {insertions} lines added, {deletions} removed, from {from} to {to}")
        }
        LookBody::Outputs { outputs } => {
            outputs.iter().for_each(|one| output(text, one));
            counted(outputs.len() as u64, "output", "outputs")
        }
        LookBody::Output { output: one, text: content } => {
            lines(text, content, None);
            let exit = one.exit_code.map_or_else(|| "no exit code".to_owned(), |code| format!("exit code {code}"));
            format!("{}: {}, {exit}", shown(&one.id), one_line(&one.command, LINE))
        }
        LookBody::Matches { matches, files_searched } => {
            matches.iter().for_each(|one| found(text, one));
            let count = counted(matches.len() as u64, "match", "matches");
            format!("{count} in {}", counted(*files_searched, "file", "files"))
        }
        LookBody::Other { text: json } => {
            lines(text, json, None);
            "as JSON".to_owned()
        }
    }
}

/// Text with its lines, numbered from a line on where that is asked for.
fn lines(text: &mut String, content: &str, from: Option<u64>) {
    match from {
        None => text.push_str(&shown(content)),
        Some(from) => {
            for (number, line) in (from..).zip(content.split_inclusive('\n')) {
                write!(text, "{number:>6}  {}", shown(line)).ok();
            }
        }
    }
}

fn entry(text: &mut String, entry: &EntryView) {
    let path = one_line(&entry.path, 4 * LINE);
    match (entry.kind.as_str(), entry.size, &entry.link_target) {
        ("directory", ..) => writeln!(text, "{:>12}  {path}/", "folder"),
        (_, Some(size), _) => writeln!(text, "{size:>12}  {path}"),
        ("symlink", _, Some(target)) => writeln!(text, "{:>12}  {path} → {}", "link", one_line(target, LINE)),
        ("symlink", ..) => writeln!(text, "{:>12}  {path}", "link"),
        (kind, ..) => writeln!(text, "{kind:>12}  {path}"),
    }
    .ok();
}

fn change(text: &mut String, file: &ChangeView) {
    let path = one_line(&file.path, 4 * LINE);
    let old = file.old_path.as_deref().map(|old| format!(" (was {})", one_line(old, LINE))).unwrap_or_default();
    let much = match (&file.withheld, file.binary, file.insertions, file.deletions) {
        (Some(_), ..) => "not shown".to_owned(),
        (None, true, ..) => "binary".to_owned(),
        (None, false, Some(added), Some(removed)) => format!("+{added} −{removed}"),
        _ => String::new(),
    };
    let filter = file.filter.as_deref().map(|name| format!(", filter `{}` not run", one_line(name, LINE)));
    writeln!(text, "{:<12}  {path}{old}  {much}{}", shown(&file.change), filter.unwrap_or_default()).ok();
}

fn output(text: &mut String, output: &OutputView) {
    let exit = output.exit_code.map_or_else(|| "-".to_owned(), |code| code.to_string());
    let (id, command) = (shown(&output.id), one_line(&output.command, LINE));
    let restricted = if output.status == "readable" { "" } else { "  (not shown)" };
    writeln!(text, "{id}  {exit:>4}  {:>10}  {command}{restricted}", output.size_bytes).ok();
}

fn found(text: &mut String, found: &MatchView) {
    let path = one_line(&found.path, 4 * LINE);
    let first = found.line.saturating_sub(found.before.len() as u64);
    for (number, line) in (first..).zip(&found.before) {
        writeln!(text, "{path}-{number}-  {}", shown(line)).ok();
    }
    let mut number = found.line;
    for line in found.text.lines() {
        writeln!(text, "{path}:{number}:{}  {}", found.column, shown(line)).ok();
        number += 1;
    }
    for (number, line) in (number..).zip(&found.after) {
        writeln!(text, "{path}-{number}-  {}", shown(line)).ok();
    }
    if !(found.before.is_empty() && found.after.is_empty()) {
        text.push_str("--\n");
    }
}

fn not_shown(text: &mut String, view: &LookView) {
    if view.withheld.is_empty() {
        return;
    }
    text.push_str("\nNot shown:\n");
    for entry in &view.withheld {
        let (place, reason) = (one_line(&entry.place, 4 * LINE), one_line(&entry.reason, 4 * LINE));
        match place.as_str() {
            "" => writeln!(text, "  {reason}"),
            place => writeln!(text, "  {place}: {reason}"),
        }
        .ok();
    }
}

#[cfg(test)]
mod tests;
