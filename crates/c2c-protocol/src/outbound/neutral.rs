//! Any text as one line of state: content is folded away.

use crate::chars;
use crate::inbound::names;
use crate::outbound::content::{self, Pattern};
use crate::outbound::cut::{self, Cut};

/// The part of a run without spaces that is kept, in bytes.
const RUN_KEPT: usize = 60;

/// One line without anything that [`content::find`] finds, and whether something is missing in it.
/// Lines that are content go, whole fences go, and one `…` stands for what went. What is left is
/// joined with single spaces.
pub(crate) fn line(text: &str) -> (String, Cut) {
    let mut line = Line { words: String::new(), cut: Cut::Whole };
    let mut fence: Option<char> = None;
    for row in text.split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{0085}']) {
        let row = tidy(row);
        let mark = fence_mark(&row);
        if let Some(open) = fence {
            if mark == Some(open) {
                fence = None;
            }
        } else if mark.is_some() {
            fence = mark;
            line.drop();
        } else if matches!(content::of_line(&row), None | Some(Pattern::Frame | Pattern::UnbrokenRun | Pattern::Fence))
        {
            line.push_words(&row);
        } else {
            line.drop();
        }
    }
    let words = without_frame(line.words);
    match content::find(&words) {
        None => (words, line.cut),
        Some(_) => (cut::MARK.to_string(), Cut::Cut),
    }
}

struct Line {
    words: String,
    cut: Cut,
}

impl Line {
    fn push_words(&mut self, row: &str) {
        for word in row.split(' ').filter(|word| !word.is_empty()) {
            let plain = if word.contains("```") { word.replace('`', "'") } else { word.to_owned() };
            if plain.is_ascii() && plain.len() > RUN_KEPT * 3 {
                self.cut = Cut::Cut;
                self.push(&cut::keep_start(&plain, RUN_KEPT).0);
            } else {
                self.push(&plain);
            }
        }
    }

    /// Notes that something is gone; the mark stands once for all that is gone in a row.
    fn drop(&mut self) {
        self.cut = Cut::Cut;
        if !self.words.ends_with(cut::MARK) {
            self.push(cut::MARK.encode_utf8(&mut [0; 4]));
        }
    }

    fn push(&mut self, word: &str) {
        if !self.words.is_empty() {
            self.words.push(' ');
        }
        self.words.push_str(word);
    }
}

/// Without characters that must not pass, and with plain spaces.
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
    ['`', '~'].into_iter().find(|&mark| row.chars().take_while(|&character| character == mark).count() >= 3)
}

/// A line that would be read as a header, a section's name or the marker gets its colon or bracket
/// replaced, so that it says the same and reads as text.
fn without_frame(words: String) -> String {
    if !names::reads_as_frame(&words) {
        return words;
    }
    let plain = words.replacen([':', '：'], " -", 1).replace(['[', '［'], "(").replace([']', '］'], ")");
    if names::reads_as_frame(&plain) { format!("… {plain}") } else { plain }
}

#[cfg(test)]
mod tests;
