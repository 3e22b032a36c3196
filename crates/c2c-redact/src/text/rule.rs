//! A rule as the search runs it, whatever table it comes from.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use regex::bytes::{CaptureLocations, Regex};

use super::expression::Compiled;
#[cfg(test)]
use super::expression::regex;
use super::gitleaks::Demands;
use super::line_joints;
use super::rules::{Check, Seek, Tail, TextRule};

/// How far an expression without a longest match may see around its keyword, in bytes. Beyond that a window goes on to
/// the end of the token it ends in.
const REACH: usize = 4096;

/// How much base64 before a match makes it a part of that, in bytes.
const BASE64_RUN: usize = 40;

/// A rule, with its expression compiled when it is first needed.
#[derive(Debug)]
pub(super) struct Rule {
    /// The stable identifier.
    pub(super) id: &'static str,
    pub(super) keywords: Vec<Keyword>,
    /// The expression without the leading `\b`, which is checked apart: an escaped line end (`\\n`) begins a word too.
    pub(super) pattern: Cow<'static, str>,
    /// Whether a match must begin a word.
    pub(super) begins_word: bool,
    /// How much before and after a keyword the expression may need, in bytes; else it is reckoned from the expression.
    pub(super) window: Option<(usize, usize)>,
    pub(super) tail: Tail,
    pub(super) seek: Option<Seek>,
    /// Whether a match within a long run of base64 is chance.
    pub(super) alone: bool,
    pub(super) judge: Judge,
    pub(super) group: Group,
    compiled: OnceLock<Compiled>,
}

/// What makes a rule look closer.
#[derive(Debug)]
pub(super) struct Keyword {
    /// ASCII.
    pub(super) text: String,
    /// Whether it counts only as written.
    pub(super) exact: bool,
    /// Whether a match begins with it.
    pub(super) first: bool,
}

/// What decides whether a match counts.
#[derive(Debug)]
pub(super) enum Judge {
    /// The check of a row of our table.
    Check(Option<Check>),
    /// Entropy and lists as Gitleaks has them.
    Demands(Demands),
}

/// Which part of a match is the secret.
#[derive(Debug, Clone, Copy)]
pub(super) enum Group {
    /// The first group that matched something, else the whole.
    First,
    Number(usize),
    Whole,
}

impl Rule {
    /// A rule of our own table.
    pub(super) fn own(row: &'static TextRule) -> Self {
        let keyword = |text: &&str, exact| Keyword { text: (*text).to_owned(), exact, first: row.before == 0 };
        let keywords = row.keywords.iter().map(|text| keyword(text, true));
        Self::new(
            row.id,
            keywords.chain(row.words.iter().map(|text| keyword(text, false))).collect(),
            Cow::Borrowed(row.pattern),
        )
        .with(|rule| {
            rule.window = Some((row.before, row.after));
            rule.tail = row.tail;
            rule.seek = row.seek;
            rule.alone = row.alone;
            rule.judge = Judge::Check(row.check);
        })
    }

    pub(super) fn new(id: &'static str, keywords: Vec<Keyword>, pattern: Cow<'static, str>) -> Self {
        let begins_word = pattern.starts_with(r"\b") || pattern.starts_with(r"(?i)\b");
        let pattern = if begins_word { Cow::Owned(pattern.replacen(r"\b", "", 1)) } else { pattern };
        Self {
            id,
            keywords,
            pattern,
            begins_word,
            window: None,
            tail: Tail::Word,
            seek: None,
            alone: false,
            judge: Judge::Check(None),
            group: Group::First,
            compiled: OnceLock::new(),
        }
    }

    pub(super) fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Whether a keyword at this place is worth a window.
    pub(super) fn wants(&self, keyword: &Keyword, bytes: &[u8], at: Range<usize>) -> bool {
        (!keyword.exact || &bytes[at.clone()] == keyword.text.as_bytes())
            && !(keyword.first && self.begins_word && !begins_word(&bytes[..at.start]))
    }

    /// Adds the window around a keyword. Keywords come in the order of their ends.
    pub(super) fn add_window(
        &self,
        windows: &mut Vec<Range<usize>>,
        keyword: &Keyword,
        bytes: &[u8],
        at: Range<usize>,
    ) {
        let Compiled { longest, at_keywords, .. } = *self.compiled();
        let (before, after) = self.window.unwrap_or_else(|| {
            let reach = longest.unwrap_or(REACH);
            (if keyword.first { 0 } else { reach }, reach)
        });
        // What an expression can match at its keyword is all it needs.
        let after = longest.filter(|_| at_keywords).map_or(after, |longest| longest.min(after));
        let start = at.start.saturating_sub(before);
        let end = bytes.len().min(at.end.saturating_add(after));
        let open = self.window.is_none() && longest.is_none();
        match windows.last_mut() {
            Some(last) if !at_keywords && start <= last.end && start >= last.start => {
                if end > last.end {
                    last.end = if open { token_end(bytes, end) } else { end };
                }
            }
            _ => windows.push(start..if open { token_end(bytes, end) } else { end }),
        }
    }

    /// Puts windows in order. They are joined, or begin each at a keyword.
    pub(super) fn in_order(&self, mut windows: Vec<Range<usize>>) -> Vec<Range<usize>> {
        windows.sort_by_key(|window| (window.start, window.end));
        let at_keywords = !windows.is_empty() && self.compiled().at_keywords;
        let mut ordered: Vec<Range<usize>> = Vec::with_capacity(windows.len());
        for window in windows {
            match ordered.last_mut() {
                Some(last) if window.start == last.start || !at_keywords && window.start <= last.end => {
                    last.end = last.end.max(window.end);
                }
                _ => ordered.push(window),
            }
        }
        ordered
    }

    #[expect(clippy::expect_used, reason = "constant expressions, which the tests build")]
    fn compiled(&self) -> &Compiled {
        let first = self.seek.is_none() && self.keywords.iter().all(|keyword| keyword.first);
        self.compiled.get_or_init(|| Compiled::new(&self.pattern, first).expect("the expressions are constants"))
    }

    /// Adds the secrets that this rule sees in these windows, which are in order.
    pub(super) fn find(&self, text: &str, windows: &[Range<usize>], add: &mut impl FnMut(Range<usize>)) {
        let Compiled { regex, at_keywords, crosses_lines, .. } = self.compiled();
        if *at_keywords {
            return self.find_at(regex, text, windows, add);
        }
        self.find_in(regex, text, windows, add);
        for window in windows.iter().filter(|_| *crosses_lines) {
            // The markers of a diff stand between the lines of a match.
            if let Some(joined) = line_joints::Joined::of(text, window.clone()) {
                let whole = 0..joined.text().len();
                self.find_in(regex, joined.text(), std::slice::from_ref(&whole), &mut |secret| {
                    joined.pieces(secret).for_each(&mut *add);
                });
            }
        }
    }

    /// Looks only where windows begin.
    fn find_at(&self, regex: &Regex, text: &str, windows: &[Range<usize>], add: &mut dyn FnMut(Range<usize>)) {
        let mut groups = regex.capture_locations();
        let mut from = 0;
        for window in windows.iter().filter(|window| window.end > window.start) {
            if window.start < from {
                continue;
            }
            let bytes = &text.as_bytes()[window.clone()];
            if let Some(whole) = regex.captures_read(&mut groups, bytes) {
                let whole = window.start..window.start + whole.end();
                let (secret, counts) = self.judged(text, whole.clone(), window.start, &groups);
                from = secret.end.max(whole.end);
                counts.then(|| add(secret));
            } else if self.compiled().crosses_lines
                && let Some(joined) = line_joints::Joined::of(text, window.clone())
                && let Some(whole) = regex.captures_read(&mut groups, joined.text().as_bytes())
            {
                let (secret, counts) = self.judged(joined.text(), whole.range(), 0, &groups);
                joined.pieces(secret).filter(|_| counts).for_each(&mut *add);
            }
        }
    }

    /// Looks everywhere in the windows, which are apart.
    fn find_in(&self, regex: &Regex, text: &str, windows: &[Range<usize>], add: &mut dyn FnMut(Range<usize>)) {
        let bytes = text.as_bytes();
        let mut groups = regex.capture_locations();
        let mut from = 0;
        for window in windows {
            from = window.start.max(from);
            while from < window.end {
                // What follows the window is not seen here; the tail makes up for it.
                let Some(whole) = regex.captures_read_at(&mut groups, &bytes[..window.end], from) else {
                    break;
                };
                if self.begins_word && !begins_word(&bytes[..whole.start()]) {
                    from = whole.start() + 1;
                    continue;
                }
                let (secret, counts) = self.judged(text, whole.range(), 0, &groups);
                from = secret.end.max(whole.end()).max(from + 1);
                counts.then(|| add(secret));
            }
        }
    }

    /// What the rule sees in the whole text, whatever the keywords.
    #[cfg(test)]
    pub(super) fn find_anywhere(&self, text: &str, add: &mut impl FnMut(Range<usize>)) {
        let whole = 0..text.len();
        self.find_in(&regex(&self.pattern).unwrap(), text, std::slice::from_ref(&whole), add);
    }

    /// The secret of a match, and whether it counts. The groups were found in the text from `offset` on. What does not
    /// count is passed over as a whole all the same: looking at the rest of it again and again would take too long.
    fn judged(
        &self,
        text: &str,
        whole: Range<usize>,
        offset: usize,
        groups: &CaptureLocations,
    ) -> (Range<usize>, bool) {
        let (start, end) =
            self.secret(groups).map_or((whole.start, whole.end), |(start, end)| (start + offset, end + offset));
        let (start, end) = (text.floor_char_boundary(start), text.ceil_char_boundary(end));
        let end = end + tail(&text[end..], self.tail);
        (start..end, self.accepts(text, whole, start..end))
    }

    fn secret(&self, groups: &CaptureLocations) -> Option<(usize, usize)> {
        match self.group {
            Group::Whole => None,
            Group::Number(number) => groups.get(number),
            Group::First => (1..groups.len()).find_map(|number| groups.get(number).filter(|(start, end)| start < end)),
        }
    }

    fn accepts(&self, text: &str, whole: Range<usize>, range: Range<usize>) -> bool {
        let secret = &text[range.clone()];
        let before = &text.as_bytes()[..whole.start];
        if self.alone && within_base64(before) || self.begins_word && before.ends_with(b"_") && !token_like(secret) {
            return false;
        }
        match &self.judge {
            Judge::Check(check) => check.is_none_or(|check| check(secret, &text[range.end..])),
            Judge::Demands(demands) => demands.met(&text.as_bytes()[whole], secret),
        }
    }
}

/// Whether a run of base64 as long as a token of its own stands before.
fn within_base64(before: &[u8]) -> bool {
    let belongs = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    before.iter().rev().take(BASE64_RUN).take_while(belongs).count() == BASE64_RUN
}

/// What a token that is glued to a name by an underscore must look like, so that it is not a name itself.
fn token_like(secret: &str) -> bool {
    let parts = secret.split(['_', '-', '.']);
    let count = |part: &str, test: fn(&u8) -> bool| part.bytes().filter(test).count();
    let random = |part: &str| {
        let mixed = count(part, u8::is_ascii_uppercase) > 1 && count(part, u8::is_ascii_lowercase) > 1;
        part.len() >= 16 && count(part, u8::is_ascii_digit) >= if mixed { 1 } else { 2 }
    };
    parts.filter(|part| part.bytes().any(|byte| byte.is_ascii_alphabetic())).any(random)
}

/// Whether a word may begin here: also after the underscore of a name it is glued to, see [`token_like`].
fn begins_word(before: &[u8]) -> bool {
    match before {
        [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., last] => !last.is_ascii_alphanumeric(),
        [] => true,
    }
}

/// The end of the token that `from` stands in.
fn token_end(bytes: &[u8], from: usize) -> usize {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'`');
    bytes[from..].iter().position(ends).map_or(bytes.len(), |at| from + at)
}

/// How many bytes of what follows still belong to a token that is longer than its expression or its window.
fn tail(rest: &str, tail: Tail) -> usize {
    let open = |extra: &str, byte: &u8| byte.is_ascii_alphanumeric() || extra.as_bytes().contains(byte);
    let until = |ends: &str| rest.find(|next: char| next.is_whitespace() || ends.contains(next)).unwrap_or(rest.len());
    let while_in = |extra: &str| rest.as_bytes().iter().take_while(|byte| open(extra, byte)).count();
    match tail {
        Tail::None => 0,
        Tail::Word => while_in("_-"),
        Tail::Dotted => while_in("_-."),
        Tail::Base64 => while_in("_-+/="),
        Tail::Quoted => until("\\\"'`"),
        Tail::Bare => until("\\\"'`;,(){}<>[]$&|"),
        Tail::Element => until("<>"),
        Tail::Blank => {
            let word = &rest[..until("")];
            let quote = word.trim_end_matches([',', ';', ')', ']', '}', '>']);
            if quote.ends_with(['"', '\'', '`']) {
                quote.trim_end_matches(['"', '\'', '`', '\\']).len()
            } else {
                word.len()
            }
        }
    }
}
