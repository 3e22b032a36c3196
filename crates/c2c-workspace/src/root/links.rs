//! Links: shown, never followed. Where one leads is told from its text.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use cap_fs_ext::DirExt as _;

use super::{Root, last_name, refuse_git};
use crate::path::RelPath;
use crate::policy::{shown, shown_text};
use crate::tool_error::{ErrorCode, ToolError};

/// Most links on one way, as on Linux.
const MOST_LINKS: usize = 40;
/// Shown for the absolute path of something outside: how the person's folders are called is nobody's business.
const OUTSIDE: &str = "(outside the workspace)";

/// Where a way with links in it ends.
enum End {
    Inside(RelPath),
    Outside,
    Circle,
}

impl Root {
    /// Where a link says it leads, but for secrets in names: a relative target as it is written, an absolute one from
    /// the root, as `workspace:/…`, or `(outside the workspace)`.
    ///
    /// # Errors
    /// As [`Root::look`].
    pub fn link_target(&self, path: &RelPath) -> Result<String, ToolError> {
        refuse_git(path)?;
        let parent = path.parent().unwrap_or_default();
        let folder = self.folder_by_steps(&parent).map_err(|error| self.explain(path, &error))?;
        let target = folder.read_link_contents(last_name(path)).map_err(|error| self.explain(path, &error))?;
        Ok(self.shown_target(&target))
    }

    /// The text of a link as [`Root::link_target`] shows it.
    pub(crate) fn shown_target(&self, target: &Path) -> String {
        if !is_rooted(target) {
            return shown_text(&target.to_string_lossy());
        }
        match self.inside(&RelPath::root(), target) {
            Some(path) if path.is_root() => "workspace:/".to_owned(),
            Some(path) => format!("workspace:/{}", shown(&path)),
            None => OUTSIDE.to_owned(),
        }
    }

    /// Where in the workspace the text of a link in `folder` leads; none for what lies outside.
    fn inside(&self, folder: &RelPath, target: &Path) -> Option<RelPath> {
        let (mut path, rest) = match is_rooted(target) {
            true => (RelPath::root(), target.strip_prefix(&self.path).ok()?),
            false => (folder.clone(), target),
        };
        for part in rest.components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir => path = path.parent()?,
                Component::Normal(name) => path = path.child(name),
                Component::Prefix(_) | Component::RootDir => return None,
            }
        }
        Some(path).filter(|path| !path.is_git())
    }

    /// Why nothing is opened at `asked`: `link` is on the way there.
    pub(super) fn is_a_link(&self, link: &RelPath, asked: &RelPath) -> ToolError {
        let target = self.link_target(link).unwrap_or_default();
        let message = format!("`{link}` is a link to `{}`; links are shown and not followed", target.escape_debug());
        match self.end_of(asked) {
            End::Inside(path) => ToolError::new(ErrorCode::InvalidPath, message, format!("ask for `{}`", shown(&path))),
            End::Circle => ToolError::new(
                ErrorCode::InvalidPath,
                message,
                "these links lead in a circle, so there is nothing to read behind them",
            ),
            End::Outside => ToolError::new(
                ErrorCode::OutsideWorkspace,
                format!("`{link}` is a link that leads out of the workspace"),
                "only what lies in the workspace itself can be read",
            ),
        }
    }

    fn end_of(&self, asked: &RelPath) -> End {
        let mut path = asked.clone();
        let mut seen = BTreeSet::new();
        for _ in 0..MOST_LINKS {
            let Some((link, target)) = self.first_link(&path) else { return End::Inside(path) };
            let Some(inside) = self.inside(&link.parent().unwrap_or_default(), &target) else { return End::Outside };
            let next = match path == link {
                true => inside,
                false => path.beneath(&link).os_components().fold(inside, |path, name| path.child(name.as_os_str())),
            };
            if !seen.insert(std::mem::replace(&mut path, next)) {
                break;
            }
        }
        End::Circle
    }

    /// The first link on the way to a path, with its text.
    fn first_link(&self, path: &RelPath) -> Option<(RelPath, PathBuf)> {
        let mut folder = self.dir.try_clone().ok()?;
        for step in path.ancestors_and_self() {
            let name = last_name(&step);
            let metadata = folder.symlink_metadata(&name).ok()?;
            if metadata.is_symlink() {
                return Some((step, folder.read_link_contents(&name).ok()?));
            }
            if step != *path {
                folder = folder.open_dir_nofollow(&name).ok()?;
            }
        }
        None
    }
}

/// True for what does not begin where the link lies.
fn is_rooted(target: &Path) -> bool {
    matches!(target.components().next(), Some(Component::Prefix(_) | Component::RootDir))
}
