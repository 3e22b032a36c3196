//! Commands that other processes wrote for the owner of the session.

use c2c_store::{CommandRow, Direction};
use serde::{Deserialize, Serialize};

use super::commit::{Along, taken, to_json};
use super::{DriveError, Driver, undo};
use crate::machine::{Command, Event, Note, Phase, Step};
use crate::progress::Progress;

/// What became of a command. Kept in its row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandAnswer {
    /// Whether it was carried out.
    pub accepted: bool,
    /// Why not, as a stable code; empty when it was, and where an earlier version wrote none.
    #[serde(default)]
    pub code: String,
    /// One sentence.
    pub message: String,
    /// What to do when it was not; may be empty.
    pub hint: String,
}

impl CommandAnswer {
    pub(super) fn to(step: &Step) -> Self {
        match &step.refused {
            Some(refusal) => refusal.clone().into(),
            None => Self {
                accepted: true,
                code: String::new(),
                message: taken(&step.notes).unwrap_or_default(),
                hint: String::new(),
            },
        }
    }

    pub(super) fn refused(code: &str, message: String, hint: &str) -> Self {
        Self { accepted: false, code: code.to_owned(), message, hint: hint.to_owned() }
    }
}

impl Driver {
    /// Takes every command that waits, in order.
    pub(super) fn take_commands(&mut self) -> Result<(), DriveError> {
        self.take_commands_of(|_| true)
    }

    /// Takes the hand-overs that wait: they fit a message that is held, and not one that goes on.
    pub(super) fn take_hand_overs(&mut self) -> Result<(), DriveError> {
        self.take_commands_of(|command| matches!(command, Ok(Command::Handoff)))
    }

    fn take_commands_of(
        &mut self,
        wanted: impl Fn(&Result<Command, serde_json::Error>) -> bool,
    ) -> Result<(), DriveError> {
        let session_id = self.assignment.session_id.clone();
        let rows = self.store.read(|tx| tx.open_commands(&session_id))?;
        for row in rows {
            let command = serde_json::from_value::<Command>(row.payload.clone());
            if !wanted(&command) {
                continue;
            }
            if row.kind == undo::COMMAND {
                self.undo_command(&row)?;
                continue;
            }
            match command {
                Ok(Command::Reply { .. }) if self.still_sending() => {}
                Ok(command) => {
                    self.row_command(row.id, command)?;
                }
                Err(_) => self.answer(
                    &row,
                    &CommandAnswer::refused(
                        "other_version",
                        format!("`{}` is not a command that this version knows.", row.kind),
                        "Use the same version of `c2c` everywhere.",
                    ),
                )?,
            }
        }
        Ok(())
    }

    /// An answer that came before its message's outcome was stored waits a moment.
    fn still_sending(&self) -> bool {
        self.machine.paused.is_none() && matches!(self.machine.phase, Phase::New | Phase::Looking | Phase::Sending)
    }

    fn row_command(&mut self, row: i64, command: Command) -> Result<(), DriveError> {
        if let Some(answer) = self.already_taken(&command)? {
            return self.answer_row(row, &answer);
        }
        let command = self.counted(command)?;
        let text = reply_text(&command);
        let along = Along { command: Some(row), answer: text.as_deref(), ..Along::default() };
        let step = self.commit(Event::Command(command), along)?;
        if let Some(refusal) = step.refused {
            // Whoever gave the command may be gone by now.
            self.report(&Progress::Noted(Note::Refused { refusal }));
        }
        Ok(())
    }

    pub(super) fn command(&mut self, command: Command) -> Result<CommandAnswer, DriveError> {
        let command = self.counted(command)?;
        let text = reply_text(&command);
        let along = Along { answer: text.as_deref(), ..Along::default() };
        let step = self.commit(Event::Command(command), along)?;
        Ok(CommandAnswer::to(&step))
    }

    /// The same answer a second time: its carrier did not see that the first was taken.
    fn already_taken(&self, command: &Command) -> Result<Option<CommandAnswer>, DriveError> {
        let Command::Reply { text, .. } = command else {
            return Ok(None);
        };
        // The very same text may be a right answer to a later message, such as a hand-over.
        if self.machine.accepts(text) {
            return Ok(None);
        }
        let messages = self.store.read(|tx| tx.messages(&self.assignment.session_id))?;
        let same = messages.iter().rev().find(|message| message.direction == Direction::In && message.text == *text);
        Ok(same.filter(|message| message.state != "?").map(|message| CommandAnswer {
            accepted: true,
            code: String::new(),
            message: format!("This answer was already taken as message {}.", message.number),
            hint: String::new(),
        }))
    }

    fn counted(&self, command: Command) -> Result<Command, DriveError> {
        Ok(match command {
            Command::Reply { text, .. } => Command::Reply { text, tool_calls: self.tool_calls()? },
            other => other,
        })
    }

    /// Tool calls since our last message was meant to go out.
    pub(super) fn tool_calls(&self) -> Result<u64, DriveError> {
        Ok(self.store.read(|tx| {
            let since = tx.last_out(&self.assignment.session_id)?.map_or(0, |message| message.created_at_ms);
            tx.count_calls_since(&self.workspace_id, since)
        })?)
    }

    fn undo_command(&mut self, row: &CommandRow) -> Result<(), DriveError> {
        let busy = matches!(self.machine.phase, Phase::Executing { .. } | Phase::Recording | Phase::Looking);
        let answer = if busy {
            CommandAnswer::refused("session_busy", "Codex works on the plan.".to_owned(), "`c2c pause` first.")
        } else {
            let iteration = row.payload.get("iteration").and_then(serde_json::Value::as_u64);
            let iteration = iteration.and_then(|iteration| u32::try_from(iteration).ok());
            let task_id = self.machine.task_id.to_string();
            let request = undo::Undo {
                workspace_id: &self.workspace_id,
                root: &self.assignment.root,
                task_id: &task_id,
                iteration: iteration.unwrap_or(self.machine.iteration),
            };
            undo::undo(&self.store, self.ports.changes.as_ref(), &request)?
        };
        self.answer(row, &answer)
    }

    fn answer(&self, row: &CommandRow, answer: &CommandAnswer) -> Result<(), DriveError> {
        self.answer_row(row.id, answer)
    }

    fn answer_row(&self, row: i64, answer: &CommandAnswer) -> Result<(), DriveError> {
        self.store.write_owned(&self.assignment.lease, |tx| tx.answer_command(row, &to_json(answer)?))?;
        Ok(())
    }
}

fn reply_text(command: &Command) -> Option<String> {
    match command {
        Command::Reply { text, .. } => Some(text.clone()),
        _ => None,
    }
}
