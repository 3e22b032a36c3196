//! An error as the window says it.

use c2c_ipc::ErrorShape;
use c2c_ipc::words::{Language, WindowWord, Word as _, kind, refusal, tool_error};

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

impl Shown {
    /// What is wrong and what can be done, one after the other.
    pub(crate) fn sentences(&self, language: Language) -> String {
        let first = WindowWord::Sentences.with(language, &[("first", &self.title)]);
        format!("{first}{}", self.hint).trim_end().to_owned()
    }
}

/// An error in the window's words; in the engine's where the window has none.
pub(crate) fn shown(error: &ErrorShape, language: Language) -> Shown {
    let own = |language: Language| match error.reason.as_deref().and_then(refusal) {
        Some((title, hint)) => Some((title.text(language), hint.text(language))),
        None => kind(&error.code)
            .map(|(title, hint)| (title.text(language), hint.text(language)))
            .or_else(|| tool_error(&error.code).map(|(title, hint)| (title.text(language), hint.text(language)))),
    };
    let (title, hint) = match own(language) {
        Some((title, hint)) => (title.to_owned(), hint.to_owned()),
        None => (visible(&error.message), String::new()),
    };
    let details = std::iter::once(&error.message).chain(&error.causes).map(|line| visible(line)).collect();
    // The engine's words are English: what they say is said in another language too.
    let (english_title, english_hint) = own(Language::English).unwrap_or_default();
    let details = unsaid(&[&title, &hint, english_title, english_hint], details);
    Shown { title, hint, details }
}

/// What the lines say that is new: neither what was said already, nor what a line before says. Nothing is said twice,
/// whoever words it: a full stop, spaces and the case of letters do not count. Of a line that begins with what was said
/// and a colon, the rest is left; sentences that were said are left out.
pub(crate) fn unsaid(said: &[&str], lines: Vec<String>) -> Vec<String> {
    let mut heard: Vec<String> = said.iter().flat_map(|text| sentences(text).chain([*text])).map(gist).collect();
    let mut new = Vec::new();
    for line in lines {
        let whole = gist(&line);
        let rest = line.split_once(": ").filter(|(first, _)| heard.contains(&gist(first))).map(|(_, rest)| rest);
        let left: Vec<&str> = sentences(rest.unwrap_or(&line)).filter(|one| !heard.contains(&gist(one))).collect();
        let is_new = !whole.is_empty() && !heard.contains(&whole) && !left.is_empty();
        heard.push(whole);
        if is_new {
            new.push(left.join(" "));
        }
    }
    new
}

/// A text's sentences, each with its end. Where a stop is none of a sentence nothing is lost: they are only compared.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(". ").map(str::trim).filter(|one| !one.is_empty())
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
    fn sentences_end_as_their_language_ends_them() {
        let too_long = error("user", Some("goal_too_long"));
        let chinese = shown(&too_long, Language::Chinese).sentences(Language::Chinese);
        assert!(chinese.starts_with("目标过长。最多 65,536 字节") && !chinese.contains('.'), "{chinese}");
        let english = shown(&too_long, Language::English).sentences(Language::English);
        assert!(english.starts_with("The goal is too long. It may have 65,536 bytes at most."), "{english}");
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
        // A sentence of it neither, in whichever language.
        let unfit = ErrorShape {
            message: "This is not the answer that is awaited: there is no message in it. Nothing was taken.".to_owned(),
            causes: Vec::new(),
            ..error("user", Some("reply_unfit"))
        };
        for language in Language::ALL {
            assert_eq!(shown(&unfit, language).details, ["there is no message in it."]);
        }
        assert_eq!(unsaid(&[], vec!["See e.g. this. Or: that.".to_owned()]), ["See e.g. this. Or: that."]);
    }
}
