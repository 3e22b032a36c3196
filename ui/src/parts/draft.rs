//! Half-written texts, kept until they are sent or discarded: over other pages, over a reload, and while the window
//! is closed. What is only a way to look at something is kept as long as the window.

use leptos::prelude::*;

/// The prefix of the keys in the storage.
const PREFIX: &str = "c2c.draft.";

/// A text that is kept under a name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Draft {
    /// The text.
    pub(crate) text: RwSignal<String>,
    key: StoredValue<String>,
    lasts: Lasts,
}

/// How long a draft is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lasts {
    /// Until it is cleared.
    Always,
    /// As long as the window.
    Window,
}

impl Draft {
    /// The draft of this name, as it was left.
    pub(crate) fn new(name: &str) -> Self {
        Self::lasting(name, Lasts::Always)
    }

    /// What is gone with the window, as it was left.
    pub(crate) fn of_window(name: &str) -> Self {
        Self::lasting(name, Lasts::Window)
    }

    fn lasting(name: &str, lasts: Lasts) -> Self {
        let key = format!("{PREFIX}{name}");
        let kept = storage(lasts).and_then(|storage| storage.get_item(&key).ok().flatten());
        Self { text: RwSignal::new(kept.unwrap_or_default()), key: StoredValue::new(key), lasts }
    }

    /// Keeps a text.
    pub(crate) fn set(self, text: String) {
        self.key.with_value(|key| keep(self.lasts, key, &text));
        self.text.set(text);
    }

    /// Keeps the text that is there.
    pub(crate) fn keep(self) {
        self.key.with_value(|key| self.text.with_untracked(|text| keep(self.lasts, key, text)));
    }

    /// Forgets the text.
    pub(crate) fn clear(self) {
        // The page may be gone by the time an answer comes.
        if let Some(key) = self.key.try_get_value() {
            keep(self.lasts, &key, "");
        }
        self.text.try_set(String::new());
    }
}

fn keep(lasts: Lasts, key: &str, text: &str) {
    let Some(storage) = storage(lasts) else { return };
    // A text beyond the storage's size is kept in memory only.
    drop(if text.is_empty() { storage.remove_item(key) } else { storage.set_item(key, text) });
}

fn storage(lasts: Lasts) -> Option<web_sys::Storage> {
    let storage = match lasts {
        Lasts::Always => window().local_storage(),
        Lasts::Window => window().session_storage(),
    };
    storage.ok().flatten()
}
