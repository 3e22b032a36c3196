//! What the scripted engine tells: believable sessions, folders, texts.

use std::collections::BTreeMap;

use c2c_ipc::app::{
    Action, Activity, ApprovalChoice, CallView, DiffView, KnownWorkspaceView, Need, OutputTextView, PlanStepView,
    PlanView, PreviewView, SandboxChoice, SessionPageView, SessionRow, StepState, TemplateKind, TemplateView,
    TemplatesView, WorkspacesView,
};
use c2c_ipc::{
    AttentionView, ChangedFileView, ChatGptOpenView, CommandAnswer, ConversationView, ErrorShape, IterationView,
    LimitsView, MessageView, OutputView, OwnerView, ServeView, SessionDetails,
};

pub(crate) use c2c_tests::app::{app, settings};

const MINUTE: i64 = 60_000;

/// Now, for ages that stay the same.
fn now() -> i64 {
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
    i64::try_from(since.as_millis()).unwrap()
}

pub(crate) fn error(code: &str, reason: Option<&str>, message: &str) -> ErrorShape {
    ErrorShape {
        code: code.to_owned(),
        reason: reason.map(str::to_owned),
        message: message.to_owned(),
        causes: Vec::new(),
        hints: Vec::new(),
    }
}

fn row(session: &str, workspace: &str, goal: &str, activity: Activity, minutes: i64) -> SessionRow {
    let is_over = matches!(activity, Activity::Done | Activity::Stopped);
    SessionRow {
        session: session.to_owned(),
        task_id: format!("c2c_{:08x}", session.len() * 7_919 + goal.len()),
        workspace_name: workspace.to_owned(),
        root: format!("/home/me/src/{workspace}"),
        goal: goal.to_owned(),
        activity,
        need: None,
        reason: None,
        iteration: 2,
        max_iterations: 12,
        runs: !is_over,
        in_app: !is_over,
        actions: if is_over {
            vec![Action::OpenChatGpt]
        } else {
            vec![Action::Pause, Action::OpenChatGpt, Action::Handoff, Action::Stop]
        },
        created_at_ms: now() - (minutes + 42) * MINUTE,
        updated_at_ms: now() - minutes * MINUTE,
    }
}

/// Every state that a session can be in.
pub(crate) fn rows() -> Vec<SessionRow> {
    let goal_of_work = "Keep the chosen theme between visits, and follow the system until one is chosen";
    vec![
        SessionRow {
            need: Some(Need::Approval),
            iteration: 1,
            actions: vec![
                Action::Approve,
                Action::Reject,
                Action::Pause,
                Action::OpenChatGpt,
                Action::Handoff,
                Action::Stop,
            ],
            ..row("ses_plan", "shop", "Show the total with tax in the cart", Activity::Approving, 1)
        },
        SessionRow {
            need: Some(Need::Answer),
            iteration: 3,
            actions: vec![Action::Reply, Action::Pause, Action::OpenChatGpt, Action::Handoff, Action::Stop],
            ..row("ses_blocked", "billing", "Send a reminder before an invoice is overdue", Activity::Blocked, 4)
        },
        SessionRow {
            need: Some(Need::Failure),
            reason: Some("codex_usage_limit".to_owned()),
            actions: vec![Action::Continue, Action::OpenChatGpt, Action::Handoff, Action::Stop],
            ..row("ses_failed", "parser", "Make the parser accept trailing commas", Activity::Paused, 11)
        },
        SessionRow { actions: with_undo(), ..row("ses_work", "atlas", goal_of_work, Activity::Working, 0) },
        SessionRow {
            need: Some(Need::Carry),
            iteration: 1,
            actions: vec![Action::Reply, Action::Pause, Action::Stop],
            ..row("ses_carry", "notes", "Sort notes by the day they were changed", Activity::Waiting, 7)
        },
        row("ses_wait", "docs", "Rewrite the installation guide for Windows", Activity::Waiting, 2),
        SessionRow {
            need: Some(Need::Chore),
            reason: Some("chatgpt_log_in".to_owned()),
            actions: vec![Action::Continue, Action::ContinueByHand, Action::OpenChatGpt, Action::Stop],
            ..row("ses_login", "mailer", "Retry a mail that bounced once", Activity::Paused, 26)
        },
        SessionRow {
            reason: Some("person".to_owned()),
            actions: vec![Action::Continue, Action::ContinueByHand, Action::OpenChatGpt, Action::Stop],
            ..row("ses_paused", "shop", "Load pictures only when they are seen", Activity::Paused, 95)
        },
        SessionRow {
            need: Some(Need::Owner),
            runs: false,
            actions: vec![Action::Continue, Action::ContinueByHand, Action::Stop],
            ..row("ses_owner", "infra", "Rotate the keys every month", Activity::Working, 190)
        },
        SessionRow {
            iteration: 4,
            ..row("ses_done", "shop", "Fix the failing test of the discount code", Activity::Done, 1_600)
        },
        SessionRow {
            iteration: 7,
            ..row("ses_stopped", "atlas", "Port the map view to the new renderer", Activity::Stopped, 4_400)
        },
        row("ses_chinese", "博客", "让文章列表按更新时间排序，并在首页显示摘要", Activity::Recording, 0),
    ]
}

fn with_undo() -> Vec<Action> {
    vec![Action::Pause, Action::OpenChatGpt, Action::Handoff, Action::Undo, Action::Stop]
}

fn message(
    number: u32,
    direction: &str,
    state: &str,
    iteration: u32,
    delivery: &str,
    minutes: i64,
    rest: &str,
) -> MessageView {
    let text = if state == "BOOT" {
        rest.to_owned()
    } else {
        format!("[C2C]\nSTATE: {state}\nTASK_ID: c2c_f81a000c\nITERATION: {iteration}\n\n{rest}\n")
    };
    MessageView {
        number,
        direction: direction.to_owned(),
        state: state.to_owned(),
        task_id: "c2c_f81a000c".to_owned(),
        iteration,
        delivery: delivery.to_owned(),
        answers: (direction == "in").then(|| number - 1),
        rejects_plan: false,
        text,
        created_at_ms: now() - minutes * MINUTE,
    }
}

pub(crate) fn messages() -> Vec<MessageView> {
    vec![
        message(
            1,
            "out",
            "BOOT",
            0,
            "seen",
            42,
            "You plan and review the work on `atlas`; Codex carries it out.\n\nRead the project through the connector C2C atlas.",
        ),
        message(
            2,
            "out",
            "INIT",
            0,
            "seen",
            41,
            "GOAL:\nKeep the chosen theme between visits, and follow the system until one is chosen\n\nINSTRUCTION:\nLook at the project, then plan.",
        ),
        message(
            3,
            "in",
            "PLAN",
            1,
            "seen",
            38,
            "GOAL:\nStore the choice and read it before the first paint.\n\nRATIONALE:\nReading it later flashes.\n\nACTIONS:\n1. Add a store for the choice.\n2. Read it in the head.\n\nFILES_LIKELY_INVOLVED:\nsrc/theme.ts\n\nTESTS:\nnpm test\n\nSUCCESS_CRITERIA:\nNo flash.",
        ),
        message(
            4,
            "out",
            "EXECUTED",
            1,
            "seen",
            21,
            "RESULT:\nThe choice is stored and read before the first paint.\n\nCHANGED_FILES:\nsrc/theme.ts\n\nTESTS:\n27 passed",
        ),
        message(
            5,
            "in",
            "PLAN",
            2,
            "seen",
            17,
            "GOAL:\nFollow the system until one is chosen.\n\nRATIONALE:\nIt is what people expect.\n\nACTIONS:\n1. Listen to the system.\n\nFILES_LIKELY_INVOLVED:\nsrc/theme.ts\n\nTESTS:\nnpm test\n\nSUCCESS_CRITERIA:\nIt follows.",
        ),
        message(6, "out", "EXECUTING", 2, "sent", 16, ""),
    ]
}

fn details(row: &SessionRow) -> SessionDetails {
    let is_over = matches!(row.activity, Activity::Done | Activity::Stopped);
    let status = match row.activity {
        Activity::Done => "done",
        Activity::Stopped => "stopped",
        Activity::Paused => "paused",
        Activity::Blocked => "blocked",
        _ => "active",
    };
    SessionDetails {
        id: row.session.clone(),
        task_id: row.task_id.clone(),
        goal: row.goal.clone(),
        status: status.to_owned(),
        driver: "orchestrator".to_owned(),
        carrier: if row.need == Some(Need::Carry) { "manual" } else { "window" }.to_owned(),
        iteration: row.iteration,
        limits: LimitsView {
            approval: "first".to_owned(),
            sandbox: "workspace-write".to_owned(),
            max_iterations: row.max_iterations,
            reply_deadline_s: 3_600,
        },
        owner: row.runs.then_some(OwnerView { pid: 4_711, heartbeat_at_ms: row.updated_at_ms, is_app: row.in_app }),
        created_at_ms: row.created_at_ms,
        updated_at_ms: row.updated_at_ms,
        ended_at_ms: is_over.then_some(row.updated_at_ms),
    }
}

fn file(path: &str, change: &str, counts: Option<(u32, u32)>) -> ChangedFileView {
    ChangedFileView {
        path: path.to_owned(),
        change: change.to_owned(),
        insertions: counts.map(|(added, _)| added),
        deletions: counts.map(|(_, removed)| removed),
    }
}

pub(crate) fn iterations() -> Vec<IterationView> {
    vec![IterationView {
        task_id: "c2c_f81a000c".to_owned(),
        iteration: 1,
        changed_files: vec![
            file("src/theme.ts", "modified", Some((18, 4))),
            file("src/theme/store.ts", "added", Some((41, 0))),
            file("src/legacy/theme-cookie.ts", "deleted", Some((0, 57))),
            file("public/preview.png", "modified", None),
        ],
        tests: "27 passed, 0 failed".to_owned(),
        test_source: "seen".to_owned(),
        exit_status: "ok".to_owned(),
        notes: "The choice is stored and read before the first paint, so nothing flashes.".to_owned(),
        outputs: vec!["out_1".to_owned(), "out_2".to_owned()],
        ended_at_ms: now() - 21 * MINUTE,
        undone_at_ms: None,
    }]
}

fn output(id: &str, command: &str, exit_code: i32, status: &str) -> OutputView {
    OutputView {
        id: id.to_owned(),
        task_id: "c2c_f81a000c".to_owned(),
        iteration: 1,
        command: command.to_owned(),
        exit_code: Some(exit_code),
        status: status.to_owned(),
        reason: (status != "readable").then(|| "it holds what looks like a key".to_owned()),
        size_bytes: 2_380,
        source: "seen".to_owned(),
    }
}

pub(crate) fn outputs() -> BTreeMap<String, OutputTextView> {
    let text = "> atlas@2.4.0 test\n> vitest run\n\n ✓ src/theme.test.ts (12)\n ✓ src/store.test.ts (15)\n\n Test Files  2 passed (2)\n      Tests  27 passed (27)\n";
    BTreeMap::from([
        (
            "out_1".to_owned(),
            OutputTextView { output: output("out_1", "npm test", 0, "readable"), text: text.to_owned() },
        ),
        (
            "out_2".to_owned(),
            OutputTextView { output: output("out_2", "printenv", 0, "restricted"), text: String::new() },
        ),
    ])
}

pub(crate) fn diffs() -> BTreeMap<String, DiffView> {
    let text = "diff --git a/src/theme.ts b/src/theme.ts\n--- a/src/theme.ts\n+++ b/src/theme.ts\n@@ -1,9 +1,12 @@ export type Theme = \"light\" | \"dark\";\n import { apply } from \"./apply\";\n-import { readCookie } from \"./legacy/theme-cookie\";\n+import { store } from \"./theme/store\";\n \n export function start() {\n-  apply(readCookie() ?? \"light\");\n+  const chosen = store.read();\n+  apply(chosen ?? system());\n+  if (!chosen) follow(apply);\n }\n";
    let view = |path: &str| DiffView { path: path.to_owned(), text: text.replace("src/theme.ts", path), cut: false };
    ["src/theme.ts", "src/theme/store.ts", "src/legacy/theme-cookie.ts", "public/preview.png"]
        .map(|path| (path.to_owned(), view(path)))
        .into()
}

fn call(tool: &str, arguments: &str, minutes: i64, code: Option<&str>) -> CallView {
    CallView {
        tool: tool.to_owned(),
        arguments: arguments.to_owned(),
        client: "ChatGPT".to_owned(),
        ok: code.is_none(),
        code: code.map(str::to_owned),
        answer_bytes: 4_210,
        duration_us: 11_400,
        at_ms: now() - minutes * MINUTE,
    }
}

fn steps(state: StepState) -> Vec<PlanStepView> {
    [
        "Listen to the system's preference while nothing is chosen.",
        "Stop listening once the person chooses, and store the choice.",
        "Add tests for both, and for a choice that is taken back.",
    ]
    .map(|text| PlanStepView { text: text.to_owned(), state })
    .to_vec()
}

pub(crate) fn plan(iteration: u32, state: StepState) -> PlanView {
    PlanView {
        number: iteration,
        iteration,
        steps: steps(state),
        sections: vec![
            ("GOAL".to_owned(), "Follow the system until one is chosen.".to_owned()),
            ("RATIONALE".to_owned(), "It is what people expect of an app that has both.".to_owned()),
            ("FILES_LIKELY_INVOLVED".to_owned(), "src/theme.ts, src/theme/store.ts".to_owned()),
            ("TESTS".to_owned(), "npm test".to_owned()),
            ("SUCCESS_CRITERIA".to_owned(), "The theme follows the system and stays once chosen.".to_owned()),
        ],
        blind: false,
    }
}

/// A session's page as it is in the middle of the work.
pub(crate) fn page(row: SessionRow) -> SessionPageView {
    SessionPageView {
        details: details(&row),
        conversation: Some(ConversationView {
            mode: "long-chat".to_owned(),
            url: Some("https://chatgpt.com/c/6a0f".to_owned()),
            project_url: None,
            title: Some("Theme between visits".to_owned()),
            connector_name: Some("C2C atlas".to_owned()),
            booted: true,
        }),
        checkpoint: None,
        attention: None,
        summary: None,
        plan: Some(plan(2, if row.activity == Activity::Working { StepState::Working } else { StepState::Open })),
        messages: messages(),
        carry: None,
        iterations: iterations(),
        outputs: outputs().into_values().map(|view| view.output).collect(),
        calls: vec![
            call("read_file", r#"{"path":"src/theme.ts"}"#, 18, None),
            call("search", r#"{"query":"prefers-color-scheme"}"#, 19, None),
            call("read_file", r#"{"path":".env"}"#, 39, Some("restricted")),
            call("list_files", r#"{"path":"src"}"#, 40, None),
        ],
        queued_commands: Vec::new(),
        connector: Some(ServeView {
            address: "http://127.0.0.1:7391".to_owned(),
            url: Some("http://127.0.0.1:7391/w/ws_1/mcp".to_owned()),
            token_file: "/home/me/.local/share/c2c/connector-token".to_owned(),
            pid: 4_711,
            notes: Vec::new(),
        }),
        row,
    }
}

fn attention(kind: &str, reason: &str, text: &str, details: &[&str]) -> Option<AttentionView> {
    Some(AttentionView {
        kind: kind.to_owned(),
        reason: reason.to_owned(),
        text: text.to_owned(),
        said: text.to_owned(),
        details: details.iter().map(|line| (*line).to_owned()).collect(),
        hint: "`c2c continue` goes on where it stopped.".to_owned(),
        until_ms: None,
    })
}

/// A page for every row.
pub(crate) fn pages() -> BTreeMap<String, SessionPageView> {
    let made = rows().into_iter().map(|row| {
        let page = page(row.clone());
        let page = match row.session.as_str() {
            "ses_plan" => SessionPageView {
                attention: attention("approval", "approval", "Plan 1 waits for your approval.", &[]),
                plan: Some(plan(1, StepState::Open)),
                messages: messages().into_iter().take(3).collect(),
                iterations: Vec::new(),
                outputs: Vec::new(),
                ..page
            },
            "ses_blocked" => SessionPageView {
                attention: attention(
                    "blocked",
                    "blocked",
                    "ChatGPT is blocked: The invoice model has two dates that could be the due date.",
                    &[
                        "Which of `due_on` and `payable_until` counts?",
                        "How many days before should the reminder go out?",
                    ],
                ),
                ..page
            },
            "ses_failed" => SessionPageView {
                attention: attention(
                    "paused",
                    "codex_usage_limit",
                    "Codex's usage limit is reached: try again at 16:40.",
                    &[],
                ),
                ..page
            },
            "ses_login" => SessionPageView {
                attention: attention("paused", "chatgpt_log_in", "ChatGPT asks for you: Log in", &[]),
                ..page
            },
            "ses_paused" => {
                SessionPageView { attention: attention("paused", "person", "You paused the session.", &[]), ..page }
            }
            "ses_carry" => SessionPageView {
                messages: messages()
                    .into_iter()
                    .take(2)
                    .map(|message| MessageView { delivery: "inserted".to_owned(), ..message })
                    .collect(),
                carry: Some(2),
                plan: None,
                iterations: Vec::new(),
                outputs: Vec::new(),
                calls: Vec::new(),
                connector: None,
                ..page
            },
            "ses_done" => {
                let last = "SUMMARY:\nThe discount code is compared without regard to case, and the test passes.";
                let mut messages = messages();
                messages.push(message(7, "in", "DONE", 4, "seen", 1_600, last));
                SessionPageView {
                    summary: last.strip_prefix("SUMMARY:\n").map(str::to_owned),
                    plan: Some(plan(4, StepState::Done)),
                    messages,
                    ..page
                }
            }
            _ => page,
        };
        (row.session, page)
    });
    made.collect()
}

pub(crate) fn commands() -> BTreeMap<String, CommandAnswer> {
    ["pause", "continue", "stop", "approve", "reject", "reply", "handoff", "undo"]
        .map(|kind| {
            let answer = CommandAnswer {
                session: "ses_work".to_owned(),
                command: kind.to_owned(),
                outcome: "done".to_owned(),
                status: "active".to_owned(),
                text: "Done.".to_owned(),
                hints: Vec::new(),
            };
            (kind.to_owned(), answer)
        })
        .into()
}

pub(crate) fn workspaces() -> WorkspacesView {
    let known = |id: &str, name: &str, minutes: i64| KnownWorkspaceView {
        id: id.to_owned(),
        name: name.to_owned(),
        root: format!("/home/me/src/{name}"),
        is_repository: true,
        last_used_at_ms: now() - minutes * MINUTE,
        taken_by: None,
    };
    WorkspacesView {
        workspaces: vec![known("ws_1", "atlas", 1), known("ws_2", "shop", 60), known("ws_3", "billing", 900)],
    }
}

pub(crate) fn preview() -> PreviewView {
    let init = "[C2C]\nSTATE: INIT\nTASK_ID: c2c_00000000\nITERATION: 0\n\nGOAL:\nMake the failing test pass\n\nINSTRUCTION:\nLook at the project through the connector, then answer with a PLAN.\n";
    let boot = "You plan and review the work on `atlas`; Codex carries it out.\n\nRead the project through the connector C2C atlas. Answer with control messages only.\n";
    PreviewView {
        workspace_name: "atlas".to_owned(),
        root: "/home/me/src/atlas".to_owned(),
        kind: "node".to_owned(),
        init: Some(init.to_owned()),
        init_bytes: init.len() as u64,
        boot_prompt: boot.to_owned(),
        boot_prompt_bytes: boot.len() as u64,
        approval: ApprovalChoice::First,
        sandbox: SandboxChoice::WorkspaceWrite,
        max_iterations: 12,
        warnings: Vec::new(),
        problem: None,
        taken_by: None,
    }
}

fn template(kind: TemplateKind, text: &str, most: u64) -> TemplateView {
    TemplateView {
        kind,
        text: text.to_owned(),
        characters: text.chars().count() as u64,
        most_characters: most,
        original: text.to_owned(),
        edited: false,
        warnings: Vec::new(),
    }
}

pub(crate) fn templates() -> TemplatesView {
    let boot = "You plan and review the work on `atlas`, a node project. Codex carries it out on the person's own machine.\n\nRead the project through the connector C2C atlas: files, search, git, released test output. Answer with one control message and nothing else.\n\n[C2C]\nSTATE: PLAN\nTASK_ID: the task's\nITERATION: the next one\n";
    let instructions = "This Project is for the work on `atlas`.\n\nYou plan and review, Codex executes. Control messages carry state, never content: what you need to know you read through the connector C2C atlas.\n\nAfter INIT, EXECUTED, HANDOFF and ERROR answer with PLAN, REVIEW, DONE, BLOCKED or ERROR.\n";
    TemplatesView {
        workspace_name: "atlas".to_owned(),
        root: "/home/me/src/atlas".to_owned(),
        boot_prompt: template(TemplateKind::BootPrompt, boot, 7_999),
        instructions: template(TemplateKind::Instructions, instructions, 7_999),
    }
}

pub(crate) fn opened() -> ChatGptOpenView {
    ChatGptOpenView {
        how: "running".to_owned(),
        browser: "Chromium 156".to_owned(),
        program: "/usr/bin/chromium".to_owned(),
        profile: "/home/me/.local/share/c2c/browser".to_owned(),
        pid: 4_712,
        url: None,
        notes: Vec::new(),
    }
}
