//! Pasting and sending in a real Chromium, whatever keyboard layout is active.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use c2c_computer_use::clipboard::Lender;
use c2c_computer_use::desk::{Chord, DeskError, Keyed, WindowId};
use c2c_computer_use::linux::x11::Screen;
use c2c_os::command::Command;
use x11rb::protocol::xproto::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use crate::clipboard::{keeper, text};
use crate::display::{Display, Program, is_installed, wait_for};
use crate::owner::{Owner, read};

/// A page whose editable area has the focus, and which reports what it holds and that Return was pressed.
const PAGE: &str = "<!doctype html><meta charset=utf-8><title>page</title><div id=c contenteditable></div><script>
const report = (event, text) => fetch('/' + event, { method: 'POST', body: text });
c.onpaste = () => setTimeout(() => report('pasted', c.innerText));
c.onkeydown = event => { if (event.key == 'Enter') { event.preventDefault(); report('sent', c.innerText); c.innerText = ''; navigator.clipboard.writeText('copied by the page'); } };
onfocus = () => { c.focus(); report('focused', ''); };
c.focus(); if (document.hasFocus()) report('focused', '');
</script>";

/// What the page has reported, in order.
type Reports = Arc<Mutex<Vec<(String, String)>>>;

/// Serves the page until the test ends.
fn serve() -> (String, Reports) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let reports = Reports::default();
    let to = Arc::clone(&reports);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let to = Arc::clone(&to);
            std::thread::spawn(move || answer(stream, &to));
        }
    });
    (address, reports)
}

fn answer(mut stream: TcpStream, reports: &Reports) {
    let mut request = Vec::new();
    let mut buffer = [0; 4096];
    let (path, body) = loop {
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return,
            Ok(count) => request.extend(&buffer[..count]),
        }
        let text = String::from_utf8_lossy(&request);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
        if request.len() >= head.len() + 4 + length.unwrap_or(0) {
            break (head.split(' ').nth(1).unwrap_or("/").to_owned(), body.to_owned());
        }
    };
    if path.len() > 1 {
        reports.lock().unwrap().push((path[1..].to_owned(), body));
    }
    let page = if path == "/" { PAGE } else { "" };
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length:";
    // A browser that has gone does not matter.
    drop(write!(stream, "{head} {}\r\n\r\n{page}", page.len()));
}

fn chromium(display: &Display, address: &str, profile: &std::path::Path) -> Program {
    let profile = format!("--user-data-dir={}", profile.display());
    let app = format!("--app={address}");
    let flags = ["--no-sandbox", "--test-type", "--disable-gpu", "--no-first-run", "--password-store=basic"];
    let flags = flags.iter().copied().chain(["--disable-background-networking", "--disable-component-update"]);
    let command = Command::new("chromium", "/").inherit_all(&display.environment).own_group();
    Program(command.args(flags).args(["--disable-sync", &profile, &app]).spawn().unwrap())
}

fn window(display: &Display, browser: &Program) -> WindowId {
    let screen = display.screen();
    let windows = || screen.windows_of(browser.0.id()).unwrap();
    wait_for("Chromium's window", || Some(windows().first()?.id).filter(|_| windows()[0].title == "page"))
}

/// Chromium on a display of its own, with the page in front.
struct Browser {
    display: Display,
    screen: Screen,
    window: WindowId,
    reports: Reports,
    lender: Lender,
    _program: Program,
    _profile: tempfile::TempDir,
}

impl Browser {
    fn start() -> Option<Self> {
        let display = Display::start()?;
        if !is_installed(&display.environment, "chromium") || !is_installed(&display.environment, "setxkbmap") {
            return None;
        }
        let (address, reports) = serve();
        let profile = tempfile::tempdir().unwrap();
        let program = chromium(&display, &address, profile.path());
        let window = window(&display, &program);
        let mut screen = display.screen();
        screen.activate(window).unwrap();
        let lender = Lender::new(keeper(), [""; 0], display.environment.clone());
        let browser = Self { display, screen, window, reports, lender, _program: program, _profile: profile };
        browser.said("focused", "");
        Some(browser)
    }

    /// Waits until the page has reported this.
    #[track_caller]
    fn said(&self, event: &str, text: &str) {
        wait_for(&format!("{event} {text:?}"), || {
            let reports = self.reports.lock().unwrap();
            reports.iter().any(|report| report.0 == event && report.1.trim_end() == text).then_some(())
        });
    }

    fn set_layout(&self, layout: &str, variant: &str) {
        let set = Command::new("setxkbmap", "/").inherit_all(&self.display.environment);
        let set = set.args(["-layout", layout, "-variant", variant]).output(Duration::from_secs(20), 10_000).unwrap();
        assert!(set.success(), "{layout} {variant}: {set:?}");
    }

    #[track_caller]
    fn paste_and_send(&mut self, text: &str) {
        self.lender.lend(text).unwrap();
        let started = Instant::now();
        assert_eq!(self.screen.press_keys(self.window, Chord::Paste).unwrap(), Keyed::Pressed, "{text}");
        self.said("pasted", text);
        eprintln!("pasted after {:?}: {text:?}", started.elapsed());
        self.lender.give_back(None).unwrap();
        assert_eq!(self.screen.press_keys(self.window, Chord::Send).unwrap(), Keyed::Pressed, "{text}");
        self.said("sent", text);
    }
}

#[test]
fn a_text_is_pasted_and_sent_in_every_layout() {
    let Some(mut browser) = Browser::start() else { return };
    let layouts = ["us", "de", "fr", "ru", "us,ru", "ru,us"].map(|layout| (layout, ""));
    for (layout, variant) in layouts.into_iter().chain([("us", "dvorak"), ("de", "neo")]) {
        browser.set_layout(layout, variant);
        browser.paste_and_send(&format!("in {layout} {variant}: Ä 日本 <=\nsecond line"));
    }
}

#[test]
fn a_keyboard_without_insert_pastes_too_if_it_has_latin_letters() {
    const INSERT: u8 = 118;
    let Some(mut browser) = Browser::start() else { return };
    let keyboard = RustConnection::connect(Some(browser.display.name())).unwrap().0;
    for layout in ["us", "de", "fr", "us,ru", "ru,us"] {
        browser.set_layout(layout, "");
        keyboard.change_keyboard_mapping(1, INSERT, 1, &[x11rb::NO_SYMBOL]).unwrap().check().unwrap();
        browser.paste_and_send(&format!("without Insert in {layout}"));
    }
    browser.set_layout("ru", "");
    keyboard.change_keyboard_mapping(1, INSERT, 1, &[x11rb::NO_SYMBOL]).unwrap().check().unwrap();
    let error = browser.screen.press_keys(browser.window, Chord::Paste).unwrap_err();
    assert!(matches!(error, DeskError::Refused { .. }), "{error}");
}

#[test]
fn what_the_page_copies_is_read_and_the_clipboard_comes_back() {
    let Some(mut browser) = Browser::start() else { return };
    let _owner = Owner::copy(&browser.display, &text("the person's"));
    browser.lender.lend("a sentinel").unwrap();
    browser.screen.press_keys(browser.window, Chord::Send).unwrap();
    let copied =
        wait_for("the page's copy", || browser.lender.text().unwrap().filter(|text| text.as_str() != "a sentinel"));
    assert_eq!(copied, "copied by the page");
    assert!(browser.lender.give_back(Some(&copied)).unwrap());
    assert_eq!(read(&browser.display, "UTF8_STRING").unwrap(), b"the person's");
    // Nor does the page's own content get lost, whatever kinds Chromium offers for it.
    browser.screen.press_keys(browser.window, Chord::Send).unwrap();
    wait_for("the page's copy", || (read(&browser.display, "UTF8_STRING")? == b"copied by the page").then_some(()));
    browser.lender.lend("lent").unwrap();
    assert!(browser.lender.give_back(None).unwrap());
    assert_eq!(read(&browser.display, "UTF8_STRING").unwrap(), b"copied by the page");
}
