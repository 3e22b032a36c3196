//! Leases: who gets one, who keeps it, and that nobody acts beside its owner.

use c2c_os::process::ProcessIdentity;
use c2c_store::{Acquired, HEARTBEAT_STALE_MS, Lease, LeaseKind, StoreError};
use serde_json::{Value, json};

use crate::support::{Fixture, START_MS};

const FIRST: ProcessIdentity = ProcessIdentity { pid: 100, start_time: i64::MAX as u64 };
const SECOND: ProcessIdentity = ProcessIdentity { pid: 200, start_time: 2 };

fn acquire_as(fixture: &Fixture, owner: ProcessIdentity, alive: bool) -> Acquired {
    let is_alive = move |_pid: u32, _start: u64| alive;
    fixture.store.write(|tx| tx.acquire_lease(LeaseKind::Session, "ses_1", None, &owner, &is_alive)).unwrap()
}

#[track_caller]
fn taken(acquired: Acquired) -> Lease {
    match acquired {
        Acquired::Yes(lease) => lease,
        Acquired::Held(lease) => panic!("held by {lease:?}"),
    }
}

fn lease_of(owner: ProcessIdentity, epoch: i64, heartbeat_at_ms: i64) -> Lease {
    Lease {
        kind: LeaseKind::Session,
        key: "ses_1".to_owned(),
        pid: owner.pid,
        process_start: owner.start_time,
        epoch,
        heartbeat_at_ms,
        detail: None,
    }
}

#[test]
fn a_free_lease_goes_to_whoever_asks() {
    let fixture = Fixture::new();
    let lease = taken(acquire_as(&fixture, FIRST, true));
    assert_eq!(lease, lease_of(FIRST, 1, START_MS));
    assert_eq!(lease.owner(), FIRST);
    assert_eq!(fixture.store.read(|tx| tx.lease(LeaseKind::Session, "ses_1")).unwrap(), Some(lease));
}

/// Who has the lease after `FIRST` took it, `silent_ms` passed and `SECOND` asked.
#[track_caller]
fn check_second(silent_ms: i64, first_is_alive: bool, expected: &Acquired) {
    let fixture = Fixture::new();
    taken(acquire_as(&fixture, FIRST, true));
    fixture.clock.advance(silent_ms);
    assert_eq!(acquire_as(&fixture, SECOND, first_is_alive), *expected, "{silent_ms} {first_is_alive}");
}

#[test]
fn a_second_one_gets_it_when_the_first_is_gone_or_silent() {
    let held = || Acquired::Held(lease_of(FIRST, 1, START_MS));
    let passed = |after_ms| Acquired::Yes(lease_of(SECOND, 2, START_MS + after_ms));
    check_second(0, true, &held());
    check_second(HEARTBEAT_STALE_MS, true, &held());
    check_second(HEARTBEAT_STALE_MS + 1, true, &passed(HEARTBEAT_STALE_MS + 1));
    check_second(0, false, &passed(0));
    // A clock that was set back is no silence.
    check_second(-3_600_000, true, &held());
}

#[test]
fn the_owner_does_not_get_it_twice() {
    let fixture = Fixture::new();
    let lease = taken(acquire_as(&fixture, FIRST, true));
    assert_eq!(acquire_as(&fixture, FIRST, true), Acquired::Held(lease));
}

#[test]
fn whether_the_owner_lives_is_asked_of_the_owner_in_the_row() {
    let fixture = Fixture::new();
    taken(acquire_as(&fixture, FIRST, true));
    let only_first = |pid: u32, start: u64| (pid, start) == (FIRST.pid, FIRST.start_time);
    let acquired =
        fixture.store.write(|tx| tx.acquire_lease(LeaseKind::Session, "ses_1", None, &SECOND, &only_first)).unwrap();
    assert!(matches!(acquired, Acquired::Held(_)), "{acquired:?}");
}

#[test]
fn a_heartbeat_keeps_it() {
    let fixture = Fixture::new();
    let lease = taken(acquire_as(&fixture, FIRST, true));
    for _ in 0..3 {
        fixture.clock.advance(HEARTBEAT_STALE_MS);
        fixture.store.write(|tx| tx.heartbeat(&lease)).unwrap();
    }
    let held = acquire_as(&fixture, SECOND, true);
    assert_eq!(held, Acquired::Held(lease_of(FIRST, 1, START_MS + 3 * HEARTBEAT_STALE_MS)));
}

#[test]
fn a_released_lease_is_free_and_its_epoch_still_grows() {
    let fixture = Fixture::new();
    let lease = taken(acquire_as(&fixture, FIRST, true));
    fixture.store.write(|tx| tx.release_lease(&lease)).unwrap();
    assert_eq!(fixture.store.read(|tx| tx.lease(LeaseKind::Session, "ses_1")).unwrap(), None);
    assert_eq!(taken(acquire_as(&fixture, SECOND, true)).epoch, 2);
}

#[test]
fn leases_of_other_kinds_and_keys_are_apart() {
    let fixture = Fixture::new();
    for (kind, key) in [(LeaseKind::Session, "a"), (LeaseKind::Session, "b"), (LeaseKind::Window, "a")] {
        let acquired = fixture.store.write(|tx| tx.acquire_lease(kind, key, None, &FIRST, &|_, _| true)).unwrap();
        assert_eq!(taken(acquired).epoch, 1);
    }
}

#[test]
fn an_overtaken_owner_can_do_nothing_any_more() {
    let fixture = Fixture::new();
    let old = taken(acquire_as(&fixture, FIRST, true));
    let new = taken(acquire_as(&fixture, SECOND, false));
    let mut entered = false;
    let written = fixture.store.write_owned(&old, |tx| {
        entered = true;
        tx.upsert_workspace(&crate::support::workspace_id(1), "/p", "n", "c")
    });
    let lost = |result: Result<(), StoreError>| match result {
        Err(StoreError::LeaseLost { kind: LeaseKind::Session, key, epoch: 1 }) => assert_eq!(key, "ses_1"),
        other => panic!("{other:?}"),
    };
    lost(written.map(drop));
    assert!(!entered);
    lost(fixture.store.write(|tx| tx.heartbeat(&old)));
    lost(fixture.store.write(|tx| tx.set_lease_detail(&old, Some(&json!(1)))));
    fixture.store.write(|tx| tx.release_lease(&old)).unwrap();
    assert_eq!(fixture.store.read(|tx| tx.lease(LeaseKind::Session, "ses_1")).unwrap(), Some(new.clone()));
    assert_eq!(fixture.store.read(|tx| tx.workspaces()).unwrap(), []);
    fixture
        .store
        .write_owned(&new, |tx| tx.upsert_workspace(&crate::support::workspace_id(1), "/p", "n", "c"))
        .unwrap();
}

#[test]
fn a_released_lease_gives_no_right_to_write() {
    let fixture = Fixture::new();
    let lease = taken(acquire_as(&fixture, FIRST, true));
    fixture.store.write(|tx| tx.release_lease(&lease)).unwrap();
    let written = fixture.store.write_owned(&lease, |_| Ok(()));
    assert!(matches!(written, Err(StoreError::LeaseLost { .. })), "{written:?}");
    let beaten = fixture.store.write(|tx| tx.heartbeat(&lease));
    assert!(matches!(beaten, Err(StoreError::LeaseLost { .. })), "{beaten:?}");
}

#[test]
fn what_others_should_know_stands_in_the_lease_until_it_passes_on() {
    let fixture = Fixture::new();
    let acquire = |owner: &ProcessIdentity, detail: Option<&Value>| {
        taken(
            fixture.store.write(|tx| tx.acquire_lease(LeaseKind::Listener, "", detail, owner, &|_, _| false)).unwrap(),
        )
    };
    let shown = || fixture.store.read(|tx| tx.lease(LeaseKind::Listener, "")).unwrap().and_then(|lease| lease.detail);
    let lease = acquire(&FIRST, Some(&json!({"port": 7391})));
    assert_eq!(lease.detail, Some(json!({"port": 7391})));
    fixture.store.write(|tx| tx.set_lease_detail(&lease, Some(&json!({"port": 1})))).unwrap();
    assert_eq!(shown(), Some(json!({"port": 1})));
    fixture.store.write(|tx| tx.set_lease_detail(&lease, None)).unwrap();
    assert_eq!(shown(), None);
    fixture.store.write(|tx| tx.set_lease_detail(&lease, Some(&json!(2)))).unwrap();
    acquire(&SECOND, None);
    assert_eq!(shown(), None);
}

#[test]
fn of_many_who_ask_at_once_one_gets_it() {
    let fixture = Fixture::new();
    let stores: Vec<_> = (0..8).map(|_| fixture.second_handle()).collect();
    let got: Vec<Acquired> = std::thread::scope(|scope| {
        let ask = |(store, pid): (_, u32)| {
            scope.spawn(move || {
                let owner = ProcessIdentity { pid, start_time: 1 };
                let ask =
                    |tx: &c2c_store::WriteTx<'_>| tx.acquire_lease(LeaseKind::Window, "", None, &owner, &|_, _| true);
                c2c_store::Store::write(store, ask).unwrap()
            })
        };
        let handles: Vec<_> = stores.iter().zip(1..).map(ask).collect();
        handles.into_iter().map(|handle| handle.join().unwrap()).collect()
    });
    let winners = got.iter().filter(|acquired| matches!(acquired, Acquired::Yes(_))).count();
    assert_eq!(winners, 1, "{got:?}");
}
