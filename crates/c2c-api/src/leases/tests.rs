//! Who counts as a holder.

use super::*;
use crate::testing::Fixture;

/// A process that is surely gone: the identity of no process.
const GONE: ProcessIdentity = ProcessIdentity { pid: u32::MAX - 1, start_time: 1 };

fn session() -> SessionId {
    SessionId::from_random([1; 8])
}

#[test]
fn a_free_lease_is_ours_and_a_held_one_is_a_conflict() {
    let fixture = Fixture::new();
    assert!(owner(&fixture.app, &session()).unwrap().is_none());
    let lease = acquire_session(&fixture.app, &session()).unwrap();
    assert_eq!(owner(&fixture.app, &session()).unwrap().unwrap().pid, std::process::id());
    let error = acquire_session(&fixture.app, &session()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Conflict);
    assert!(error.message.contains(&std::process::id().to_string()), "{error}");
    release(&fixture.app, &lease);
    assert!(owner(&fixture.app, &session()).unwrap().is_none());
    assert_eq!(acquire_session(&fixture.app, &session()).unwrap().epoch, lease.epoch + 1);
}

#[test]
fn a_holder_that_is_gone_is_none() {
    let fixture = Fixture::new();
    let store = fixture.app.store();
    let taken = store.write(|tx| tx.acquire_lease(LeaseKind::Session, session().as_str(), None, &GONE, &|_, _| false));
    assert!(matches!(taken.unwrap(), Acquired::Yes(_)));
    assert!(owner(&fixture.app, &session()).unwrap().is_none());
    acquire_session(&fixture.app, &session()).unwrap();
}

#[test]
fn giving_back_what_was_taken_over_changes_nothing() {
    let fixture = Fixture::new();
    let store = fixture.app.store();
    let taken = store.write(|tx| tx.acquire_lease(LeaseKind::Session, session().as_str(), None, &GONE, &|_, _| false));
    let Acquired::Yes(old) = taken.unwrap() else { panic!("it is held") };
    let ours = acquire_session(&fixture.app, &session()).unwrap();
    release(&fixture.app, &old);
    assert_eq!(owner(&fixture.app, &session()).unwrap().unwrap().epoch, ours.epoch);
}
