//! The empty folders that Codex's sandbox leaves in the workspace when it is cut off.
//!
//! Measured with 0.171.0 on Linux: the sandbox makes an empty folder for each place that it covers
//! and that is not there, and takes it away at its end, unless it is killed before. Git does not
//! show empty folders, so nobody would ever find out where they came from. Only what was not there
//! before the job, and is empty still, is taken away.

use std::fs;
use std::path::Path;

/// The places that the sandbox covers in a workspace.
const COVERED: [&str; 3] = [".agents", ".aws", ".codex"];

/// Those of them that are not there now.
pub(crate) fn absent(root: &Path) -> Vec<String> {
    let missing = COVERED.iter().filter(|name| root.join(name).symlink_metadata().is_err());
    missing.map(|name| (*name).to_owned()).collect()
}

/// Takes away those of `absent` that are empty folders now. A folder with something in it, a file
/// or a link stays: `remove_dir` refuses all of them.
pub(crate) fn clear(root: &Path, absent: &[String]) {
    for name in absent.iter().filter(|name| COVERED.contains(&name.as_str())) {
        if fs::remove_dir(root.join(name)).is_ok() {
            tracing::debug!(name, "an empty folder of the sandbox is taken away");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_new_and_empty_folders_are_taken_away() {
        let root = tempfile::tempdir().unwrap();
        let make = |name: &str| fs::create_dir(root.path().join(name)).unwrap();
        make(".aws");
        let absent = absent(root.path());
        assert_eq!(absent, [".agents", ".codex"]);
        make(".agents");
        make(".codex");
        fs::write(root.path().join(".codex/config.toml"), "").unwrap();
        clear(root.path(), &absent);
        let there = |name: &str| root.path().join(name).exists();
        assert_eq!((there(".agents"), there(".aws"), there(".codex")), (false, true, true));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_followed() {
        let root = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        let absent = absent(root.path());
        std::os::unix::fs::symlink(outside.path(), root.path().join(".agents")).unwrap();
        clear(root.path(), &absent);
        assert!(outside.path().exists() && root.path().join(".agents").symlink_metadata().is_ok());
    }
}
