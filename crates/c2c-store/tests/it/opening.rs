//! Opening: places, versions, other people's files, many at once.

use std::fs;
use std::path::Path;

use c2c_store::StoreError;

use crate::support::{Fixture, add_session, open, raw, spoil, store_file};

#[test]
fn a_missing_folder_and_file_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = store_file(&folder.path().join("a/b"));
    let store = open(&path).unwrap();
    assert_eq!(store.path(), path);
    assert!(path.is_file());
    // The empty file that it began as leaves no trace beside it.
    let names: Vec<_> =
        fs::read_dir(folder.path().join("a/b")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| name.to_string_lossy().starts_with("c2c.sqlite")), "{names:?}");
    assert!(!names.iter().any(|name| name.to_string_lossy().contains("tmp")), "{names:?}");
}

#[test]
fn a_folder_in_its_place_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = store_file(folder.path());
    fs::create_dir(&path).unwrap();
    let opened = open(&path);
    assert!(matches!(&opened, Err(StoreError::NotAFile { path: named }) if *named == path), "{opened:?}");
}

#[test]
fn a_data_folder_that_is_a_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::write(&data, "a letter").unwrap();
    match open(&store_file(&data)) {
        Err(StoreError::NoFolder { source }) => {
            assert_eq!(source.to_string(), format!("`{}` is not a folder", data.display()));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(fs::read_to_string(&data).unwrap(), "a letter");
}

/// The store's own bytes and those of its log.
fn bytes(path: &Path) -> (Vec<u8>, Vec<u8>) {
    (fs::read(path).unwrap(), fs::read(path.with_extension("sqlite-wal")).unwrap_or_default())
}

#[test]
fn a_newer_store_is_refused_and_not_touched() {
    let fixture = Fixture::new();
    add_session(&fixture.store, 1);
    let path = fixture.file();
    drop(fixture.store);
    spoil(&path, "PRAGMA user_version = 99");
    let before = bytes(&path);
    let opened = open(&path);
    match opened {
        Err(StoreError::Newer { path: named, found, known }) => {
            assert_eq!((named, found, known), (path.clone(), 99, 4));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(bytes(&path), before);
}

#[test]
fn a_newer_store_whose_version_is_still_in_the_log_is_not_touched_either() {
    let fixture = Fixture::new();
    let path = fixture.file();
    let newer = raw(&path);
    newer.execute_batch("PRAGMA user_version = 99; CREATE TABLE future (x)").unwrap();
    // As a crash of the newer program would leave it: the log is full of news.
    let copy = fixture.folder.path().join("copy.sqlite");
    for ending in ["", "-wal"] {
        fs::copy(format!("{}{ending}", path.display()), format!("{}{ending}", copy.display())).unwrap();
    }
    let before = bytes(&copy);
    assert!(!before.1.is_empty());
    let opened = open(&copy);
    assert!(matches!(opened, Err(StoreError::Newer { found: 99, .. })), "{opened:?}");
    assert_eq!(bytes(&copy), before);
}

#[test]
fn a_database_of_another_program_is_refused_and_not_touched() {
    for header in ["PRAGMA application_id = 7; PRAGMA user_version = 1;", "PRAGMA user_version = 3;", ""] {
        let folder = tempfile::tempdir().unwrap();
        let path = store_file(folder.path());
        spoil(&path, &format!("{header} CREATE TABLE bookmarks (url TEXT)"));
        let before = bytes(&path);
        match open(&path) {
            Err(StoreError::Damaged { reason, .. }) => assert_eq!(reason, "it is a database of another program"),
            other => panic!("{other:?}"),
        }
        assert_eq!(bytes(&path), before, "{header}");
    }
}

#[test]
fn an_empty_file_is_a_store_without_content() {
    let folder = tempfile::tempdir().unwrap();
    let path = store_file(folder.path());
    fs::write(&path, "").unwrap();
    let store = open(&path).unwrap();
    assert_eq!(store.read(|tx| tx.workspaces()).unwrap(), []);
}

#[test]
fn many_who_make_it_at_once_all_succeed() {
    for _ in 0..8 {
        let folder = tempfile::tempdir().unwrap();
        let path = store_file(folder.path());
        let barrier = std::sync::Barrier::new(6);
        std::thread::scope(|scope| {
            for n in 1..=6 {
                let (path, barrier) = (&path, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    add_session(&open(path).unwrap(), n);
                });
            }
        });
        assert_eq!(open(&path).unwrap().read(|tx| tx.workspaces()).unwrap().len(), 6);
    }
}

#[test]
fn a_store_that_another_keeps_too_long_says_so_in_the_end() {
    let fixture = Fixture::new();
    let other = raw(&fixture.file());
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    // Reading goes on meanwhile.
    assert_eq!(fixture.store.read(|tx| tx.workspaces()).unwrap(), []);
    let written = fixture.store.write(|_| Ok(()));
    assert!(matches!(written, Err(StoreError::Busy)), "{written:?}");
    other.execute_batch("COMMIT").unwrap();
    fixture.store.write(|_| Ok(())).unwrap();
}

#[cfg(unix)]
#[test]
fn a_store_that_others_could_read_is_made_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let fixture = Fixture::new();
    let path = fixture.file();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let loosen = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    loosen(&path, 0o644);
    loosen(&path.with_extension("sqlite-wal"), 0o666);
    loosen(fixture.folder.path(), 0o755);
    let second = fixture.second_handle();
    add_session(&second, 1);
    let modes = [&path, &path.with_extension("sqlite-wal"), &path.with_extension("sqlite-shm")].map(|path| mode(path));
    assert_eq!((modes, mode(fixture.folder.path())), ([0o600; 3], 0o700));
}
