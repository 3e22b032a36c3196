//! Awkward replies, each a file as it was copied from a page, with a table of what they are read as.

use std::collections::BTreeMap;
use std::path::PathBuf;

use c2c_protocol::{Expectation, Fragment, Parsed, Sections, State, Status, TaskId, Value, parse};

mod table;

/// A section's value.
#[derive(Debug, Clone, Copy)]
enum Item {
    Text(&'static str),
    List(&'static [&'static str]),
}

/// The sections that a reply must give.
#[derive(Debug, Clone, Copy)]
enum Expected {
    /// Those of the first reply.
    Standard,
    /// Those of the first reply, with these in their place or beside them.
    Except(&'static [(&'static str, Item)]),
    /// Those of the first reply without these.
    Without(&'static [&'static str]),
    /// These.
    Only(&'static [(&'static str, Item)]),
}

/// What one reply must be read as.
#[derive(Debug)]
struct Row {
    name: &'static str,
    status: Status,
    state: Option<State>,
    task: Option<&'static str>,
    iteration: Option<u32>,
    sections: Expected,
    errors: &'static [&'static str],
}

const TASK: &str = "c2c_f81a";

const fn standard(name: &'static str) -> Row {
    message(name, State::Plan, 1, Expected::Standard)
}

const fn message(name: &'static str, state: State, iteration: u32, sections: Expected) -> Row {
    Row {
        name,
        status: Status::Message,
        state: Some(state),
        task: Some(TASK),
        iteration: Some(iteration),
        sections,
        errors: &[],
    }
}

/// The sections of the first reply.
const STANDARD: &[(&str, Item)] = &[
    ("GOAL", Item::Text("Remember the theme between visits.")),
    ("RATIONALE", Item::Text("The theme is lost on reload because nothing stores it.")),
    (
        "ACTIONS",
        Item::List(&[
            "Add `src/theme/store.ts` with `load` and `save`.",
            "Call `load` in `src/main.ts` before the first paint.",
            "Call `save` in the handler of the toggle.",
        ]),
    ),
    ("FILES_LIKELY_INVOLVED", Item::Text("- src/theme/store.ts\n- src/main.ts")),
    ("TESTS", Item::Text("Run `npm test`; add a case for a damaged value.")),
    ("SUCCESS_CRITERIA", Item::Text("The theme survives a reload and nothing flashes.")),
];

impl Expected {
    fn sections(self) -> BTreeMap<String, Value> {
        let mut sections = BTreeMap::new();
        let mut add = |items: &[(&str, Item)]| {
            for (name, item) in items {
                let value = match item {
                    Item::Text(text) => Value::from(*text),
                    Item::List(items) => items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>().into(),
                };
                sections.insert((*name).to_owned(), value);
            }
        };
        match self {
            Self::Standard => add(STANDARD),
            Self::Except(items) => {
                add(STANDARD);
                add(items);
            }
            Self::Only(items) => add(items),
            Self::Without(names) => {
                add(STANDARD);
                sections.retain(|name, _| !names.contains(&name.as_str()));
            }
        }
        sections
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(folder().join(format!("{name}.txt"))).unwrap()
}

/// What a table's row says, out of what the parser says.
#[derive(Debug, PartialEq)]
struct Outcome {
    status: Status,
    state: Option<State>,
    task: Option<String>,
    iteration: Option<u32>,
    sections: BTreeMap<String, Value>,
    errors: Vec<String>,
}

impl Outcome {
    fn wanted(row: &Row) -> Self {
        Self {
            status: row.status,
            state: row.state,
            task: row.task.map(str::to_owned),
            iteration: row.iteration,
            sections: row.sections.sections(),
            errors: row.errors.iter().map(|error| (*error).to_owned()).collect(),
        }
    }

    fn of(parsed: &Parsed) -> Self {
        let read = match (&parsed.message, &parsed.fragment) {
            (Some(message), _) => Fragment {
                state: Some(message.state),
                task: Some(message.task.clone()),
                iteration: Some(message.iteration),
                sections: message.sections.clone(),
            },
            (None, fragment) => fragment.clone().unwrap_or_default(),
        };
        Self {
            status: parsed.status,
            state: read.state,
            task: read.task.map(String::from),
            iteration: read.iteration,
            sections: by_name(&read.sections),
            errors: parsed
                .errors
                .iter()
                .map(|error| format!("{} <- {} @ {}..{}", error.expected, error.found, error.start, error.end))
                .collect(),
        }
    }
}

fn by_name(sections: &Sections) -> BTreeMap<String, Value> {
    sections.iter().map(|(name, value)| (name.to_owned(), value.clone())).collect()
}

fn expectation() -> Expectation {
    Expectation::after(State::Init, 0).for_task(TASK.parse::<TaskId>().unwrap())
}

#[test]
fn every_reply_is_read_as_its_row_says() {
    let mut wrong = Vec::new();
    for row in table::ROWS {
        let outcome = Outcome::of(&parse(&read(row.name), &expectation()));
        let wanted = Outcome::wanted(row);
        if outcome != wanted {
            wrong.push(format!("{}\n  wanted {wanted:?}\n  is     {outcome:?}", row.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_reply_has_a_row_and_there_are_sixty_at_least() {
    let mut files: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let rows: Vec<&str> = table::ROWS.iter().map(|row| row.name).collect();
    assert_eq!(files, rows);
    assert!(rows.len() >= 60, "{} replies", rows.len());
}

#[test]
fn no_control_character_survives_in_any_reply() {
    for row in table::ROWS {
        let parsed = parse(&read(row.name), &expectation());
        let json = serde_json::to_value(parsed.view()).unwrap();
        for text in texts(&json) {
            assert!(!text.chars().any(|sign| sign.is_control() && sign != '\n'), "{}: {text:?}", row.name);
        }
    }
}

#[test]
fn a_reply_read_twice_gives_the_same() {
    for row in table::ROWS {
        let text = read(row.name);
        assert_eq!(parse(&text, &expectation()), parse(&text, &expectation()), "{}", row.name);
    }
}

#[test]
fn a_reply_that_is_still_being_written_never_is_another_message() {
    // Whatever arrives of a complete plan is either incomplete or that plan.
    let text = read("01-plain");
    for end in 0..text.len() {
        let parsed = parse(&text[..end], &expectation());
        match parsed.status {
            Status::None => assert!(end < "[C2C]".len(), "none at {end}"),
            Status::Incomplete | Status::Message => {}
            Status::Invalid => panic!("invalid at {end}: {:?}", parsed.errors),
        }
    }
}

fn texts(json: &serde_json::Value) -> Vec<&str> {
    match json {
        serde_json::Value::String(text) => vec![text],
        serde_json::Value::Array(items) => items.iter().flat_map(texts).collect(),
        serde_json::Value::Object(fields) => fields.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}
