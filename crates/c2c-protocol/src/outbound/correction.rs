//! What is sent back after a reply that cannot be used.

use crate::inbound::{Expectation, ParseError, Parsed, Status};
use crate::outbound::messages::ErrorMessage;
use crate::outbound::{build, content};
use crate::task_id::TaskId;

/// So many errors are named; one reply seldom has more, and the message is short.
const ERRORS_MAX: usize = 8;

/// What is wrong with a reply, in one paragraph; empty when it is a message.
#[must_use]
pub fn describe_errors(parsed: &Parsed) -> String {
    describe(parsed, ToString::to_string)
}

/// The ERROR that asks once for a better reply. `iteration` is the number of our last message.
#[must_use]
pub fn correction(parsed: &Parsed, expect: &Expectation, task: &TaskId, iteration: u32) -> String {
    let ask = format!(
        "Send the whole message again in one fenced block: the marker line, then STATE, TASK_ID {task}, ITERATION, \
         then every section. Expected now: {}.",
        expect.allowed
    );
    // What is wrong comes last, since a cut takes the end.
    let mut reason = format!("{ask} {}", describe_errors(parsed));
    if content::find(&reason).is_some() {
        // An excerpt of the reply is content itself; what was expected says enough.
        reason = format!("{ask} {}", describe(parsed, |error| format!("expected {}", error.expected)));
    }
    build::error(&ErrorMessage { task: task.clone(), iteration, reason })
}

fn describe(parsed: &Parsed, say: impl Fn(&ParseError) -> String) -> String {
    let opening = match parsed.status {
        Status::Message => return String::new(),
        Status::None => "The last reply has no control message",
        Status::Incomplete => "The last message stops before its end",
        Status::Invalid => "The last message cannot be used",
    };
    let mut text = opening.to_owned();
    for (at, error) in parsed.errors.iter().take(ERRORS_MAX).enumerate() {
        text.push_str(if at == 0 { ": " } else { "; " });
        text.push_str(&say(error));
    }
    if let Some(more @ 1..) = parsed.errors.len().checked_sub(ERRORS_MAX) {
        text.push_str(&format!("; and {more} more"));
    }
    text.push('.');
    text
}

#[cfg(test)]
mod tests;
