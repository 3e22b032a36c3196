//! How an answer comes about on the server: thinking, permission, words one after the other, and
//! what may come in the way. It goes on whether or not a page looks.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::behaviour::{Behaviour, ConnectorUse, Mood};
use super::conversation::{Activity, ActivityKind, Phase, Turn, words};
use super::hall::{Book, Hall, Place};
use super::thinker::Question;
use crate::clock;

/// How long a permission may take.
const PERMISSION_PATIENCE: Duration = Duration::from_secs(3600);

/// One answer on its way.
#[derive(Debug, Clone)]
pub(crate) struct Answering {
    pub(crate) hall: Arc<Hall>,
    pub(crate) at: Place,
    /// The number of the message.
    pub(crate) number: usize,
    pub(crate) behaviour: Behaviour,
    /// What comes in the way this time.
    pub(crate) trouble: Option<Mood>,
}

impl Answering {
    /// From the message to the complete answer.
    pub(crate) async fn run(self) {
        if matches!(self.trouble, Some(Mood::DeliveryTimeout | Mood::UseWork)) {
            sleep(self.thinking_time()).await;
            self.fail();
            return;
        }
        if !self.is_permitted().await {
            return;
        }
        let Some(text) = self.think().await else { return };
        self.change(|turn| turn.answer.whole.clone_from(&text));
        match self.trouble {
            Some(Mood::StreamError) => {
                if self.say(0, middle(&text)).await {
                    self.fail();
                }
            }
            Some(Mood::ContinueGenerating) => {
                if self.say(0, middle(&text)).await {
                    self.set_phase(Phase::Cut);
                }
            }
            Some(Mood::AbChooser) => {
                if self.say(0, text.len()).await {
                    self.change(|turn| {
                        turn.answer.alternative = Some(text.clone());
                        turn.answer.phase = Phase::Choice;
                        turn.answer.at_ms = clock::now_ms();
                    });
                }
            }
            _ => self.finish(&text, 0).await,
        }
    }

    /// Goes on from where the answer was cut.
    pub(crate) async fn go_on(self) {
        let said = self.change(|turn| (turn.answer.whole.clone(), turn.answer.text.len()));
        if let Some((text, from)) = said {
            self.finish(&text, from).await;
        }
    }

    /// Asks whether the connector may be used, where that is the trouble.
    async fn is_permitted(&self) -> bool {
        if self.trouble != Some(Mood::ConnectorPermission) {
            return true;
        }
        self.set_phase(Phase::Permission);
        let decided = |turn: &Turn| turn.answer.permission;
        let permission = self.hall.wait(PERMISSION_PATIENCE, |book| book.turn(&self.at).and_then(decided)).await;
        permission.is_some()
    }

    /// Thinks for as long as it takes, and at least as long as it should seem.
    async fn think(&self) -> Option<String> {
        let start = Instant::now();
        self.change(|turn| {
            turn.answer.phase = Phase::Thinking;
            turn.answer.activities.push(running(ActivityKind::Thinking));
            if self.behaviour.tools {
                turn.answer.activities.push(running(ActivityKind::LookingForTools));
            }
        });
        let question = self.question()?;
        let (hall, behaviour) = (self.hall.clone(), self.behaviour.clone());
        let thought = tokio::task::spawn_blocking(move || hall.thinker.answer(&question, &behaviour)).await;
        let text = match thought.map_err(std::io::Error::other).and_then(|answer| answer) {
            Ok(text) => text,
            Err(error) => {
                self.note("thinking failed", &json!({"error": error.to_string()}));
                self.fail();
                return None;
            }
        };
        let rest = self.thinking_time().saturating_sub(start.elapsed());
        let hurried = |turn: &Turn| (turn.answer.is_hurried || turn.answer.is_stopped).then_some(());
        let _hurried = self.hall.wait(rest, |book| book.turn(&self.at).and_then(hurried)).await;
        if !self.pass(Duration::ZERO).await {
            return None;
        }
        let seconds = start.elapsed().as_secs();
        self.change(|turn| {
            for activity in &mut turn.answer.activities {
                if activity.kind == ActivityKind::LookingForTools {
                    activity.kind = ActivityKind::CalledTool;
                }
                (activity.is_running, activity.seconds) = (false, seconds);
            }
        });
        Some(text)
    }

    fn question(&self) -> Option<Question> {
        let book = self.hall.book();
        let conversation = book.conversation(&self.at.conversation)?;
        let turn = conversation.turns.get(self.at.turn)?;
        let may_use = match self.behaviour.connector_use {
            ConnectorUse::Always => true,
            ConnectorUse::Mentioned => conversation.has_connector,
        };
        Some(Question {
            number: self.number,
            conversation: conversation.id.clone(),
            text: turn.user.text.clone(),
            has_connector: may_use && turn.answer.permission != Some(false),
        })
    }

    /// Says the rest of the text and completes the answer.
    async fn finish(&self, text: &str, from: usize) {
        let early_stop = Duration::from_millis(self.behaviour.early_stop_ms);
        let is_said = if early_stop.is_zero() {
            self.say(from, text.len()).await
        } else {
            let turning = border(text, from + (text.len() - from) * 3 / 4);
            self.say(from, turning).await && {
                self.set_phase(Phase::Settling);
                self.trickle(turning, early_stop).await
            }
        };
        if is_said {
            self.set_phase(Phase::Done);
            self.note("answered", &json!({"text": text}));
        }
    }

    /// Says the text from one byte to another word by word; false when it was stopped.
    async fn say(&self, from: usize, to: usize) -> bool {
        self.set_phase(Phase::Streaming);
        let text = self.whole();
        let pause_at = text.len() / 2;
        let mut said = from;
        for word in words(&text[from..to]) {
            let before = said;
            said += word.len();
            self.show(&text[..said]);
            if !self.pass(Duration::from_millis(self.behaviour.word_ms)).await {
                return false;
            }
            if before < pause_at && said >= pause_at && !self.pass(Duration::from_millis(self.behaviour.pause_ms)).await
            {
                return false;
            }
        }
        true
    }

    /// Says the rest of the text in the given time.
    async fn trickle(&self, from: usize, time: Duration) -> bool {
        let text = self.whole();
        let words = words(&text[from..]);
        let step = time / u32::try_from(words.len().max(1)).unwrap_or(u32::MAX);
        let mut said = from;
        for word in words {
            if !self.pass(step).await {
                return false;
            }
            said += word.len();
            self.show(&text[..said]);
        }
        true
    }

    /// Lets time pass; false when the answer was stopped meanwhile, which completes it as it is.
    async fn pass(&self, time: Duration) -> bool {
        let stopped = |turn: &Turn| turn.answer.is_stopped.then_some(());
        let look = |book: &Book| book.turn(&self.at).map_or(Some(()), stopped);
        if self.hall.wait(time, look).await.is_none() {
            return true;
        }
        self.change(|turn| {
            for activity in &mut turn.answer.activities {
                activity.is_running = false;
            }
        });
        self.set_phase(Phase::Done);
        false
    }

    fn whole(&self) -> String {
        self.change(|turn| turn.answer.whole.clone()).unwrap_or_default()
    }

    fn show(&self, text: &str) {
        self.change(|turn| text.clone_into(&mut turn.answer.text));
    }

    fn set_phase(&self, phase: Phase) {
        self.change(|turn| {
            turn.answer.phase = phase;
            turn.answer.at_ms = clock::now_ms();
        });
    }

    fn fail(&self) {
        let trouble = self.trouble.unwrap_or(Mood::StreamError);
        self.change(|turn| {
            turn.answer.phase = Phase::Failed;
            turn.answer.at_ms = clock::now_ms();
            turn.answer.trouble = Some(trouble);
        });
    }

    fn thinking_time(&self) -> Duration {
        Duration::from_millis(self.behaviour.thinking_ms)
    }

    fn change<T>(&self, change: impl FnOnce(&mut Turn) -> T) -> Option<T> {
        self.hall.change_turn(&self.at, change)
    }

    fn note(&self, event: &str, details: &Value) {
        let row =
            json!({"conversation": self.at.conversation, "turn": self.at.turn, "number": self.number, "what": details});
        // A log that cannot be written is told to whoever sends the next message.
        let _written = self.hall.book().record.event(event, &row);
    }
}

fn running(kind: ActivityKind) -> Activity {
    Activity { kind, is_running: true, seconds: 0 }
}

/// The border between characters at or before `at`.
fn border(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

fn middle(text: &str) -> usize {
    border(text, text.len() / 2)
}

#[cfg(test)]
mod tests;
