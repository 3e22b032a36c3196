//! How the planner comes to its answers. All it knows of the project it asks the connector for.

use serde_json::{Value, json};

use super::findings::{self, Failure};
use super::message::{Answer, Change, Received};

/// The data plane as the planner sees it.
pub(crate) trait Connector {
    /// Calls a tool; the answer is its structured content.
    fn call(&mut self, tool: &str, arguments: Value) -> Result<Value, Unavailable>;
}

/// The connector did not give an answer that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub(crate) struct Unavailable {
    pub(crate) reason: String,
}

/// A planner in the middle of a task.
#[derive(Debug, Clone)]
pub(crate) struct Planner {
    /// The most plans it makes before it gives up.
    max_plans: u32,
    plans: u32,
    /// Everything it asked for so far.
    asked: Vec<Change>,
    test_command: String,
}

impl Planner {
    pub(crate) fn new(max_plans: u32) -> Self {
        Self { max_plans, plans: 0, asked: Vec::new(), test_command: String::new() }
    }

    /// The answer to a message.
    pub(crate) fn answer(&mut self, received: &Received, connector: &mut dyn Connector) -> Answer {
        let answer = match (received.state.as_str(), received.iteration) {
            ("INIT" | "HANDOFF", 0) => self.plan(connector),
            ("EXECUTED" | "HANDOFF", _) => self.review(received, connector),
            (state, _) => Ok(blocked(&format!("C2C sent {state}, which leaves nothing to plan."), "A new task.")),
        };
        answer.unwrap_or_else(|error| {
            let reason = format!("The connector gave no answer to plan with: {error}.");
            blocked(&reason, "Switch the connector on in this conversation.")
        })
    }

    /// Looks at the project and finds out what its test wants.
    fn plan(&mut self, connector: &mut dyn Connector) -> Result<Answer, Unavailable> {
        let info = connector.call("workspace_info", json!({}))?;
        let task = connector.call("current_task", json!({}))?;
        connector.call("list_directory", json!({"path": ".", "depth": 2}))?;
        let found = connector.call("find_files", json!({"query": "**/*test*"}))?;
        for test in list(&found, "files", "path") {
            let content = connector.call("read_file", json!({"path": test}))?;
            let expectations = findings::expectations(string(&content, "content"));
            if expectations.is_empty() {
                continue;
            }
            let test_command = format!("sh {test}");
            let mut changes = Vec::new();
            for expectation in expectations {
                if let Some(value) = expectation.value {
                    let why = format!("`{test}` expects it");
                    changes.extend(setting(connector, &expectation.key, &value, &why)?);
                }
            }
            let name = string(&info, "name");
            return Ok(self.propose(
                format!("In `{name}`: {}", string(&task, "goal")),
                format!(
                    "`{test}` writes down what it expects; what it works out while it runs will show in its output."
                ),
                changes,
                test_command,
            ));
        }
        Ok(blocked("No test with expectations was found in the workspace.", "A test that shows what is wanted."))
    }

    /// Looks at what was done and what the test said.
    fn review(&mut self, received: &Received, connector: &mut dyn Connector) -> Result<Answer, Unavailable> {
        let Received { task_id, iteration, .. } = received;
        let diff = connector.call("git_diff", json!({}))?;
        connector.call("test_status", json!({"task_id": task_id, "iteration": iteration}))?;
        connector.call("execution_summary", json!({"task_id": task_id}))?;
        let outputs = connector.call("execution_output", json!({"action": "list"}))?;
        let Some((command, exit_code, output)) = self.test_output(received, &outputs, connector)? else {
            return Ok(blocked(
                "No output of the test was released for this iteration.",
                "The output of the test run.",
            ));
        };
        let missing = self.asked.iter().find(|change| !findings::adds(string(&diff, "diff"), &change.new));
        if exit_code == Some(0) && findings::passes(&output) {
            return Ok(match missing {
                None => Answer::Done {
                    summary: format!("`{command}` passes, and the diff holds every value that was asked for."),
                },
                Some(change) => blocked(
                    &format!("The test passes, but the diff does not add `{}`.", change.new),
                    "A look at what was changed instead.",
                ),
            });
        }
        let Some(Failure { key, expected, found }) = findings::failure(&output) else {
            return Ok(blocked("The test fails without saying what it expected.", "A test output that can be read."));
        };
        let why = format!("the test run expected it and found `{found}`");
        let changes = setting(connector, &key, &expected, &why)?;
        self.asked.retain(|change| !changes.iter().any(|new| new.path == change.path && new.old == change.new));
        let rationale =
            format!("The run of `{command}` went further and failed at `{key}`, which no file of the project tells.");
        Ok(self.propose(format!("Make `{command}` pass."), rationale, changes, command))
    }

    /// Command, exit code and text of the last readable test run of this iteration.
    fn test_output(
        &self,
        received: &Received,
        outputs: &Value,
        connector: &mut dyn Connector,
    ) -> Result<Option<(String, Option<i64>, String)>, Unavailable> {
        let mut best = None;
        for item in outputs["items"].as_array().into_iter().flatten() {
            let is_ours = item["iteration"] == received.iteration && item["task_id"] == received.task_id.as_str();
            let is_test = string(item, "command").contains(&self.test_command) && !self.test_command.is_empty();
            if is_ours && item["status"] == "readable" && (is_test || best.is_none()) {
                let read = connector.call("execution_output", json!({"action": "read", "id": item["id"]}))?;
                let command = if is_test { self.test_command.clone() } else { string(item, "command").to_owned() };
                best = Some((command, item["exit_code"].as_i64(), string(&read, "text").to_owned()));
                if is_test {
                    break;
                }
            }
        }
        Ok(best)
    }

    fn propose(&mut self, goal: String, rationale: String, changes: Vec<Change>, test_command: String) -> Answer {
        if changes.is_empty() {
            return blocked("No setting was found that the test is about.", "The place where the value is kept.");
        }
        if self.plans == self.max_plans {
            return blocked(&format!("After {} plans the test still fails.", self.plans), "A look by a person.");
        }
        self.plans += 1;
        self.asked.extend(changes.iter().cloned());
        self.test_command.clone_from(&test_command);
        Answer::Plan { goal, rationale, changes, test_command }
    }
}

/// The change that gives `key` the value, where a line of the project sets it to something else.
fn setting(connector: &mut dyn Connector, key: &str, value: &str, why: &str) -> Result<Vec<Change>, Unavailable> {
    let assignment = format!("{key}=");
    let found = connector.call("search_workspace", json!({"query": assignment, "case_sensitive": true}))?;
    let mut changes = Vec::new();
    for hit in found["matches"].as_array().into_iter().flatten() {
        let line = string(hit, "text").trim_end();
        let new = format!("{assignment}{value}");
        if line.starts_with(&assignment) && line != new {
            let (path, old) = (string(hit, "path").to_owned(), line.to_owned());
            changes.push(Change { path, old, new, why: why.to_owned() });
        }
    }
    Ok(changes)
}

fn blocked(reason: &str, needs: &str) -> Answer {
    Answer::Blocked { reason: reason.to_owned(), needs: needs.to_owned() }
}

fn string<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, field: &str, inner: &str) -> Vec<&'a str> {
    let items = value[field].as_array().into_iter().flatten();
    items.filter_map(|item| item[inner].as_str()).collect()
}

#[cfg(test)]
mod tests;
