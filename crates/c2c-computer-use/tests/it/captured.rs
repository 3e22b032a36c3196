//! Pages that were captured: the stand-in page in Chromium, through AT-SPI.

use crate::{names, summary, tree};

/// Pages, shown one after the other.
fn pages(names: &[String]) -> String {
    names.iter().map(|name| format!("== {name}\n{}", summary(&tree(name)))).collect()
}

#[test]
fn a_finished_conversation_in_every_generation_and_language() {
    let mut names = names("chromium-");
    names.retain(|name| !name.contains("-mood-") && !name.ends_with("ing") && !name.ends_with("-to-translate"));
    names.retain(|name| !name.ends_with("-new") && !name.ends_with("-typed"));
    assert_eq!(names.len(), 10);
    for name in names {
        let page = summary(&tree(&name));
        let parts: Vec<&str> =
            page.lines().filter(|line| line.starts_with("user:") || line.starts_with("assistant:")).collect();
        assert_eq!(parts, ["user: the message, to the letter", "assistant: the answer, to the letter"], "{name}");
        assert!(page.contains("content: Content { text: \"\", chips: [], attachments: [] }\n"), "{name}: {page}");
        assert!(page.contains("composer: TextBox"), "{name}: {page}");
        assert!(page.ends_with("copy: true, stop: false, Quiet\nmoods: []\n"), "{name}: {page}");
    }
}

#[test]
fn a_message_on_its_way() {
    let names = ["new", "c-typed", "c-thinking", "c-streaming", "b-streaming"].map(|name| format!("chromium-{name}"));
    insta::assert_snapshot!(pages(&names), @r#"
    == chromium-new
    page: NewChat { temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: nothing: the button is not there
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    copy: false, stop: false, Quiet
    moods: []
    == chromium-c-typed
    page: NewChat { temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: Button `Send` by Name
    stop: nothing: the button is not there
    content: Content { text: "[C2C]\n\nSTATE: INIT\n\nTASK_ID: c2c_f81a000c\n\nITERATION: 0\n\nGOAL:\n\nAdd a dark theme.\n\nINSTRUCTION:\n\nLook at the workspace.", chips: [], attachments: [] }
    copy: false, stop: false, Quiet
    moods: []
    == chromium-c-thinking
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: nothing: the button is not there
    stop: Button `Stop` by Name
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    copy: false, stop: true, Running
    moods: []
    == chromium-c-streaming
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: nothing: the button is not there
    stop: Button `Stop` by Name
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant:
        | Here is the plan for src/theme.rs.
        | 
        | ```
        | [C2C]
        | STATE: PLAN
        | TASK_ID: 
        | ```
    copy: false, stop: true, Quiet
    moods: []
    == chromium-b-streaming
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Chat with ChatGPT`
    send: nothing: the button is not there
    stop: Button `Stop streaming` by Name
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant:
        | Here is the plan for src/theme.rs.
        | 
        | ```
        | [C2C]
        | STATE: PLAN
        | TASK_ID: 
        | ```
    copy: false, stop: true, Quiet
    moods: []
    "#);
}

#[test]
fn what_comes_in_the_way() {
    let mut shown = names("chromium-mood-");
    shown.push("chromium-offer-to-translate".to_owned());
    let moods = shown.iter().map(|name| {
        let page = summary(&tree(name));
        format!("{name}: {}\n", page.lines().last().unwrap())
    });
    insta::assert_snapshot!(moods.collect::<String>(), @r#"
    chromium-mood-chooser: moods: [Chooser]
    chromium-mood-connector-permission: moods: [ConnectorPermission { connector: "C2C", allow_once: Some(NodeId(97)), deny: Some(NodeId(98)) }]
    chromium-mood-continue-generating-a: moods: [ContinueGenerating { button: NodeId(94) }]
    chromium-mood-delivery-timeout: moods: [DeliveryTimeout { retry: Some(NodeId(68)) }]
    chromium-mood-human-check: moods: [HumanCheck]
    chromium-mood-stream-error-b: moods: [StreamError { retry: Some(NodeId(87)) }]
    chromium-mood-too-many-requests: moods: [TooManyRequests { wait: Some(Clock { hour: 15, minute: 45 }) }]
    chromium-mood-use-work: moods: [UseWork { button: NodeId(76) }, SomethingWrong { retry: Some(NodeId(77)) }]
    chromium-offer-to-translate: moods: []
    "#);
}
