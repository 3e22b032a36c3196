//! The line of a message that says most.

/// The first line of a message's first section; of another text its first line.
pub(crate) fn gist(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    let is_header = |line: &str| line == "[C2C]" || is_name(line);
    let first = lines.by_ref().find(|line| !line.is_empty()).unwrap_or_default();
    if first != "[C2C]" {
        return first;
    }
    lines.find(|line| !line.is_empty() && !is_header(line)).unwrap_or_default()
}

/// Whether a line begins with a name in capitals and a colon.
fn is_name(line: &str) -> bool {
    let Some((name, _)) = line.split_once(':') else { return false };
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_told_by_its_first_section() {
        let text = "[C2C]\nSTATE: PLAN\nTASK_ID: c2c_1\nITERATION: 1\n\nGOAL:\nKeep the theme between visits.\n";
        assert_eq!(gist(text), "Keep the theme between visits.");
        assert_eq!(gist("[C2C]\nSTATE: EXECUTING\nTASK_ID: c2c_1\nITERATION: 1\n"), "");
        assert_eq!(gist("\n You plan.\nMore"), "You plan.");
        assert_eq!(gist(""), "");
    }
}
