//! Comparing what the composer holds with what was meant.
//!
//! The page's editor turns lines into paragraphs and may drop blank ones, keeps runs of spaces with
//! no-break spaces, and leaves breaks at the end. So texts are compared in a canonical form:
//!
//! 1. every kind of line end (CR, CRLF, U+0085, U+2028, U+2029) is a line feed;
//! 2. a no-break space (U+00A0, U+202F) is a space, a tab is a space;
//! 3. U+200B, U+2060, U+FEFF and U+FFFC are not there: the page puts them where nothing is;
//!    joiners (U+200C, U+200D), variation selectors and direction marks stay, they are text;
//! 4. spaces at the end of a line are not there;
//! 5. blank lines are not there.
//!
//! Everything else counts, letter for letter; nothing is composed or decomposed. Two texts that
//! differ in a visible character, in the spaces within or before a line, or in where a line ends are
//! never the same.

use crate::find::Composer as ComposerBox;
use crate::names::{self, Meaning};
use crate::read::{Skip, assemble};
use crate::tree::{Role, Tree};

/// The canonical form of `text`.
#[must_use]
pub fn canonical(text: &str) -> String {
    let mut lines = vec![String::new()];
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => lines.push(String::new()),
            '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{fffc}' => {}
            other => {
                if let Some(line) = lines.last_mut() {
                    line.push(if matches!(other, '\u{a0}' | '\u{202f}' | '\t') { ' ' } else { other });
                }
            }
        }
    }
    let kept: Vec<&str> = lines.iter().map(|line| line.trim_end_matches(' ')).filter(|line| !line.is_empty()).collect();
    kept.join("\n")
}

/// Whether two texts have one canonical form.
#[must_use]
pub fn is_same(one: &str, other: &str) -> bool {
    canonical(one) == canonical(other)
}

/// `text` without the connector's mention at its beginning, in canonical form if it had one.
#[must_use]
pub fn without_mention(text: &str, mention: Option<&str>) -> String {
    let Some(mention) = mention.map(str::trim).filter(|mention| !mention.is_empty()) else { return text.to_owned() };
    let canonical = canonical(text);
    let start = canonical.trim_start();
    let start = start.strip_prefix('@').unwrap_or(start);
    let rest = start.strip_prefix(mention);
    // The name must end there: `Demo` is no mention of `Demonstration`.
    match rest.filter(|rest| !rest.starts_with(char::is_alphanumeric)) {
        Some(rest) => rest.trim_start().to_owned(),
        None => text.to_owned(),
    }
}

/// What the composer holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Content {
    /// Its text, without chips.
    pub text: String,
    /// The chips in it: mentions of connectors, by what they show.
    pub chips: Vec<String>,
    /// Attachments: files, and pasted text that the page made a file of.
    pub attachments: Vec<String>,
}

/// Reads the composer. What an empty one shows in grey is not its content.
#[must_use]
pub fn content(tree: &Tree, composer: &ComposerBox) -> Content {
    let text_box = tree.node(composer.text_box);
    let mut text = assemble(tree, tree.descendants(composer.text_box), Skip::ControlsAndChips);
    if text.is_empty() {
        text.clone_from(&text_box.value);
    }
    let placeholder = text_box.attribute("placeholder");
    let line = canonical(&text);
    let known = [Meaning::Placeholder, Meaning::Composer, Meaning::ProjectComposer, Meaning::WorkComposer];
    if (!placeholder.is_empty() && is_same(&line, placeholder))
        || (!line.contains('\n') && names::is_any(&known, &line))
    {
        text.clear();
    }
    let chip = |id| {
        let node = tree.node(id);
        let is_chip = node.role == Role::Link || node.has_class("mention");
        let inside_another =
            tree.ancestors(id).any(|parent| parent > composer.text_box && tree.node(parent).has_class("mention"));
        let texts = || tree.subtree(id).map(|id| tree.node(id).label()).find(|label| !label.is_empty());
        (is_chip && !inside_another).then(|| texts().unwrap_or("").to_owned())
    };
    let remove = [Meaning::RemoveFile, Meaning::RemovePastedText];
    let surface = tree.descendants(composer.surface).map(|id| tree.node(id));
    let attachments = surface.filter(|node| node.role == Role::Button && names::is_any(&remove, &node.name));
    Content {
        text,
        chips: tree.descendants(composer.text_box).filter_map(chip).collect(),
        attachments: attachments.map(|node| node.name.clone()).collect(),
    }
}

/// Whose text it is that the composer holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Composer {
    /// Nothing is in it.
    Empty,
    /// Exactly our own text, with the mention that belongs to it.
    Ours,
    /// The beginning of our own text, or only its mention: it is still being put in, or was cut.
    PartlyOurs {
        /// How many characters of the canonical form are there.
        characters: usize,
    },
    /// Our own text, and something that was added before or after it.
    Mixed {
        /// What was added, or how it begins, for telling the person. Untrusted.
        added: String,
    },
    /// Anything else. It is somebody's draft and stays as it is.
    Foreign {
        /// The beginning, for telling the person. Untrusted.
        excerpt: String,
    },
}

/// The longest excerpt of a foreign draft, in characters.
pub const EXCERPT_MAX: usize = 80;

/// Judges what the composer holds, given the text that was meant and the connector that is to be
/// mentioned before it.
#[must_use]
pub fn judge(content: &Content, intended: &str, mention: Option<&str>) -> Composer {
    let text = canonical(&content.text);
    let foreign = |text: &str| Composer::Foreign { excerpt: text.chars().take(EXCERPT_MAX).collect() };
    if let Some(attachment) = content.attachments.first() {
        return foreign(if text.is_empty() { attachment } else { &text });
    }
    let is_mention = |chip: &String| mention.is_some_and(|name| chip.trim().trim_start_matches('@') == name.trim());
    if let Some(chip) = content.chips.iter().find(|chip| !is_mention(chip)) {
        return foreign(chip);
    }
    let has_chip = !content.chips.is_empty();
    let rest = canonical(&without_mention(&text, mention.filter(|_| !has_chip)));
    let is_mentioned = mention.is_none() || has_chip || rest.len() < text.len();
    let intended = canonical(intended);
    if text.is_empty() && !has_chip {
        return Composer::Empty;
    }
    // A chip leaves a space before what follows it.
    let rest = if mention.is_some() && is_mentioned { rest.trim_start() } else { &rest };
    if rest == intended && is_mentioned {
        Composer::Ours
    } else if intended.starts_with(rest) {
        Composer::PartlyOurs { characters: rest.chars().count() }
    } else if let Some((before, after)) = rest.split_once(&intended) {
        let added = [before.trim(), after.trim()].join(" ");
        Composer::Mixed { added: added.trim().chars().take(EXCERPT_MAX).collect() }
    } else {
        foreign(&text)
    }
}

#[cfg(test)]
mod tests;
