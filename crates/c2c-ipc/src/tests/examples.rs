//! One whole example of every type, as it stands on the wire, read back to the same value.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::*;

/// The pretty JSON of a value that survives the way there and back.
#[track_caller]
fn wire<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string_pretty(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value);
    text
}

/// The one-line JSON of the same.
#[track_caller]
fn line<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    wire(value);
    serde_json::to_string(value).unwrap()
}

fn session() -> SessionDetails {
    SessionDetails {
        id: "ses_0001".to_owned(),
        task_id: "c2c_f81a".to_owned(),
        goal: "Implement dark mode".to_owned(),
        status: "active".to_owned(),
        driver: "orchestrator".to_owned(),
        carrier: "manual".to_owned(),
        iteration: 1,
        limits: LimitsView {
            approval: "first".to_owned(),
            sandbox: "workspace-write".to_owned(),
            max_iterations: 12,
            reply_deadline_s: 3600,
        },
        owner: Some(OwnerView { pid: 42, heartbeat_at_ms: 5, is_app: false }),
        created_at_ms: 1,
        updated_at_ms: 2,
        ended_at_ms: None,
    }
}

fn conversation() -> ConversationView {
    ConversationView {
        mode: "project".to_owned(),
        url: Some("https://chatgpt.com/c/1".to_owned()),
        project_url: Some("https://chatgpt.com/g/2".to_owned()),
        title: Some("Shop".to_owned()),
        connector_name: Some("C2C shop".to_owned()),
        booted: true,
    }
}

fn checkpoint() -> CheckpointView {
    CheckpointView {
        protocol_state: "EXECUTED_SENT".to_owned(),
        waiting_for: "ChatGPT".to_owned(),
        goal: "Implement dark mode".to_owned(),
        completed_subtasks: vec!["toggle".to_owned()],
        known_issues: vec!["flashes".to_owned()],
        next_step: "Review iteration 1".to_owned(),
        iteration: 1,
    }
}

fn message() -> MessageView {
    MessageView {
        number: 3,
        direction: "out".to_owned(),
        state: "EXECUTED".to_owned(),
        task_id: "c2c_f81a".to_owned(),
        iteration: 1,
        delivery: "inserted".to_owned(),
        answers: Some(2),
        rejects_plan: false,
        text: "[C2C]\n".to_owned(),
        created_at_ms: 3,
    }
}

fn iteration() -> IterationView {
    IterationView {
        task_id: "c2c_f81a".to_owned(),
        iteration: 1,
        changed_files: vec![
            ChangedFileView {
                path: "src/a.rs".to_owned(),
                change: "modified".to_owned(),
                insertions: Some(3),
                deletions: Some(1),
            },
            ChangedFileView {
                path: "logo.png".to_owned(),
                change: "added".to_owned(),
                insertions: None,
                deletions: None,
            },
        ],
        tests: "27 passed".to_owned(),
        test_source: "seen".to_owned(),
        exit_status: "ok".to_owned(),
        notes: "done".to_owned(),
        outputs: vec!["out_1".to_owned()],
        ended_at_ms: 4,
        undone_at_ms: Some(9),
    }
}

fn output() -> OutputView {
    OutputView {
        id: "out_1".to_owned(),
        task_id: "c2c_f81a".to_owned(),
        iteration: 1,
        command: "cargo test".to_owned(),
        exit_code: Some(0),
        status: "restricted".to_owned(),
        reason: Some("it holds a private key".to_owned()),
        size_bytes: 10,
        source: "seen".to_owned(),
    }
}

fn serving() -> ServeView {
    ServeView {
        address: "http://127.0.0.1:7391".to_owned(),
        url: Some("http://127.0.0.1:7391/w/ws_1/mcp".to_owned()),
        token_file: "/data/connector-token".to_owned(),
        pid: 42,
        notes: vec!["port 7391 is taken".to_owned()],
    }
}

fn attention() -> AttentionView {
    AttentionView {
        kind: "approval".to_owned(),
        reason: "approval".to_owned(),
        text: "Plan 1 waits for your approval.".to_owned(),
        said: String::new(),
        details: vec!["1. Add a toggle.".to_owned()],
        hint: "`c2c approve` or `c2c reject \"…\"`.".to_owned(),
        until_ms: None,
    }
}

fn status() -> StatusView {
    StatusView {
        workspace_id: Some("ws_1".to_owned()),
        workspace_name: "shop".to_owned(),
        root: "/shop".to_owned(),
        folder_missing: false,
        session: Some(session()),
        conversation: Some(conversation()),
        checkpoint: Some(checkpoint()),
        attention: Some(attention()),
        open_message: Some(message()),
        iterations: vec![iteration()],
        queued_commands: vec!["reply".to_owned()],
        connector: Some(serving()),
    }
}

#[test]
fn a_status_with_everything_in_it() {
    insta::assert_snapshot!("status", wire(&status()));
}

#[test]
fn a_status_with_nothing_in_it() {
    let view = StatusView {
        workspace_id: None,
        workspace_name: "shop".to_owned(),
        root: "/shop".to_owned(),
        folder_missing: false,
        session: None,
        conversation: None,
        checkpoint: None,
        attention: None,
        open_message: None,
        iterations: vec![],
        queued_commands: vec![],
        connector: None,
    };
    insta::assert_snapshot!(line(&view), @r#"{"workspace_name":"shop","root":"/shop","iterations":[],"queued_commands":[]}"#);
}

#[test]
fn a_session_with_its_conversation_mode() {
    let view = SessionView {
        workspace_id: "ws_1".to_owned(),
        workspace_name: "shop".to_owned(),
        conversation: Some(conversation()),
        session: Some(SessionDetails { owner: None, ended_at_ms: Some(7), ..session() }),
        checkpoint: Some(checkpoint()),
    };
    insta::assert_snapshot!(wire(&view), @r#"
    {
      "workspace_id": "ws_1",
      "workspace_name": "shop",
      "conversation": {
        "mode": "project",
        "url": "https://chatgpt.com/c/1",
        "project_url": "https://chatgpt.com/g/2",
        "title": "Shop",
        "connector_name": "C2C shop",
        "booted": true
      },
      "session": {
        "id": "ses_0001",
        "task_id": "c2c_f81a",
        "goal": "Implement dark mode",
        "status": "active",
        "driver": "orchestrator",
        "carrier": "manual",
        "iteration": 1,
        "limits": {
          "approval": "first",
          "sandbox": "workspace-write",
          "max_iterations": 12,
          "reply_deadline_s": 3600
        },
        "created_at_ms": 1,
        "updated_at_ms": 2,
        "ended_at_ms": 7
      },
      "checkpoint": {
        "protocol_state": "EXECUTED_SENT",
        "waiting_for": "ChatGPT",
        "goal": "Implement dark mode",
        "completed_subtasks": [
          "toggle"
        ],
        "known_issues": [
          "flashes"
        ],
        "next_step": "Review iteration 1",
        "iteration": 1
      }
    }
    "#);
}

#[test]
fn a_workspace() {
    let view = WorkspaceView {
        id: "ws_1".to_owned(),
        name: "shop".to_owned(),
        root: "/shop".to_owned(),
        kind: "rust".to_owned(),
        languages: vec!["Rust".to_owned()],
        frameworks: vec!["axum".to_owned()],
        package_manager: Some("cargo".to_owned()),
        scripts: vec![ScriptView { name: "test".to_owned(), command: "cargo test".to_owned() }],
        connector_name: "C2C shop".to_owned(),
        connector_url: Some("http://127.0.0.1:7391/w/ws_1/mcp".to_owned()),
        max_iterations: 12,
        approval: "first".to_owned(),
        problems: vec![ProblemView { key: "maxIterations".to_owned(), text: "expected a number".to_owned() }],
        unaccepted_config: Some("9f86d081".to_owned()),
    };
    insta::assert_snapshot!(wire(&view), @r#"
    {
      "id": "ws_1",
      "name": "shop",
      "root": "/shop",
      "kind": "rust",
      "languages": [
        "Rust"
      ],
      "frameworks": [
        "axum"
      ],
      "package_manager": "cargo",
      "scripts": [
        {
          "name": "test",
          "command": "cargo test"
        }
      ],
      "connector_name": "C2C shop",
      "connector_url": "http://127.0.0.1:7391/w/ws_1/mcp",
      "max_iterations": 12,
      "approval": "first",
      "problems": [
        {
          "key": "maxIterations",
          "text": "expected a number"
        }
      ],
      "unaccepted_config": "9f86d081"
    }
    "#);
}

#[test]
fn records_and_what_is_taken_back() {
    insta::assert_snapshot!(wire(&RecordView { iteration: iteration(), output: Some(output()) }), @r#"
    {
      "iteration": {
        "task_id": "c2c_f81a",
        "iteration": 1,
        "changed_files": [
          {
            "path": "src/a.rs",
            "change": "modified",
            "insertions": 3,
            "deletions": 1
          },
          {
            "path": "logo.png",
            "change": "added"
          }
        ],
        "tests": "27 passed",
        "test_source": "seen",
        "exit_status": "ok",
        "notes": "done",
        "outputs": [
          "out_1"
        ],
        "ended_at_ms": 4,
        "undone_at_ms": 9
      },
      "output": {
        "id": "out_1",
        "task_id": "c2c_f81a",
        "iteration": 1,
        "command": "cargo test",
        "exit_code": 0,
        "status": "restricted",
        "reason": "it holds a private key",
        "size_bytes": 10,
        "source": "seen"
      }
    }
    "#);
    let undone = UndoView { task_id: "c2c_f81a".to_owned(), iteration: 1, paths: vec!["src/a.rs".to_owned()] };
    insta::assert_snapshot!(line(&undone), @r#"{"task_id":"c2c_f81a","iteration":1,"paths":["src/a.rs"]}"#);
}

#[test]
fn short_answers() {
    let answer = CommandAnswer {
        session: "ses_0001".to_owned(),
        command: "reply".to_owned(),
        outcome: "queued".to_owned(),
        status: "active".to_owned(),
        text: "Nobody runs the session.".to_owned(),
        hints: vec!["go on with `c2c continue`".to_owned()],
    };
    insta::assert_snapshot!(line(&answer), @r#"{"session":"ses_0001","command":"reply","outcome":"queued","status":"active","text":"Nobody runs the session.","hints":["go on with `c2c continue`"]}"#);
    insta::assert_snapshot!(line(&CommandAnswer { outcome: "done".to_owned(), hints: vec![], ..answer }), @r#"{"session":"ses_0001","command":"reply","outcome":"done","status":"active","text":"Nobody runs the session."}"#);
    insta::assert_snapshot!(line(&serving()), @r#"{"address":"http://127.0.0.1:7391","url":"http://127.0.0.1:7391/w/ws_1/mcp","token_file":"/data/connector-token","pid":42,"notes":["port 7391 is taken"]}"#);
    insta::assert_snapshot!(line(&ServeView { url: None, notes: vec![], ..serving() }), @r#"{"address":"http://127.0.0.1:7391","token_file":"/data/connector-token","pid":42}"#);
    insta::assert_snapshot!(line(&TextView { text: "You plan.".to_owned(), characters: 9 }), @r#"{"text":"You plan.","characters":9}"#);
    let rendered = RenderView {
        state: "INIT".to_owned(),
        task_id: "c2c_f81a".to_owned(),
        iteration: 0,
        text: "[C2C]".to_owned(),
        bytes: 5,
    };
    insta::assert_snapshot!(line(&rendered), @r#"{"state":"INIT","task_id":"c2c_f81a","iteration":0,"text":"[C2C]","bytes":5}"#);
}

#[test]
fn every_step() {
    let message = message();
    let steps = [
        StepLine::Session {
            session: "ses_0001".to_owned(),
            task_id: "c2c_f81a".to_owned(),
            workspace: "shop".to_owned(),
            root: "/shop".to_owned(),
            continued: true,
        },
        StepLine::Serving {
            url: "http://127.0.0.1:7391/w/ws_1/mcp".to_owned(),
            token_file: "/data/connector-token".to_owned(),
            pid: 42,
            notes: vec![],
        },
        StepLine::Message {
            number: message.number,
            direction: message.direction,
            state: message.state,
            task_id: message.task_id,
            iteration: message.iteration,
            delivery: message.delivery,
            text: message.text,
            conversation_url: None,
            project_url: None,
        },
        StepLine::ExecutionStarted { iteration: 1 },
        StepLine::ExecutionEnded { iteration: 1, outcome: "failed".to_owned(), message: Some("429".to_owned()) },
        StepLine::Recorded {
            iteration: 1,
            changed_files: 2,
            tests: "27 passed".to_owned(),
            test_source: "not seen".to_owned(),
            exit_status: "ok".to_owned(),
        },
        StepLine::Notice { kind: "done".to_owned(), title: "Done".to_owned(), text: "It works.".to_owned() },
        StepLine::Warning { text: "the tree is dirty".to_owned() },
        StepLine::Paused {
            reason: "overdue".to_owned(),
            text: "ChatGPT has not answered in time.".to_owned(),
            hint: "`c2c continue`".to_owned(),
            until_ms: None,
        },
        StepLine::Paused {
            reason: "chatgpt_wait".to_owned(),
            text: "ChatGPT asks to wait.".to_owned(),
            hint: "C2C goes on by itself then.".to_owned(),
            until_ms: Some(1_760_000_000_000),
        },
        StepLine::Waits { wait: "idle".to_owned(), process: None },
        StepLine::Waits { wait: "other_session".to_owned(), process: Some(42) },
        StepLine::Continued,
    ];
    insta::assert_snapshot!(steps.iter().map(line).collect::<Vec<_>>().join("\n"), @r#"
    {"step":"session","session":"ses_0001","task_id":"c2c_f81a","workspace":"shop","root":"/shop","continued":true}
    {"step":"serving","url":"http://127.0.0.1:7391/w/ws_1/mcp","token_file":"/data/connector-token","pid":42}
    {"step":"message","number":3,"direction":"out","state":"EXECUTED","task_id":"c2c_f81a","iteration":1,"delivery":"inserted","text":"[C2C]\n"}
    {"step":"execution_started","iteration":1}
    {"step":"execution_ended","iteration":1,"outcome":"failed","message":"429"}
    {"step":"recorded","iteration":1,"changed_files":2,"tests":"27 passed","test_source":"not seen","exit_status":"ok"}
    {"step":"notice","kind":"done","title":"Done","text":"It works."}
    {"step":"warning","text":"the tree is dirty"}
    {"step":"paused","reason":"overdue","text":"ChatGPT has not answered in time.","hint":"`c2c continue`"}
    {"step":"paused","reason":"chatgpt_wait","text":"ChatGPT asks to wait.","hint":"C2C goes on by itself then.","until_ms":1760000000000}
    {"step":"waits","wait":"idle"}
    {"step":"waits","wait":"other_session","process":42}
    {"step":"continued"}
    "#);
}

#[test]
fn chatgpt_s_browser_opened_looked_at_and_closed() {
    let opened = ChatGptOpenView {
        how: "page".to_owned(),
        browser: "Chromium 156".to_owned(),
        program: "/usr/bin/chromium".to_owned(),
        profile: "/data/browser".to_owned(),
        pid: 42,
        url: Some("https://chatgpt.com/c/1".to_owned()),
        notes: vec!["It runs.".to_owned()],
    };
    insta::assert_snapshot!(line(&opened), @r#"{"how":"page","browser":"Chromium 156","program":"/usr/bin/chromium","profile":"/data/browser","pid":42,"url":"https://chatgpt.com/c/1","notes":["It runs."]}"#);
    let status = ChatGptStatusView {
        subject: None,
        ok: false,
        lines: vec![ProbeLineView {
            what: "browser".to_owned(),
            ok: false,
            text: "none".to_owned(),
            hint: Some("install one".to_owned()),
        }],
    };
    insta::assert_snapshot!(line(&status), @r#"{"ok":false,"lines":[{"what":"browser","ok":false,"text":"none","hint":"install one"}]}"#);
    insta::assert_snapshot!(line(&ChatGptCloseView { closed: true }), @r#"{"closed":true}"#);
}

#[test]
fn a_step_of_another_kind_is_no_step() {
    for text in [r#"{"step":"danced"}"#, r#"{"state":"DONE","iterations":2}"#, r#"{"step":"recorded"}"#] {
        assert!(serde_json::from_str::<StepLine>(text).is_err(), "{text}");
    }
}

#[test]
fn lists_that_are_left_out_are_read_as_empty() {
    let shape: ErrorShape = serde_json::from_str(r#"{"code":"user","message":"m"}"#).unwrap();
    assert_eq!((shape.causes, shape.hints), (vec![], vec![]));
    let view: ServeView = serde_json::from_str(r#"{"address":"a","token_file":"t","pid":1}"#).unwrap();
    assert_eq!((view.url, view.notes), (None, vec![]));
}

#[test]
fn what_a_newer_version_adds_does_not_stop_an_older_reader() {
    let text = r#"{"text":"You plan.","characters":9,"language":"en"}"#;
    assert_eq!(serde_json::from_str::<TextView>(text).unwrap().characters, 9);
}
