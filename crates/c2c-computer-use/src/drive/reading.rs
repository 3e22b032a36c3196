//! Waiting for an answer and reading it.

use c2c_ports::{Found, Outgoing, Point, ReadStep, Reply, Verdict, WindowError, WindowWait};

use super::copying;
use super::errors;
use super::hands::{Hands, Stop, View};
use super::link::Link;
use crate::desk::{DeskError, Glance, WindowId};
use crate::find::{self, Composer};
use crate::moods::{Mood, Next, moods};
use crate::names::Meaning;
use crate::progress::{Look, Progress, SETTLE_MS, STALLED_MS, Watch};
use crate::read::{self, Lack, Reading};
use crate::tree::NodeId;
use crate::turns;

/// How often the one button that tells is glanced at.
const GLANCE_MS: u64 = 100;
/// How long glances alone may do, at first and at last: whatever else happens on the page is seen then.
const FIRST_REST_MS: i64 = 1_000;
const LAST_REST_MS: i64 = 20_000;
/// How often the page is read while the answer may end any moment.
const CLOSE_MS: u64 = 250;
/// How long the end of the conversation may stay out of sight.
const UNREADABLE_MS: i64 = 20_000;
/// How long after Retry or Allow the page may still show the question.
const PRESSED_MS: i64 = 5_000;

/// Waits for the finished answer to `outgoing`.
pub(super) fn read(hands: &mut Hands, outgoing: &Outgoing, link: &dyn Link) -> Result<Reply, Stop> {
    // What was sent has begun its conversation: no other one may be opened for its answer.
    let outgoing = &Outgoing { begun: true, ..outgoing.clone() };
    let (window, _) = hands.window_for(outgoing, link)?;
    let now_ms = hands.now_ms();
    let mut read = Read {
        window,
        outgoing,
        watch: Watch::new(now_ms),
        rest_ms: FIRST_REST_MS,
        readable_ms: now_ms,
        pressed_ms: None,
        has_retried: false,
        was_copied: false,
    };
    let reply = read.run(hands, link)?;
    hands.album.keep(hands.desk.as_mut(), read.window, outgoing, "answered");
    link.reached(Point::Read(ReadStep::Read))?;
    Ok(reply)
}

struct Read<'a> {
    window: WindowId,
    outgoing: &'a Outgoing,
    watch: Watch,
    /// How long glances alone do for now.
    rest_ms: i64,
    /// When the conversation's end could be read last.
    readable_ms: i64,
    /// When Retry, Allow or the like was pressed last.
    pressed_ms: Option<i64>,
    has_retried: bool,
    /// Whether the Copy button was tried for the text as it is.
    was_copied: bool,
}

/// What a look came to.
enum Came {
    Reply(String),
    /// Look again after this many milliseconds.
    Soon(u64),
    /// Nothing can end before this button changes.
    WhenChanged(NodeId),
}

impl Read<'_> {
    fn run(&mut self, hands: &mut Hands, link: &dyn Link) -> Result<Reply, Stop> {
        loop {
            if link.is_unwanted() {
                return Err(Stop::Unwanted);
            }
            let view = match hands.look(self.window) {
                Ok(view) if hands.fits(self.outgoing, &view) => view,
                // The window was closed, or shows something else now.
                Ok(_) | Err(DeskError::WindowGone) => {
                    self.go_there(hands, link)?;
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            hands.show_again(self.window);
            match self.consider(hands, &view, link)? {
                Came::Reply(text) => return Ok(Reply { text, conversation_url: hands.durable(self.outgoing, &view) }),
                Came::Soon(ms) => hands.time.sleep_ms(ms),
                Came::WhenChanged(button) => self.rest(hands, button, link)?,
            }
        }
    }

    fn go_there(&mut self, hands: &mut Hands, link: &dyn Link) -> Result<(), Stop> {
        link.waits(Some(WindowWait::Page));
        (self.window, _) = hands.window_for(self.outgoing, link)?;
        self.watch = Watch::new(hands.now_ms());
        self.readable_ms = hands.now_ms();
        link.waits(None);
        Ok(())
    }

    fn consider(&mut self, hands: &mut Hands, view: &View, link: &dyn Link) -> Result<Came, Stop> {
        let composer = find::composer(&view.tree, hands.config.mode).found();
        let look = Look::at(&view.tree, &view.turns, composer.as_ref());
        // Turns that come in late must not make an earlier answer the last one.
        if read::find_message(&view.tree, &view.turns, self.outgoing) == Found::No {
            return self.await_message(hands, view);
        }
        let may_be_whole = look.has_copy && !look.has_stop && !look.answer.text().is_empty();
        let verdict = if may_be_whole { link.judge(look.answer.text())? } else { Verdict::None };
        let progress = self.watch.observe(&look, verdict, view.at_ms);
        if let (Progress::Finished, Verdict::Complete) = (progress, verdict) {
            return Ok(Came::Reply(look.answer.text().to_owned()));
        }
        if let Some(came) = self.mind(hands, view)? {
            return Ok(came);
        }
        match progress {
            Progress::Finished => Ok(Came::Reply(look.answer.text().to_owned())),
            Progress::Doubtful { since_ms } => self.doubt(hands, view, &look, since_ms, link),
            Progress::Settling { since_ms } => {
                self.was_copied = false;
                // So that the look that finds it settled ends when it is.
                let left_ms = since_ms + SETTLE_MS - view.at_ms - view.took_ms / 2;
                Ok(Came::Soon(u64::try_from(left_ms).unwrap_or(0).clamp(20, CLOSE_MS * 2)))
            }
            Progress::Waiting => self.await_beginning(hands, view, &look, composer.as_ref()),
            Progress::Thinking | Progress::Streaming => {
                self.readable_ms = view.at_ms;
                self.was_copied = false;
                Ok(resting(view, composer.as_ref()))
            }
        }
    }

    /// Nothing of the answer is there: it has not begun, or cannot be seen.
    fn await_beginning(
        &mut self,
        hands: &mut Hands,
        view: &View,
        look: &Look,
        composer: Option<&Composer>,
    ) -> Result<Came, Stop> {
        let lack = match look.answer {
            Reading::Incomplete { why } => why,
            Reading::Complete { .. } => Lack::NoAnswer,
        };
        if lack == Lack::NoAnswer {
            self.readable_ms = view.at_ms;
            return Ok(resting(view, composer));
        }
        if view.at_ms - self.readable_ms > UNREADABLE_MS {
            let reason = match lack {
                Lack::NoTurns => "the page shows no messages",
                _ => "the end of it does not come into view",
            };
            hands.album.keep(hands.desk.as_mut(), self.window, self.outgoing, "unreadable");
            return Err(WindowError::Unreadable { reason: reason.to_owned() }.into());
        }
        scroll(hands, self.window, view);
        Ok(Came::Soon(CLOSE_MS))
    }

    /// Our message is not among those that can be read.
    fn await_message(&mut self, hands: &mut Hands, view: &View) -> Result<Came, Stop> {
        self.watch = Watch::new(view.at_ms);
        if let Some(came) = self.mind(hands, view)? {
            return Ok(came);
        }
        if view.at_ms - self.readable_ms > UNREADABLE_MS {
            let reason = "C2C's last message is not in it".to_owned();
            return Err(WindowError::Unreadable { reason }.into());
        }
        scroll(hands, self.window, view);
        Ok(Came::Soon(CLOSE_MS))
    }

    /// What is the matter on the page, if it asks for something.
    fn mind(&mut self, hands: &mut Hands, view: &View) -> Result<Option<Came>, Stop> {
        let pressed_lately = self.pressed_ms.is_some_and(|at_ms| view.at_ms - at_ms < PRESSED_MS);
        for mood in moods(&view.tree, &view.turns) {
            match hands.next(&mood, self.outgoing, self.has_retried) {
                Next::GoOn => {}
                Next::Wait => return Ok(Some(Came::Soon(1_000))),
                Next::RetryOnce { .. } | Next::Press { .. } | Next::AskPerson if pressed_lately => {
                    return Ok(Some(Came::Soon(CLOSE_MS)));
                }
                Next::RetryOnce { button } => {
                    self.has_retried = true;
                    return self.press(hands, view, button).map(Some);
                }
                Next::Press { button } => return self.press(hands, view, button).map(Some),
                next @ (Next::WaitUntil { .. } | Next::OfferHandOver { .. } | Next::AskPerson) => {
                    return Err(self.refused(hands, &mood, next).into());
                }
            }
        }
        Ok(None)
    }

    fn press(&mut self, hands: &mut Hands, view: &View, button: NodeId) -> Result<Came, Stop> {
        self.pressed_ms = Some(view.at_ms);
        self.watch = Watch::new(view.at_ms);
        match hands.desk.press(self.window, button) {
            // One that is gone has done its work, or comes again.
            Ok(()) | Err(DeskError::NodeGone | DeskError::WindowGone | DeskError::Refused { .. }) => {
                Ok(Came::Soon(CLOSE_MS))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn refused(&self, hands: &mut Hands, mood: &Mood, next: Next) -> WindowError {
        let error = errors::of_mood(mood, next);
        hands.album.keep(hands.desk.as_mut(), self.window, self.outgoing, error.code());
        error
    }

    /// Nothing moves, but it does not look whole: the Copy button gives the text another way.
    fn doubt(
        &mut self,
        hands: &mut Hands,
        view: &View,
        look: &Look,
        since_ms: i64,
        link: &dyn Link,
    ) -> Result<Came, Stop> {
        let text = look.answer.text();
        if !self.was_copied {
            self.was_copied = true;
            let copied = copying::last_answer(hands, self.window, view, link)?;
            if let Some(copied) = copied
                && link.judge(&copied)? == Verdict::Complete
            {
                return Ok(Came::Reply(copied));
            }
        }
        // Both ways agree that it is not whole: it is what ChatGPT answered.
        if view.at_ms - since_ms >= STALLED_MS {
            return Ok(Came::Reply(text.to_owned()));
        }
        Ok(Came::Soon(1_000))
    }

    /// Glances at one button until it changes, or long enough.
    fn rest(&mut self, hands: &mut Hands, button: NodeId, link: &dyn Link) -> Result<(), Stop> {
        let until_ms = hands.now_ms() + self.rest_ms;
        while hands.now_ms() < until_ms {
            hands.time.sleep_ms(GLANCE_MS);
            if link.is_unwanted() {
                return Err(Stop::Unwanted);
            }
            match hands.desk.glance(self.window, button) {
                Ok(Glance::Same) => {}
                // A window that is gone is found out by the next look.
                Ok(Glance::Changed) | Err(DeskError::WindowGone | DeskError::NodeGone) => {
                    self.rest_ms = FIRST_REST_MS;
                    return Ok(());
                }
                Err(error) => return Err(error.into()),
            }
        }
        self.rest_ms = (self.rest_ms * 2).min(LAST_REST_MS);
        Ok(())
    }
}

/// What tells that the answer may be finished: Stop, while it is there.
fn resting(view: &View, composer: Option<&Composer>) -> Came {
    let stop = composer.and_then(|composer| find::stop(&view.tree, composer).found());
    stop.map_or(Came::Soon(CLOSE_MS), |stop| Came::WhenChanged(stop.node))
}

/// Brings the end of the conversation into view. What fails is tried again with the next look.
pub(super) fn scroll(hands: &mut Hands, window: WindowId, view: &View) {
    let down = find::anywhere(&view.tree, Meaning::ScrollToBottom).found();
    let done = match (down, view.turns.last()) {
        (Some(button), _) => hands.desk.press(window, button.node),
        (None, Some(turn)) => hands.desk.scroll_to(window, turns::landmark(&view.tree, turn)),
        (None, None) => Ok(()),
    };
    if let Err(error) = done {
        tracing::debug!(%error, "the end of the conversation could not be scrolled into view");
    }
}
