//! The control plane: carries messages into a ChatGPT conversation and reads answers.

use serde::{Deserialize, Serialize};

use crate::{BoxFuture, EffectId, SessionId, StepObserver};

/// One message on its way to ChatGPT.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outgoing {
    /// The effect that sends it.
    pub effect_id: EffectId,
    /// The session it belongs to.
    pub session_id: SessionId,
    /// Its number in the session, from 1. The same message keeps its number for ever.
    pub number: u32,
    /// The protocol state, such as `INIT`, or `BOOT` for the boot prompt.
    pub state: String,
    /// The task, as in the message.
    pub task_id: String,
    /// The iteration, as in the message.
    pub iteration: u32,
    /// The text to deliver, byte for byte.
    pub text: String,
    /// The conversation's address, once it is known.
    pub conversation_url: Option<String>,
}

/// How far a message got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// Written down, nothing done yet.
    Intended,
    /// In the composer, or (the manual way) shown to the person who carries it.
    Inserted,
    /// Send was pressed.
    Sent,
    /// Seen in the conversation, or answered.
    Seen,
    /// It may or may not have arrived; must be settled by looking.
    Unknown,
}

impl Delivery {
    /// Every value, in order.
    pub const ALL: [Self; 5] = [Self::Intended, Self::Inserted, Self::Sent, Self::Seen, Self::Unknown];

    /// The name used in the store and in `--json`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Intended => "intended",
            Self::Inserted => "inserted",
            Self::Sent => "sent",
            Self::Seen => "seen",
            Self::Unknown => "unknown",
        }
    }

    /// The value of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|delivery| delivery.as_str() == name)
    }
}

/// What looking for an earlier message found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// It is not there, so sending it cannot double it. The manual way always answers this:
    /// showing the same number again is no second message.
    No,
    /// It is there.
    Yes,
    /// Cannot be told; nothing may be sent.
    Unclear,
}

/// Why the window could not be used. Nothing was sent unless a variant says otherwise.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WindowError {
    /// No usable window.
    #[error("no ChatGPT window can be used: {reason}")]
    Unavailable {
        /// What is missing, with something to do about it.
        reason: String,
    },
}

/// A place that carries messages to ChatGPT.
pub trait Window: Send + Sync {
    /// Delivers `outgoing` and says how far it got.
    ///
    /// # Errors
    /// When nothing was sent.
    fn send<'a>(
        &'a self,
        outgoing: &'a Outgoing,
        steps: &'a dyn StepObserver,
    ) -> BoxFuture<'a, Result<Delivery, WindowError>>;

    /// Looks whether `outgoing`, sent perhaps by a process that is gone, arrived.
    ///
    /// # Errors
    /// When it cannot look.
    fn find<'a>(&'a self, outgoing: &'a Outgoing) -> BoxFuture<'a, Result<Found, WindowError>>;

    /// Waits for the finished answer that follows `outgoing` and returns its text. The manual way
    /// never resolves: there the answer comes as a command.
    ///
    /// # Errors
    /// When the conversation cannot be read.
    fn read_reply<'a>(&'a self, outgoing: &'a Outgoing) -> BoxFuture<'a, Result<String, WindowError>>;
}
