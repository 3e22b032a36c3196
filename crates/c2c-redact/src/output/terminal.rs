//! What a terminal would have shown: without colours, titles and overwritten progress.

/// Takes out escape sequences and control characters, and keeps of each line what stood there last.
pub(super) fn plain(text: &str) -> String {
    let bare = without_sequences(text);
    let mut plain = String::with_capacity(bare.len());
    for line in bare.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        // Progress is written over itself: of what stands between carriage returns the last that shows anything stays.
        let shown = line.rsplit('\r').find(|part| !part.trim().is_empty()).unwrap_or_default();
        push_typed(&mut plain, shown);
        plain.push_str(end);
    }
    plain
}

/// Applies backspaces and leaves out what cannot be seen.
fn push_typed(plain: &mut String, line: &str) {
    let start = plain.len();
    for character in line.chars() {
        match character {
            '\u{8}' if plain.len() > start => {
                plain.pop();
            }
            '\t' => plain.push('\t'),
            character if character.is_control() || is_invisible(character) => {}
            character => plain.push(character),
        }
    }
}

fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// Takes out CSI, OSC and the other string sequences, and two-character escapes.
fn without_sequences(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\u{1b}', '\u{9b}', '\u{9d}', '\u{90}']) {
        bare.push_str(&rest[..at]);
        rest = after_sequence(&rest[at..]);
    }
    bare.push_str(rest);
    bare
}

/// What follows the escape sequence that the text begins with.
fn after_sequence(text: &str) -> &str {
    let mut characters = text.chars();
    match characters.next() {
        Some('\u{9b}') => after_csi(characters.as_str()),
        Some('\u{9d}' | '\u{90}') => after_string(characters.as_str()),
        _ => match characters.next() {
            Some('[') => after_csi(characters.as_str()),
            Some(']' | 'P' | 'X' | '^' | '_') => after_string(characters.as_str()),
            Some('\u{20}'..='\u{2f}') => {
                let rest =
                    characters.as_str().trim_start_matches(|character| ('\u{20}'..='\u{2f}').contains(&character));
                skip_one(rest, |character| ('\u{30}'..='\u{7e}').contains(&character))
            }
            Some('\u{30}'..='\u{7e}') => characters.as_str(),
            // A lone escape: only itself goes.
            _ => &text[1..],
        },
    }
}

fn after_csi(text: &str) -> &str {
    let rest = text.trim_start_matches(|character| ('\u{20}'..='\u{3f}').contains(&character));
    skip_one(rest, |character| ('\u{40}'..='\u{7e}').contains(&character))
}

/// A string ends with BEL or ST. One that never ends, or not on its line, was none: only its introducer goes.
fn after_string(text: &str) -> &str {
    match text.find(['\u{7}', '\u{1b}', '\u{9c}', '\n']) {
        Some(at) if text[at..].starts_with("\u{1b}\\") => &text[at + 2..],
        Some(at) if text[at..].starts_with(['\u{7}', '\u{9c}']) => skip_one(&text[at..], |_| true),
        _ => text,
    }
}

fn skip_one(text: &str, wanted: impl Fn(char) -> bool) -> &str {
    let mut characters = text.chars();
    match characters.next() {
        Some(character) if wanted(character) => characters.as_str(),
        _ => text,
    }
}
