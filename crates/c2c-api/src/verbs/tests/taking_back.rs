//! `undo`, and what stands in its way.

use super::*;

/// A session that reached DONE after one iteration.
async fn done_once() -> Fixture {
    let fixture = Fixture::new();
    let running = begin(&fixture, start_params("Change the value"));
    let place = fixture.place();
    let init = open_message(&fixture.app, &fixture, "INIT").await;
    reply(&fixture.app, &place.workspace, &plan(&init)).await.unwrap();
    let executed = open_message(&fixture.app, &fixture, "EXECUTED").await;
    reply(&fixture.app, &place.workspace, &done(&executed)).await.unwrap();
    assert_eq!(running.task.await.unwrap().unwrap().state, "DONE");
    fixture
}

#[tokio::test(flavor = "multi_thread")]
async fn an_iteration_is_taken_back_once() {
    let fixture = done_once().await;
    let place = fixture.place();
    let view = undo(&fixture.app, &place, Some(1)).await.unwrap();
    assert_eq!((view.iteration, view.paths), (1, vec!["value.txt".to_owned()]));
    assert!(status(&fixture.app, fixture.root()).unwrap().iterations[0].undone_at_ms.is_some());
    assert_eq!(undo(&fixture.app, &place, None).await.unwrap_err().kind, ErrorKind::NotFound);
    let again = undo(&fixture.app, &place, Some(1)).await.unwrap_err();
    assert_eq!(again.kind, ErrorKind::Precondition);
    assert!(!again.hints.is_empty(), "{again:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_changed_since_is_not_touched() {
    let fixture = done_once().await;
    let file = fixture.root().join("value.txt");
    std::fs::write(&file, "mine\n").unwrap();
    let error = undo(&fixture.app, &fixture.place(), None).await.unwrap_err();
    assert_eq!(error.kind, ErrorKind::Precondition);
    assert!(error.message.contains("value.txt"), "{error}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_recorded_or_was_only_reported_cannot_be_taken_back() {
    let fixture = done_once().await;
    let place = fixture.place();
    assert_eq!(undo(&fixture.app, &place, Some(9)).await.unwrap_err().kind, ErrorKind::NotFound);
    let params = RecordParams {
        task: "c2c_other".to_owned(),
        iteration: 1,
        changed_files: vec!["value.txt".to_owned()],
        tests: String::new(),
        exit_status: crate::ExitStatus::Ok,
        output: None,
        notes: String::new(),
    };
    record(&fixture.app, &place, &params).unwrap();
    assert_eq!(undo(&fixture.app, &place, None).await.unwrap_err().kind, ErrorKind::Precondition);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_of_a_running_session_takes_back_itself() {
    let fixture = Fixture::new();
    let mut running = begin(&fixture, start_params("Change the value"));
    let place = fixture.place();
    let init = open_message(&fixture.app, &fixture, "INIT").await;
    reply(&fixture.app, &place.workspace, &plan(&init)).await.unwrap();
    open_message(&fixture.app, &fixture, "EXECUTED").await;
    let view = undo(&fixture.another(), &place, None).await.unwrap();
    assert_eq!(view.iteration, 1);
    assert_eq!(std::fs::read_to_string(fixture.root().join("value.txt")).unwrap(), "one\n");
    running.stop.take().unwrap().send(()).unwrap();
    running.task.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_stands_by_serves_when_the_other_is_gone() {
    let fixture = Fixture::new();
    let place = fixture.place();
    let taken = crate::leases::acquire(&fixture.app, c2c_store::LeaseKind::Listener, crate::leases::LISTENER, None);
    let Ok(c2c_store::Acquired::Yes(lease)) = taken else { panic!("it is held") };
    let door = Arc::new(crate::testing::Door);
    let (beside, view) = crate::verbs::serve::Beside::begin(&fixture.app, door, &place.workspace.id).await.unwrap();
    assert_eq!(view, None, "the holder has told no address yet");
    crate::leases::release(&fixture.app, &lease);
    let url = eventually("serving", || workspace(&fixture.app, &place).unwrap().connector_url).await;
    assert!(url.ends_with(&format!("/w/{}/mcp", place.workspace.id)), "{url}");
    beside.end().await;
    assert_eq!(workspace(&fixture.app, &place).unwrap().connector_url, None);
}
