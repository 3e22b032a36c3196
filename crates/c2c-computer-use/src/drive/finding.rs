//! Looking whether a message arrived that a process which is gone may have sent.

use c2c_ports::{Found, Outgoing, WindowError};

use super::hands::{Hands, Stop, View};
use super::link::Link;
use crate::desk::{DeskError, Lacking, WindowId};
use crate::find;
use crate::normalise::{self, Composer};
use crate::read;
use crate::send_plan::LOAD_MS;

/// How long a conversation may take to show its end.
const SHOWN_MS: i64 = 30_000;
/// How long what is seen must stay as it is: turns come in one after the other.
const STEADY_MS: i64 = 2_000;
/// How often it is looked at.
const LOOK_MS: u64 = 300;

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
    find_in(hands, outgoing, window, link)
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
