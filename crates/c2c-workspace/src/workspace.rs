//! One workspace as the tools see it: its id, its root, and the rules in force.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::git::Git;
use crate::policy::{Policy, ignore_text};
use crate::root::{Root, RootError};
use crate::tool_error::ToolError;

/// An open workspace. Made once and shared by all calls.
#[derive(Debug)]
pub struct Workspace {
    id: String,
    root: Root,
    policy: Mutex<Option<Arc<Policy>>>,
    git: Option<Arc<Git>>,
}

impl Workspace {
    /// Opens the root. `id` is what stands in `c2c://<id>/…` addresses.
    ///
    /// # Errors
    /// See [`RootError`].
    pub fn open(id: &str, path: &Path) -> Result<Self, RootError> {
        Ok(Self { id: id.to_owned(), root: Root::open(path)?, policy: Mutex::new(None), git: None })
    }

    /// Lets files with more than one hard link be read where git's index holds what they hold. Without it none is.
    #[must_use]
    pub fn with_git(self, git: Arc<Git>) -> Self {
        Self { git: Some(git), ..self }
    }

    pub(crate) fn git(&self) -> Option<&Git> {
        self.git.as_deref()
    }

    /// The id in addresses.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The open root.
    #[must_use]
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// The rules in force now. Rules added to `.c2cignore` count from the next call on; rules taken away keep
    /// counting until this workspace is opened again.
    ///
    /// # Errors
    /// `WITHHELD` when `.c2cignore` cannot be read.
    pub fn policy(&self) -> Result<Arc<Policy>, ToolError> {
        let text = ignore_text(&self.root)?;
        let mut current = self.policy.lock().unwrap_or_else(PoisonError::into_inner);
        let policy = current.get_or_insert_default();
        if !policy.knows(&text) {
            Arc::make_mut(policy).add_rules(&text);
        }
        Ok(Arc::clone(policy))
    }
}

#[cfg(test)]
mod tests {
    use crate::page::Withheld;
    use crate::path::RelPath;
    use crate::root::EntryKind;
    use crate::testing::Tree;
    use crate::tool_error::ErrorCode;

    #[test]
    fn rules_added_between_two_calls_count_and_rules_taken_away_stay() {
        let tree = Tree::with(&[("a.txt", "")]);
        let workspace = tree.workspace();
        let path = RelPath::parse("a.txt").unwrap();
        let verdict = || workspace.policy().unwrap().verdict(&path, EntryKind::File);
        assert!(verdict().is_allowed());
        tree.write(".c2cignore", b"a.txt\n");
        assert_eq!(verdict().to_withheld(&path), Some(Withheld::new("a.txt", "a rule in `.c2cignore`")));
        tree.write(".c2cignore", b"");
        assert!(!verdict().is_allowed());
        assert!(tree.workspace().policy().unwrap().verdict(&path, EntryKind::File).is_allowed());
    }

    #[test]
    fn rules_that_became_unreadable_withhold_everything() {
        let tree = Tree::new();
        let workspace = tree.workspace();
        assert!(workspace.policy().is_ok());
        tree.write(".c2cignore", b"\xff\xfe");
        assert_eq!(workspace.policy().unwrap_err().code, ErrorCode::Withheld);
    }
}
