//! Looking whether a message arrived that a process which is gone may have sent.

use c2c_ports::{Found, Outgoing, WindowError};

use super::hands::{Hands, Stop, View};
use super::link::Link;
use super::reading;
use crate::desk::{DeskError, Lacking, WindowId};
use crate::find;
use crate::normalise::{self, Composer};
use crate::read::{self, Reading};
use crate::send_plan::LOAD_MS;
use crate::tree::State;
use crate::turns::{self, Author};

/// How long a conversation may take to show its end.
const SHOWN_MS: i64 = 30_000;
/// How long what is seen must stay as it is: turns come in one after the other.
const STEADY_MS: i64 = 2_000;
/// How often it is looked at.
const LOOK_MS: u64 = 300;
/// How long the way up through a conversation may take, and how long the page gets for each piece of it.
const CLIMB_MS: i64 = 60_000;
const CLIMB_PAUSE_MS: u64 = 100;
/// For how long, and in how many looks, nothing must come above what is at the top: then it is the beginning.
const TOP_MS: i64 = 6_000;
const TOP_LOOKS: u32 = 5;

/// Looks for `outgoing`.
pub(super) fn find(hands: &mut Hands, outgoing: &Outgoing, link: &dyn Link) -> Result<Found, Stop> {
    if outgoing.conversation_url.is_none() {
        return find_anywhere(hands, outgoing, link);
    }
    let (window, _) = hands.window_for(outgoing, link)?;
    let found = find_in(hands, outgoing, window, link)?;
    if found != Found::No || !outgoing.may_be_sent {
        return Ok(found);
    }
    // A page may not show what has arrived until it is loaded anew, which only the browser's can be.
    if hands.is_apps(window)? {
        return Ok(Found::Unclear);
    }
    let window = open_anew(hands, outgoing, window, link)?;
    match find_in(hands, outgoing, window, link)? {
        Found::No => find_above(hands, outgoing, window, link),
        found => Ok(found),
    }
}

/// Looks for `outgoing` in one window that shows its conversation.
fn find_in(hands: &mut Hands, outgoing: &Outgoing, window: WindowId, link: &dyn Link) -> Result<Found, Stop> {
    let began_ms = hands.now_ms();
    let mut last: Option<(Found, usize, i64)> = None;
    loop {
        let view = hands.look(window)?;
        let found = read::find_message(&view.tree, &view.turns, outgoing);
        let since_ms = match last {
            Some((before, turns, since_ms)) if before == found && turns == view.turns.len() => since_ms,
            _ => view.at_ms,
        };
        last = Some((found, view.turns.len(), since_ms));
        match found {
            Found::Yes => return Ok(Found::Yes),
            Found::No if view.at_ms - since_ms >= STEADY_MS => return Ok(Found::No),
            _ if view.at_ms - began_ms >= SHOWN_MS => return Ok(Found::Unclear),
            Found::No | Found::Unclear => {}
        }
        if link.is_unwanted() {
            return Err(Stop::Unwanted);
        }
        hands.time.sleep_ms(LOOK_MS);
    }
}

/// Looks for `outgoing` further up: others may have written after it, and a long conversation keeps only what is near
/// the view. It goes up until it meets an earlier message of the task, or the beginning.
fn find_above(hands: &mut Hands, outgoing: &Outgoing, window: WindowId, link: &dyn Link) -> Result<Found, Stop> {
    let began_ms = hands.now_ms();
    let mut climb = Climb { top: None, since_ms: began_ms, looks: 0 };
    let found = loop {
        let view = hands.look(window)?;
        if let Some(found) = climb.look(&view, outgoing) {
            break found;
        }
        if view.at_ms - began_ms >= CLIMB_MS {
            break Found::Unclear;
        }
        // A minimised window draws nothing above.
        hands.show_again(window);
        if link.is_unwanted() {
            return Err(Stop::Unwanted);
        }
        if let Some(turn) = view.turns.first()
            && let Err(error) = hands.desk.scroll_to(window, turns::landmark(&view.tree, turn))
        {
            tracing::debug!(%error, "the conversation could not be scrolled up");
        }
        hands.time.sleep_ms(CLIMB_PAUSE_MS);
    };
    if let Ok(view) = hands.look(window) {
        reading::scroll(hands, window, &view);
    }
    Ok(found)
}

/// How far up a conversation has been looked at.
struct Climb {
    /// The uppermost message of the person's that was seen last.
    top: Option<String>,
    /// Since when it is that one, and in how many looks it was on the screen.
    since_ms: i64,
    looks: u32,
}

impl Climb {
    /// What is known after this look; none when it has to go further up.
    fn look(&mut self, view: &View, outgoing: &Outgoing) -> Option<Found> {
        let users = view.turns.iter().filter(|turn| turn.author == Author::User);
        let mut texts = Vec::new();
        for turn in users {
            match read::message(&view.tree, turn) {
                Reading::Complete { text } => texts.push(text),
                // Its text comes in a moment.
                Reading::Incomplete { .. } => return None,
            }
        }
        if texts.iter().any(|text| read::is_ours(text, outgoing)) {
            return Some(Found::Yes);
        }
        if texts.iter().any(|text| read::has_same_head(text, outgoing)) {
            return Some(Found::Unclear);
        }
        // What was at the top before is in between: nothing was left out.
        let is_unbroken = self.top.as_ref().is_none_or(|top| texts.contains(top));
        if !is_unbroken {
            return Some(Found::Unclear);
        }
        if texts.iter().any(|text| read::is_of_task(text, outgoing)) {
            return Some(Found::No);
        }
        let top = texts.into_iter().next();
        if self.top != top {
            (self.top, self.since_ms, self.looks) = (top, view.at_ms, 0);
        }
        let first = view.turns.first().map(|turn| turns::landmark(&view.tree, turn));
        self.looks += u32::from(first.is_none_or(|first| !view.tree.node(first).is(State::Offscreen)));
        let is_beginning = self.looks >= TOP_LOOKS && view.at_ms - self.since_ms >= TOP_MS;
        is_beginning.then_some(Found::No)
    }
}

/// Opens the conversation in another window, and closes `window` where nothing can be lost by it.
fn open_anew(hands: &mut Hands, outgoing: &Outgoing, window: WindowId, link: &dyn Link) -> Result<WindowId, Stop> {
    let was_there = hands.windows()?;
    let front = hands.open(outgoing)?;
    let began_ms = hands.now_ms();
    loop {
        for other in hands.windows()? {
            match hands.look(other) {
                Ok(view) if !was_there.contains(&other) && hands.fits(outgoing, &view) => {
                    if let Some(front) = front {
                        hands.desk.give_focus_to(front, other)?;
                    }
                    if let Ok(old) = hands.look(window)
                        && hands.can_begin_anew(&old)
                        && let Err(error) = hands.desk.close(window)
                    {
                        tracing::debug!(%error, "the old window could not be closed");
                    }
                    return Ok(other);
                }
                Ok(_) | Err(DeskError::WindowGone | DeskError::NodeGone) => {}
                Err(DeskError::Lacks { what: Lacking::Difference }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        if link.is_unwanted() {
            return Err(Stop::Unwanted);
        }
        if hands.now_ms() - began_ms >= LOAD_MS {
            let reason = "the conversation did not open anew".to_owned();
            return Err(WindowError::Unreadable { reason }.into());
        }
        hands.time.sleep_ms(LOOK_MS);
    }
}

/// Looks in every window: the conversation's address was not known yet.
fn find_anywhere(hands: &mut Hands, outgoing: &Outgoing, link: &dyn Link) -> Result<Found, Stop> {
    let began_ms = hands.now_ms();
    loop {
        let (mut is_in_composer, mut alike) = (false, None);
        for window in hands.windows()? {
            match hands.look(window) {
                // What lies on another site is none of ChatGPT's, whatever it shows.
                Ok(view) if view.url().and_then(|url| hands.config.site.address(url)).is_none() => {}
                Ok(view) if read::find_message(&view.tree, &view.turns, outgoing) == Found::Yes => {
                    hands.begun.insert(outgoing.session_id.clone(), window);
                    return Ok(Found::Yes);
                }
                Ok(view) => is_in_composer |= is_waiting_to_be_sent(hands, &view, outgoing),
                Err(error @ DeskError::Lacks { what: Lacking::Difference }) => alike = Some(error),
                Err(DeskError::WindowGone | DeskError::NodeGone) => {}
                Err(error) => return Err(error.into()),
            }
        }
        // Send empties the composer: what still is in it was not sent.
        if is_in_composer {
            return Ok(Found::No);
        }
        if hands.now_ms() - began_ms >= STEADY_MS {
            // It may be in one of those that cannot be told apart.
            if let Some(error) = alike.filter(|_| outgoing.may_be_sent) {
                return Err(error.into());
            }
            // Without an address no other window can be looked into; but what was never near Send is not sent.
            return Ok(if outgoing.may_be_sent { Found::Unclear } else { Found::No });
        }
        if link.is_unwanted() {
            return Err(Stop::Unwanted);
        }
        hands.time.sleep_ms(LOOK_MS);
    }
}

fn is_waiting_to_be_sent(hands: &Hands, view: &View, outgoing: &Outgoing) -> bool {
    let Some(composer) = find::composer(&view.tree, hands.config.mode).found() else { return false };
    let content = normalise::content(&view.tree, &composer);
    normalise::judge(&content, &outgoing.text, outgoing.mention.as_deref()) == Composer::Ours
}
