//! Sessions whose messages the window carries: held, gone on with by hand, and after a while by themselves.

use std::sync::atomic::{AtomicU32, Ordering};

use c2c_ipc::app::{Action, Activity, CarrierChoice, CommandParams, Need, SessionCommand, StartParams, StartedView};
use c2c_ports::{Chore, Delivery, Found, Judge, Outgoing, Reply, Sent, StepObserver, Window, WindowError};

use super::*;

/// A window that fails so often, and then works; no answer ever comes.
struct Shaky {
    error: WindowError,
    fails: AtomicU32,
}

impl Shaky {
    fn failing(error: WindowError, times: u32) -> Arc<Self> {
        Arc::new(Self { error, fails: AtomicU32::new(times) })
    }

    fn next(&self) -> Result<(), WindowError> {
        let left = self.fails.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if left.is_ok() { Err(self.error.clone()) } else { Ok(()) }
    }
}

impl Window for Shaky {
    fn turns(&self) -> Option<String> {
        Some("window".to_owned())
    }

    fn send<'a>(
        &'a self,
        _outgoing: &'a Outgoing,
        _steps: &'a dyn StepObserver,
    ) -> BoxFuture<'a, Result<Sent, WindowError>> {
        Box::pin(async { self.next().map(|()| Sent::so_far(Delivery::Seen)) })
    }

    fn find<'a>(&'a self, _outgoing: &'a Outgoing) -> BoxFuture<'a, Result<Found, WindowError>> {
        Box::pin(async { Ok(Found::No) })
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

async fn begin(host: &Arc<Host>, fixture: &Fixture) -> String {
    let params = StartParams {
        root: root(fixture),
        goal: "Change the value".to_owned(),
        carrier: CarrierChoice::Window,
        approval: None,
        sandbox: None,
        max_iterations: None,
        chat: c2c_ipc::app::ChatChoice::New {},
    };
    ask::<StartedView>(host, params).await.unwrap().session
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_window_cannot_do_the_person_does_by_hand_without_leaving_the_app() {
    let log_in = WindowError::Person { chore: Chore::LogIn, reason: "Log in".to_owned() };
    let fixture = Fixture::with_window(Some(Shaky::failing(log_in, u32::MAX)));
    let host = host(&fixture);
    let session = begin(&host, &fixture).await;
    let held = row_when(&host, |row| row.need == Some(Need::Chore)).await;
    assert_eq!((held.activity, held.reason.as_deref()), (Activity::Paused, Some("chatgpt_log_in")));
    assert!(held.runs && held.actions.contains(&Action::ContinueByHand), "{held:?}");
    let by_hand = CommandParams { session: session.clone(), command: SessionCommand::Continue { by_hand: true } };
    let told: c2c_ipc::CommandAnswer = ask(&host, by_hand).await.unwrap();
    assert_eq!(told.outcome, "done");
    let row = row_when(&host, |row| row.need == Some(Need::Carry)).await;
    assert!(row.runs && !row.actions.contains(&Action::ContinueByHand), "{row:?}");
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_waits_for_a_time_goes_on_by_itself_and_needs_nobody() {
    let wait = WindowError::Wait { until_ms: 0, reason: "Too many requests".to_owned() };
    let fixture = Fixture::with_window(Some(Shaky::failing(wait, 1)));
    let host = host(&fixture);
    begin(&host, &fixture).await;
    let held = row_when(&host, |row| row.activity == Activity::Paused).await;
    assert_eq!((held.need, held.reason.as_deref(), held.runs), (None, Some("chatgpt_wait"), true));
    let row = row_when(&host, |row| row.activity == Activity::Waiting).await;
    assert_eq!((row.need, row.runs), (None, true));
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_held_keeps_its_carrier() {
    let wait = WindowError::FocusLost;
    let fixture = Fixture::with_window(Some(Shaky::failing(wait, 0)));
    let host = host(&fixture);
    let session = begin(&host, &fixture).await;
    row_when(&host, |row| row.activity == Activity::Waiting).await;
    let by_hand = CommandParams { session: session.clone(), command: SessionCommand::Continue { by_hand: true } };
    assert_eq!(refused(&host, by_hand).await, "not_paused");
    let open = OpenChatGptParams { session: Some(session) };
    let shown: ChatGptOpenView = ask(&host, open).await.unwrap();
    assert_eq!((shown.how.as_str(), shown.url), ("running", None), "its conversation has no address yet");
    host.shutdown().await;
}
