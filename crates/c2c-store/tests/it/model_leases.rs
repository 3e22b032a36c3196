//! Leases against a model: any order of asking, dying, beating, releasing and time passing.

use c2c_os::process::ProcessIdentity;
use c2c_store::{Acquired, HEARTBEAT_STALE_MS, Lease, LeaseKind, StoreError};
use proptest::prelude::*;

use crate::support::{Fixture, START_MS, workspace_id};

const OWNERS: usize = 3;

#[derive(Debug, Clone)]
enum Step {
    Ask(usize),
    Die(usize),
    Live(usize),
    Beat(usize),
    Release(usize),
    Write(usize),
    Pass(i64),
}

fn step() -> impl Strategy<Value = Step> {
    let owner = 0..OWNERS;
    prop_oneof![
        4 => owner.clone().prop_map(Step::Ask),
        1 => owner.clone().prop_map(Step::Die),
        1 => owner.clone().prop_map(Step::Live),
        2 => owner.clone().prop_map(Step::Beat),
        1 => owner.clone().prop_map(Step::Release),
        3 => owner.prop_map(Step::Write),
        2 => prop_oneof![Just(1), Just(HEARTBEAT_STALE_MS / 2), Just(HEARTBEAT_STALE_MS + 1)].prop_map(Step::Pass),
    ]
}

/// What must be true, kept in the simplest way.
#[derive(Debug)]
struct Model {
    now_ms: i64,
    epoch: i64,
    /// The owner and its last heartbeat.
    holder: Option<(usize, i64)>,
    alive: [bool; OWNERS],
    /// The lease that each owner believes to hold.
    leases: [Option<Lease>; OWNERS],
    /// Who wrote, in order.
    written: Vec<usize>,
}

impl Model {
    fn may_take(&self) -> bool {
        self.holder.is_none_or(|(holder, beat_ms)| !self.alive[holder] || self.now_ms - beat_ms > HEARTBEAT_STALE_MS)
    }

    fn is_current(&self, owner: usize) -> bool {
        self.holder.is_some() && self.leases[owner].as_ref().is_some_and(|lease| lease.epoch == self.epoch)
    }
}

fn identity(owner: usize) -> ProcessIdentity {
    ProcessIdentity { pid: owner as u32 + 100, start_time: owner as u64 }
}

fn is_lost<T>(result: &Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::LeaseLost { .. }))
}

/// Does one step in the store and in the model; they must agree.
fn play(fixture: &Fixture, model: &mut Model, step: &Step) {
    let store = &fixture.store;
    match *step {
        Step::Pass(ms) => {
            fixture.clock.advance(ms);
            model.now_ms += ms;
        }
        Step::Die(owner) => model.alive[owner] = false,
        Step::Live(owner) => model.alive[owner] = true,
        Step::Ask(owner) => {
            let alive = model.alive;
            let is_alive = |pid: u32, start: u64| pid == start as u32 + 100 && alive[start as usize];
            let got =
                store.write(|tx| tx.acquire_lease(LeaseKind::Session, "s", None, &identity(owner), &is_alive)).unwrap();
            match got {
                Acquired::Yes(lease) => {
                    assert!(model.may_take(), "taken from its owner");
                    model.epoch += 1;
                    assert_eq!((lease.epoch, lease.owner()), (model.epoch, identity(owner)));
                    model.holder = Some((owner, model.now_ms));
                    model.leases[owner] = Some(lease);
                }
                Acquired::Held(lease) => {
                    assert!(!model.may_take(), "refused though free");
                    let (holder, beat_ms) = model.holder.unwrap();
                    assert_eq!((lease.owner(), lease.heartbeat_at_ms), (identity(holder), beat_ms));
                }
            }
        }
        Step::Beat(owner) => {
            if let Some(lease) = &model.leases[owner] {
                let beaten = store.write(|tx| tx.heartbeat(lease));
                assert_eq!(is_lost(&beaten), !model.is_current(owner));
                if beaten.is_ok() {
                    model.holder = Some((owner, model.now_ms));
                }
            }
        }
        Step::Release(owner) => {
            if let Some(lease) = &model.leases[owner] {
                store.write(|tx| tx.release_lease(lease)).unwrap();
                if model.is_current(owner) {
                    model.holder = None;
                }
            }
        }
        Step::Write(owner) => {
            if let Some(lease) = &model.leases[owner] {
                let name = owner.to_string();
                let n = model.written.len() as u8;
                let written =
                    store.write_owned(lease, |tx| tx.upsert_workspace(&workspace_id(n), &format!("/{n}"), &name, "c"));
                assert_eq!(is_lost(&written), !model.is_current(owner));
                if written.is_ok() {
                    model.written.push(owner);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn leases_do_what_the_model_says(steps in proptest::collection::vec(step(), 1..40)) {
        let fixture = Fixture::new();
        let mut model = Model {
            now_ms: START_MS,
            epoch: 0,
            holder: None,
            alive: [true; OWNERS],
            leases: [None, None, None],
            written: Vec::new(),
        };
        for step in &steps {
            play(&fixture, &mut model, step);
            let holder = fixture.store.read(|tx| tx.lease(LeaseKind::Session, "s")).unwrap();
            let shown = holder.map(|lease| (lease.owner(), lease.heartbeat_at_ms));
            prop_assert_eq!(shown, model.holder.map(|(owner, beat_ms)| (identity(owner), beat_ms)));
        }
        let mut written = fixture.store.read(|tx| tx.workspaces()).unwrap();
        written.sort_by(|one, other| one.id.cmp(&other.id));
        let names: Vec<String> = written.into_iter().map(|workspace| workspace.name).collect();
        let wanted: Vec<String> = model.written.iter().map(ToString::to_string).collect();
        prop_assert_eq!(names, wanted);
    }
}
