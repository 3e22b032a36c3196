//! The temporary folders, where a sandboxed Codex may write.

use std::path::{Path, PathBuf};

use crate::environment::Environment;

/// Every folder that counts as temporary: nothing that C2C trusts may lie in one. Each is listed
/// as named and, where it differs, with its links resolved.
#[must_use]
pub fn temp_folders(environment: &Environment) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    let fixed: &[&str] = if cfg!(unix) { &["/tmp", "/var/tmp"] } else { &[] };
    let named = ["TMPDIR", "TEMP", "TMP"].into_iter().filter_map(|name| environment.absolute_path(name));
    for folder in fixed.iter().map(PathBuf::from).chain(named) {
        let resolved = folder.canonicalize().ok();
        for folder in [Some(folder), resolved].into_iter().flatten() {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
    }
    folders
}

/// Whether `path`, as named or with its links resolved, lies in a temporary folder.
#[must_use]
pub fn is_temporary(environment: &Environment, path: &Path) -> bool {
    let resolved = path.ancestors().find_map(|ancestor| {
        let real = ancestor.canonicalize().ok()?;
        Some(path.strip_prefix(ancestor).map_or_else(|_| real.clone(), |rest| real.join(rest)))
    });
    let places = [Some(path.to_owned()), resolved];
    let folders = temp_folders(environment);
    places.iter().flatten().any(|place| folders.iter().any(|folder| place.starts_with(folder)))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_fixed_folders_and_the_named_ones_are_listed_once_and_resolved() {
        let home = tempfile::tempdir().unwrap();
        let real = home.path().canonicalize().unwrap().join("real");
        let link = home.path().canonicalize().unwrap().join("link");
        std::fs::create_dir(&real).unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let environment = Environment::from_pairs([("TMPDIR", link.as_os_str()), ("TEMP", "/tmp".as_ref())]);
        let folders = temp_folders(&environment);
        for wanted in ["/tmp".as_ref(), "/var/tmp".as_ref(), link.as_path(), real.as_path()] {
            assert_eq!(folders.iter().filter(|folder| *folder == wanted).count(), 1, "{wanted:?} in {folders:?}");
        }
    }

    #[test]
    fn a_relative_or_missing_name_adds_nothing() {
        let plain = temp_folders(&Environment::default());
        assert_eq!(temp_folders(&Environment::from_pairs([("TMPDIR", "tmp"), ("TMP", "")])), plain);
    }

    #[test]
    fn what_lies_in_a_temporary_folder_is_told_also_behind_a_link_and_before_it_exists() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        let (real, link) = (home.join("real"), home.join("link"));
        std::fs::create_dir(&real).unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let environment = Environment::from_pairs([("TMPDIR", real.as_os_str())]);
        for path in [&real, &link, &link.join("new/er"), Path::new("/var/tmp/x")] {
            assert!(is_temporary(&environment, path), "{path:?}");
        }
        for path in ["/srv/data", "/tmpx", "/usr/lib"] {
            assert!(!is_temporary(&environment, Path::new(path)), "{path}");
        }
    }
}
