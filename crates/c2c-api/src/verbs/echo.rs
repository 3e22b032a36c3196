//! A message of C2C's own that is brought as ChatGPT's answer: it was copied too early.

use c2c_ipc::app::Reason;
use c2c_protocol::{Allowed, Expectation, Sender, Status};
use c2c_store::{Direction, Session};

use crate::app::App;
use crate::error::{ApiError, ErrorKind};

/// Refuses `text` when it is one of the session's own messages, before a try is spent on it.
///
/// # Errors
/// `User` when it is; when the store cannot be read.
pub(super) fn check(app: &App, session: &Session, text: &str) -> Result<(), ApiError> {
    let messages = app.store().read(|tx| tx.messages(&session.id))?;
    let is_own = messages.iter().any(|message| message.direction == Direction::Out && is_same(&message.text, text));
    if !is_own && !is_in_a_state_of_ours(text) {
        return Ok(());
    }
    Err(ApiError::new(ErrorKind::User, "this is C2C's own message, not ChatGPT's answer; nothing was taken")
        .hint("copy ChatGPT's answer first, then bring it again")
        .reason(Reason::ReplyOwnMessage))
}

/// Whether two texts say the same, however a page or a terminal broke their lines.
fn is_same(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}

/// Whether all there is in `text` is a message in a state that ChatGPT never sends.
fn is_in_a_state_of_ours(text: &str) -> bool {
    let parsed = c2c_protocol::parse(text, &Expectation { task: None, allowed: Allowed::Any });
    let state = parsed.fragment.as_ref().and_then(|fragment| fragment.state);
    parsed.status != Status::Message && state.is_some_and(|state| state.sender() == Sender::Codex)
}
