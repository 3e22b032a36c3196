//! Control messages without a session: writing one, reading a reply.

use std::collections::BTreeMap;
use std::path::Path;

use c2c_ipc::{MessageView, ParseErrorView, ParseStatus, ParseView, RenderView, SectionView};
use c2c_protocol::{
    Allowed, Checkpoint, Draft, ErrorMessage, Executed, Executing, Expectation, Handoff, Init, Parsed, ReleasedOutput,
    Section, State, Status, TaskId, Value,
};

use c2c_store::{Direction, Session};

use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::place::{self, Place};
use crate::verbs::{commands, status};
use crate::views;

/// What to write. What is not given comes from the workspace's session, as far as it is kept there.
#[derive(Debug, Clone, Default)]
pub struct RenderParams {
    /// The state's name, in any letter case.
    pub state: String,
    /// The task.
    pub task: Option<String>,
    /// The iteration.
    pub iteration: Option<u32>,
    /// INIT's and HANDOFF's goal.
    pub goal: Option<String>,
    /// INIT's instruction, instead of the usual one.
    pub instruction: Option<String>,
    /// EXECUTED's result, instead of the usual sentence.
    pub result: Option<String>,
    /// EXECUTED's number of changed files.
    pub changed_files: Option<u32>,
    /// EXECUTED's tests.
    pub tests: Option<String>,
    /// ERROR's reason.
    pub reason: Option<String>,
    /// HANDOFF's progress.
    pub progress: Vec<String>,
    /// HANDOFF's state.
    pub current_state: Option<String>,
    /// HANDOFF's known issues.
    pub known_issues: Vec<String>,
    /// HANDOFF's next step.
    pub next_step: Option<String>,
}

/// What the workspace knows about its session.
struct Known {
    connector: String,
    session: Option<Session>,
    checkpoint: Option<c2c_store::Checkpoint>,
}

/// Writes a message.
///
/// # Errors
/// `User`, naming the field that is missing, too long, or content.
pub fn message_render(app: &App, root: &Path, params: &RenderParams) -> Result<RenderView, ApiError> {
    let state: State = params.state.parse().map_err(|_| unknown_state(&params.state))?;
    let known = known(app, root)?;
    let task: TaskId = match (&params.task, &known.session) {
        (Some(task), _) => task.parse()?,
        (None, Some(session)) => session.task_id.parse()?,
        (None, None) => return Err(missing("task")),
    };
    let draft = draft(params, state, task, &known)?;
    let text = c2c_protocol::render(&draft)?;
    Ok(RenderView {
        state: draft.state.as_str().to_owned(),
        task_id: draft.task.to_string(),
        iteration: draft.iteration,
        bytes: text.len() as u64,
        text,
    })
}

/// A message of the session that C2C sends, by its number; the newest one without a number.
///
/// # Errors
/// `NotFound` without a session or such a message.
pub fn message_sent(app: &App, place: &Place, number: Option<u32>) -> Result<MessageView, ApiError> {
    let session = commands::open_session(app, &place.workspace)?;
    let found = app.store().read(|tx| match number {
        Some(number) => tx.message(&session.id, number),
        None => tx.last_out(&session.id),
    })?;
    let found = found.filter(|message| message.direction == Direction::Out);
    found.map(views::message).ok_or_else(|| {
        let what = number.map_or_else(
            || "C2C has sent no message yet".to_owned(),
            |number| format!("message {number} is none that C2C sends"),
        );
        ApiError::new(ErrorKind::NotFound, what).hint("see the messages with `c2c status --json`")
    })
}

fn known(app: &App, root: &Path) -> Result<Known, ApiError> {
    let looked = place::look(app, root)?;
    let Some(workspace) = looked.known else {
        return Ok(Known { connector: place::connector_name(&looked.name), session: None, checkpoint: None });
    };
    let (session, checkpoint) = app.store().read(|tx| {
        let session = status::current_session(tx, &workspace)?;
        let checkpoint = session.as_ref().map(|session| tx.checkpoint(&session.id)).transpose()?.flatten();
        Ok((session, checkpoint))
    })?;
    Ok(Known { connector: workspace.connector_name, session, checkpoint })
}

fn draft(params: &RenderParams, state: State, task: TaskId, known: &Known) -> Result<Draft, ApiError> {
    let kept = known.session.as_ref().filter(|session| session.task_id == task.as_str());
    let iteration = match (params.iteration, kept) {
        (Some(iteration), _) => iteration,
        (None, Some(session)) if state != State::Init => session.iteration,
        (None, None) if state != State::Init => return Err(missing("iteration")),
        (None, _) => 0,
    };
    Ok(match state {
        State::Init => {
            let goal = params.goal.clone().or_else(|| kept.map(|session| session.goal.clone()));
            let goal = goal.ok_or_else(|| missing("goal"))?;
            let mut draft = Init { task, goal, connector: known.connector.clone() }.draft();
            draft.iteration = iteration;
            replace(&mut draft, Section::Instruction, params.instruction.as_ref());
            draft
        }
        State::Executing => Executing { task, iteration }.draft(),
        State::Executed => Executed {
            task,
            iteration,
            result: params.result.clone().unwrap_or_else(|| "Execution finished.".to_owned()),
            changed_files: params.changed_files.ok_or_else(|| missing("changed-files"))?,
            tests: params.tests.clone().ok_or_else(|| missing("tests"))?,
            output: ReleasedOutput::None,
        }
        .draft(),
        State::Error => {
            let reason = params.reason.clone().ok_or_else(|| missing("reason"))?;
            ErrorMessage { task, iteration, reason }.draft()
        }
        State::Handoff => {
            handoff(params, task, iteration, known.checkpoint.as_ref().filter(|_| kept.is_some()))?.draft()
        }
        State::Plan | State::Review | State::Done | State::Blocked => return Err(unknown_state(state.as_str())),
    })
}

/// The brief that the checkpoint gives, with what is given over it.
fn handoff(
    params: &RenderParams,
    task: TaskId,
    iteration: u32,
    kept: Option<&c2c_store::Checkpoint>,
) -> Result<Handoff, ApiError> {
    let kept = kept.and_then(|kept| {
        let checkpoint = Checkpoint {
            protocol_state: kept.protocol_state.parse().ok()?,
            waiting_for: kept.waiting_for.clone(),
            goal: kept.goal.clone(),
            completed_subtasks: kept.completed_subtasks.clone(),
            known_issues: kept.known_issues.clone(),
            next_step: kept.next_step.clone(),
            iteration,
        };
        Some(Handoff::from_checkpoint(&task, &checkpoint, None))
    });
    let list = |given: &Vec<String>, kept: Option<&Vec<String>>| {
        if given.is_empty() { kept.cloned().unwrap_or_default() } else { given.clone() }
    };
    let text = |given: &Option<String>, kept: Option<&String>, option: &str| {
        given.clone().or_else(|| kept.cloned()).ok_or_else(|| missing(option))
    };
    let kept = kept.as_ref();
    Ok(Handoff {
        original_goal: text(&params.goal, kept.map(|kept| &kept.original_goal), "goal")?,
        progress: list(&params.progress, kept.map(|kept| &kept.progress)),
        current_state: text(&params.current_state, kept.map(|kept| &kept.current_state), "current-state")?,
        known_issues: list(&params.known_issues, kept.map(|kept| &kept.known_issues)),
        next_step: params.next_step.clone().or_else(|| kept.map(|kept| kept.next_step.clone())).unwrap_or_default(),
        task,
        iteration,
    })
}

fn unknown_state(text: &str) -> ApiError {
    ApiError::new(ErrorKind::User, format!("`{text}` is not a state that C2C sends"))
        .hint("C2C sends INIT, EXECUTING, EXECUTED, ERROR and HANDOFF")
}

fn missing(option: &str) -> ApiError {
    ApiError::new(ErrorKind::User, format!("the message needs `--{option}`")).hint("see `c2c message render --help`")
}

fn replace(draft: &mut Draft, section: Section, text: Option<&String>) {
    let Some(text) = text else { return };
    for (name, value) in &mut draft.sections {
        if name == section.as_str() {
            *value = Value::Text(text.clone());
        }
    }
}

/// What to read, and what is expected of it.
#[derive(Debug, Clone, Default)]
pub struct ParseParams {
    /// The reply.
    pub text: String,
    /// The task it must be about; any when none is given.
    pub task: Option<String>,
    /// The iteration it must carry; any when none is given.
    pub iteration: Option<u32>,
}

/// Reads a reply.
///
/// # Errors
/// `User` when the expected task is no task id. What is wrong with the reply is part of the answer.
pub fn message_parse(params: &ParseParams) -> Result<ParseView, ApiError> {
    let expectation = Expectation {
        task: params.task.as_deref().map(str::parse).transpose()?,
        allowed: params.iteration.map_or(Allowed::Any, Allowed::Iteration),
    };
    Ok(parse_view(&c2c_protocol::parse(&params.text, &expectation)))
}

fn parse_view(parsed: &Parsed) -> ParseView {
    let (task, sections) = match (&parsed.message, &parsed.fragment) {
        (Some(message), _) => (Some(&message.task), Some(&message.sections)),
        (None, Some(fragment)) => (fragment.task.as_ref(), Some(&fragment.sections)),
        (None, None) => (None, None),
    };
    let section = |(name, value): (&str, &Value)| {
        let view = match value {
            Value::Text(text) => SectionView::Text(text.clone()),
            Value::List(items) => SectionView::List(items.clone()),
        };
        (name.to_owned(), view)
    };
    ParseView {
        status: match parsed.status {
            Status::Message => ParseStatus::Message,
            Status::Incomplete => ParseStatus::Incomplete,
            Status::Invalid => ParseStatus::Invalid,
            Status::None => ParseStatus::None,
        },
        state: parsed.state().map(|state| state.as_str().to_owned()),
        task_id: task.map(ToString::to_string),
        iteration: parsed.iteration(),
        sections: sections.map_or_else(BTreeMap::new, |sections| sections.iter().map(section).collect()),
        errors: parsed.errors.iter().map(error_view).collect(),
    }
}

fn error_view(error: &c2c_protocol::ParseError) -> ParseErrorView {
    ParseErrorView {
        expected: error.expected.clone(),
        found: error.found.clone(),
        start: error.start as u64,
        end: error.end as u64,
    }
}

#[cfg(test)]
mod tests;
