//! Locks between open files and between processes.

use std::path::PathBuf;

use super::*;

fn lock_file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lock");
    (folder, path)
}

#[test]
fn one_holds_it_until_it_is_dropped() {
    let (_guard, path) = lock_file();
    assert!(!FileLock::is_held(&path).unwrap(), "a file that is not there is not locked");
    let lock = FileLock::try_acquire(&path).unwrap().unwrap();
    assert!(FileLock::try_acquire(&path).unwrap().is_none());
    assert!(FileLock::is_held(&path).unwrap());
    drop(lock);
    assert!(!FileLock::is_held(&path).unwrap());
    assert!(FileLock::try_acquire(&path).unwrap().is_some());
}

#[test]
fn looking_does_not_disturb() {
    let (_guard, path) = lock_file();
    drop(FileLock::try_acquire(&path).unwrap());
    for _ in 0..3 {
        assert!(!FileLock::is_held(&path).unwrap());
    }
    assert!(FileLock::try_acquire(&path).unwrap().is_some());
}

#[test]
fn the_content_of_the_file_stays() {
    let (_guard, path) = lock_file();
    std::fs::write(&path, "content").unwrap();
    drop(FileLock::try_acquire(&path).unwrap().unwrap());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "content");
}

#[test]
fn the_lock_belongs_to_the_open_file_and_not_to_the_handle() {
    let (_guard, path) = lock_file();
    let lock = FileLock::try_acquire(&path).unwrap().unwrap();
    let copy = lock.file().try_clone().unwrap();
    drop(lock.into_file());
    assert!(FileLock::is_held(&path).unwrap());
    drop(copy);
    assert!(!FileLock::is_held(&path).unwrap());
}

#[test]
fn an_open_file_can_be_locked() {
    let (_guard, path) = lock_file();
    std::fs::write(&path, "").unwrap();
    let first = FileLock::try_on(File::open(&path).unwrap(), &path).unwrap();
    assert!(first.is_some());
    assert!(FileLock::try_on(File::open(&path).unwrap(), &path).unwrap().is_none());
}

#[test]
fn a_place_that_cannot_be_opened_is_named() {
    let (_guard, path) = lock_file();
    let inside = path.join("not/there");
    let error = FileLock::try_acquire(&inside).unwrap_err();
    assert_eq!(error.to_string(), format!("the lock file `{}` cannot be used", inside.display()));
    let folder = path.parent().unwrap();
    assert!(FileLock::try_acquire(folder).is_err());
}

#[cfg(unix)]
#[test]
fn a_new_lock_file_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_guard, path) = lock_file();
    drop(FileLock::try_acquire(&path).unwrap());
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o077, 0);
}

/// A child that is given the locked file keeps the lock after we let go, until it is gone.
#[cfg(unix)]
#[test]
fn a_child_keeps_the_lock_it_was_given_until_its_end() {
    use crate::command::{Command, Stream};
    use crate::environment::Environment;

    let (guard, path) = lock_file();
    std::fs::write(&path, "read me").unwrap();
    let lock = FileLock::try_acquire(&path).unwrap().unwrap();
    let environment = Environment::from_process();
    let mut child = Command::new("sleep", guard.path())
        .arg("600")
        .inherit(&environment, ["PATH"])
        .stdin(Stream::File(lock.into_file()))
        .spawn()
        .unwrap();
    assert!(FileLock::is_held(&path).unwrap());
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!FileLock::is_held(&path).unwrap());
}
