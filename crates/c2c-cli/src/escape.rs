//! Untrusted text on a terminal: what could move the cursor, colour, or turn the reading direction is
//! shown as a sign instead of doing it.

/// `text` with control and direction characters made visible. Line ends and tabs stay.
pub(crate) fn shown(text: &str) -> String {
    text.chars().map(|character| if is_active(character) { '\u{fffd}' } else { character }).collect()
}

/// As [`shown`], on one line: line ends and tabs become spaces, and a long text is cut.
pub(crate) fn one_line(text: &str, most: usize) -> String {
    let mut line: String = shown(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((cut, _)) = line.char_indices().nth(most) {
        line.truncate(cut);
        line.push('…');
    }
    line
}

fn is_active(character: char) -> bool {
    let stays = matches!(character, '\n' | '\t');
    (character.is_control() && !stays)
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escape_sequence_does_not_reach_the_terminal() {
        assert_eq!(shown("a\x1b[31mb\r\u{9b}2Jc\u{7}"), "a\u{fffd}[31mb\u{fffd}\u{fffd}2Jc\u{fffd}");
        assert_eq!(shown("x\u{202e}y\u{2066}z"), "x\u{fffd}y\u{fffd}z");
    }

    #[test]
    fn ordinary_text_stays() {
        assert_eq!(shown("Zeile\n\tдва ✓ 🎉"), "Zeile\n\tдва ✓ 🎉");
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        assert_eq!(one_line("äöü\n  äöü", 7), "äöü äöü");
        assert_eq!(one_line("äöü\n  äöü", 6), "äöü äö…");
    }
}
