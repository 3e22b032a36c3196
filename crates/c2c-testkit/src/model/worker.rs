//! The honest worker: it looks at what the prompt wants to be looked at first, carries out the
//! actions of the plan and nothing else, and reports only what
//! the tools answered. It keeps no state: every request replays the tool outputs of the
//! conversation from the start of the plan, and the first thing without an output is what it does
//! next.

use serde_json::{Value, json};

use super::actions::{self, Action};
use super::patch;
use super::reply::Item;

/// How long one look at a running command waits, in milliseconds.
const PATIENCE_MS: u64 = 20_000;
/// How much of a command's output is read, in tokens.
const OUTPUT_TOKENS: u64 = 20_000;

/// What the worker does next for `plan`, after these tool outputs.
pub(crate) fn next(plan: &str, outputs: &[String], schema: Option<&Value>) -> Item {
    let mut desk = Desk { outputs: outputs.iter().filter(|output| !output.starts_with("aborted")) };
    match carry_out(plan, &mut desk) {
        Ok(report) => Item::Say(report.render(schema)),
        Err(call) => *call,
    }
}

fn carry_out(plan: &str, desk: &mut Desk<'_>) -> Result<Report, Box<Item>> {
    let mut report = Report::default();
    for look in actions::first_looks(plan) {
        desk.run(&look)?;
    }
    let mut steps = Vec::new();
    for (index, item) in actions::items(plan).iter().enumerate() {
        let number = index + 1;
        match actions::understand(item) {
            Some(actions) => steps.extend(actions.into_iter().map(|action| (number, action))),
            None => {
                let first_line = item.lines().next().unwrap_or_default();
                report.problem = Some(format!("Action {number} is not understood: {first_line}"));
                return Ok(report);
            }
        }
    }
    report.planned = steps.len();
    let tests = actions::section(plan, "TESTS").unwrap_or_default().join("\n");
    for (number, action) in steps {
        let problem = match action {
            Action::Run { command } => {
                let ran = desk.run(&command)?;
                let is_test = tests.contains(&command);
                if is_test || !report.test_is_named {
                    report.test_is_named |= is_test;
                    report.last_run = Some((command, ran));
                }
                None
            }
            edit => desk.edit(&edit)?,
        };
        if let Some(problem) = problem {
            report.problem = Some(format!("Action {number}: {problem}"));
            break;
        }
        report.done += 1;
    }
    Ok(report)
}

/// The tool outputs that are not read yet.
struct Desk<'a> {
    outputs: std::iter::Filter<std::slice::Iter<'a, String>, fn(&&'a String) -> bool>,
}

/// What a command did.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ran {
    exit_code: Option<i32>,
    text: String,
}

impl Desk<'_> {
    /// The next output, or the call that will bring it.
    fn output(&mut self, call: Item) -> Result<&str, Box<Item>> {
        self.outputs.next().map(String::as_str).ok_or_else(|| Box::new(call))
    }

    fn run(&mut self, command: &str) -> Result<Ran, Box<Item>> {
        let arguments = json!({"cmd": command, "yield_time_ms": PATIENCE_MS, "max_output_tokens": OUTPUT_TOKENS});
        let mut output = self.output(Item::Call { tool: "exec_command".to_owned(), arguments })?;
        let mut text = String::new();
        loop {
            let (head, body) = output.split_once("Output:\n").unwrap_or((output, ""));
            text.push_str(body);
            let number = |mark: &str| {
                let (_, rest) = head.split_once(mark)?;
                rest.split_whitespace().next()?.parse::<i32>().ok()
            };
            let Some(session_id) = number("Process running with session ID ") else {
                return Ok(Ran { exit_code: number("Process exited with code "), text });
            };
            let arguments = json!({"session_id": session_id, "chars": "", "yield_time_ms": PATIENCE_MS});
            output = self.output(Item::Call { tool: "write_stdin".to_owned(), arguments })?;
        }
    }

    /// Does an edit; the answer is what stood in the way.
    fn edit(&mut self, action: &Action) -> Result<Option<String>, Box<Item>> {
        match action {
            Action::Replace { path, old, new } => {
                let Some(before) = self.read(path)? else {
                    return Ok(Some(format!("`{path}` cannot be read.")));
                };
                let is_there =
                    before.contains(new.as_str()) && (new.contains(old.as_str()) || !before.contains(old.as_str()));
                match before.matches(old.as_str()).count() {
                    _ if is_there => Ok(None),
                    1 => self.patch(&patch::update(path, &before, &before.replacen(old.as_str(), new, 1))),
                    0 => Ok(Some(format!("`{path}` does not contain `{old}`."))),
                    count => Ok(Some(format!("`{path}` contains `{old}` {count} times."))),
                }
            }
            Action::Create { path, content } => match self.read(path)? {
                Some(before) if before.trim_end() == content.trim_end() => Ok(None),
                _ => self.patch(&patch::create(path, content)),
            },
            Action::Append { path, text } => match self.read(path)? {
                Some(before) if before.trim_end().ends_with(text.trim_end()) => Ok(None),
                Some(before) if !before.is_empty() => {
                    let after = format!("{}\n{text}\n", before.trim_end_matches('\n'));
                    self.patch(&patch::update(path, &before, &after))
                }
                _ => self.patch(&patch::create(path, text)),
            },
            Action::Delete { path } => match self.read(path)? {
                Some(_) => self.patch(&patch::delete(path)),
                None => Ok(None),
            },
            Action::Run { .. } => Ok(None),
        }
    }

    fn read(&mut self, path: &str) -> Result<Option<String>, Box<Item>> {
        let ran = self.run(&format!("cat -- '{}'", path.replace('\'', r"'\''")))?;
        Ok((ran.exit_code == Some(0)).then_some(ran.text))
    }

    fn patch(&mut self, patch: &str) -> Result<Option<String>, Box<Item>> {
        let output = self.output(Item::Free { tool: "apply_patch".to_owned(), input: patch.to_owned() })?;
        let applied = output.contains("Success. Updated the following files");
        Ok((!applied).then(|| format!("the patch was refused: {}", last_line(output))))
    }
}

/// What came of a plan.
#[derive(Debug, Default)]
struct Report {
    planned: usize,
    done: usize,
    problem: Option<String>,
    last_run: Option<(String, Ran)>,
    test_is_named: bool,
}

impl Report {
    /// The final message: JSON when the request asks for a format, else text.
    fn render(&self, schema: Option<&Value>) -> String {
        let failed = self.last_run.as_ref().filter(|(_, ran)| ran.exit_code != Some(0));
        let summary = match (&self.problem, failed) {
            (Some(problem), _) => format!("Carried out {} of {} steps. {problem}", self.done, self.planned),
            (None, Some((command, _))) => format!("Carried out all {} steps, and `{command}` fails.", self.planned),
            (None, None) => format!("Carried out all {} steps.", self.planned),
        };
        let Some(schema) = schema else { return summary };
        let status = match (&self.problem, failed) {
            (Some(_), _) => "blocked",
            (None, Some(_)) => "failed",
            (None, None) => "ok",
        };
        let broken = failed.map(|(command, ran)| format!("`{command}`: {}", last_line(&ran.text)));
        let issues: Vec<&String> = self.problem.iter().chain(&broken).collect();
        let known = json!({
            "status": status,
            "summary": summary,
            "test_command": self.last_run.as_ref().map_or("", |(command, _)| command.as_str()),
            "tests": self.last_run.as_ref().map_or(String::new(), |(_, ran)| outcome(ran)),
            "known_issues": issues,
        });
        let wanted = schema["properties"].as_object();
        let result: serde_json::Map<String, Value> = known
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(name, _)| wanted.is_some_and(|wanted| wanted.contains_key(*name)))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        Value::Object(result).to_string()
    }
}

/// A test run in one line: its own closing line when it has one, else its exit code.
fn outcome(ran: &Ran) -> String {
    let counts = |line: &&str| {
        let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        words.windows(2).any(|pair| pair[0].parse::<u64>().is_ok() && matches!(pair[1], "passed" | "failed"))
    };
    match (ran.text.lines().rev().find(counts), ran.exit_code) {
        (Some(line), _) => line.trim().to_owned(),
        (None, Some(code)) => format!("exit code {code}"),
        (None, None) => "no exit code".to_owned(),
    }
}

fn last_line(text: &str) -> &str {
    text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
