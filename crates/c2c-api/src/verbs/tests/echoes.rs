//! What is brought as an answer and is none.

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
        let error = reply(&fixture.app, &place, own).await.unwrap_err();
        assert_eq!(error.kind, ErrorKind::User, "{own}");
        assert_eq!(error.to_string(), "this is C2C's own message, not ChatGPT's answer; nothing was taken");
    }
    let error = reply(&fixture.app, &place, "  \n").await.unwrap_err();
    assert_eq!((error.kind, error.to_string().as_str()), (ErrorKind::User, "the answer is empty"));
    let waits = status(&fixture.app, fixture.root()).unwrap().open_message.unwrap();
    assert_eq!((waits.state.as_str(), waits.number), ("INIT", init.number), "no try is spent");
    // An answer with our message before it is one.
    reply(&fixture.app, &place, &format!("{}\n\n{}", init.text, done(&init))).await.unwrap();
    assert_eq!(running.task.await.unwrap().unwrap().state, "DONE");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_cannot_be_used_says_so() {
    let fixture = Fixture::new();
    let running = begin(&fixture, start_params("Change the value"));
    let init = open_message(&fixture.app, &fixture, "INIT").await;
    let answer = reply(&fixture.app, &fixture.place(), "Certainly! I will look at it.").await.unwrap();
    assert_eq!((answer.outcome.as_str(), answer.status.as_str()), ("unusable", "active"));
    assert_eq!(answer.hints, ["C2C asks ChatGPT for a better one: bring the answer to that message"]);
    let asked = open_message(&fixture.app, &fixture, "ERROR").await;
    let error = reply(&fixture.app, &fixture.place(), &asked.text).await.unwrap_err();
    assert_eq!(error.kind, ErrorKind::User, "an ERROR of ours is ours too");
    let again = reply(&fixture.app, &fixture.place(), "Certainly!").await.unwrap();
    assert_eq!((again.outcome.as_str(), again.status.as_str()), ("unusable", "paused"));
    assert_eq!(running.task.await.unwrap().unwrap().state, "PAUSED");
    assert_eq!(init.iteration, 0);
}
