//! The small phrase grammar in which a plan's actions are written.
//!
//! An action is one or more sentences of natural English. Words outside backticks say what to do,
//! backtick spans and fenced blocks are the values. Articles and the like do not count, nor does a
//! reason (`because …`, `so …`), a remark in parentheses or a sentence without a value. Whatever else is said must match a
//! row of [`PHRASES`], or the whole action is not understood: nothing is ever guessed.

/// What each phrase means. `*` stands for a value.
const PHRASES: &[(&str, Meaning)] = &[
    ("in * replace * with *", |v| Action::replace(&v[0], &v[1], &v[2])),
    ("in * change * to *", |v| Action::replace(&v[0], &v[1], &v[2])),
    ("replace * with * in *", |v| Action::replace(&v[2], &v[0], &v[1])),
    ("change * to * in *", |v| Action::replace(&v[2], &v[0], &v[1])),
    ("create * with content *", |v| Action::create(&v[0], &v[1])),
    ("create * with *", |v| Action::create(&v[0], &v[1])),
    ("create * containing *", |v| Action::create(&v[0], &v[1])),
    ("append * to end of *", |v| Action::append(&v[1], &v[0])),
    ("append * to *", |v| Action::append(&v[1], &v[0])),
    ("delete *", |v| Action::Delete { path: v[0].clone() }),
    ("run tests with *", |v| Action::Run { command: v[0].clone() }),
    ("run *", |v| Action::Run { command: v[0].clone() }),
];

/// Words that change nothing.
const NOISE: &[&str] = &[
    "a",
    "an",
    "command",
    "file",
    "finally",
    "following",
    "line",
    "new",
    "now",
    "please",
    "text",
    "the",
    "then",
    "this",
    "value",
];

/// Words that open a reason.
const REASONS: &[&str] = &["as", "because", "for", "since", "so", "to", "where", "which"];

type Meaning = fn(&[String]) -> Action;

/// One thing to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Action {
    /// Replace the only occurrence of `old` in a file.
    Replace { path: String, old: String, new: String },
    /// Write a file.
    Create { path: String, content: String },
    /// Add lines at the end of a file.
    Append { path: String, text: String },
    /// Delete a file.
    Delete { path: String },
    /// Run a shell command.
    Run { command: String },
}

impl Action {
    fn replace(path: &str, old: &str, new: &str) -> Self {
        Self::Replace { path: path.to_owned(), old: old.to_owned(), new: new.to_owned() }
    }

    fn create(path: &str, content: &str) -> Self {
        Self::Create { path: path.to_owned(), content: content.to_owned() }
    }

    fn append(path: &str, text: &str) -> Self {
        Self::Append { path: path.to_owned(), text: text.to_owned() }
    }
}

/// What the text of one section of a plan is.
pub(crate) fn section<'a>(plan: &'a str, name: &str) -> Option<Vec<&'a str>> {
    let mut lines = plan.lines().skip_while(|line| heading(line) != Some(name));
    lines.next()?;
    let mut fenced = false;
    let mut found = Vec::new();
    for line in lines {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if !fenced && heading(line).is_some() {
            break;
        }
        found.push(line);
    }
    Some(found)
}

/// The name on a line that is a section heading, such as `ACTIONS:`.
fn heading(line: &str) -> Option<&str> {
    let name = line.strip_suffix(':')?.trim_matches(['#', '*', ' ']);
    let fits = name.len() >= 4 && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    fits.then_some(name)
}

/// The numbered items of the plan's actions, each with its continuation lines.
pub(crate) fn items(plan: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    let mut fenced = false;
    for line in section(plan, "ACTIONS").unwrap_or_default() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        match numbered(line).filter(|_| !fenced) {
            Some(text) => items.push(text.to_owned()),
            None => {
                if let Some(item) = items.last_mut() {
                    item.push('\n');
                    item.push_str(line);
                }
            }
        }
    }
    items
}

/// What follows the number of a list item that starts at the margin.
fn numbered(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() == line.len() {
        return None;
    }
    rest.strip_prefix(['.', ')']).map(str::trim_start)
}

/// The steps of one item, or none when it is not understood.
pub(crate) fn understand(item: &str) -> Option<Vec<Action>> {
    let tokens = tokens(item);
    let mut rest = tokens.as_slice();
    let mut actions = Vec::new();
    loop {
        rest = skip_talk(rest);
        if rest.is_empty() {
            break;
        }
        let (action, left) = PHRASES.iter().find_map(|(phrase, meaning)| matches(phrase, *meaning, rest))?;
        actions.push(action);
        rest = left;
    }
    (!actions.is_empty()).then_some(actions)
}

/// The commands that a prompt wants to be looked at before anything is done: the values in its
/// sentence that begins with `First look at`.
pub(crate) fn first_looks(prompt: &str) -> Vec<String> {
    let Some(at) = prompt.find("First look at") else { return Vec::new() };
    let tokens = tokens(prompt[at..].lines().next().unwrap_or_default());
    let sentence = tokens.split(|token| *token == Token::Stop).next().unwrap_or_default();
    let values = sentence.iter().filter_map(|token| match token {
        Token::Value(value) => Some(value.clone()),
        Token::Word(_) | Token::Stop => None,
    });
    values.collect()
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    Value(String),
    Stop,
}

fn matches<'a>(phrase: &str, meaning: Meaning, tokens: &'a [Token]) -> Option<(Action, &'a [Token])> {
    let mut rest = tokens;
    let mut values = Vec::new();
    for part in phrase.split(' ') {
        let (first, left) = rest.split_first()?;
        match first {
            Token::Value(value) if part == "*" => values.push(value.clone()),
            Token::Word(word) if word == part => {}
            _ => return None,
        }
        rest = left;
    }
    let ends = match rest.first() {
        None | Some(Token::Stop) => true,
        Some(Token::Word(word)) => word == "and" || REASONS.contains(&word.as_str()) || starts_phrase(word),
        Some(Token::Value(_)) => false,
    };
    ends.then(|| (meaning(&values), rest))
}

fn starts_phrase(word: &str) -> bool {
    PHRASES.iter().any(|(phrase, _)| phrase.split(' ').next() == Some(word))
}

/// Leaves out stops, reasons and sentences without a value.
fn skip_talk(tokens: &[Token]) -> &[Token] {
    let mut rest = tokens;
    while let Some(first) = rest.first() {
        let sentence = rest.iter().position(|token| *token == Token::Stop).unwrap_or(rest.len());
        let is_reason = matches!(first, Token::Word(word) if REASONS.contains(&word.as_str()));
        let has_value = rest[..sentence].iter().any(|token| matches!(token, Token::Value(_)));
        rest = match first {
            Token::Stop => &rest[1..],
            Token::Word(word) if word == "and" => &rest[1..],
            _ if is_reason || !has_value => &rest[sentence..],
            _ => break,
        };
    }
    rest
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if letter == '`' {
            let (value, left) = value(rest);
            tokens.push(Token::Value(value));
            rest = left;
        } else if letter.is_alphanumeric() {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '-')).unwrap_or(rest.len());
            let word = rest[..end].to_lowercase();
            if !NOISE.contains(&word.as_str()) {
                tokens.push(Token::Word(word));
            }
            rest = &rest[end..];
        } else {
            if matches!(letter, '.' | ';' | '(' | '!' | '?') {
                tokens.push(Token::Stop);
            }
            // What stands in parentheses is a remark.
            let remark = if letter == '(' { rest.find(')') } else { None };
            rest = &rest[remark.unwrap_or(0)..];
            rest = &rest[letter.len_utf8()..];
        }
    }
    tokens
}

/// The value that starts with the backticks at the start of `text`, and what follows it.
fn value(text: &str) -> (String, &str) {
    let ticks = text.len() - text.trim_start_matches('`').len();
    let (fence, inner) = text.split_at(ticks);
    let first_line = inner.lines().next().unwrap_or_default();
    if ticks >= 3 && !first_line.contains('`') {
        return block(fence, inner);
    }
    match inner.find(fence) {
        Some(end) => {
            let padded = inner[..end].strip_prefix(' ').and_then(|value| value.strip_suffix(' '));
            let value = if ticks > 1 { padded.unwrap_or(&inner[..end]) } else { &inner[..end] };
            (value.to_owned(), &inner[end + ticks..])
        }
        None => (inner.to_owned(), ""),
    }
}

/// A fenced block: its lines without the indentation that all of them share.
fn block<'a>(fence: &str, inner: &'a str) -> (String, &'a str) {
    let body = inner.split_once('\n').map_or("", |(_, body)| body);
    let mut lines = Vec::new();
    let mut used = 0;
    for line in body.split_inclusive('\n') {
        used += line.len();
        if line.trim() == fence {
            break;
        }
        lines.push(line.trim_end_matches('\n'));
    }
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    let indent = filled.map(|line| line.len() - line.trim_start_matches(' ').len()).min().unwrap_or(0);
    let text: String = lines.iter().map(|line| format!("{}\n", line.get(indent..).unwrap_or_default())).collect();
    (text, &body[used..])
}

#[cfg(test)]
mod tests;
