//! What is brought as an answer and is none.

use c2c_ipc::app::Reason;

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn c2c_s_own_message_is_no_answer_and_costs_nothing() {
    let fixture = Fixture::new();
    let running = begin(&fixture, start_params("Change the value"));
    let init = open_message(&fixture.app, &fixture, "INIT").await;
    let place = fixture.place();
    let boot = message_sent(&fixture.app, &place, Some(init.number - 1)).unwrap();
    assert_eq!(boot.state, "BOOT");
    let from_a_page = format!("You said:\n\n{}\n", init.text.replace('\n', "\n\n"));
    let of_another_task = init.text.replace(&init.task_id, "c2c_0000");
    for own in [&init.text, &boot.text, &init.text.replace('\n', "\r\n"), &from_a_page, &of_another_task] {
        let error = reply(&fixture.app, &place.workspace, own).await.unwrap_err();
        assert_eq!(error.kind, ErrorKind::User, "{own}");
        assert_eq!(error.to_string(), "this is C2C's own message, not ChatGPT's answer; nothing was taken");
    }
    let error = reply(&fixture.app, &place.workspace, "  \n").await.unwrap_err();
    assert_eq!((error.kind, error.to_string().as_str()), (ErrorKind::User, "the answer is empty"));
    let waits = status(&fixture.app, fixture.root()).unwrap().open_message.unwrap();
    assert_eq!((waits.state.as_str(), waits.number), ("INIT", init.number), "no try is spent");
    // An answer with our message before it is one.
    reply(&fixture.app, &place.workspace, &format!("{}\n\n{}", init.text, done(&init))).await.unwrap();
    assert_eq!(running.task.await.unwrap().unwrap().state, "DONE");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_the_answer_that_is_awaited_is_refused_and_costs_nothing() {
    let fixture = Fixture::new();
    let running = begin(&fixture, start_params("Change the value"));
    let init = open_message(&fixture.app, &fixture, "INIT").await;
    let place = fixture.place();
    let of_another_task = done(&init).replace(&init.task_id, "c2c_00000000");
    for wrong in ["Certainly! I will look at it.", "Certainly!", &of_another_task, "[C2C]\nSTATE: PLAN"] {
        let error = reply(&fixture.app, &place.workspace, wrong).await.unwrap_err();
        assert_eq!((error.kind, error.reason), (ErrorKind::Precondition, Some(Reason::ReplyUnfit)), "{wrong}");
        assert!(error.to_string().starts_with("This is not the answer that is awaited: "), "{error}");
        assert!(error.hints[0].starts_with("Copy all of ChatGPT's last answer"), "{:?}", error.hints);
    }
    let view = status(&fixture.app, fixture.root()).unwrap();
    assert_eq!(view.open_message.unwrap().number, init.number, "nothing is recorded, and nothing new is sent");
    assert_eq!((view.session.unwrap().status.as_str(), view.attention), ("active", None));
    reply(&fixture.app, &place.workspace, &done(&init)).await.unwrap();
    assert_eq!(running.task.await.unwrap().unwrap().state, "DONE");
}
