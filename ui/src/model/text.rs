//! Untrusted text, made safe to look at: what hides or turns text is written out.

use std::fmt::Write as _;

/// The text with control characters, and those that hide or turn text, written out. Line feeds and tabs stay.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            // Half of a line's end.
            '\r' if signs.peek() == Some(&'\n') => {}
            '\n' | '\t' => shown.push(sign),
            '\0'..='\u{1f}' => shown.extend(char::from_u32(0x2400 + sign as u32)),
            '\u{7f}' => shown.push('\u{2421}'),
            _ if hides(sign) => {
                // Writing to a text does not fail.
                let _ = write!(shown, "[U+{:04X}]", sign as u32);
            }
            _ => shown.push(sign),
        }
    }
    shown
}

/// The text on one line.
pub(crate) fn one_line(text: &str) -> String {
    visible(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A number with its thousands parted, as both languages write it.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Controls, directions, invisible marks and tags. The joiners that scripts need are none of them.
fn hides(sign: char) -> bool {
    matches!(
        sign,
        '\u{80}'..='\u{9f}'
            | '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turns_or_hides_text_is_written_out() {
        assert_eq!(visible("a\u{202e}b"), "a[U+202E]b");
        assert_eq!(visible("a\u{0}\u{1b}[31m\u{7f}"), "a␀␛[31m␡");
        assert_eq!(visible("x\u{200b}y\u{e0041}"), "x[U+200B]y[U+E0041]");
    }

    #[test]
    fn what_scripts_need_stays() {
        for text in ["क्\u{200d}ष", "نمی\u{200c}خواهم", "中文\tx\ny", "👩\u{200d}💻"] {
            assert_eq!(visible(text), text);
        }
        assert_eq!(visible("a\r\nb\rc"), "a\nb␍c");
    }

    #[test]
    fn thousands_are_parted() {
        for (number, text) in [(0, "0"), (999, "999"), (1_023, "1,023"), (65_536, "65,536"), (12_345_678, "12,345,678")]
        {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn one_line_has_no_breaks() {
        assert_eq!(one_line(" a\n\n b\tc "), "a b c");
    }
}
