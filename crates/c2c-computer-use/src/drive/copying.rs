//! Reading an answer by its Copy button, with a sentinel on the clipboard.

use super::hands::{Hands, Stop, View};
use super::link::Link;
use crate::desk::{DeskError, WindowId};
use crate::read;
use crate::turns::Author;

/// What is on the clipboard until the page puts the answer there. Nobody writes this.
const SENTINEL: &str = "[C2C] waiting for ChatGPT's answer";
/// How long the page may take.
const COPY_MS: i64 = 2_000;

/// The last answer as its Copy button gives it; none when there is no button or nothing came.
pub(super) fn last_answer(
    hands: &mut Hands,
    window: WindowId,
    view: &View,
    link: &dyn Link,
) -> Result<Option<String>, Stop> {
    let answer = view.turns.last().filter(|turn| turn.author == Author::Assistant);
    let Some(button) = answer.and_then(|turn| read::copy_button(&view.tree, turn)) else { return Ok(None) };
    // A page may write to the clipboard only while it has the focus.
    hands.wait_for_idle(window, link)?;
    hands.desk.activate(window)?;
    hands.desk.lend_clipboard(SENTINEL)?;
    let copied = match hands.desk.press(window, button) {
        Ok(()) => await_copy(hands),
        Err(DeskError::NodeGone | DeskError::Refused { .. }) => Ok(None),
        Err(error) => Err(error),
    };
    let text = copied.as_ref().ok().and_then(Option::as_deref);
    if let Err(error) = hands.desk.return_clipboard(text) {
        tracing::warn!(%error, "the clipboard could not be given back");
    }
    if let Err(error) = hands.desk.give_focus_back(window) {
        tracing::debug!(%error, "the focus could not be given back");
    }
    Ok(copied?)
}

fn await_copy(hands: &mut Hands) -> Result<Option<String>, DeskError> {
    let until_ms = hands.now_ms() + COPY_MS;
    while hands.now_ms() < until_ms {
        hands.time.sleep_ms(20);
        if let Some(text) = hands.desk.clipboard_text()?
            && text != SENTINEL
        {
            return Ok(Some(text));
        }
    }
    Ok(None)
}
