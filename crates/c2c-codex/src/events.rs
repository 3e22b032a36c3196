//! What `codex exec --json` says, line by line, folded into one picture. Pure: no files, no clock.
//!
//! Every line is one JSON object with a `type`. A turn ends with `turn.completed` or `turn.failed`
//! and with nothing else: an `error` line alone is not an end, because Codex reports each attempt
//! to reconnect that way and goes on. Types nobody knows are counted and named, never an error, and
//! the file on disk keeps them.

use std::collections::BTreeSet;

use c2c_ports::{CommandRun, Usage};
use serde_json::Value;

/// The most that is kept of one command's output. Codex itself cuts at 1 MiB, keeping both ends
/// (measured with 0.171.0), so this only holds back a Codex that does not.
pub(crate) const MAX_OUTPUT_BYTES: usize = 4 * 1024 * 1024;
/// The most that is kept of all outputs of one run. Beyond it the oldest go: the last commands of a
/// run are its tests.
pub(crate) const MAX_ALL_OUTPUT_BYTES: usize = 64 * 1024 * 1024;
/// How many unknown types are remembered by name.
const MAX_UNKNOWN_TYPES: usize = 32;

/// Items that Codex 0.171.0 sends and that carry nothing for us.
const KNOWN_ITEMS: [&str; 6] = ["reasoning", "file_change", "mcp_tool_call", "web_search", "todo_list", "plan"];

/// How the turn ended, by Codex's own word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TurnEnd {
    /// `turn.completed`.
    Completed,
    /// `turn.failed` with its message.
    Failed {
        /// The message.
        message: String,
    },
}

/// What one run has said so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Transcript {
    /// From `thread.started`, always the first line.
    pub(crate) thread_id: Option<String>,
    /// Commands that ended, in that order.
    pub(crate) commands: Vec<CommandRun>,
    /// Commands that began and of whose end nothing is known, by item id.
    pub(crate) unfinished: Vec<(String, CommandRun)>,
    /// The text of the last message.
    pub(crate) final_message: String,
    /// The thread's tokens, this turn and all before it.
    pub(crate) usage: Option<Usage>,
    /// How the turn ended; none while it runs, or when it was cut off.
    pub(crate) end: Option<TurnEnd>,
    /// The last `error` line.
    pub(crate) last_error: Option<String>,
    /// Types of lines and items that nobody here knows.
    pub(crate) unknown_types: BTreeSet<String>,
    /// Lines that were no JSON object with a type, or longer than is read.
    pub(crate) damaged_lines: u32,
    output_bytes: usize,
    oldest_kept: usize,
}

impl Transcript {
    /// Takes in one line, without its end.
    pub(crate) fn line(&mut self, line: &[u8]) {
        let line = line.trim_ascii();
        if line.is_empty() {
            return;
        }
        match parse(line) {
            Some(event) => self.event(event),
            None => self.damaged_lines += 1,
        }
    }

    /// Takes in the piece after the last line end: a whole event when the line end alone is
    /// missing, else the remains of a line that was being written when Codex was killed.
    pub(crate) fn last_piece(&mut self, piece: &[u8]) {
        if let Some(event) = parse(piece.trim_ascii()) {
            self.event(event);
        }
    }

    /// All commands: those that ended, then those whose end was not seen.
    pub(crate) fn all_commands(&self) -> Vec<CommandRun> {
        let unfinished = self.unfinished.iter().map(|(_, run)| run);
        self.commands.iter().chain(unfinished).cloned().collect()
    }

    fn event(&mut self, mut event: Value) {
        let kind = text(&event, "type");
        match kind.as_str() {
            "thread.started" => self.thread_id = Some(text(&event, "thread_id")).filter(|id| !id.is_empty()),
            "turn.started" => self.end = None,
            "item.started" | "item.updated" | "item.completed" => {
                let item = event.get_mut("item").map(Value::take).unwrap_or_default();
                self.item(&kind, item);
            }
            "turn.completed" => {
                self.usage = event.get("usage").map(usage);
                self.end = Some(TurnEnd::Completed);
            }
            "turn.failed" => {
                let message = event.get("error").map(|error| text(error, "message")).unwrap_or_default();
                self.end = Some(TurnEnd::Failed { message });
            }
            "error" => self.last_error = Some(text(&event, "message")),
            _ => self.unknown(&kind),
        }
    }

    fn item(&mut self, event: &str, mut item: Value) {
        let kind = text(&item, "type");
        match kind.as_str() {
            "command_execution" => {
                let id = text(&item, "id");
                self.unfinished.retain(|(known, _)| *known != id);
                let run = CommandRun {
                    command: take_text(&mut item, "command"),
                    exit_code: exit_code(&item),
                    output: bounded(take_text(&mut item, "aggregated_output"), MAX_OUTPUT_BYTES),
                };
                if event == "item.completed" {
                    self.ended(run);
                } else {
                    self.unfinished.push((id, run));
                }
            }
            "agent_message" => self.final_message = take_text(&mut item, "text"),
            // A complaint about the configuration, for example; not an end.
            "error" => tracing::debug!(message = text(&item, "message"), "Codex has a complaint"),
            known if KNOWN_ITEMS.contains(&known) => {}
            _ => self.unknown(&kind),
        }
    }

    fn ended(&mut self, run: CommandRun) {
        self.output_bytes += run.output.len();
        self.commands.push(run);
        while self.output_bytes > MAX_ALL_OUTPUT_BYTES {
            let Some(oldest) = self.commands.get_mut(self.oldest_kept) else {
                break;
            };
            let dropped = std::mem::take(&mut oldest.output);
            if !dropped.is_empty() {
                self.output_bytes -= dropped.len();
                oldest.output = format!("[{} bytes left out: too much output in this run]\n", dropped.len());
            }
            self.oldest_kept += 1;
        }
    }

    fn unknown(&mut self, kind: &str) {
        if self.unknown_types.len() < MAX_UNKNOWN_TYPES {
            self.unknown_types.insert(kind.chars().take(64).collect());
        }
    }
}

/// A JSON object with a type, or nothing. Bytes that are no UTF-8 are replaced, not refused.
fn parse(line: &[u8]) -> Option<Value> {
    let event: Value = match std::str::from_utf8(line) {
        Ok(line) => serde_json::from_str(line).ok()?,
        Err(_) => serde_json::from_str(&String::from_utf8_lossy(line)).ok()?,
    };
    event.get("type")?.as_str()?;
    Some(event)
}

fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// As [`text`], without a copy: an output can be a megabyte.
fn take_text(value: &mut Value, name: &str) -> String {
    match value.get_mut(name).map(Value::take) {
        Some(Value::String(text)) => text,
        _ => String::new(),
    }
}

fn exit_code(item: &Value) -> Option<i32> {
    item.get("exit_code").and_then(Value::as_i64).and_then(|code| i32::try_from(code).ok())
}

fn usage(value: &Value) -> Usage {
    let count = |name| value.get(name).and_then(Value::as_u64).unwrap_or_default();
    Usage { input_tokens: count("input_tokens"), output_tokens: count("output_tokens") }
}

/// `text`, or its first quarter and its end with a line between that says how much is missing: the
/// end is where a test run says what failed.
pub(crate) fn bounded(text: String, max_bytes: usize) -> String {
    if text.len() <= max_bytes {
        return text;
    }
    let head = text.floor_char_boundary(max_bytes / 4);
    let tail = text.ceil_char_boundary(text.len() - (max_bytes - max_bytes / 4));
    let (before, after) = (text.get(..head).unwrap_or_default(), text.get(tail..).unwrap_or_default());
    format!("{before}\n[{} bytes left out]\n{after}", tail - head)
}

#[cfg(test)]
mod tests;
