//! What stands around the words of a line: quotes, headings, emphasis, list marks, emoji.
//!
//! ```text
//! line       = *( space / quote / hashes / emphasis / mark / code / symbol / pipe ) words *( … )
//! mark       = bullet space | number ( "." / ")" / "、" / "．" ) | "(" number ")" | circled | keycap
//! ```

/// How an item of a list begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// With a dot, dash or the like.
    Bullet,
    /// With a number.
    Number,
}

/// What stood before the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Lead {
    /// How many `#`.
    pub(crate) hashes: usize,
    /// Whether there was emphasis: `*` or `_`.
    pub(crate) emphasis: bool,
    /// The last list mark.
    pub(crate) mark: Option<Mark>,
}

/// Bullets that count also without a space after them.
const TIGHT_BULLETS: [char; 9] = ['•', '▪', '◦', '‣', '●', '○', '■', '∙', '⁃'];
/// Bullets that count only with a space after them.
const LOOSE_BULLETS: [char; 7] = ['-', '*', '+', '–', '—', '·', '−'];

/// Removes decoration from both ends.
pub(crate) fn strip(line: &str) -> (Lead, &str) {
    let mut lead = Lead::default();
    let mut rest = line.trim_start();
    loop {
        let before = rest;
        if let Some((mark, after)) = mark(rest) {
            lead.mark = Some(mark);
            rest = after;
        } else if let Some(first) = rest.chars().next() {
            match first {
                '#' => lead.hashes += 1,
                '*' | '_' => lead.emphasis = true,
                _ if is_ornament(first) => {}
                _ => break,
            }
            rest = &rest[first.len_utf8()..];
        }
        rest = rest.trim_start();
        if rest.len() == before.len() {
            break;
        }
    }
    (lead, strip_end(rest))
}

/// Removes decoration from the end: emphasis, code, closing hashes, a hard break's backslash, symbols.
pub(crate) fn strip_end(line: &str) -> &str {
    line.trim_end_matches(|last: char| {
        last.is_whitespace() || matches!(last, '*' | '_' | '#' | '\\') || is_ornament(last)
    })
}

/// The list mark at the beginning of a text, and what follows it with its spaces removed.
pub(crate) fn mark(text: &str) -> Option<(Mark, &str)> {
    let text = text.strip_prefix('\\').filter(|rest| rest.starts_with(['-', '+', '*'])).unwrap_or(text);
    let first = text.chars().next()?;
    let after = &text[first.len_utf8()..];
    if TIGHT_BULLETS.contains(&first) {
        return Some((Mark::Bullet, after.trim_start()));
    }
    if LOOSE_BULLETS.contains(&first) {
        return (after.is_empty() || after.starts_with(' ')).then(|| (Mark::Bullet, after.trim_start()));
    }
    if matches!(first, '①'..='⑳' | '❶'..='❿' | '➀'..='➓') {
        return Some((Mark::Number, after.trim_start()));
    }
    if let Some(inner) = text.strip_prefix(['(', '（']) {
        let rest = digits(inner)?;
        return rest.strip_prefix([')', '）']).map(|rest| (Mark::Number, rest.trim_start()));
    }
    let rest = digits(text)?;
    if let Some(rest) = rest.strip_prefix("\u{FE0F}\u{20E3}").or_else(|| rest.strip_prefix('\u{20E3}')) {
        return Some((Mark::Number, rest.trim_start()));
    }
    let rest = rest.strip_prefix('\\').unwrap_or(rest);
    if let Some(rest) = rest.strip_prefix(['、', '．', '）']) {
        return Some((Mark::Number, rest.trim_start()));
    }
    let rest = rest.strip_prefix(['.', ')'])?;
    // `1.5 seconds` is no item, and neither is `2.x`.
    let tight = rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '.');
    (!tight || rest.starts_with(|next: char| next.is_ascii_uppercase())).then(|| (Mark::Number, rest.trim_start()))
}

/// What follows one to four digits at the beginning.
fn digits(text: &str) -> Option<&str> {
    let end = text.find(|next: char| !next.is_ascii_digit()).unwrap_or(text.len());
    (1..=4).contains(&end).then(|| &text[end..])
}

/// Signs that say nothing: quotes and quotation marks, code, strike-through, table bars, emoji.
fn is_ornament(character: char) -> bool {
    match character {
        '>' | '`' | '~' | '|' | '"' | '“' | '”' | '„' | '＞' => true,
        '［' | '］' | '【' | '】' | '（' | '）' | '：' | '…' => false,
        _ => !character.is_ascii() && !character.is_alphanumeric() && !character.is_whitespace(),
    }
}

#[cfg(test)]
mod tests;
