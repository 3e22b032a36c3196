//! One line for each step of a running session.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A step, as `c2c start --json` and `c2c continue --json` print it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum StepLine {
    /// A session runs in this process.
    Session {
        /// Its id.
        session: String,
        /// The task, as in the messages.
        task_id: String,
        /// The workspace.
        workspace: String,
        /// Its root.
        root: String,
        /// Whether an earlier process had begun it.
        continued: bool,
    },
    /// The connectors are served, by this process or another.
    Serving {
        /// The workspace's connector.
        url: String,
        /// The file with the bearer token.
        token_file: String,
        /// The process that serves.
        pid: u32,
        /// Something to know about it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notes: Vec<String>,
    },
    /// A message, ours or ChatGPT's.
    Message {
        /// Its number in the session.
        number: u32,
        /// `out` or `in`.
        direction: String,
        /// The protocol state, or `BOOT`.
        state: String,
        /// The task.
        task_id: String,
        /// The iteration.
        iteration: u32,
        /// How far it got.
        delivery: String,
        /// The text, byte for byte.
        text: String,
        /// The address of the conversation that the person carries it to, where one is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conversation_url: Option<String>,
        /// The address of the Project in which that conversation begins, if it is to begin in one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        project_url: Option<String>,
    },
    /// Codex runs.
    ExecutionStarted {
        /// The iteration.
        iteration: u32,
    },
    /// Codex has ended.
    ExecutionEnded {
        /// The iteration.
        iteration: u32,
        /// `completed`, `failed`, `cancelled`, `deadline_passed`.
        outcome: String,
        /// Its own words, when it failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// The iteration is recorded.
    Recorded {
        /// The iteration.
        iteration: u32,
        /// How many files changed.
        changed_files: u32,
        /// The tests' outcome in one line.
        tests: String,
        /// `seen`, `reported` or `not seen`.
        test_source: String,
        /// `ok`, `failed`, `blocked`.
        exit_status: String,
    },
    /// Something that the person must be told: a plan waits, the session is done, blocked, overdue.
    Notice {
        /// `done`, `blocked`, `approval`, `overdue`, `limit`, `paused`, `failed`.
        kind: String,
        /// One line.
        title: String,
        /// More, and what can be done.
        text: String,
    },
    /// Something to know.
    Warning {
        /// What.
        text: String,
    },
    /// The ChatGPT window waits for something before the session goes on. Said once for each message.
    Waits {
        /// `idle` (keyboard and mouse), `unlock`, `page`, `answer`, `focus`, `other_session`.
        wait: String,
        /// The process that uses the window, for `other_session`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        process: Option<u32>,
    },
    /// The session paused.
    Paused {
        /// Why, stable: such as `person`, `overdue`, `iteration_limit`, `codex_not_logged_in`, `chatgpt_log_in`.
        reason: String,
        /// Why, in a sentence.
        text: String,
        /// What can be done.
        hint: String,
        /// When it goes on by itself; absent when it waits for the person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until_ms: Option<i64>,
    },
    /// The session goes on.
    Continued,
}

/// The last line of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionEnd {
    /// `DONE`, `BLOCKED`, `PAUSED`, `STOPPED` or `FAILED`.
    pub state: String,
    /// How many iterations were recorded.
    pub iterations: u32,
    /// The session.
    pub session: String,
    /// The task.
    pub task_id: String,
    /// The planner's summary, its reason, or why the session stands.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}
