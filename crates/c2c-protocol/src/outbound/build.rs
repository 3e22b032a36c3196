//! The orchestrator's builders. They take any text and always give a message that [`crate::render`]
//! would accept: what looks like content is folded away, and what is too long is cut.
//!
//! # Cuts
//! Each field has a floor in bytes, and the floors together always fit. A field that needs less
//! leaves the rest to the others, which take it in the order of this table.
//!
//! | message | fields and floors |
//! | --- | --- |
//! | INIT | GOAL 600; the connector's name 80 |
//! | EXECUTED | TESTS 300, RESULT 200 |
//! | ERROR | REASON 880 |
//! | HANDOFF | CURRENT_STATE 160, NEXT_EXPECTED_STEP 120, ORIGINAL_GOAL 200, PROGRESS 220, KNOWN_ISSUES 120 |
//!
//! Texts keep their beginning; PROGRESS and KNOWN_ISSUES keep their newest items. `…` stands where
//! something is gone. The full texts are in the connector: `current_task` and `execution_summary`.

use crate::checkpoint::Checkpoint;
use crate::message::Value;
use crate::outbound::cut::{self, Cut};
use crate::outbound::draft::{Draft, MESSAGE_MAX};
use crate::outbound::messages::{ErrorMessage, Executed, Executing, Handoff, Init};
use crate::outbound::neutral;
use crate::section::Section;
use crate::task_id::TaskId;

const CONNECTOR_MAX: usize = 80;
const INIT_FLOORS: &[Floor] = &[(Section::Goal, 600)];
const EXECUTED_FLOORS: &[Floor] = &[(Section::Tests, 300), (Section::Result, 200)];
const ERROR_FLOORS: &[Floor] = &[(Section::Reason, 880)];
const HANDOFF_FLOORS: &[Floor] = &[
    (Section::CurrentState, 160),
    (Section::NextExpectedStep, 120),
    (Section::OriginalGoal, 200),
    (Section::Progress, 220),
    (Section::KnownIssues, 120),
];

/// Stands for a text that is empty, or of which nothing is left.
const NOTHING: &str = "(not given)";

const GOAL_IS_CUT: &str = "The goal above is cut: `current_task` has all of it, read that first.";

type Floor = (Section, usize);

/// INIT. When the goal had to be cut or folded, the message says where the full goal is.
#[must_use]
pub fn init(message: &Init) -> String {
    fitted_init(message).layout()
}

/// EXECUTING.
#[must_use]
pub fn executing(message: &Executing) -> String {
    message.draft().layout()
}

/// EXECUTED.
#[must_use]
pub fn executed(message: &Executed) -> String {
    fitted(message.draft(), EXECUTED_FLOORS).layout()
}

/// ERROR.
#[must_use]
pub fn error(message: &ErrorMessage) -> String {
    fitted(message.draft(), ERROR_FLOORS).layout()
}

/// HANDOFF, from the checkpoint alone. For `note` see [`Handoff::from_checkpoint`].
#[must_use]
pub fn handoff(task: &TaskId, checkpoint: &Checkpoint, note: Option<&str>) -> String {
    brief(&Handoff::from_checkpoint(task, checkpoint, note))
}

/// HANDOFF, from its fields.
#[must_use]
pub fn brief(message: &Handoff) -> String {
    fitted(message.draft(), HANDOFF_FLOORS).layout()
}

fn fitted_init(message: &Init) -> Draft {
    let connector = neutral::line(&message.connector).0.replace('`', "'");
    let connector = cut::keep_start(&connector, CONNECTOR_MAX).0;
    let init = Init { connector, ..message.clone() };
    let (whole, folded) = neutralised(init.draft());
    let mut draft = whole.clone();
    if fit(&mut draft, INIT_FLOORS) == Cut::Whole && folded == Cut::Whole {
        return draft;
    }
    draft = whole;
    if let Some(Value::Text(text)) = value(&mut draft, Section::Instruction) {
        *text = format!("{GOAL_IS_CUT}\n{text}");
    }
    fit(&mut draft, INIT_FLOORS);
    draft
}

fn fitted(draft: Draft, floors: &[Floor]) -> Draft {
    let mut draft = neutralised(draft).0;
    fit(&mut draft, floors);
    draft
}

/// Takes content, and what could be read as the frame of a message, out of every section.
fn neutralised(mut draft: Draft) -> (Draft, Cut) {
    let mut result = Cut::Whole;
    let mut line = |text: &str| {
        let (line, cut) = neutral::line(text);
        if cut == Cut::Cut {
            result = cut;
        }
        line
    };
    for (_, value) in &mut draft.sections {
        match value {
            Value::Text(text) => *text = line(text),
            Value::List(items) => {
                for item in items.iter_mut() {
                    *item = line(item);
                }
                items.retain(|item| !item.is_empty());
            }
        }
        if value.is_empty() {
            *value = NOTHING.into();
        }
    }
    (draft, result)
}

/// Cuts the fields so that the message fits, and tells whether one of them is cut.
fn fit(draft: &mut Draft, floors: &[Floor]) -> Cut {
    let needs: Vec<usize> = floors.iter().map(|(section, _)| value(draft, *section).map_or(0, bytes)).collect();
    let fixed = draft.layout().len().saturating_sub(needs.iter().sum());
    let mut grants: Vec<usize> = floors.iter().zip(&needs).map(|((_, floor), need)| *need.min(floor)).collect();
    let mut spare = MESSAGE_MAX.saturating_sub(fixed + grants.iter().sum::<usize>());
    for (grant, need) in grants.iter_mut().zip(&needs) {
        let more = (need - *grant).min(spare);
        *grant += more;
        spare -= more;
    }
    let mut result = Cut::Whole;
    for ((section, _), grant) in floors.iter().zip(grants) {
        if let Some(value) = value(draft, *section)
            && shorten(value, grant) == Cut::Cut
        {
            result = Cut::Cut;
        }
    }
    result
}

fn value(draft: &mut Draft, section: Section) -> Option<&mut Value> {
    draft.sections.iter_mut().find(|(name, _)| name == section.as_str()).map(|(_, value)| value)
}

fn bytes(value: &mut Value) -> usize {
    match value {
        Value::Text(text) => text.len(),
        Value::List(items) => cut::list_bytes(items),
    }
}

fn shorten(value: &mut Value, limit: usize) -> Cut {
    match value {
        Value::Text(text) => {
            let (shorter, cut) = cut::keep_start(text, limit);
            *text = shorter;
            cut
        }
        Value::List(items) => {
            let (shorter, cut) = cut::keep_newest(items, limit);
            *items = shorter;
            cut
        }
    }
}

#[cfg(test)]
mod tests;
