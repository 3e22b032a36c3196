//! Where a profile may lie.

use super::*;

fn data(at: &Path) -> DataFolder {
    DataFolder::resolve(&Environment::from_pairs([("C2C_HOME", at.as_os_str())])).unwrap()
}

/// A folder that no list of temporary folders names.
fn elsewhere() -> tempfile::TempDir {
    let homes = Environment::from_process().get("C2C_TEST_HOMES").map_or_else(below_target, PathBuf::from);
    std::fs::create_dir_all(&homes).unwrap();
    tempfile::tempdir_in(homes).unwrap()
}

fn below_target() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-homes")
}

#[test]
fn a_profile_in_a_temporary_folder_is_refused_before_it_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let environment = Environment::from_pairs([("TMPDIR", folder.path().as_os_str())]);
    let data = data(&folder.path().join("data"));
    let error = prepare(&environment, &data).unwrap_err();
    assert!(error.to_string().ends_with("lies in a temporary folder, where Codex may write"), "{error}");
    assert!(!data.browser_dir().exists());
}

#[cfg(unix)]
#[test]
fn a_profile_is_private_and_no_link() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = elsewhere();
    let data = data(&folder.path().join("data"));
    let environment = Environment::default();
    let profile = prepare(&environment, &data).unwrap();
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&profile), 0o700);
    std::fs::set_permissions(&profile, std::fs::Permissions::from_mode(0o755)).unwrap();
    prepare(&environment, &data).unwrap();
    assert_eq!(mode(&profile), 0o700, "it is tightened");
    std::fs::remove_dir(&profile).unwrap();
    std::os::unix::fs::symlink(folder.path(), &profile).unwrap();
    let error = prepare(&environment, &data).unwrap_err();
    assert!(error.to_string().contains("is a link"), "{error}");
}

#[test]
fn only_a_version_is_taken_for_one() {
    let folder = tempfile::tempdir().unwrap();
    let version = |text: &str| {
        std::fs::write(folder.path().join("Last Version"), text).unwrap();
        last_version(folder.path())
    };
    assert_eq!(version("156.0.8078.108\n").as_deref(), Some("156.0.8078.108"));
    for bad in ["", "x", "156 <b>", &"1".repeat(41)] {
        assert_eq!(version(bad), None, "{bad}");
    }
}
