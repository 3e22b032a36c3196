//! The keys that give commands: what they are called on a system, and which key makes a command of another one.

/// What the app calls macOS.
const MACOS: &str = "macos";

/// A command that has keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keys {
    /// Sends what was written.
    Send,
    /// Shows the page for a new task.
    NewTask,
    /// Shows the settings.
    Settings,
    /// Ends C2C.
    Quit,
    /// Leaves a field, or the page.
    Leave,
}

/// What the keys of a command are called on a system, as its own programs write them.
pub(crate) fn name(keys: Keys, system: &str) -> &'static str {
    let (mac, other) = match keys {
        Keys::Send => ("⌘↩", "Ctrl+Enter"),
        Keys::NewTask => ("⌘N", "Ctrl+N"),
        Keys::Settings => ("⌘,", "Ctrl+,"),
        Keys::Quit => ("⌘Q", "Ctrl+Q"),
        Keys::Leave => ("⎋", "Esc"),
    };
    if system == MACOS { mac } else { other }
}

/// The modifiers that are held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Held {
    /// Control.
    pub(crate) control: bool,
    /// Command, or the key with the system's sign.
    pub(crate) meta: bool,
}

/// Whether what is held makes a command of another key: Command on macOS, Control elsewhere.
pub(crate) fn commands(held: Held, system: &str) -> bool {
    if system == MACOS { held.meta } else { held.control }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_named_as_the_system_does() {
        assert_eq!(
            [Keys::Send, Keys::NewTask, Keys::Settings, Keys::Leave].map(|keys| name(keys, "macos")),
            ["⌘↩", "⌘N", "⌘,", "⎋"]
        );
        assert_eq!(name(Keys::Send, "linux"), "Ctrl+Enter");
        assert_eq!(name(Keys::Send, "windows"), "Ctrl+Enter");
    }

    #[test]
    fn the_key_for_commands_is_the_systems() {
        let (control, meta) = (Held { control: true, meta: false }, Held { control: false, meta: true });
        assert!(commands(meta, "macos") && !commands(control, "macos"));
        assert!(commands(control, "linux") && !commands(meta, "linux"));
    }
}
