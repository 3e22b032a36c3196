//! Any text as one line of state: content is folded away.

use crate::chars;
use crate::inbound::names;
use crate::outbound::content::{self, Pattern};
use crate::outbound::cut;

/// The part of a run without spaces that is kept, in bytes.
const RUN_KEPT: usize = 60;

/// One line without anything that [`content::find`] finds. Lines that are content go, whole fences
/// go, and one `…` stands for what went. What is left is joined with single spaces.
pub(crate) fn line(text: &str) -> String {
    let mut words = String::new();
    let mut fence: Option<char> = None;
    for row in text.split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{0085}']) {
        let row = tidy(row);
        let mark = fence_mark(&row);
        if let Some(open) = fence {
            if mark == Some(open) {
                fence = None;
            }
            continue;
        }
        if mark.is_some() {
            fence = mark;
            push(&mut words, "…");
        } else if matches!(
            content::of_line(&row),
            None | Some(Pattern::Frame | Pattern::UnbrokenRun | Pattern::Fence)
        ) {
            push_words(&mut words, &row);
        } else {
            push(&mut words, "…");
        }
    }
    let words = without_frame(words);
    match content::find(&words) {
        None => words,
        Some(_) => "…".to_owned(),
    }
}

/// Without characters that must not pass, and with plain spaces. Runs of backticks become a quote.
fn tidy(row: &str) -> String {
    let mut tidy = String::with_capacity(row.len());
    for character in row.chars() {
        if chars::is_space(character) || character == '\t' {
            tidy.push(' ');
        } else if !chars::is_dropped(character) {
            tidy.push(character);
        }
    }
    tidy
}

fn fence_mark(row: &str) -> Option<char> {
    let row = row.trim_start_matches([' ', '>']);
    ['`', '~']
        .into_iter()
        .find(|&mark| row.chars().take_while(|&character| character == mark).count() >= 3)
}

fn push_words(words: &mut String, row: &str) {
    for word in row.split(' ').filter(|word| !word.is_empty()) {
        let word = if word.contains("```") {
            word.replace('`', "'")
        } else {
            word.to_owned()
        };
        if word.is_ascii() && word.len() > RUN_KEPT * 3 {
            push(words, &cut::keep_start(&word, RUN_KEPT).0);
        } else {
            push(words, &word);
        }
    }
}

fn push(words: &mut String, word: &str) {
    if word == "…" && (words == "…" || words.ends_with(" …")) {
        return;
    }
    if !words.is_empty() {
        words.push(' ');
    }
    words.push_str(word);
}

/// A line that would be read as a header, a section's name or the marker gets its colon or bracket
/// replaced, so that it says the same and reads as text.
fn without_frame(words: String) -> String {
    if !names::reads_as_frame(&words) {
        return words;
    }
    let plain = words
        .replacen([':', '：'], " -", 1)
        .replace(['[', '［'], "(")
        .replace([']', '］'], ")");
    if names::reads_as_frame(&plain) {
        format!("… {plain}")
    } else {
        plain
    }
}
