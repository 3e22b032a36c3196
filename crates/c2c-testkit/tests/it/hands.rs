//! The page in a real window: the clipboard, a keyboard and the accessibility bus, as a person and
//! an assistive program have them. The other tests of the page drive it from inside.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use c2c_testkit::screen::Screen;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use zbus::Connection;
use zbus::{OwnedObjectPath, OwnedVariant};

use crate::browser::PATIENCE;
use crate::chatgpt::ask;
use crate::program;
use crate::thief::{Told, press};

/// Codes of keys that are at the same place on every layout.
const CONTROL: u8 = 37;
const SHIFT: u8 = 50;
const INSERT: u8 = 118;
const LETTER_V: u8 = 55;

const FOCUSED: u32 = 1 << 12;

/// An element: who has it, and where.
type Element = (String, OwnedObjectPath);

/// The stand-in app on the stand-in page, on a desktop of its own.
struct App {
    clerk: Told,
    programs: Vec<Child>,
    port: String,
    bus: Connection,
    runtime: Runtime,
    screen: Screen,
}

impl App {
    fn start(query: &str, arguments: &[&str]) -> Self {
        let screen = Screen::start().unwrap();
        let mut server = program(screen.folder());
        server.args([
            "chatgpt",
            "--planner",
            "quiet",
            "--until-stdin-closes",
            "--set",
            "thinking_ms=1",
            "--set",
            "hydrate_ms=0",
        ]);
        let mut server = server.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let port = serde_json::from_str::<Value>(&said).unwrap()["port"].to_string();
        let mut app = program(screen.folder());
        app.arg("app-window").arg(format!("--url=http://127.0.0.1:{port}/{query}")).args(["--profile", "profile"]);
        screen.dress(app.args(arguments)).stdout(Stdio::null()).stderr(Stdio::null());
        let app = app.spawn().unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let bus = runtime.block_on(accessibility_bus(&screen));
        let clerk = Told::start(&screen, &["thief", "--title", "Clerk"]);
        Self { clerk, programs: vec![app, server], port, bus, runtime, screen }
    }

    /// Calls a method of an element.
    fn call<B, T>(&self, element: &Element, interface: &str, method: &str, body: &B) -> zbus::Result<T>
    where
        B: serde::Serialize + zbus::DynamicType,
        T: serde::de::DeserializeOwned + zbus::Type,
    {
        let interface = format!("org.a11y.atspi.{interface}");
        let call =
            self.bus.call_method(Some(element.0.as_str()), element.1.as_str(), Some(interface.as_str()), method, body);
        let limited = async { tokio::time::timeout(PATIENCE, call).await.unwrap() };
        self.runtime.block_on(limited)?.body().deserialize::<T>()
    }

    fn name(&self, element: &Element) -> String {
        let call = self.bus.call_method(
            Some(element.0.as_str()),
            element.1.as_str(),
            Some("org.freedesktop.DBus.Properties"),
            "Get",
            &("org.a11y.atspi.Accessible", "Name"),
        );
        let answer = self.runtime.block_on(call).and_then(|answer| answer.body().deserialize::<OwnedVariant>());
        answer.ok().and_then(|value| String::try_from(value).ok()).unwrap_or_default()
    }

    /// The first element below `from` with this role and a name that begins so.
    fn look(&self, from: &Element, role: &str, name: &str) -> Option<Element> {
        // Elements come and go while they are looked at.
        let children: Vec<Element> = self.call(from, "Accessible", "GetChildren", &()).unwrap_or_default();
        for child in children {
            let its_role: String = self.call(&child, "Accessible", "GetRoleName", &()).unwrap_or_default();
            if its_role == role && self.name(&child).starts_with(name) {
                return Some(child);
            }
            if let Some(found) = self.look(&child, role, name) {
                return Some(found);
            }
        }
        None
    }

    #[track_caller]
    fn find(&self, role: &str, name: &str) -> Element {
        self.wait(name, || self.look(&root(), role, name))
    }

    #[track_caller]
    fn wait<T>(&self, what: &str, look: impl Fn() -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = look() {
                return found;
            }
            assert!(Instant::now() < deadline, "waited too long for {what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Pastes a text into the composer with these keys, presses Send, and waits for the answer.
    fn say(&mut self, text: &str, keys: &[u8], turns: usize) {
        assert_eq!(self.clerk.order(&format!("copy {}", json!(text)))["error"], Value::Null);
        let composer = self.find("entry", "Ask ChatGPT");
        // Whichever window opened last is in front, and keys go there whatever the page thinks.
        let listed = self.clerk.order("list");
        let mut windows = listed["details"].as_array().unwrap().iter();
        let page = windows.find(|row| row["title"] != "Clerk").unwrap();
        let in_front = self.clerk.order(&format!("activate {}", page["window"]));
        assert_eq!(in_front["error"], Value::Null, "{listed} {in_front}");
        assert!(self.call::<_, bool>(&composer, "Component", "GrabFocus", &()).unwrap());
        self.wait("the focus", || {
            let states: Vec<u32> = self.call(&composer, "Accessible", "GetState", &()).unwrap_or_default();
            states.first().is_some_and(|state| state & FOCUSED != 0).then_some(())
        });
        press(&self.screen, keys);
        self.wait("the answer", || {
            // Send is enabled a moment after the text is there; a press before that does nothing. The button may
            // be made anew meanwhile, so it is looked for before each press.
            if let Some(send) = self.look(&root(), "push button", "Send") {
                let _pressed = self.call::<_, bool>(&send, "Action", "DoAction", &0_i32);
            }
            (self.messages().len() == 2 * turns).then_some(())
        });
        self.find("push button", "Start new voice chat");
    }

    fn messages(&self) -> Vec<Value> {
        let state = ask(&self.port, "GET", "/__stand-in/state", &Value::Null);
        if state["conversations"] == json!([]) {
            return Vec::new();
        }
        let conversation = ask(&self.port, "GET", "/__stand-in/conversation", &Value::Null);
        conversation["messages"].as_array().unwrap().clone()
    }
}

impl Drop for App {
    fn drop(&mut self) {
        for program in &mut self.programs {
            // Gone already, or going now.
            let _killed = program.kill();
            let _waited = program.wait();
        }
    }
}

/// The bus of the screen on which programs show their elements.
async fn accessibility_bus(screen: &Screen) -> Connection {
    let environment = screen.environment().iter();
    let address =
        environment.filter(|(name, _)| *name == "DBUS_SESSION_BUS_ADDRESS").find_map(|(_, value)| value.clone());
    let address = address.unwrap().into_string().unwrap();
    let session = zbus::connection::Builder::address(address.as_str()).build().await.unwrap();
    let asked = session.call_method(Some("org.a11y.Bus"), "/org/a11y/bus", Some("org.a11y.Bus"), "GetAddress", &());
    let address: String = asked.await.unwrap().body().deserialize().unwrap();
    zbus::connection::Builder::address(address.as_str()).build().await.unwrap()
}

fn root() -> Element {
    let path = OwnedObjectPath::try_from("/org/a11y/atspi/accessible/root").unwrap();
    ("org.a11y.atspi.Registry".to_owned(), path)
}

/// So many characters of odd lines.
fn text(name: &str, length: usize) -> String {
    let line = "two  spaces \u{e9} e\u{301} \u{4f60}\u{597d} \u{5e9}\u{5dc}\u{5d5}\u{5dd} <= `x`\n\n    indented\n";
    let head = format!("{name} 👨\u{200d}👩\u{200d}👧 ");
    // Counted as the page counts, where an emoji is two.
    let rest = length - head.encode_utf16().count();
    let body: String = line.chars().cycle().take(rest - 1).collect();
    format!("{head}{body}.")
}

#[test]
fn texts_from_the_clipboard_arrive_byte_for_byte() {
    let mut app = App::start("", &[]);
    let texts = [text("small", 1000), text("below the limit", 9_999), text("above the limit", 10_001)];
    for (at, (text, keys)) in texts.iter().zip([[CONTROL, LETTER_V], [SHIFT, INSERT], [CONTROL, LETTER_V]]).enumerate()
    {
        app.say(text, &keys, at + 1);
    }
    let messages = app.messages();
    let mine: Vec<&Value> = messages.iter().filter(|row| row["author"] == "user").collect();
    assert_eq!((&mine[0]["text"], &mine[1]["text"]), (&json!(texts[0]), &json!(texts[1])));
    assert_eq!((&mine[2]["text"], &mine[2]["attachments"][0]["text"]), (&json!(""), &json!(texts[2])));
}

#[test]
fn an_app_without_a_tree_has_a_window_and_no_page_in_it() {
    let mut app = App::start("", &["--no-tree", "--", "--force-renderer-accessibility"]);
    let deadline = Instant::now() + PATIENCE;
    let is_there = |row: &Value| row["title"] == "ChatGPT";
    while !app.clerk.order("list")["details"].as_array().unwrap().iter().any(is_there) {
        assert!(Instant::now() < deadline, "the app has no window");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(app.look(&root(), "entry", ""), None);
}

#[test]
fn an_installed_app_is_the_program_at_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap().join("it's an app/ChatGPT");
    let program = path.to_str().unwrap().to_owned();
    let mut app = App::start("", &["--program", &program]);
    app.find("entry", "Ask ChatGPT");
    let runs = std::fs::read_link(format!("/proc/{}/exe", app.programs[0].id())).unwrap();
    assert_eq!(runs, path);
    app.say("hello", &[CONTROL, LETTER_V], 1);
}
