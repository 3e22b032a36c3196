//! Jobs that hang, and that must not be done late.

use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use super::Worker;
use crate::desk::{DeskError, Lacking};

const LONG: Duration = Duration::from_secs(10);

#[test]
fn what_stays_on_one_thread_is_used_there() {
    let worker = Worker::start(LONG, || Ok(Rc::new(40))).unwrap();
    assert_eq!(worker.ask("adding", LONG, |held| Ok(**held + 2)).unwrap(), 42);
}

#[test]
fn an_error_at_the_start_comes_back() {
    let started = Worker::<u32>::start(LONG, || Err(DeskError::Lacks { what: Lacking::MacAccessibility }));
    assert!(matches!(started.err(), Some(DeskError::Lacks { what: Lacking::MacAccessibility })));
}

#[test]
fn a_job_that_hangs_is_given_up_and_the_next_is_not_done_late() {
    let worker = Worker::start(LONG, || Ok(())).unwrap();
    let (free, wait) = mpsc::channel::<()>();
    let hangs = move |(): &mut ()| {
        wait.recv().unwrap_or_default();
        Ok(())
    };
    let presses = Arc::new(AtomicU32::new(0));
    let press = |presses: Arc<AtomicU32>| {
        move |(): &mut ()| {
            presses.fetch_add(1, Ordering::SeqCst);
            Ok(())
        }
    };
    let short = Duration::from_millis(20);
    assert!(matches!(worker.ask("reading", short, hangs), Err(DeskError::Failed { .. })));
    assert!(matches!(worker.ask("pressing", short, press(Arc::clone(&presses))), Err(DeskError::Failed { .. })));
    free.send(()).unwrap();
    worker.ask("pressing", LONG, press(Arc::clone(&presses))).unwrap();
    assert_eq!(presses.load(Ordering::SeqCst), 1);
}

#[test]
fn a_thread_that_ended_is_said() {
    let worker = Worker::start(LONG, || Ok(())).unwrap();
    let panics: Result<(), DeskError> = worker.ask("reading", LONG, |()| panic!("on purpose"));
    assert!(matches!(panics, Err(DeskError::Failed { .. })));
    assert!(matches!(
        worker.ask("reading", LONG, |()| Ok(())),
        Err(DeskError::Refused { .. } | DeskError::Failed { .. })
    ));
}
