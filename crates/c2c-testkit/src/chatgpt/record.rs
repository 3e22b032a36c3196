//! What arrived, byte for byte: the log for tests, and the count of what should not have arrived.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::behaviour::Mode;
use crate::planner::message::Received;

/// Everything that the page's server was sent.
#[derive(Debug, Default)]
pub(crate) struct Record {
    log: Option<File>,
    /// Messages that were taken, in order.
    messages: Vec<Value>,
    /// Everything else, in order.
    events: Vec<Value>,
    doubled: u32,
    misplaced: u32,
    /// The conversation in which each task is.
    tasks: HashMap<String, String>,
    seen: Vec<Identity>,
}

/// What makes two messages the same one.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Identity {
    Control { task_id: String, state: String, iteration: u32, conversation: String },
    Text(String),
}

/// A message as it arrived.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arrival<'a> {
    pub(crate) conversation: &'a str,
    pub(crate) text: &'a str,
    pub(crate) mode: Mode,
    pub(crate) meant_for: Mode,
    /// What else is written down: how it was sent, when, with what.
    pub(crate) details: &'a Value,
}

impl Record {
    /// Appends to the file at `path`, where there is one.
    pub(crate) fn open(path: Option<&Path>) -> io::Result<Self> {
        let log = path.map(|path| OpenOptions::new().create(true).append(true).open(path)).transpose()?;
        Ok(Self { log, ..Self::default() })
    }

    /// Writes a message down and judges it; the answer is its number.
    pub(crate) fn message(&mut self, arrival: Arrival<'_>) -> io::Result<usize> {
        let is_doubled = self.is_doubled(arrival);
        let is_misplaced = self.is_misplaced(arrival);
        self.doubled += u32::from(is_doubled);
        self.misplaced += u32::from(is_misplaced);
        let number = self.messages.len() + 1;
        let row = json!({
            "event": "message", "number": number, "conversation": arrival.conversation, "mode": arrival.mode,
            "text": arrival.text, "bytes": arrival.text.len(), "is_doubled": is_doubled,
            "is_misplaced": is_misplaced, "details": arrival.details,
        });
        self.write(&row)?;
        self.messages.push(row);
        Ok(number)
    }

    /// Writes down anything else that happened.
    pub(crate) fn event(&mut self, event: &str, details: &Value) -> io::Result<()> {
        // What is typed into another box than a composer went to the wrong place.
        self.misplaced += u32::from(event == "stray");
        let row = json!({"event": event, "details": details});
        self.write(&row)?;
        self.events.push(row);
        Ok(())
    }

    /// All of it, for tests.
    pub(crate) fn state(&self) -> Value {
        json!({
            "messages": self.messages, "events": self.events,
            "doubled": self.doubled, "misplaced": self.misplaced,
        })
    }

    fn write(&mut self, row: &Value) -> io::Result<()> {
        match &mut self.log {
            Some(log) => writeln!(log, "{row}"),
            None => Ok(()),
        }
    }

    fn is_doubled(&mut self, arrival: Arrival<'_>) -> bool {
        let identity = match Received::of(arrival.text) {
            Some(Received { state, task_id, iteration }) => {
                Identity::Control { task_id, state, iteration, conversation: arrival.conversation.to_owned() }
            }
            None => Identity::Text(arrival.text.to_owned()),
        };
        let is_doubled = self.seen.contains(&identity);
        self.seen.push(identity);
        is_doubled
    }

    fn is_misplaced(&mut self, arrival: Arrival<'_>) -> bool {
        let is_elsewhere = match Received::of(arrival.text) {
            // A task moves with a HANDOFF only.
            Some(Received { state, task_id, .. }) => {
                let home = self.tasks.entry(task_id).or_insert_with(|| arrival.conversation.to_owned());
                let moves = home != arrival.conversation;
                if moves && state == "HANDOFF" {
                    arrival.conversation.clone_into(home);
                }
                moves && state != "HANDOFF"
            }
            None => false,
        };
        is_elsewhere || arrival.mode != arrival.meant_for
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(record: &mut Record, conversation: &str, text: &str, doubled: u64, misplaced: u64) {
        let (mode, meant_for, details) = (Mode::Chat, Mode::Chat, Value::Null);
        record.message(Arrival { conversation, text, mode, meant_for, details: &details }).unwrap();
        let state = record.state();
        assert_eq!((state["doubled"].as_u64(), state["misplaced"].as_u64()), (Some(doubled), Some(misplaced)));
    }

    fn control(state: &str, iteration: u32) -> String {
        format!("[C2C]\nSTATE: {state}\nTASK_ID: t\nITERATION: {iteration}\n")
    }

    #[test]
    fn a_message_that_comes_twice_is_doubled() {
        let mut record = Record::default();
        check(&mut record, "a", "hello", 0, 0);
        check(&mut record, "a", &control("INIT", 0), 0, 0);
        check(&mut record, "a", &control("EXECUTED", 1), 0, 0);
        check(&mut record, "a", &(control("EXECUTED", 1) + "\nRESULT:\nother\n"), 1, 0);
        check(&mut record, "a", "hello", 2, 0);
    }

    #[test]
    fn a_task_moves_with_a_handoff_only() {
        let mut record = Record::default();
        check(&mut record, "a", &control("INIT", 0), 0, 0);
        check(&mut record, "b", &control("EXECUTED", 1), 0, 1);
        check(&mut record, "b", &control("HANDOFF", 1), 0, 1);
        check(&mut record, "b", &control("EXECUTED", 2), 0, 1);
    }

    #[test]
    fn the_wrong_composer_and_the_wrong_box_are_counted() {
        let mut record = Record::default();
        let details = Value::Null;
        let work = Arrival { conversation: "a", text: "x", mode: Mode::Work, meant_for: Mode::Chat, details: &details };
        assert_eq!(record.message(work).unwrap(), 1);
        record.event("stray", &json!({"box": "canvas", "text": "x"})).unwrap();
        record.event("retry", &Value::Null).unwrap();
        let state = record.state();
        assert_eq!(state["misplaced"], 2);
        assert_eq!(state["messages"][0]["is_misplaced"], true);
        assert_eq!(state["events"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn the_log_has_one_line_an_event_with_every_byte() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let text = "a\u{a0}b\n\n  👨\u{200d}👩 e\u{301} \u{5e9}\u{5dc}\r\tz";
        let mut record = Record::open(Some(&path)).unwrap();
        check(&mut record, "c", text, 0, 0);
        record.event("stop", &Value::Null).unwrap();
        let log = std::fs::read_to_string(&path).unwrap();
        let rows: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0]["text"], text);
        assert_eq!(rows[0]["bytes"], text.len());
    }
}
