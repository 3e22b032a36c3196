//! Many processes, some of which die in the middle.

use std::collections::BTreeMap;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::roles::{Role, WRITES, run, start};
use crate::support::{Fixture, open, raw, session_id, store_file, workspace_id};

/// Polls until `condition` holds.
#[track_caller]
fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !condition() {
        assert!(Instant::now() < deadline, "{what} did not come");
        thread::sleep(Duration::from_millis(1));
    }
}

fn check_sound(path: &Path) {
    let verdict: String = raw(path).pragma_query_one(None, "integrity_check").unwrap();
    assert_eq!(verdict, "ok");
}

#[test]
fn two_processes_and_this_one_write_thousands_of_rows_and_none_is_lost() {
    let (fixture, _, session) = Fixture::with_session();
    let file = fixture.file();
    thread::scope(|scope| {
        let children: Vec<_> = (0..2).map(|_| scope.spawn(|| run(Role::Write, &file, None))).collect();
        for n in 0..WRITES {
            fixture.store.write(|tx| tx.add_command(&session.id, "count", &json!([0, n]))).unwrap();
        }
        for child in children {
            assert_eq!(child.join().unwrap(), json!(WRITES));
        }
    });
    let rows = fixture.store.read(|tx| tx.open_commands(&session.id)).unwrap();
    let mut seen: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for row in &rows {
        let (writer, n) = serde_json::from_value(row.payload.clone()).unwrap();
        seen.entry(writer).or_default().push(n);
    }
    // Each writer's rows are all there, in the order it wrote them.
    let wanted: Vec<u64> = (0..WRITES as u64).collect();
    assert_eq!(seen.len(), 3);
    assert!(seen.values().all(|numbers| *numbers == wanted));
    check_sound(&file);
}

#[test]
fn processes_that_make_the_store_at_once_all_succeed() {
    for _ in 0..3 {
        let folder = tempfile::tempdir().unwrap();
        let file = store_file(folder.path());
        thread::scope(|scope| {
            let children: Vec<_> = (0..4).map(|_| scope.spawn(|| run(Role::Open, &file, None))).collect();
            for child in children {
                assert_eq!(child.join().unwrap(), json!("opened"));
            }
        });
        check_sound(&file);
    }
}

#[test]
fn a_process_killed_between_its_writes_leaves_every_one_it_finished() {
    let (fixture, _, session) = Fixture::with_session();
    let file = fixture.file();
    drop(fixture.store);
    let mut before = 0;
    for round in 0..10 {
        let mut child = start(Role::WriteOn, &file);
        let watcher = open(&file).unwrap();
        let count = || watcher.read(|tx| tx.open_commands(&session.id)).unwrap().len();
        until("progress", || count() > before + 7 * round);
        child.kill().unwrap();
        child.wait().unwrap();
        drop(watcher);
        // What comes next finds the log of a process that is gone, and nobody else has the file open.
        let store = open(&file).unwrap();
        let rows = store.read(|tx| tx.open_commands(&session.id)).unwrap();
        let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        assert!(ids.iter().copied().eq(1..=ids.len() as i64), "a row is missing");
        assert!(rows.len() > before);
        before = rows.len();
        drop(store);
        check_sound(&file);
    }
}

#[test]
fn a_process_killed_in_the_middle_of_a_write_leaves_nothing_of_it() {
    let (fixture, _, session) = Fixture::with_session();
    let file = fixture.file();
    let mut child = start(Role::Hang, &file);
    until("the child in its transaction", || file.with_extension("ready").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    // Its lock went with it.
    let id = fixture.store.write(|tx| tx.add_command(&session.id, "after", &json!(null))).unwrap().id;
    let rows = fixture.second_handle().read(|tx| tx.open_commands(&session_id(1))).unwrap();
    assert_eq!(rows.iter().map(|row| (row.id, row.kind.as_str())).collect::<Vec<_>>(), [(id, "after")]);
    check_sound(&file);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_nothing_before_it_is_lost() {
    let (fixture, _, _) = Fixture::with_session();
    let file = fixture.file();
    drop(fixture.store);
    // The signal would end the child; without it the write itself fails, as on a full disk.
    let report = run(Role::Fill, &file, Some("trap '' XFSZ; ulimit -f 2000"));
    let kept = report["kept"].as_u64().unwrap();
    assert_eq!(report, json!({"kept": kept, "error": "full", "readable": kept}));
    assert!(kept > 3, "{kept}");
    let store = open(&file).unwrap();
    let rows = store.read(|tx| tx.outputs(&workspace_id(1), None, 9_999, None)).unwrap();
    assert_eq!(rows.len() as u64, kept);
    assert!(rows.iter().all(|row| row.text.len() == 50_000));
    drop(store);
    check_sound(&file);
    // With room again it goes on.
    let report = run(Role::Open, &file, None);
    assert_eq!(report, json!("opened"));
}

#[cfg(unix)]
#[test]
fn a_disk_without_any_room_is_said_when_the_store_is_opened() {
    for blocks in [1, 8, 40] {
        let folder = tempfile::tempdir().unwrap();
        let file = store_file(folder.path());
        let no_room = format!("trap '' XFSZ; ulimit -f {blocks}");
        for _ in 0..2 {
            assert_eq!(run(Role::Open, &file, Some(&no_room)), json!("full"), "{blocks}");
            assert_eq!(run(Role::Open, &file, None), json!("opened"), "{blocks}");
            std::fs::remove_file(&file).unwrap();
        }
    }
}

#[cfg(unix)]
#[test]
fn the_store_is_private_whatever_the_umask() {
    for umask in ["000", "022", "077"] {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        std::fs::create_dir(&data).unwrap();
        let report = run(Role::Modes, &store_file(&data), Some(&format!("umask {umask}")));
        assert_eq!(report, json!({"folder": "700", "files": ["600", "600", "600"]}), "{umask}");
    }
}
