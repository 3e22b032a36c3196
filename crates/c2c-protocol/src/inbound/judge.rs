//! What a block is worth: whether it is complete, for us, and expected.
//!
//! A block is *complete* when its three headers can be read, its state is one that ChatGPT sends, it is
//! about the task, and every section that the state needs says something. It is *incomplete* when it
//! runs to the end of the text, nothing in it is wrong, and all that is missing would have come after
//! all that is there, in the specification's order. Else it is *faulty*.

use std::ops::Range;

use crate::inbound::blocks::{Block, End, Header, RawSection};
use crate::inbound::body;
use crate::inbound::expectation::{Allowed, Expectation};
use crate::inbound::names::Key;
use crate::inbound::parsed::{Fragment, ParseError};
use crate::inbound::values;
use crate::message::{ControlMessage, Sections, Value};
use crate::meter;
use crate::section::Section;
use crate::state::State;
use crate::task_id::TaskId;

/// The longest excerpt of a reply in an error, in bytes.
const FOUND_MAX: usize = 80;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// About another task.
    Foreign,
    /// In a state that only our side sends: most likely an echo.
    Ours,
    /// Wrong, or the beginning of a message.
    Faulty,
    /// The beginning of a message; counts as much as a faulty one.
    Incomplete,
    /// All there.
    Complete,
}

/// A block and what is wrong with it.
#[derive(Debug, Clone)]
pub(crate) struct Verdict {
    pub(crate) class: Class,
    pub(crate) fragment: Fragment,
    pub(crate) errors: Vec<ParseError>,
}

impl Verdict {
    /// The message, when nothing is missing.
    pub(crate) fn message(&self) -> Option<ControlMessage> {
        Some(ControlMessage {
            state: self.fragment.state?,
            task: self.fragment.task.clone()?,
            iteration: self.fragment.iteration?,
            sections: self.fragment.sections.clone(),
        })
    }
}

/// Judges one block of `text`.
pub(crate) fn judge(text: &str, block: &Block, expect: &Expectation) -> Verdict {
    let mut judge = Judge { text, block, expect, errors: Vec::new(), missing: Vec::new() };
    let state = judge.state();
    let task = judge.task();
    let iteration = judge.iteration(state);
    judge.repeated();
    let sections: Sections = block.sections.iter().map(value).filter(|(_, value)| !value.is_empty()).collect();
    let wrong = !judge.errors.is_empty();
    let present = judge.sections(state, &sections);
    let foreign = task.as_ref().is_some_and(|task| expect.task.as_ref().is_some_and(|wanted| wanted != task));
    let cut_off = block.end == End::Text && !present;
    let readable = state.is_some() && task.is_some() && iteration.is_some();
    let class = if foreign && !judge.missing.contains(&Missing::Header(Key::TaskId)) {
        Class::Foreign
    } else if state.is_some_and(|state| !state.is_from_chatgpt()) {
        Class::Ours
    } else if judge.missing.is_empty() && readable {
        Class::Complete
    } else if cut_off && !wrong {
        Class::Incomplete
    } else {
        Class::Faulty
    };
    let errors = judge.finish();
    Verdict { class, fragment: Fragment { state, task, iteration, sections }, errors }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Missing {
    Header(Key),
    Section(Section),
}

struct Judge<'judge> {
    text: &'judge str,
    block: &'judge Block,
    expect: &'judge Expectation,
    errors: Vec<ParseError>,
    missing: Vec<Missing>,
}

impl Judge<'_> {
    fn state(&mut self) -> Option<State> {
        let Some(header) = self.block.header(Key::State) else {
            self.missing.push(Missing::Header(Key::State));
            return None;
        };
        let Some(state) = values::state(&header.value) else {
            let possible = |state: &State| self.expect.allowed.permits_state(*state);
            let begins =
                State::ALL.iter().filter(|state| possible(state)).any(|state| begins(state.as_str(), &header.value));
            if begins && self.is_last(header) {
                self.missing.push(Missing::Header(Key::State));
            } else {
                let expected = format!("STATE to be one of {}", states(&self.expect.allowed));
                self.wrong(expected, quoted(&header.value), self.place(header));
            }
            return None;
        };
        if !state.is_from_chatgpt() {
            let found = format!("`{state}`, which only Codex sends");
            self.wrong(format!("STATE to be one of {}", states(&self.expect.allowed)), found, self.place(header));
        } else if !self.expect.allowed.permits_state(state) {
            self.wrong(self.expect.allowed.to_string(), format!("`{state}`"), self.place(header));
        }
        Some(state)
    }

    fn task(&mut self) -> Option<TaskId> {
        let wanted = self.expect.task.as_ref();
        let Some(header) = self.block.header(Key::TaskId) else {
            self.missing.push(Missing::Header(Key::TaskId));
            return None;
        };
        let task = values::task(&header.value, wanted);
        let expected = match wanted {
            Some(wanted) if task.as_ref() == Some(wanted) => return task,
            Some(wanted) if begins(wanted.as_str(), &header.value) && self.is_last(header) => {
                self.missing.push(Missing::Header(Key::TaskId));
                return None;
            }
            Some(wanted) => format!("TASK_ID {wanted}"),
            None if task.is_some() => return task,
            None => "TASK_ID of 1 to 64 letters, digits, `_` or `-`".to_owned(),
        };
        self.wrong(expected, quoted(&header.value), self.place(header));
        task
    }

    fn iteration(&mut self, state: Option<State>) -> Option<u32> {
        let Some(header) = self.block.header(Key::Iteration) else {
            self.missing.push(Missing::Header(Key::Iteration));
            return None;
        };
        let Some(iteration) = values::iteration(&header.value) else {
            self.wrong("ITERATION to be a whole number".to_owned(), quoted(&header.value), self.place(header));
            return None;
        };
        let allowed = &self.expect.allowed;
        if let Some(state) = state.filter(|state| allowed.permits_state(*state) && !allowed.permits(*state, iteration))
        {
            let wanted = allowed.number_for(state);
            let longer = wanted.is_some_and(|wanted| begins(&wanted.to_string(), &header.value));
            if longer && self.is_last(header) {
                self.missing.push(Missing::Header(Key::Iteration));
                return None;
            }
            let expected = match wanted {
                Some(wanted) => format!("ITERATION {wanted} with {state}"),
                None => allowed.to_string(),
            };
            self.wrong(expected, quoted(&header.value), self.place(header));
        }
        Some(iteration)
    }

    /// Headers that come twice and differ.
    fn repeated(&mut self) {
        for key in Key::ALL {
            let mut same = self.block.headers.iter().filter(|header| header.key == key);
            if let (Some(first), Some(second)) = (same.next(), same.next()) {
                let found = format!("{} and {}", quoted(&first.value), quoted(&second.value));
                self.wrong(format!("one {}", key.as_str()), found, self.place(second));
            }
        }
    }

    /// Notes which sections are missing. Tells whether something is there that comes after something
    /// that is missing.
    fn sections(&mut self, state: Option<State>, sections: &Sections) -> bool {
        let required = state.map_or(&[][..], State::required_sections);
        let mut gap = !self.missing.is_empty();
        // A header after a missing header, or anything after a missing header.
        let mut after_gap = Key::ALL
            .iter()
            .skip_while(|key| !self.missing.contains(&Missing::Header(**key)))
            .any(|key| !self.missing.contains(&Missing::Header(*key)))
            || (gap && !self.block.sections.is_empty());
        for section in required {
            if sections.get(section.as_str()).is_some() {
                after_gap |= gap;
            } else {
                gap = true;
                self.missing.push(Missing::Section(*section));
            }
        }
        after_gap
    }

    /// The errors, those of what is missing in the order of the specification after the others.
    fn finish(mut self) -> Vec<ParseError> {
        for missing in std::mem::take(&mut self.missing) {
            let (expected, found, range) = match missing {
                Missing::Header(key) => {
                    let header = self.block.header(key);
                    let found = header.map_or_else(|| format!("no {}", key.as_str()), |header| quoted(&header.value));
                    (format!("the header {}", key.as_str()), found, header.map(|header| self.place(header)))
                }
                Missing::Section(section) => {
                    let empty = self.block.sections.iter().find(|raw| raw.known == Some(section));
                    let found =
                        if empty.is_some() { "an empty section".to_owned() } else { "no such section".to_owned() };
                    (format!("the section {section}"), found, empty.map(|raw| raw.range.clone()))
                }
            };
            let range = range.unwrap_or_else(|| self.block.range.clone());
            self.wrong(expected, found, range);
        }
        self.errors
    }

    fn wrong(&mut self, expected: String, found: String, range: Range<usize>) {
        self.errors.push(ParseError { expected, found, start: range.start, end: range.end });
    }

    /// Whether nothing follows a header in the text.
    fn is_last(&self, header: &Header) -> bool {
        if self.block.end != End::Text {
            return false;
        }
        meter::count(self.text.len() - header.range.end);
        self.text[header.range.end..].trim().is_empty()
    }

    /// Where a header's value is in the text, or its row when decoration is in between.
    fn place(&self, header: &Header) -> Range<usize> {
        let row = &self.text[header.range.clone()];
        meter::count(row.len());
        match row.rfind(header.value.as_str()) {
            Some(at) => header.range.start + at..header.range.start + at + header.value.len(),
            None => header.range.clone(),
        }
    }
}

fn value(section: &RawSection) -> (String, Value) {
    let value = match section.known {
        Some(known) if known.is_list() => Value::List(body::items(&section.rows)),
        _ => Value::Text(body::text(&section.rows)),
    };
    (section.name.clone(), value)
}

/// Whether `written` could be the beginning of `whole`, which is longer.
fn begins(whole: &str, written: &str) -> bool {
    let written = written.trim().trim_start_matches(['*', '`']);
    written.len() < whole.len() && whole.get(..written.len()).is_some_and(|head| head.eq_ignore_ascii_case(written))
}

fn states(allowed: &Allowed) -> String {
    let names: Vec<&str> =
        State::ALL.into_iter().filter(|state| allowed.permits_state(*state)).map(State::as_str).collect();
    names.join(", ")
}

/// An excerpt of the reply for an error.
fn quoted(found: &str) -> String {
    let mut excerpt = String::new();
    for sign in found.chars() {
        if excerpt.len() + sign.len_utf8() > FOUND_MAX {
            excerpt.push('…');
            break;
        }
        excerpt.push(if sign == '`' { '\'' } else { sign });
    }
    format!("`{excerpt}`")
}

#[cfg(test)]
mod tests;
