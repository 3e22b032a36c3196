//! The entry with which a Linux desktop starts a program at login, as text.

use std::path::Path;

/// Whether the desktop starts what the entry names.
pub(super) fn is_on(entry: &str) -> bool {
    let says = |key: &str, value: &str| {
        entry
            .lines()
            .filter_map(|line| line.split_once('='))
            .any(|(name, said)| name.trim() == key && said.trim().eq_ignore_ascii_case(value))
    };
    !says("Hidden", "true") && !says("X-GNOME-Autostart-enabled", "false")
}

/// What tells entries of different data folders apart, the same in every version of C2C: FNV-1a of the path.
pub(super) fn mark(root: &Path) -> u32 {
    let bytes = root.as_os_str().as_encoded_bytes();
    bytes.iter().fold(0x811c_9dc5, |mark: u32, byte| (mark ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// An argument as the plugin must be given it: it puts arguments as they are into a command line on Windows, and into
/// an XML file on macOS. What it writes on Linux is mended afterwards.
pub(super) fn as_the_plugin_takes(argument: &str) -> String {
    if cfg!(windows) && argument.contains(' ') {
        format!("\"{argument}\"")
    } else if cfg!(target_os = "macos") {
        argument.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
    } else {
        argument.to_owned()
    }
}

/// The entry with `program` and its arguments in it; none when they are there already.
pub(super) fn mended(entry: &str, program: &Path, arguments: &[String]) -> Option<String> {
    let words = std::iter::once(quoted(&program.to_string_lossy())).chain(arguments.iter().map(|word| quoted(word)));
    let wanted = format!("Exec={}", words.collect::<Vec<_>>().join(" "));
    let is_command = |line: &str| line.split_once('=').is_some_and(|(key, _)| key.trim() == "Exec");
    if entry.lines().find(|line| is_command(line)).is_none_or(|line| line == wanted) {
        return None;
    }
    let lines = entry.lines().map(|line| if is_command(line) { wanted.as_str() } else { line });
    Some(lines.collect::<Vec<_>>().join("\n") + "\n")
}

/// A word of a command as the Desktop Entry Specification has it: the quoting of arguments first, then that of
/// values.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+:@,".contains(letter);
    if word.chars().all(plain) {
        return word.to_owned();
    }
    let mut quoted = String::from("\"");
    for letter in word.chars() {
        match letter {
            // One for the argument, and each of them doubled for the value.
            '"' | '`' | '$' => quoted.extend(["\\\\", letter.encode_utf8(&mut [0; 4])]),
            '\\' => quoted.push_str("\\\\\\\\"),
            '%' => quoted.push_str("%%"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: &str = "[Desktop Entry]\nType=Application\nName=C2C\nExec=/old/c2c-app --hidden\nTerminal=false";

    fn hidden() -> Vec<String> {
        vec!["--hidden".to_owned()]
    }

    #[test]
    fn an_entry_names_a_data_folder_that_is_not_the_usual_one() {
        let arguments = ["--hidden", "--home", "/home/x/C2C data"].map(str::to_owned);
        let mended = mended(ENTRY, Path::new("/old/c2c-app"), &arguments).unwrap();
        assert!(mended.contains("\nExec=/old/c2c-app --hidden --home \"/home/x/C2C data\"\n"), "{mended}");
        assert_eq!(mark(Path::new("/a")), mark(Path::new("/a")));
        assert_ne!(mark(Path::new("/a")), mark(Path::new("/b")));
    }

    #[test]
    fn an_entry_that_names_another_program_is_mended() {
        let mended = mended(ENTRY, Path::new("/opt/C2C/c2c-app"), &hidden());
        let expected = "[Desktop Entry]\nType=Application\nName=C2C\nExec=/opt/C2C/c2c-app --hidden\nTerminal=false\n";
        assert_eq!(mended.as_deref(), Some(expected));
    }

    #[test]
    fn an_entry_that_is_right_or_no_entry_is_left_alone() {
        assert_eq!(mended(ENTRY, Path::new("/old/c2c-app"), &hidden()), None);
        assert_eq!(mended("[Desktop Entry]\nName=C2C", Path::new("/old/c2c-app"), &hidden()), None);
    }

    #[test]
    fn a_path_is_quoted_where_it_must_be() {
        for (path, expected) in [
            ("/opt/c2c/c2c-app", "/opt/c2c/c2c-app"),
            ("/home/x/My Programs/c2c-app", "\"/home/x/My Programs/c2c-app\""),
            ("/a$b`c\"d", "\"/a\\\\$b\\\\`c\\\\\"d\""),
            ("/a\\b 50%", "\"/a\\\\\\\\b 50%%\""),
        ] {
            assert_eq!(quoted(path), expected);
        }
    }

    #[test]
    fn an_entry_can_be_off() {
        assert!(is_on(ENTRY));
        assert!(!is_on(&format!("{ENTRY}\nHidden=true")));
        assert!(!is_on(&format!("{ENTRY}\nX-GNOME-Autostart-enabled=false")));
        assert!(is_on(&format!("{ENTRY}\nHidden=false")));
    }
}
