//! Making labels comparable: letter case, spaces, typographic marks, the closing colon.

/// The form in which labels are compared: lower case, one space for any run of spaces, straight
/// quotation marks, three points for an ellipsis, nothing invisible, no colon at the end.
#[must_use]
pub fn fold(label: &str) -> String {
    let mut folded = String::with_capacity(label.len());
    for character in label.chars() {
        match character {
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fffc}' => {}
            '\u{2018}' | '\u{2019}' => folded.push('\''),
            '\u{201c}' | '\u{201d}' => folded.push('"'),
            '\u{2026}' => folded.push_str("..."),
            space if space.is_whitespace() => {
                if !folded.is_empty() && !folded.ends_with(' ') {
                    folded.push(' ');
                }
            }
            other => folded.extend(other.to_lowercase()),
        }
    }
    folded.truncate(folded.trim_end_matches([' ', ':', '：']).len());
    folded
}

const UNITS: &[&str] = &[
    "", "s", "m", "h", "sec", "min", "second", "seconds", "minute", "minutes", "hour", "hours", "秒", "分", "分钟",
    "分鐘", "小时", "時間",
];

/// Whether folded text is a number or a length of time: numbers, each with a unit or none.
pub(super) fn is_time(text: &str) -> bool {
    let has_digit = text.contains(|character: char| character.is_ascii_digit());
    let mut units = text.split(|character: char| character.is_ascii_digit() || matches!(character, ' ' | '.' | ','));
    has_digit && units.all(|unit| UNITS.contains(&unit))
}
