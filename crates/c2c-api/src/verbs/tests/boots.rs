//! Whether a conversation has begun, when nobody but the person can tell.

use super::*;

/// The states of the messages of a session that was started and stopped, and whether it was answered before.
async fn messages(fixture: &Fixture, answered: bool) -> Vec<String> {
    let running = begin(fixture, start_params("Change the value"));
    let init = open_message(&fixture.app, fixture, "INIT").await;
    if answered {
        reply(&fixture.app, &fixture.place().workspace, &done(&init)).await.unwrap();
    } else {
        stop(&fixture.app, &fixture.place().workspace).await.unwrap();
    }
    running.task.await.unwrap().unwrap();
    let session = status(&fixture.app, fixture.root()).unwrap().session.unwrap();
    let messages = fixture.app.store().read(|tx| tx.messages(&session.id.parse().unwrap())).unwrap();
    messages.into_iter().map(|message| message.state).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_boot_prompt_that_was_only_shown_is_shown_again_and_one_that_was_answered_is_not() {
    let fixture = Fixture::new();
    assert_eq!(messages(&fixture, false).await, ["BOOT", "INIT"]);
    assert_eq!(messages(&fixture, false).await, ["BOOT", "INIT"], "nobody answered it");
    assert_eq!(messages(&fixture, true).await, ["BOOT", "INIT", "DONE"]);
    assert_eq!(messages(&fixture, false).await, ["INIT"], "the conversation is there");
    assert_eq!(messages(&fixture, false).await, ["INIT"], "and stays there");
}
