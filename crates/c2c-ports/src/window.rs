//! The control plane: carries messages into a ChatGPT conversation and reads answers.

use std::fmt;

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
    /// The conversation's address, once it is known. Without one the message begins a conversation,
    /// or belongs to the one that this session's earlier messages have just begun.
    pub conversation_url: Option<String>,
    /// Whether this session has put a message into the conversation already: then it is the one that
    /// is open, even while its address is not known.
    pub begun: bool,
    /// The address of the Project in which a new conversation begins; none for a chat of its own.
    pub project_url: Option<String>,
    /// The connector to mention before the text, by its name in ChatGPT; none when the conversation
    /// needs none.
    pub mention: Option<String>,
    /// The connector, by its name in ChatGPT, whose calls the person lets C2C allow, once each; none
    /// when they are asked.
    pub allowed_connector: Option<String>,
    /// Whether an earlier try may have pressed Send: where it cannot be seen, it cannot be told then.
    pub may_be_sent: bool,
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

/// A message that was sent, or may have been.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// How far it got.
    pub delivery: Delivery,
    /// The conversation's address, if it is known by now and leads back to it.
    pub conversation_url: Option<String>,
}

impl Sent {
    /// A message that got this far in a conversation whose address is not known.
    #[must_use]
    pub fn so_far(delivery: Delivery) -> Self {
        Self { delivery, conversation_url: None }
    }
}

/// A finished answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// All of its text.
    pub text: String,
    /// The conversation's address, if it is known by now and leads back to it.
    pub conversation_url: Option<String>,
}

/// What the protocol says about a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A whole message is in it.
    Complete,
    /// A message begins in it and does not end.
    Incomplete,
    /// No message is in it.
    None,
}

/// Tells whether a text holds a message.
pub type Judge<'a> = &'a (dyn Fn(&str) -> Verdict + Send + Sync);

/// What a send or a read waits for, for the person to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowWait {
    /// The person to leave keyboard and mouse alone for a moment.
    Idle,
    /// The screen to be unlocked.
    Unlock,
    /// The page to load.
    Page,
    /// An answer that is still being written.
    Answer,
    /// The window to come to the front.
    Focus,
    /// Another session, which uses the window.
    OtherSession,
}

impl WindowWait {
    /// The name used in `--json`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Unlock => "unlock",
            Self::Page => "page",
            Self::Answer => "answer",
            Self::Focus => "focus",
            Self::OtherSession => "other_session",
        }
    }
}

/// What only the person can do in the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chore {
    /// Log in.
    LogIn,
    /// Show that a person is there.
    HumanCheck,
    /// See why the account is locked.
    Account,
    /// Allow or refuse a call of the connector.
    AllowConnector,
    /// Choose one of two answers.
    Choose,
    /// Stay in Chat, or change the setting.
    UseWork,
    /// Wait for the plan's limit, or change the plan.
    PlanLimit,
    /// Press Retry or not: it was tried once.
    Retry,
    /// Close a dialog that C2C does not know.
    Dialog,
}

impl Chore {
    /// Every value.
    pub const ALL: [Self; 9] = [
        Self::LogIn,
        Self::HumanCheck,
        Self::Account,
        Self::AllowConnector,
        Self::Choose,
        Self::UseWork,
        Self::PlanLimit,
        Self::Retry,
        Self::Dialog,
    ];

    /// What to do, as a sentence.
    #[must_use]
    pub fn instruction(self) -> &'static str {
        match self {
            Self::LogIn => "Log in to ChatGPT in C2C's window.",
            Self::HumanCheck => "Pass the check in C2C's window.",
            Self::Account => "Read what ChatGPT says about the account in C2C's window.",
            Self::AllowConnector => "Allow or refuse the connector's call in C2C's window.",
            Self::Choose => "Choose one of the two answers in C2C's window.",
            Self::UseWork => {
                "ChatGPT offers to go on in Work: decline in C2C's window, or set `chatgpt_mode` to `work`."
            }
            Self::PlanLimit => "Wait until ChatGPT's limit is lifted.",
            Self::Retry => {
                "Look at the failed answer in C2C's window, and press Retry there if it should be tried again."
            }
            Self::Dialog => "Look at the dialog in C2C's window and close it.",
        }
    }
}

impl fmt::Display for Chore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.instruction())
    }
}

/// Why the window could not be used. From [`Window::send`] it means that nothing was sent.
///
/// Texts from the page are in here as data; they are untrusted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "error")]
pub enum WindowError {
    /// No usable window.
    #[error("no ChatGPT window can be used: {reason}")]
    Unavailable {
        /// What is missing.
        reason: String,
        /// What to do about it.
        hint: String,
    },
    /// The browser cannot load ChatGPT's page: no network, or ChatGPT is down.
    #[error("ChatGPT cannot be reached")]
    Unreachable,
    /// The window shows another page than the session's conversation.
    #[error("C2C's window shows another page: {shown}")]
    WrongPage {
        /// What it shows.
        shown: String,
    },
    /// What C2C looks for on the page is not there, or there several times.
    #[error("C2C does not know its way on this page: {what}")]
    Unrecognised {
        /// What was looked for, and what was found.
        what: String,
    },
    /// The composer holds a text that is not this message.
    #[error("the message box in C2C's window holds another text: `{excerpt}`")]
    ForeignDraft {
        /// How that begins.
        excerpt: String,
    },
    /// The composer holds this message and something that somebody added to it.
    #[error("the message box in C2C's window holds C2C's message and something that was added: `{added}`")]
    MixedDraft {
        /// What was added, or how it begins.
        added: String,
    },
    /// The page is set to the other one of Chat and Work.
    #[error("ChatGPT's page is set to {shown}, and the setting `chatgpt_mode` says {wanted}")]
    OtherMode {
        /// What it is set to.
        shown: String,
        /// What it should be set to.
        wanted: String,
    },
    /// ChatGPT offers no connector of that name to mention.
    #[error("ChatGPT offers no connector called `{name}` here")]
    NoConnector {
        /// The name.
        name: String,
        /// What C2C put into the composer to find it, and left there.
        put_in: String,
    },
    /// Another window or another place took the keyboard, time and again.
    #[error("another window took the keyboard each time")]
    FocusLost,
    /// The text did not come to be in the composer whole, or Send did not become enabled.
    #[error("the message could not be put in: {reason}")]
    NotInserted {
        /// What happened.
        reason: String,
    },
    /// ChatGPT asks to come back later.
    #[error("ChatGPT asks to wait: {reason}")]
    Wait {
        /// Until when, in milliseconds since 1970-01-01 UTC.
        until_ms: i64,
        /// What it says.
        reason: String,
    },
    /// The person has to do something in the window.
    #[error("ChatGPT asks for you: {reason}")]
    Person {
        /// What they have to do.
        chore: Chore,
        /// What the page says.
        reason: String,
    },
    /// The conversation cannot go on; a new one can.
    #[error("the conversation cannot go on: {reason}")]
    HandOver {
        /// Why.
        reason: String,
    },
    /// ChatGPT takes no message of this length.
    #[error("ChatGPT says that the message is too long")]
    TooLong,
    /// The conversation cannot be read.
    #[error("the conversation cannot be read: {reason}")]
    Unreadable {
        /// Why.
        reason: String,
    },
}

impl WindowError {
    /// Something to do about it.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Unavailable { hint, .. } => hint.clone(),
            Self::Unreachable => "Check your connection, and whether ChatGPT works elsewhere.".to_owned(),
            Self::WrongPage { .. } => "Go back to the conversation in C2C's window, or close the window.".to_owned(),
            Self::Unrecognised { .. } => {
                "Look at C2C's window, then `c2c continue`; with `c2c continue --manual` you carry the messages yourself."
                    .to_owned()
            }
            Self::ForeignDraft { .. } => "Send or delete that text in C2C's window.".to_owned(),
            Self::MixedDraft { .. } => "Delete all of it in C2C's window, and do not send it.".to_owned(),
            Self::OtherMode { wanted, .. } => format!("Choose {wanted} in C2C's window, or change the setting."),
            Self::NoConnector { put_in, .. } => format!(
                "Add it in ChatGPT's settings under exactly this name, or set `mention_connector` to `false`. Delete \
                 `{put_in}` from the message box in C2C's window."
            ),
            Self::FocusLost => "Leave keyboard and mouse alone for some seconds.".to_owned(),
            Self::NotInserted { .. } => "Look at C2C's window and empty its message box.".to_owned(),
            Self::Wait { .. } => "C2C goes on by itself then.".to_owned(),
            Self::Person { chore, .. } => chore.instruction().to_owned(),
            Self::HandOver { .. } => "`c2c handoff` goes on in a new conversation.".to_owned(),
            Self::TooLong => "`c2c handoff` goes on in a new conversation.".to_owned(),
            Self::Unreadable { .. } => "Scroll to the end of the conversation in C2C's window.".to_owned(),
        }
    }

    /// What the page or the system says, or the one name that the person needs: the rest of the error is C2C's own
    /// words. Empty where there is none. Untrusted.
    #[must_use]
    pub fn said(&self) -> &str {
        match self {
            Self::Unreachable | Self::FocusLost | Self::TooLong => "",
            Self::WrongPage { shown } => shown,
            Self::Unrecognised { what } => what,
            Self::ForeignDraft { excerpt } => excerpt,
            Self::MixedDraft { added } => added,
            Self::OtherMode { wanted, .. } => wanted,
            Self::NoConnector { name, .. } => name,
            Self::Unavailable { reason, .. }
            | Self::NotInserted { reason }
            | Self::Wait { reason, .. }
            | Self::Person { reason, .. }
            | Self::HandOver { reason }
            | Self::Unreadable { reason } => reason,
        }
    }

    /// A stable name for `--json`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unavailable { .. } => "window_unavailable",
            Self::Unreachable => "chatgpt_unreachable",
            Self::WrongPage { .. } => "window_wrong_page",
            Self::Unrecognised { .. } => "window_unrecognised",
            Self::ForeignDraft { .. } => "window_foreign_draft",
            Self::MixedDraft { .. } => "window_mixed_draft",
            Self::OtherMode { .. } => "chatgpt_other_mode",
            Self::NoConnector { .. } => "chatgpt_no_connector",
            Self::FocusLost => "window_focus_lost",
            Self::NotInserted { .. } => "window_not_inserted",
            Self::Wait { .. } => "chatgpt_wait",
            Self::Person { chore, .. } => match chore {
                Chore::LogIn => "chatgpt_log_in",
                Chore::HumanCheck => "chatgpt_human_check",
                Chore::Account => "chatgpt_account",
                Chore::AllowConnector => "chatgpt_allow_connector",
                Chore::Choose => "chatgpt_choose",
                Chore::UseWork => "chatgpt_use_work",
                Chore::PlanLimit => "chatgpt_plan_limit",
                Chore::Retry => "chatgpt_retry",
                Chore::Dialog => "chatgpt_dialog",
            },
            Self::HandOver { .. } => "chatgpt_hand_over",
            Self::TooLong => "chatgpt_too_long",
            Self::Unreadable { .. } => "window_unreadable",
        }
    }
}

/// A place that carries messages to ChatGPT.
pub trait Window: Send + Sync {
    /// The name under which processes take turns at this place: whoever holds the lease of that name
    /// may send and read. None for a place that needs no turns, such as the manual way.
    fn turns(&self) -> Option<String> {
        None
    }

    /// Delivers `outgoing` and says how far it got.
    ///
    /// # Errors
    /// When nothing was sent.
    fn send<'a>(
        &'a self,
        outgoing: &'a Outgoing,
        steps: &'a dyn StepObserver,
    ) -> BoxFuture<'a, Result<Sent, WindowError>>;

    /// Looks whether `outgoing`, sent perhaps by a process that is gone, arrived.
    ///
    /// # Errors
    /// When it cannot look.
    fn find<'a>(&'a self, outgoing: &'a Outgoing) -> BoxFuture<'a, Result<Found, WindowError>>;

    /// Waits for the finished answer that follows `outgoing` and returns its text. `judge` tells
    /// whether a text is whole. The manual way never resolves: there the answer comes as a command.
    /// Dropping the future ends the waiting.
    ///
    /// # Errors
    /// When the conversation cannot be read, or something there needs the person.
    fn read_reply<'a>(
        &'a self,
        outgoing: &'a Outgoing,
        steps: &'a dyn StepObserver,
        judge: Judge<'a>,
    ) -> BoxFuture<'a, Result<Reply, WindowError>>;
}
