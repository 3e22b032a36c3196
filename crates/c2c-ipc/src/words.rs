//! The one catalogue of words that a person reads in the app: tray, window, notifications' buttons.
//!
//! Every entry has all languages, which the compiler sees to; a test sees to it that they name the same
//! fields. A field stands in braces: `{workspace}`.

mod coded;
mod fault;
mod look;
mod notice;
mod pause;
mod refusal;
mod session;
mod settings;
mod task;
mod tray;
mod window;

pub use fault::{FAULT_CODES, FaultHint, FaultWord, fault};
pub use look::{LookWord, TOOL_CODES, ToolHint, ToolWord, tool_error};
pub use notice::{NoticeButton, NoticeWord};
pub use pause::{PAUSE_CODES, PauseHint, PauseWord, pause};
pub use refusal::{KIND_CODES, KindHint, KindWord, REFUSAL_CODES, RefusalHint, RefusalWord, kind, refusal};
pub use session::SessionWord;
pub use settings::SettingWord;
pub use task::{TaskWord, TemplateWord};
pub use tray::TrayWord;
pub use window::{ListWord, StateWord, WindowWord};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A language of the app.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    Chinese,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// The language for a locale's name, such as `zh_CN.UTF-8`, `zh-Hans` or `de`: English where C2C has none.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("zh") { Self::Chinese } else { Self::English }
    }

    /// The name as in a page's `lang`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-CN",
        }
    }
}

/// A part of the catalogue: an enum of words, each with a text in every language.
pub trait Word: Copy + 'static {
    /// Every word of this part.
    const ALL: &'static [Self];

    /// The text, with its fields as they stand.
    fn text(self, language: Language) -> &'static str;

    /// The text with its fields filled in. A value is put in as it is; braces in it mean nothing.
    fn with(self, language: Language, fields: &[(&str, &str)]) -> String {
        fill(self.text(language), fields)
    }
}

fn fill(text: &str, fields: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            filled.push('{');
            rest = after;
            continue;
        };
        let value = fields.iter().find(|(field, _)| *field == name);
        filled.push_str(value.map_or(name, |(_, value)| value));
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// Declares a part of the catalogue: `Name => "English", "Chinese";` for each word.
macro_rules! words {
    ($(#[$doc:meta])* $part:ident { $($name:ident => $english:literal, $chinese:literal;)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each word's text says what it is")]
        pub enum $part {
            $($name,)+
        }

        impl $crate::words::Word for $part {
            const ALL: &'static [Self] = &[$(Self::$name,)+];

            fn text(self, language: $crate::words::Language) -> &'static str {
                match (self, language) {
                    $(
                        (Self::$name, $crate::words::Language::English) => $english,
                        (Self::$name, $crate::words::Language::Chinese) => $chinese,
                    )+
                }
            }
        }
    };
}
pub(crate) use words;

#[cfg(test)]
mod tests;
