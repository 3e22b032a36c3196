//! Every recorded tree, through every look at it.
#![expect(clippy::unwrap_used, reason = "a test helper may fail the test")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use c2c_computer_use::find::{self, Mode, Outcome};
use c2c_computer_use::moods;
use c2c_computer_use::page::{self, Qualification, Site, Wanted};
use c2c_computer_use::progress::Look;
use c2c_computer_use::read::{self, Reading};
use c2c_computer_use::tree::{Limits, NodeId, Recording, Tree};
use c2c_computer_use::turns::{self, Author};

mod any_tree;
mod captured;
mod moods_of_trees;
mod pages;
mod sends;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trees")
}

#[track_caller]
fn tree(name: &str) -> Tree {
    let text = std::fs::read_to_string(folder().join(format!("{name}.json"))).unwrap();
    Recording::from_json(&text).unwrap().tree(Limits::default()).unwrap()
}

/// The names of all recorded trees that begin with `prefix`, sorted.
fn names(prefix: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.filter_map(|name| name.strip_suffix(".json").map(str::to_owned)).collect();
    names.retain(|name| name.starts_with(prefix));
    names.sort();
    names
}

fn named(tree: &Tree, id: NodeId) -> String {
    let node = tree.node(id);
    format!("{} `{}`", node.role, node.label())
}

fn outcome<T>(outcome: Outcome<T>, show: impl Fn(T) -> String) -> String {
    match outcome {
        Outcome::Found(found) => show(found),
        Outcome::Nothing { why } => format!("nothing: {why}"),
        Outcome::Several { what } => format!("several: {}", what.len()),
    }
}

/// The message in most of the recorded conversations.
const MESSAGE: &str = "[C2C]\nSTATE: INIT\nTASK_ID: c2c_f81a000c\nITERATION: 0\n\nGOAL:\nAdd a dark theme.\n\nINSTRUCTION:\nLook at the workspace.";

/// The answer to it: a paragraph with inline code, a block of code, a list.
const ANSWER: &str = "Here is the plan for src/theme.rs.\n\n```\n[C2C]\nSTATE: PLAN\nTASK_ID: c2c_f81a000c\nITERATION: 1\n\nGOAL:\nKeep the theme.\n\nACTIONS:\n1. Store it in src/theme.rs.\n\n    indented  twice\n```\n\n1. Read a<b first\n2. 测试 👩‍🔬";

fn reading(reading: &Reading) -> String {
    match reading {
        Reading::Complete { text } if text == MESSAGE => " the message, to the letter\n".to_owned(),
        Reading::Complete { text } if text == ANSWER => " the answer, to the letter\n".to_owned(),
        Reading::Complete { text } => {
            format!("\n{}", text.lines().map(|line| format!("    | {line}\n")).collect::<String>())
        }
        Reading::Incomplete { why } => format!(" incomplete, {why:?}\n"),
    }
}

/// Everything that is to be known of a page.
fn summary(tree: &Tree) -> String {
    let mut text = String::new();
    let page = match page::qualify(&Site::default(), tree.document_url(), Wanted::Begun) {
        Qualification::Qualified { address } => format!("{address:?}"),
        Qualification::NotQualified { why } => why.to_string(),
    };
    writeln!(text, "page: {page}").unwrap();
    let composer = find::composer(tree, Mode::Chat);
    let found = composer.clone().found();
    writeln!(text, "composer: {}", outcome(composer, |found| named(tree, found.text_box))).unwrap();
    if let Some(found) = found {
        let button = |button: find::Button| {
            let enabled = if button.enabled { "" } else { ", disabled" };
            format!("{} by {:?}{enabled}", named(tree, button.node), button.by)
        };
        writeln!(text, "send: {}", outcome(find::send(tree, &found), button)).unwrap();
        writeln!(text, "stop: {}", outcome(find::stop(tree, &found), button)).unwrap();
        writeln!(text, "content: {:?}", c2c_computer_use::normalise::content(tree, &found)).unwrap();
    }
    let turns = turns::turns(tree);
    for turn in &turns {
        match turn.author {
            Author::User => write!(text, "user:{}", reading(&read::message(tree, turn))).unwrap(),
            Author::Assistant => write!(text, "assistant:{}", reading(&read::answer(tree, turn))).unwrap(),
        }
    }
    let look = Look::at(tree, &turns, found.as_ref());
    writeln!(text, "copy: {}, stop: {}, {:?}", look.has_copy, look.has_stop, look.activity).unwrap();
    writeln!(text, "moods: {:?}", moods::moods(tree, &turns)).unwrap();
    text
}
