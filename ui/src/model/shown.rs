//! An error as the window says it.

use c2c_ipc::ErrorShape;
use c2c_ipc::words::{Language, Word as _, kind, refusal};

use super::text::visible;

/// An error in the window's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shown {
    /// What is wrong.
    pub(crate) title: String,
    /// What can be done.
    pub(crate) hint: String,
    /// The engine's own words, which name the thing. Untrusted.
    pub(crate) details: Vec<String>,
}

/// An error in the window's words; in the engine's where the window has none.
pub(crate) fn shown(error: &ErrorShape, language: Language) -> Shown {
    let details = || {
        let mut details = vec![visible(&error.message)];
        details.extend(error.causes.iter().map(|cause| visible(cause)));
        details
    };
    if let Some((title, hint)) = error.reason.as_deref().and_then(refusal) {
        return Shown {
            title: title.text(language).to_owned(),
            hint: hint.text(language).to_owned(),
            details: details(),
        };
    }
    let known =
        kind(&error.code).map(|(title, hint)| (title.text(language).to_owned(), hint.text(language).to_owned()));
    let (title, hint) = known.unwrap_or_else(|| (visible(&error.message), String::new()));
    Shown { title, hint, details: details() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(code: &str, reason: Option<&str>) -> ErrorShape {
        ErrorShape {
            code: code.to_owned(),
            reason: reason.map(str::to_owned),
            message: "`/x` is no repository".to_owned(),
            causes: vec!["a\u{202e}b".to_owned()],
            hints: vec!["run `git init`".to_owned()],
        }
    }

    #[test]
    fn a_known_reason_is_said_in_the_windows_words() {
        let shown = shown(&error("user", Some("not_a_repository")), Language::English);
        assert_eq!(shown.title, "This folder is in no git repository");
        assert_eq!(shown.details, ["`/x` is no repository", "a[U+202E]b"]);
    }

    #[test]
    fn an_unknown_reason_is_said_by_its_kind_and_an_unknown_kind_in_the_engines_words() {
        assert_eq!(
            shown(&error("conflict", Some("new")), Language::English).title,
            "This does not fit what goes on now"
        );
        assert_eq!(shown(&error("new", None), Language::English).title, "`/x` is no repository");
    }
}
