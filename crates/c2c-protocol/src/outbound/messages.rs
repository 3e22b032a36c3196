//! The messages that our side sends, one type each. `draft()` puts the words around the fields and
//! cuts nothing; [`crate::build`] does the cutting.

use crate::checkpoint::Checkpoint;
use crate::message::Value;
use crate::outbound::draft::Draft;
use crate::section::Section;
use crate::state::State;
use crate::task_id::TaskId;

/// A new task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Init {
    /// The task.
    pub task: TaskId,
    /// What the person wants.
    pub goal: String,
    /// The name under which ChatGPT knows the connector.
    pub connector: String,
}

/// Codex is at work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executing {
    /// The task.
    pub task: TaskId,
    /// The iteration that is carried out.
    pub iteration: u32,
}

/// What the planner can read of the commands that ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReleasedOutput {
    /// `execution_output` lists an item of this iteration that can be read.
    Readable,
    /// There is output, and all of it is withheld.
    Restricted,
    /// There is none.
    None,
}

/// An iteration is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executed {
    /// The task.
    pub task: TaskId,
    /// The iteration that is over.
    pub iteration: u32,
    /// How it ended, in a sentence.
    pub result: String,
    /// How many files changed.
    pub changed_files: u32,
    /// What the tests said, in a line.
    pub tests: String,
    /// Whether there is output to read.
    pub output: ReleasedOutput,
}

/// Something failed on our side, or the last answer cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorMessage {
    /// The task.
    pub task: TaskId,
    /// The iteration.
    pub iteration: u32,
    /// What, and what is wanted now.
    pub reason: String,
}

/// A brief for a conversation that replaces another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handoff {
    /// The task.
    pub task: TaskId,
    /// The iteration.
    pub iteration: u32,
    /// What the person wants.
    pub original_goal: String,
    /// What is finished, oldest first.
    pub progress: Vec<String>,
    /// Where the task stands.
    pub current_state: String,
    /// What is known to be wrong.
    pub known_issues: Vec<String>,
    /// What the planner should do first.
    pub next_step: String,
}

impl Init {
    /// The message.
    #[must_use]
    pub fn draft(&self) -> Draft {
        let instruction = format!(
            "Look at the workspace through the `{}` connector, then answer with a PLAN that Codex can carry out.",
            self.connector
        );
        Draft::new(State::Init, self.task.clone(), 0)
            .with(Section::Goal, self.goal.clone())
            .with(Section::Instruction, instruction)
    }
}

impl Executing {
    /// The message.
    #[must_use]
    pub fn draft(&self) -> Draft {
        Draft::new(State::Executing, self.task.clone(), self.iteration)
    }
}

impl ReleasedOutput {
    /// What the planner is told about it.
    const fn sentence(self) -> &'static str {
        match self {
            Self::Readable => "`execution_output` has a readable item for this iteration: list it, then read it.",
            Self::Restricted => {
                "The command output of this iteration is restricted: leave it and review from `git_diff`."
            }
            Self::None => "No command output was released for this iteration: review from `git_diff`.",
        }
    }
}

impl Executed {
    /// The message.
    #[must_use]
    pub fn draft(&self) -> Draft {
        let mut draft = Draft::new(State::Executed, self.task.clone(), self.iteration)
            .with(Section::Result, self.result.clone())
            .with(Section::ChangedFiles, self.changed_files.to_string())
            .with(Section::Tests, self.tests.clone());
        draft.closing = Some(format!(
            "Review this on your own: read the workspace and the current git diff through the connector.\n{}",
            self.output.sentence()
        ));
        draft
    }
}

impl ErrorMessage {
    /// The message.
    #[must_use]
    pub fn draft(&self) -> Draft {
        Draft::new(State::Error, self.task.clone(), self.iteration).with(Section::Reason, self.reason.clone())
    }
}

impl Handoff {
    /// The brief that a checkpoint gives. `note` is what the new conversation must know beyond it,
    /// such as the person's answer to a BLOCKED; it stands before the rest of CURRENT_STATE.
    #[must_use]
    pub fn from_checkpoint(task: &TaskId, checkpoint: &Checkpoint, note: Option<&str>) -> Self {
        let mut current_state = format!("{} (iteration {}).", checkpoint.protocol_state, checkpoint.iteration);
        for part in
            [note.unwrap_or_default(), checkpoint.protocol_state.sentence(), &waiting_sentence(&checkpoint.waiting_for)]
        {
            if !part.trim().is_empty() {
                current_state.push(' ');
                current_state.push_str(part.trim());
            }
        }
        Self {
            task: task.clone(),
            iteration: checkpoint.iteration,
            original_goal: checkpoint.goal.clone(),
            progress: checkpoint.completed_subtasks.clone(),
            current_state,
            known_issues: checkpoint.known_issues.clone(),
            next_step: checkpoint.next_step.clone(),
        }
    }

    /// The message. What is empty is said to be.
    #[must_use]
    pub fn draft(&self) -> Draft {
        let next_step = if self.next_step.trim().is_empty() { NO_NEXT_STEP } else { &self.next_step };
        Draft::new(State::Handoff, self.task.clone(), self.iteration)
            .with(Section::OriginalGoal, self.original_goal.clone())
            .with(Section::Progress, list_or(&self.progress, NO_PROGRESS))
            .with(Section::CurrentState, self.current_state.clone())
            .with(Section::KnownIssues, list_or(&self.known_issues, NO_ISSUES))
            .with(Section::NextExpectedStep, next_step)
    }
}

const NO_PROGRESS: &str = "Nothing is finished yet.";
const NO_ISSUES: &str = "None known.";
const NO_NEXT_STEP: &str = "Review the workspace through the connector, then answer with the next message.";

fn waiting_sentence(waiting_for: &str) -> String {
    let waiting_for = waiting_for.trim().trim_end_matches('.');
    if waiting_for.is_empty() { String::new() } else { format!("Waiting for: {waiting_for}.") }
}

fn list_or(items: &[String], empty: &str) -> Value {
    if items.iter().all(|item| item.trim().is_empty()) {
        Value::Text(empty.to_owned())
    } else {
        Value::List(items.iter().filter(|item| !item.trim().is_empty()).cloned().collect())
    }
}
