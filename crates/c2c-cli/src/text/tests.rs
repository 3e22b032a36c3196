//! Every answer in its text form.

use std::collections::BTreeMap;

use c2c_ipc::{
    ChangedFileView, CheckpointView, ConversationView, LimitsView, MessageView, OutputView, OwnerView, ParseErrorView,
    ParseStatus, ProblemView, ScriptView, SessionEnd, StepLine,
};

use super::*;

fn details() -> SessionDetails {
    SessionDetails {
        id: "ses_1".to_owned(),
        task_id: "c2c_f81a".to_owned(),
        goal: "Implement dark mode\nwith a \x1b[31mtoggle".to_owned(),
        status: "active".to_owned(),
        driver: "orchestrator".to_owned(),
        carrier: "manual".to_owned(),
        iteration: 2,
        limits: LimitsView {
            approval: "first".to_owned(),
            sandbox: "workspace-write".to_owned(),
            max_iterations: 12,
            reply_deadline_s: 3600,
        },
        owner: Some(OwnerView { pid: 4242, heartbeat_at_ms: 1, is_app: false }),
        created_at_ms: 1,
        updated_at_ms: 2,
        ended_at_ms: None,
    }
}

fn iteration(number: u32, exit_status: &str, undone_at_ms: Option<i64>) -> IterationView {
    let file = |path: &str| ChangedFileView {
        path: path.to_owned(),
        change: "modified".to_owned(),
        insertions: Some(1),
        deletions: Some(0),
    };
    IterationView {
        task_id: "c2c_f81a".to_owned(),
        iteration: number,
        changed_files: (0..number).map(|index| file(&format!("src/{index}.rs"))).collect(),
        tests: if number == 1 { String::new() } else { "27 passed".to_owned() },
        test_source: if number == 1 { "not seen" } else { "seen" }.to_owned(),
        exit_status: exit_status.to_owned(),
        notes: String::new(),
        outputs: vec![],
        ended_at_ms: 3,
        undone_at_ms,
    }
}

fn checkpoint() -> CheckpointView {
    CheckpointView {
        protocol_state: "EXECUTED_SENT".to_owned(),
        waiting_for: "review of iteration 2".to_owned(),
        goal: "Implement dark mode".to_owned(),
        completed_subtasks: vec!["Iteration 1: toggle".to_owned(), "Iteration 2: persistence".to_owned()],
        known_issues: vec!["it flashes on load".to_owned()],
        next_step: "Review iteration 2".to_owned(),
        iteration: 2,
    }
}

fn status_view() -> StatusView {
    StatusView {
        workspace_id: Some("ws_1".to_owned()),
        workspace_name: "shop".to_owned(),
        root: "/home/me/shop".to_owned(),
        folder_missing: false,
        session: None,
        conversation: None,
        checkpoint: None,
        attention: None,
        open_message: None,
        iterations: vec![],
        queued_commands: vec![],
        connector: None,
    }
}

fn serve_view() -> ServeView {
    ServeView {
        address: "http://127.0.0.1:7392".to_owned(),
        url: Some("http://127.0.0.1:7392/w/ws_1/mcp".to_owned()),
        token_file: "/data/connector-token".to_owned(),
        pid: 1,
        notes: vec!["port 7391 is taken".to_owned()],
    }
}

#[test]
fn the_status_without_a_session_says_how_to_begin() {
    insta::assert_snapshot!(status(&status_view()), @r#"
    Workspace   shop (/home/me/shop)
    Session     none; begin one with `c2c start --goal "…"`
    Connector   not served; serve it with `c2c serve`
    "#);
}

#[test]
fn the_status_says_that_the_folder_is_gone() {
    let text = status(&StatusView { folder_missing: true, ..status_view() });
    assert_eq!(text.lines().nth(1), Some("            the folder is not there any more: put it back or mount it"));
}

#[test]
fn the_status_of_a_session_shows_all_of_it() {
    let view = StatusView {
        session: Some(details()),
        checkpoint: Some(checkpoint()),
        attention: None,
        open_message: Some(MessageView {
            number: 5,
            direction: "out".to_owned(),
            state: "EXECUTED".to_owned(),
            task_id: "c2c_f81a".to_owned(),
            iteration: 2,
            delivery: "inserted".to_owned(),
            answers: None,
            rejects_plan: false,
            text: "[C2C]\n".to_owned(),
            created_at_ms: 1,
        }),
        iterations: vec![iteration(2, "ok", None), iteration(1, "failed", Some(9))],
        queued_commands: vec!["reply".to_owned(), "approve".to_owned()],
        connector: Some(serve_view()),
        ..status_view()
    };
    insta::assert_snapshot!(status(&view), @"
    Workspace   shop (/home/me/shop)
    Session     c2c_f81a, active, iteration 2 of at most 12, run by process 4242
    Goal        Implement dark mode with a �[31mtoggle
    Limits      approval first, sandbox workspace-write
    Checkpoint  EXECUTED_SENT, waiting for review of iteration 2
    Finished    Iteration 1: toggle
                Iteration 2: persistence
    Issues      it flashes on load
    Next        Review iteration 2
    Message     message 5 (EXECUTED) waits for its answer: `c2c reply`
    Queued      reply, approve; the process that runs the session takes them in a moment
    Connector   http://127.0.0.1:7392/w/ws_1/mcp

    Iterations
      2   ok       2 files   27 passed (seen)
      1   failed   1 file    no tests (not seen), taken back
    ");
}

#[test]
fn the_status_says_who_brings_the_answer() {
    let message = |delivery: &str| MessageView {
        number: 2,
        direction: "out".to_owned(),
        state: "INIT".to_owned(),
        task_id: "c2c_f81a".to_owned(),
        iteration: 0,
        delivery: delivery.to_owned(),
        answers: None,
        rejects_plan: false,
        text: "[C2C]\n".to_owned(),
        created_at_ms: 1,
    };
    let said = |carrier: &str, status: &str, owner, delivery| {
        let session = SessionDetails { carrier: carrier.to_owned(), status: status.to_owned(), owner, ..details() };
        open_message(&message(delivery), Some(&session))
    };
    let owner = || Some(OwnerView { pid: 4242, heartbeat_at_ms: 1, is_app: false });
    let lines = [
        said("manual", "active", owner(), "inserted"),
        said("window", "active", owner(), "seen"),
        said("window", "active", None, "seen"),
        said("window", "paused", owner(), "unknown"),
    ];
    insta::assert_snapshot!(lines.join("\n"), @"
    message 2 (INIT) waits for its answer: `c2c reply`
    message 2 (INIT) went out; C2C reads the answer by itself
    message 2 (INIT) went out; `c2c continue` has C2C read the answer
    message 2 (INIT) may have gone out; `c2c continue` has C2C read the answer
    ");
}

#[test]
fn the_status_says_who_runs_a_session() {
    let said = |session: SessionDetails| {
        let text = status(&StatusView { session: Some(session), ..status_view() });
        text.lines().nth(1).unwrap().to_owned()
    };
    let nobodys = SessionDetails { owner: None, ..details() };
    let in_app = Some(OwnerView { pid: 4242, heartbeat_at_ms: 1, is_app: true });
    let lines = [
        said(SessionDetails { owner: in_app, status: "blocked".to_owned(), ..details() }),
        said(nobodys.clone()),
        said(SessionDetails { status: "paused".to_owned(), ..nobodys.clone() }),
        said(SessionDetails { driver: "codex".to_owned(), ..nobodys.clone() }),
        said(SessionDetails { status: "done".to_owned(), ended_at_ms: Some(3), ..nobodys }),
    ];
    insta::assert_snapshot!(lines.join("\n"), @"
    Session     c2c_f81a, blocked, iteration 2 of at most 12, run by the C2C app (process 4242)
    Session     c2c_f81a, active, iteration 2 of at most 12, run by nobody: `c2c continue` goes on
    Session     c2c_f81a, paused, iteration 2 of at most 12
    Session     c2c_f81a, active, iteration 2 of at most 12
    Session     c2c_f81a, done, iteration 2 of at most 12
    ");
}

#[test]
fn a_session_with_its_chat_and_checkpoint() {
    let view = SessionView {
        workspace_id: "ws_1".to_owned(),
        workspace_name: "shop".to_owned(),
        conversation: Some(ConversationView {
            mode: "project".to_owned(),
            url: Some("https://chatgpt.com/c/1".to_owned()),
            project_url: Some("https://chatgpt.com/g/2".to_owned()),
            title: Some("Shop".to_owned()),
            connector_name: Some("C2C shop".to_owned()),
            booted: false,
        }),
        session: Some(SessionDetails { driver: "codex".to_owned(), owner: None, ..details() }),
        checkpoint: Some(checkpoint()),
    };
    insta::assert_snapshot!(session(&view), @"
    Workspace   shop (ws_1)
    Chat        project, no boot prompt sent yet
    Title       Shop
    URL         https://chatgpt.com/c/1
    Project     https://chatgpt.com/g/2
    Connector   C2C shop
    Session     c2c_f81a, active, iteration 2 of at most 12
    Goal        Implement dark mode with a �[31mtoggle
    Limits      approval first, sandbox workspace-write
    Driver      codex
    Checkpoint  EXECUTED_SENT, waiting for review of iteration 2
    Task goal   Implement dark mode
    Finished    Iteration 1: toggle
                Iteration 2: persistence
    Issues      it flashes on load
    Next        Review iteration 2
    ");
    let empty = SessionView { conversation: None, session: None, checkpoint: None, ..view };
    insta::assert_snapshot!(session(&empty), @"
    Workspace   shop (ws_1)
    Chat        none yet
    Session     none
    Checkpoint  none
    ");
}

#[test]
fn a_workspace_with_everything_and_with_nothing() {
    let view = WorkspaceView {
        id: "ws_1".to_owned(),
        name: "shop".to_owned(),
        root: "/home/me/shop".to_owned(),
        kind: "rust".to_owned(),
        languages: vec!["Rust".to_owned(), "TypeScript".to_owned()],
        frameworks: vec!["axum".to_owned()],
        package_manager: Some("cargo".to_owned()),
        scripts: vec![ScriptView { name: "test".to_owned(), command: "cargo test".to_owned() }],
        connector_name: "C2C shop".to_owned(),
        connector_url: Some("http://127.0.0.1:7391/w/ws_1/mcp".to_owned()),
        max_iterations: 4,
        approval: "every".to_owned(),
        problems: vec![ProblemView {
            key: "maxIterations".to_owned(),
            text: "expected a number; 12 is used".to_owned(),
        }],
        unaccepted_config: Some("9f86d081".to_owned()),
    };
    insta::assert_snapshot!(workspace(&view), @"
    Workspace   shop (ws_1)
    Root        /home/me/shop
    Kind        rust
    Languages   Rust, TypeScript
    Frameworks  axum
    Packages    cargo
    Scripts     test: cargo test
    Connector   C2C shop
    Address     http://127.0.0.1:7391/w/ws_1/mcp
    Limits      at most 4 iterations, approval every
    Problems    `maxIterations`: expected a number; 12 is used
    Not used    something in `.c2c.json` or `.c2cignore` would loosen a limit; accept it with
                `c2c workspace --accept-config 9f86d081`
    ");
    let bare = WorkspaceView {
        kind: "unknown".to_owned(),
        languages: vec![],
        frameworks: vec![],
        package_manager: None,
        scripts: vec![],
        connector_url: None,
        problems: vec![],
        unaccepted_config: None,
        ..view
    };
    insta::assert_snapshot!(workspace(&bare), @"
    Workspace   shop (ws_1)
    Root        /home/me/shop
    Kind        unknown
    Connector   C2C shop
    Address     not served; serve it with `c2c serve`
    Limits      at most 4 iterations, approval every
    ");
}

#[test]
fn a_command_answer_with_its_hints() {
    let answer = CommandAnswer {
        session: "ses_1".to_owned(),
        command: "reply".to_owned(),
        outcome: "queued".to_owned(),
        status: "active".to_owned(),
        text: "The answer is kept; nobody runs the session at the moment.".to_owned(),
        hints: vec!["go on with `c2c continue`".to_owned()],
    };
    insta::assert_snapshot!(command(&answer), @"
    The answer is kept; nobody runs the session at the moment.
    Hint: go on with `c2c continue`
    ");
}

#[test]
fn an_undo_lists_its_files() {
    let view = UndoView {
        task_id: "c2c_f81a".to_owned(),
        iteration: 2,
        paths: vec!["src/a.rs".to_owned(), "odd\x1bname".to_owned()],
    };
    insta::assert_snapshot!(undo(&view), @"
    Iteration 2 of c2c_f81a is taken back:
      src/a.rs
      odd�name
    ");
    let nothing = UndoView { paths: vec![], ..view };
    insta::assert_snapshot!(undo(&nothing), @"Iteration 2 of c2c_f81a changed no files: there was nothing to take back.");
}

#[test]
fn a_record_says_what_became_of_its_output() {
    let output = OutputView {
        id: "out_00".to_owned(),
        task_id: "c2c_f81a".to_owned(),
        iteration: 2,
        command: "cargo test".to_owned(),
        exit_code: Some(101),
        status: "restricted".to_owned(),
        reason: Some("it holds a private key".to_owned()),
        size_bytes: 10,
        source: "reported".to_owned(),
    };
    let view = RecordView { iteration: iteration(2, "ok", None), output: Some(output) };
    insta::assert_snapshot!(record(&view), @"
    Recorded for c2c_f81a:
      2   ok       2 files   27 passed (seen)
      output out_00 is restricted: it holds a private key
    ");
}

#[test]
fn the_connector_says_where_it_is() {
    insta::assert_snapshot!(serve(&serve_view()), @"
    Serving     http://127.0.0.1:7392
    Connector   http://127.0.0.1:7392/w/ws_1/mcp
    Token       in the file `/data/connector-token`
    Note        port 7391 is taken
    ");
}

#[test]
fn a_parsed_reply_and_a_refused_one() {
    let view = ParseView {
        status: ParseStatus::Message,
        state: Some("PLAN".to_owned()),
        task_id: Some("c2c_f81a".to_owned()),
        iteration: Some(1),
        sections: BTreeMap::from([
            ("ACTIONS".to_owned(), SectionView::List(vec!["Edit a".to_owned(), "Test".to_owned()])),
            ("GOAL".to_owned(), SectionView::Text("Dark mode".to_owned())),
        ]),
        errors: vec![],
    };
    insta::assert_snapshot!(parse(&view), @"
    message
    State       PLAN
    Task        c2c_f81a
    Iteration   1

    ACTIONS:
    1. Edit a
    2. Test

    GOAL:
    Dark mode
    ");
    let refused = ParseView {
        status: ParseStatus::Invalid,
        state: None,
        task_id: None,
        iteration: None,
        sections: BTreeMap::new(),
        errors: vec![ParseErrorView {
            expected: "`TASK_ID: c2c_f81a`".to_owned(),
            found: "`TASK_ID: c2c_f81b`".to_owned(),
            start: 17,
            end: 34,
        }],
    };
    insta::assert_snapshot!(parse(&refused), @"
    invalid

    bytes 17..34: expected `TASK_ID: c2c_f81a`, found `TASK_ID: c2c_f81b`
    ");
}

fn all_steps() -> Vec<StepLine> {
    let waits = |wait: &str, process| StepLine::Waits { wait: wait.to_owned(), process };
    let message = |direction: &str, state: &str, delivery: &str| StepLine::Message {
        number: 3,
        direction: direction.to_owned(),
        state: state.to_owned(),
        task_id: "c2c_f81a".to_owned(),
        iteration: 1,
        delivery: delivery.to_owned(),
        text: "[C2C]\nSTATE: X".to_owned(),
        conversation_url: None,
        project_url: None,
    };
    let session = |continued| StepLine::Session {
        session: "ses_1".to_owned(),
        task_id: "c2c_f81a".to_owned(),
        workspace: "shop".to_owned(),
        root: "/home/me/shop".to_owned(),
        continued,
    };
    vec![
        session(false),
        session(true),
        StepLine::Serving {
            url: "http://127.0.0.1:7392/w/ws_1/mcp".to_owned(),
            token_file: "/data/connector-token".to_owned(),
            pid: 1,
            notes: vec!["port 7391 is taken".to_owned()],
        },
        message("out", "EXECUTED", "inserted"),
        message("out", "EXECUTED", "seen"),
        message("out", "EXECUTED", "unknown"),
        message("in", "PLAN", "seen"),
        message("in", "?", "seen"),
        StepLine::ExecutionStarted { iteration: 1 },
        StepLine::ExecutionEnded { iteration: 1, outcome: "completed".to_owned(), message: None },
        StepLine::ExecutionEnded {
            iteration: 1,
            outcome: "deadline_passed".to_owned(),
            message: Some("after 60 min".to_owned()),
        },
        StepLine::Recorded {
            iteration: 1,
            changed_files: 1,
            tests: String::new(),
            test_source: "not seen".to_owned(),
            exit_status: "ok".to_owned(),
        },
        StepLine::Recorded {
            iteration: 2,
            changed_files: 3,
            tests: "1 failed".to_owned(),
            test_source: "seen".to_owned(),
            exit_status: "failed".to_owned(),
        },
        StepLine::Notice {
            kind: "approval".to_owned(),
            title: "A plan waits (c2c_f81a)".to_owned(),
            text: "1. Edit a\n2. Test".to_owned(),
        },
        StepLine::Warning { text: "the tree was not clean".to_owned() },
        StepLine::Paused {
            reason: "overdue".to_owned(),
            text: "ChatGPT has not answered in time.".to_owned(),
            hint: "`c2c continue` waits once more.".to_owned(),
            until_ms: None,
        },
        waits("idle", None),
        waits("unlock", None),
        waits("page", None),
        waits("answer", None),
        waits("focus", None),
        waits("other_session", Some(42)),
        StepLine::Continued,
    ]
}

#[test]
fn every_step_has_its_words() {
    let text = all_steps().iter().map(step).collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!(text, @"
    Session c2c_f81a begins in `shop` (/home/me/shop)
    Session c2c_f81a goes on in `shop` (/home/me/shop)
    The connector is at http://127.0.0.1:7392/w/ws_1/mcp (token in `/data/connector-token`)
      port 7391 is taken
    ──── message 3 · EXECUTED 1 ────────────────────────────────────────────
    [C2C]
    STATE: X
    ────────────────────────────────────────────────────────────────────────
    Message 3 went out: EXECUTED 1
    Message 3 may have gone out: EXECUTED 1; C2C looks for it
    Message 3 came: PLAN 1
    Message 3 came, and could not be understood
    Codex works on iteration 1 …
    Codex ended iteration 1: completed
    Codex ended iteration 1: deadline passed: after 60 min
    Iteration 1 is recorded: ok, 1 file changed, no tests (not seen)
    Iteration 2 is recorded: failed, 3 files changed, 1 failed (seen)
    A plan waits (c2c_f81a)
      1. Edit a
      2. Test
    Warning: the tree was not clean
    Paused: ChatGPT has not answered in time.
    Hint: `c2c continue` waits once more.
    Waiting until keyboard and mouse are left alone …
    Waiting until the screen is unlocked …
    Waiting for ChatGPT's page …
    Waiting for ChatGPT's answer …
    Waiting for C2C's window to come to the front …
    Waiting for another session's turn at the window (process 42) …
    The session goes on.
    ");
}

#[test]
fn the_last_line_says_how_it_ended() {
    let last = SessionEnd {
        state: "DONE".to_owned(),
        iterations: 2,
        session: "ses_1".to_owned(),
        task_id: "c2c_f81a".to_owned(),
        text: "Dark mode works.".to_owned(),
    };
    insta::assert_snapshot!(end(&last), @"
    DONE: c2c_f81a after 2 iterations
    Dark mode works.
    ");
    let paused = SessionEnd { state: "PAUSED".to_owned(), text: "Why, and what to do.".to_owned(), ..last.clone() };
    insta::assert_snapshot!(end(&paused), @"PAUSED: c2c_f81a after 2 iterations; nobody runs it now: `c2c continue` goes on");
    insta::assert_snapshot!(end(&SessionEnd { iterations: 1, text: String::new(), ..last }), @"DONE: c2c_f81a after 1 iteration");
}

#[test]
fn chatgpt_s_browser_in_one_line() {
    use c2c_ipc::{ChatGptCloseView, ChatGptOpenView};

    let view = |how: &str, notes: &[&str]| ChatGptOpenView {
        how: how.to_owned(),
        browser: "Chromium 156".to_owned(),
        program: "/usr/bin/chromium".to_owned(),
        profile: "/data/browser".to_owned(),
        pid: 42,
        url: None,
        notes: notes.iter().map(|note| (*note).to_owned()).collect(),
    };
    let lines = ["started", "page", "running"].map(|how| chatgpt_open(&view(how, &[])));
    insta::assert_snapshot!(lines.join("\n"), @"
    Chromium 156 was started (process 42, profile `/data/browser`)
    Chromium 156 shows the page in a new window (process 42, profile `/data/browser`)
    Chromium 156 is open already (process 42, profile `/data/browser`)
    ");
    insta::assert_snapshot!(chatgpt_open(&view("started", &["It runs without its sandbox."])), @"
    Chromium 156 was started (process 42, profile `/data/browser`)
    Note: It runs without its sandbox.
    ");
    assert_eq!(chatgpt_close(&ChatGptCloseView { closed: true }), "C2C's browser has ended");
    assert_eq!(chatgpt_close(&ChatGptCloseView { closed: false }), "C2C's browser does not run");
}

#[test]
fn what_can_be_read_is_a_table_with_what_to_do() {
    use c2c_ipc::{ChatGptStatusView, ProbeLineView};

    let line = |what: &str, ok, text: &str, hint: Option<&str>| ProbeLineView {
        what: what.to_owned(),
        ok,
        text: text.to_owned(),
        hint: hint.map(str::to_owned),
    };
    let view = ChatGptStatusView {
        subject: Some("Chromium 156".to_owned()),
        ok: false,
        lines: vec![
            line("browser", true, "Chromium 156 (`/usr/bin/chromium`)", None),
            line("process", false, "does not run\x1b", Some("open it with `c2c chatgpt open`")),
        ],
    };
    insta::assert_snapshot!(chatgpt_status(&view), @r"
    browser     Chromium 156 (`/usr/bin/chromium`)
    process     ! does not run�
                  open it with `c2c chatgpt open`
    ");
}
