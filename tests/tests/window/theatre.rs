//! A stage with a desktop, the ChatGPT page, and another program's window; `c2c` drives a real browser.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use c2c_testkit::screen::{Layout, Options, Screen};
use serde_json::{Value, json};

use crate::stage::{GOAL, Running, Stage, beside, command, root, variable, wait_for};
use crate::thief::Thief;
use crate::web;

/// What keeps a browser from looking for the network and for a graphics card.
pub(crate) const SWITCHES: [&str; 5] =
    ["--disable-background-networking", "--disable-component-update", "--disable-gpu", "--disable-sync", "--test-type"];
/// How long keyboard and mouse must be left alone before a send, in these tests.
pub(crate) const IDLE_MS: u64 = 300;
/// What every process of a browser is told.
const SWITCH: &[u8] = b"--user-data-dir=";
/// The notifications that were shown.
const NOTIFIED: &str = "notifications.jsonl";
/// What the person has on the clipboard.
pub(crate) const COPIED: &str = "What I copied:\n\t„größer“ 👩‍👩‍👧 e\u{301}\n";

pub(crate) struct Theatre {
    pub(crate) stage: Stage,
    pub(crate) thief: Thief,
    pub(crate) port: u16,
    page: Running,
    _notifications: Running,
    pub(crate) screen: Screen,
}

impl Theatre {
    /// None where the parts are missing, which is said.
    pub(crate) fn new(name: &str, seed: u64) -> Option<Self> {
        Self::with(name, seed, Layout::Us)
    }

    /// The same, with a keyboard.
    pub(crate) fn with(name: &str, seed: u64, layout: Layout) -> Option<Self> {
        if !is_everything_here() {
            return None;
        }
        let stage = Stage::new(&format!("window-{name}"), seed);
        let screen = Screen::with(Options { layout, ..Options::default() }).unwrap();
        let mut page = stage.in_stage(beside("c2c-testkit"));
        page.args(["chatgpt", "--c2c"]).arg(beside("c2c")).arg("--workspace").arg(stage.project());
        page.arg("--transcript").arg(stage.folder.join("planner.json"));
        let (page, port) = start_page(page, &stage.folder, "chatgpt");
        let home = stage.data();
        fs::create_dir_all(&home).unwrap();
        fs::set_permissions(&home, fs::Permissions::from_mode(0o700)).unwrap();
        let origin = format!("http://127.0.0.1:{port}");
        let settings = json!({"chatgpt_origin": origin, "browser_switches": SWITCHES, "idle_ms": IDLE_MS});
        fs::write(home.join("settings.json"), settings.to_string()).unwrap();
        let mut thief = Thief::start(&screen);
        thief.copy(COPIED);
        let notifications = notifications(&stage, &screen);
        Some(Self { stage, thief, port, page, _notifications: notifications, screen })
    }

    /// The titles and texts of the notifications that were shown, in their order.
    pub(crate) fn notified(&self) -> Vec<(String, String)> {
        let text = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
        let told = fs::read_to_string(self.stage.folder.join(NOTIFIED)).unwrap();
        let rows = told.lines().map(|row| serde_json::from_str::<Value>(row).unwrap());
        rows.filter(|row| row["shown"].is_number()).map(|row| (text(&row, "title"), text(&row, "body"))).collect()
    }

    /// The product on this desktop.
    pub(crate) fn c2c(&self) -> Command {
        self.dressed(self.stage.c2c())
    }

    /// The product that ends itself at a point.
    pub(crate) fn c2c_kill(&self) -> Command {
        self.dressed(self.stage.c2c_kill())
    }

    fn dressed(&self, mut command: Command) -> Command {
        self.screen.dress(&mut command);
        command
    }

    /// `command` as `c2c start` in the foreground, without approval.
    pub(crate) fn start(&self, mut command: Command) -> Running {
        command.args(["start", "--approval", "never", "--json", "--goal", GOAL]);
        let log = fs::File::create(self.stage.folder.join("start.jsonl")).unwrap();
        Running(command.stdout(log).stderr(self.stage.stderr_file()).spawn().unwrap())
    }

    /// `c2c continue` in the foreground.
    pub(crate) fn go_on(&self) -> Running {
        self.go_on_as(self.c2c())
    }

    /// `command` as `c2c continue` in the foreground.
    pub(crate) fn go_on_as(&self, mut command: Command) -> Running {
        let log = self.stage.folder.join("continue.jsonl");
        let log = fs::OpenOptions::new().create(true).append(true).open(log).unwrap();
        command.args(["continue", "--json"]).stdout(log).stderr(self.stage.stderr_file());
        Running(command.spawn().unwrap())
    }

    /// Why the session paused, each time, as the product told it.
    pub(crate) fn pauses(&self) -> Vec<String> {
        let read = |name: &str| fs::read_to_string(self.stage.folder.join(name)).unwrap_or_default();
        let told = ["start.jsonl", "continue.jsonl"].map(read).concat();
        let lines = told.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let paused = lines.filter(|line| line["step"] == "paused");
        paused.filter_map(|line| line["reason"].as_str().map(str::to_owned)).collect()
    }

    /// What the programs said, for a test that fails.
    pub(crate) fn said(&self) -> String {
        let read = |name: &str| fs::read_to_string(self.stage.folder.join(name)).unwrap_or_default();
        ["start.jsonl", "continue.jsonl", "stderr.log"].map(|name| format!("== {name}\n{}", read(name))).concat()
    }

    /// The conversation that was written to last: both sides with every byte.
    pub(crate) fn conversation(&self) -> Value {
        web::get(self.port, "/__stand-in/conversation")
    }

    /// Everything that the page's server noted.
    pub(crate) fn state(&self) -> Value {
        web::get(self.port, "/__stand-in/state")
    }

    /// Programs of C2C that still run on this desktop.
    pub(crate) fn left(&self) -> Vec<String> {
        let folder = self.screen.folder().as_os_str().as_encoded_bytes();
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let of_c2c = processes.filter_map(|process| {
            let environment = fs::read(process.path().join("environ")).ok()?;
            let is_here = environment.windows(folder.len()).any(|part| part == folder);
            let arguments = fs::read(process.path().join("cmdline")).ok().filter(|_| is_here)?;
            let arguments: Vec<_> = arguments.split(|byte| *byte == 0).map(String::from_utf8_lossy).collect();
            let name = Path::new(arguments.first()?.as_ref()).file_name()?.to_string_lossy().into_owned();
            (name == "c2c" || name == "c2c-kill").then(|| arguments.join(" "))
        });
        of_c2c.collect()
    }

    /// Closes the browser as a person does who is done, and lets the stand-in for ChatGPT go.
    pub(crate) fn close(mut self) {
        let closed = self.c2c().args(["chatgpt", "close", "--json"]).output().unwrap();
        assert!(closed.status.success(), "{closed:?}");
        drop(self.page.0.stdin.take());
        let folder = self.stage.folder.clone();
        drop(self);
        // A browser writes its last files while it ends.
        wait_for(|| (fs::remove_dir_all(&folder).is_ok() || !folder.exists()).then_some(()));
    }
}

impl Drop for Theatre {
    /// Ends browsers that a test has left: they outlive `c2c`, and one whose screen has gone takes a whole processor.
    fn drop(&mut self) {
        let profile = self.stage.data().into_os_string().into_encoded_bytes();
        let Ok(processes) = fs::read_dir("/proc") else { return };
        for process in processes.flatten() {
            let arguments = fs::read(process.path().join("cmdline")).unwrap_or_default();
            let is_browser = arguments.windows(SWITCH.len()).any(|part| part == SWITCH);
            if is_browser && arguments.windows(profile.len()).any(|part| part == profile) {
                // One that has ended meanwhile needs no end.
                command("kill", Path::new("/")).arg("-9").arg(process.file_name()).status().ok();
            }
        }
    }
}

/// Starts what shows notifications on this desktop.
fn notifications(stage: &Stage, screen: &Screen) -> Running {
    let told = stage.folder.join(NOTIFIED);
    let mut service = command(beside("c2c-testkit"), screen.folder());
    service.arg("notifications").stdin(Stdio::piped()).stdout(fs::File::create(&told).unwrap());
    let service = Running(screen.dress(&mut service).spawn().unwrap());
    wait_for(|| fs::read_to_string(&told).ok().filter(|told| !told.is_empty()));
    service
}

/// Starts a server with the page; its port.
pub(crate) fn start_page(mut page: Command, folder: &Path, name: &str) -> (Running, u16) {
    let port_file = folder.join(format!("{name}.port"));
    page.args(["--until-stdin-closes", "--port-file"]).arg(&port_file).arg("--assets").arg(assets());
    page.arg("--log").arg(folder.join(format!("{name}.jsonl"))).stdin(Stdio::piped()).stdout(Stdio::null());
    let page = Running(page.spawn().unwrap());
    let port = wait_for(|| fs::read_to_string(&port_file).ok().filter(|port| !port.is_empty()));
    (page, port.parse().unwrap())
}

/// A server with the page on which next to nothing is answered.
pub(crate) fn start_quiet_page(folder: &Path, name: &str) -> (Running, u16) {
    let mut page = command(beside("c2c-testkit"), folder);
    page.args(["chatgpt", "--planner", "quiet", "--set", "thinking_ms=0", "--set", "tools=false"]);
    start_page(page, folder, name)
}

fn assets() -> PathBuf {
    let folder = root().join("target/chatgpt-page");
    assert!(folder.exists(), "the ChatGPT page is not bundled; run `cargo xtask test`");
    folder
}

/// Whether the programs of a desktop are installed; a notice when they are not.
pub(crate) fn is_everything_here() -> bool {
    let path = variable("PATH").unwrap_or_default();
    let is_here = |program: &&str| std::env::split_paths(&path).any(|folder| folder.join(program).exists());
    let missing: Vec<_> =
        ["Xvfb", "openbox", "dbus-daemon", "chromium"].into_iter().filter(|it| !is_here(it)).collect();
    if !missing.is_empty() {
        eprintln!("NOTICE: skipped, because these programs are not installed: {}", missing.join(", "));
    }
    missing.is_empty()
}
