//! Reads the one message that counts out of the text of a reply.

use crate::inbound::blocks;
use crate::inbound::expectation::Expectation;
use crate::inbound::judge::{Class, Verdict, judge};
use crate::inbound::parsed::{ParseError, Parsed, Status};

/// Reads a reply of ChatGPT, as it was copied out of the page.
///
/// The last complete block for the task counts, and is a message if it also is expected. Without a
/// complete block the last one that is about the task is reported, else the last that our side could
/// have sent, else the last about another task. The work is linear in the length of `text`.
#[must_use]
pub fn parse(text: &str, expect: &Expectation) -> Parsed {
    let mut best: Option<Verdict> = None;
    blocks::scan(text, |block| {
        let verdict = judge(text, &block, expect);
        if best.as_ref().is_none_or(|best| rank(verdict.class) >= rank(best.class)) {
            best = Some(verdict);
        }
    });
    let Some(verdict) = best else {
        let error = ParseError {
            expected: "a line `[C2C]` that begins a message".to_owned(),
            found: if text.trim().is_empty() { "an empty reply" } else { "no such line" }.to_owned(),
            start: 0,
            end: text.len(),
        };
        return Parsed { status: Status::None, message: None, fragment: None, errors: vec![error] };
    };
    if verdict.class == Class::Complete
        && verdict.errors.is_empty()
        && let Some(message) = verdict.message()
    {
        return Parsed { status: Status::Message, message: Some(message), fragment: None, errors: Vec::new() };
    }
    let status = if verdict.class == Class::Incomplete { Status::Incomplete } else { Status::Invalid };
    Parsed { status, message: None, fragment: Some(verdict.fragment), errors: verdict.errors }
}

/// Of two blocks the later counts, unless the earlier has a higher rank.
fn rank(class: Class) -> u8 {
    match class {
        Class::Foreign => 0,
        Class::Ours => 1,
        Class::Faulty | Class::Incomplete => 2,
        Class::Complete => 3,
    }
}

#[cfg(test)]
mod tests;
