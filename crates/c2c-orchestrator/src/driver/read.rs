//! Waiting for what comes next, and reading the answer in the window.

use std::sync::Arc;
use std::time::Duration;

use c2c_ports::{Judge, Reply, Verdict};
use c2c_protocol::{Allowed, Expectation, Status, TaskId};

use c2c_store::Direction;

use super::commit::Along;
use super::{DriveError, Driver, POLL, Shutdown};
use crate::machine::{Event, PauseReason};

/// How soon an answer is read again that was taken and asks for patience.
const READ_AGAIN: Duration = Duration::from_secs(5);

impl Driver {
    /// Waits until something happened: an answer, a command, the deadline, the shutdown.
    pub(super) async fn wait(&mut self, mut shutdown: Shutdown<'_>) -> Result<(), DriveError> {
        let (phase, paused) = (self.machine.phase.clone(), self.machine.paused.clone());
        let last = self.last_outgoing()?.filter(|_| self.reads());
        if last.is_some() && !(self.take_turn(shutdown.as_mut()).await? && self.confirm_turn()?) {
            return Ok(());
        }
        let (window, waits) = (Arc::clone(&self.ports.window), Arc::clone(&self.waits));
        let task = self.machine.task_id.clone();
        let judge = move |text: &str| judge(&task, text);
        let judge: Judge<'_> = &judge;
        let known = self.last_answer()?;
        // In a conversation without an address that another process began, the message itself shows the way.
        let is_lost = !self.met && last.as_ref().is_some_and(|outgoing| outgoing.conversation_url.is_none());
        let read = async {
            let Some(outgoing) = &last else { return std::future::pending().await };
            if is_lost {
                window.find(outgoing).await?;
            }
            loop {
                let reply = window.read_reply(outgoing, waits.as_ref(), judge).await?;
                // A plea for patience stays the last answer until there is another.
                if known.as_ref() != Some(&reply.text) {
                    return Ok(reply);
                }
                tokio::time::sleep(READ_AGAIN).await;
            }
        };
        let mut read = std::pin::pin!(read);
        let stays = |driver: &Self| driver.machine.phase == phase && driver.machine.paused == paused;
        while stays(self) && !self.shut_down && (last.is_none() || self.has_turn()) {
            tokio::select! {
                answer = &mut read => match answer {
                    Ok(reply) => {
                        self.met = true;
                        return self.read(&reply);
                    }
                    Err(error) => {
                        self.apply(Event::Unread { error })?;
                        return Ok(());
                    }
                },
                () = tokio::time::sleep(POLL) => self.poll()?,
                () = &mut shutdown, if !self.shut_down => self.interrupt()?,
            }
        }
        Ok(())
    }

    /// Whether an answer is read now. One that comes late is still an answer, but waiting for it takes nobody's turn.
    fn reads(&self) -> bool {
        match self.machine.paused {
            None => true,
            Some(PauseReason::Overdue | PauseReason::NotBrought) => self.ports.window.turns().is_none(),
            Some(_) => false,
        }
    }

    /// The answer to the last message that was taken already.
    fn last_answer(&self) -> Result<Option<String>, DriveError> {
        let messages = self.store.read(|tx| tx.messages(&self.assignment.session_id))?;
        Ok(messages.into_iter().next_back().filter(|last| last.direction == Direction::In).map(|last| last.text))
    }

    /// An answer that the window gave. Lost where our turn was: then it is read again.
    fn read(&mut self, reply: &Reply) -> Result<(), DriveError> {
        if let Some(error) = self.elsewhere(reply.conversation_url.as_deref())? {
            self.apply(Event::Unread { error })?;
            return Ok(());
        }
        let event = Event::Reply { text: reply.text.clone(), tool_calls: self.tool_calls()? };
        let along = Along {
            answer: Some(&reply.text),
            conversation_url: reply.conversation_url.as_deref(),
            needs_turn: true,
            ..Along::default()
        };
        let taken = self.commit(event, along);
        self.turn_kept(taken).map(drop)
    }
}

/// What the protocol says about a text: whether it holds a whole message about `task`, expected or not. A message that
/// is there in part, or not as the protocol has it, may read better another way. Linear in the length of `text`.
pub(super) fn judge(task: &TaskId, text: &str) -> Verdict {
    let parsed = c2c_protocol::parse(text, &Expectation { task: Some(task.clone()), allowed: Allowed::Any });
    match parsed.status {
        Status::Message => Verdict::Complete,
        Status::None => Verdict::None,
        // A message of ours that ChatGPT repeats is none of its own.
        Status::Incomplete | Status::Invalid if parsed.state().is_some_and(|state| !state.is_from_chatgpt()) => {
            Verdict::None
        }
        Status::Incomplete | Status::Invalid => Verdict::Incomplete,
    }
}
