//! Which conversation a message goes into: a new one, a saved one, one of a Project, and a new one again in
//! the same window.

use c2c_computer_use::desk::Lacking;
use c2c_ports::{Delivery, Outgoing, WindowError};
use serde_json::Value;

use crate::stage::Stage;

const PROJECT: &str = "g-p-68a1b2c3d4e5f6";

#[test]
fn each_message_goes_into_its_conversation() {
    let Some(stage) = Stage::new() else { return };
    let send = |outgoing: &Outgoing| {
        let (sent, presses) = stage.send_counting(outgoing);
        assert_eq!(sent.map(|sent| (sent.delivery, presses)), Ok((Delivery::Seen, 1)), "{}", outgoing.text);
        let reply = stage.read(outgoing).unwrap();
        assert_eq!(reply.text.trim(), format!("Answer to {}", outgoing.text));
        reply.conversation_url.unwrap()
    };
    let answers = ["one", "two", "three", "four"].map(|text| format!("Answer to {text}"));
    stage.set(&[], &answers.each_ref().map(String::as_str), "/");

    // A new chat, in the window that shows none yet.
    let first = stage.outgoing("one");
    let url = send(&first);
    assert!(url.starts_with(&format!("{}/c/", stage.origin())), "{url}");

    // Another session's takes its place in the same window, since it can be opened again.
    let other = send(&stage.outgoing("two"));
    assert_ne!(other, url);
    assert_eq!(stage.windows_now(), 1);

    // The first one is opened again at its address, and the other stays where it is.
    let again = Outgoing { number: 2, text: "three".into(), conversation_url: Some(url.clone()), begun: true, ..first };
    assert_eq!(send(&again), url);
    assert_eq!(stage.said().0, ["one", "three"]);

    // One of a Project begins on the Project's page.
    let project_url = format!("{}/g/{PROJECT}/project", stage.origin());
    let of_project = send(&Outgoing { project_url: Some(project_url), ..stage.outgoing("four") });
    assert!(of_project.contains(&format!("/g/{PROJECT}/c/")), "{of_project}");
    assert_eq!(stage.messages(), 4);
}

#[test]
fn the_connector_is_mentioned_by_its_exact_name_and_the_text_follows() {
    let Some(stage) = Stage::new() else { return };
    let text = "[C2C]\nSTATE: INIT\nTASK_ID: c2c_f81a\nITERATION: 0";
    for generation in ["c", "b"] {
        let switches = [("generation", generation), ("connectors", "C2C shop and more,C2C shop,Other")];
        stage.set(&switches, &["Answer", "Answer"], "/");
        let outgoing = Outgoing { mention: Some("C2C shop".to_owned()), ..stage.outgoing(text) };
        let before = stage.messages();
        let (sent, presses) = stage.send_counting(&outgoing);
        assert_eq!(sent.map(|sent| (sent.delivery, presses)), Ok((Delivery::Seen, 1)), "{generation}");
        assert_eq!(stage.read(&outgoing).unwrap().text, "Answer");
        let state = stage.ask("GET", "state", &Value::Null);
        let conversations = state["conversations"].as_array().unwrap();
        let users = conversations.iter().flat_map(|one| one["turns"].as_array().unwrap());
        let user = users.map(|turn| &turn["turn"]["user"]).next_back().unwrap();
        assert_eq!((&user["mention"], &user["text"]), (&Value::from("C2C shop"), &Value::from(text)), "{generation}");
        assert_eq!(stage.messages(), before + 1, "{generation}");
    }
    stage.set(&[("connectors", "C2C shop and more")], &[], "/");
    let unknown = Outgoing { mention: Some("C2C shop".to_owned()), ..stage.outgoing(text) };
    let before = stage.messages();
    let none = WindowError::NoConnector { name: "C2C shop".to_owned(), put_in: "@C2C".to_owned() };
    assert_eq!(stage.send(&unknown), Err(none));
    assert_eq!(stage.messages(), before);
}

#[test]
fn windows_that_cannot_be_told_apart_are_told_and_nothing_is_written_into_them() {
    let Some(mut stage) = Stage::new() else { return };
    stage.set(&[], &["Answer"], "/");
    stage.open_alike(3);
    // A conversation without an address is in one of them, and nobody knows in which.
    let outgoing = stage.outgoing("one");
    let error = stage.send(&Outgoing { begun: true, ..outgoing.clone() }).unwrap_err();
    let WindowError::Unavailable { reason, hint } = &error else { panic!("{error:?}") };
    assert_eq!(
        (reason.as_str(), hint.as_str()),
        (Lacking::Difference.message(), Lacking::Difference.hint_in_session().as_str())
    );
    let probe = stage.probe();
    let pages = probe.found.iter().filter(|line| line.what == "page");
    assert_eq!(pages.map(|line| (line.ok, &line.text)).collect::<Vec<_>>(), [(false, reason); 3]);
    assert_eq!(stage.messages(), 0);
    // A new one does not need them.
    assert_eq!(stage.send(&outgoing).unwrap().delivery, Delivery::Seen);
    assert_eq!((stage.windows_now(), stage.messages()), (4, 1));
}
