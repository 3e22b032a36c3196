//! Sending one message: the plan's steps, carried out.

use c2c_ports::{Delivery, Outgoing, Point, SendStep, Sent, WindowError, WindowWait};

use super::errors;
use super::hands::{Hands, Start, Stop, View, wanted};
use super::link::Link;
use super::mentioning;
use crate::desk::{Chord, DeskError, Keyed, WindowId};
use crate::find;
use crate::moods::{Mood, Next};
use crate::normalise::{self, Composer};
use crate::page::Wanted;
use crate::send_plan::{Ask, Press, Refusal, SendPlan, Sight, Spot, Step, WaitFor, sight};

/// How long what was pressed about the answer before may still show, and how often such things are pressed.
const PRESSED_MS: i64 = 5_000;
const SETTLED_MAX: u32 = 10;
/// How often a send whose focus was taken begins anew. Nothing was sent by the earlier tries.
const TRIES: u32 = 5;
/// How long a new conversation may take to get its lasting address. It is read with the answer otherwise.
const ADDRESS_MS: i64 = 6_000;
/// How long a paste that was pressed may take to arrive before the clipboard is given back: the page
/// must not get what the person had there.
const LATE_PASTE_MS: i64 = 3_000;

/// Delivers `outgoing`.
pub(super) fn send(hands: &mut Hands, outgoing: &Outgoing, link: &dyn Link) -> Result<Sent, Stop> {
    let mut tries = 1;
    loop {
        let (window, view) = hands.window_for(outgoing, link)?;
        let mut send = Send {
            window,
            outgoing,
            plan: SendPlan::new(hands.now_ms()),
            press: Press::NotTried,
            left: Left::default(),
            focused_ms: 0,
            was_wiped: false,
            settled_ms: None,
            settled: 0,
        };
        let ended = send.run(hands, view, link);
        send.tidy(hands);
        match ended {
            Err(Stop::Error(WindowError::FocusLost)) if tries < TRIES => tries += 1,
            // The page came alive late and emptied its composer.
            Err(Stop::Error(WindowError::NotInserted { .. })) if send.was_wiped && tries < TRIES => tries += 1,
            ended => return ended,
        }
    }
}

/// What has to be put in order again.
#[derive(Default)]
struct Left {
    focus: bool,
    clipboard: bool,
    /// Keys were pressed that paste, and the text was not seen yet.
    paste: bool,
}

struct Send<'a> {
    window: WindowId,
    outgoing: &'a Outgoing,
    plan: SendPlan,
    press: Press,
    left: Left,
    /// When the focus was taken.
    focused_ms: i64,
    /// Whether the page, and surely nobody else, emptied the composer.
    was_wiped: bool,
    /// When something about the answer before was pressed last, and how often.
    settled_ms: Option<i64>,
    settled: u32,
}

impl Send<'_> {
    fn run(&mut self, hands: &mut Hands, mut view: View, link: &dyn Link) -> Result<Sent, Stop> {
        loop {
            let seen = self.sight(hands, &view)?;
            match self.plan.next(&seen, hands.now_ms()) {
                Step::Wait(what) => {
                    link.waits(told(what));
                    if link.is_unwanted() && !self.plan.may_be_sent() {
                        return Err(Stop::Unwanted);
                    }
                    // Of a minimised window nobody sees that an answer is complete.
                    if matches!(what, WaitFor::Seen | WaitFor::Answer) {
                        hands.show_again(self.window);
                    }
                    hands.time.sleep_ms(pause_ms(what));
                }
                Step::TakeFocus => self.take_focus(hands, &view)?,
                Step::Paste => self.paste(hands, link)?,
                Step::RestoreClipboard => {
                    link.waits(None);
                    self.left.paste = false;
                    self.give_clipboard_back(hands)?;
                    hands.album.keep(hands.desk.as_mut(), self.window, self.outgoing, "put in");
                    link.reached(Point::Send(SendStep::Verified))?;
                    // Nothing but the clipboard changed: the same look will do for Send.
                    continue;
                }
                Step::PressSend => self.press_send(hands, &view, link)?,
                Step::PressKey => self.press_key(hands, link)?,
                Step::Done(delivery) => return self.done(hands, delivery, &view, link),
                Step::Stop(Refusal::Mood(mood)) if self.settle(hands, &mood, link)? => {}
                Step::Stop(refusal) => {
                    self.was_wiped = self.is_wiped(hands, &refusal, &seen)?;
                    return Err(self.refused(hands, &refusal).into());
                }
            }
            view = match hands.look(self.window) {
                Ok(view) => view,
                // Whether it arrived is found out by looking, later.
                Err(_) if self.plan.may_be_sent() => return Ok(Sent::so_far(Delivery::Unknown)),
                Err(error) => return Err(error.into()),
            };
        }
    }

    fn sight(&self, hands: &mut Hands, view: &View) -> Result<Sight, DeskError> {
        let around = hands.around(self.window, self.press)?;
        let start = Start::of(&hands.config.site, self.outgoing);
        let wanted = match wanted(self.outgoing, &start) {
            // The new conversation gets its address now.
            Wanted::New { .. } if self.plan.may_be_sent() => Wanted::Begun,
            wanted => wanted,
        };
        let ask = Ask { site: &hands.config.site, wanted, mode: hands.config.mode, outgoing: self.outgoing };
        Ok(sight(&view.tree, ask, around))
    }

    /// Presses what may be pressed about the answer before this message: that the connector may be used, or that it
    /// goes on. The send begins anew then. Nothing of this message is on the page yet.
    fn settle(&mut self, hands: &mut Hands, mood: &Mood, link: &dyn Link) -> Result<bool, Stop> {
        let now_ms = hands.now_ms();
        let Next::Press { button } = hands.next(mood, self.outgoing, true) else { return Ok(false) };
        if self.left.focus || self.settled >= SETTLED_MAX {
            return Ok(false);
        }
        if link.is_unwanted() {
            return Err(Stop::Unwanted);
        }
        // What was pressed just now may still show.
        if self.settled_ms.is_none_or(|at_ms| now_ms - at_ms >= PRESSED_MS) {
            match hands.desk.press(self.window, button) {
                Ok(()) => self.settled += 1,
                Err(DeskError::NodeGone | DeskError::Refused { .. }) => return Ok(false),
                Err(error) => return Err(error.into()),
            }
            self.settled_ms = Some(now_ms);
        }
        self.plan = SendPlan::new(now_ms);
        hands.time.sleep_ms(pause_ms(WaitFor::Answer));
        Ok(true)
    }

    fn take_focus(&mut self, hands: &mut Hands, view: &View) -> Result<(), Stop> {
        self.left.focus = true;
        self.focused_ms = hands.now_ms();
        hands.desk.activate(self.window)?;
        let Some(composer) = find::composer(&view.tree, hands.config.mode).found() else { return Ok(()) };
        match hands.desk.focus(self.window, composer.text_box) {
            // The plan looks whether it has the focus.
            Ok(()) | Err(DeskError::NodeGone | DeskError::Refused { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    fn paste(&mut self, hands: &mut Hands, link: &dyn Link) -> Result<(), Stop> {
        self.left.clipboard = true;
        if let Some(name) = &self.outgoing.mention {
            mentioning::mention(hands, self.window, name)?;
        }
        hands.desk.lend_clipboard(&self.outgoing.text)?;
        match hands.desk.press_keys(self.window, Chord::Paste)? {
            Keyed::NotInFront => Err(WindowError::FocusLost.into()),
            Keyed::Pressed => {
                self.left.paste = true;
                Ok(link.reached(Point::Send(SendStep::Inserted))?)
            }
        }
    }

    fn press_send(&mut self, hands: &mut Hands, view: &View, link: &dyn Link) -> Result<(), Stop> {
        may_press(link)?;
        let composer = find::composer(&view.tree, hands.config.mode).found();
        let button = composer.and_then(|composer| find::send(&view.tree, &composer).found());
        let pressed = match button {
            Some(button) => hands.desk.press(self.window, button.node),
            None => Err(DeskError::NodeGone),
        };
        self.press = match pressed {
            Err(DeskError::Refused { .. } | DeskError::NodeGone) => Press::Refused,
            // One that failed may have been pressed: only looking tells.
            Ok(()) | Err(_) => Press::Done,
        };
        if self.press == Press::Done {
            link.reached(Point::Send(SendStep::Pressed))?;
        }
        Ok(())
    }

    fn press_key(&mut self, hands: &mut Hands, link: &dyn Link) -> Result<(), Stop> {
        may_press(link)?;
        match hands.desk.press_keys(self.window, Chord::Send)? {
            Keyed::NotInFront => Err(WindowError::FocusLost.into()),
            Keyed::Pressed => Ok(link.reached(Point::Send(SendStep::Pressed))?),
        }
    }

    fn done(&mut self, hands: &mut Hands, delivery: Delivery, view: &View, link: &dyn Link) -> Result<Sent, Stop> {
        link.waits(None);
        if delivery != Delivery::Seen {
            return Ok(Sent::so_far(delivery));
        }
        hands.begun.insert(self.outgoing.session_id.clone(), self.window);
        hands.album.keep(hands.desk.as_mut(), self.window, self.outgoing, "sent");
        link.reached(Point::Send(SendStep::Seen))?;
        let known = hands.durable(self.outgoing, view);
        let conversation_url = if known.is_some() { known } else { self.await_address(hands) };
        Ok(Sent { delivery, conversation_url })
    }

    /// The lasting address of a conversation that has just begun: with it any later process finds its way.
    fn await_address(&self, hands: &mut Hands) -> Option<String> {
        let until_ms = hands.now_ms() + ADDRESS_MS;
        while hands.now_ms() < until_ms {
            hands.time.sleep_ms(pause_ms(WaitFor::Page));
            let found = hands.look(self.window).ok().and_then(|view| hands.durable(self.outgoing, &view));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Whether our text was in the composer and is gone without anybody having touched keyboard or mouse since we took
    /// the focus: then nobody can have sent it.
    fn is_wiped(&self, hands: &mut Hands, refusal: &Refusal, seen: &Sight) -> Result<bool, DeskError> {
        let is_empty = seen.composer == Spot::Found(Composer::Empty);
        if *refusal != Refusal::NotInserted || !is_empty || self.plan.may_be_sent() {
            return Ok(false);
        }
        let since_ms = u64::try_from(hands.now_ms() - self.focused_ms).unwrap_or(u64::MAX);
        Ok(hands.desk.presence()?.idle_ms.is_some_and(|idle_ms| idle_ms > since_ms))
    }

    fn refused(&self, hands: &mut Hands, refusal: &Refusal) -> WindowError {
        let mode = hands.config.mode;
        let error = errors::of_refusal(refusal, mode, |mood| hands.next(mood, self.outgoing, true));
        if !matches!(error, WindowError::FocusLost) {
            hands.album.keep(hands.desk.as_mut(), self.window, self.outgoing, error.code());
        }
        error
    }

    fn give_clipboard_back(&mut self, hands: &mut Hands) -> Result<(), DeskError> {
        self.left.clipboard = false;
        hands.desk.return_clipboard(None)
    }

    /// Gives back what was taken, however the send ended.
    fn tidy(&mut self, hands: &mut Hands) {
        if self.left.paste {
            self.await_late_paste(hands);
        }
        if self.left.clipboard
            && let Err(error) = self.give_clipboard_back(hands)
        {
            tracing::warn!(%error, "the clipboard could not be given back");
        }
        if self.left.focus
            && let Err(error) = hands.desk.give_focus_back(self.window)
        {
            tracing::debug!(%error, "the focus could not be given back");
        }
    }

    fn await_late_paste(&self, hands: &mut Hands) {
        let until_ms = hands.now_ms() + LATE_PASTE_MS;
        while hands.now_ms() < until_ms {
            let Ok(view) = hands.look(self.window) else { return };
            let Some(composer) = find::composer(&view.tree, hands.config.mode).found() else { return };
            let content = normalise::content(&view.tree, &composer);
            if normalise::judge(&content, &self.outgoing.text, self.outgoing.mention.as_deref()) != Composer::Empty {
                return;
            }
            hands.time.sleep_ms(pause_ms(WaitFor::Text));
        }
    }
}

fn may_press(link: &dyn Link) -> Result<(), Stop> {
    if link.may_press()? {
        return Ok(());
    }
    Err(WindowError::Unavailable {
        reason: "another process acts for this session now".to_owned(),
        hint: "`c2c status` shows which.".to_owned(),
    }
    .into())
}

/// What the person is told about a wait.
fn told(what: WaitFor) -> Option<WindowWait> {
    match what {
        WaitFor::Idle => Some(WindowWait::Idle),
        WaitFor::Unlock => Some(WindowWait::Unlock),
        WaitFor::Page => Some(WindowWait::Page),
        WaitFor::Answer => Some(WindowWait::Answer),
        WaitFor::Focus => Some(WindowWait::Focus),
        WaitFor::Text | WaitFor::Enabled | WaitFor::Seen => None,
    }
}

/// How long to wait before the next look, in milliseconds. A look itself takes some 150 ms.
fn pause_ms(what: WaitFor) -> u64 {
    match what {
        WaitFor::Focus | WaitFor::Text | WaitFor::Enabled | WaitFor::Seen => 30,
        WaitFor::Idle | WaitFor::Page => 250,
        WaitFor::Unlock | WaitFor::Answer => 1_000,
    }
}
