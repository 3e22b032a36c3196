//! ChatGPT's window as the driver meets it: conversations that outlive every driver, and a window that passes every
//! step, or the person who carries the messages and passes only one.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use c2c_ports::*;
use tokio::sync::Notify;

/// One message that can be seen in a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Turn {
    /// The conversation, from 1.
    pub(super) chat: usize,
    pub(super) message: Outgoing,
}

/// What the window does next instead of its work, first come first served.
#[derive(Debug, Default)]
pub(super) struct Script {
    pub(super) sends: VecDeque<WindowError>,
    /// Sends whose end cannot be told: whether the message arrives all the same.
    pub(super) unknown: VecDeque<bool>,
    pub(super) finds: VecDeque<Result<Found, WindowError>>,
    pub(super) reads: VecDeque<WindowError>,
    /// Addresses that are said at the next sends and reads, whatever they are.
    pub(super) addresses: VecDeque<String>,
    /// Answers in the place of the usual ones.
    pub(super) answers: VecDeque<String>,
    /// What each send waits for.
    pub(super) waits: Vec<WindowWait>,
}

/// Who carries the messages.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carries {
    #[default]
    Window,
    /// A person who brings each answer with a command.
    Person,
    /// A person who brings each answer at once.
    EagerPerson,
}

#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) carries: Carries,
    /// What can be seen, in order.
    pub(super) turns: Mutex<Vec<Turn>>,
    /// The conversation that is open; none before the first.
    open: Mutex<Option<usize>>,
    /// Whether no address is ever said.
    pub(super) keeps_addresses: bool,
    pub(super) script: Mutex<Script>,
    /// Whether somebody sends, looks or reads.
    busy: AtomicBool,
    /// Whether the next send stops once its text is in the composer, for ever.
    pub(super) stops_when_inserted: AtomicBool,
    /// Whether the next send stops once Send was pressed, until it may go on.
    pub(super) stops_when_pressed: AtomicBool,
    pub(super) stopped: Notify,
    pub(super) go_on: Notify,
}

/// Ends a use of the window, also when its future is dropped.
struct Using<'a>(&'a AtomicBool);

impl Drop for Using<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

pub(super) fn address(chat: usize) -> String {
    format!("https://chat.example/c/{chat}")
}

impl Page {
    pub(super) fn carried_by(carries: Carries) -> Arc<Self> {
        Arc::new(Self { carries, ..Self::default() })
    }

    pub(super) fn without_addresses() -> Arc<Self> {
        Arc::new(Self { keeps_addresses: true, ..Self::default() })
    }

    pub(super) fn turns(&self) -> Vec<Turn> {
        self.turns.lock().unwrap().clone()
    }

    pub(super) fn numbers(&self) -> Vec<u32> {
        self.turns().iter().map(|turn| turn.message.number).collect()
    }

    fn begin_use(&self) -> Using<'_> {
        assert!(!self.busy.swap(true, Ordering::SeqCst), "two use the window at once");
        Using(&self.busy)
    }

    /// The conversation that the message belongs to; a new one when it is the first.
    fn chat(&self, outgoing: &Outgoing) -> usize {
        let newest = self.turns().iter().map(|turn| turn.chat).max().unwrap_or(0);
        let chat = match &outgoing.conversation_url {
            Some(url) => (1..=newest).find(|chat| address(*chat) == *url).expect("there is no such conversation"),
            None if outgoing.begun => self.open.lock().unwrap().expect("no conversation is open"),
            None => newest + 1,
        };
        *self.open.lock().unwrap() = Some(chat);
        chat
    }

    fn show(&self, chat: usize, message: &Outgoing) {
        self.turns.lock().unwrap().push(Turn { chat, message: message.clone() });
    }

    fn holds(&self, outgoing: &Outgoing) -> bool {
        self.chat_of(outgoing).is_some()
    }

    /// The conversation in which the message is.
    fn chat_of(&self, outgoing: &Outgoing) -> Option<usize> {
        let is_it = |turn: &&Turn| {
            turn.message.session_id == outgoing.session_id
                && turn.message.number == outgoing.number
                && turn.message.text == outgoing.text
        };
        self.turns().iter().find(is_it).map(|turn| turn.chat)
    }

    /// What a new process does not know: which conversation is the session's.
    pub(super) fn forget(&self) {
        *self.open.lock().unwrap() = None;
    }

    fn said_address(&self, chat: usize) -> Option<String> {
        if self.keeps_addresses {
            return None;
        }
        Some(self.script.lock().unwrap().addresses.pop_front().unwrap_or_else(|| address(chat)))
    }

    async fn send_by_window(&self, outgoing: &Outgoing, steps: &dyn StepObserver) -> Result<Sent, WindowError> {
        let _using = self.begin_use();
        tokio::task::yield_now().await;
        let reached = |step| steps.reached(&outgoing.effect_id, Point::Send(step));
        if let Some(error) = self.script.lock().unwrap().sends.pop_front() {
            return Err(error);
        }
        let waits = self.script.lock().unwrap().waits.clone();
        for wait in waits {
            steps.waits(&outgoing.effect_id, Some(wait));
            steps.waits(&outgoing.effect_id, None);
        }
        let chat = self.chat(outgoing);
        reached(SendStep::Inserted);
        if self.stops_when_inserted.swap(false, Ordering::SeqCst) {
            self.stopped.notify_one();
            std::future::pending::<()>().await;
        }
        reached(SendStep::Verified);
        if !steps.may_press(&outgoing.effect_id) {
            let hint = String::new();
            return Err(WindowError::Unavailable { reason: "another process acts".to_owned(), hint });
        }
        let unknown = self.script.lock().unwrap().unknown.pop_front();
        if unknown.unwrap_or(true) {
            self.show(chat, outgoing);
        }
        reached(SendStep::Pressed);
        if self.stops_when_pressed.swap(false, Ordering::SeqCst) {
            self.stopped.notify_one();
            self.go_on.notified().await;
        }
        if unknown.is_some() {
            return Ok(Sent::so_far(Delivery::Unknown));
        }
        reached(SendStep::Seen);
        Ok(Sent { delivery: Delivery::Seen, conversation_url: self.said_address(chat) })
    }

    fn answer(&self, outgoing: &Outgoing) -> Option<String> {
        if let Some(answer) = self.script.lock().unwrap().answers.pop_front() {
            return Some(answer);
        }
        let head =
            |state: &str, n: u32| format!("[C2C]\nSTATE: {state}\nTASK_ID: {}\nITERATION: {n}\n\n", outgoing.task_id);
        match (outgoing.state.as_str(), outgoing.iteration) {
            ("INIT" | "HANDOFF", 0) => Some(head("PLAN", 1) + &plan("first")),
            ("EXECUTED" | "HANDOFF", 1) => Some(head("PLAN", 2) + &plan("second")),
            ("EXECUTED" | "HANDOFF", 2) => Some(head("DONE", 2) + "SUMMARY:\nMended.\n"),
            _ => None,
        }
    }

    async fn read_in_window(
        &self,
        outgoing: &Outgoing,
        steps: &dyn StepObserver,
        judge: Judge<'_>,
    ) -> Result<Reply, WindowError> {
        let using = self.begin_use();
        tokio::task::yield_now().await;
        if let Some(error) = self.script.lock().unwrap().reads.pop_front() {
            return Err(error);
        }
        assert!(outgoing.begun && self.holds(outgoing), "the answer to {outgoing:?} is awaited");
        let chat = self.chat(outgoing);
        let Some(text) = self.answer(outgoing) else {
            drop(using);
            return std::future::pending().await;
        };
        let expected = if text.starts_with("[C2C]") { Verdict::Complete } else { Verdict::None };
        assert_eq!(judge(&text), expected, "{text}");
        steps.reached(&outgoing.effect_id, Point::Read(ReadStep::Read));
        Ok(Reply { text, conversation_url: self.said_address(chat) })
    }
}

pub(super) fn plan(name: &str) -> String {
    format!(
        "GOAL:\nMend it.\n\nRATIONALE:\nIt fails.\n\nACTIONS:\n1. Do the {name} thing.\n\nFILES_LIKELY_INVOLVED:\na\n\n\
         TESTS:\nRun `sh test.sh`.\n\nSUCCESS_CRITERIA:\nIt passes.\n"
    )
}

impl Window for Page {
    fn turns(&self) -> Option<String> {
        (self.carries == Carries::Window).then(|| "page".to_owned())
    }

    fn send<'a>(
        &'a self,
        outgoing: &'a Outgoing,
        steps: &'a dyn StepObserver,
    ) -> BoxFuture<'a, Result<Sent, WindowError>> {
        if self.carries == Carries::Window {
            return Box::pin(self.send_by_window(outgoing, steps));
        }
        Box::pin(async move {
            // Shown again under the same number, it is no second message.
            if !self.holds(outgoing) {
                self.show(1, outgoing);
            }
            steps.reached(&outgoing.effect_id, Point::Send(SendStep::Shown));
            Ok(Sent::so_far(Delivery::Inserted))
        })
    }

    fn find<'a>(&'a self, outgoing: &'a Outgoing) -> BoxFuture<'a, Result<Found, WindowError>> {
        Box::pin(async move {
            if self.carries != Carries::Window {
                return Ok(Found::No);
            }
            let _using = self.begin_use();
            tokio::task::yield_now().await;
            let scripted = self.script.lock().unwrap().finds.pop_front();
            let chat = self.chat_of(outgoing);
            if let (Some(chat), None) = (chat, &scripted) {
                *self.open.lock().unwrap() = Some(chat);
            }
            scripted.unwrap_or(Ok(if chat.is_some() { Found::Yes } else { Found::No }))
        })
    }

    fn read_reply<'a>(
        &'a self,
        outgoing: &'a Outgoing,
        steps: &'a dyn StepObserver,
        judge: Judge<'a>,
    ) -> BoxFuture<'a, Result<Reply, WindowError>> {
        match self.carries {
            Carries::Window => Box::pin(self.read_in_window(outgoing, steps, judge)),
            Carries::Person => Box::pin(std::future::pending()),
            Carries::EagerPerson => Box::pin(async move {
                match self.answer(outgoing) {
                    Some(text) => Ok(Reply { text, conversation_url: None }),
                    None => std::future::pending().await,
                }
            }),
        }
    }
}
