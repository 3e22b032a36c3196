//! Every lower error, as a person reads it: what is wrong, why, and what can be done.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use c2c_os::folders::FolderError;
use c2c_ports::{ChangesError, ExecutorError};
use c2c_store::{LeaseKind, StoreError};
use c2c_workspace::root::RootError;

use super::*;

/// The error as the command line shows it, with its kind before it.
fn shown(error: impl Into<ApiError>) -> String {
    let error = error.into();
    let shape = error.shape("ref_1");
    let mut text = format!("[{}] {}\n", shape.code, shape.message);
    for cause in &shape.causes {
        writeln!(text, "  because {cause}").unwrap();
    }
    for hint in &shape.hints {
        writeln!(text, "  hint: {hint}").unwrap();
    }
    text
}

fn all<E: Into<ApiError>>(errors: impl IntoIterator<Item = E>) -> String {
    errors.into_iter().map(shown).collect()
}

fn store_file() -> PathBuf {
    PathBuf::from("/data/c2c.sqlite")
}

#[test]
fn every_error_of_the_data_folder_has_a_hint() {
    insta::assert_snapshot!(all([
        FolderError::NotAFolder { path: PathBuf::from("/data") },
        FolderError::NotAbsolute { path: PathBuf::from("data") },
        FolderError::NoHome { variable: "HOME" },
        FolderError::Io { path: PathBuf::from("/data"), source: io::ErrorKind::PermissionDenied.into() },
    ]), @"
    [config] C2C's data folder cannot be `/data`
      because `/data` is not a folder
      hint: move that file away, or set `C2C_HOME` to another folder
    [config] C2C has no data folder
      because `C2C_HOME` is `data`, which is not an absolute path
      hint: set `C2C_HOME` to an absolute path
    [config] C2C has no data folder
      because there is no home folder: neither `C2C_HOME` nor `HOME` is set to an absolute path
      hint: set `C2C_HOME` to a folder that only you can read
    [config] C2C's data folder `/data` cannot be used
      because `/data` cannot be made a private folder
      because permission denied
      hint: make the folder writable, or set `C2C_HOME` to another one
    ");
}

#[test]
fn every_error_of_the_store_has_a_hint() {
    insta::assert_snapshot!(all([
        StoreError::NotAFile { path: store_file() },
        StoreError::Newer { path: store_file(), found: 9, known: 1 },
        StoreError::Damaged { path: store_file(), reason: "file is not a database".to_owned() },
        StoreError::Full { path: store_file() },
        StoreError::Busy,
        StoreError::LeaseLost { kind: LeaseKind::Session, key: "ses_1".to_owned(), epoch: 1 },
        StoreError::NotFound { what: "session", id: "ses_1".to_owned() },
        StoreError::Conflict { what: "an open session", with: "ses_1".to_owned() },
    ]), @"
    [config] the store `/data/c2c.sqlite` is not a file
      hint: move it away, or set `C2C_HOME` to another folder
    [config] the store `/data/c2c.sqlite` has version 9; this version of C2C knows versions up to 1
      hint: update `c2c` to the version that wrote it
      hint: or set `C2C_HOME` to another folder for this version; nothing was changed
    [config] the store `/data/c2c.sqlite` is damaged: file is not a database
      hint: put a copy of `/data/c2c.sqlite` back, or move the file away to begin with an empty store
      hint: your project folders are not touched by either
    [unavailable] there is no room left for the store `/data/c2c.sqlite`
      hint: make room on the disk that holds `/data/c2c.sqlite`, then run the same command again
      hint: what was kept before is not lost
    [unavailable] another process kept the store for too long
      hint: run the same command again
    [conflict] another process has taken over
      because the session lease `ses_1` (epoch 1) has passed to another process
      hint: see which one with `c2c status`
    [not_found] there is no session `ses_1`
      hint: see what there is with `c2c status`
    [conflict] there is already an open session: `ses_1`
      hint: see what there is with `c2c status`
    ");
}

#[test]
fn an_internal_error_shows_a_reference_and_keeps_its_causes_back() {
    let error = StoreError::Io { doing: "making the store private", source: io::Error::other("secret detail") };
    insta::assert_snapshot!(shown(error), @"
    [internal] the store failed
      hint: look for `ref_1` in the log, in the folder `logs` of C2C's data folder
    ");
}

#[test]
fn every_error_of_codex_has_a_hint() {
    insta::assert_snapshot!(all([
        ExecutorError::Missing { looked_in: vec![PathBuf::from("/usr/bin"), PathBuf::from("/bin")] },
        ExecutorError::Missing { looked_in: vec![] },
        ExecutorError::TooOld { found: "0.100.0".to_owned(), minimum: "0.160.1".to_owned() },
        ExecutorError::Unprotected { what: "C2C's data folder", path: PathBuf::from("/tmp/data") },
        ExecutorError::Io { doing: "starting Codex".to_owned(), source: io::ErrorKind::PermissionDenied.into() },
    ]), @"
    [config] the Codex program was not found (looked in `/usr/bin`, `/bin`)
      hint: install it with `npm install -g @openai/codex`, then `codex login`
      hint: or name the program in the variable `C2C_CODEX`
    [config] the Codex program was not found
      hint: install it with `npm install -g @openai/codex`, then `codex login`
      hint: or name the program in the variable `C2C_CODEX`
    [config] Codex 0.100.0 is too old; 0.160.1 or newer is needed
      hint: update it with `npm install -g @openai/codex@latest`
    [config] C2C's data folder `/tmp/data` lies where Codex may write, so it could approve its own plans
      hint: keep C2C's data folder (`C2C_HOME`) and Codex's own folder (`CODEX_HOME`) out of the workspace and out of temporary folders
    [config] Codex cannot be run
      because starting Codex
      because permission denied
      hint: try `codex --version` in a terminal
    ");
}

#[test]
fn every_error_of_the_workspace_has_a_hint() {
    insta::assert_snapshot!(all([
        RootError::Relative { path: PathBuf::from("shop") },
        RootError::NotFound { path: PathBuf::from("/shop") },
        RootError::NotAFolder { path: PathBuf::from("/shop") },
    ]), @"
    [user] the workspace cannot be opened
      because `shop` is not an absolute path
      hint: name the project folder with `-w FOLDER`
    [not_found] the folder `/shop` is not there
      hint: name the project folder with `-w FOLDER`
    [user] the workspace cannot be opened
      because `/shop` is not a folder
      hint: name the project folder with `-w FOLDER`
    ");
    insta::assert_snapshot!(all([
        ChangesError::Gone { root: "/shop".to_owned() },
        ChangesError::NotARepository { root: "/shop".to_owned() },
        ChangesError::Unreadable { root: "/shop".to_owned(), reason: "the index is damaged".to_owned() },
        ChangesError::ChangedSince { paths: vec!["a.rs".to_owned(), "b.rs".to_owned()] },
    ]), @"
    [not_found] the folder `/shop` is not there any more
      hint: put the folder back, or mount it; `c2c -w FOLDER stop` with its old path ends a session in it
    [precondition] `/shop` is not a git repository
      hint: run `git init` in it: C2C tells and takes back changes through git
      hint: or name another folder with `-w FOLDER`
    [unavailable] the changes in `/shop` cannot be read: the index is damaged
      hint: look at it with `git status`, then run the same command again
    [conflict] a.rs, b.rs changed since that iteration
      hint: take later iterations back first; changes of your own are safe, and the iteration stays
    ");
}

#[test]
fn every_kind_has_its_own_code() {
    let codes: std::collections::BTreeSet<&str> = ErrorKind::ALL.map(ErrorKind::as_str).into();
    assert_eq!(codes.len(), ErrorKind::ALL.len());
}

#[test]
fn a_message_never_repeats_its_cause() {
    let error = ApiError::from(FolderError::NoHome { variable: "HOME" });
    assert!(!error.causes().iter().any(|cause| error.message.contains(cause.as_str())), "{error:?}");
}
