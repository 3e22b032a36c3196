//! Texts from elsewhere are text, whatever they look like.

use c2c_ipc::app::{LookView, SettingFault};
use playwright_rs::protocol::AriaRole;
use serde_json::json;

use crate::engine::Engine;
use crate::fixtures;
use crate::stage::{Stage, Window, play};

const HOSTILE: &str = "</bdi><img src=x onerror=\"window.__engine.ran.push(1)\"><script>window.__engine.ran.push(2)</script>\
                       <a href=\"javascript:window.__engine.ran.push(3)\">x</a><style>*{display:none}</style>\u{202e}gnp.exe\u{0}\u{1b}[31m";

fn fault(text: &str) -> SettingFault {
    SettingFault { code: "value".to_owned(), key: text.to_owned(), detail: text.to_owned() }
}

/// The same pages, once with what is harmless everywhere, once with what is hostile.
fn engine(text: &str) -> Engine {
    let mut engine = Engine::new();
    for row in &mut engine.rows {
        row.goal = text.to_owned();
        row.workspace_name = text.to_owned();
        row.root = text.to_owned();
        row.task_id = text.to_owned();
    }
    for page in engine.pages.values_mut() {
        page.row.goal = text.to_owned();
        page.row.workspace_name = text.to_owned();
        page.row.root = text.to_owned();
        page.details.goal = text.to_owned();
        if let Some(attention) = &mut page.attention {
            attention.text = text.to_owned();
            attention.said = text.to_owned();
            attention.details.iter_mut().for_each(|line| *line = text.to_owned());
        }
        page.summary = page.summary.is_some().then(|| text.to_owned());
        if let Some(plan) = &mut page.plan {
            plan.steps.iter_mut().for_each(|step| step.text = text.to_owned());
            plan.sections.iter_mut().for_each(|(name, value)| {
                *name = text.to_owned();
                *value = text.to_owned();
            });
        }
        for message in &mut page.messages {
            message.state = text.to_owned();
            message.text = text.to_owned();
        }
        for iteration in &mut page.iterations {
            iteration.tests = text.to_owned();
            iteration.notes = text.to_owned();
            iteration.exit_status = text.to_owned();
            iteration.test_source = text.to_owned();
            iteration.changed_files.truncate(1);
            iteration.changed_files[0].path = text.to_owned();
            iteration.changed_files[0].change = text.to_owned();
        }
        for output in &mut page.outputs {
            output.command = text.to_owned();
            output.reason = Some(text.to_owned());
        }
        for call in &mut page.calls {
            call.tool = text.to_owned();
            call.arguments = text.to_owned();
            call.code = Some(text.to_owned());
            call.ok = false;
        }
        if let Some(conversation) = &mut page.conversation {
            conversation.title = Some(text.to_owned());
            conversation.url = Some("javascript:window.__engine.ran.push(4)".to_owned());
        }
        page.queued_commands = vec![text.to_owned()];
    }
    let diff =
        c2c_ipc::app::DiffView { path: text.to_owned(), text: format!("@@ -1 +1 @@\n-{text}\n+{text}\n"), cut: false };
    engine.diffs.insert(text.to_owned(), diff);
    for output in engine.outputs.values_mut() {
        output.text = text.to_owned();
    }
    for workspace in &mut engine.workspaces.workspaces {
        workspace.name = text.to_owned();
    }
    for preview in engine.previews.values_mut() {
        preview.init = Some(text.to_owned());
        preview.boot_prompt = text.to_owned();
        preview.warnings = vec![fault(text)];
        preview.problem = Some(fixtures::error("user", None, text));
    }
    for look in engine.looks.values_mut() {
        hostile_look(look, text);
    }
    engine.templates.boot_prompt.text = text.to_owned();
    engine.templates.instructions.text = text.to_owned();
    engine.settings.problems = vec![fault(text)];
    engine.settings.file = text.to_owned();
    engine
}

/// The same in an answer of the connector: whatever a repository may have put there.
fn hostile_look(look: &mut LookView, text: &str) {
    let own = || text.to_owned();
    (look.tool, look.arguments) = (own(), own());
    if !look.text.is_empty() {
        look.text = own();
    }
    for one in &mut look.withheld {
        (one.place, one.reason) = (own(), own());
    }
    for one in &mut look.outputs {
        one.command = own();
    }
    if let Some(refused) = &mut look.refused {
        (refused.message, refused.hints) = (own(), vec![own()]);
    }
}

#[test]
fn hostile_answers_of_the_connector_never_become_markup() {
    play(|stage| async move {
        let (plain, hostile) = (engine("plain words"), engine(HOSTILE));
        let shown = "document.querySelector('.look-answer:not(.gone) .look-pages')";
        for (kind, ready) in [
            ("File or folder", "document.querySelectorAll('.withheld > li').length === 2"),
            ("Changes", "document.querySelectorAll('.withheld > li').length === 1"),
            ("Command output", "document.querySelectorAll('#output option').length === 3"),
            ("refused", "document.querySelector('.look-answer .fault')"),
        ] {
            let mut counts = Vec::new();
            for (engine, is_hostile) in [(&plain, false), (&hostile, true)] {
                let window = stage.open(engine, "/preview").await;
                window.wait(shown).await;
                if kind == "refused" {
                    window.write("#path", ".env").await;
                    window.keys(&["Enter"]).await;
                } else {
                    window.role(AriaRole::Radio, kind).check(None).await.unwrap();
                }
                window.wait(ready).await;
                counts.push(elements(&window).await);
                if is_hostile {
                    window.see("[U+202E]").await;
                }
                let foreign = "document.querySelectorAll('main img, main script, main style, main a').length";
                assert_eq!(window.eval(foreign).await, json!(0), "{kind}");
                let active = "/[\\u202e\\u0000\\u001b]/.test(document.body.innerText)";
                assert_eq!(window.eval(active).await, json!(false), "{kind}");
                assert_eq!(window.eval("window.__engine.ran").await, json!([]), "{kind}");
                window.lawful().await;
            }
            assert_eq!(counts[0], counts[1], "{kind}");
        }
    });
}

async fn elements(window: &Window) -> serde_json::Value {
    window.eval("document.querySelectorAll('*').length").await
}

async fn open_all(window: &Window) {
    window.eval("document.querySelectorAll('.opener').forEach((opener) => opener.click())").await;
    window.eval("document.querySelectorAll('details').forEach((one) => { one.open = true; })").await;
    window.wait("document.querySelectorAll('.diff, .output').length >= 2").await;
}

async fn look(stage: &Stage, engine: &Engine, address: &str, ready: &str, opens: bool) -> (Window, serde_json::Value) {
    let window = stage.open(engine, address).await;
    window.wait(ready).await;
    if opens {
        open_all(&window).await;
    }
    let count = elements(&window).await;
    (window, count)
}

#[test]
fn hostile_texts_never_become_markup() {
    play(|stage| async move {
        let (plain, hostile) = (engine("plain words"), engine(HOSTILE));
        for (address, ready, opens) in [
            ("/", "document.querySelectorAll('.list-space > .row:not(.waiting)').length === 12", false),
            ("/session/ses_work", "document.querySelectorAll('.call').length === 4", true),
            ("/session/ses_blocked", "document.querySelector('.needs')", false),
            ("/session/ses_failed", "document.querySelector('.need .said')", false),
            ("/session/ses_done", "document.querySelector('.ended .summary')", false),
            ("/session/ses_plan", "document.querySelector('.steps.plain')", false),
            ("/session/ses_carry", "document.querySelector('.carry-text')", false),
            ("/new", "document.querySelector('.preview .warning') && document.querySelector('.fault')", false),
            ("/templates", "document.querySelectorAll('.template').length === 2", false),
            ("/settings", "document.querySelector('.notice')", false),
        ] {
            let plain_goal = |window: Window| async move {
                if address == "/new" {
                    window.write("#goal", "x").await;
                    window.wait("document.querySelector('#preview-init')").await;
                }
                window
            };
            let (window, _) = look(&stage, &plain, address, ready, opens).await;
            let window = plain_goal(window).await;
            let expected = elements(&window).await;
            let (window, _) = look(&stage, &hostile, address, ready, opens).await;
            let window = plain_goal(window).await;
            assert_eq!(elements(&window).await, expected, "{address}");
            assert_eq!(
                window.eval("document.querySelectorAll('main img, main script, main style').length").await,
                json!(0)
            );
            let foreign = "[...document.querySelectorAll('a')].filter((link) => !link.getAttribute('href').startsWith('#/')).length";
            assert_eq!(window.eval(foreign).await, json!(0), "{address}");
            // What turns or hides text is written out.
            assert_eq!(
                window.eval("/[\\u202e\\u0000\\u001b]/.test(document.body.innerText)").await,
                json!(false),
                "{address}"
            );
            window.see("[U+202E]").await;
            assert_eq!(window.eval("window.__engine.ran").await, json!([]), "{address}");
            window.lawful().await;
        }
    });
}
