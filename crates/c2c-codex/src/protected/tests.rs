//! Which places of the folders are refused.

use super::*;

const WHAT: &str = "the folder";

fn refused(result: &Result<(), ExecutorError>) -> bool {
    match result {
        Ok(()) => false,
        Err(ExecutorError::Unprotected { what: WHAT, .. }) => true,
        Err(other) => panic!("{other}"),
    }
}

/// A folder that lies in no temporary one.
fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in(homes()).unwrap()
}

/// Where homes may lie: where the environment says, else below `target/`; never in a temporary folder.
#[expect(clippy::disallowed_methods, reason = "where tests may keep homes comes from their environment")]
fn homes() -> PathBuf {
    let below_target = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-homes");
    let homes = std::env::var_os("C2C_TEST_HOMES").map_or_else(below_target, PathBuf::from);
    std::fs::create_dir_all(&homes).unwrap();
    homes.canonicalize().unwrap()
}

#[cfg(unix)]
#[test]
fn temporary_folders_are_no_place() {
    let scratch = scratch();
    let own = scratch.path().join("own");
    std::fs::create_dir(&own).unwrap();
    let environment = Environment::from_pairs([("TMPDIR", own.as_os_str())]);
    let check = |path: &Path| refused(&outside_temporary(&environment, &[Guarded { what: WHAT, path }]));
    for place in ["/tmp", "/tmp/a/b", "/var/tmp/x", "/tmp/../tmp/x", "relative"] {
        assert!(check(Path::new(place)), "{place}");
    }
    assert!(check(&own));
    assert!(check(&own.join("not/there/yet")));
    for place in ["/tmpfiles", "/home/nobody/.codex"] {
        assert!(!check(Path::new(place)), "{place}");
    }
    assert!(!check(&scratch.path().join("owner")));
}

#[cfg(unix)]
#[test]
fn a_link_from_or_into_a_temporary_folder_is_no_way_round() {
    let scratch = scratch();
    let temporary = scratch.path().join("temporary");
    std::fs::create_dir(&temporary).unwrap();
    let environment = Environment::from_pairs([("TMPDIR", temporary.as_os_str())]);
    let into = scratch.path().join("into");
    std::os::unix::fs::symlink(&temporary, &into).unwrap();
    let from = temporary.join("from");
    std::os::unix::fs::symlink(scratch.path(), &from).unwrap();
    for path in [into.join("home"), from.join("home")] {
        let guarded = [Guarded { what: WHAT, path: &path }];
        assert!(refused(&outside_temporary(&environment, &guarded)), "{path:?}");
    }
}

#[test]
fn neither_may_lie_in_the_other() {
    let scratch = scratch();
    let root = scratch.path().join("project");
    std::fs::create_dir(&root).unwrap();
    let check = |path: &Path| refused(&outside_workspace(&root, &[Guarded { what: WHAT, path }]));
    assert!(check(&root));
    assert!(check(&root.join("data")));
    assert!(check(&root.join("src/../data")));
    assert!(check(scratch.path()));
    assert!(!check(&scratch.path().join("project-data")));
    // Named by way of the workspace, where the way could be changed.
    assert!(check(&root.join("../data")));
}

#[test]
fn the_folder_that_lies_badly_is_named() {
    let scratch = scratch();
    let (good, bad) = (scratch.path().join("good"), scratch.path().join("work/bad"));
    let guarded = [Guarded { what: "good", path: &good }, Guarded { what: "bad", path: &bad }];
    let error = outside_workspace(&scratch.path().join("work"), &guarded).unwrap_err();
    assert_eq!(error.to_string(), format!("bad `{}` lies where Codex may write", bad.display()));
}
