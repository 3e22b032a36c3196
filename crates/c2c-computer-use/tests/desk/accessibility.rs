//! A page in a real Chromium, read and used through the accessibility bus.

use std::path::Path;
use std::time::Duration;

use c2c_computer_use::desk::{DeskError, Glance, Lacking};
use c2c_computer_use::linux::{Accessibility, Frame, Handle, Record};
use c2c_computer_use::tree::{Limits, NodeId, Role, State, Tree};
use c2c_os::command::Command;
use c2c_os::environment::Environment;

use crate::display::{Display, Program, is_installed, wait_for};
use crate::presence::Bus;

/// What must come back to the letter: direction marks, joined emoji, combining marks, spaces that do
/// not break, wide letters, signs that HTML has to escape.
const TEXTS: &[&str] = &[
    "direction \u{202e}abc\u{202c} \u{2066}iso\u{2069}",
    "joined 👩‍👩‍👧 👩‍🔬 🇩🇪 e\u{301} é",
    "spaces nbsp\u{a0}x narrow\u{202f}y zero\u{200b}z",
    "wide 漢字かな 测试 한국어",
    "signs a <= b && c > d \"q\" 'p' `t`",
    "  two  spaces\n\ta tab\n\nan empty line before",
];

fn page() -> String {
    let escaped = |text: &&str| text.replace('&', "&amp;").replace('<', "&lt;");
    let texts: String = TEXTS.iter().map(|text| format!("<pre>{}</pre>", escaped(text))).collect();
    let written: String = TEXTS[..5].iter().map(|text| format!("<p>{}</p>", escaped(text))).collect();
    format!(
        "<!doctype html><meta charset=utf-8><title>Page one</title>
        <main>{texts}
        <button id=send onclick=\"this.disabled = true; document.title = 'Page two'\">Send</button>
        <button id=remove onclick='this.remove()'>Remove</button>
        <a href='#there'>Jump</a>
        <input aria-label=Draft placeholder='Say it' value='half a message'>
        <input aria-label=Secret type=password value=hunter2>
        <div id=prompt-textarea role=textbox aria-label=Composer contenteditable style='white-space: pre-wrap'>{written}</div>
        <p style='display: none'>Not shown</p>
        <div style='height: 4000px'></div><button>Far away</button></main>"
    )
}

fn chromium(environment: &Environment, address: &str, profile: &Path) -> Program {
    let flags = ["--force-renderer-accessibility", "--no-sandbox", "--test-type", "--disable-gpu", "--no-first-run"];
    let quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
    let command = Command::new("chromium", "/").inherit_all(environment).env("ACCESSIBILITY_ENABLED", "1").own_group();
    let own = [format!("--user-data-dir={}", profile.display()), format!("--app={address}")];
    Program(command.args(flags).args(quiet).arg("--password-store=basic").args(own).spawn().unwrap())
}

/// A recording and its tree.
struct Seen {
    record: Record,
    tree: Tree,
}

impl Seen {
    #[track_caller]
    fn find(&self, role: &Role, name: &str) -> NodeId {
        let mut found = self.tree.ids().filter(|id| {
            let node = self.tree.node(*id);
            node.role == *role && node.name == name
        });
        found.next().unwrap_or_else(|| panic!("{role} `{name}` is not there"))
    }

    fn handle(&self, id: NodeId) -> &Handle {
        &self.record.handles[id.0 as usize]
    }

    fn names(&self) -> Vec<&str> {
        self.tree.ids().map(|id| self.tree.node(id).name.as_str()).collect()
    }
}

/// Chromium with the page, on a display and a bus of its own.
struct Browser {
    accessibility: Accessibility,
    frame: Frame,
    address: String,
    program: Program,
    _folder: tempfile::TempDir,
    _bus: Bus,
    _display: Display,
}

impl Browser {
    fn start() -> Option<Self> {
        let display = Display::start()?;
        let folder = tempfile::tempdir().unwrap();
        let mut environment = display.environment.clone();
        // The accessibility bus has its socket there.
        environment.set("XDG_RUNTIME_DIR", folder.path());
        let bus = Bus::with(&environment)?;
        environment.set("DBUS_SESSION_BUS_ADDRESS", bus.address());
        if !is_installed(&environment, "chromium") || !is_accessible() {
            return None;
        }
        std::fs::write(folder.path().join("page.html"), page()).unwrap();
        let address = format!("file://{}/page.html", folder.path().display());
        let program = chromium(&environment, &address, &folder.path().join("profile"));
        let mut accessibility = Accessibility::connect(&environment).unwrap();
        let frame = wait_for("the page's window", || {
            let frames = accessibility.frames(program.0.id()).unwrap();
            frames.into_iter().find(|frame| frame.title == "Page one")
        });
        Some(Self { accessibility, frame, address, program, _folder: folder, _bus: bus, _display: display })
    }

    fn record(&mut self) -> Seen {
        let record = self.accessibility.record(&self.frame).unwrap();
        let tree = record.recording.tree(Limits::default()).unwrap();
        Seen { record, tree }
    }

    /// Records until `fits`.
    #[track_caller]
    fn see(&mut self, what: &str, fits: impl Fn(&Seen) -> bool) -> Seen {
        wait_for(what, || Some(self.record()).filter(&fits))
    }

    /// Records until all of the page is there and nothing changes any more.
    #[track_caller]
    fn settled(&mut self) -> Seen {
        let mut before = self.record();
        wait_for("the page", || {
            let now = self.record();
            let is_settled = now.record == before.record && now.names().contains(&"Far away");
            before = now;
            is_settled.then_some(())
        });
        before
    }

    fn glance(&mut self, seen: &Seen, id: NodeId) -> Glance {
        self.accessibility.glance(seen.handle(id), &seen.record.recording.nodes[id.0 as usize]).unwrap()
    }
}

/// Whether the accessibility bus is installed, which the session's bus starts.
fn is_accessible() -> bool {
    let there =
        ["/usr/share/dbus-1/services/org.a11y.Bus.service", "/usr/local/share/dbus-1/services/org.a11y.Bus.service"];
    let found = there.iter().any(|path| Path::new(path).exists());
    if !found {
        eprintln!("`at-spi2-core` is not installed: this test does nothing");
    }
    found
}

#[test]
fn a_page_is_read_to_the_letter() {
    let Some(mut browser) = Browser::start() else { return };
    let seen = browser.settled();
    assert_eq!(seen.tree.document_url(), Some(browser.address.as_str()));
    assert_eq!(seen.tree.node(seen.tree.root()).role, Role::Window);
    assert_eq!(seen.record.handles.len(), seen.record.recording.nodes.len());
    for text in TEXTS {
        seen.find(&Role::Text, text);
    }
    let composer = seen.find(&Role::TextBox, "Composer");
    assert_eq!(seen.tree.node(composer).attribute("id"), "prompt-textarea");
    assert!(seen.tree.node(composer).is(State::Editable));
    let lines = seen.tree.children(composer).filter(|id| seen.tree.node(*id).role == Role::Paragraph);
    let lines: Vec<&str> = lines.map(|id| seen.tree.node(seen.tree.children(id).next().unwrap()).label()).collect();
    assert_eq!(lines, TEXTS[..5]);
    let draft = seen.tree.node(seen.find(&Role::TextBox, "Draft"));
    assert_eq!((draft.value.as_str(), draft.attribute("placeholder")), ("half a message", "Say it"));
    assert!(draft.bounds.is_some());
    let names = seen.names();
    assert!(names.contains(&"Secret") && !names.contains(&"Not shown"), "{names:?}");
    let all = seen.record.recording.to_json().unwrap();
    assert!(!all.contains("hunter2") && !all.contains("•••"), "a password was read");
}

#[test]
fn a_page_is_used() {
    let Some(mut browser) = Browser::start() else { return };
    let seen = browser.settled();
    let (send, draft) = (seen.find(&Role::Button, "Send"), seen.find(&Role::TextBox, "Draft"));
    assert_eq!(browser.glance(&seen, send), Glance::Same);
    browser.accessibility.press(seen.handle(send)).unwrap();
    wait_for("the press", || (browser.glance(&seen, send) == Glance::Changed).then_some(()));
    let seen = browser.see("the button's new state", |seen| !seen.tree.node(send).is_enabled());
    assert_eq!(seen.tree.node(seen.tree.document().unwrap()).name, "Page two");

    browser.accessibility.focus(seen.handle(draft)).unwrap();
    browser.see("the focus", |seen| seen.tree.node(draft).is(State::Focused));

    let far = seen.find(&Role::Button, "Far away");
    assert!(seen.tree.node(far).is(State::Offscreen));
    browser.accessibility.scroll_to(seen.handle(far)).unwrap();
    browser.see("the button that was far away", |seen| !seen.tree.node(far).is(State::Offscreen));

    let jump = seen.find(&Role::Link, "Jump");
    browser.accessibility.press(seen.handle(jump)).unwrap();
    let there = format!("{}#there", browser.address);
    browser.see("the new address", |seen| seen.tree.document_url() == Some(there.as_str()));

    let text = seen.find(&Role::Text, TEXTS[0]);
    let refused = browser.accessibility.press(seen.handle(text)).unwrap_err();
    assert!(matches!(refused, DeskError::Refused { .. }), "{refused}");

    let remove = seen.find(&Role::Button, "Remove");
    browser.accessibility.press(seen.handle(remove)).unwrap();
    browser.see("its end", |seen| !seen.names().contains(&"Remove"));
    assert_eq!(browser.glance(&seen, remove), Glance::Changed);
    let gone = browser.accessibility.press(seen.handle(remove)).unwrap_err();
    assert!(matches!(gone, DeskError::NodeGone | DeskError::Refused { .. }), "{gone}");
}

#[test]
fn a_browser_that_hangs_or_has_gone_is_told() {
    let Some(mut browser) = Browser::start() else { return };
    let id = browser.program.0.id();
    signal("-STOP", id);
    let hangs = browser.accessibility.record(&browser.frame).unwrap_err();
    signal("-CONT", id);
    assert!(matches!(hangs, DeskError::Failed { .. }), "{hangs}");
    browser.record();
    browser.program.0.kill().unwrap();
    browser.program.0.wait().unwrap();
    let gone = browser.accessibility.record(&browser.frame).unwrap_err();
    assert!(matches!(gone, DeskError::WindowGone), "{gone}");
    wait_for("no windows", || browser.accessibility.frames(id).unwrap().is_empty().then_some(()));
}

#[test]
fn without_a_bus_there_is_none() {
    let environment = Environment::from_pairs([("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")]);
    for environment in [environment, Environment::default()] {
        let lacks = Accessibility::connect(&environment).unwrap_err();
        assert!(matches!(lacks, DeskError::Lacks { what: Lacking::AccessibilityBus }), "{lacks}");
    }
}

fn signal(name: &str, process: u32) {
    let kill = Command::new("kill", "/").inherit(&Environment::from_process(), ["PATH"]);
    let done = kill.args([name.to_owned(), process.to_string()]).output(Duration::from_secs(5), 1024).unwrap();
    assert!(done.status.success());
}
