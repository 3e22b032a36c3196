//! The shared state of the page's server: conversations, record, behaviour, and the signal that
//! something changed.

use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::watch;

use super::behaviour::{Behaviour, Mood};
use super::conversation::{Conversation, Turn};
use super::record::Record;
use super::thinker::Thinker;
use crate::random::Random;

/// Everything that requests and running answers share.
#[derive(Debug)]
pub(crate) struct Hall {
    pub(crate) thinker: Thinker,
    book: Mutex<Book>,
    changed: watch::Sender<u64>,
}

/// What stands under the lock.
#[derive(Debug)]
pub(crate) struct Book {
    pub(crate) behaviour: Behaviour,
    pub(crate) record: Record,
    conversations: HashMap<String, Conversation>,
    /// In the order in which they were opened.
    order: Vec<String>,
    /// How often each mood came.
    moods: HashMap<Mood, u32>,
    /// How many presses on Send each order of moods has met.
    presses: HashMap<String, u32>,
    random: Random,
    version: u64,
}

impl Hall {
    pub(crate) fn new(behaviour: Behaviour, record: Record, thinker: Thinker) -> io::Result<Self> {
        let random = Random::seeded(Random::fresh_seed()?);
        let (conversations, order) = (HashMap::new(), Vec::new());
        let (moods, presses) = (HashMap::new(), HashMap::new());
        let book = Book { behaviour, record, conversations, order, moods, presses, random, version: 0 };
        Ok(Self { thinker, book: Mutex::new(book), changed: watch::Sender::new(0) })
    }

    /// The state, locked. Nothing may wait for anything else meanwhile.
    pub(crate) fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes who waits for a change.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Book) -> T) -> T {
        let mut book = self.book();
        let outcome = change(&mut book);
        self.changed.send_replace(book.version);
        outcome
    }

    /// Changes one turn, where it still is.
    pub(crate) fn change_turn<T>(&self, at: &Place, change: impl FnOnce(&mut Turn) -> T) -> Option<T> {
        self.change(|book| {
            let conversation = book.conversations.get_mut(&at.conversation)?;
            let outcome = change(conversation.turns.get_mut(at.turn)?);
            book.touch(at);
            Some(outcome)
        })
    }

    /// Looks until `look` finds something, at every change; none when `patience` ends before.
    pub(crate) async fn wait<T>(&self, patience: Duration, mut look: impl FnMut(&Book) -> Option<T>) -> Option<T> {
        let mut changes = self.changed.subscribe();
        let looking = async {
            loop {
                if let Some(found) = look(&self.book()) {
                    return Some(found);
                }
                changes.changed().await.ok()?;
            }
        };
        tokio::time::timeout(patience, looking).await.ok().flatten()
    }
}

/// Where a turn is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) conversation: String,
    pub(crate) turn: usize,
}

impl Book {
    pub(crate) fn conversation(&self, id: &str) -> Option<&Conversation> {
        self.conversations.get(id)
    }

    pub(crate) fn conversation_mut(&mut self, id: &str) -> Option<&mut Conversation> {
        self.conversations.get_mut(id)
    }

    /// The turn at `at`.
    pub(crate) fn turn(&self, at: &Place) -> Option<&Turn> {
        self.conversations.get(&at.conversation)?.turns.get(at.turn)
    }

    /// Opens a conversation; the answer is its id.
    pub(crate) fn open(&mut self, project: Option<String>, first_message: &str) -> String {
        let id = self.uuid();
        self.open_as(id.clone(), project, first_message);
        id
    }

    /// Opens a conversation of that id.
    pub(crate) fn open_as(&mut self, id: String, project: Option<String>, first_message: &str) {
        self.order.push(id.clone());
        self.conversations.insert(id.clone(), Conversation::new(id, project, first_message));
    }

    /// Has the pages that show a conversation now follow a link to another address.
    pub(crate) fn lead(&mut self, to: &str) {
        for id in self.order.clone() {
            self.touch_conversation(&id);
            let version = self.version;
            if let Some(conversation) = self.conversations.get_mut(&id) {
                conversation.lead = Some((version, to.to_owned()));
            }
        }
    }

    /// Adds a turn at the end of a conversation.
    pub(crate) fn add(&mut self, conversation: &str, turn: Turn) -> Option<Place> {
        let turns = &mut self.conversations.get_mut(conversation)?.turns;
        turns.push(turn);
        let place = Place { conversation: conversation.to_owned(), turn: turns.len() - 1 };
        self.touch(&place);
        Some(place)
    }

    /// Marks a conversation as changed.
    pub(crate) fn touch_conversation(&mut self, id: &str) {
        self.version += 1;
        if let Some(conversation) = self.conversations.get_mut(id) {
            conversation.version = self.version;
        }
    }

    fn touch(&mut self, at: &Place) {
        self.touch_conversation(&at.conversation);
        let version = self.version;
        let turn = self.conversations.get_mut(&at.conversation).and_then(|known| known.turns.get_mut(at.turn));
        if let Some(turn) = turn {
            turn.version = version;
        }
    }

    /// The mood that comes with a message to a conversation of `sent` messages, if one is due.
    pub(crate) fn due_mood(&mut self, behaviour: &Behaviour, sent: usize) -> Option<Mood> {
        let before = self.presses.get(&String::from(behaviour.moods.clone())).copied().unwrap_or_default();
        if let Some(due) = behaviour.moods.at(before) {
            self.presses.insert(behaviour.moods.clone().into(), before + 1);
            return due;
        }
        let mood = behaviour.mood;
        if mood == Mood::None || !behaviour.mood_comes_on_sending() || sent < behaviour.mood_after as usize {
            return None;
        }
        let came = self.moods.entry(mood).or_default();
        if behaviour.mood_times != 0 && *came >= behaviour.mood_times {
            return None;
        }
        *came += 1;
        Some(mood)
    }

    /// The messages of a conversation as both sides wrote them, or of the one that was written to
    /// last.
    pub(crate) fn messages(&self, id: Option<&str>) -> Option<Value> {
        let newest = |known: &&Conversation| known.turns.last().map(|turn| turn.user.at_ms);
        let known = match id {
            Some(id) => self.conversations.get(id)?,
            None => self.conversations.values().max_by_key(newest)?,
        };
        let messages: Vec<Value> = known.turns.iter().enumerate().flat_map(Turn::messages).collect();
        Some(json!({"id": known.id, "path": known.path(), "title": known.title, "messages": messages}))
    }

    /// A fresh id of the form that addresses have.
    pub(crate) fn uuid(&mut self) -> String {
        let (high, low) = (self.random.next(), self.random.next());
        let variant = 0x8000 | (low >> 48 & 0x3fff);
        let middle = high >> 16 & 0xffff;
        format!("{:08x}-{middle:04x}-4{:03x}-{variant:04x}-{:012x}", high >> 32, high & 0xfff, low & 0xffff_ffff_ffff)
    }

    /// The conversations as the page lists them, newest first.
    pub(crate) fn list(&self) -> Value {
        let known = self.order.iter().rev().filter_map(|id| self.conversations.get(id));
        known.map(|known| json!({"id": known.id, "title": known.title, "path": known.path()})).collect()
    }

    /// Everything, for tests.
    pub(crate) fn state(&self) -> Value {
        let mut state = self.record.state();
        let known = self.order.iter().filter_map(|id| self.conversations.get(id));
        state["conversations"] = known.map(|known| known.changes(0)).collect();
        state["behaviour"] = json!(self.behaviour);
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Book {
        let (conversations, order) = (HashMap::new(), Vec::new());
        let (moods, presses) = (HashMap::new(), HashMap::new());
        let (behaviour, record) = (Behaviour::default(), Record::default());
        Book { behaviour, record, conversations, order, moods, presses, random: Random::seeded(1), version: 0 }
    }

    #[test]
    fn ids_have_the_form_of_random_uuids() {
        let mut book = book();
        for _ in 0..100 {
            let id = book.uuid();
            let lengths: Vec<usize> = id.split('-').map(str::len).collect();
            assert_eq!(lengths, [8, 4, 4, 4, 12], "{id}");
            assert!(id.split('-').nth(2).unwrap().starts_with('4'), "{id}");
            assert!(id.split('-').nth(3).unwrap().starts_with(['8', '9', 'a', 'b']), "{id}");
        }
    }

    #[test]
    fn a_mood_comes_after_as_many_messages_and_as_often_as_it_should() {
        let mut book = book();
        let behaviour = Behaviour { mood: Mood::StreamError, mood_after: 1, mood_times: 2, ..Behaviour::default() };
        let due: Vec<bool> = (0..5).map(|sent| book.due_mood(&behaviour, sent).is_some()).collect();
        assert_eq!(due, [false, true, true, false, false]);
        let at_load = Behaviour { mood: Mood::Login, ..Behaviour::default() };
        assert_eq!(book.due_mood(&at_load, 9), None);
    }

    #[test]
    fn an_order_of_moods_counts_presses_and_not_messages() {
        let mut book = book();
        let mut behaviour = Behaviour { mood: Mood::Login, ..Behaviour::default() };
        behaviour.set_pair("moods=too-many-requests,none,stream-error").unwrap();
        let due: Vec<Option<Mood>> = (0..4).map(|_| book.due_mood(&behaviour, 0)).collect();
        assert_eq!(due, [Some(Mood::TooManyRequests), None, Some(Mood::StreamError), None]);
        behaviour.set_pair("moods=ab-chooser").unwrap();
        assert_eq!(book.due_mood(&behaviour, 9), Some(Mood::AbChooser));
    }

    #[test]
    fn conversations_are_listed_newest_first() {
        let mut book = book();
        let first = book.open(None, "one");
        let second = book.open(Some("g-p-1".to_owned()), "two");
        let listed: Vec<String> =
            book.list().as_array().unwrap().iter().map(|row| row["path"].as_str().unwrap().to_owned()).collect();
        assert_eq!(listed, [format!("/g/g-p-1/c/{second}"), format!("/c/{first}")]);
    }
}
