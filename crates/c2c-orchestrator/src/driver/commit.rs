//! The transactions: an event's whole consequence is in the store, or nothing of it.

use c2c_ports::{Delivery, EffectId, EffectKind};
use c2c_store::{
    Checkpoint as CheckpointRow, ConversationMode, Direction, NewConversation, NewEffect, NewMessage, SessionStatus,
    StoreError, WriteTx,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{DriveError, Driver, find_session};
use crate::machine::{Effect, Event, Machine, Note, Outcome, Phase, Status, Step};
use crate::progress::Progress;

/// What the journal keeps of an effect's intent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Intent {
    #[serde(flatten)]
    pub(super) effect: Effect,
    /// The number of the message, for a send.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) number: Option<u32>,
}

/// What belongs into the same transaction as an event.
#[derive(Default)]
pub(super) struct Along<'a> {
    /// The effect that this event ends.
    pub(super) finished: Option<(&'a EffectId, &'a Outcome)>,
    /// The message that the finished effect delivered.
    pub(super) delivered: Option<(u32, Delivery)>,
    /// The command row that this event answers.
    pub(super) command: Option<i64>,
    /// The answer's text.
    pub(super) answer: Option<&'a str>,
    /// The address that the session's conversation turned out to have. Never takes the place of another one.
    pub(super) conversation_url: Option<&'a str>,
    /// Whether it counts only while the turn at the window is ours.
    pub(super) needs_turn: bool,
    /// More rows.
    #[expect(clippy::type_complexity, reason = "one closure, used once")]
    pub(super) rows: Option<Box<dyn FnOnce(&WriteTx<'_>) -> Result<(), StoreError> + 'a>>,
}

impl Driver {
    /// Applies an event that nothing else belongs to.
    pub(super) fn apply(&mut self, event: Event) -> Result<Step, DriveError> {
        self.commit(event, Along::default())
    }

    /// Applies `event` and keeps state, journal, messages and `along` in one transaction.
    pub(super) fn commit(&mut self, event: Event, along: Along<'_>) -> Result<Step, DriveError> {
        let mut next = self.machine.clone();
        let step = next.apply(event, self.ports.clock.now_ms());
        let ids = step.effects.iter().map(|_| new_effect_id()).collect::<Result<Vec<_>, _>>()?;
        let mut received = None;
        let store = std::sync::Arc::clone(&self.store);
        store.write_owned(&self.assignment.lease, |tx| {
            let session_id = &self.assignment.session_id;
            if let Some(turn) = self.turn.as_ref().filter(|_| along.needs_turn) {
                tx.check_lease(turn)?;
            }
            if let Some(url) = along.conversation_url {
                self.keep_address(tx, url)?;
            }
            if let Some((id, outcome)) = along.finished {
                tx.finish_effect(id, &to_json(outcome)?)?;
            }
            if let Some((number, delivery)) = along.delivered {
                tx.set_delivery(session_id, number, delivery)?;
            }
            if let (Some((state, iteration)), Some(text)) = (&step.answer, along.answer) {
                received = Some(self.keep_answer(tx, state, *iteration, text)?);
            }
            if step.new_conversation {
                // A message that was held is replaced by the hand-over.
                self.drop_open(tx, |kind| kind != EffectKind::Notify)?;
                self.replace_conversation(tx)?;
            } else if next.booted && !self.machine.booted {
                self.mark_booted(tx)?;
            }
            for (effect, id) in step.effects.iter().zip(ids) {
                self.keep_intent(tx, id, effect, &next)?;
            }
            if let Some(rows) = along.rows {
                rows(tx)?;
            }
            self.keep_state(tx, &next)?;
            if let Some(command) = along.command {
                tx.answer_command(command, &to_json(&super::CommandAnswer::to(&step))?)?;
            }
            Ok(())
        })?;
        self.machine = next;
        let machine = &self.machine;
        self.ports.notifier.settle(&self.assignment.session_id, &|kind, plan| machine.asks(kind, plan));
        self.met &= !step.new_conversation;
        if let (Some(number), Some((state, iteration)), Some(text)) = (received, &step.answer, along.answer) {
            let (state, text) = (state.clone(), text.to_owned());
            self.report(&Progress::Received { number, state, iteration: *iteration, text });
        }
        for note in &step.notes {
            self.report(&Progress::Noted(note.clone()));
        }
        if matches!(self.machine.phase, Phase::Done { .. }) && step.answer.is_some() {
            self.warn_of_undone()?;
        }
        Ok(step)
    }

    /// Work that was reviewed and then taken back is not there, whatever DONE says.
    fn warn_of_undone(&self) -> Result<(), DriveError> {
        let task_id = self.machine.task_id.as_str();
        let rows = self.store.read(|tx| tx.iterations(&self.workspace_id, Some(task_id), u32::MAX))?;
        let undone = rows.iter().rev().filter(|row| row.undone_at_ms.is_some());
        let iterations: Vec<u32> = undone.map(|row| row.iteration).collect();
        if !iterations.is_empty() {
            self.report(&Progress::Noted(Note::DoneWithoutUndone { iterations }));
        }
        Ok(())
    }

    fn keep_answer(&self, tx: &WriteTx<'_>, state: &str, iteration: u32, text: &str) -> Result<u32, StoreError> {
        let session_id = &self.assignment.session_id;
        let mut answers = None;
        // An answer shows that everything before it was seen.
        for message in tx.messages(session_id)? {
            if message.direction == Direction::Out {
                answers = Some(message.number);
                if message.delivery != Delivery::Seen {
                    tx.set_delivery(session_id, message.number, Delivery::Seen)?;
                }
            }
        }
        tx.add_message(&NewMessage {
            session_id: session_id.clone(),
            direction: Direction::In,
            effect_id: None,
            answers,
            state: state.to_owned(),
            task_id: self.machine.task_id.to_string(),
            iteration,
            text: text.to_owned(),
            delivery: Delivery::Seen,
        })
    }

    fn keep_intent(&self, tx: &WriteTx<'_>, id: EffectId, effect: &Effect, next: &Machine) -> Result<(), StoreError> {
        let session_id = &self.assignment.session_id;
        let number = match effect {
            Effect::Send { state, iteration, text, again } => {
                let last = tx.last_out(session_id)?.filter(|last| *again && last.text == *text);
                Some(match last {
                    Some(last) => last.number,
                    None => tx.add_message(&NewMessage {
                        session_id: session_id.clone(),
                        direction: Direction::Out,
                        effect_id: Some(id.clone()),
                        answers: None,
                        state: state.clone(),
                        task_id: next.task_id.to_string(),
                        iteration: *iteration,
                        text: text.clone(),
                        delivery: Delivery::Intended,
                    })?,
                })
            }
            _ => None,
        };
        tx.add_effect(&NewEffect {
            id,
            session_id: session_id.clone(),
            kind: kind_of(effect),
            intent: to_json(&Intent { effect: effect.clone(), number })?,
            epoch: self.assignment.lease.epoch,
        })?;
        Ok(())
    }

    fn keep_state(&self, tx: &WriteTx<'_>, next: &Machine) -> Result<(), StoreError> {
        let session_id = &self.assignment.session_id;
        let now_ms = self.ports.clock.now_ms();
        tx.save_state(session_id, &to_json(next)?)?;
        let mut session = find_session(tx, session_id)?;
        session.status = match next.status() {
            Status::Active => SessionStatus::Active,
            Status::Paused => SessionStatus::Paused,
            Status::Blocked => SessionStatus::Blocked,
            Status::Done => SessionStatus::Done,
            Status::Stopped => SessionStatus::Stopped,
        };
        session.iteration = next.iteration;
        // The workspace is free for another session only when the person has been told of this one.
        let ended = next.ended() && tx.open_effects(session_id)?.is_empty();
        session.ended_at_ms = ended.then(|| session.ended_at_ms.unwrap_or(now_ms));
        tx.update_session(&session)?;
        let checkpoint = next.checkpoint();
        tx.set_checkpoint(&CheckpointRow {
            session_id: session_id.clone(),
            protocol_state: checkpoint.protocol_state.as_str().to_owned(),
            waiting_for: checkpoint.waiting_for,
            goal: checkpoint.goal,
            completed_subtasks: checkpoint.completed_subtasks,
            known_issues: checkpoint.known_issues,
            next_step: checkpoint.next_step,
            iteration: checkpoint.iteration,
            updated_at_ms: now_ms,
        })
    }

    fn keep_address(&self, tx: &WriteTx<'_>, url: &str) -> Result<(), StoreError> {
        match self.conversation(tx)? {
            Some(mut conversation) if conversation.url.is_none() => {
                conversation.url = Some(url.to_owned());
                tx.update_conversation(&conversation)
            }
            _ => Ok(()),
        }
    }

    fn mark_booted(&self, tx: &WriteTx<'_>) -> Result<(), StoreError> {
        if let Some(mut conversation) = self.conversation(tx)? {
            conversation.booted = true;
            tx.update_conversation(&conversation)?;
        }
        Ok(())
    }

    fn replace_conversation(&self, tx: &WriteTx<'_>) -> Result<(), StoreError> {
        let old = tx.current_conversation(&self.workspace_id)?;
        let mode = old.as_ref().map_or(ConversationMode::LongChat, |old| old.mode);
        let mut new = NewConversation::unknown(self.workspace_id.clone(), mode);
        if let Some(old) = old {
            new.project_url = old.project_url;
            new.connector_name = old.connector_name;
        }
        let new = tx.new_conversation(&new)?;
        let mut session = find_session(tx, &self.assignment.session_id)?;
        session.conversation_id = Some(new.id);
        tx.update_session(&session)
    }

    /// Ends what was never begun and is not wanted any more.
    pub(super) fn drop_open_effects(&mut self) -> Result<(), DriveError> {
        self.store.write_owned(&self.assignment.lease, |tx| self.drop_open(tx, |_| true))?;
        Ok(())
    }

    fn drop_open(&self, tx: &WriteTx<'_>, unwanted: impl Fn(EffectKind) -> bool) -> Result<(), StoreError> {
        for effect in tx.open_effects(&self.assignment.session_id)? {
            if unwanted(effect.kind) {
                tx.finish_effect(&effect.id, &to_json(&Outcome::Dropped)?)?;
            }
        }
        Ok(())
    }
}

fn new_effect_id() -> Result<EffectId, DriveError> {
    Ok(EffectId::from_random(c2c_os::random::bytes()?))
}

pub(super) fn kind_of(effect: &Effect) -> EffectKind {
    match effect {
        Effect::Snapshot => EffectKind::Snapshot,
        Effect::Send { .. } => EffectKind::Send,
        Effect::Execute { .. } => EffectKind::Execute,
        Effect::Record { .. } => EffectKind::Record,
        Effect::Notify { .. } => EffectKind::Notify,
    }
}

pub(super) fn to_json(value: &impl Serialize) -> Result<Value, StoreError> {
    serde_json::to_value(value).map_err(|source| StoreError::Json { doing: "writing the session's state", source })
}

/// What a note says about the answer to a command.
pub(super) fn taken(notes: &[Note]) -> Option<String> {
    notes.iter().find_map(|note| match note {
        Note::Taken { state, iteration } => Some(format!("{} {iteration} taken.", state.as_str())),
        _ => None,
    })
}
