//! A walk through the workspace over open folder handles: sorted, without following links, honouring `.gitignore`
//! files and the policy.
//!
//! Only `.gitignore` files in the workspace count: neither git's configuration nor `.git/info/exclude` is read.

use std::io::Read as _;
use std::rc::Rc;
use std::sync::Arc;

use cap_fs_ext::DirExt as _;
use cap_std::fs::Dir;
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::limits::Limits;
use crate::path::RelPath;
use crate::policy::{Policy, Verdict};
use crate::root::{EntryKind, Root};
use crate::tool_error::ToolError;

/// Folders below one another that are entered: each holds a handle while it is read.
const DEEPEST: usize = 64;
/// Largest `.gitignore` that is read, in bytes.
const LARGEST_IGNORE_FILE: u64 = 1 << 20;

/// What a walk meets, in the order of [`RelPath`].
#[derive(Debug)]
pub(crate) enum Item {
    /// Something that may be shown.
    Entry(Entry),
    /// Something that is there and is not shown.
    Withheld(RelPath, String),
    /// A `.gitignore` rule leaves it out, with all that lies in it.
    Ignored,
}

/// Something that may be shown.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) path: RelPath,
    pub(crate) kind: EntryKind,
    folder: Rc<Dir>,
    name: std::ffi::OsString,
}

impl Entry {
    /// Bytes of a file, looked up now.
    pub(crate) fn size(&self) -> u64 {
        self.folder.symlink_metadata(&self.name).map_or(0, |metadata| metadata.len())
    }

    /// What is written in a link: not to be shown as it is, see [`crate::Root::shown_target`].
    pub(crate) fn link_text(&self) -> Option<std::path::PathBuf> {
        self.folder.read_link_contents(&self.name).ok()
    }
}

/// How to walk.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// Where to begin; must be a folder.
    pub(crate) start: RelPath,
    /// Levels below `start`; none for all.
    pub(crate) depth: Option<usize>,
    /// Also what `.gitignore` leaves out.
    pub(crate) include_ignored: bool,
    /// Leave out everything up to and with this path.
    pub(crate) after: Option<RelPath>,
}

/// The rules of one `.gitignore` and of those above it.
#[derive(Debug)]
struct Rules {
    above: Option<Arc<Rules>>,
    folder: RelPath,
    rules: Gitignore,
}

struct Level {
    folder: Rc<Dir>,
    path: RelPath,
    names: std::vec::IntoIter<(RelPath, std::ffi::OsString, EntryKind)>,
    rules: Option<Arc<Rules>>,
}

/// A walk that ended because time was over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stopped {
    /// The last path that was looked at, to give as `after`; none when the walk came nowhere.
    pub(crate) after: Option<RelPath>,
}

/// The walk itself.
pub(crate) struct Walk<'a> {
    root: &'a Root,
    policy: &'a Policy,
    limits: &'a Limits,
    options: Options,
    levels: Vec<Level>,
    last: Option<RelPath>,
    stopped: Option<Stopped>,
}

impl<'a> Walk<'a> {
    /// Begins a walk.
    ///
    /// # Errors
    /// When the start is withheld or is no folder.
    pub(crate) fn new(
        root: &'a Root,
        policy: &'a Policy,
        limits: &'a Limits,
        options: Options,
    ) -> Result<Self, ToolError> {
        policy.verdict(&options.start, EntryKind::Directory).require(&options.start)?;
        let folder = root.open_folder(&options.start)?;
        let start = options.start.clone();
        let mut walk = Self { root, policy, limits, options, levels: Vec::new(), last: None, stopped: None };
        let above = walk.rules_above(&start);
        walk.enter(Rc::new(folder), start, above)?;
        Ok(walk)
    }

    /// Set when time was over before the end.
    pub(crate) fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    fn rules_above(&self, start: &RelPath) -> Option<Arc<Rules>> {
        if self.options.include_ignored {
            return None;
        }
        let mut rules = None;
        let mut above = vec![RelPath::root()];
        above.extend(start.ancestors_and_self().filter(|folder| folder != start));
        for folder in above.into_iter().filter(|folder| folder != start) {
            rules = self.with_rules_of(&folder, rules);
        }
        rules
    }

    fn with_rules_of(&self, folder: &RelPath, above: Option<Arc<Rules>>) -> Option<Arc<Rules>> {
        let path = folder.child(".gitignore".as_ref());
        let Ok(open) = self.root.open_file(&path) else {
            return above;
        };
        let mut bytes = Vec::new();
        if open.file.take(LARGEST_IGNORE_FILE).read_to_end(&mut bytes).is_err() {
            return above;
        }
        let mut builder = GitignoreBuilder::new("");
        for line in String::from_utf8_lossy(&bytes).lines() {
            if let Err(error) = builder.add_line(None, line) {
                tracing::debug!(%error, %path, "a line is no rule");
            }
        }
        match builder.build() {
            Ok(rules) => Some(Arc::new(Rules { above, folder: folder.clone(), rules })),
            Err(_) => above,
        }
    }

    fn enter(&mut self, folder: Rc<Dir>, path: RelPath, above: Option<Arc<Rules>>) -> Result<(), ToolError> {
        let failed = |error: std::io::Error| ToolError::internal(&format!("listing `{path}`"), &error);
        let mut names = Vec::new();
        let mut has_rules = false;
        for entry in folder.entries().map_err(failed)? {
            let Ok(entry) = entry else { continue };
            let name = entry.file_name();
            // Gone meanwhile: nothing to show.
            let Ok(file_type) = entry.file_type() else { continue };
            has_rules |= name == ".gitignore";
            names.push((path.child(&name), name, EntryKind::from(file_type)));
        }
        names.sort_by(|left, right| left.0.name().cmp(right.0.name()));
        let rules = if has_rules && !self.options.include_ignored { self.with_rules_of(&path, above) } else { above };
        self.levels.push(Level { folder, path, names: names.into_iter(), rules });
        Ok(())
    }

    /// True when a continued walk has shown `path` already; a folder on the way to `after` is entered again.
    fn is_done(&self, path: &RelPath) -> bool {
        self.options.after.as_ref().is_some_and(|after| path <= after)
    }

    fn leads_to_rest(&self, path: &RelPath) -> bool {
        self.options.after.as_ref().is_some_and(|after| after.is_beneath(path))
    }

    fn look_at(&mut self, path: RelPath, name: std::ffi::OsString, kind: EntryKind) -> Option<Item> {
        let level = self.levels.last()?;
        let (folder, rules) = (Rc::clone(&level.folder), level.rules.clone());
        let done = self.is_done(&path);
        if done && !(kind == EntryKind::Directory && self.leads_to_rest(&path)) {
            return None;
        }
        if let Verdict::Withheld { reason } = self.policy.verdict_of_last(&path, kind) {
            return (!done).then_some(Item::Withheld(path, reason));
        }
        if rules.as_ref().is_some_and(|rules| rules.ignores(&path, kind)) {
            return (!done).then_some(Item::Ignored);
        }
        if kind == EntryKind::Directory && self.options.depth.is_none_or(|depth| self.levels.len() < depth) {
            let entered = if self.levels.len() >= DEEPEST {
                Err(format!("more than {DEEPEST} folders deep"))
            } else {
                folder
                    .open_dir_nofollow(&name)
                    .map_err(|_| "the operating system does not let C2C read it".to_owned())
                    .and_then(|inner| self.enter(Rc::new(inner), path.clone(), rules).map_err(|error| error.message))
            };
            if let Err(reason) = entered {
                return (!done).then_some(Item::Withheld(path, reason));
            }
        }
        (!done).then(|| Item::Entry(Entry { path, kind, folder, name }))
    }
}

impl Iterator for Walk<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            let level = self.levels.last_mut()?;
            let Some((path, name, kind)) = level.names.next() else {
                let level = self.levels.pop()?;
                tracing::trace!(folder = %level.path, "walked");
                continue;
            };
            if self.limits.is_over() {
                self.stopped = Some(Stopped { after: self.last.take() });
                self.levels.clear();
                return None;
            }
            self.last = Some(path.clone());
            if let Some(item) = self.look_at(path, name, kind) {
                return Some(item);
            }
        }
    }
}

impl Rules {
    /// The nearest rule that says something decides.
    fn ignores(&self, path: &RelPath, kind: EntryKind) -> bool {
        let mut next = Some(self);
        while let Some(rules) = next {
            let relative = path.beneath(&rules.folder);
            match rules.rules.matched(relative.to_os(), kind == EntryKind::Directory) {
                Match::None => next = rules.above.as_deref(),
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests;
