//! Marks that ChatGPT's page puts into a text to point at a source.
//!
//! ```text
//! bracketed = "【" 1*64(not bracket) "†" *128(not bracket) "】"
//! private   = U+E200 *192(any) U+E201                        (pieces parted by U+E202)
//! bare      = ( "filecite" / "cite" ) 1*( "turn" digits letters digits *( letter / digit / "-" ) )
//! reference = ":chatgpt-content-reference{" … "}" / ":contentReference[" … "]" [ "{" … "}" ]
//! ```

/// How far a mark may reach, in bytes.
const REACH: usize = 192;

/// The length in bytes of the mark at the beginning of `text`.
pub(crate) fn width(text: &str) -> Option<usize> {
    match text.chars().next()? {
        '【' => bracketed(text),
        '\u{E200}' => private(text),
        // The pieces' borders mean nothing once the mark around them is gone.
        piece @ '\u{E201}'..='\u{E206}' => Some(piece.len_utf8()),
        'c' | 'f' => bare(text),
        ':' => reference(text),
        _ => None,
    }
}

fn bracketed(text: &str) -> Option<usize> {
    let open = '【'.len_utf8();
    let inside = within(&text[open..]);
    let end = inside.find(['】', '【']).filter(|&end| inside[end..].starts_with('】'))?;
    inside[..end].contains('†').then_some(open + end + '】'.len_utf8())
}

fn private(text: &str) -> Option<usize> {
    let open = '\u{E200}'.len_utf8();
    let inside = within(&text[open..]);
    let end = inside.find(['\u{E201}', '\u{E200}']).filter(|&end| inside[end..].starts_with('\u{E201}'));
    Some(end.map_or(open, |end| open + end + '\u{E201}'.len_utf8()))
}

fn bare(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("filecite").or_else(|| text.strip_prefix("cite"))?;
    let mut end = rest;
    let mut pieces = 0;
    while let Some(after) = turn(end) {
        end = after;
        pieces += 1;
    }
    (pieces > 0).then_some(text.len() - end.len())
}

/// What follows `turn0file1`, with a place such as `L3-L9` after it.
fn turn(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("turn")?;
    let rest = some(rest, |byte| byte.is_ascii_digit())?;
    let rest = some(rest, |byte| byte.is_ascii_lowercase())?;
    let mut rest = some(rest, |byte| byte.is_ascii_digit())?;
    while let Some(place) = rest.strip_prefix("-L").or_else(|| rest.strip_prefix('L')) {
        match some(place, |byte| byte.is_ascii_digit()) {
            Some(after) => rest = after,
            None => break,
        }
    }
    Some(rest)
}

/// What follows one or more bytes of a kind.
fn some(text: &str, is: fn(u8) -> bool) -> Option<&str> {
    let length = text.bytes().take_while(|byte| is(*byte)).count();
    (length > 0).then(|| &text[length..])
}

fn reference(text: &str) -> Option<usize> {
    if let Some(rest) = text.strip_prefix(":chatgpt-content-reference{") {
        let end = within(rest).find('}')?;
        return Some(text.len() - rest.len() + end + 1);
    }
    let rest = text.strip_prefix(":contentReference[")?;
    let end = within(rest).find(']')?;
    let mut after = &rest[end + 1..];
    if let Some(inner) = after.strip_prefix('{')
        && let Some(end) = within(inner).find('}')
    {
        after = &inner[end + 1..];
    }
    Some(text.len() - after.len())
}

/// The part of a text in which a mark must end.
fn within(text: &str) -> &str {
    let mut end = text.len().min(REACH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
