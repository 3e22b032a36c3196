//! What a demo prints: JSON lines as they come, or the same in a form to read.

use std::collections::BTreeSet;
use std::io;
use std::time::Instant;

use serde_json::Value;

use crate::output;

/// The printer of a demo.
#[derive(Debug)]
pub(crate) struct Show {
    json: bool,
    start: Instant,
    shown: BTreeSet<u64>,
}

impl Show {
    pub(crate) fn new(json: bool) -> Self {
        Self { json, start: Instant::now(), shown: BTreeSet::new() }
    }

    /// Prints a step of the demo itself.
    pub(crate) fn step(&mut self, step: &Value) -> io::Result<()> {
        self.heard(&step.to_string(), step)
    }

    /// Prints a step that a program told in this line.
    pub(crate) fn heard(&mut self, line: &str, step: &Value) -> io::Result<()> {
        if self.json {
            return output::line(line);
        }
        // A message is told again as it gets further; to read it once is enough.
        if step["step"] == "message" && !self.shown.insert(step["number"].as_u64().unwrap_or_default()) {
            return Ok(());
        }
        match describe(step) {
            Some(text) => output::line(&format!("{:>6.1} s  {text}", self.start.elapsed().as_secs_f32())),
            None => Ok(()),
        }
    }

    /// Prints the last line.
    pub(crate) fn end(&self, end: &Value) -> io::Result<()> {
        if self.json {
            return output::line(&end_line(end));
        }
        let seconds = self.start.elapsed().as_secs_f32();
        let text = text(end, "text");
        output::line(&format!(
            "\n{} after {} iterations in {seconds:.1} s",
            text_or(end, "state", "FAILED"),
            end["iterations"]
        ))?;
        if text.is_empty() { Ok(()) } else { output::line(&text) }
    }
}

/// The last line as JSON: first the state, then the iterations, then the rest.
fn end_line(end: &Value) -> String {
    let first = ["state", "iterations"];
    let rest = end.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let names = first.into_iter().chain(rest.filter(|name| !first.contains(name)));
    let fields: Vec<String> = names.map(|name| format!("{}:{}", Value::from(name), end[name])).collect();
    format!("{{{}}}", fields.join(","))
}

/// A step in words; none for what is of no interest to a reader.
fn describe(step: &Value) -> Option<String> {
    let text = |field: &str| text(step, field);
    if step["code"].is_string() {
        let hints = step["hints"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let hints: String = hints.map(|hint| format!("\n          hint      {hint}")).collect();
        return Some(format!("Error: {}{hints}", text("message")));
    }
    Some(match step["step"].as_str()? {
        "prepared" => format!(
            "Prepared a project with a failing test\n          folder    {}\n          test      {}\n          model     {} \
             (carries out numbered actions, nothing else)\n          goal      {}",
            text("project"),
            text("test"),
            text("provider"),
            text("goal")
        ),
        "session" => format!("Session {} of task {}", text("session"), text("task_id")),
        "serving" => format!("Connector at {}", text("url")),
        "message" => {
            let arrow = if step["direction"] == "out" { "C2C → planner" } else { "planner → C2C" };
            let text = text("text");
            let text = if step["state"] == "BOOT" { opening(&text) } else { text };
            format!("{arrow}  message {}\n{}", step["number"], quote(&text))
        }
        "planner_call" => {
            let refused = if step["ok"] == true { "" } else { "  (refused)" };
            format!("planner looks  {} {}{refused}", text("tool"), step["arguments"])
        }
        "execution_started" => format!("Codex works on iteration {}", step["iteration"]),
        "execution_ended" => format!("Codex ended: {} {}", text("outcome"), text("message")).trim_end().to_owned(),
        "recorded" => format!(
            "Recorded iteration {}: {} changed, tests: {} ({})",
            step["iteration"],
            step["changed_files"],
            text("tests"),
            text("test_source")
        ),
        "warning" => format!("Warning: {}", text("text")),
        "paused" => format!("Paused: {}", text("reason")),
        "talk" => text("text"),
        _ => return None,
    })
}

fn text(value: &Value, field: &str) -> String {
    text_or(value, field, "").to_owned()
}

fn text_or<'a>(value: &'a Value, field: &str, otherwise: &'a str) -> &'a str {
    value[field].as_str().unwrap_or(otherwise)
}

fn quote(text: &str) -> String {
    let lines: Vec<String> = text.trim_end().lines().map(|line| format!("          │ {line}")).collect();
    lines.join("\n")
}

/// The boot prompt is long and always the same.
fn opening(text: &str) -> String {
    let first: String = text.chars().take_while(|letter| *letter != '.').collect();
    format!("{first}. … ({} lines; `c2c boot-prompt` prints it)", text.lines().count())
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_last_line_begins_with_state_and_iterations() {
        let end = json!({"session": "s", "iterations": 2, "state": "DONE", "text": "a \"b\""});
        assert_eq!(end_line(&end), r#"{"state":"DONE","iterations":2,"session":"s","text":"a \"b\""}"#);
    }

    #[test]
    fn steps_are_put_into_words() {
        let steps = [
            json!({"step": "prepared", "project": "/p", "test": "t.sh", "provider": "http://127.0.0.1:1/v1", "goal": "Pass."}),
            json!({"step": "session", "session": "ses_1", "task_id": "c2c_1"}),
            json!({"step": "serving", "url": "http://127.0.0.1:7391/w/x/mcp"}),
            json!({"step": "message", "number": 1, "direction": "out", "state": "BOOT", "text": "You plan. And\nreview.\n"}),
            json!({"step": "message", "number": 1, "direction": "out", "text": "[C2C]\nSTATE: INIT\n"}),
            json!({"step": "message", "number": 2, "direction": "in", "text": "[C2C]\nSTATE: PLAN\n"}),
            json!({"step": "planner_call", "tool": "read_file", "arguments": {"path": "t.sh"}, "ok": true}),
            json!({"step": "execution_started", "iteration": 1}),
            json!({"step": "execution_ended", "iteration": 1, "outcome": "completed"}),
            json!({"step": "recorded", "iteration": 1, "changed_files": 1, "tests": "1 passed", "test_source": "seen"}),
            json!({"step": "warning", "text": "w"}),
            json!({"step": "paused", "reason": "r"}),
            json!({"step": "talk", "text": "t"}),
            json!({"code": "user", "message": "No goal.", "hints": ["name one"]}),
        ];
        let told: Vec<String> = steps.iter().filter_map(describe).collect();
        assert_snapshot!(told.join("\n"), @r#"
        Prepared a project with a failing test
                  folder    /p
                  test      t.sh
                  model     http://127.0.0.1:1/v1 (carries out numbered actions, nothing else)
                  goal      Pass.
        Session ses_1 of task c2c_1
        Connector at http://127.0.0.1:7391/w/x/mcp
        C2C → planner  message 1
                  │ You plan. … (2 lines; `c2c boot-prompt` prints it)
        C2C → planner  message 1
                  │ [C2C]
                  │ STATE: INIT
        planner → C2C  message 2
                  │ [C2C]
                  │ STATE: PLAN
        planner looks  read_file {"path":"t.sh"}
        Codex works on iteration 1
        Codex ended: completed
        Recorded iteration 1: 1 changed, tests: 1 passed (seen)
        Warning: w
        Paused: r
        t
        Error: No goal.
                  hint      name one
        "#);
        assert_eq!(describe(&json!({"step": "waiting"})), None);
    }
}
