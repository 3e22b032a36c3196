//! Command rows: what is asked of an owner, and what comes of it.

use std::sync::Arc;

use c2c_orchestrator::CommandAnswer as OwnerAnswer;
use c2c_store::{Lease, Session, SessionDriver, SessionFilter};

use super::*;
use crate::leases;

/// A session whose owner is this test.
struct Owned {
    fixture: Fixture,
    session: Session,
    lease: Lease,
}

impl Owned {
    /// Starts a session, pauses it, and takes its lease.
    async fn new() -> Self {
        let fixture = Fixture::new();
        let mut running = begin(&fixture, start_params("Change the value"));
        open_message(&fixture.app, &fixture, "INIT").await;
        running.stop.take().unwrap().send(()).unwrap();
        running.task.await.unwrap().unwrap();
        let filter = SessionFilter { open_only: true, ..SessionFilter::default() };
        let session = fixture.app.store().read(|tx| tx.sessions(&filter, 1)).unwrap().remove(0);
        let lease = leases::acquire_session(&fixture.app, &session.id).unwrap();
        Self { fixture, session, lease }
    }

    /// Answers the next command row from a task of its own.
    fn answer(&self, accepted: bool, message: &str, hint: &str) -> JoinHandle<String> {
        let (app, session) = (Arc::clone(&self.fixture.app), self.session.id.clone());
        let answer = OwnerAnswer { accepted, code: String::new(), message: message.to_owned(), hint: hint.to_owned() };
        tokio::spawn(async move {
            let row =
                eventually("a command", || app.store().read(|tx| tx.open_commands(&session)).unwrap().pop()).await;
            let answer = serde_json::to_value(answer).unwrap();
            app.store().write(|tx| tx.answer_command(row.id, &answer)).unwrap();
            format!("{} {}", row.kind, row.payload)
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_is_a_row_of_its_own_kind() {
    let owned = Owned::new().await;
    let (app, place) = (&owned.fixture.app, owned.fixture.place());
    let text = done(&open_message(app, &owned.fixture, "INIT").await);
    let mut rows = Vec::new();
    for name in ["pause", "stop", "reply", "approve", "reject", "handoff"] {
        let row = owned.answer(true, "", "");
        let answer = match name {
            "pause" => pause(app, &place.workspace).await,
            "stop" => stop(app, &place.workspace).await,
            "reply" => reply(app, &place.workspace, &text).await,
            "approve" => approve(app, &place.workspace).await,
            "reject" => reject(app, &place.workspace, "no").await,
            _ => handoff(app, &place.workspace).await,
        };
        let answer = answer.unwrap();
        let row = row.await.unwrap().replace(&serde_json::to_string(&text).unwrap(), "\"text\"");
        rows.push(format!("{row} → {}", answer.text));
    }
    insta::assert_snapshot!(rows.join("\n"), @r#"
    pause {"command":"pause"} → The session is paused.
    stop {"command":"stop"} → The session is stopped.
    reply {"command":"reply","text":"text","tool_calls":0} → The answer is taken.
    approve {"command":"approve","plan":0} → The plan is approved.
    reject {"command":"reject","plan":0,"reason":"no"} → The plan is rejected; ChatGPT is told why.
    handoff {"command":"handoff"} → The task moves to a new conversation.
    "#);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_becomes_an_error_with_the_owner_s_hint() {
    let owned = Owned::new().await;
    let row = owned.answer(false, "No plan waits.", "Wait for one.");
    let error = approve(&owned.fixture.app, &owned.fixture.place().workspace).await.unwrap_err();
    row.await.unwrap();
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Precondition, "No plan waits."));
    assert_eq!(error.hints, ["Wait for one."]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_goes_away_leaves_the_command_queued() {
    let owned = Owned::new().await;
    let (app, place) = (Arc::clone(&owned.fixture.app), owned.fixture.place());
    let asked = tokio::spawn(async move { handoff(&app, &place.workspace).await });
    let store = owned.fixture.app.store();
    eventually("a command", || store.read(|tx| tx.open_commands(&owned.session.id)).unwrap().pop()).await;
    leases::release(&owned.fixture.app, &owned.lease);
    let answer = asked.await.unwrap().unwrap();
    assert_eq!(answer.outcome, "queued");
    assert_eq!(status(&owned.fixture.app, owned.fixture.root()).unwrap().queued_commands, ["handoff"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn continue_asks_an_owner_that_stays() {
    let owned = Owned::new().await;
    let row = owned.answer(true, "", "");
    let place = owned.fixture.place();
    let (app, run) = (&owned.fixture.app, owned.fixture.run());
    let told = continue_(app, &place, ContinueParams::default(), &run, std::future::pending()).await.unwrap();
    let Continued::Elsewhere(answer) = told else { panic!("it ran here") };
    assert_eq!((answer.command.as_str(), answer.text.as_str()), ("continue", "The session goes on."));
    assert_eq!(row.await.unwrap(), r#"continue {"command":"continue"}"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_codex_drives_is_only_stopped() {
    let fixture = Fixture::new();
    let place = fixture.place();
    let params = SessionSetParams { task: Some("c2c_1".to_owned()), ..SessionSetParams::default() };
    session_set(&fixture.app, &place, &params).unwrap();
    for error in [
        pause(&fixture.app, &place.workspace).await.unwrap_err(),
        reply(&fixture.app, &place.workspace, "x").await.unwrap_err(),
        start(&fixture.app, &place, &start_params("g"), &fixture.run(), std::future::pending()).await.unwrap_err(),
    ] {
        assert!(matches!(error.kind, ErrorKind::Precondition | ErrorKind::Conflict), "{error:?}");
        assert!(!error.hints.is_empty(), "{error:?}");
    }
    assert_eq!(stop(&fixture.app, &place.workspace).await.unwrap().status, "stopped");
    let filter = SessionFilter::default();
    let sessions = fixture.app.store().read(|tx| tx.sessions(&filter, 10)).unwrap();
    assert_eq!(sessions.iter().map(|session| session.driver).collect::<Vec<_>>(), [SessionDriver::Codex]);
}
