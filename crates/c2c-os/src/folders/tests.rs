//! Where the data folder is, and that it is private.

use std::path::{Path, PathBuf};

use super::*;

fn home() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    (folder, path)
}

fn resolve<const N: usize>(variables: [(&str, &Path); N]) -> Result<PathBuf, FolderError> {
    DataFolder::resolve(&Environment::from_pairs(variables)).map(|folder| folder.root().to_owned())
}

#[test]
fn c2c_home_comes_before_everything_else() {
    let (_guard, home) = home();
    let wanted = home.join("a/b");
    assert_eq!(resolve([("C2C_HOME", &wanted), ("HOME", &home), ("XDG_DATA_HOME", &home)]).unwrap(), wanted);
    assert!(wanted.is_dir());
}

#[cfg(target_os = "linux")]
#[test]
fn without_it_the_platforms_own_place_is_used() {
    let (_guard, home) = home();
    let data = home.join("data");
    assert_eq!(resolve([("HOME", &home), ("XDG_DATA_HOME", &data)]).unwrap(), data.join("c2c"));
    assert_eq!(resolve([("HOME", &home)]).unwrap(), home.join(".local/share/c2c"));
    // The XDG rules say to ignore a relative path.
    let relative = Path::new("data");
    assert_eq!(resolve([("HOME", &home), ("XDG_DATA_HOME", relative)]).unwrap(), home.join(".local/share/c2c"));
    assert_eq!(resolve([("XDG_DATA_HOME", &data)]).unwrap(), data.join("c2c"));
}

#[test]
fn a_relative_c2c_home_is_refused() {
    let error = resolve([("C2C_HOME", Path::new("here"))]).unwrap_err();
    assert_eq!(error.to_string(), "`C2C_HOME` is `here`, which is not an absolute path");
}

#[cfg(target_os = "linux")]
#[test]
fn without_any_home_it_says_what_is_missing() {
    let error = resolve([]).unwrap_err();
    assert_eq!(error.to_string(), "there is no home folder: neither `C2C_HOME` nor `HOME` is set to an absolute path");
}

#[track_caller]
fn check_not_a_folder(data: &Path, named: &Path) {
    match resolve([("C2C_HOME", data)]) {
        Err(FolderError::NotAFolder { path }) => assert_eq!(path, named),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_in_its_place_or_above_it_is_named_and_kept() {
    let (_guard, home) = home();
    let file = home.join("c2c");
    std::fs::write(&file, "a letter").unwrap();
    check_not_a_folder(&file, &file);
    check_not_a_folder(&file.join("deeper/still"), &file);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "a letter");
}

#[test]
fn a_name_that_cannot_be_made_is_another_error() {
    let (_guard, home) = home();
    let error = create_private(&home.join("x".repeat(300))).unwrap_err();
    assert!(matches!(error, FolderError::Io { .. }), "{error:?}");
}

#[test]
fn everything_lies_inside() {
    let (_guard, home) = home();
    let folder = DataFolder::resolve(&Environment::from_pairs([("C2C_HOME", &home)])).unwrap();
    let effect = EffectId::from_random([7; 8]);
    let places = [
        (folder.store_file(), "c2c.sqlite"),
        (folder.settings_file(), "settings.json"),
        (folder.connector_token_file(), "connector-token"),
        (folder.effect_dir(&effect), "effects/eff_0707070707070707"),
        (folder.snapshots_dir(), "snapshots"),
        (folder.logs_dir(), "logs"),
    ];
    for (place, wanted) in places {
        assert_eq!(place, home.join(wanted));
        assert!(!place.exists(), "{wanted} is made by whoever needs it");
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn new_folders_are_private_all_the_way_and_old_ones_are_tightened() {
        let (_guard, home) = home();
        create_private(&home.join("a/b")).unwrap();
        assert_eq!([mode(&home.join("a")), mode(&home.join("a/b"))], [0o700; 2]);
        let old = home.join("old");
        std::fs::create_dir(&old).unwrap();
        for loose in [0o755, 0o777, 0o750, 0o701] {
            std::fs::set_permissions(&old, std::fs::Permissions::from_mode(loose)).unwrap();
            create_private(&old).unwrap();
            assert_eq!(mode(&old), 0o700, "{loose:o}");
        }
        // A stricter one is left alone.
        std::fs::set_permissions(&old, std::fs::Permissions::from_mode(0o500)).unwrap();
        create_private(&old).unwrap();
        assert_eq!(mode(&old), 0o500);
    }

    #[test]
    fn links_on_the_way_are_resolved() {
        let (_guard, home) = home();
        std::fs::create_dir(home.join("real")).unwrap();
        std::os::unix::fs::symlink(home.join("real"), home.join("link")).unwrap();
        assert_eq!(resolve([("C2C_HOME", &home.join("link/c2c"))]).unwrap(), home.join("real/c2c"));
    }

    #[test]
    fn a_link_that_leads_nowhere_is_no_folder() {
        let (_guard, home) = home();
        std::os::unix::fs::symlink(home.join("gone"), home.join("link")).unwrap();
        let error = resolve([("C2C_HOME", &home.join("link"))]).unwrap_err();
        assert!(matches!(error, FolderError::Io { .. }), "{error:?}");
        assert!(!home.join("gone").exists());
    }
}
