//! Which paths are sensitive by their name alone.
//!
//! The rules are a table of patterns. A pattern is compared with every run of components of the path, so a folder's
//! name covers everything below it. Names are compared the way the most forgiving file system would: without case,
//! without trailing dots and spaces, without alternate streams and without characters that HFS+ ignores.

mod copies;
mod table;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

pub use table::RULES;

/// Why a path is sensitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct SensitiveName {
    /// The stable identifier of the rule, for example `environment-file`.
    pub rule: &'static str,
    /// One clause for people, for example `environment files hold credentials`.
    pub reason: &'static str,
}

/// One row of the table of sensitive names.
#[derive(Debug, Clone, Copy)]
pub struct NameRule {
    /// The stable identifier of the rule.
    pub rule: &'static str,
    /// One clause for people.
    pub reason: &'static str,
    /// Lower-case patterns: components separated by `/`, with `*` for any run of characters within a component.
    pub patterns: &'static [&'static str],
    /// Lower-case patterns of the path's end that `patterns` would catch and that are harmless.
    pub except: &'static [&'static str],
    /// A path that the rule catches; the tests hold the rule to it.
    pub example: &'static str,
}

/// Tells whether the path names something that must not be shown, and why.
///
/// The path may be relative or absolute, with `/` or `\` between its components. Copies that editors, file managers
/// and people leave beside a file count like the file: `.env~`, `#.env#`, `.env (1)`, `server.key.bak`.
///
/// ```
/// assert_eq!(c2c_redact::names::sensitive("app/.env.local").map(|name| name.rule), Some("environment-file"));
/// assert_eq!(c2c_redact::names::sensitive("app/.env.example"), None);
/// ```
pub fn sensitive(path: &str) -> Option<SensitiveName> {
    let components: Vec<Cow<'_, str>> =
        path.split(['/', '\\']).map(normalised).filter(|component| !component.is_empty()).collect();
    let best = rule_of(&components).or_else(|| {
        let originals = copies::originals(components.last()?);
        let folder = &components[..components.len() - 1];
        originals.iter().find_map(|name| rule_of(&[folder, &[Cow::Borrowed(name.as_str())]].concat()))
    });
    best.map(|rule| SensitiveName { rule: RULES[rule].rule, reason: RULES[rule].reason })
}

/// The first rule that catches these components.
fn rule_of(components: &[Cow<'_, str>]) -> Option<usize> {
    let mut best: Option<usize> = None;
    for start in 0..components.len() {
        INDEX.candidates(&components[start], |rule, pattern| {
            if best.is_none_or(|found| rule < found)
                && pattern.matches(&components[start..])
                && !excepted(&RULES[rule], components)
            {
                best = Some(rule);
            }
        });
    }
    best
}

/// Names shorter than this, in bytes, hold no secret.
const SHORTEST_WITH_SECRET: usize = 16;

/// Tells whether a name in the path is itself a secret, such as a token in a file's name, and by which rule of
/// [`crate::text`].
///
/// ```
/// let path = format!("backup/ghp_{}.txt", "0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R");
/// assert_eq!(c2c_redact::names::secret(&path), Some("github-token"));
/// assert_eq!(c2c_redact::names::secret("src/2026-11-30-a-long-name-of-a-file.md"), None);
/// ```
pub fn secret(path: &str) -> Option<&'static str> {
    let names = path.split('/').filter(|name| name.len() >= SHORTEST_WITH_SECRET);
    names.filter_map(|name| crate::text::scan(name).first().map(|finding| finding.rule)).next()
}

/// A component as the most forgiving file system sees it.
fn normalised(component: &str) -> Cow<'_, str> {
    let stream = component.find(':').filter(|at| *at > 1);
    let trimmed = stream.map_or(component, |at| &component[..at]).trim_end_matches(['.', ' ']).trim_start_matches(' ');
    if trimmed.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return Cow::Borrowed(trimmed);
    }
    let folded: String = trimmed
        .chars()
        .filter(|character| !ignorable(*character))
        .flat_map(char::to_lowercase)
        .map(|character| if character == 'ſ' { 's' } else { character })
        .collect();
    Cow::Owned(folded)
}

/// Characters that HFS+ leaves out when it compares names, and other invisible ones.
fn ignorable(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ad}')
}

fn excepted(rule: &NameRule, components: &[Cow<'_, str>]) -> bool {
    rule.except.iter().any(|pattern| {
        let pattern = Pattern { components: pattern.split('/').collect() };
        let start = components.len().checked_sub(pattern.components.len());
        start.is_some_and(|start| pattern.matches(&components[start..]))
    })
}

/// One pattern, taken apart.
#[derive(Debug)]
struct Pattern {
    components: Vec<&'static str>,
}

impl Pattern {
    fn matches(&self, components: &[Cow<'_, str>]) -> bool {
        self.components.len() <= components.len()
            && self.components.iter().zip(components).all(|(pattern, component)| glob(pattern, component))
    }
}

/// Patterns by what their first component looks like, so that a path is compared with few of them.
#[derive(Debug, Default)]
struct Index {
    exact: HashMap<&'static str, Vec<(usize, Pattern)>>,
    extension: HashMap<&'static str, Vec<(usize, Pattern)>>,
    prefix: HashMap<u8, Vec<(usize, Pattern)>>,
    other: Vec<(usize, Pattern)>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::default();
    for (rule, row) in RULES.iter().enumerate() {
        for pattern in row.patterns {
            index.add(rule, pattern);
        }
    }
    index
});

impl Index {
    fn add(&mut self, rule: usize, pattern: &'static str) {
        let components: Vec<&'static str> = pattern.split('/').collect();
        let first = components[0];
        let entry = (rule, Pattern { components });
        if !first.contains('*') {
            self.exact.entry(first).or_default().push(entry);
        } else if let Some(extension) = first.strip_prefix("*.").filter(|rest| !rest.contains(['*', '.'])) {
            self.extension.entry(extension).or_default().push(entry);
        } else if first.starts_with('*') {
            self.other.push(entry);
        } else {
            self.prefix.entry(first.as_bytes()[0]).or_default().push(entry);
        }
    }

    fn candidates(&self, component: &str, mut each: impl FnMut(usize, &Pattern)) {
        let extension = component.rsplit_once('.').map(|(_, extension)| extension);
        let groups = [
            self.exact.get(component),
            extension.and_then(|extension| self.extension.get(extension)),
            component.as_bytes().first().and_then(|first| self.prefix.get(first)),
            Some(&self.other),
        ];
        for (rule, pattern) in groups.into_iter().flatten().flatten() {
            each(*rule, pattern);
        }
    }
}

/// Compares a name with a pattern in which `*` stands for any run of characters.
fn glob(pattern: &str, name: &str) -> bool {
    let Some((head, mut pattern)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(mut rest) = name.strip_prefix(head) else {
        return false;
    };
    while let Some((piece, more)) = pattern.split_once('*') {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
        pattern = more;
    }
    rest.ends_with(pattern)
}
