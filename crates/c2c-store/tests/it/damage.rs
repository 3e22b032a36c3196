//! Damaged files: said so, by name, and left as they are.

use std::fs;
use std::sync::OnceLock;

use c2c_store::{NewOutput, OutputSource, OutputStatus, Store, StoreError};

use crate::support::{Fixture, add_session, open, store_file, workspace_id};

const PAGE: usize = 4096;

pub(crate) fn output(n: u32, bytes: usize) -> NewOutput {
    NewOutput {
        id: format!("out_{n:016x}"),
        workspace_id: workspace_id(1),
        task_id: "c2c_1".to_owned(),
        iteration: 1,
        command: "cargo test".to_owned(),
        exit_code: Some(0),
        text: "x".repeat(bytes),
        status: OutputStatus::Readable,
        reason: None,
        size_bytes: 1,
        source: OutputSource::Seen,
    }
}

/// The bytes of a sound store with some content.
fn sound() -> &'static [u8] {
    static SOUND: OnceLock<Vec<u8>> = OnceLock::new();
    SOUND.get_or_init(|| {
        let fixture = Fixture::new();
        add_session(&fixture.store, 1);
        fixture.store.write(|tx| (0..200).try_for_each(|n| tx.add_output(&output(n, 2_000)))).unwrap();
        let path = fixture.file();
        drop(fixture.store);
        assert!(!path.with_extension("sqlite-wal").exists(), "closing must have moved everything into the file");
        fs::read(path).unwrap()
    })
}

/// Opens a store of these bytes. If it is refused, the bytes must be as before.
fn open_bytes(bytes: &[u8]) -> (tempfile::TempDir, Result<Store, StoreError>) {
    let folder = tempfile::tempdir().unwrap();
    let path = store_file(folder.path());
    fs::write(&path, bytes).unwrap();
    let opened = open(&path);
    if opened.is_err() {
        assert!(fs::read(&path).unwrap() == bytes, "a refused store was changed");
    }
    (folder, opened)
}

#[track_caller]
fn check_damaged(what: &str, bytes: &[u8]) {
    let (_folder, opened) = open_bytes(bytes);
    assert!(matches!(opened, Err(StoreError::Damaged { .. })), "{what}: {opened:?}");
}

/// Bytes that look like nothing, the same in every run.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let step = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    std::iter::repeat_with(step).take(length).collect()
}

#[test]
fn a_sound_store_opens() {
    let (_folder, opened) = open_bytes(sound());
    let store = opened.unwrap();
    assert_eq!(store.read(|tx| tx.outputs(&workspace_id(1), None, 999, None)).unwrap().len(), 200);
}

#[test]
fn something_else_altogether_is_damage() {
    check_damaged("text", b"this is my shopping list\n");
    // One byte alone is how SQLite itself may leave a file that has no content yet.
    check_damaged("two bytes", b"SQ");
    check_damaged("zeros", &[0; 3 * PAGE]);
    check_damaged("noise", &noise(3 * PAGE));
    check_damaged("noise of odd length", &noise(PAGE + 17));
    let mut magic = sound()[..16].to_vec();
    magic.extend(noise(2 * PAGE));
    check_damaged("the right beginning, then noise", &magic);
}

#[test]
fn a_cut_store_is_damage() {
    for length in [15, 16, 50, 99, 100, 512, PAGE - 1, PAGE, 2 * PAGE, sound().len() / 2, sound().len() - PAGE] {
        check_damaged(&format!("the first {length} bytes"), &sound()[..length]);
    }
}

#[test]
fn a_sound_first_page_before_garbage_is_damage() {
    let mut bytes = sound().to_vec();
    let length = bytes.len();
    bytes[PAGE..].copy_from_slice(&noise(length - PAGE));
    check_damaged("noise", &bytes);
    bytes[PAGE..].fill(0);
    check_damaged("zeros", &bytes);
}

#[test]
fn a_missing_table_is_damage() {
    let fixture = Fixture::new();
    let path = fixture.file();
    drop(fixture.store);
    crate::support::spoil(&path, "DROP TABLE notices");
    match open(&path) {
        Err(StoreError::Damaged { reason, .. }) => assert!(reason.contains("no such table: notices"), "{reason}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn damage_deeper_inside_is_named_when_it_is_met() {
    // One page after the other turned to noise: the store opens and reads, or says that it is damaged.
    let mut met = 0;
    let sampled = (1..sound().len() / PAGE).filter(|page| *page < 45 || page % 5 == 0);
    for page in sampled {
        let mut bytes = sound().to_vec();
        bytes[page * PAGE..(page + 1) * PAGE].copy_from_slice(&noise(PAGE));
        let (_folder, opened) = open_bytes(&bytes);
        let read = opened.and_then(|store| store.read(|tx| tx.outputs(&workspace_id(1), None, 999, None)).map(drop));
        match read {
            Ok(()) => {}
            Err(StoreError::Damaged { .. }) => met += 1,
            Err(other) => panic!("page {page}: {other:?}"),
        }
    }
    assert!(met > 30, "{met}");
}
