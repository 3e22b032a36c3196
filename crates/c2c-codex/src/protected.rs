//! Which folders must lie where a sandboxed Codex cannot write.
//!
//! Measured with Codex 0.171.0 on Linux, `-s workspace-write`: commands may write in the working
//! folder (not in its `.git`, `.codex` and `.agents`), in `/tmp` and in `$TMPDIR`, and nowhere
//! else; the home folder, CODEX_HOME and `/var/tmp` are read-only, and `/dev/shm` is their own.
//! `/var/tmp` counts as temporary all the same: other programs clean it up.

use std::path::{Component, Path, PathBuf};

use c2c_os::environment::Environment;
use c2c_os::temp_folders;
use c2c_ports::ExecutorError;

/// A folder that Codex must not be able to write in, with what it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guarded<'a> {
    pub(crate) what: &'static str,
    pub(crate) path: &'a Path,
}

/// Refuses when a guarded folder lies in a temporary folder.
pub(crate) fn outside_temporary(environment: &Environment, guarded: &[Guarded<'_>]) -> Result<(), ExecutorError> {
    let temporary: Vec<PathBuf> = temp_folders(environment).iter().map(|folder| resolved(folder)).collect();
    refuse(guarded, |path| temporary.iter().any(|folder| path.starts_with(folder)))
}

/// Refuses when a guarded folder lies in the workspace, or the workspace in it.
pub(crate) fn outside_workspace(root: &Path, guarded: &[Guarded<'_>]) -> Result<(), ExecutorError> {
    let root = resolved(root);
    refuse(guarded, |path| path.starts_with(&root) || root.starts_with(path))
}

fn refuse(guarded: &[Guarded<'_>], is_open: impl Fn(&Path) -> bool) -> Result<(), ExecutorError> {
    // As named too: a link in a temporary folder could be made to lead elsewhere. And a relative
    // one would lie in the workspace, where Codex is started.
    let open = guarded
        .iter()
        .find(|folder| !folder.path.is_absolute() || is_open(folder.path) || is_open(&resolved(folder.path)));
    match open {
        Some(folder) => Err(ExecutorError::Unprotected { what: folder.what, path: folder.path.to_owned() }),
        None => Ok(()),
    }
}

/// `path` with its links resolved as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let existing = path.ancestors().find_map(|ancestor| Some((ancestor, ancestor.canonicalize().ok()?)));
    let Some((ancestor, real)) = existing else {
        return path.to_owned();
    };
    let rest = path.strip_prefix(ancestor).unwrap_or(Path::new(""));
    let mut whole = real;
    for component in rest.components() {
        match component {
            Component::ParentDir => {
                whole.pop();
            }
            Component::CurDir => {}
            other => whole.push(other),
        }
    }
    whole
}

#[cfg(test)]
mod tests;
