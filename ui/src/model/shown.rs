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
    let own = match error.reason.as_deref().and_then(refusal) {
        Some((title, hint)) => Some((title.text(language), hint.text(language))),
        None => kind(&error.code).map(|(title, hint)| (title.text(language), hint.text(language))),
    };
    let (title, hint) = match own {
        Some((title, hint)) => (title.to_owned(), hint.to_owned()),
        None => (visible(&error.message), String::new()),
    };
    let details = std::iter::once(&error.message).chain(&error.causes).map(|line| visible(line)).collect();
    let details = unsaid(&[&title, &hint], details);
    Shown { title, hint, details }
}

/// The lines that say something new: neither what was said already, nor what a line before says. Nothing is said
/// twice, whoever words it: a full stop, spaces and the case of letters do not count.
pub(crate) fn unsaid(said: &[&str], lines: Vec<String>) -> Vec<String> {
    let mut heard: Vec<String> = said.iter().map(|text| gist(text)).collect();
    lines
        .into_iter()
        .filter(|line| {
            let gist = gist(line);
            let is_new = !gist.is_empty() && !heard.contains(&gist);
            heard.push(gist);
            is_new
        })
        .collect()
}

/// A text without what does not count.
fn gist(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    words.trim_end_matches(['.', '。', '!', '！']).to_owned()
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
        let said = shown(&error("new", None), Language::English);
        assert_eq!((said.title.as_str(), said.details), ("`/x` is no repository", vec!["a[U+202E]b".to_owned()]));
    }

    #[test]
    fn nothing_is_said_twice() {
        let twice = ErrorShape {
            message: "This folder is in no  git repository.".to_owned(),
            causes: ["fatal", "Fatal.", "", "Choose a repository, or make this one with git init"]
                .map(Into::into)
                .into(),
            ..error("user", Some("not_a_repository"))
        };
        assert_eq!(shown(&twice, Language::English).details, ["fatal"]);
        assert_eq!(unsaid(&[], vec!["a".to_owned(), "b".to_owned()]), ["a", "b"]);
    }
}
