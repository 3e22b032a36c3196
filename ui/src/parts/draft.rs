//! Half-written texts, kept until they are sent: in memory, and over a reload.

use leptos::prelude::*;

/// The prefix of the keys in the session's storage.
const PREFIX: &str = "c2c.draft.";

/// A text that is kept under a name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Draft {
    /// The text.
    pub(crate) text: RwSignal<String>,
    key: StoredValue<String>,
}

impl Draft {
    /// The draft of this name, as it was left.
    pub(crate) fn new(name: &str) -> Self {
        let key = format!("{PREFIX}{name}");
        let kept = storage().and_then(|storage| storage.get_item(&key).ok().flatten());
        Self { text: RwSignal::new(kept.unwrap_or_default()), key: StoredValue::new(key) }
    }

    /// Keeps a text.
    pub(crate) fn set(self, text: String) {
        self.key.with_value(|key| keep(key, &text));
        self.text.set(text);
    }

    /// Keeps the text that is there.
    pub(crate) fn keep(self) {
        self.key.with_value(|key| self.text.with_untracked(|text| keep(key, text)));
    }

    /// Forgets the text.
    pub(crate) fn clear(self) {
        // The page may be gone by the time an answer comes.
        if let Some(key) = self.key.try_get_value() {
            keep(&key, "");
        }
        self.text.try_set(String::new());
    }
}

fn keep(key: &str, text: &str) {
    let Some(storage) = storage() else { return };
    // A text beyond the storage's size is kept in memory only.
    drop(if text.is_empty() { storage.remove_item(key) } else { storage.set_item(key, text) });
}

fn storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}
