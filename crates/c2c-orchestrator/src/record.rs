//! Recording an iteration: what changed, what the tests said, and which of that was seen.
//!
//! Released output comes from Codex's own command items, or from running the test command again
//! in Codex's sandbox; never from a shell of ours. What only the model told is marked so.

use std::path::Path;
use std::sync::Arc;

use c2c_ports::{
    ChangeSet, Changes, CommandRun, EffectId, Ended, Execution, Executor, Point, RecordStep, Rerun, ResultStatus,
    Sandbox, Snapshot, StepObserver,
};
use c2c_protocol::{Executed, ReleasedOutput, TaskId};
use serde::{Deserialize, Serialize};

use crate::machine::PlanInForce;

mod command_line;
#[cfg(test)]
mod tests;

pub use command_line::is_same_command;

/// At most this many outputs are kept for one iteration; the last ones count.
const MAX_OUTPUTS: usize = 5;

/// Where the tests' outcome is known from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// C2C saw the command's own exit code and output.
    Seen,
    /// Only the model says so.
    Reported,
    /// Nobody saw a test.
    NotSeen,
}

/// How the iteration ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Carried out; what was tested passes.
    Ok,
    /// Carried out, but something fails.
    Failed,
    /// Could not be carried out.
    Blocked,
}

/// What ChatGPT can read of an iteration's output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Released {
    /// At least one item.
    Readable,
    /// There is some, all of it withheld.
    Restricted,
    /// Nothing was kept.
    None,
}

/// An iteration's summary, as the loop goes on with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// How many files changed.
    pub changed_files: u32,
    /// The tests in one line.
    pub tests: String,
    /// Where that is known from.
    pub source: Source,
    /// How it ended.
    pub verdict: Verdict,
    /// What ChatGPT can read of the commands' output.
    pub output: Released,
    /// What is known to be wrong still.
    pub known_issues: Vec<String>,
    /// What Codex says it did.
    pub summary: String,
}

impl Recorded {
    /// One line for the checkpoint's list of completed work.
    #[must_use]
    pub fn progress_line(&self, iteration: u32) -> String {
        let verdict = match self.verdict {
            Verdict::Ok => "carried out",
            Verdict::Failed => "carried out, with failures",
            Verdict::Blocked => "not carried out",
        };
        let files = if self.changed_files == 1 { "1 file".to_owned() } else { format!("{} files", self.changed_files) };
        format!("Iteration {iteration}: {verdict}; {files} changed; tests: {}", self.tests)
    }

    /// EXECUTED, as far as the record goes.
    #[must_use]
    pub(crate) fn message(&self, task: &TaskId, iteration: u32) -> Executed {
        let result = match self.verdict {
            Verdict::Ok => "Execution finished.",
            Verdict::Failed => "Execution finished with failures.",
            Verdict::Blocked => "Execution could not be finished.",
        };
        Executed {
            task: task.clone(),
            iteration,
            result: result.to_owned(),
            changed_files: self.changed_files,
            tests: self.tests.clone(),
            output: match self.output {
                Released::Readable => ReleasedOutput::Readable,
                Released::Restricted => ReleasedOutput::Restricted,
                Released::None => ReleasedOutput::None,
            },
        }
    }
}

/// One command whose output may be released, unjudged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Evidence {
    pub(crate) run: CommandRun,
    pub(crate) rerun: bool,
}

/// Everything that recording found, for one transaction.
#[derive(Debug)]
pub(crate) struct Findings {
    pub(crate) recorded: Recorded,
    pub(crate) after: Snapshot,
    pub(crate) changes: ChangeSet,
    pub(crate) evidence: Vec<Evidence>,
}

/// What recording needs to know.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) effect_id: &'a EffectId,
    pub(crate) root: &'a Path,
    pub(crate) sandbox: Sandbox,
    pub(crate) deadline_s: u64,
    pub(crate) plan: &'a PlanInForce,
    pub(crate) before: &'a Snapshot,
    pub(crate) execution: &'a Execution,
}

/// Looks at what the execution left behind. Changes nothing, so it can be done again.
///
/// # Errors
/// The reason in words, when the workspace cannot be read.
pub(crate) async fn look(
    request: &Request<'_>,
    changes: Arc<dyn Changes>,
    executor: &dyn Executor,
    steps: &dyn StepObserver,
) -> Result<Findings, c2c_ports::ChangesError> {
    let root = request.root.to_owned();
    let before = request.before.id.clone();
    let pictured = tokio::task::spawn_blocking(move || {
        let after = changes.snapshot(&root)?;
        let set = changes.diff(&root, &before, &after.id)?;
        Ok((after, set))
    });
    let (after, changes) = pictured.await.unwrap_or_else(|error| {
        Err(c2c_ports::ChangesError::Unreadable { root: request.root.display().to_string(), reason: error.to_string() })
    })?;
    steps.reached(request.effect_id, Point::Record(RecordStep::Snapshot));
    let evidence = evidence(request, executor).await;
    steps.reached(request.effect_id, Point::Record(RecordStep::Outputs));
    let recorded = summarise(request, &changes, &evidence);
    Ok(Findings { recorded, after, changes, evidence })
}

/// The test commands' own output: the last run of each, else one run again.
async fn evidence(request: &Request<'_>, executor: &dyn Executor) -> Vec<Evidence> {
    let candidates = command_line::candidates(request.plan.section("TESTS"), request.execution);
    let seen = last_runs(&request.execution.commands, &candidates);
    if !seen.is_empty() {
        return seen.into_iter().map(|run| Evidence { run: run.clone(), rerun: false }).collect();
    }
    let Some(command) = request.execution.reported.as_ref().map(|reported| reported.test_command.trim()) else {
        return Vec::new();
    };
    if command.is_empty() || request.execution.ended != Ended::Completed {
        return Vec::new();
    }
    let rerun = Rerun { root: request.root, command, sandbox: request.sandbox, deadline_s: request.deadline_s };
    match executor.rerun(rerun).await {
        Ok(run) => vec![Evidence { run, rerun: true }],
        Err(error) => {
            tracing::warn!(%error, "the test command could not be run again");
            Vec::new()
        }
    }
}

fn last_runs<'a>(runs: &'a [CommandRun], candidates: &[String]) -> Vec<&'a CommandRun> {
    let mut last: Vec<&CommandRun> = Vec::new();
    for run in runs.iter().rev() {
        let wanted = candidates.iter().any(|candidate| is_same_command(&run.command, candidate));
        let known = last.iter().any(|later| is_same_command(&run.command, &later.command));
        if wanted && !known && last.len() < MAX_OUTPUTS {
            last.push(run);
        }
    }
    last.reverse();
    last
}

fn summarise(request: &Request<'_>, changes: &ChangeSet, evidence: &[Evidence]) -> Recorded {
    let execution = request.execution;
    let reported = execution.reported.as_ref();
    let failed = evidence.iter().any(|evidence| evidence.run.exit_code != Some(0));
    let verdict = match reported.map(|reported| reported.status) {
        Some(ResultStatus::Blocked) => Verdict::Blocked,
        _ if failed || execution.ended != Ended::Completed => Verdict::Failed,
        Some(ResultStatus::Failed) => Verdict::Failed,
        Some(ResultStatus::Ok) | None => Verdict::Ok,
    };
    let told = reported.map(|reported| reported.tests.trim()).unwrap_or_default();
    let (tests, source) = if !evidence.is_empty() {
        (seen_tests(evidence), Source::Seen)
    } else if told.is_empty() {
        ("no test run was seen".to_owned(), Source::NotSeen)
    } else {
        (format!("{told} (reported by Codex, not seen)"), Source::Reported)
    };
    let mut known_issues = reported.map(|reported| reported.known_issues.clone()).unwrap_or_default();
    if execution.ended == Ended::DeadlinePassed {
        known_issues.push("Codex ran out of time; the plan may be half done.".to_owned());
    }
    let summary = reported.map_or(execution.final_message.as_str(), |reported| &reported.summary).trim().to_owned();
    Recorded {
        changed_files: u32::try_from(changes.files.len()).unwrap_or(u32::MAX),
        tests,
        source,
        verdict,
        output: Released::None,
        known_issues,
        summary,
    }
}

fn seen_tests(evidence: &[Evidence]) -> String {
    let line = |evidence: &Evidence| {
        let command = command_line::unwrapped(&evidence.run.command);
        match evidence.run.exit_code {
            Some(0) => format!("`{command}` passed"),
            Some(code) => format!("`{command}` failed (exit {code})"),
            None => format!("`{command}` did not finish"),
        }
    };
    evidence.iter().map(line).collect::<Vec<_>>().join("; ")
}
