//! Trees for the unit tests, written as lines. Whole pages are in `tests/trees/`.

use crate::tree::{Limits, Recorded, Recording, Shape, Tree};

/// The tree of lines such as `  push button "Send" id=x class="a b" +focused`: two spaces a level,
/// AT-SPI words, `+` before states on top of the ordinary ones, `-` before those it lacks.
#[track_caller]
pub(crate) fn tree(text: &str) -> Tree {
    recording(Shape::AtSpi, text).tree(Limits::default()).unwrap()
}

/// The same in the words of `shape`, where the ordinary states are not asked for.
#[track_caller]
pub(crate) fn recording(shape: Shape, text: &str) -> Recording {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines: Vec<&str> = lines.collect();
    let margin = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let nodes = lines.iter().map(|line| node(shape, &line[margin..])).collect();
    Recording { shape, nodes }
}

fn node(shape: Shape, line: &str) -> Recorded {
    let mut node = Recorded::default();
    let trimmed = line.trim_start();
    node.depth = u16::try_from((line.len() - trimmed.len()) / 2).unwrap();
    let mut states: Vec<String> = ["enabled", "sensitive", "visible", "showing"].map(str::to_owned).into();
    let mut role = Vec::new();
    for word in words(trimmed) {
        if let Some(name) = word.strip_prefix('"') {
            node.name = name.trim_end_matches('"').replace("\\n", "\n");
        } else if let Some(state) = word.strip_prefix('+') {
            states.push(state.to_owned());
        } else if let Some(state) = word.strip_prefix('-') {
            states.retain(|found| found != state);
        } else if let Some((key, value)) = word.split_once('=') {
            let value = value.trim_matches('"').replace("\\n", "\n");
            if key == "value" {
                node.value = value;
            } else {
                node.attributes.insert(key.to_owned(), value);
            }
        } else {
            role.push(word);
        }
    }
    node.role = role.join(" ");
    node.states = (shape == Shape::AtSpi).then_some(states);
    node
}

/// Splits at spaces that are not between quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in line.chars() {
        if character == '"' {
            quoted = !quoted;
        }
        if character == ' ' && !quoted {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            word.push(character);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
