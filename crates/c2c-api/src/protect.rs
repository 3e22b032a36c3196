//! Where the folders that decide about trust may not lie.
//!
//! Codex writes in the workspace. If C2C's data folder or Codex's own lay there, or the workspace in
//! them, Codex could approve its own plan; so such a workspace is refused by every verb. (Temporary
//! folders, where Codex may write too, are looked at by the executor.)

use std::path::{Path, PathBuf};

use c2c_ipc::app::Reason;
use c2c_os::environment::Environment;
use c2c_os::folders::DataFolder;

use crate::error::{ApiError, ErrorKind};

const OUTSIDE: &str = "name a project folder elsewhere with `-w FOLDER`";

/// Refuses a workspace at `root` when it and a protected folder lie in each other, links resolved.
///
/// # Errors
/// `Config`, naming the folder.
pub(crate) fn check(root: &Path, data: &DataFolder, environment: &Environment) -> Result<(), ApiError> {
    let root = real(root);
    let mut protected = vec![("C2C's data folder", "C2C_HOME", real(data.root()))];
    if let Some(codex_home) = codex_home(environment) {
        protected.push(("Codex's own folder", "CODEX_HOME", real(&codex_home)));
    }
    for (what, variable, folder) in &protected {
        let (how, hint) = if *folder == root {
            ("is", OUTSIDE)
        } else if folder.starts_with(&root) {
            ("contains", "name a project folder inside it with `-w FOLDER`, such as the repository to work in")
        } else if root.starts_with(folder) {
            ("lies in", OUTSIDE)
        } else {
            continue;
        };
        let text = format!("the workspace `{}` {how} {what} `{}`", root.display(), folder.display());
        return Err(ApiError::new(ErrorKind::Config, text)
            .reason(Reason::FolderProtected)
            .hint(hint)
            .hint(format!("or move {what} elsewhere with the variable `{variable}`: Codex may write in a workspace")));
    }
    Ok(())
}

/// Codex's own folder.
fn codex_home(environment: &Environment) -> Option<PathBuf> {
    environment.absolute_path("CODEX_HOME").or_else(|| environment.home().map(|home| home.join(".codex")))
}

/// `path` with links resolved as far as it exists.
fn real(path: &Path) -> PathBuf {
    for ancestor in path.ancestors() {
        if let Ok(found) = ancestor.canonicalize() {
            return match path.strip_prefix(ancestor) {
                Ok(rest) if !rest.as_os_str().is_empty() => found.join(rest),
                _ => found,
            };
        }
    }
    path.to_owned()
}

#[cfg(test)]
mod tests;
