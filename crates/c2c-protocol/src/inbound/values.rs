//! The values of headers.

use crate::inbound::decoration;
use crate::inbound::names::Key;
use crate::state::State;
use crate::task_id::TaskId;

/// The longest value that is looked at, in bytes: a name and a remark fit.
const VALUE_MAX: usize = 256;

/// The state that a value names. Two states are none: `DONE | BLOCKED` is a form left unfilled.
pub(crate) fn state(value: &str) -> Option<State> {
    if value.len() > VALUE_MAX {
        return None;
    }
    let words = value.split(|letter: char| !letter.is_ascii_alphabetic());
    let mut named = words.filter_map(|word| word.parse::<State>().ok());
    let first = named.next()?;
    if named.any(|other| other != first) {
        return None;
    }
    // A translation or sign beside the name is fine; further English words are not.
    let core: String = without_remark(value).chars().filter(char::is_ascii).collect();
    tidy(&core).eq_ignore_ascii_case(first.as_str()).then_some(first)
}

/// The task that a value names; `wanted` settles what is decoration when both readings are possible.
pub(crate) fn task(value: &str, wanted: Option<&TaskId>) -> Option<TaskId> {
    if value.len() > VALUE_MAX {
        return None;
    }
    let outer = value.trim();
    let remark = without_remark(outer);
    let readings = [outer, tidy(outer), remark, tidy(remark)].map(|reading| reading.trim_end_matches(['.', ',', ';']));
    let tasks = || readings.iter().filter_map(|reading| reading.parse::<TaskId>().ok());
    tasks().find(|task| Some(task) == wanted).or_else(|| tasks().next())
}

/// The number that a value is.
pub(crate) fn iteration(value: &str) -> Option<u32> {
    if value.len() > VALUE_MAX {
        return None;
    }
    let core: String = tidy(without_remark(value)).chars().map(digit).collect();
    let core = core.trim_start_matches('#').trim();
    let digits = !core.is_empty() && core.bytes().all(|byte| byte.is_ascii_digit());
    core.parse().ok().filter(|_| digits)
}

/// Parts a header's value at the next header on the same line.
pub(crate) fn next_key(value: &str) -> (&str, Option<(Key, &str)>) {
    /// Headers are short; further on is not looked.
    const REACH: usize = 240;
    for (at, _) in value.char_indices().take_while(|(at, _)| *at < REACH) {
        let boundary = value[..at].chars().next_back().is_some_and(|before| !before.is_alphanumeric() && before != '_');
        if !boundary {
            continue;
        }
        for key in Key::ALL {
            if let Some(after) = key_at(&value[at..], key) {
                let before = value[..at].trim_end_matches(|sign: char| " |,;·-–—*_`".contains(sign));
                return (before, Some((key, after)));
            }
        }
    }
    (value, None)
}

/// What follows a header's name and colon at the beginning of a text.
fn key_at(text: &str, key: Key) -> Option<&str> {
    let name = key.as_str();
    let head = text.get(..name.len())?;
    let same = head
        .bytes()
        .zip(name.bytes())
        .all(|(byte, wanted)| byte.eq_ignore_ascii_case(&wanted) || (wanted == b'_' && matches!(byte, b' ' | b'-')));
    let rest = text[name.len()..].trim_start_matches([' ', '*', '_', '`']);
    let rest = rest.strip_prefix([':', '：']).filter(|_| same)?;
    Some(rest.trim_start_matches([' ', '*', '_', '`']))
}

/// Without what stands in brackets at the end.
fn without_remark(value: &str) -> &str {
    value.split(['(', '（', '[', '【']).next().unwrap_or(value).trim()
}

fn tidy(value: &str) -> &str {
    let value = value.trim_end_matches(['.', '。', ',', ';', ' ']);
    decoration::strip(value).1.trim_end_matches(['.', '。', ',', ';', ' ', '\'']).trim_start_matches('\'')
}

/// Full-width digits as ASCII.
fn digit(letter: char) -> char {
    match letter {
        '０'..='９' => char::from_u32(u32::from(letter) - 0xFEE0).unwrap_or(letter),
        _ => letter,
    }
}

#[cfg(test)]
mod tests;
