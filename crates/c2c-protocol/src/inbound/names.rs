//! Lines that carry the frame of a message: the marker, the headers and the names of sections.
//!
//! ```text
//! marker  = "[C2C]"                                   any letter case, decoration removed
//! named   = name [ translation ] [ colon value ]
//! name    = words of ASCII letters, parted by spaces, "_" or "-"; any letter case
//! translation = other text before or after, parted by brackets, "/", "|" or a dash,
//!               or written in another script
//! colon   = ":" | "：" | "﹕" | "∶" | "꞉"
//! ```
//! A name without a colon counts when it is alone on its line and decorated or in capitals.

use crate::inbound::decoration::{self, Lead, Mark};
use crate::meter;
use crate::section::Section;

/// The longest part before a colon that can be a name, in bytes.
const NAME_MAX: usize = 120;
/// A name and so many translations, less one.
const PARTS_MAX: usize = 3;
/// The longest name of an unknown section, in characters.
const UNKNOWN_MAX: usize = 40;

/// A header of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    /// `STATE`
    State,
    /// `TASK_ID`
    TaskId,
    /// `ITERATION`
    Iteration,
}

impl Key {
    pub(crate) const ALL: [Self; 3] = [Self::State, Self::TaskId, Self::Iteration];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::State => "STATE",
            Self::TaskId => "TASK_ID",
            Self::Iteration => "ITERATION",
        }
    }
}

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Name {
    Key(Key),
    Known(Section),
    /// As it will be kept.
    Unknown(String),
}

/// The way in which a name is written. Names of one message are written alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Style {
    hashes: usize,
    emphasis: bool,
    capitals: bool,
    colon: bool,
    /// The list mark before the name.
    pub(crate) mark: Option<Mark>,
}

impl Style {
    /// Whether it is written as a heading of Markdown.
    pub(crate) fn is_heading(self) -> bool {
        self.hashes > 0
    }

    /// Whether two names are written alike.
    pub(crate) fn is_like(self, other: Self) -> bool {
        self.hashes == other.hashes && self.emphasis == other.emphasis && self.capitals == other.capitals
    }

    /// Whether an unknown name in this style is a section, in a message that writes the names it
    /// knows in `known` style.
    pub(crate) fn makes_section(self, known: Option<Self>) -> bool {
        let plain = self.hashes == 0 && !self.emphasis;
        if plain && !(self.capitals && self.colon) {
            return false;
        }
        known.is_none_or(|known| {
            self.hashes == known.hashes
                && self.emphasis == known.emphasis
                && (self.capitals || !known.capitals)
                && (self.colon || !known.colon || self.hashes > 0)
        })
    }
}

/// A line that carries a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named<'line> {
    pub(crate) name: Name,
    pub(crate) style: Style,
    /// What follows on the same line, trimmed.
    pub(crate) value: &'line str,
}

/// Whether a line, taken by itself, would be read as part of a message's frame.
pub(crate) fn reads_as_frame(line: &str) -> bool {
    is_marker(line) || named(line).is_some_and(|named| !matches!(named.name, Name::Unknown(_)))
}

/// Whether a line is the marker.
pub(crate) fn is_marker(line: &str) -> bool {
    // Decoration is short; a long line is looked at no further.
    if !line.contains(['2', '２']) || line.len() > NAME_MAX {
        return false;
    }
    let plain = unescaped(line);
    let (lead, words) = decoration::strip(&plain);
    if lead.mark == Some(Mark::Number) {
        return false;
    }
    let mut letters = words.chars().filter(|letter| *letter != ' ').map(ascii);
    let opened = matches!(letters.next(), Some('[' | '【'));
    opened && letters.by_ref().take(3).map(|letter| letter.to_ascii_uppercase()).eq(['C', '2', 'C']) && {
        matches!(letters.next(), Some(']' | '】'))
            && letters.next().is_none_or(|last| last == ':' && letters.next().is_none())
    }
}

/// The name that a line carries, if it carries one.
pub(crate) fn named(line: &str) -> Option<Named<'_>> {
    meter::count(line.len());
    let colon = colon(line);
    if colon.is_none() && line.len() > NAME_MAX {
        return None;
    }
    let (before, after) = colon.unwrap_or((line, ""));
    let plain = unescaped(before);
    let (lead, words) = decoration::strip(&plain);
    let words = words.trim_end_matches([':', '：']).trim_end();
    let decorated = lead.hashes > 0 || lead.emphasis;
    if colon.is_none() && !decorated && !is_capital(words) {
        return None;
    }
    let value = value(before, after, lead);
    let (name, written) = meaning(words, colon.is_some(), colon.is_some() || decorated)?;
    let style = Style {
        hashes: lead.hashes,
        emphasis: lead.emphasis,
        capitals: !written.contains(|letter: char| letter.is_lowercase()),
        colon: colon.is_some(),
        mark: lead.mark,
    };
    Some(Named { name, style, value })
}

/// Parts a line at its first colon, if that comes early enough.
fn colon(line: &str) -> Option<(&str, &str)> {
    let mut end = line.len().min(NAME_MAX);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    let at = line[..end].find([':', '：', '﹕', '∶', '꞉'])?;
    let (before, rest) = line.split_at(at);
    let mut after = rest.chars();
    after.next();
    Some((before, after.as_str()))
}

/// What follows a name, without the emphasis that belonged to the name.
fn value<'line>(before: &str, after: &'line str, lead: Lead) -> &'line str {
    let closed = after.trim_start_matches(['*', '_', '`']);
    let closes = closed.len() < after.len() && (closed.is_empty() || closed.starts_with(char::is_whitespace));
    if closes {
        return closed.trim();
    }
    let value = after.trim();
    // `**GOAL: text**`: the emphasis is around both.
    let open = lead.emphasis && !before.trim_end().ends_with(['*', '_']);
    if open && (value.ends_with("**") || value.ends_with("__")) && value.matches("**").count() % 2 == 1 {
        return value[..value.len() - 2].trim_end();
    }
    value
}

/// What words mean as a name, and the words that made it so. `translated` allows other words beside it.
fn meaning(words: &str, colon: bool, translated: bool) -> Option<(Name, &str)> {
    if words.is_empty() {
        return None;
    }
    let mut parts: Vec<&str> = vec![words];
    if translated {
        parts =
            words.split(['(', ')', '（', '）', '/', '|', '·', '—', '–']).flat_map(|part| part.split(" - ")).collect();
        parts.retain_mut(|part| {
            *part = decoration::strip(part).1;
            !part.is_empty()
        });
    }
    if parts.len() > PARTS_MAX {
        return None;
    }
    let mut found = None;
    for (at, part) in parts.iter().enumerate() {
        let Some(name) = known(part) else { continue };
        if found.is_some() {
            return None;
        }
        let foreign = parts.iter().enumerate().all(|(other, part)| other == at || !has_ascii_letter(part));
        // In a sentence of another script, a small English word is no name.
        let alone = parts.len() == 1 && part.chars().all(|letter| letter.is_ascii() || !letter.is_alphabetic());
        if alone
            || is_capital(part)
            || (foreign && parts.len() > 1)
            || (at == 0 && parts.len() == 2 && words.ends_with([')', '）']))
        {
            found = Some((name, *part));
        }
    }
    found.or_else(|| unknown(words, colon).map(|name| (Name::Unknown(name), words)))
}

/// A header or known section by its letters alone.
fn known(part: &str) -> Option<Name> {
    let mut letters = String::with_capacity(part.len());
    for letter in part.chars().map(ascii) {
        match letter {
            'a'..='z' | 'A'..='Z' => letters.push(letter.to_ascii_uppercase()),
            ' ' | '_' | '-' | '*' | '`' => {}
            '…' => return None,
            _ if letter.is_ascii() => return None,
            _ => {}
        }
    }
    let same = |name: &str| name.bytes().filter(|byte| *byte != b'_').eq(letters.bytes());
    if letters.is_empty() {
        return None;
    }
    let key = Key::ALL.into_iter().find(|key| same(key.as_str())).map(Name::Key);
    key.or_else(|| Section::ALL.into_iter().find(|section| same(section.as_str())).map(Name::Known))
}

/// The name under which an unknown section is kept: capitals, `_` for spaces.
fn unknown(words: &str, colon: bool) -> Option<String> {
    /// Words that mark a remark inside a text, not a section.
    const REMARKS: [&str; 10] =
        ["NOTE", "NB", "TODO", "FIXME", "WARNING", "IMPORTANT", "CAUTION", "TIP", "HINT", "EXAMPLE"];
    let count = words.chars().count();
    let fits = (2..=UNKNOWN_MAX).contains(&count) && words.starts_with(char::is_alphabetic);
    let sentence = !colon && words.ends_with(['.', '!', '?', '。', '！', '？', ',', ';']);
    let plain = words
        .chars()
        .all(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '_' | '-' | '/' | '&' | '(' | ')' | '\''));
    if !fits || sentence || !plain {
        return None;
    }
    let mut name = String::with_capacity(words.len());
    for word in words.split([' ', '_']).filter(|word| !word.is_empty()) {
        if !name.is_empty() {
            name.push('_');
        }
        name.extend(word.chars().flat_map(char::to_uppercase));
    }
    (!REMARKS.contains(&name.as_str())).then_some(name)
}

fn is_capital(part: &str) -> bool {
    !part.contains(|letter: char| letter.is_lowercase())
}

fn has_ascii_letter(part: &str) -> bool {
    part.contains(|letter: char| letter.is_ascii_alphabetic())
}

/// Full-width forms as ASCII.
fn ascii(letter: char) -> char {
    match letter {
        '！'..='～' => char::from_u32(u32::from(letter) - 0xFEE0).unwrap_or(letter),
        _ => letter,
    }
}

/// Without the backslashes that Markdown puts before punctuation.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let escapes = letter == '\\' && letters.peek().is_some_and(char::is_ascii_punctuation);
        if !escapes {
            plain.push(letter);
        } else if let Some(next) = letters.next() {
            plain.push(next);
        }
    }
    plain
}

#[cfg(test)]
mod tests;
