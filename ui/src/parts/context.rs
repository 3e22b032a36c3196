//! What every part can reach: the language, the page, the clock, and the line that is read aloud.

use c2c_ipc::app::{AppView, Page};
use c2c_ipc::words::{Language, Word};
use leptos::prelude::*;

/// What every part can reach.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context {
    /// The language in use.
    pub(crate) language: RwSignal<Language>,
    /// What the engine told of the app; none until it did.
    pub(crate) app: RwSignal<Option<AppView>>,
    /// The page that is shown.
    pub(crate) page: RwSignal<Page>,
    /// Now, in milliseconds since 1970-01-01 UTC; moves on every few seconds.
    pub(crate) now: RwSignal<f64>,
    /// Counts the events that something changed.
    pub(crate) changed: RwSignal<u32>,
    /// Whether it is asked whether C2C should end.
    pub(crate) quits: RwSignal<bool>,
    /// What a screen reader reads aloud.
    pub(crate) said: RwSignal<String>,
}

impl Context {
    /// Reads a text aloud.
    pub(crate) fn say(self, text: &str) {
        // The same text again is read again only when it changes.
        let again = self.said.try_with_untracked(|said| said == text).unwrap_or(false);
        let text = if again { format!("{text}\u{a0}") } else { text.to_owned() };
        self.said.try_set(text);
    }

    /// A word in the language in use, without following it.
    pub(crate) fn word<W: Word>(self, word: W) -> &'static str {
        word.text(self.language.get_untracked())
    }

    /// Shows another page.
    pub(crate) fn go(page: &Page) {
        // The address is a hash; setting it cannot fail for a text without line feeds.
        drop(window().location().set_hash(&page.to_string()));
    }
}

/// The context.
pub(crate) fn context() -> Context {
    expect_context::<Context>()
}

/// A word, in the language in use.
pub(crate) fn t<W: Word + Send + Sync>(word: W) -> impl Fn() -> &'static str + Copy + Send + Sync + 'static {
    let language = context().language;
    move || word.text(language.get())
}
