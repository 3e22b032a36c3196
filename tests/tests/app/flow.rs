//! A whole session in the real app: started, answered and approved in its window, which runs in the real web engine,
//! with the real Codex, a notification service and a tray. The planner carries ChatGPT's messages by hand.

use std::path::PathBuf;
use std::process::Command;

use c2c_testkit::screen::Screen;
use serde_json::{Value, json};

use crate::desk::wait;
use crate::program::Program;
use crate::stage::{GOAL, Running, Stage, beside, command, variable};
use crate::web::{DRIVER, Web};

/// A stage with a desktop, a tray and a notification service.
struct Scene {
    stage: Stage,
    tray: Program,
    notifications: Program,
    screen: Screen,
}

impl Scene {
    /// None where the parts are missing, which is said.
    fn new(name: &str, seed: u64) -> Option<Self> {
        let path = variable("PATH").unwrap_or_default();
        let is_here = |program: &&str| std::env::split_paths(&path).any(|folder| folder.join(program).exists());
        let parts = ["Xvfb", "openbox", "dbus-daemon", DRIVER];
        let missing: Vec<_> = parts.into_iter().filter(|it| !is_here(it)).collect();
        if !missing.is_empty() {
            eprintln!("NOTICE: skipped, because these programs are not installed: {}", missing.join(", "));
            return None;
        }
        let stage = Stage::new(&format!("app-{name}"), seed);
        let screen = Screen::start().unwrap();
        let stand_in = |name: &str| {
            let mut program = command(beside("c2c-testkit"), screen.folder());
            screen.dress(&mut program).arg(name);
            Program::start(&mut program)
        };
        let mut tray = stand_in("tray");
        tray.hear("the tray", |row| row["tray"].is_string());
        let mut notifications = stand_in("notifications");
        notifications.hear("the notification service", |row| row["notifications"].is_string());
        // Known to C2C, so that the window offers it.
        assert!(stage.run_c2c(&["workspace"]).status.success());
        Some(Self { stage, tray, notifications, screen })
    }

    fn dressed(&self, mut command: Command) -> Command {
        self.screen.dress(&mut command).env("LC_ALL", "C.UTF-8");
        command
    }

    /// The app with its window on a page.
    #[track_caller]
    fn app(&self, page: &str) -> Web {
        Web::start(self.dressed(self.stage.in_stage(DRIVER)), &["open", page])
    }

    /// A notification that says this; its row.
    #[track_caller]
    fn notified(&mut self, text: &str) -> Value {
        self.notifications.hear(text, |row| {
            row["shown"].is_number() && row["title"].as_str().is_some_and(|title| title.contains(text))
        })
    }

    fn press(&mut self, notification: &Value, action: &str) {
        self.notifications.order(&format!("press {} {action}", notification["shown"]));
    }

    /// Waits until the session is at something.
    #[track_caller]
    fn await_status(&self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        wait(what, || Some(self.stage.json(&["status"])).filter(&is_it))
    }

    /// The planner without a look at the project, which makes it ask.
    fn blind_planner(&self) -> Running {
        let mut planner = self.stage.in_stage(beside("c2c-testkit"));
        planner.arg("planner").arg("--c2c").arg(beside("c2c")).arg("--workspace").arg(self.stage.project());
        planner.arg("--without-connector").stderr(self.stage.stderr_file());
        Running(planner.stdout(std::process::Stdio::null()).spawn().unwrap())
    }
}

/// The environments of the programs of this name that were told of the project's stage.
fn environments(stage: &Stage, name: &str) -> Vec<String> {
    let place = stage.project().parent().unwrap().to_str().unwrap().to_owned();
    let processes = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let named = processes.filter(|path| {
        std::fs::read_link(path.join("exe")).is_ok_and(|program| program.file_name() == Some(name.as_ref()))
    });
    let environments = named.filter_map(|path| std::fs::read(path.join("environ")).ok());
    environments.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).filter(|it| it.contains(&place)).collect()
}

fn kill(pid: &Value) {
    let pid = pid.as_u64().unwrap().to_string();
    assert!(command("kill", "/".as_ref()).args(["-KILL", &pid]).status().unwrap().success());
}

#[test]
fn a_task_is_started_blocked_answered_approved_killed_and_done() {
    let Some(mut scene) = Scene::new("flow", 31) else { return };
    let web = scene.app("/new");
    web.type_into("goal", GOAL);
    web.press("//label[contains(., 'by hand')]");
    web.press_button("Start task");
    // ChatGPT cannot look at the project, and says so.
    let mut blind = scene.blind_planner();
    blind.wait();
    scene.await_status("the question", |status| status["session"]["status"] == "blocked");
    let session = scene.stage.json(&["status"])["session"]["id"].as_str().unwrap().to_owned();
    let question = scene.notified("ChatGPT has a question");
    web.evaluate("location.hash = '#/settings'");
    scene.press(&question, "default");
    wait("the session's page", || web.address().starts_with(&format!("/session/{session}")).then_some(()));
    let menu = scene.tray.icon_that("the question in the tray", |icon| icon["menu"].to_string().contains("question"));
    assert!(menu["icon"].as_str().is_some_and(|icon| PathBuf::from(icon).is_file()), "{menu}");
    web.type_into("reply", "The connector is on now.");
    web.press_button("Send answer");
    // It plans, and the plan waits for a person.
    let mut planner = scene.stage.planner();
    scene.notified("A plan waits for your approval");
    let menu = scene.tray.icon_that("the plan in the tray", |icon| icon["menu"].to_string().contains("Approve…"));
    assert!(menu["menu"].to_string().contains("Reject…"), "{menu}");
    web.press_button("Approve plan");
    let working = scene.await_status("Codex at work", |status| status["checkpoint"]["protocol_state"] == "EXECUTING");
    // What is set for the window's drawing is for the window alone.
    let codex = wait("Codex", || Some(environments(&scene.stage, "codex")).filter(|found| !found.is_empty()));
    assert!(codex.iter().all(|it| !it.contains("GDK_GL=") && !it.contains("WEBKIT_DISABLE")), "{codex:?}");
    kill(&working["session"]["owner"]["pid"]);
    drop(web);
    // The next app goes on where this one was.
    let web = scene.app("/");
    let done = scene.await_status("the end", |status| status["session"]["status"] == "done");
    assert_eq!(planner.wait(), Some(0));
    assert_eq!(done["iterations"].as_array().map(Vec::len), Some(2), "{done}");
    assert!(scene.stage.run_test().status.success());
    web.await_text("Done");
    scene.notified("The goal is reached");
    let sent = scene.stage.transcript()["messages"].as_array().unwrap().iter().map(|it| it["number"].clone()).collect();
    let numbers: Vec<Value> = sent;
    assert!(numbers.windows(2).all(|two| two[0].as_u64() < two[1].as_u64()), "nothing is carried twice: {numbers:?}");
    scene.tray.icon_that("an idle tray", |icon| icon["menu"][0] == json!({"label": "Open C2C"}));
    scene.tray.order("press Quit C2C");
    scene.await_status("the app's end", |status| status["connector"].is_null());
    web.end();
}

#[test]
fn the_page_may_ask_for_nothing_but_its_calls() {
    let Some(scene) = Scene::new("rights", 32) else { return };
    let web = scene.app("/");
    web.await_text("Sessions");
    let refused = |script: &str| {
        let asked = format!(
            "return await {script}.then(() => 'allowed', error => 'refused: ' + (error.message || JSON.stringify(error)))"
        );
        web.evaluate(&asked).as_str().unwrap_or_default().to_owned()
    };
    let invoke = "window.__TAURI__.core.invoke";
    for script in [
        format!("{invoke}('plugin:window|close')"),
        format!("{invoke}('plugin:event|emit', {{event: 'changed', payload: null}})"),
        format!("{invoke}('plugin:autostart|enable')"),
        format!("{invoke}('plugin:path|resolve_directory', {{directory: 1}})"),
        format!("{invoke}('call', {{call: {{call: 'format_disk'}}}})"),
        format!("{invoke}('call', {{call: {{call: 'overview', more: true}}}})"),
        "fetch('http://127.0.0.1:9/')".to_owned(),
        "fetch('https://example.com/')".to_owned(),
    ] {
        let said = refused(&script);
        assert!(said.starts_with("refused"), "{script}: {said}");
    }
    let width = web.evaluate("return innerWidth").as_f64().unwrap();
    assert_eq!(refused(&format!("{invoke}('plugin:webview|set_webview_zoom', {{value: 2}})")), "allowed");
    wait("twice the size", || {
        let now = web.evaluate("return innerWidth").as_f64().unwrap();
        ((now - width / 2.0).abs() < 2.0).then_some(())
    });
    let evaluated = web.evaluate("try { return eval('1 + 1') } catch (error) { return error.name }");
    assert_eq!(evaluated, json!("EvalError"));
    web.end();
}
