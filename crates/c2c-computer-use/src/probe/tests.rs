//! Scripted desktops, and what a person is told about them.

use std::path::PathBuf;

use c2c_ports::{BrowserProcess, ProbeLine};

use super::{DeskLook, origin};
use crate::app::{AppLook, InstalledApp};
use crate::browser::WindowLook as _;
use crate::desk::*;
use crate::page::Site;
use crate::sample::recording;
use crate::tree::{NodeId, Recording, Shape};

const PAGE: &str = "
Window \"ChatGPT\"
  Document \"ChatGPT\"
    Button \"Send\"";

/// A desk that answers what it is told to.
struct Scripted {
    lacking: [Option<Lacking>; 4],
    presence: Presence,
    clipboard: Option<&'static str>,
    windows: Vec<Recording>,
}

/// Places in [`Scripted::lacking`].
const PERSON: usize = 0;
const CLIPBOARD: usize = 1;
const WINDOWS: usize = 2;
const PICTURE: usize = 3;

impl Scripted {
    fn new(windows: Vec<Recording>) -> Self {
        let presence = Presence { idle_ms: Some(61_500), is_locked: false };
        Self { lacking: [None; 4], presence, clipboard: Some("secret text"), windows }
    }

    fn lacking(mut self, place: usize, what: Lacking) -> Self {
        self.lacking[place] = Some(what);
        self
    }

    fn answer<T>(&self, place: usize, answer: T) -> Result<T, DeskError> {
        self.lacking[place].map_or(Ok(answer), |what| Err(DeskError::Lacks { what }))
    }
}

impl Desk for Scripted {
    fn windows(&mut self, owner: &Owner) -> Result<Vec<WindowId>, DeskError> {
        assert!(matches!(owner, Owner::Browser(process) if (process.pid, process.start_time) == (7, 70)));
        self.answer(WINDOWS, (0..self.windows.len() as u64).map(WindowId).collect())
    }

    fn record(&mut self, window: WindowId) -> Result<Recording, DeskError> {
        self.windows.get(window.0 as usize).cloned().ok_or(DeskError::WindowGone)
    }

    fn presence(&mut self) -> Result<Presence, DeskError> {
        self.answer(PERSON, self.presence)
    }

    fn clipboard_text(&mut self) -> Result<Option<String>, DeskError> {
        self.answer(CLIPBOARD, self.clipboard.map(str::to_owned))
    }

    fn picture(&mut self, _: WindowId) -> Result<Picture, DeskError> {
        self.answer(PICTURE, Picture { png: Vec::new() })
    }

    fn glance(&mut self, _: WindowId, _: NodeId) -> Result<Glance, DeskError> {
        panic!("a probe has no need of it")
    }

    fn press(&mut self, _: WindowId, _: NodeId) -> Result<(), DeskError> {
        panic!("a probe presses nothing")
    }

    fn focus(&mut self, _: WindowId, _: NodeId) -> Result<(), DeskError> {
        panic!("a probe moves no focus")
    }

    fn scroll_to(&mut self, _: WindowId, _: NodeId) -> Result<(), DeskError> {
        panic!("a probe scrolls nothing")
    }

    fn activate(&mut self, _: WindowId) -> Result<(), DeskError> {
        panic!("a probe leaves windows where they are")
    }

    fn give_focus_back(&mut self, _: WindowId) -> Result<(), DeskError> {
        panic!("a probe leaves windows where they are")
    }

    fn is_in_front(&mut self, _: WindowId) -> Result<bool, DeskError> {
        panic!("a probe has no need of it")
    }

    fn press_keys(&mut self, _: WindowId, _: Chord) -> Result<Keyed, DeskError> {
        panic!("a probe presses nothing")
    }

    fn lend_clipboard(&mut self, _: &str) -> Result<(), DeskError> {
        panic!("a probe leaves the clipboard alone")
    }

    fn return_clipboard(&mut self, _: Option<&str>) -> Result<(), DeskError> {
        panic!("a probe leaves the clipboard alone")
    }

    fn close(&mut self, _: WindowId) -> Result<(), DeskError> {
        panic!("a probe closes nothing")
    }
}

fn browser() -> BrowserProcess {
    BrowserProcess {
        pid: 7,
        process_start: 70,
        program: PathBuf::from("/usr/bin/chromium"),
        profile: PathBuf::from("/p"),
        switches: Vec::new(),
        started_at_ms: 0,
    }
}

fn page(url: &str) -> Recording {
    let mut page = recording(Shape::Uia, PAGE);
    page.nodes[1].value = url.to_owned();
    page
}

fn look(make: impl Fn() -> Scripted + Send + Sync + 'static, runs: bool) -> Vec<ProbeLine> {
    let browser = browser();
    let look = DeskLook::new(Some(Site::default()), move || Ok(Box::new(make()) as Box<dyn Desk>));
    let looked = look.look(runs.then_some(&browser), None);
    assert_eq!(looked.app, None, "none is installed");
    looked.lines
}

#[track_caller]
fn line<'a>(lines: &'a [ProbeLine], what: &str) -> &'a ProbeLine {
    lines.iter().find(|line| line.what == what).unwrap_or_else(|| panic!("no line of {what} in {lines:?}"))
}

#[test]
fn everything_that_works_is_said_without_what_it_holds() {
    let url = "https://chatgpt.com/c/68a1b2c3-0000-4000-8000-000000000001?secret=1";
    let lines = look(move || Scripted::new(vec![page(url)]), true);
    assert!(lines.iter().all(|line| line.ok && line.hint.is_empty()), "{lines:?}");
    assert_eq!(line(&lines, "page").text, "read 3 parts of `https://chatgpt.com`");
    assert_eq!(line(&lines, "person").text, "last used keyboard or mouse 61 s ago, screen not locked");
    assert_eq!(line(&lines, "clipboard").text, "answers, holds a text");
    assert!(!format!("{lines:?}").contains("secret"));
}

#[test]
fn a_desktop_that_cannot_be_used_says_the_setting() {
    for (what, says) in [
        (Lacking::X11, "GNOME on Xorg"),
        (Lacking::Display, "desktop session"),
        (Lacking::AccessibilityBus, "at-spi2-core"),
        (Lacking::MacAccessibility, "Privacy & Security > Accessibility"),
        (Lacking::System, "--manual"),
    ] {
        let app = InstalledApp::Program("/opt/ChatGPT".into());
        let looked = DeskLook::new(None, move || Err(DeskError::Lacks { what })).look(Some(&browser()), Some(&app));
        let lines = looked.lines;
        assert_eq!(looked.app, Some(AppLook::Failed { reason: what.message().to_owned() }));
        let [line] = lines.as_slice() else { panic!("{lines:?}") };
        assert_eq!((line.what.as_str(), line.ok, line.text.as_str()), ("desktop", false, what.message()));
        assert!(line.hint.contains(says), "{}", line.hint);
    }
}

#[test]
fn a_window_without_a_tree_says_how_to_open_it() {
    let empty = || Scripted::new(vec![recording(Shape::Ax, r#"AXWindow "ChatGPT""#), page("https://chatgpt.com/")]);
    let lines = look(empty, true);
    let found = line(&lines, "page");
    assert_eq!((found.ok, found.text.as_str()), (false, Lacking::Tree.message()));
    assert!(found.hint.contains("c2c chatgpt open"));
    assert_eq!(lines.iter().filter(|line| line.what == "page" && line.ok).count(), 1, "the other one is read");
}

#[test]
fn a_page_without_a_web_address_is_not_taken_for_chatgpt() {
    for url in ["", "about:blank", "chrome-extension://abc/page.html"] {
        let lines = look(move || Scripted::new(vec![page(url)]), true);
        assert!(!line(&lines, "page").ok, "{url}");
    }
}

#[test]
fn a_page_of_somebody_else_is_a_fault_only_where_none_is_at_chatgpt() {
    let elsewhere = "http://127.0.0.1:4000/c/1";
    let lines = look(move || Scripted::new(vec![page(elsewhere)]), true);
    let found = line(&lines, "page");
    assert!(!found.ok && found.hint.contains("c2c chatgpt open --url https://chatgpt.com/"), "{found:?}");
    assert!(found.text.contains("`http://127.0.0.1:4000`, which is not where ChatGPT is"), "{found:?}");
    let lines = look(move || Scripted::new(vec![page(elsewhere), page("https://chatgpt.com/")]), true);
    assert!(lines.iter().all(|line| line.ok && line.hint.is_empty()), "{lines:?}");
}

#[test]
fn a_page_without_a_login_and_one_that_could_not_be_loaded_say_so() {
    let logged_out = || {
        let mut page = recording(Shape::Uia, "\nWindow \"ChatGPT\"\n  Document \"ChatGPT\"\n    Button \"Log in\"");
        page.nodes[1].value = "https://chatgpt.com/".to_owned();
        page
    };
    let auth = || page("https://auth.openai.com/log-in");
    for window in [logged_out(), auth(), page("https://chatgpt.com/auth/login")] {
        let lines = look(move || Scripted::new(vec![window.clone()]), true);
        let found = line(&lines, "page");
        assert!(!found.ok && found.text.ends_with("nobody is logged in"), "{found:?}");
        assert_eq!(found.hint, "Log in to ChatGPT in C2C's window.");
    }
    let checked = || {
        let words = "\nWindow \"Just a moment...\"\n  Document \"Just a moment...\"\n    Button \"Verify\"";
        let mut page = recording(Shape::Uia, words);
        page.nodes[1].value = "https://chatgpt.com/".to_owned();
        Scripted::new(vec![page])
    };
    let lines = look(checked, true);
    let found = line(&lines, "page");
    assert_eq!((found.ok, found.hint.as_str()), (false, "Pass the check in C2C's window."), "{found:?}");
    let lines = look(|| Scripted::new(vec![page("chrome-error://chromewebdata/")]), true);
    assert_eq!(line(&lines, "page").text, "could not be loaded: ChatGPT cannot be reached");
}

#[test]
fn the_windows_of_a_browser_are_counted_where_they_can_be_seen() {
    let counted = |make: fn() -> Result<Box<dyn Desk>, DeskError>| {
        let look = DeskLook::new(None, make);
        (look.desktop().is_ok(), look.windows(&browser()))
    };
    assert_eq!(counted(|| Ok(Box::new(Scripted::new(Vec::new())))), (true, Some(0)));
    assert_eq!(counted(|| Ok(Box::new(Scripted::new(vec![page("https://chatgpt.com/")])))), (true, Some(1)));
    assert_eq!(counted(|| Err(DeskError::Lacks { what: Lacking::Display })), (false, None));
}

#[test]
fn every_part_that_fails_has_its_line_and_the_others_theirs() {
    let make = || {
        Scripted::new(vec![page("https://chatgpt.com/")])
            .lacking(PERSON, Lacking::Display)
            .lacking(CLIPBOARD, Lacking::Display)
            .lacking(PICTURE, Lacking::MacScreenRecording)
    };
    let lines = look(make, true);
    assert!(line(&lines, "page").ok && line(&lines, "desktop").ok);
    assert!(!line(&lines, "person").ok && !line(&lines, "clipboard").ok);
    assert!(line(&lines, "picture").hint.contains("Screen & System Audio Recording"));

    let lines = look(|| Scripted::new(Vec::new()).lacking(WINDOWS, Lacking::Elevated), true);
    assert!(line(&lines, "windows").hint.contains("administrator"));
    let lines = look(|| Scripted::new(Vec::new()), true);
    assert!(line(&lines, "windows").hint.contains("c2c chatgpt open"));
}

#[test]
fn without_a_browser_nothing_is_said_of_windows() {
    let lines = look(|| Scripted::new(vec![page("https://chatgpt.com/")]), false);
    assert_eq!(lines.iter().map(|line| line.what.as_str()).collect::<Vec<_>>(), ["desktop", "person", "clipboard"]);
}

#[test]
fn a_lock_and_an_unknown_person_are_told() {
    let locked = || Scripted { presence: Presence { idle_ms: None, is_locked: true }, ..Scripted::new(Vec::new()) };
    assert!(line(&look(locked, false), "person").hint.contains("Unlock"));
    let unknown = || Scripted { presence: Presence { idle_ms: None, is_locked: false }, ..Scripted::new(Vec::new()) };
    let lines = look(unknown, false);
    assert!(line(&lines, "person").ok && line(&lines, "person").text.contains("does not tell"));
    let empty = || Scripted { clipboard: None, ..Scripted::new(Vec::new()) };
    assert_eq!(line(&look(empty, false), "clipboard").text, "answers, holds no text");
}

#[test]
fn origins_hold_neither_paths_nor_names_of_people() {
    assert_eq!(origin("https://a:b@chatgpt.com/c/1").as_deref(), Some("https://chatgpt.com"));
    assert_eq!(origin("https://chatgpt.com?x=y").as_deref(), Some("https://chatgpt.com"));
    assert_eq!(origin("http://127.0.0.1:4000/#a").as_deref(), Some("http://127.0.0.1:4000"));
    for other in ["", "file:///etc/passwd", "https://", "https:///x", "javascript:alert(1)"] {
        assert_eq!(origin(other), None, "{other}");
    }
}
