//! Who carries a session's messages: the window, or the person instead.

use c2c_ports::{BoxFuture, Chore, Found, Judge, Outgoing, Reply, Sent, StepObserver, Window, WindowError};

use super::*;
use crate::Carrier;

/// A window where nobody is logged in.
struct LoggedOut;

fn log_in() -> WindowError {
    WindowError::Person { chore: Chore::LogIn, reason: "Log in".to_owned() }
}

impl Window for LoggedOut {
    fn turns(&self) -> Option<String> {
        Some("window".to_owned())
    }

    fn send<'a>(
        &'a self,
        _outgoing: &'a Outgoing,
        _steps: &'a dyn StepObserver,
    ) -> BoxFuture<'a, Result<Sent, WindowError>> {
        Box::pin(std::future::ready(Err(log_in())))
    }

    fn find<'a>(&'a self, _outgoing: &'a Outgoing) -> BoxFuture<'a, Result<Found, WindowError>> {
        Box::pin(std::future::ready(Err(log_in())))
    }

    fn read_reply<'a>(
        &'a self,
        _outgoing: &'a Outgoing,
        _steps: &'a dyn StepObserver,
        _judge: Judge<'a>,
    ) -> BoxFuture<'a, Result<Reply, WindowError>> {
        Box::pin(std::future::ready(Err(log_in())))
    }
}

fn by_window() -> StartParams {
    StartParams { carrier: Carrier::Window, ..start_params("Change the value") }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_window_the_error_offers_the_manual_way_and_nothing_is_written() {
    let fixture = Fixture::new();
    let error = begin(&fixture, by_window()).task.await.unwrap().unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
    assert_eq!(error.hints, ["add `--manual` and carry the messages yourself"]);
    assert_eq!(status(&fixture.app, fixture.root()).unwrap().session, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_of_the_window_can_be_carried_by_the_person_from_a_pause_on() {
    let fixture = Fixture::with_window(Some(Arc::new(LoggedOut)));
    let end = begin(&fixture, by_window()).task.await.unwrap().unwrap();
    assert_eq!(end.state, "PAUSED");
    let view = status(&fixture.app, fixture.root()).unwrap();
    let attention = view.attention.unwrap();
    assert_eq!((attention.reason.as_str(), attention.until_ms), ("chatgpt_log_in", None));
    assert_eq!(view.session.unwrap().carrier, "window");

    let again = begin(&fixture, start_params("Change the value")).task.await.unwrap().unwrap_err();
    assert!(again.hints.iter().any(|hint| hint.contains("`c2c continue --manual`")), "{:?}", again.hints);

    let (app, run, root) = (Arc::clone(&fixture.app), fixture.run(), fixture.root());
    let task = tokio::spawn(async move {
        let place = crate::Place::open(&app, root)?;
        let params = ContinueParams { carrier: Some(Carrier::Manual) };
        continue_(&app, &place, params, &run, std::future::pending()).await
    });
    let init = open_message(&fixture.app, &fixture, "INIT").await;
    reply(&fixture.app, &fixture.place().workspace, &done(&init)).await.unwrap();
    let Continued::Here(end) = task.await.unwrap().unwrap() else { panic!("it ran elsewhere") };
    assert_eq!(end.state, "DONE");
    assert_eq!(status(&fixture.app, fixture.root()).unwrap().session.unwrap().carrier, "manual");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_none_is_refused_before_anything_is_written() {
    let fixture = Fixture::new();
    let params = StartParams { chat: Chat::At { url: "chat.example".to_owned() }, ..start_params("Change the value") };
    let error = begin(&fixture, params).task.await.unwrap().unwrap_err();
    assert_eq!(error.kind, ErrorKind::User);
    assert_eq!(status(&fixture.app, fixture.root()).unwrap().session, None);
}
