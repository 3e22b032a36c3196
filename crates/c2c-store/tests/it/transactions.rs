//! Transactions: all or nothing, of one moment, noticed by everybody.

use std::panic::{AssertUnwindSafe, catch_unwind};

use c2c_store::{Store, StoreError};

use crate::support::{Fixture, workspace_id};

fn add(store: &Store, n: u8) {
    store.write(|tx| tx.upsert_workspace(&workspace_id(n), &format!("/{n}"), "n", "c")).unwrap();
}

fn count(store: &Store) -> usize {
    store.read(|tx| tx.workspaces()).unwrap().len()
}

#[test]
fn an_error_takes_everything_back() {
    let fixture = Fixture::new();
    let failed: Result<(), StoreError> = fixture.store.write(|tx| {
        tx.upsert_workspace(&workspace_id(1), "/1", "n", "c")?;
        assert_eq!(tx.workspaces()?.len(), 1);
        Err(StoreError::NotFound { what: "thing", id: "x".to_owned() })
    });
    assert!(matches!(failed, Err(StoreError::NotFound { what: "thing", .. })), "{failed:?}");
    assert_eq!(count(&fixture.store), 0);
}

#[test]
fn a_panic_takes_everything_back_and_the_store_goes_on() {
    let fixture = Fixture::new();
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        fixture.store.write(|tx| -> Result<(), StoreError> {
            tx.upsert_workspace(&workspace_id(1), "/1", "n", "c")?;
            panic!("in the middle")
        })
    }));
    assert!(panicked.is_err());
    assert_eq!(count(&fixture.store), 0);
    add(&fixture.store, 2);
    assert_eq!(count(&fixture.store), 1);
}

#[test]
fn a_reader_sees_one_moment_and_holds_nobody_up() {
    let fixture = Fixture::new();
    let other = fixture.second_handle();
    fixture
        .store
        .read(|tx| {
            assert_eq!(tx.workspaces()?.len(), 0);
            add(&other, 1);
            add(&fixture.store, 2);
            assert_eq!(tx.workspaces()?.len(), 0);
            Ok(())
        })
        .unwrap();
    assert_eq!(count(&fixture.store), 2);
}

#[test]
fn every_commit_is_noticed_whoever_made_it() {
    let fixture = Fixture::new();
    let other = fixture.second_handle();
    let mut last = fixture.store.data_version().unwrap();
    for n in 1..5 {
        add(if n % 2 == 0 { &fixture.store } else { &other }, n);
        let version = fixture.store.data_version().unwrap();
        assert_ne!(version, last, "commit {n}");
        last = version;
    }
    assert_eq!(count(&fixture.store), 4);
    assert_eq!(fixture.store.data_version().unwrap(), last, "reading is no change");
}

#[test]
fn threads_share_one_store() {
    let fixture = Fixture::new();
    let store = &fixture.store;
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                for n in 0..25 {
                    add(store, thread * 25 + n);
                    count(store);
                }
            });
        }
    });
    assert_eq!(count(store), 100);
}

#[test]
fn a_value_that_is_none_of_its_kind_is_damage_with_a_name() {
    let (fixture, workspace, session) = Fixture::with_session();
    crate::support::spoil(&fixture.file(), "UPDATE sessions SET status = 'dancing'");
    let read = fixture.store.read(|tx| tx.session(&session.id));
    match read {
        Err(StoreError::Damaged { reason, .. }) => {
            assert!(reason.contains("`dancing` is not a SessionStatus"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
    crate::support::spoil(&fixture.file(), "UPDATE sessions SET status = 'active', sandbox = 'open'");
    let read = fixture.store.read(|tx| tx.open_session(&workspace.id));
    assert!(matches!(read, Err(StoreError::Damaged { .. })), "{read:?}");
    let json = format!("INSERT INTO states VALUES ('{}', '{{', 0)", session.id);
    crate::support::spoil(&fixture.file(), &json);
    let read = fixture.store.read(|tx| tx.state(&session.id));
    assert!(matches!(read, Err(StoreError::Damaged { .. })), "{read:?}");
    crate::support::spoil(&fixture.file(), "UPDATE sessions SET sandbox = 'read-only', max_iterations = -1");
    let read = fixture.store.read(|tx| tx.session(&session.id));
    assert!(matches!(read, Err(StoreError::Damaged { .. })), "{read:?}");
}

#[test]
fn every_enum_is_read_back_from_its_name() {
    use c2c_store::*;
    fn check<T>(all: &[T], name: impl Fn(T) -> &'static str)
    where
        T: Copy
            + PartialEq
            + std::fmt::Debug
            + std::fmt::Display
            + std::str::FromStr<Err = EnumError>
            + serde::Serialize,
    {
        for value in all {
            assert_eq!(name(*value).parse(), Ok(*value));
            assert_eq!(value.to_string(), name(*value));
            assert_eq!(serde_json::to_value(value).unwrap(), name(*value));
        }
        assert!("".parse::<T>().is_err());
    }
    check(ConversationMode::ALL, ConversationMode::as_str);
    check(SessionDriver::ALL, SessionDriver::as_str);
    check(Carrier::ALL, Carrier::as_str);
    check(ApprovalMode::ALL, ApprovalMode::as_str);
    check(SessionStatus::ALL, SessionStatus::as_str);
    check(Direction::ALL, Direction::as_str);
    check(TestSource::ALL, TestSource::as_str);
    check(ExitStatus::ALL, ExitStatus::as_str);
    check(OutputStatus::ALL, OutputStatus::as_str);
    check(OutputSource::ALL, OutputSource::as_str);
    check(LeaseKind::ALL, LeaseKind::as_str);
}
