//! What the page shows: conversations, their turns, and how far each answer has come.
//!
//! Pure data. Every change raises a version, so that a page can ask for what changed since it last
//! looked.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::behaviour::{Mode, Mood};

/// A conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Conversation {
    /// The durable id of its address.
    pub(crate) id: String,
    /// The project in whose address it lives.
    pub(crate) project: Option<String>,
    pub(crate) title: String,
    /// It takes no message any more.
    pub(crate) is_full: bool,
    /// A limit that is told above the composer.
    pub(crate) notice: Option<Mood>,
    /// An earlier message mentioned the connector.
    pub(crate) has_connector: bool,
    pub(crate) turns: Vec<Turn>,
    pub(crate) version: u64,
    /// A link that the pages which show it follow now, and since which version.
    pub(crate) lead: Option<(u64, String)>,
}

/// A message and the answer to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Turn {
    pub(crate) key: String,
    pub(crate) user: UserMessage,
    pub(crate) answer: Answer,
    #[serde(skip)]
    pub(crate) version: u64,
}

/// What the person sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct UserMessage {
    pub(crate) text: String,
    /// The connector that was mentioned first.
    pub(crate) mention: Option<String>,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) mode: Mode,
    /// When it arrived, in milliseconds since 1970.
    #[serde(skip)]
    pub(crate) at_ms: u64,
}

/// A text that became a file on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Attachment {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// How far an answer has come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Answer {
    pub(crate) phase: Phase,
    pub(crate) activities: Vec<Activity>,
    /// What is shown of the text.
    pub(crate) text: String,
    /// The second of two answers to choose from.
    pub(crate) alternative: Option<String>,
    /// What made it fail.
    pub(crate) trouble: Option<Mood>,
    /// When it last changed its phase, in milliseconds since 1970.
    #[serde(skip)]
    pub(crate) at_ms: u64,
    /// All of the text, once it is known.
    #[serde(skip)]
    pub(crate) whole: String,
    /// The person pressed Stop.
    #[serde(skip)]
    pub(crate) is_stopped: bool,
    /// The person pressed Answer now.
    #[serde(skip)]
    pub(crate) is_hurried: bool,
    /// What the person said to the connector's use.
    #[serde(skip)]
    pub(crate) permission: Option<bool>,
}

/// The phases of an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phase {
    /// Nothing is there yet.
    #[default]
    Waiting,
    /// Activity rows only.
    Thinking,
    /// It waits for a permission.
    Permission,
    /// Text comes.
    Streaming,
    /// Stop is gone, and text still comes.
    Settling,
    /// Complete.
    Done,
    /// Broken off; Retry.
    Failed,
    /// Two answers wait for a choice.
    Choice,
    /// It goes on when it is told to.
    Cut,
}

/// One activity row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Activity {
    pub(crate) kind: ActivityKind,
    pub(crate) is_running: bool,
    /// How long it took, once it is over.
    pub(crate) seconds: u64,
}

/// What the activity rows are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ActivityKind {
    Thinking,
    LookingForTools,
    CalledTool,
}

impl Conversation {
    pub(crate) fn new(id: String, project: Option<String>, first_message: &str) -> Self {
        let first_line = first_message.lines().find(|line| !line.trim().is_empty()).unwrap_or("New chat");
        let title = first_line.chars().take(40).collect();
        let (is_full, notice, has_connector, lead) = (false, None, false, None);
        Self { id, project, title, is_full, notice, has_connector, turns: Vec::new(), version: 0, lead }
    }

    /// Its path on the page's server.
    pub(crate) fn path(&self) -> String {
        match &self.project {
            Some(project) => format!("/g/{project}/c/{}", self.id),
            None => format!("/c/{}", self.id),
        }
    }

    /// What changed after `since`, as the page takes it.
    pub(crate) fn changes(&self, since: u64) -> Value {
        let changed = self.turns.iter().enumerate().filter(|(_, turn)| turn.version > since);
        let turns: Vec<Value> = changed.map(|(index, turn)| json!({"index": index, "turn": turn})).collect();
        // A page that is opened later has not seen the link.
        let lead = self.lead.as_ref().filter(|(version, _)| since > 0 && *version > since).map(|(_, to)| to);
        json!({
            "id": self.id, "path": self.path(), "title": self.title, "is_full": self.is_full,
            "notice": self.notice, "version": self.version, "count": self.turns.len(), "turns": turns,
            "lead": lead,
        })
    }
}

impl Turn {
    /// Both sides of it with every byte, for tests. The answer is what is shown of it.
    pub(crate) fn messages((index, turn): (usize, &Self)) -> [Value; 2] {
        let (user, answer) = (&turn.user, &turn.answer);
        [
            json!({
                "turn": index, "author": "user", "text": user.text, "at_ms": user.at_ms, "mention": user.mention,
                "attachments": user.attachments, "mode": user.mode,
            }),
            json!({
                "turn": index, "author": "assistant", "text": answer.text, "at_ms": answer.at_ms,
                "phase": answer.phase, "trouble": answer.trouble,
            }),
        ]
    }
}

impl Answer {
    /// A complete answer, as in a history.
    pub(crate) fn complete(text: &str) -> Self {
        Self { phase: Phase::Done, text: text.to_owned(), whole: text.to_owned(), ..Self::default() }
    }

    /// Starts over, as Retry does.
    pub(crate) fn restart(&mut self) {
        *self = Self { permission: self.permission, ..Self::default() };
    }
}

/// Cuts a text into the pieces that come one after the other: words with the space behind them, and
/// a few characters at a time where there are no spaces.
pub(crate) fn words(text: &str) -> Vec<&str> {
    const LONGEST: usize = 12;
    let (mut words, mut start, mut length, mut has_space) = (Vec::new(), 0, 0, false);
    for (at, character) in text.char_indices() {
        let begins_word = has_space && !character.is_whitespace();
        if begins_word || (length >= LONGEST && !character.is_ascii() && !joins(text, at)) {
            words.push(&text[start..at]);
            (start, length, has_space) = (at, 0, false);
        }
        length += 1;
        has_space |= character.is_whitespace();
    }
    if start < text.len() {
        words.push(&text[start..]);
    }
    words
}

/// Whether a cut before the character at `at` would take a joined one apart.
fn joins(text: &str, at: usize) -> bool {
    const JOINER: char = '\u{200d}';
    let before = text[..at].chars().next_back();
    let here = text[at..].chars().next();
    let combines = |character: char| matches!(u32::from(character), 0x0300..=0x036f | 0xfe00..=0xfe0f | 0x200d | 0x1f3fb..=0x1f3ff | 0x0590..=0x05ff | 0x0600..=0x06ff);
    before == Some(JOINER) || here.is_some_and(combines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_put_together_are_the_text() {
        let family = "👨\u{200d}👩\u{200d}👧".repeat(9);
        for text in
            ["", "a", "one two  three\n\nfour ", "你好世界你好世界你好世界你好世界", family.as_str(), "`x=1` — é"]
        {
            assert_eq!(words(text).concat(), text);
        }
        assert_eq!(words("one two  three\nfour"), ["one ", "two  ", "three\n", "four"]);
        assert!(words("你好世界你好世界你好世界你好世界").len() > 1);
        assert!(words(&family).iter().all(|word| !word.starts_with('\u{200d}') && !word.ends_with('\u{200d}')));
    }

    #[test]
    fn a_page_gets_what_changed_since_it_looked() {
        let mut conversation = Conversation::new("id".to_owned(), Some("g-p-1".to_owned()), "\nHello there\nyou");
        let turn = |version| Turn {
            key: format!("k{version}"),
            user: UserMessage {
                text: "x".to_owned(),
                mention: None,
                attachments: Vec::new(),
                mode: Mode::Chat,
                at_ms: 5,
            },
            answer: Answer::complete("y"),
            version,
        };
        conversation.turns = vec![turn(1), turn(3)];
        conversation.version = 3;
        let changes = conversation.changes(1);
        assert_eq!(changes["path"], "/g/g-p-1/c/id");
        assert_eq!(changes["title"], "Hello there");
        assert_eq!(changes["count"], 2);
        assert_eq!(changes["turns"].as_array().unwrap().len(), 1);
        assert_eq!(changes["turns"][0]["turn"]["answer"]["phase"], "done");
        assert_eq!(conversation.changes(3)["turns"], json!([]));
        conversation.lead = Some((4, "http://127.0.0.1:1/".to_owned()));
        assert_eq!(conversation.changes(3)["lead"], "http://127.0.0.1:1/");
        assert_eq!((&conversation.changes(4)["lead"], &conversation.changes(0)["lead"]), (&Value::Null, &Value::Null));
    }

    #[test]
    fn retry_keeps_what_was_permitted() {
        let mut answer =
            Answer { permission: Some(true), trouble: Some(Mood::StreamError), ..Answer::complete("half") };
        answer.restart();
        assert_eq!(answer, Answer { permission: Some(true), ..Answer::default() });
    }
}
