//! Sending a message: looked for first where it may have arrived, and never sent without our turn at the window.

use std::sync::Arc;

use c2c_ports::{Delivery, EffectId, Found, Outgoing, Point, Sent, StepObserver, Window, WindowError};
use c2c_store::{Conversation, ConversationMode, Direction, Message, ReadTx, StoreError};

use super::carry::Hold;
use super::commit::{Along, Intent};
use super::pressing::{Gate, Pressing};
use super::{DriveError, Driver, Shutdown, find_session};
use crate::machine::{Effect, Event, Outcome, Phase};
use crate::progress::Progress;

impl Driver {
    /// Delivers a message and keeps what came of it. False when our turn at the window was lost meanwhile, or when the
    /// session was held before the message was sent: then the effect stays open, and is looked for before anything is
    /// sent again.
    pub(super) async fn send(
        &mut self,
        id: &EffectId,
        intent: &Intent,
        shutdown: Shutdown<'_>,
    ) -> Result<bool, DriveError> {
        let number = intent.number.unwrap_or_default();
        let Some(outgoing) = self.outgoing(id, number, Upto::Before)? else {
            return Err(StoreError::NotFound { what: "message", id: number.to_string() }.into());
        };
        let is_again = matches!(intent.effect, Effect::Send { again: true, .. });
        let look_first = is_again || self.inherited.contains(id);
        if !self.confirm_turn()? {
            return Ok(false);
        }
        // From here on it may arrive, whatever becomes of us.
        self.inherited.insert(id.clone());
        let landmark = self.landmark(&outgoing)?;
        let window = Arc::clone(&self.ports.window);
        let pressing = Pressing {
            waits: Arc::clone(&self.waits),
            store: Arc::clone(&self.store),
            lease: self.assignment.lease.clone(),
            turn: self.turn.clone(),
            session_id: self.assignment.session_id.clone(),
            number,
            gate: Gate::default(),
        };
        let work = deliver(window.as_ref(), &outgoing, landmark.as_ref(), look_first, &pressing);
        let Some(delivered) = self.watch(work, shutdown, Hold::LeavesUnsent(&pressing.gate)).await? else {
            return Ok(false);
        };
        self.reached(id, Point::After(c2c_ports::EffectKind::Send));
        self.keep_delivery(id, outgoing, delivered)
    }

    fn keep_delivery(
        &mut self,
        id: &EffectId,
        outgoing: Outgoing,
        delivered: Result<Sent, NotSent>,
    ) -> Result<bool, DriveError> {
        let unlooked = matches!(delivered, Err(NotSent::NotLooked(_)));
        let (outcome, url) = match delivered {
            Ok(Sent { delivery: Delivery::Unknown, .. }) => {
                (Outcome::Delivered { delivery: Delivery::Unknown, elsewhere: None }, None)
            }
            Ok(Sent { delivery, conversation_url }) => {
                let elsewhere = self.elsewhere(conversation_url.as_deref())?;
                let url = conversation_url.filter(|_| elsewhere.is_none());
                (Outcome::Delivered { delivery, elsewhere }, url)
            }
            Err(NotSent::Refused(error) | NotSent::NotLooked(error)) => (Outcome::NotSent { error }, None),
        };
        let delivered = match &outcome {
            Outcome::Delivered { delivery, .. } => Some(*delivery),
            // Whatever was written down on the way: nothing was sent. But what could not be looked for may have been.
            _ => (!unlooked).then_some(Delivery::Intended),
        };
        let delivered = delivered.map(|delivery| (outgoing.number, delivery));
        let along = Along {
            finished: Some((id, &outcome)),
            delivered,
            conversation_url: url.as_deref(),
            needs_turn: true,
            ..Along::default()
        };
        let kept = self.commit(Event::Outcome(Box::new(outcome.clone())), along);
        if self.turn_kept(kept)?.is_none() {
            return Ok(false);
        }
        self.inherited.remove(id);
        self.met |= matches!(&outcome, Outcome::Delivered { delivery: Delivery::Sent | Delivery::Seen, .. });
        if let Outcome::Delivered { delivery, .. } = outcome {
            self.ask_to_carry(&outgoing, delivery)?;
            let Outgoing { number, state, iteration, text, .. } = outgoing;
            self.report(&Progress::Sent { number, state, iteration, text, delivery });
        }
        Ok(true)
    }

    /// Tells the person, once for each message, that it waits to be carried: what is only shown goes nowhere by itself.
    /// The boot prompt goes with the message behind it.
    fn ask_to_carry(&self, outgoing: &Outgoing, delivery: Delivery) -> Result<(), DriveError> {
        if delivery != Delivery::Inserted || outgoing.state == "BOOT" {
            return Ok(());
        }
        self.tell_to_carry(outgoing)
    }

    /// The error, if `url` is another address than the one that is known of the session's conversation.
    pub(super) fn elsewhere(&self, url: Option<&str>) -> Result<Option<WindowError>, DriveError> {
        let Some(url) = url else {
            return Ok(None);
        };
        let known = self.store.read(|tx| self.conversation(tx))?.and_then(|conversation| conversation.url);
        Ok(known.filter(|known| known != url).map(|_| WindowError::WrongPage { shown: url.to_owned() }))
    }

    /// The message by which the window knows a conversation again that has no address yet, when another process began
    /// it: the last one there before `outgoing`.
    pub(super) fn landmark(&self, outgoing: &Outgoing) -> Result<Option<Outgoing>, DriveError> {
        if self.met || !outgoing.begun || outgoing.conversation_url.is_some() {
            return Ok(None);
        }
        let messages = self.store.read(|tx| tx.messages(&self.assignment.session_id))?;
        let before = messages.iter().rfind(|message| {
            let has_gone = message.direction == Direction::Out && message.delivery != Delivery::Intended;
            has_gone && message.number < outgoing.number
        });
        match before.and_then(|message| Some((message.effect_id.clone()?, message.number))) {
            Some((id, number)) => self.outgoing(&id, number, Upto::Before),
            None => Ok(None),
        }
    }

    /// The session's conversation.
    pub(super) fn conversation(&self, tx: &ReadTx<'_>) -> Result<Option<Conversation>, StoreError> {
        match find_session(tx, &self.assignment.session_id)?.conversation_id {
            Some(id) => tx.conversation(id),
            None => Ok(None),
        }
    }

    /// The last message of ours, whose answer may be awaited.
    pub(super) fn last_outgoing(&self) -> Result<Option<Outgoing>, DriveError> {
        if !matches!(self.machine.phase, Phase::Waiting { .. }) {
            return Ok(None);
        }
        let last = self.store.read(|tx| tx.last_out(&self.assignment.session_id))?;
        let Some(id) = last.as_ref().and_then(|message| message.effect_id.clone()) else {
            return Ok(None);
        };
        self.outgoing(&id, last.map_or(0, |message| message.number), Upto::Itself)
    }

    fn outgoing(&self, id: &EffectId, number: u32, upto: Upto) -> Result<Option<Outgoing>, DriveError> {
        let session_id = &self.assignment.session_id;
        let (messages, conversation) = self.store.read(|tx| Ok((tx.messages(session_id)?, self.conversation(tx)?)))?;
        let begun = has_begun(&messages, number, upto);
        let Some(message) = messages.into_iter().find(|message| message.number == number) else {
            return Ok(None);
        };
        let name = conversation.as_ref().and_then(|conversation| conversation.connector_name.clone());
        let name = name.unwrap_or_else(|| self.machine.settings.connector_name.clone());
        let (url, project_url) = match conversation {
            Some(Conversation { url, project_url, mode: ConversationMode::Project, .. }) => (url, project_url),
            Some(Conversation { url, .. }) => (url, None),
            None => (None, None),
        };
        Ok(Some(Outgoing {
            effect_id: id.clone(),
            session_id: session_id.clone(),
            number,
            state: message.state,
            task_id: message.task_id,
            iteration: message.iteration,
            text: message.text,
            conversation_url: url,
            begun,
            project_url,
            // A mention holds for the one message that it stands in.
            mention: self.assignment.mentions_connector.then(|| name.clone()),
            allowed_connector: self.assignment.allows_connector.then_some(name),
            may_be_sent: message.delivery != Delivery::Intended,
        }))
    }
}

/// Which messages count for [`has_begun`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Upto {
    /// Those before the one in question: whether that one arrived is still to be seen.
    Before,
    /// That one too.
    Itself,
}

/// Whether a message of the session is in its present conversation already. A conversation that this session began
/// opens with the boot prompt; one that had it before has all of the session's messages.
fn has_begun(messages: &[Message], number: u32, upto: Upto) -> bool {
    let ours = messages.iter().filter(|message| message.direction == Direction::Out && message.number <= number);
    let first = ours.clone().rfind(|message| message.state == "BOOT").map_or(1, |boot| boot.number);
    ours.filter(|message| message.number >= first && (message.number < number || upto == Upto::Itself))
        .any(|message| message.delivery != Delivery::Intended)
}

/// Why a message was not sent.
enum NotSent {
    /// The window refused to send it.
    Refused(WindowError),
    /// It could not be looked for, and so nothing was tried.
    NotLooked(WindowError),
}

/// Delivers a message. One that an earlier try may have delivered is looked for first.
async fn deliver(
    window: &dyn Window,
    outgoing: &Outgoing,
    landmark: Option<&Outgoing>,
    look_first: bool,
    steps: &dyn StepObserver,
) -> Result<Sent, NotSent> {
    if let Some(landmark) = landmark {
        // Whatever it says: without it the window finds no way to the conversation, and says why.
        window.find(landmark).await.map_err(NotSent::NotLooked)?;
    }
    let found = if look_first { window.find(outgoing).await.map_err(NotSent::NotLooked)? } else { Found::No };
    match found {
        Found::Yes => Ok(Sent::so_far(Delivery::Seen)),
        Found::Unclear => Ok(Sent::so_far(Delivery::Unknown)),
        Found::No => window.send(outgoing, steps).await.map_err(NotSent::Refused),
    }
}
