//! Odd places and large contents.

use c2c_store::{ExitStatus, Iteration, NewOutput, TestSource};
use serde_json::json;

use crate::damage::output;
use crate::support::{Fixture, add_session, open, session_id, store_file, workspace_id};

#[test]
fn the_path_is_taken_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["with space", "file:x?mode=memory", "100%25#1", "ünïcödé 日本", "'quote\"", ":memory:", "-dash"]
    {
        let path = store_file(&folder.path().join(name));
        add_session(&open(&path).unwrap(), 1);
        assert!(path.is_file(), "{name}");
        assert_eq!(open(&path).unwrap().read(|tx| tx.workspaces()).unwrap().len(), 1, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_utf_8_works_too() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = store_file(&folder.path().join(std::ffi::OsStr::from_bytes(b"\xff\xfe")));
    add_session(&open(&path).unwrap(), 1);
    assert!(path.is_file());
}

#[cfg(unix)]
#[test]
fn a_link_to_the_store_is_followed() {
    let fixture = Fixture::new();
    let link = fixture.folder.path().join("link.sqlite");
    std::os::unix::fs::symlink(fixture.file(), &link).unwrap();
    add_session(&open(&link).unwrap(), 1);
    assert_eq!(fixture.store.read(|tx| tx.workspaces()).unwrap().len(), 1);
}

#[test]
fn contents_of_megabytes_come_back_whole() {
    let (fixture, workspace, session) = Fixture::with_session();
    let text: String = (0..600_000).map(|n| char::from_u32(0x20 + n % 0x2000).unwrap_or('?')).collect();
    let patch: Vec<u8> = (0..12_000_000_u32).map(|n| (n % 253) as u8).collect();
    let new = NewOutput { text: text.clone(), ..output(1, 0) };
    let iteration = Iteration {
        workspace_id: workspace.id.clone(),
        session_id: None,
        task_id: "c2c_1".to_owned(),
        iteration: u32::MAX,
        plan: text.clone(),
        changed_files: Vec::new(),
        tests: String::new(),
        test_source: TestSource::Reported,
        exit_status: ExitStatus::Failed,
        notes: String::new(),
        head: None,
        dirty_before: vec![text.clone(); 3],
        before_snapshot: None,
        after_snapshot: None,
        patch,
        thread_id: None,
        started_at_ms: i64::MIN,
        ended_at_ms: i64::MAX,
        undone_at_ms: None,
    };
    let state = json!({"text": text});
    fixture
        .store
        .write(|tx| {
            tx.add_output(&new)?;
            tx.put_iteration(&iteration)?;
            tx.save_state(&session.id, &state)
        })
        .unwrap();
    let store = fixture.second_handle();
    let (kept, row, saved) = store
        .read(|tx| {
            Ok((
                tx.output(&workspace.id, &new.id)?,
                tx.iteration(&workspace.id, "c2c_1", u32::MAX)?,
                tx.state(&session.id)?,
            ))
        })
        .unwrap();
    assert!(kept.is_some_and(|kept| kept.text == new.text));
    assert!(row == Some(iteration) && saved == Some(state));
}

#[test]
fn the_log_does_not_stay_as_long_as_it_once_was() {
    let (fixture, _, _) = Fixture::with_session();
    let log = fixture.file().with_extension("sqlite-wal");
    for n in 0..2 {
        fixture.store.write(|tx| tx.add_output(&output(n, 40_000_000))).unwrap();
    }
    fixture.store.write(|tx| tx.add_output(&output(9, 10))).unwrap();
    fixture.store.write(|tx| tx.add_output(&output(10, 10))).unwrap();
    let length = log.metadata().unwrap().len();
    assert!(length <= 17 * 1024 * 1024, "{length}");
}

#[test]
fn closing_moves_everything_into_the_one_file() {
    let (fixture, _, session) = Fixture::with_session();
    fixture.store.write(|tx| tx.save_state(&session.id, &json!(1))).unwrap();
    let path = fixture.file();
    drop(fixture.store);
    let names: Vec<_> =
        std::fs::read_dir(fixture.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["c2c.sqlite"]);
    let copy = tempfile::tempdir().unwrap();
    std::fs::copy(&path, store_file(copy.path())).unwrap();
    let copy = open(&store_file(copy.path())).unwrap();
    let read = copy.read(|tx| Ok((tx.state(&session_id(1))?, tx.workspace(&workspace_id(1))?.is_some())));
    assert_eq!(read.unwrap(), (Some(json!(1)), true));
}
