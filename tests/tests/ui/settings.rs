//! The settings, the languages, the colours.

use c2c_ipc::app::SettingFault;
use playwright_rs::{ColorScheme, EmulateMediaOptions};
use serde_json::json;

use crate::engine::Engine;
use crate::fixtures;
use crate::stage::{Look, play};

#[test]
fn each_setting_is_applied_at_once_and_said_to_be() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/settings").await;
        window.see("Start at login").await;
        window.page.locator("#start-at-login").click(None).await.unwrap();
        window.see("Applied").await;
        assert_eq!(
            window.called("change_settings").await,
            json!({ "command": "call", "call": "change_settings", "start_at_login": true })
        );
        window.wait("document.querySelector('#start-at-login').getAttribute('aria-checked') === 'true'").await;
        window.page.locator("#notifications").focus().await.unwrap();
        window.keys(&["Space"]).await;
        window.wait("document.querySelector('#notifications').getAttribute('aria-checked') === 'false'").await;
        for (control, value, expected) in [
            ("#approval", "every", json!({ "approval": "every" })),
            ("#pictures", "30", json!({ "picture_days": 30 })),
            ("#theme", "dark", json!({ "theme": "dark" })),
        ] {
            window.page.locator(control).select_option(value, None).await.unwrap();
            let (name, value) = expected.as_object().unwrap().iter().next().unwrap();
            window.wait(&format!("window.__engine.calls.some((call) => call.{name} === {value})")).await;
        }
        window.wait("document.documentElement.dataset.theme === 'dark'").await;
        window.lawful().await;
    });
}

#[test]
fn a_change_that_is_refused_goes_back_and_says_why() {
    play(|stage| async move {
        let error = fixtures::error("config", Some("settings_unwritable"), "`settings.json` cannot be written");
        let window = stage.open(&Engine::new().fails("change_settings", error), "/settings").await;
        window.see("Plan approval").await;
        window.page.locator("#approval").select_option("never", None).await.unwrap();
        window.see("The settings cannot be saved").await;
        window.wait("document.querySelector('#approval').value === 'first'").await;
        window.page.locator("#start-at-login").click(None).await.unwrap();
        window.wait("window.__engine.calls.filter((call) => call.call === 'change_settings').length === 2").await;
        window.wait("document.querySelector('#start-at-login').getAttribute('aria-checked') === 'false'").await;
    });
}

#[test]
fn the_window_speaks_chinese_at_once() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/settings").await;
        window.page.locator("#language").select_option("zh-CN", None).await.unwrap();
        window.see("登录时启动").await;
        window.wait("document.documentElement.lang === 'zh-CN' && document.title === '设置 – C2C'").await;
        for (address, texts) in [
            ("/", ["待批准计划", "新建任务"]),
            ("/session/ses_plan", ["第 1 轮计划等待批准", "批准计划"]),
            ("/session/ses_login", ["ChatGPT 需要登录", "改为手动转交"]),
            ("/new", ["开始任务", "发给 ChatGPT 的内容"]),
            ("/templates", ["启动提示", "项目说明"]),
        ] {
            window.eval(&format!("location.hash = '{address}'")).await;
            for text in texts {
                window.see(text).await;
            }
        }
        // Nothing of C2C's own is left in English; what is, comes from the project, ChatGPT or Codex.
        window.eval("location.hash = '/session/ses_work'").await;
        window.see("Codex 执行中").await;
        let own = window
            .eval(
                "[...document.querySelectorAll('h2, h3, h4, dt, .tag, .state, .delivery, button:not(.opener), .hint, .none')] \
                 .filter((element) => !element.closest('.sections') && !element.querySelector('bdi')) \
                 .map((element) => element.textContent).filter((text) => /[A-Za-z]{3}/.test(text.replace(/ChatGPT|Codex|C2C/g, '')))",
            )
            .await;
        assert_eq!(own, json!([]));
    });
}

#[test]
fn settings_that_are_not_used_and_a_system_without_login_or_tray_are_said() {
    play(|stage| async move {
        let mut engine = Engine::new();
        engine.settings.start_at_login = None;
        engine.settings.problems =
            vec![SettingFault { code: "value".to_owned(), key: "port".to_owned(), detail: "a number".to_owned() }];
        engine.app.tray = c2c_ipc::app::TrayPresence::NoTray;
        let window = stage.open_as(&engine, "/settings", Look { is_dark: true, ..Look::USUAL }).await;
        window.see("Settings that are not used").await;
        window.see("The value of port cannot be used. C2C's own counts. (a number)").await;
        window.see("This desktop shows no tray icon.").await;
        window.see("Quit C2C (1 session waits for the next start)").await;
        window.miss("Start at login").await;
        // The system's colours, until others are chosen.
        window.wait("getComputedStyle(document.body).backgroundColor === 'rgb(27, 27, 31)'").await;
        window.keys(&["Control+n"]).await;
        window.see("Start task").await;
        window.keys(&["Control+,"]).await;
        window.see("Settings file").await;
    });
}

#[test]
fn without_a_tray_the_window_ends_c2c_and_the_keys_ask_first() {
    play(|stage| async move {
        let mut engine = Engine::new();
        let window = stage.open(&engine, "/settings").await;
        window.see("C2C starts hidden, in the tray.").await;
        window.miss("Quit C2C").await;
        // Sessions would rest, which the keys do not say.
        window.keys(&["Control+q"]).await;
        window.see("Quit C2C?").await;
        window.keys(&["Escape"]).await;
        window.miss("Quit C2C?").await;
        assert!(window.calls("quit").await.is_empty());
        window.keys(&["Control+q"]).await;
        window.press("Quit C2C (1 session waits for the next start)").await;
        window.called("quit").await;
        engine.app.tray = c2c_ipc::app::TrayPresence::NoLibrary;
        let window = stage.open(&engine, "/settings").await;
        window.see("C2C starts with this window: there is no tray to start in.").await;
        window.press("Quit C2C (1 session waits for the next start)").await;
        window.called("quit").await;
        engine.app.rests_after_quit = 0;
        let window = stage.open(&engine, "/settings").await;
        window.see("Settings file").await;
        window.keys(&["Control+q"]).await;
        window.called("quit").await;
        window.lawful().await;
    });
}

#[test]
fn keys_are_named_and_held_as_on_the_system() {
    play(|stage| async move {
        let mut engine = Engine::new();
        let window = stage.open(&engine, "/new").await;
        window.wait("document.querySelector('button[type=submit]')?.title === 'Ctrl+Enter'").await;
        window.wait("document.querySelector('a[href=\"#/new\"]').title === 'New task (Ctrl+N)'").await;
        engine.app.system = "macos".to_owned();
        let window = stage.open(&engine, "/new").await;
        window.wait("document.querySelector('button[type=submit]')?.title === '⌘↩'").await;
        window.wait("document.querySelector('a[href=\"#/new\"]').title === 'New task (⌘N)'").await;
        window.write("#goal", "Make it all work").await;
        window.page.locator("#goal").press("Control+Enter", None).await.unwrap();
        assert!(window.calls("start").await.is_empty());
        window.page.locator("#goal").press("Meta+Enter", None).await.unwrap();
        window.see("Session in atlas").await;
        window.keys(&["Meta+,"]).await;
        window.see("Settings file").await;
        // An answer and a reason go the same way.
        for (address, field) in [("/session/ses_blocked", "#reply"), ("/session/ses_plan/reject", "#reject")] {
            window.eval(&format!("location.hash = '{address}'")).await;
            window.wait(&format!("document.querySelector('{field}')")).await;
            window.wait("[...document.querySelectorAll('.need button')].some((button) => button.title === '⌘↩')").await;
            window.write(field, "due_on").await;
            let before = window.calls("command").await.len();
            window.page.locator(field).press("Meta+Enter", None).await.unwrap();
            window
                .wait(&format!("window.__engine.calls.filter((call) => call.call === 'command').length > {before}"))
                .await;
        }
    });
}

#[test]
fn the_colours_follow_the_system_until_others_are_chosen() {
    play(|stage| async move {
        let window = stage.open_as(&Engine::new(), "/settings", Look { is_dark: true, ..Look::USUAL }).await;
        window.see("Settings file").await;
        let ground = |colour: &str| format!("getComputedStyle(document.body).backgroundColor === '{colour}'");
        let (light, dark) = (ground("rgb(251, 251, 252)"), ground("rgb(27, 27, 31)"));
        window.wait(&dark).await;
        let system = |scheme: ColorScheme| EmulateMediaOptions::builder().color_scheme(scheme).build();
        window.page.emulate_media(Some(system(ColorScheme::Light))).await.unwrap();
        window.wait(&light).await;
        window.page.emulate_media(Some(system(ColorScheme::Dark))).await.unwrap();
        window.wait(&dark).await;
        window.page.locator("#theme").select_option("light", None).await.unwrap();
        window.wait(&light).await;
        window.page.emulate_media(Some(system(ColorScheme::Light))).await.unwrap();
        window.page.locator("#theme").select_option("dark", None).await.unwrap();
        window.wait(&dark).await;
    });
}

#[test]
fn a_settings_file_that_was_mended_is_no_longer_complained_of() {
    play(|stage| async move {
        let error = fixtures::error("config", Some("settings_not_json"), "it is no JSON object");
        let mut engine = Engine::new().fails("change_settings", error);
        engine.settings.problems =
            vec![SettingFault { code: "not_json".to_owned(), key: String::new(), detail: String::new() }];
        let window = stage.open(&engine, "/settings").await;
        window.see("The settings file is no JSON object. Mend it or move it away.").await;
        window
            .wait("document.querySelector('.notice .path').textContent === '/home/me/.local/share/c2c/settings.json'")
            .await;
        window.page.locator("#approval").select_option("never", None).await.unwrap();
        window.see("The settings file cannot be read").await;
        // Still broken, it is still said.
        window.change("state.settings.picture_days = 7").await;
        window.wait("document.querySelector('#pictures').value === '7'").await;
        window.see("The settings file cannot be read").await;
        window.change("delete state.failures.change_settings; state.settings.problems = []").await;
        window.miss("The settings file is no JSON object").await;
        window.miss("The settings file cannot be read").await;
    });
}
