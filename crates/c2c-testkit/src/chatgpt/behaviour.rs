//! What the page does, switch by switch. The server starts with a set, a request may change it, and
//! the query of an address changes it for the page that is opened with it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::moods::Moods;

/// Makes an enum whose names in addresses and JSON are its variants in kebab case.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$variant_doc])* $variant),* }
    };
}

choices! {
    /// Which generation of the page's structure is served.
    Generation {
        /// Of 2024 and 2025: one article a message, test ids.
        A,
        /// Of 2026 until September: sections, composer pill.
        B,
        /// Since September 2026: one turn holds both sides, no test ids.
        C,
    }
}

choices! {
    /// Which composers there are.
    Composers {
        /// One, for Chat.
        Chat,
        /// One, with a pair of radio buttons for Chat and Work.
        Toggle,
        /// The same, and a second composer for Work in a panel beside it.
        Pair,
    }
}

choices! {
    /// Chat or Work.
    #[derive(Default)]
    Mode {
        /// Talk.
        #[default]
        Chat,
        /// Work on the person's behalf.
        Work,
    }
}

choices! {
    /// What Enter does in the composer.
    Enter {
        /// Sends.
        Send,
        /// Starts a new line, always.
        Newline,
        /// Starts a new line; with Control it sends.
        Ctrl,
    }
}

choices! {
    /// What Copy puts on the clipboard.
    CopyButton {
        /// The answer's Markdown.
        Markdown,
        /// Nothing: the button does not work.
        Silent,
        /// The Markdown with content references in between.
        Markers,
    }
}

choices! {
    /// How a long message of the person's is shown.
    LongMessages {
        /// All of it.
        Whole,
        /// All of it is there, and the end is out of sight until `Show more` is pressed.
        Clamped,
        /// Only the start is there until `Show more` is pressed.
        Cut,
    }
}

choices! {
    /// The names that nobody captured in a language.
    Gaps {
        /// English ones take their place.
        English,
        /// Made-up ones, so that only structure can tell.
        Other,
    }
}

choices! {
    /// Whether a message reaches the connector.
    ConnectorUse {
        /// Always.
        Always,
        /// When the message, or an earlier one of the conversation, mentions it.
        Mentioned,
    }
}

choices! {
    /// When a mood comes.
    MoodAt {
        /// When it fits the mood.
        Auto,
        /// When the page is opened.
        Load,
        /// When a message is sent.
        Send,
    }
}

choices! {
    /// What may come in the way.
    Mood {
        /// Nothing.
        None,
        /// A dialog: too many requests. The message is not taken.
        TooManyRequests,
        /// The plan's limit is reached. The message is not taken.
        PlanLimit,
        /// The plan's limit is reached; another model answers.
        ModelFallback,
        /// The message arrives and gets no answer; Retry.
        DeliveryTimeout,
        /// The answer breaks off; Retry.
        StreamError,
        /// The message is not taken: too long.
        MessageTooLong,
        /// The conversation takes no message any more.
        MaxLength,
        /// Two answers to choose from.
        AbChooser,
        /// The answer stops in the middle and wants a press to go on.
        ContinueGenerating,
        /// Logged out.
        Login,
        /// A check for humans in place of the page.
        HumanCheck,
        /// ChatGPT asks whether it may use the connector.
        ConnectorPermission,
        /// The turn fails and Work is offered.
        UseWork,
        /// A dialog that nobody knows.
        UnknownModal,
        /// The message is lost on its way.
        LostSend,
        /// The message arrives, and the page does not show it until it is loaded again.
        SilentDelivery,
    }
}

/// The languages of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[serde(rename = "en")]
    English,
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    Chinese,
    /// Japanese.
    #[serde(rename = "ja")]
    Japanese,
    /// German.
    #[serde(rename = "de")]
    German,
    /// French.
    #[serde(rename = "fr")]
    French,
    /// Spanish.
    #[serde(rename = "es")]
    Spanish,
    /// Brazilian Portuguese.
    #[serde(rename = "pt-BR")]
    Portuguese,
}

/// All switches. Their names are those of the query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Behaviour {
    /// The page's structure.
    pub generation: Generation,
    /// The page's language.
    pub language: Language,
    /// What stands for names that are not known in that language.
    pub gaps: Gaps,
    /// Turns have headings (`You said:`).
    pub headings: bool,
    /// There is an accessibility tree below the document.
    pub tree: bool,
    /// The composers.
    pub composers: Composers,
    /// What the first composer is set to.
    pub mode: Mode,
    /// The mode that messages are meant for; one in the other counts as misplaced.
    pub meant_for: Mode,
    /// How long the page takes to come alive. It then replaces the composer: typed text is gone.
    pub hydrate_ms: u64,
    /// From the press on Send to the message in the conversation.
    pub commit_ms: u64,
    /// How long a message's body is an empty shell.
    pub late_body_ms: u64,
    /// How long a new conversation has a transient address.
    pub durable_ms: u64,
    /// How long Send stays disabled after the composer got text.
    pub send_enable_ms: u64,
    /// What Enter does.
    pub enter: Enter,
    /// A paste of this many characters and more becomes an attachment; 0 for never.
    pub paste_limit: usize,
    /// Turns far from the view leave the document.
    pub virtual_history: bool,
    /// How long messages of the person's are shown.
    pub long_messages: LongMessages,
    /// A canvas with a text box of its own stands before the conversation.
    pub canvas: bool,
    /// What Copy does.
    pub copy: CopyButton,
    /// The connectors that may be mentioned, separated by commas.
    pub connectors: String,
    /// Whether a message has to mention the connector.
    pub connector_use: ConnectorUse,
    /// The list of mentions is in the accessibility tree.
    pub mention_popup: bool,
    /// Runs of spaces come back from the composer with no-break spaces in them.
    pub nbsp: bool,
    /// Control messages are answered as one fenced block.
    pub fence: bool,
    /// A sentence comes before the block.
    pub prose: bool,
    /// How long ChatGPT thinks at least.
    pub thinking_ms: u64,
    /// Thinking shows rows for tools.
    pub tools: bool,
    /// Thinking has a button `Answer now`.
    pub answer_now: bool,
    /// From word to word.
    pub word_ms: u64,
    /// A pause in the middle of the answer.
    pub pause_ms: u64,
    /// How long the text still grows after Stop is gone.
    pub early_stop_ms: u64,
    /// From the last word until the text's nodes are merged.
    pub merge_ms: u64,
    /// The most characters that a message may have.
    pub max_message: usize,
    /// What comes in the way.
    pub mood: Mood,
    /// When.
    pub mood_at: MoodAt,
    /// After how many messages, for moods of sending.
    pub mood_after: u32,
    /// How often, for moods of sending; 0 for always.
    pub mood_times: u32,
    /// Several moods one after the other, in place of the four switches above.
    pub moods: Moods,
    /// A time that limits show, such as `3:45 PM`; empty for none.
    pub shown_time: String,
}

impl Default for Behaviour {
    fn default() -> Self {
        Self {
            generation: Generation::C,
            language: Language::English,
            gaps: Gaps::English,
            headings: true,
            tree: true,
            composers: Composers::Toggle,
            mode: Mode::Chat,
            meant_for: Mode::Chat,
            hydrate_ms: 300,
            commit_ms: 60,
            late_body_ms: 0,
            durable_ms: 400,
            send_enable_ms: 100,
            enter: Enter::Send,
            paste_limit: 10_000,
            virtual_history: true,
            long_messages: LongMessages::Clamped,
            canvas: false,
            copy: CopyButton::Markdown,
            connectors: "C2C".to_owned(),
            connector_use: ConnectorUse::Always,
            mention_popup: true,
            nbsp: false,
            fence: true,
            prose: false,
            thinking_ms: 500,
            tools: true,
            answer_now: false,
            word_ms: 10,
            pause_ms: 0,
            early_stop_ms: 0,
            merge_ms: 100,
            max_message: 200_000,
            mood: Mood::None,
            mood_at: MoodAt::Auto,
            mood_after: 0,
            mood_times: 1,
            moods: Moods::default(),
            shown_time: String::new(),
        }
    }
}

/// A switch that there is not, or a value that it does not have.
#[derive(Debug, thiserror::Error)]
pub enum BehaviourError {
    /// No switch has this name.
    #[error("`{name}` is no behaviour of the page")]
    Unknown {
        /// The name.
        name: String,
    },
    /// The switch has no such value.
    #[error("`{name}` cannot be `{value}`")]
    Value {
        /// The switch.
        name: String,
        /// The value.
        value: String,
        /// What it may be.
        #[source]
        source: serde_json::Error,
    },
    /// It is written otherwise.
    #[error("`{text}` is not written as `name=value`")]
    Form {
        /// What was written.
        text: String,
    },
}

impl Behaviour {
    /// Sets one switch from `name=value`.
    ///
    /// # Errors
    /// When there is no such switch, or it has no such value.
    pub fn set_pair(&mut self, pair: &str) -> Result<(), BehaviourError> {
        let (name, value) = pair.split_once('=').ok_or_else(|| BehaviourError::Form { text: pair.to_owned() })?;
        self.set(name, &Value::String(value.to_owned()))
    }

    /// Sets one switch. A text is taken for the number or the yes that the switch wants.
    ///
    /// # Errors
    /// When there is no such switch, or it has no such value.
    pub fn set(&mut self, name: &str, value: &Value) -> Result<(), BehaviourError> {
        let wrong = |source| BehaviourError::Value { name: name.to_owned(), value: value.to_string(), source };
        let mut all = serde_json::to_value(&*self).map_err(wrong)?;
        let slot = all.get_mut(name).ok_or_else(|| BehaviourError::Unknown { name: name.to_owned() })?;
        *slot = match (&*slot, value) {
            (Value::Bool(_), Value::String(text)) => match text.as_str() {
                "on" | "true" | "1" => true.into(),
                "off" | "false" | "0" => false.into(),
                _ => value.clone(),
            },
            (Value::Number(_), Value::String(text)) => serde_json::from_str(text).map_err(wrong)?,
            _ => value.clone(),
        };
        *self = serde_json::from_value(all).map_err(wrong)?;
        Ok(())
    }

    /// Whether this mood comes when a message is sent, and not when the page is opened.
    #[must_use]
    pub fn mood_comes_on_sending(&self) -> bool {
        match self.mood_at {
            MoodAt::Load => false,
            MoodAt::Send => true,
            MoodAt::Auto => !matches!(self.mood, Mood::Login | Mood::HumanCheck | Mood::UnknownModal),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn switches_are_set_from_text_and_json() {
        let mut behaviour = Behaviour::default();
        for pair in ["generation=a", "language=pt-BR", "word_ms=0", "headings=off", "mood=ab-chooser"] {
            behaviour.set_pair(pair).unwrap();
        }
        behaviour.set("canvas", &json!(true)).unwrap();
        behaviour.set("shown_time", &json!("15:45")).unwrap();
        let expected = Behaviour {
            generation: Generation::A,
            language: Language::Portuguese,
            word_ms: 0,
            headings: false,
            canvas: true,
            mood: Mood::AbChooser,
            shown_time: "15:45".to_owned(),
            ..Behaviour::default()
        };
        assert_eq!(behaviour, expected);
    }

    #[test]
    fn what_there_is_not_is_refused() {
        let mut behaviour = Behaviour::default();
        assert!(matches!(behaviour.set_pair("colour=red"), Err(BehaviourError::Unknown { .. })));
        assert!(matches!(behaviour.set_pair("canvas"), Err(BehaviourError::Form { .. })));
        for pair in ["canvas=perhaps", "word_ms=fast", "word_ms=-1", "generation=d", "language=en-GB"] {
            assert!(matches!(behaviour.set_pair(pair), Err(BehaviourError::Value { .. })), "{pair}");
        }
        assert_eq!(behaviour, Behaviour::default());
    }

    #[test]
    fn a_mood_comes_when_it_fits_unless_it_is_told_otherwise() {
        let mut behaviour = Behaviour { mood: Mood::Login, ..Behaviour::default() };
        assert!(!behaviour.mood_comes_on_sending());
        behaviour.mood_at = MoodAt::Send;
        assert!(behaviour.mood_comes_on_sending());
        behaviour = Behaviour { mood: Mood::StreamError, ..Behaviour::default() };
        assert!(behaviour.mood_comes_on_sending());
    }
}
