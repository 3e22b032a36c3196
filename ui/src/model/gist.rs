//! The line of a message that says most.

/// The line that says most of a message of this protocol state. A boot prompt is told by its beginning: the messages in
/// it are examples.
pub(crate) fn gist_of<'a>(state: &str, text: &'a str) -> &'a str {
    if state == "BOOT" {
        text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
    } else {
        gist(text)
    }
}

/// The first line of a message's first section, whatever stands before the message; of another text its first line.
fn gist(text: &str) -> &str {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_fence(line));
    let is_header = |line: &&str| is_name(line);
    let mut message = lines().skip_while(|line| *line != "[C2C]").skip(1).peekable();
    if message.peek().is_none() {
        return lines().next().unwrap_or_default();
    }
    message.find(|line| !is_header(line)).unwrap_or_default()
}

/// Whether a line only begins or ends a block of code, in which ChatGPT answers.
fn is_fence(line: &str) -> bool {
    line.strip_prefix("```").or_else(|| line.strip_prefix("~~~")).is_some_and(|rest| !rest.contains(' '))
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
    fn a_boot_prompt_is_told_by_its_beginning() {
        let text = "\nYou plan.\n\n[C2C]\nSTATE: PLAN\n\nGOAL:\n(what this iteration reaches)\n";
        assert_eq!(gist_of("BOOT", text), "You plan.");
        assert_eq!(gist_of("PLAN", text), "(what this iteration reaches)");
    }

    #[test]
    fn a_message_is_told_by_its_first_section() {
        let text = "[C2C]\nSTATE: PLAN\nTASK_ID: c2c_1\nITERATION: 1\n\nGOAL:\nKeep the theme between visits.\n";
        assert_eq!(gist(text), "Keep the theme between visits.");
        assert_eq!(gist("[C2C]\nSTATE: EXECUTING\nTASK_ID: c2c_1\nITERATION: 1\n"), "");
        assert_eq!(gist("\n You plan.\nMore"), "You plan.");
        assert_eq!(gist(""), "");
        let fenced = format!("Here it is:\n```text\n{text}```\n");
        assert_eq!(gist(&fenced), "Keep the theme between visits.");
        assert_eq!(gist("```\nlet x = 1;\n```"), "let x = 1;");
    }
}
