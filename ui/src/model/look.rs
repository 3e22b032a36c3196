//! What the preview is asked for.

use c2c_ipc::app::{ChangesMode, LookWhat};
use c2c_ipc::words::LookWord;

/// What was entered so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Form {
    /// What is looked at.
    pub(crate) kind: Kind,
    /// The file or folder; empty for the folder itself.
    pub(crate) path: String,
    /// What is compared, where it is not the tool's own choice.
    pub(crate) mode: Option<ChangesMode>,
    /// A branch, tag or commit.
    pub(crate) base: String,
    /// The older commit.
    pub(crate) from: String,
    /// The newer commit; empty for HEAD.
    pub(crate) to: String,
    /// The output; empty for the list of them.
    pub(crate) output: String,
    /// The text to look for.
    pub(crate) query: String,
}

/// What is looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A file or a folder.
    #[default]
    Path,
    /// What changed.
    Changes,
    /// What commands printed.
    Output,
    /// A search.
    Search,
}

impl Form {
    /// What is asked, or what is missing for it.
    pub(crate) fn what(&self) -> Result<LookWhat, LookWord> {
        Ok(match self.kind {
            Kind::Path => LookWhat::Path { path: given(&self.path).unwrap_or_else(|| ".".to_owned()) },
            Kind::Changes => {
                let (mut base, mut from, mut to) = (None, None, None);
                if self.mode == Some(ChangesMode::Base) {
                    base = Some(given(&self.base).ok_or(LookWord::NoBase)?);
                }
                if self.mode == Some(ChangesMode::Commits) {
                    from = Some(given(&self.from).ok_or(LookWord::NoOlder)?);
                    to = given(&self.to);
                }
                LookWhat::Changes { mode: self.mode, base, from, to, path: None }
            }
            Kind::Output => match given(&self.output) {
                Some(id) => LookWhat::Output { id },
                None => LookWhat::Outputs {},
            },
            Kind::Search if self.query.is_empty() => return Err(LookWord::NoQuery),
            Kind::Search => LookWhat::Search {
                query: self.query.clone(),
                regex: false,
                case_sensitive: false,
                path: None,
                glob: None,
                context: None,
            },
        })
    }
}

fn given(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_is_not_sent() {
        assert_eq!(Form::default().what(), Ok(LookWhat::Path { path: ".".to_owned() }));
        let changes = Form { kind: Kind::Changes, base: "main".to_owned(), ..Form::default() };
        let none = LookWhat::Changes { mode: None, base: None, from: None, to: None, path: None };
        assert_eq!(changes.what(), Ok(none), "a branch counts only where it is compared with");
        let output = Form { kind: Kind::Output, ..Form::default() };
        assert_eq!(output.what(), Ok(LookWhat::Outputs {}));
    }

    #[test]
    fn what_is_missing_is_named() {
        let mode = |mode| Form { kind: Kind::Changes, mode: Some(mode), ..Form::default() }.what();
        assert_eq!(mode(ChangesMode::Base), Err(LookWord::NoBase));
        assert_eq!(mode(ChangesMode::Commits), Err(LookWord::NoOlder));
        assert_eq!(Form { kind: Kind::Search, ..Form::default() }.what(), Err(LookWord::NoQuery));
    }
}
