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
    ]), @"");
}

#[test]
fn every_error_of_the_store_has_a_hint() {
    insta::assert_snapshot!(all([
        StoreError::NotAFile { path: store_file() },
        StoreError::Newer { path: store_file(), found: 9, known: 1 },
        StoreError::Damaged { path: store_file(), reason: "file is not a database".to_owned() },
        StoreError::Full { path: store_file() },
        StoreError::Busy { path: store_file() },
        StoreError::LeaseLost { kind: LeaseKind::Session, key: "ses_1".to_owned(), epoch: 1 },
        StoreError::NotFound { what: "session", id: "ses_1".to_owned() },
        StoreError::Conflict { what: "an open session", with: "ses_1".to_owned() },
    ]), @"");
}

#[test]
fn an_internal_error_shows_a_reference_and_keeps_its_causes_back() {
    let error = StoreError::Io { doing: "making the store private", source: io::Error::other("secret detail") };
    insta::assert_snapshot!(shown(error), @"");
}

#[test]
fn every_error_of_codex_has_a_hint() {
    insta::assert_snapshot!(all([
        ExecutorError::Missing { looked_in: vec![PathBuf::from("/usr/bin"), PathBuf::from("/bin")] },
        ExecutorError::Missing { looked_in: vec![] },
        ExecutorError::TooOld { found: "0.100.0".to_owned(), minimum: "0.160.1".to_owned() },
        ExecutorError::Unprotected { what: "C2C's data folder", path: PathBuf::from("/tmp/data") },
        ExecutorError::Io { doing: "starting Codex".to_owned(), source: io::ErrorKind::PermissionDenied.into() },
    ]), @"");
}

#[test]
fn every_error_of_the_workspace_has_a_hint() {
    insta::assert_snapshot!(all([
        RootError::Relative { path: PathBuf::from("shop") },
        RootError::NotFound { path: PathBuf::from("/shop") },
        RootError::NotAFolder { path: PathBuf::from("/shop") },
    ]), @"");
    insta::assert_snapshot!(all([
        ChangesError::NotARepository { root: "/shop".to_owned() },
        ChangesError::Unreadable { root: "/shop".to_owned(), reason: "the index is damaged".to_owned() },
        ChangesError::ChangedSince { paths: vec!["a.rs".to_owned(), "b.rs".to_owned()] },
    ]), @"");
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
