//! A conversation whose boot prompt was shown to a person and never answered: nobody can tell whether it began.

use c2c_ports::Delivery;
use c2c_store::{Direction, Message, SessionFilter, StoreError, WriteTx};

use crate::place::Place;

/// The most sessions of a workspace that are looked through.
const MOST_SESSIONS: u32 = 100;

/// Notes the workspace's current conversation as one without the boot prompt, where it was only shown: sent twice it
/// does no harm, and without it ChatGPT does not know what it is asked.
pub(crate) fn forget_unanswered_boot(tx: &WriteTx<'_>, place: &Place) -> Result<(), StoreError> {
    let Some(mut conversation) = tx.current_conversation(&place.workspace.id)?.filter(|current| current.booted) else {
        return Ok(());
    };
    let filter = SessionFilter { workspace_id: Some(place.workspace.id.clone()), ..SessionFilter::default() };
    let mut was_shown = false;
    for session in tx.sessions(&filter, MOST_SESSIONS)? {
        if session.conversation_id != Some(conversation.id) {
            continue;
        }
        let messages = tx.messages(&session.id)?;
        let began = messages.iter().rposition(|message| message.state == "BOOT").unwrap_or(0);
        if messages[began..].iter().any(has_arrived) {
            return Ok(());
        }
        was_shown |= !messages.is_empty();
    }
    if was_shown {
        conversation.booted = false;
        tx.update_conversation(&conversation)?;
    }
    Ok(())
}

/// Whether the message shows that the conversation is there: an answer, or one that the window sent.
fn has_arrived(message: &Message) -> bool {
    let is_only_shown = matches!(message.delivery, Delivery::Intended | Delivery::Inserted);
    message.direction == Direction::In || !is_only_shown
}
