//! What a power cut leaves: a log that ends anywhere, an index of it that is nonsense.

use std::fs;
use std::path::{Path, PathBuf};

use c2c_store::StoreError;
use serde_json::json;

use crate::support::{Fixture, open, raw, session_id};

const COMMITS: usize = 20;

/// A store whose commits are all still in the log.
struct Crashed {
    main: Vec<u8>,
    log: Vec<u8>,
    folder: tempfile::TempDir,
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}{ending}", path.display()))
}

impl Crashed {
    fn new() -> Self {
        let (fixture, _, session) = Fixture::with_session();
        let path = fixture.file();
        // Everything so far goes into the main file, all that follows stays in the log.
        raw(&path).execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        for n in 0..COMMITS {
            fixture.store.write(|tx| tx.add_command(&session.id, "count", &json!(n))).unwrap();
        }
        let (main, log) = (fs::read(&path).unwrap(), fs::read(beside(&path, "-wal")).unwrap());
        Self { main, log, folder: tempfile::tempdir().unwrap() }
    }

    /// The commits that a store with this log still has.
    fn commits_with(&self, log: &[u8], index: Option<&[u8]>) -> Result<usize, StoreError> {
        let path = self.folder.path().join("c2c.sqlite");
        for ending in ["", "-wal", "-shm"] {
            fs::remove_file(beside(&path, ending)).ok();
        }
        fs::write(&path, &self.main).unwrap();
        fs::write(beside(&path, "-wal"), log).unwrap();
        if let Some(index) = index {
            fs::write(beside(&path, "-shm"), index).unwrap();
        }
        let store = open(&path)?;
        let rows = store.read(|tx| tx.open_commands(&session_id(1)))?;
        let payloads = rows.iter().map(|row| row.payload.clone());
        assert!(payloads.eq((0..rows.len()).map(|n| json!(n))), "a hole in the middle");
        // It goes on from there.
        store.write(|tx| tx.add_command(&session_id(1), "after", &json!(null)))?;
        drop(store);
        let verdict: String = raw(&path).pragma_query_one(None, "integrity_check").unwrap();
        assert_eq!(verdict, "ok");
        Ok(rows.len())
    }
}

#[test]
fn the_whole_log_gives_every_commit() {
    let crashed = Crashed::new();
    assert_eq!(crashed.commits_with(&crashed.log, None).unwrap(), COMMITS);
}

#[test]
fn a_log_that_ends_anywhere_gives_the_commits_before_its_end() {
    let crashed = Crashed::new();
    let length = crashed.log.len();
    let mut last = 0;
    for cut in (0..=length).step_by(length / 60).chain([length]) {
        let commits = crashed.commits_with(&crashed.log[..cut], None).unwrap();
        assert!(commits >= last, "{cut} of {length} bytes: {commits} after {last}");
        last = commits;
    }
    assert_eq!(last, COMMITS);
}

#[test]
fn a_log_with_a_torn_page_gives_the_commits_before_it() {
    let crashed = Crashed::new();
    let length = crashed.log.len();
    for at in (40..length).step_by(length / 25) {
        let mut log = crashed.log.clone();
        log[at] ^= 0x40;
        let commits = crashed.commits_with(&log, None).unwrap();
        assert!(commits < COMMITS, "byte {at} of {length} was not missed");
    }
}

#[test]
fn an_index_of_the_log_that_is_nonsense_is_made_again() {
    let crashed = Crashed::new();
    for index in [&b""[..], &[0; 32_768], &[0xff; 32_768], b"short"] {
        assert_eq!(crashed.commits_with(&crashed.log, Some(index)).unwrap(), COMMITS, "{} bytes", index.len());
    }
}

#[test]
fn a_log_of_another_store_is_not_taken_for_ours() {
    let crashed = Crashed::new();
    let noise: Vec<u8> = (0..crashed.log.len()).map(|n| (n * 7 % 251) as u8).collect();
    assert_eq!(crashed.commits_with(&noise, None).unwrap(), 0);
}
