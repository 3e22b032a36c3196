//! What people read when the store fails. Hints are added above.

use std::error::Error;
use std::path::PathBuf;

use c2c_store::{EnumError, LeaseKind, StoreError};

fn texts(errors: &[StoreError]) -> String {
    let mut lines = Vec::new();
    for error in errors {
        let mut line = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            line.push_str(" <- ");
            line.push_str(&cause.to_string());
            source = cause.source();
        }
        lines.push(line);
    }
    lines.join("\n")
}

#[test]
fn every_error_says_what_it_is_about() {
    let path = || PathBuf::from("/home/ada/c2c/c2c.sqlite");
    let json = serde_json::from_str::<u8>("x").unwrap_err();
    let folder = c2c_os::folders::FolderError::NotAFolder { path: PathBuf::from("/home/ada/c2c") };
    let doing = "reading a session";
    let errors = [
        StoreError::NotAFile { path: path() },
        StoreError::NoFolder { source: folder },
        StoreError::Newer { path: path(), found: 3, known: 1 },
        StoreError::Damaged { path: path(), reason: "database disk image is malformed".to_owned() },
        StoreError::Full { path: path() },
        StoreError::Busy,
        StoreError::LeaseLost { kind: LeaseKind::Session, key: "ses_1".to_owned(), epoch: 4 },
        StoreError::NotFound { what: "session", id: "ses_1".to_owned() },
        StoreError::Conflict { what: "an open session in this workspace", with: "ses_1".to_owned() },
        StoreError::Io { doing: "creating the store", source: std::io::Error::other("no such device") },
        StoreError::Json { doing, source: json },
        StoreError::Sql { doing, source: rusqlite::Error::QueryReturnedNoRows },
    ];
    insta::assert_snapshot!(texts(&errors), @"
    the store `/home/ada/c2c/c2c.sqlite` is not a file
    the store has no folder <- `/home/ada/c2c` is not a folder
    the store `/home/ada/c2c/c2c.sqlite` has version 3; this version of C2C knows versions up to 1
    the store `/home/ada/c2c/c2c.sqlite` is damaged: database disk image is malformed
    there is no room left for the store `/home/ada/c2c/c2c.sqlite`
    another process kept the store for too long
    the session lease `ses_1` (epoch 4) has passed to another process
    there is no session `ses_1`
    there is already an open session in this workspace: `ses_1`
    creating the store failed <- no such device
    reading a session failed <- expected value at line 1 column 1
    reading a session failed <- Query returned no rows
    ");
    insta::assert_snapshot!(EnumError { what: "Carrier", text: "pigeon".to_owned() }, @"`pigeon` is not a Carrier");
}
