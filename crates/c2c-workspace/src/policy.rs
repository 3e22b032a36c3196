//! What is withheld by its path: git's own folder, sensitive names, and the rules of `.c2cignore`.
//!
//! One verdict for every tool.

use std::io::Read as _;

use c2c_redact::names::secret;
use c2c_redact::text::redact;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::page::Withheld;
use crate::path::RelPath;
use crate::root::{EntryKind, GIT_FOLDER, Root};
use crate::tool_error::{ErrorCode, ToolError};

/// The file with the person's own rules, at the workspace root, in `.gitignore` syntax.
pub const IGNORE_FILE: &str = ".c2cignore";
/// Largest `.c2cignore` that is read, in bytes.
const LARGEST_IGNORE_FILE: u64 = 1 << 20;

/// Whether a path is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Its name is no reason to withhold it.
    Allowed,
    /// Its content is not shown, only its name, and not even that where the name is a secret.
    Withheld {
        /// Why, in words for the client.
        reason: String,
    },
}

impl Verdict {
    /// True when it may be shown.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        *self == Self::Allowed
    }

    /// Refuses what is withheld.
    ///
    /// # Errors
    /// `WITHHELD`.
    pub fn require(self, path: &RelPath) -> Result<(), ToolError> {
        match self {
            Self::Allowed => Ok(()),
            Self::Withheld { reason } => Err(ToolError::withheld(path.as_str(), &reason)),
        }
    }

    /// The entry for a tool's `withheld` list, if any.
    #[must_use]
    pub fn to_withheld(&self, path: &RelPath) -> Option<Withheld> {
        match self {
            Self::Allowed => None,
            Self::Withheld { reason } => Some(Withheld::path(path, reason)),
        }
    }
}

/// The rules in force for a workspace.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    /// All texts of `.c2cignore` seen so far: what any of them withholds stays withheld.
    rules: Vec<(String, Gitignore)>,
}

impl Policy {
    /// Reads the rules of a workspace. No `.c2cignore` is fine; one that cannot be read is not, because then
    /// nobody knows what it withholds.
    ///
    /// # Errors
    /// `WITHHELD` when `.c2cignore` is there and cannot be read.
    pub fn load(root: &Root) -> Result<Self, ToolError> {
        let mut policy = Self { rules: Vec::new() };
        policy.tighten(root)?;
        Ok(policy)
    }

    /// Reads `.c2cignore` again. New rules count at once; rules that were taken away keep counting for as long as this
    /// policy lives, since whoever edits the workspace must not be able to widen what is shown.
    ///
    /// # Errors
    /// As [`Policy::load`].
    pub fn tighten(&mut self, root: &Root) -> Result<(), ToolError> {
        let text = ignore_text(root)?;
        self.add_rules(&text);
        Ok(())
    }

    /// True when the rules of a text are in force already.
    pub(crate) fn knows(&self, text: &str) -> bool {
        text.is_empty() || self.rules.iter().any(|(known, _)| known == text)
    }

    /// Adds the rules of a text in `.gitignore` syntax, for example those that were accepted earlier.
    pub fn add_rules(&mut self, text: &str) {
        if self.knows(text) {
            return;
        }
        let mut builder = GitignoreBuilder::new("");
        // Where the file system folds case, a rule must hold for every spelling.
        let folds = cfg!(any(windows, target_os = "macos"));
        let folding = builder.case_insensitive(folds).is_ok();
        debug_assert!(folding, "case folding is a plain switch");
        for line in text.lines() {
            if let Err(error) = builder.add_line(None, line) {
                tracing::warn!(%error, "a line of `{IGNORE_FILE}` is no rule");
            }
        }
        match builder.build() {
            Ok(rules) => self.rules.push((text.to_owned(), rules)),
            Err(error) => tracing::warn!(%error, "`{IGNORE_FILE}` cannot be used"),
        }
    }

    /// Whether a path is shown, as a file or as a folder. A path under a withheld folder is withheld.
    #[must_use]
    pub fn verdict(&self, path: &RelPath, kind: EntryKind) -> Verdict {
        let steps = path.ancestors_and_self().any(|step| {
            let kind = if step == *path { kind } else { EntryKind::Directory };
            self.a_rule_withholds(&step, kind)
        });
        by_name(path, path.as_str()).unwrap_or(if steps { by_rule() } else { Verdict::Allowed })
    }

    /// As [`Policy::verdict`], where the folders on the way are known to be allowed.
    pub(crate) fn verdict_of_last(&self, path: &RelPath, kind: EntryKind) -> Verdict {
        by_name(path, path.name())
            .unwrap_or_else(|| if self.a_rule_withholds(path, kind) { by_rule() } else { Verdict::Allowed })
    }

    fn a_rule_withholds(&self, path: &RelPath, kind: EntryKind) -> bool {
        let is_dir = kind == EntryKind::Directory;
        self.rules.iter().any(|(_, rules)| rules.matched(path.to_os(), is_dir).is_ignore())
    }
}

/// `new` are the names of the path that nobody has looked at for secrets yet.
fn by_name(path: &RelPath, new: &str) -> Option<Verdict> {
    if path.is_git() {
        return Some(Verdict::Withheld { reason: GIT_FOLDER.to_owned() });
    }
    if let Some(name) = c2c_redact::names::sensitive(path.as_str()) {
        return Some(Verdict::Withheld { reason: format!("{} ({})", name.reason, name.rule) });
    }
    let rule = secret(new)?;
    Some(Verdict::Withheld { reason: format!("its name holds a secret ({rule})") })
}

/// A path as it may be shown, also that of something withheld: secrets in names are replaced.
pub(crate) fn shown(path: &RelPath) -> String {
    shown_text(path.as_str())
}

/// As [`shown`], for what is no path of a workspace: the target of a link, the name of a branch.
pub(crate) fn shown_text(text: &str) -> String {
    if secret(text).is_none() {
        return text.to_owned();
    }
    // Name by name, as they were looked at: beside its folders a secret need not look like one.
    let clean = |name| if secret(name).is_some() { redact(name).text } else { String::from(name) };
    redact(&text.split('/').map(clean).collect::<Vec<String>>().join("/")).text
}

fn by_rule() -> Verdict {
    Verdict::Withheld { reason: format!("a rule in `{IGNORE_FILE}`") }
}

/// The text of `.c2cignore`; empty when there is none.
///
/// # Errors
/// `WITHHELD` when it is there and cannot be read.
pub(crate) fn ignore_text(root: &Root) -> Result<String, ToolError> {
    let unreadable = |why: &str| {
        ToolError::new(
            ErrorCode::Withheld,
            format!("`{IGNORE_FILE}` cannot be read ({why}), so nothing is shown"),
            format!("the person who runs C2C has to repair `{IGNORE_FILE}`"),
        )
    };
    let path = RelPath::parse(IGNORE_FILE)?;
    let open = match root.open_file(&path) {
        Ok(open) => open,
        Err(error) if error.code == ErrorCode::NotFound => return Ok(String::new()),
        Err(error) => return Err(unreadable(&error.message)),
    };
    let mut bytes = Vec::new();
    let read = open.file.take(LARGEST_IGNORE_FILE + 1).read_to_end(&mut bytes);
    match read {
        Err(_) => Err(unreadable("the operating system refused")),
        Ok(length) if length as u64 > LARGEST_IGNORE_FILE => Err(unreadable("it is larger than 1 MiB")),
        Ok(_) => String::from_utf8(bytes).map_err(|_| unreadable("it is not UTF-8")),
    }
}

#[cfg(test)]
mod tests;
