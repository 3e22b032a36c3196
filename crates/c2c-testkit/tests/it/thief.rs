//! The thief and the desktop's services, on a desktop of their own.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};

use c2c_testkit::screen::Screen;
use serde_json::{Value, json};

use x11rb::protocol::xproto::{KEY_PRESS_EVENT, KEY_RELEASE_EVENT};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::wrapper::ConnectionExt as _;

use crate::{PATIENCE, command, program};

/// A stand-in that answers lines with lines; ended with its owner.
pub(crate) struct Told {
    process: Child,
    stdin: ChildStdin,
    lines: Receiver<Value>,
}

impl Told {
    pub(crate) fn start(screen: &Screen, arguments: &[&str]) -> Self {
        let mut command = program(screen.folder());
        screen.dress(command.args(arguments)).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let (stdin, stdout) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        let (say, lines) = mpsc::channel();
        std::thread::spawn(move || {
            let rows = BufReader::new(stdout).lines().map_while(Result::ok);
            rows.map(|line| serde_json::from_str(&line).unwrap()).try_for_each(|row| say.send(row))
        });
        Self { process, stdin, lines }
    }

    /// The next line that `wanted` takes something from.
    #[track_caller]
    pub(crate) fn hear<T>(&self, wanted: impl Fn(&Value) -> Option<T>) -> T {
        loop {
            let row = self.lines.recv_timeout(PATIENCE).unwrap();
            if let Some(found) = wanted(&row) {
                return found;
            }
        }
    }

    /// Gives an order and returns what came of it.
    #[track_caller]
    pub(crate) fn order(&mut self, line: &str) -> Value {
        writeln!(self.stdin, "{line}").unwrap();
        self.hear(|row| (row["did"] == line).then(|| row.clone()))
    }
}

impl Drop for Told {
    fn drop(&mut self) {
        // Gone already, or going now.
        let _killed = self.process.kill();
        let _waited = self.process.wait();
    }
}

/// The code of the key with an A on it, on every layout that is no French one.
const LETTER_A: u8 = 38;

/// Presses keys one after the other and releases them, as a keyboard does.
pub(crate) fn press(screen: &Screen, codes: &[u8]) {
    let (connection, _) = x11rb::connect(Some(screen.display())).unwrap();
    let pressed = codes.iter().map(|code| (KEY_PRESS_EVENT, code));
    for (kind, code) in pressed.chain(codes.iter().rev().map(|code| (KEY_RELEASE_EVENT, code))) {
        connection.xtest_fake_input(kind, *code, 0, x11rb::NONE, 0, 0, 0).unwrap();
    }
    connection.sync().unwrap();
}

#[test]
fn a_thief_takes_the_focus_and_tells_what_it_caught() {
    let screen = Screen::start().unwrap();
    let mut victim = Told::start(&screen, &["thief", "--title", "Victim"]);
    victim.hear(|row| row["thief"].as_u64());
    let mut thief = Told::start(&screen, &["thief", "--title", "ChatGPT"]);
    thief.hear(|row| row["thief"].as_u64());
    assert_eq!(victim.order("focus")["error"], Value::Null);
    press(&screen, &[LETTER_A]);
    victim.hear(|row| (row["key"] == 'a' as u32 && row["is_pressed"] == false).then_some(()));
    writeln!(thief.stdin, "steal 10 3").unwrap();
    thief.hear(|row| (row["did"] == "steal" && row["details"]["round"] == 3).then_some(()));
    press(&screen, &[LETTER_A]);
    thief.hear(|row| (row["key"] == 'a' as u32 && row["is_pressed"] == true).then_some(()));
    assert!(victim.lines.try_iter().all(|row| row["key"].is_null()), "a key reached the victim");
}

#[test]
fn what_a_thief_does_to_other_windows_is_done() {
    let screen = Screen::start().unwrap();
    let victim = Told::start(&screen, &["thief", "--title", "Victim"]);
    let window = victim.hear(|row| row["thief"].as_u64());
    let mut thief = Told::start(&screen, &["thief", "--title", "ChatGPT"]);
    for order in ["focus", "cover", "uncover", "popup", "popdown", "title ChatGPT - a plan", "activate Victim"] {
        assert_eq!(thief.order(order)["error"], Value::Null, "{order}");
    }
    let listed = thief.order("list");
    let titles: Vec<&str> =
        listed["details"].as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["Victim", "ChatGPT - a plan"]);
    for order in ["minimise Victim", "activate Victim", "desktop Victim 1", "activate Victim", "close Victim"] {
        assert_eq!(thief.order(order)["details"], json!({"window": window}), "{order}");
    }
    assert!(thief.order("close Victim")["error"].as_str().unwrap().starts_with("0 windows"));
}

#[test]
fn the_clipboard_is_taken_and_told() {
    let screen = Screen::start().unwrap();
    let mut first = Told::start(&screen, &["thief"]);
    let mut second = Told::start(&screen, &["thief"]);
    let text = "a\u{a0}\n👨\u{200d}👩 \"b\"\n";
    assert_eq!(first.order(&format!("copy {}", json!(text)))["error"], Value::Null);
    second.order("clipboard");
    assert_eq!(second.hear(|row| row["clipboard"].as_str().map(str::to_owned)), text);
}

#[test]
fn the_services_answer_what_they_were_told() {
    let screen = Screen::start().unwrap();
    let mut services = Told::start(&screen, &["desk-services"]);
    services.hear(|row| row["desk_services"].as_array().map(Vec::len));
    let ask = |name: &str, path: &str, method: &str| {
        let mut command = command(Path::new("dbus-send"), screen.folder());
        screen.dress(command.args(["--session", "--print-reply=literal", "--reply-timeout=1000"]));
        let output = command.arg(format!("--dest={name}")).args([path, &format!("{name}.{method}")]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let locked = || ask("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "GetActive");
    assert_eq!(locked(), "boolean false");
    services.order("freedesktop on");
    assert_eq!(locked(), "boolean true");
    services.order("gnome on");
    assert_eq!(ask("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "GetActive"), "boolean true");
    services.order("idle 61000");
    let idle = ask("org.gnome.Mutter.IdleMonitor", "/org/gnome/Mutter/IdleMonitor/Core", "GetIdletime");
    assert_eq!(idle, "uint64 61000");
    services.order("silent on");
    assert_eq!(locked(), "");
}
