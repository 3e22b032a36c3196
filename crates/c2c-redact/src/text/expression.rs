//! Expressions: compiled, with what is known of their matches.

use regex::bytes::{Regex, RegexBuilder};
use regex_syntax::hir::{Class, Hir, HirKind};

/// The longest match of an expression that is tried at each of its keywords, in bytes.
const SHORT: usize = 1024;

/// An expression, and how it is to be used.
#[derive(Debug)]
pub(super) struct Compiled {
    /// Anchored where `at_keywords` says so.
    pub(super) regex: Regex,
    /// Whether every match begins with a keyword and is short: then the expression is tried at its keywords only.
    pub(super) at_keywords: bool,
    /// The longest match in bytes, where there is one.
    pub(super) longest: Option<usize>,
    /// Whether a match may go over the end of a line.
    pub(super) crosses_lines: bool,
}

impl Compiled {
    /// Compiles an expression; `first` says whether all its matches begin with a keyword.
    pub(super) fn new(pattern: &str, first: bool) -> Result<Self, regex::Error> {
        let hir = regex_syntax::ParserBuilder::new().unicode(false).utf8(false).build().parse(pattern).ok();
        let longest = hir.as_ref().and_then(|hir| hir.properties().maximum_len());
        let at_keywords = first && longest.is_some_and(|longest| longest <= SHORT);
        Ok(Self {
            regex: if at_keywords { regex(&format!("^(?:{pattern})"))? } else { regex(pattern)? },
            at_keywords,
            longest,
            crosses_lines: hir.is_some_and(|hir| crosses_lines(&hir)),
        })
    }
}

/// An expression over bytes: letters, digits, blanks and words are those of ASCII, as in Gitleaks' own language.
pub(super) fn regex(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).unicode(false).build()
}

fn crosses_lines(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => false,
        HirKind::Literal(literal) => literal.0.contains(&b'\n'),
        HirKind::Class(Class::Bytes(class)) => {
            class.ranges().iter().any(|range| (range.start()..=range.end()).contains(&b'\n'))
        }
        HirKind::Class(Class::Unicode(class)) => {
            class.ranges().iter().any(|range| (range.start()..=range.end()).contains(&'\n'))
        }
        HirKind::Repetition(repetition) => crosses_lines(&repetition.sub),
        HirKind::Capture(capture) => crosses_lines(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(crosses_lines),
    }
}
