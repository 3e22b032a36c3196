//! A screen with C2C's browser on the stand-in for ChatGPT, and the window as the loop has it.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use c2c_computer_use::app::AppChoice;
use c2c_computer_use::browser::{BrowserConfig, BrowserPlace, ChatGptBrowser, Choice, OwnBrowser};
use c2c_computer_use::clipboard::Lender;
use c2c_computer_use::desk::WindowId;
use c2c_computer_use::drive::{ChatWindow, DriveConfig, Parts, SystemTime};
use c2c_computer_use::find::Mode;
use c2c_computer_use::linux::{LinuxDesk, x11};
use c2c_computer_use::page::Site;
use c2c_computer_use::probe::DeskLook;
use c2c_os::clock::SystemClock;
use c2c_os::command::Command;
use c2c_os::environment::Environment;
use c2c_os::folders::DataFolder;
use c2c_ports::{
    Browser as _, EffectId, Found, NoSteps, Outgoing, Point, Probe, Reply, SendStep, Sent, StepObserver, Verdict,
    Window as _, WindowError,
};
use c2c_testkit::chatgpt::{self, Behaviour};
use c2c_testkit::screen::{Layout, Options, Screen};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use x11rb::protocol::xproto::{ConfigureWindowAux, ConnectionExt as _};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::parts::{Book, are_installed, below_target, new_home, on_screen, until};

/// The longest that any send or answer may take here.
const PATIENCE: Duration = Duration::from_secs(90);

/// Everything that a test needs. The screen's end takes the browser with it.
pub(crate) struct Stage {
    screen: Screen,
    home: tempfile::TempDir,
    environment: Environment,
    runtime: Runtime,
    port: u16,
    own: Arc<OwnBrowser>,
    pub(crate) window: ChatWindow,
    sessions: AtomicU32,
}

impl Stage {
    /// None where the parts are missing, which is said.
    pub(crate) fn new() -> Option<Self> {
        Self::with(Options::default(), Mode::Chat)
    }

    pub(crate) fn with(options: Options, mode: Mode) -> Option<Self> {
        Self::with_browser(options, mode, |_| "chromium".to_owned())
    }

    /// With a browser that has no accessibility tree, whatever it is started with.
    pub(crate) fn without_tree() -> Option<Self> {
        Self::with_browser(Options::default(), Mode::Chat, |home| {
            let path = home.join("silent-browser");
            // Without the variable there is nothing on the accessibility bus, whatever the switches.
            std::fs::write(&path, "#!/bin/sh\nunset ACCESSIBILITY_ENABLED\nexec chromium \"$@\"\n").unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
            path.to_str().unwrap().to_owned()
        })
    }

    /// With the browser that the setting names, which may be made in the home folder.
    fn with_browser(options: Options, mode: Mode, browser: impl FnOnce(&Path) -> String) -> Option<Self> {
        let here = Environment::from_process();
        if !are_installed(&here, &["Xvfb", "chromium", "openbox", "dbus-daemon"]) {
            return None;
        }
        let (assets, keeper) = (chatgpt::default_folder(), keeper());
        for (what, made_by) in [
            (assets.join("page.js"), "node crates/c2c-testkit/page/bundle.mjs"),
            (keeper.clone(), "cargo build -p c2c-computer-use --examples"),
        ] {
            if !what.is_file() {
                eprintln!("NOTICE: skipped, because `{}` is missing: `{made_by}` makes it", what.display());
                return None;
            }
        }
        let (screen, home) = (Screen::with(options).unwrap(), new_home(&here));
        let environment = on_screen(here, &screen, home.path());
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let port = serve(&runtime, home.path(), assets);
        let own = own_browser(&environment, port, &browser(home.path()));
        let app = AppChoice::Program(app_program(home.path()));
        let window = window(&environment, port, mode, &own, app, keeper);
        let sessions = AtomicU32::new(1);
        Some(Self { screen, home, environment, runtime, port, own, window, sessions })
    }

    /// Starts the stand-in for the app on the start page, as the program that the setting names or as another one,
    /// and waits for its window. It ends with the screen.
    pub(crate) fn start_app(&self, which: Which, arguments: &[&str]) {
        let programs = std::env::current_exe().unwrap();
        let testkit = programs.ancestors().nth(2).unwrap().join("c2c-testkit");
        assert!(testkit.is_file(), "`cargo build -p c2c-testkit` makes `{}`", testkit.display());
        let program = match which {
            Which::Installed => app_program(self.home.path()),
            Which::Other => self.home.path().join("other/ChatGPT"),
        };
        let profile = self.home.path().join(format!("profile of {which:?}"));
        let command = Command::new(testkit, self.home.path()).inherit_all(&self.environment);
        let command = command.arg("app-window").arg(format!("--url={}/", self.origin()));
        let command = command.arg("--program").arg(&program).arg("--profile").arg(profile).args(arguments);
        // The screen ends what was started on it.
        drop(command.spawn_detached().unwrap());
        let desk = x11::Screen::connect(&self.environment).unwrap();
        until("the app's window", || {
            let runs_it = |pid| std::fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|found| found == program);
            desk.windows_where(runs_it).unwrap().iter().any(|window| window.title.contains("ChatGPT"))
        });
    }

    /// Where the setting says that the app is.
    pub(crate) fn app_program(&self) -> PathBuf {
        app_program(self.home.path())
    }

    /// Whether C2C's browser runs.
    pub(crate) fn browser_runs(&self) -> bool {
        self.own.running().unwrap().is_some()
    }

    /// What `c2c chatgpt status` looks at.
    pub(crate) fn probe(&self) -> Probe {
        self.runtime.block_on(self.browser().probe()).unwrap()
    }

    /// C2C's browser as `c2c chatgpt` has it.
    pub(crate) fn browser(&self) -> ChatGptBrowser {
        let environment = self.environment.clone();
        let look = DeskLook::new(Some(Site::new(&self.origin()).unwrap()), move || {
            let lender = Lender::new(keeper(), [""; 0], environment.clone());
            Ok(Box::new(LinuxDesk::connect(&environment, lender)?))
        });
        ChatGptBrowser::new(Arc::clone(&self.own), AppChoice::Program(self.app_program()), Arc::new(look))
    }

    /// Opens C2C's browser as `c2c chatgpt open` does.
    pub(crate) fn open_browser(&self) -> c2c_ports::Opened {
        self.runtime.block_on(self.browser().open(&c2c_ports::OpenRequest::default())).unwrap()
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Asks the stand-in.
    #[track_caller]
    pub(crate) fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let body = body.to_string();
        let head = format!("{method} /__stand-in/{path} HTTP/1.0\r\nContent-Type: application/json\r\n");
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.0 200") || head.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        serde_json::from_str(body).unwrap()
    }

    /// What the stand-in noted under this name.
    pub(crate) fn events(&self, name: &str) -> Vec<Value> {
        let state = self.ask("GET", "state", &json!(null));
        let events = state["events"].as_array().cloned().unwrap_or_default();
        events.into_iter().filter(|event| event["event"] == name).collect()
    }

    /// The texts of the conversation that was written to last: those of the person, and the answers.
    pub(crate) fn said(&self) -> (Vec<String>, Vec<String>) {
        let conversation = self.ask("GET", "conversation", &json!(null));
        let by = |author: &str| {
            let messages = conversation["messages"].as_array().unwrap().iter();
            messages.filter(|said| said["author"] == author).map(|said| said["text"].as_str().unwrap().into()).collect()
        };
        (by("user"), by("assistant"))
    }

    /// How many messages have arrived, in all conversations.
    pub(crate) fn messages(&self) -> usize {
        let state = self.ask("GET", "state", &json!(null));
        state["conversations"].as_array().unwrap().iter().map(|known| known["turns"].as_array().unwrap().len()).sum()
    }

    /// Switches the page, hands in the next answer, and leaves one window only, freshly opened at `path`.
    pub(crate) fn set(&self, switches: &[(&str, &str)], answers: &[&str], path: &str) {
        let mut behaviour = Behaviour::default();
        for (name, value) in switches {
            behaviour.set(name, &json!(value)).unwrap();
        }
        self.ask("POST", "behaviour", &serde_json::to_value(&behaviour).unwrap());
        self.ask("POST", "answers", &json!(answers));
        self.open(path);
    }

    /// Leaves one window only, freshly opened at `path`.
    pub(crate) fn open(&self, path: &str) {
        let desk = x11::Screen::connect(&self.environment).unwrap();
        let before = self.windows(&desk);
        self.own.open_at(&format!("{}{path}", self.origin()));
        until("the new window", || self.windows(&desk).iter().any(|window| !before.contains(window)));
        for window in before {
            let _closed = desk.close(window);
        }
        until("one window", || self.windows(&desk).len() == 1);
    }

    /// Changes the keyboard.
    pub(crate) fn set_keyboard(&self, layout: Layout) {
        self.screen.set_keyboard(layout).unwrap();
    }

    /// Has so many windows of the browser on the start page, puts all to one place, and brings another
    /// program's window to the front. Then the window's driver knows none of them.
    pub(crate) fn open_alike(&mut self, count: usize) {
        let desk = x11::Screen::connect(&self.environment).unwrap();
        for opened in self.windows(&desk).len() + 1..=count {
            self.own.open_at(&format!("{}/", self.origin()));
            until("one more window", || self.windows(&desk).len() == opened);
        }
        let (display, _) = RustConnection::connect(Some(self.screen.display())).unwrap();
        let place = ConfigureWindowAux::new().x(100).y(100).width(800).height(600);
        until("one place for all", || {
            let windows = self.windows(&desk);
            for window in &windows {
                display.configure_window(u32::try_from(window.0).unwrap(), &place).unwrap();
            }
            display.sync().unwrap();
            let places = windows.iter().map(|window| desk.bounds(*window).unwrap());
            let places: Vec<_> = places.map(|bounds| (bounds.x, bounds.y, bounds.width, bounds.height)).collect();
            let titles: Vec<_> = windows.iter().map(|window| desk.title(*window).unwrap()).collect();
            titles.iter().all(|title| title == "ChatGPT") && places.windows(2).all(|two| two[0] == two[1])
        });
        self.start_app(Which::Other, &[]);
        let app = AppChoice::Program(self.app_program());
        self.window = window(&self.environment, self.port, Mode::Chat, &self.own, app, keeper());
    }

    /// How many windows the browser has now.
    pub(crate) fn windows_now(&self) -> usize {
        self.windows(&x11::Screen::connect(&self.environment).unwrap()).len()
    }

    fn windows(&self, desk: &x11::Screen) -> Vec<WindowId> {
        let pid = self.own.running().unwrap().map(|browser| browser.pid);
        pid.map_or_else(Vec::new, |pid| desk.windows_of(pid).unwrap().into_iter().map(|window| window.id).collect())
    }

    /// The first message of a session of its own.
    pub(crate) fn outgoing(&self, text: &str) -> Outgoing {
        let session = self.sessions.fetch_add(1, Ordering::Relaxed);
        Outgoing {
            effect_id: "eff_1".parse().unwrap(),
            session_id: format!("ses_{session}").parse().unwrap(),
            number: 1,
            state: "INIT".to_owned(),
            task_id: format!("c2c_f81a{session:04}"),
            iteration: 0,
            text: text.to_owned(),
            conversation_url: None,
            begun: false,
            project_url: None,
            mention: None,
            allowed_connector: None,
            may_be_sent: false,
        }
    }

    pub(crate) fn send(&self, outgoing: &Outgoing) -> Result<Sent, WindowError> {
        self.send_watched(outgoing, &NoSteps)
    }

    fn send_watched(&self, outgoing: &Outgoing, steps: &dyn StepObserver) -> Result<Sent, WindowError> {
        let sent =
            self.runtime.block_on(async { tokio::time::timeout(PATIENCE, self.window.send(outgoing, steps)).await });
        sent.unwrap_or_else(|_| panic!("the send took too long; the window shows {:?}", self.keep_picture()))
    }

    /// Sends, and tells how often Send was pressed.
    pub(crate) fn send_counting(&self, outgoing: &Outgoing) -> (Result<Sent, WindowError>, usize) {
        let presses = Presses::default();
        let sent = self.send_watched(outgoing, &presses);
        (sent, presses.0.into_inner().unwrap())
    }

    pub(crate) fn read(&self, outgoing: &Outgoing) -> Result<Reply, WindowError> {
        self.runtime.block_on(async {
            let reply = self.window.read_reply(outgoing, &NoSteps, &verdict);
            match tokio::time::timeout(PATIENCE, reply).await {
                Ok(reply) => reply,
                Err(_) => panic!("reading took too long; the window shows {:?}", self.keep_picture()),
            }
        })
    }

    pub(crate) fn find(&self, outgoing: &Outgoing) -> Result<Found, WindowError> {
        let found = self.runtime.block_on(async { tokio::time::timeout(PATIENCE, self.window.find(outgoing)).await });
        found.unwrap_or_else(|_| panic!("finding took too long; the window shows {:?}", self.keep_picture()))
    }

    /// Leaves a picture of the screen for whoever looks why a test failed.
    fn keep_picture(&self) -> Option<PathBuf> {
        let desk = x11::Screen::connect(&self.environment).ok()?;
        let picture = desk.picture(*self.windows(&desk).first()?).ok()?;
        let path = below_target().join(format!("window-{}.png", std::process::id()));
        std::fs::write(&path, picture.png).ok()?;
        Some(path)
    }

    /// The screen's display, for saying where something happened.
    pub(crate) fn display(&self) -> &str {
        self.screen.display()
    }
}

/// Which program the app's stand-in is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Which {
    /// The one that the setting names.
    Installed,
    /// One of the same name elsewhere.
    Other,
}

fn app_program(home: &Path) -> PathBuf {
    home.canonicalize().unwrap().join("app/ChatGPT")
}

/// A whole message of the protocol ends with this line.
pub(crate) const END: &str = "END OF MESSAGE";

fn verdict(text: &str) -> Verdict {
    match (text.contains("[C2C]"), text.contains(END)) {
        (true, true) => Verdict::Complete,
        (true, false) => Verdict::Incomplete,
        (false, _) => Verdict::None,
    }
}

/// Counts how often Send was pressed.
#[derive(Default)]
struct Presses(Mutex<usize>);

impl StepObserver for Presses {
    fn reached(&self, _: &EffectId, point: Point) {
        if point == Point::Send(SendStep::Pressed) {
            *self.0.lock().unwrap() += 1;
        }
    }
}

trait OpenAt {
    fn open_at(&self, url: &str);
}

impl OpenAt for OwnBrowser {
    fn open_at(&self, url: &str) {
        self.open(&c2c_ports::OpenRequest { url: Some(url.to_owned()) }).unwrap();
    }
}

/// The keeper as a program of its own.
fn keeper() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    tests.ancestors().nth(2).unwrap().join("examples/clipboard-keeper")
}

/// Starts the stand-in in this process; its port.
fn serve(runtime: &Runtime, home: &Path, assets: PathBuf) -> u16 {
    let port_file = home.join("port");
    let planner = chatgpt::PlannerOptions {
        kind: chatgpt::PlannerKind::Quiet,
        connector: chatgpt::ConnectorSource::None,
        transcript: None,
        max_plans: 1,
        garble: false,
    };
    runtime.spawn(chatgpt::serve(chatgpt::Options {
        port: 0,
        port_file: Some(port_file.clone()),
        log: None,
        assets,
        behaviour: Behaviour::default(),
        planner,
        until_stdin_closes: false,
    }));
    until("the stand-in", || port_file.is_file());
    std::fs::read_to_string(port_file).unwrap().parse().unwrap()
}

fn own_browser(environment: &Environment, port: u16, browser: &str) -> Arc<OwnBrowser> {
    let quiet = ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
    Arc::new(OwnBrowser::new(BrowserConfig {
        data: DataFolder::resolve(environment).unwrap(),
        environment: environment.clone(),
        choice: Choice::from_setting(Some(browser)),
        // A machine without graphics takes seconds to find that out; nothing is asked of the network.
        switches: quiet.map(str::to_owned).into(),
        home: format!("http://127.0.0.1:{port}/"),
        book: Arc::<Book>::default(),
        clock: Arc::new(SystemClock),
    }))
}

fn window(
    environment: &Environment,
    port: u16,
    mode: Mode,
    own: &Arc<OwnBrowser>,
    app: AppChoice,
    keeper: PathBuf,
) -> ChatWindow {
    let site = Site::new(&format!("http://127.0.0.1:{port}")).unwrap();
    let (environment, own) = (environment.clone(), Arc::clone(own));
    ChatWindow::new(
        "test".to_owned(),
        DriveConfig { site, mode, idle_ms: 300 },
        || None,
        move || {
            let lender = Lender::new(&keeper, [""; 0], environment.clone());
            Ok(Parts {
                desk: Box::new(LinuxDesk::connect(&environment, lender)?),
                place: Box::new(BrowserPlace::new(Arc::clone(&own)).with_app(app.clone())),
                time: Box::new(SystemTime),
            })
        },
    )
}
