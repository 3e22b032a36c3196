//! What the person who carries messages sees.

use std::io::{self, Write};
use std::sync::Mutex;

use c2c_ports::{EffectId, NoSteps, Sent, SessionId, Window as _};

use super::*;

#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn shown(format: Format, act: impl FnOnce(&Arc<Output>)) -> (String, String) {
    let (answers, talk) = (Buffer::default(), Buffer::default());
    let output = Arc::new(Output::new(format, Box::new(answers.clone()), Box::new(talk.clone())));
    act(&output);
    let text = |buffer: &Buffer| String::from_utf8(buffer.0.lock().unwrap().clone()).unwrap();
    (text(&answers), text(&talk))
}

fn outgoing(state: &str) -> Outgoing {
    Outgoing {
        effect_id: EffectId::from_random([1; 8]),
        session_id: SessionId::from_random([2; 8]),
        number: 2,
        state: state.to_owned(),
        task_id: "c2c_f81a".to_owned(),
        iteration: 0,
        text: "[C2C]\nSTATE: INIT\nTASK_ID: c2c_f81a\nITERATION: 0".to_owned(),
        conversation_url: None,
        begun: false,
        project_url: None,
        mention: None,
        allowed_connector: None,
        may_be_sent: true,
    }
}

fn send(format: Format, state: &str) -> (String, String) {
    send_this(format, &outgoing(state))
}

fn send_this(format: Format, message: &Outgoing) -> (String, String) {
    shown(format, |output| {
        let window = by_hand(Arc::clone(output), Box::new(|_| true));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let sent = runtime.block_on(window.send(message, &NoSteps));
        assert_eq!(sent, Ok(Sent::so_far(Delivery::Inserted)));
    })
}

#[test]
fn a_message_is_shown_with_its_number_and_how_to_answer_it() {
    let (answers, talk) = send(Format::Text, "INIT");
    insta::assert_snapshot!(answers, @"
    ──── message 2 · INIT 0 ────────────────────────────────────────────────
    [C2C]
    STATE: INIT
    TASK_ID: c2c_f81a
    ITERATION: 0
    ────────────────────────────────────────────────────────────────────────
    ");
    insta::assert_snapshot!(talk, @"
    Paste message 2 into the ChatGPT conversation, then copy the answer and bring it back with `c2c reply --clipboard`, or `c2c reply < FILE`.
    Message 2 is on the clipboard.
    ");
}

#[test]
fn the_boot_prompt_wants_no_answer() {
    let (_, talk) = send(Format::Text, "BOOT");
    insta::assert_snapshot!(talk, @"
    Paste message 2 into a new ChatGPT conversation; the next message follows right behind it.
    Message 2 is on the clipboard.
    ");
}

#[test]
fn a_message_names_the_conversation_or_project_that_it_belongs_to() {
    let (chat, project) = ("https://chatgpt.com/c/1".to_owned(), "https://chatgpt.com/g/g-p-0a/project".to_owned());
    let said = |message: &Outgoing| send_this(Format::Text, message).1.lines().next().unwrap_or_default().to_owned();
    let lines = ["BOOT", "INIT"].map(|state| {
        let at = Outgoing { conversation_url: Some(chat.clone()), ..outgoing(state) };
        let within = Outgoing { project_url: Some(project.clone()), ..outgoing(state) };
        format!("{}\n{}", said(&at), said(&within))
    });
    insta::assert_snapshot!(lines.join("\n"), @"
    Paste message 2 into the ChatGPT conversation https://chatgpt.com/c/1; the next message follows right behind it.
    Paste message 2 into a new conversation of the ChatGPT Project https://chatgpt.com/g/g-p-0a/project; the next message follows right behind it.
    Paste message 2 into the ChatGPT conversation https://chatgpt.com/c/1, then copy the answer and bring it back with `c2c reply --clipboard`, or `c2c reply < FILE`.
    Paste message 2 into the ChatGPT conversation, then copy the answer and bring it back with `c2c reply --clipboard`, or `c2c reply < FILE`.
    ");
}

#[test]
fn what_follows_the_boot_prompt_leaves_it_on_the_clipboard() {
    let (_, talk) = shown(Format::Text, |output| {
        let copied = Arc::new(Mutex::new(Vec::new()));
        let copies = Arc::clone(&copied);
        let window = by_hand(
            Arc::clone(output),
            Box::new(move |text| {
                copies.lock().unwrap().push(text.to_owned());
                true
            }),
        );
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let boot = Outgoing { number: 1, text: "boot".to_owned(), ..outgoing("BOOT") };
        for message in [boot, outgoing("INIT"), Outgoing { number: 4, text: "next".to_owned(), ..outgoing("EXECUTED") }]
        {
            runtime.block_on(window.send(&message, &NoSteps)).unwrap();
        }
        assert_eq!(*copied.lock().unwrap(), ["boot", "next"]);
    });
    assert!(talk.contains("`c2c message copy 2` puts message 2 on the clipboard."), "{talk}");
}

#[test]
fn in_json_a_message_is_one_line_of_data() {
    let (answers, _) = send(Format::Json, "INIT");
    insta::assert_snapshot!(answers, @r#"{"step":"message","number":2,"direction":"out","state":"INIT","task_id":"c2c_f81a","iteration":0,"delivery":"inserted","text":"[C2C]\nSTATE: INIT\nTASK_ID: c2c_f81a\nITERATION: 0"}"#);
}

#[test]
fn what_the_pause_or_the_last_line_says_is_no_notice_for_people() {
    let paused = |output: &Arc<Output>| {
        Teller::new(Arc::clone(output)).notify(&Notice {
            session_id: SessionId::from_random([2; 8]),
            workspace: "shop".to_owned(),
            kind: NoticeKind::Paused,
            title: "ChatGPT asks for you (c2c_f81a)".to_owned(),
            body: "Log in.".to_owned(),
            plan: None,
        });
    };
    assert_eq!(shown(Format::Text, paused), (String::new(), String::new()));
    assert!(shown(Format::Json, paused).0.contains(r#""kind":"paused""#));
}

fn notice(format: Format) -> (String, String) {
    shown(format, |output| {
        Teller::new(Arc::clone(output)).notify(&Notice {
            session_id: SessionId::from_random([2; 8]),
            workspace: "shop".to_owned(),
            kind: NoticeKind::Approval,
            title: "A plan waits (c2c_f81a)".to_owned(),
            body: "`c2c approve` runs it, \x1b[2J `c2c reject` does not.".to_owned(),
            plan: Some(1),
        });
    })
}

#[test]
fn a_notice_is_talk_for_people_and_a_line_for_programs() {
    let (answers, talk) = notice(Format::Text);
    assert_eq!(answers, "");
    insta::assert_snapshot!(talk, @"
    A plan waits (c2c_f81a)
      `c2c approve` runs it, �[2J `c2c reject` does not.
    ");
    let (answers, talk) = notice(Format::Json);
    assert_eq!(talk, "");
    insta::assert_snapshot!(answers, @r#"{"step":"notice","kind":"approval","title":"A plan waits (c2c_f81a)","text":"`c2c approve` runs it, \u001b[2J `c2c reject` does not."}"#);
}
