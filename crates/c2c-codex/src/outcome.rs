//! From what Codex said and how its process went to the end of an execution. Pure.

use c2c_ports::{Ended, Execution};

use crate::events::{Transcript, TurnEnd};
use crate::messages;
use crate::result;

/// The most of Codex's own words that is passed on with a failure.
const MAX_MESSAGE_BYTES: usize = 4 * 1024;

/// Why the process is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gone {
    /// It ended by itself.
    ByItself,
    /// It was asked to stop.
    Cancelled,
    /// Its time was over.
    DeadlinePassed,
}

/// The finished execution. A turn that ended by its own word has ended so, even when it was asked
/// to stop a moment later: what it did is done.
pub(crate) fn execution(transcript: Transcript, gone: Gone, stderr: &str) -> Execution {
    let ended = match (&transcript.end, gone) {
        (Some(TurnEnd::Completed), _) => Ended::Completed,
        (Some(TurnEnd::Failed { message }), Gone::ByItself) => failed(message),
        (_, Gone::Cancelled) => Ended::Cancelled,
        (_, Gone::DeadlinePassed) => Ended::DeadlinePassed,
        (None, Gone::ByItself) => failed(&last_words(&transcript, stderr)),
    };
    Execution {
        ended,
        commands: transcript.all_commands(),
        reported: result::read(&transcript.final_message),
        thread_id: transcript.thread_id,
        final_message: transcript.final_message,
        usage: transcript.usage,
    }
}

fn failed(message: &str) -> Ended {
    let end = message.floor_char_boundary(MAX_MESSAGE_BYTES);
    Ended::Failed { kind: messages::classify(message), message: message.get(..end).unwrap_or_default().to_owned() }
}

/// A process that is gone without a word about its turn: standard error says why, or the last
/// `error` line.
fn last_words(transcript: &Transcript, stderr: &str) -> String {
    let words = messages::own_words(stderr, MAX_MESSAGE_BYTES);
    match (&transcript.last_error, words.is_empty()) {
        (_, false) => words,
        (Some(error), true) => error.clone(),
        (None, true) => "Codex ended without a word".to_owned(),
    }
}

#[cfg(test)]
mod tests;
