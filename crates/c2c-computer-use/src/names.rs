//! The names and texts by which the page is known, in one table.
//!
//! Structure and role come first everywhere; a name decides only among what structure allows. Each
//! entry says where it comes from and how sure that is. Where a language has no entry for a
//! [`Meaning`], none was ever captured: structure has to do, and nothing is guessed by translating.

mod fold;
mod table;

pub use fold::fold;
pub use table::NAMES;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Meaning {
    /// The text box for messages: its accessible name.
    Composer,
    /// What the empty text box shows.
    Placeholder,
    /// The text box of a Project's page, with the Project's name in it.
    ProjectComposer,
    /// The text box of Work.
    WorkComposer,
    /// The button that adds files to a message.
    AddFiles,
    /// The button that takes an attachment away.
    RemoveFile,
    /// The button that takes a pasted text, which became an attachment, away.
    RemovePastedText,
    /// Dictation and voice, which take the place of Send while nothing is written.
    Voice,
    /// Sends the message.
    Send,
    /// Stops the answer.
    Stop,
    /// The heading of the person's part of a turn.
    YouSaid,
    /// The heading of ChatGPT's part of a turn.
    ChatGptSaid,
    /// Copies an answer. Exists once the answer is finished.
    Copy,
    /// Copies the person's message.
    CopyMessage,
    /// The editable pane of a block of code.
    EditCode,
    /// The switch above a block of code that breaks its lines.
    WordWrap,
    /// The choice of Chat.
    Chat,
    /// The choice of Work.
    Work,
    /// Tries a failed turn again.
    Retry,
    /// Goes on with an answer that was cut at its length.
    ContinueGenerating,
    /// Ends thinking early.
    AnswerNow,
    /// Begins another conversation.
    NewChat,
    /// Goes to the end of the conversation: shown while its end is out of sight.
    ScrollToBottom,
    /// A row that says what ChatGPT is doing now.
    Running,
    /// A row that says what ChatGPT did.
    Thought,
    /// A row about a tool.
    Tool,
    /// The notice that requests come too fast.
    TooManyRequests,
    /// The notice that the plan's limit is reached.
    PlanLimit,
    /// Part of that notice: another model answers instead.
    OtherModel,
    /// The notice that a message was not delivered in time.
    DeliveryTimeout,
    /// The notice that the answer broke off.
    StreamError,
    /// The notice that the page is connecting again by itself.
    Reconnecting,
    /// The notice that a message is too long.
    TooLong,
    /// The notice that the conversation is as long as it can be.
    MaxLength,
    /// The question which of two answers is better.
    Chooser,
    /// Leads to the login.
    LogIn,
    /// The notice that the login has ended.
    SessionExpired,
    /// The check that a person is there.
    HumanCheck,
    /// The notice that the account is locked.
    AccountBlocked,
    /// The notice that the conversation cannot be opened.
    ConversationMissing,
    /// The question whether a connector may be used; its name follows.
    ConnectorQuestion,
    /// Allows a connector's call once.
    AllowOnce,
    /// Refuses a connector's call.
    Deny,
    /// The offer to go on in Work.
    UseWork,
    /// Some error or other.
    SomethingWrong,
}

impl Meaning {
    /// Every meaning.
    pub const ALL: [Self; 45] = [
        Self::Composer,
        Self::Placeholder,
        Self::ProjectComposer,
        Self::WorkComposer,
        Self::AddFiles,
        Self::RemoveFile,
        Self::RemovePastedText,
        Self::Voice,
        Self::Send,
        Self::Stop,
        Self::YouSaid,
        Self::ChatGptSaid,
        Self::Copy,
        Self::CopyMessage,
        Self::EditCode,
        Self::WordWrap,
        Self::Chat,
        Self::Work,
        Self::Retry,
        Self::ContinueGenerating,
        Self::AnswerNow,
        Self::NewChat,
        Self::ScrollToBottom,
        Self::Running,
        Self::Thought,
        Self::Tool,
        Self::TooManyRequests,
        Self::PlanLimit,
        Self::OtherModel,
        Self::DeliveryTimeout,
        Self::StreamError,
        Self::Reconnecting,
        Self::TooLong,
        Self::MaxLength,
        Self::Chooser,
        Self::LogIn,
        Self::SessionExpired,
        Self::HumanCheck,
        Self::AccountBlocked,
        Self::ConversationMissing,
        Self::ConnectorQuestion,
        Self::AllowOnce,
        Self::Deny,
        Self::UseWork,
        Self::SomethingWrong,
    ];
}

/// A language of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// English.
    En,
    /// Simplified Chinese.
    ZhCn,
    /// Traditional Chinese.
    ZhTw,
    /// Japanese.
    Ja,
    /// German.
    De,
    /// French.
    Fr,
    /// Spanish.
    Es,
    /// Brazilian Portuguese.
    PtBr,
    /// Korean.
    Ko,
    /// Polish: only rows about thinking and tools.
    Pl,
    /// Vietnamese: only rows about tools and one error.
    Vi,
    /// Thai: only the button that adds files.
    Th,
}

/// A generation of the page. Several are in use at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Generation {
    /// Seen in several.
    Several,
    /// The web page of 2024 to September 2026.
    Older,
    /// The page since September 2026, shared by web and desktop app.
    Current,
    /// Only the desktop app that joined with Codex in July 2026. The native macOS app before it
    /// used the older page's names for what it had.
    Desktop,
}

/// How a label must fit an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fit {
    /// The whole label.
    Whole,
    /// Its beginning; more follows.
    Start,
    /// Its end; something stands before it.
    End,
    /// Anywhere in it.
    Within,
    /// The whole label, where `#` stands for a number or a length of time such as `1m 5s`.
    Time,
}

/// Which kind of observation an entry comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// Captures of the composer and what belongs to it.
    Composer,
    /// Captures of the slot that holds Send, Stop or voice.
    SendStop,
    /// Captures of turns: headings and what copies them.
    Turns,
    /// Captures of other controls.
    Controls,
    /// Captures of rows about thinking and tools.
    Activity,
    /// Captures of dialogs, alerts and notices.
    Dialogs,
}

/// How sure an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Confidence {
    /// One weak hint.
    Low,
    /// One credible report.
    Medium,
    /// Captured directly, or reported twice independently.
    High,
}

/// One entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// What it stands for.
    pub meaning: Meaning,
    /// In which language.
    pub language: Language,
    /// In which generation.
    pub generation: Generation,
    /// How a label must fit.
    pub fit: Fit,
    /// The name itself.
    pub text: &'static str,
    /// Where it comes from.
    pub source: Source,
    /// How sure it is.
    pub confidence: Confidence,
}

impl Name {
    /// Whether `folded`, a label that went through [`fold`], fits this entry.
    #[must_use]
    pub fn fits(&self, folded: &str) -> bool {
        let own = fold(self.text);
        match self.fit {
            Fit::Whole => folded == own,
            Fit::Start => folded.starts_with(&own),
            Fit::End => folded.ends_with(&own),
            Fit::Within => folded.contains(&own),
            Fit::Time => own.split_once('#').is_some_and(|(before, after)| {
                let middle = folded.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
                middle.is_some_and(fold::is_time)
            }),
        }
    }
}

/// The entry for `meaning` that `label` fits.
#[must_use]
pub fn find(meaning: Meaning, label: &str) -> Option<&'static Name> {
    let folded = fold(label);
    NAMES.iter().find(|name| name.meaning == meaning && !folded.is_empty() && name.fits(&folded))
}

/// Whether `label` stands for `meaning`.
#[must_use]
pub fn is(meaning: Meaning, label: &str) -> bool {
    find(meaning, label).is_some()
}

/// Whether `label` stands for one of `meanings`.
#[must_use]
pub fn is_any(meanings: &[Meaning], label: &str) -> bool {
    meanings.iter().any(|meaning| is(*meaning, label))
}

#[cfg(test)]
mod tests;
