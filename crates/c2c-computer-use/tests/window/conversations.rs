//! Which conversation a message goes into: a new one, a saved one, one of a Project, and a new one again in
//! the same window.

use c2c_ports::{Delivery, Outgoing};

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
