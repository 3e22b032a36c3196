//! A session whose pause would end by itself, after the process that ran it went away.

use c2c_ports::{BoxFuture, Delivery, Found, Judge, Outgoing, Reply, Sent, StepObserver, Window, WindowError};

use super::*;
use crate::Carrier;

/// A window that answers every send in the same way.
struct Answers(Result<Sent, WindowError>);

impl Window for Answers {
    fn send<'a>(
        &'a self,
        _outgoing: &'a Outgoing,
        _steps: &'a dyn StepObserver,
    ) -> BoxFuture<'a, Result<Sent, WindowError>> {
        Box::pin(std::future::ready(self.0.clone()))
    }

    fn find<'a>(&'a self, _outgoing: &'a Outgoing) -> BoxFuture<'a, Result<Found, WindowError>> {
        Box::pin(std::future::ready(Ok(Found::Unclear)))
    }

    fn read_reply<'a>(
        &'a self,
        _outgoing: &'a Outgoing,
        _steps: &'a dyn StepObserver,
        _judge: Judge<'a>,
    ) -> BoxFuture<'a, Result<Reply, WindowError>> {
        Box::pin(std::future::pending())
    }
}

/// What is said while a process runs the session, in its last line, and after it.
async fn said(answer: Result<Sent, WindowError>) -> [String; 3] {
    let fixture = Fixture::with_window(Some(Arc::new(Answers(answer))));
    let params = StartParams { carrier: Carrier::Window, ..start_params("Change the value") };
    let mut running = begin(&fixture, params);
    let paused = || status(&fixture.app, fixture.root()).unwrap().attention;
    let attention = eventually("the session pauses", paused).await;
    assert!(attention.until_ms.is_some(), "{attention:?}");
    let attended = attention.hint;
    running.stop.take().unwrap().send(()).unwrap();
    let end = running.task.await.unwrap().unwrap();
    assert_eq!(end.state, "PAUSED");
    let after = status(&fixture.app, fixture.root()).unwrap().attention.unwrap();
    assert_eq!(after.until_ms, None, "nothing happens at that time");
    [attended, end.text, after.hint]
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_goes_on_by_itself_when_nobody_runs_the_session() {
    let asked_to_wait = Err(WindowError::Wait { until_ms: i64::MAX, reason: "Too many requests".to_owned() });
    for answer in [asked_to_wait, Ok(Sent::so_far(Delivery::Unknown))] {
        let [attended, end, after] = said(answer).await;
        assert!(attended.contains("by itself"), "{attended}");
        for unattended in [end, after] {
            assert!(unattended.contains("Nobody runs the session"), "{unattended}");
            assert!(unattended.contains("`c2c continue`"), "{unattended}");
        }
    }
}
