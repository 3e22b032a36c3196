//! What happens in a session, as lines for whoever watches it.

use std::sync::Arc;

use c2c_ipc::StepLine;
use c2c_orchestrator::{Note, Observer, Progress, Source, Verdict};
use c2c_ports::Ended;
use c2c_store::Carrier;

/// Is told each step of a session that runs in this process.
pub trait StepLines: Send + Sync {
    /// One step.
    fn line(&self, line: &StepLine);
}

/// Turns the driver's progress into lines. Our own messages are among them only where the window sends them: the
/// person who carries them is shown each when it is sent.
pub(crate) struct Watch {
    pub(crate) task_id: String,
    pub(crate) carrier: Carrier,
    pub(crate) lines: Arc<dyn StepLines>,
}

impl Observer for Watch {
    fn progress(&self, progress: &Progress) {
        if let Some(line) = line(&self.task_id, self.carrier, progress) {
            self.lines.line(&line);
        }
    }
}

fn line(task_id: &str, carrier: Carrier, progress: &Progress) -> Option<StepLine> {
    Some(match progress {
        Progress::Ended { .. } => return None,
        Progress::Sent { .. } if carrier == Carrier::Manual => return None,
        Progress::Sent { number, state, iteration, text, delivery } => StepLine::Message {
            number: *number,
            direction: "out".to_owned(),
            state: state.clone(),
            task_id: task_id.to_owned(),
            iteration: *iteration,
            delivery: delivery.as_str().to_owned(),
            text: text.clone(),
            conversation_url: None,
            project_url: None,
        },
        Progress::Received { number, state, iteration, text } => StepLine::Message {
            number: *number,
            direction: "in".to_owned(),
            state: state.clone(),
            task_id: task_id.to_owned(),
            iteration: *iteration,
            delivery: "seen".to_owned(),
            text: text.clone(),
            conversation_url: None,
            project_url: None,
        },
        Progress::Executing { iteration } => StepLine::ExecutionStarted { iteration: *iteration },
        Progress::Executed { iteration, ended, .. } => {
            let (outcome, message) = ending(ended);
            StepLine::ExecutionEnded { iteration: *iteration, outcome: outcome.to_owned(), message }
        }
        Progress::Recorded { iteration, recorded } => StepLine::Recorded {
            iteration: *iteration,
            changed_files: recorded.changed_files,
            tests: recorded.tests.clone(),
            test_source: source(recorded.source).to_owned(),
            exit_status: verdict(recorded.verdict).to_owned(),
        },
        Progress::Waits { wait, process } => StepLine::Waits { wait: wait.as_str().to_owned(), process: *process },
        Progress::Noted(note) => return noted(note),
    })
}

fn ending(ended: &Ended) -> (&'static str, Option<String>) {
    match ended {
        Ended::Completed => ("completed", None),
        Ended::Failed { message, .. } => ("failed", Some(message.clone())),
        Ended::Cancelled => ("cancelled", None),
        Ended::DeadlinePassed => ("deadline_passed", None),
    }
}

fn source(source: Source) -> &'static str {
    match source {
        Source::Seen => "seen",
        Source::Reported => "reported",
        Source::NotSeen => "not seen",
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ok => "ok",
        Verdict::Failed => "failed",
        Verdict::Blocked => "blocked",
    }
}

/// The most paths that are named in one warning.
const MOST_PATHS: usize = 5;

fn noted(note: &Note) -> Option<StepLine> {
    let text = match note {
        // The message itself is a line already.
        Note::Taken { .. } => return None,
        Note::Continued => return Some(StepLine::Continued),
        Note::Paused { reason } => {
            return Some(StepLine::Paused {
                reason: reason.code().to_owned(),
                text: reason.message(),
                hint: reason.hint(),
                until_ms: reason.until_ms(),
            });
        }
        Note::DoneWithoutUndone { iterations } => {
            let numbers = iterations.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
            format!("ChatGPT is done, but you took back what iteration {numbers} changed: it is not in the project")
        }
        Note::Refused { refusal } => {
            format!("a command that waited was refused: {}\n{}", refusal.message, refusal.hint)
        }
        Note::Malformed { errors } => format!("the answer could not be used: {}", errors.join("; ")),
        Note::NoToolCalls { state } => format!(
            "{state} came without a single look at the project: the connector is probably off in that chat. \
             Switch it on in the chat's tools."
        ),
        Note::Dirty { paths } => {
            let named = paths.iter().take(MOST_PATHS).map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ");
            let more = paths.len().saturating_sub(MOST_PATHS);
            let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
            format!(
                "the work tree has changes that are not committed: {named}{rest}. They are kept apart in the record, \
                 and C2C neither commits nor takes them back."
            )
        }
    };
    Some(StepLine::Warning { text })
}

#[cfg(test)]
mod tests;
