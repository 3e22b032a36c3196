//! Sessions that a terminal hands over to the app.

use std::sync::atomic::{AtomicUsize, Ordering};

use c2c_ipc::StepLine;
use c2c_ipc::app::{Activity, Need};

use super::sessions::{begin, page, page_when, to_carry};
use super::*;
use crate::testing::{eventually, start_params};
use crate::verbs;

/// Watches as the app does, until the host is shut down.
fn watched(host: &Arc<Host>) -> tokio::task::JoinHandle<()> {
    let host = Arc::clone(host);
    tokio::spawn(async move { host.watch(|_| {}).await })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_hands_a_session_over_to_the_app_that_runs() {
    let fixture = Fixture::new();
    std::fs::write(fixture.base().join("data").join("settings.json"), r#"{"approvall": "never"}"#).unwrap();
    let terminal = fixture.elsewhere();
    let place = crate::Place::open(&terminal.app, fixture.root()).unwrap();
    let alone =
        verbs::start_in_app(&terminal.app, &place, &start_params("Change it"), &*fixture.steps).await.unwrap_err();
    assert_eq!(alone.to_string(), "the C2C app does not run");
    let host = host(&fixture);
    assert!(host.overview().await.unwrap().sessions.is_empty(), "nothing is written without the app");

    host.open().await.unwrap();
    let watching = watched(&host);
    let answer = verbs::start_in_app(&terminal.app, &place, &start_params("Change it"), &*fixture.steps).await.unwrap();
    assert_eq!((answer.command.as_str(), answer.outcome.as_str()), ("start", "done"));
    to_carry(&host, &answer.session, "INIT").await;
    let owner = page(&host, &answer.session).await.details.owner.unwrap();
    assert_eq!(owner.pid, fixture.app.process().pid);
    let lines = fixture.steps.lines();
    let warns = |line: &StepLine| matches!(line, StepLine::Warning { text } if text.contains("`approvall`"));
    assert!(lines.iter().any(warns), "{lines:?}");

    let (params, run) = (start_params("Again"), fixture.run());
    let again = verbs::start(&terminal.app, &place, &params, &run, std::future::pending()).await.unwrap_err();
    assert!(again.to_string().ends_with(", which runs in the C2C app"), "{again}");
    assert!(!again.hints.iter().any(|hint| hint.contains("continue")), "it goes on already: {:?}", again.hints);
    host.shutdown().await;
    watching.await.unwrap();
    let gone =
        verbs::start_in_app(&terminal.app, &place, &start_params("Change it"), &*fixture.steps).await.unwrap_err();
    assert_eq!(gone.to_string(), "the C2C app does not run");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stands_in_the_way_is_not_tried_again_with_every_commit() {
    let fixture = Fixture::new();
    let first = host(&fixture);
    let session = begin(&first, &fixture).await;
    to_carry(&first, &session, "INIT").await;
    first.shutdown().await;
    let elsewhere = fixture.base().join("away");
    std::fs::rename(fixture.root(), &elsewhere).unwrap();
    let second = host(&fixture);
    second.open().await.unwrap();
    let seen = Arc::new(AtomicUsize::new(0));
    let (told, watched) = (Arc::clone(&seen), Arc::clone(&second));
    let watching = tokio::spawn(async move {
        let count = |what| {
            if what == Seen::Changed {
                told.fetch_add(1, Ordering::SeqCst);
            }
        };
        watched.watch(count).await;
    });
    std::fs::rename(&elsewhere, fixture.root()).unwrap();
    // A commit wakes the watch; its folder is back, but a person decides now. What one commit led to is done when the
    // next one is told of.
    for key in ["1", "2", "3"] {
        let before = seen.load(Ordering::SeqCst);
        second.app().store().write(|tx| tx.claim_notice(&session.parse().unwrap(), "test", key)).unwrap();
        eventually("the commit", || (seen.load(Ordering::SeqCst) > before).then_some(())).await;
    }
    let row = page(&second, &session).await.row;
    assert_eq!((row.runs, row.need), (false, Some(Need::Owner)));
    second.shutdown().await;
    watching.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_apps_on_one_store_do_not_take_from_each_other() {
    let fixture = Fixture::new();
    let first = host(&fixture);
    first.open().await.unwrap();
    let elsewhere = fixture.elsewhere();
    let second = Host::new(Arc::clone(&elsewhere.app), fixture.run(), Arc::new(Program::default()));
    second.open().await.unwrap();
    let watching = [watched(&first), watched(&second)];
    let place = crate::Place::open(&fixture.app, fixture.root()).unwrap();
    let answer = verbs::start_in_app(&fixture.app, &place, &start_params("Change it"), &*fixture.steps).await.unwrap();
    row_when(&first, |row| row.activity == Activity::Waiting && row.runs).await;
    let owner = page_when(&first, &answer.session, "running", |page| page.details.owner.is_some()).await.details.owner;
    assert_eq!(owner.unwrap().pid, fixture.app.process().pid);
    eventually("the second has none", || (!second.runs.any()).then_some(())).await;
    second.shutdown().await;
    first.shutdown().await;
    for task in watching {
        task.await.unwrap();
    }
}
