//! Cutting a text to a number of bytes, at a border between words, with a visible mark.

/// Stands where something was cut.
pub(crate) const MARK: char = '…';

/// How far back from the limit a border between words is looked for, in bytes. Scripts that write
/// no spaces are cut between characters.
const BORDER_SEARCH: usize = 48;

/// Whether something had to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The text is whole.
    Whole,
    /// It is cut.
    Cut,
}

/// The beginning of `text` in at most `limit` bytes, with the mark after it when something is gone.
/// A limit below the mark's own three bytes gives an empty text.
pub(crate) fn keep_start(text: &str, limit: usize) -> (String, Cut) {
    if text.len() <= limit {
        return (text.to_owned(), Cut::Whole);
    }
    let Some(room) = limit.checked_sub(MARK.len_utf8()) else {
        return (String::new(), Cut::Cut);
    };
    let hard = character_border(text, room);
    // A border right at the limit is one too: the word before it is whole.
    let at_border = text[hard..].starts_with(char::is_whitespace);
    let soft = text[..hard].rfind(char::is_whitespace).filter(|&at| hard - at <= BORDER_SEARCH);
    let end = if at_border { hard } else { soft.unwrap_or(hard) };
    let kept = text[..end].trim_end();
    let mut cut = String::with_capacity(kept.len() + MARK.len_utf8());
    cut.push_str(kept);
    cut.push(MARK);
    (cut, Cut::Cut)
}

/// The beginning of `text` in at most `limit` characters, cut in the same way.
pub(crate) fn characters(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        // The mark is three bytes and one character: room for it is made in characters.
        Some(_) => {
            let room: usize = text.chars().take(limit.saturating_sub(1)).map(char::len_utf8).sum();
            keep_start(text, room + MARK.len_utf8()).0
        }
        None => text.to_owned(),
    }
}

/// The last of `items` in at most `limit` bytes when each is written as a line with `- `: the oldest
/// go first, and a line with the mark alone stands for them. The newest stays, cut if it must be.
pub(crate) fn keep_newest(items: &[String], limit: usize) -> (Vec<String>, Cut) {
    if list_bytes(items) <= limit {
        return (items.to_vec(), Cut::Whole);
    }
    let mark = MARK.to_string();
    let mut room = limit.saturating_sub(line_bytes(&mark));
    let mut kept = Vec::new();
    for item in items.iter().rev() {
        let needed = line_bytes(item) + 1;
        if needed > room {
            break;
        }
        room -= needed;
        kept.push(item.clone());
    }
    if kept.is_empty()
        && let Some(newest) = items.last()
    {
        kept.push(keep_start(newest, room.saturating_sub(line_bytes("") + 1)).0);
    }
    kept.retain(|item| !item.is_empty());
    kept.push(mark);
    kept.reverse();
    (kept, Cut::Cut)
}

/// Bytes of a list whose items are written as lines with `- `.
pub(crate) fn list_bytes(items: &[String]) -> usize {
    items.iter().map(|item| line_bytes(item) + 1).sum::<usize>().saturating_sub(1)
}

fn line_bytes(item: &str) -> usize {
    "- ".len() + item.len()
}

/// The last border between characters at or before `at` that does not part a character from the
/// marks that belong to it.
fn character_border(text: &str, at: usize) -> usize {
    let mut end = at.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    while let (Some(before), Some(after)) = (text[..end].chars().next_back(), text[end..].chars().next()) {
        if !joins(after) && before != '\u{200D}' {
            break;
        }
        end -= before.len_utf8();
    }
    end
}

/// Whether a character belongs to the one before it.
fn joins(character: char) -> bool {
    matches!(character,
        '\u{0300}'..='\u{036F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{20D0}'..='\u{20FF}' | '\u{200D}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}')
}

#[cfg(test)]
mod tests;
