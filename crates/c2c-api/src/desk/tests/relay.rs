//! The notices of sessions that terminals run.

use c2c_ports::{Asked, Notice, NoticeKind, Notifier, SessionId};

use super::*;
use crate::testing::{eventually, start_params};
use crate::{UnlessApp, verbs};

/// What is shown.
#[derive(Default)]
struct Shown(Mutex<Vec<Notice>>);

impl Notifier for Shown {
    fn notify(&self, notice: &Notice) {
        self.0.lock().unwrap().push(notice.clone());
    }

    fn settle(&self, session: &SessionId, asked: Asked<'_>) {
        self.0.lock().unwrap().retain(|shown| shown.session_id != *session || asked(shown.kind, shown.plan));
    }
}

impl Shown {
    fn titles(&self) -> Vec<(NoticeKind, String)> {
        self.0.lock().unwrap().iter().map(|notice| (notice.kind, notice.title.clone())).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_app_tells_of_sessions_that_terminals_run_until_they_are_answered() {
    let fixture = Fixture::new();
    let terminal = fixture.elsewhere();
    let host = host(&fixture);
    let earlier = Shown::default();
    host.open().await.unwrap();
    let (app, run, root) = (Arc::clone(&terminal.app), fixture.run(), fixture.root().to_owned());
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(async move {
        let place = crate::Place::open(&app, &root)?;
        let ended = async { stopped.await.map_or((), |()| ()) };
        verbs::start(&app, &place, &start_params("Change the value"), &run, ended).await
    });
    let carry = eventually("the notice", || {
        host.relay.tell(&host.app, &earlier).unwrap();
        earlier.titles().into_iter().next()
    })
    .await;
    assert_eq!(carry.0, NoticeKind::Carry);
    assert!(carry.1.contains("waits for you to carry it to ChatGPT (c2c_"), "{}", carry.1);
    host.relay.tell(&host.app, &earlier).unwrap();
    assert_eq!(earlier.titles().len(), 1, "once");
    let place = crate::Place::open(&fixture.app, fixture.root()).unwrap();
    verbs::stop(&fixture.app, &place.workspace).await.unwrap();
    running.await.unwrap().unwrap();
    drop(stop);
    host.relay.tell(&host.app, &earlier).unwrap();
    assert_eq!(earlier.titles(), []);
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_leaves_the_desktop_to_the_app() {
    let fixture = Fixture::new();
    let shown = Arc::new(Shown::default());
    let clock = Arc::clone(&fixture.app.adapters().clock);
    let terminal = UnlessApp::new(fixture.app.config(), clock, Arc::clone(&shown) as Arc<dyn Notifier>);
    let notice = Notice {
        session_id: SessionId::from_random([0; 8]),
        workspace: "shop".to_owned(),
        kind: NoticeKind::Done,
        title: "Done".to_owned(),
        body: String::new(),
        plan: None,
    };
    terminal.notify(&notice);
    let host = host(&fixture);
    host.open().await.unwrap();
    terminal.notify(&notice);
    assert_eq!(shown.titles().len(), 1);
    host.shutdown().await;
    terminal.notify(&notice);
    assert_eq!(shown.titles().len(), 2);
}
