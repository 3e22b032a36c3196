//! An answer of the connector as text, as a person reads it.

use std::fmt::Write as _;

use c2c_ipc::OutputView;

use super::answer::{LookBody, LookChange, LookEntry, LookMatch};

/// The most characters of a name or command.
const LINE: usize = 100;

/// What is in an answer, told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The content in lines; empty where there is none.
    pub text: String,
    /// What it is, in a line; empty for an error.
    pub about: String,
}

/// How untrusted text is written where it is read.
#[derive(Debug, Clone, Copy)]
pub struct Signs {
    /// A text of several lines.
    pub text: fn(&str) -> String,
    /// A text on one line, of so many characters at most.
    pub line: fn(&str, usize) -> String,
}

impl Signs {
    /// As it is, for a reader that makes visible what hides or turns text; a line is one line all the same.
    pub(super) const PLAIN: Self =
        Self { text: str::to_owned, line: |text, _| text.split_whitespace().collect::<Vec<_>>().join(" ") };
}

/// A number of things, with its word.
#[must_use]
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

impl LookBody {
    /// The content, with the numbers of a file's lines where `numbers` says so.
    #[must_use]
    pub fn told(&self, numbers: bool, signs: Signs) -> Told {
        let mut text = String::new();
        let about = signs.body(&mut text, self, numbers);
        Told { text, about }
    }
}

impl Signs {
    /// Writes the content, and tells in a line what it is.
    fn body(self, text: &mut String, body: &LookBody, numbers: bool) -> String {
        match body {
            LookBody::Refused { code, message, hint } => {
                writeln!(text, "{}: {}\n{}", (self.text)(code), (self.text)(message), (self.text)(hint)).ok();
                String::new()
            }
            LookBody::File { path, encoding, size, total_lines, start_line, end_line, content } => {
                self.lines(text, content, numbers.then_some(*start_line));
                let lines = match total_lines {
                    0 => "empty".to_owned(),
                    total => format!("lines {start_line} to {end_line} of {total}"),
                };
                format!(
                    "{}: {lines}, {}, {} on disk",
                    (self.line)(path, LINE),
                    encoding,
                    counted(*size, "byte", "bytes")
                )
            }
            LookBody::Folder { path, entries, total, ignored } => {
                entries.iter().for_each(|one| self.entry(text, one));
                let ignored = match ignored {
                    0 => String::new(),
                    count => format!("; {count} more are left out by `.gitignore` files"),
                };
                let all = counted(*total, "entry", "entries");
                format!("{}: {} of {all}{ignored}", (self.line)(path, LINE), entries.len())
            }
            LookBody::Changes { from, to, total, insertions, deletions, files, diff } => {
                files.iter().for_each(|file| self.change(text, file));
                if !diff.is_empty() {
                    text.push('\n');
                    self.lines(text, diff, None);
                }
                let files = counted(*total, "file", "files");
                format!("{files} changed, {insertions} lines added, {deletions} removed, from {from} to {to}")
            }
            LookBody::Outputs { outputs } => {
                outputs.iter().for_each(|one| self.output(text, one));
                counted(outputs.len() as u64, "output", "outputs")
            }
            LookBody::Output { output: one, text: content } => {
                self.lines(text, content, None);
                let exit = one.exit_code.map_or_else(|| "no exit code".to_owned(), |code| format!("exit code {code}"));
                format!("{}: {}, {exit}", (self.text)(&one.id), (self.line)(&one.command, LINE))
            }
            LookBody::Matches { matches, files_searched } => {
                matches.iter().for_each(|one| self.found(text, one));
                let count = counted(matches.len() as u64, "match", "matches");
                format!("{count} in {}", counted(*files_searched, "file", "files"))
            }
            LookBody::Other { text: json } => {
                self.lines(text, json, None);
                "as JSON".to_owned()
            }
        }
    }

    /// Text with its lines, numbered from a line on where that is asked for.
    fn lines(self, text: &mut String, content: &str, from: Option<u64>) {
        match from {
            None => text.push_str(&(self.text)(content)),
            Some(from) => {
                for (number, line) in (from..).zip(content.split_inclusive('\n')) {
                    write!(text, "{number:>6}  {}", (self.text)(line)).ok();
                }
            }
        }
    }

    fn entry(self, text: &mut String, entry: &LookEntry) {
        let path = (self.line)(&entry.path, 4 * LINE);
        match (entry.kind.as_str(), entry.size, &entry.link_target) {
            ("directory", ..) => writeln!(text, "{:>12}  {path}/", "folder"),
            (_, Some(size), _) => writeln!(text, "{size:>12}  {path}"),
            ("symlink", _, Some(target)) => writeln!(text, "{:>12}  {path} → {}", "link", (self.line)(target, LINE)),
            ("symlink", ..) => writeln!(text, "{:>12}  {path}", "link"),
            (kind, ..) => writeln!(text, "{kind:>12}  {path}"),
        }
        .ok();
    }

    fn change(self, text: &mut String, file: &LookChange) {
        let path = (self.line)(&file.path, 4 * LINE);
        let old = file.old_path.as_deref().map(|old| format!(" (was {})", (self.line)(old, LINE))).unwrap_or_default();
        let much = match (&file.withheld, file.binary, file.insertions, file.deletions) {
            (Some(_), ..) => "not shown".to_owned(),
            (None, true, ..) => "binary".to_owned(),
            (None, false, Some(added), Some(removed)) => format!("+{added} −{removed}"),
            _ => String::new(),
        };
        let filter = file.filter.as_deref().map(|name| format!(", filter `{}` not run", (self.line)(name, LINE)));
        writeln!(text, "{:<12}  {path}{old}  {much}{}", (self.text)(&file.change), filter.unwrap_or_default()).ok();
    }

    fn output(self, text: &mut String, output: &OutputView) {
        let exit = output.exit_code.map_or_else(|| "-".to_owned(), |code| code.to_string());
        let (id, command) = ((self.text)(&output.id), (self.line)(&output.command, LINE));
        let restricted = if output.status == "readable" { "" } else { "  (not shown)" };
        writeln!(text, "{id}  {exit:>4}  {:>10}  {command}{restricted}", output.size_bytes).ok();
    }

    fn found(self, text: &mut String, found: &LookMatch) {
        let path = (self.line)(&found.path, 4 * LINE);
        let first = found.line.saturating_sub(found.before.len() as u64);
        for (number, line) in (first..).zip(&found.before) {
            writeln!(text, "{path}-{number}-  {}", (self.text)(line)).ok();
        }
        let mut number = found.line;
        for line in found.text.lines() {
            writeln!(text, "{path}:{number}:{}  {}", found.column, (self.text)(line)).ok();
            number += 1;
        }
        for (number, line) in (number..).zip(&found.after) {
            writeln!(text, "{path}-{number}-  {}", (self.text)(line)).ok();
        }
        if !(found.before.is_empty() && found.after.is_empty()) {
            text.push_str("--\n");
        }
    }
}
