//! A desktop with homes for the app, and what is on it: windows, processes.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use c2c_testkit::screen::Screen;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, Window};
use x11rb::rust_connection::RustConnection;

use crate::program::Program;
use crate::stage::{Running, beside, command, homes, variable};

/// Nothing in these tests takes longer on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A desktop of a test's own. What runs on it ends with it.
pub(crate) struct Desk {
    pub(crate) home: PathBuf,
    x: RustConnection,
    root: Window,
    screen: Screen,
    _folder: tempfile::TempDir,
}

impl Desk {
    /// A desktop without a tray; none where the parts are missing, which is said.
    pub(crate) fn new() -> Option<Self> {
        let path = variable("PATH").unwrap_or_default();
        let is_here = |program: &&str| std::env::split_paths(&path).any(|folder| folder.join(program).exists());
        let missing: Vec<_> = ["Xvfb", "openbox", "dbus-daemon"].into_iter().filter(|it| !is_here(it)).collect();
        if !missing.is_empty() {
            eprintln!("NOTICE: skipped, because these programs are not installed: {}", missing.join(", "));
            return None;
        }
        std::fs::create_dir_all(homes()).unwrap();
        let folder = tempfile::tempdir_in(homes()).unwrap();
        let home = folder.path().join("home");
        std::fs::create_dir(&home).unwrap();
        let screen = Screen::start().unwrap();
        let (x, number) = RustConnection::connect(Some(screen.display())).unwrap();
        let root = x.setup().roots[number].root;
        Some(Self { home, x, root, screen, _folder: folder })
    }

    /// Something that is started on this desktop.
    pub(crate) fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = command(program.as_ref(), &self.home);
        self.screen.dress(&mut command);
        command.env("HOME", &self.home).env("C2C_HOME", self.data());
        command.env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME").env("LC_ALL", "C.UTF-8");
        command
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.home.join("data")
    }

    pub(crate) fn app_command(&self, arguments: &[&str]) -> Command {
        let mut app = self.command(beside("c2c-app"));
        app.args(arguments).stdin(Stdio::null());
        app
    }

    /// The app, started.
    pub(crate) fn app(&self, arguments: &[&str]) -> Running {
        Running(self.app_command(arguments).spawn().unwrap())
    }

    /// A tray; it is there at once, or when it is told to come.
    pub(crate) fn tray(&self, arguments: &[&str]) -> Program {
        let mut tray = self.command(beside("c2c-testkit"));
        tray.arg("tray").args(arguments);
        let mut tray = Program::start(&mut tray);
        tray.hear("the tray", |row| row["tray"].is_string());
        tray
    }

    /// The windows of that title.
    pub(crate) fn windows(&self, title: &str) -> Vec<Window> {
        let listed = self.words(self.root, self.atom("_NET_CLIENT_LIST"), AtomEnum::WINDOW.into());
        let has_title = |window: &Window| self.text(*window, "_NET_WM_NAME") == title;
        listed.into_iter().filter(has_title).collect()
    }

    /// Waits for the app's one window.
    #[track_caller]
    pub(crate) fn await_window(&self) -> Window {
        wait("the window", || self.windows("C2C").first().copied())
    }

    #[track_caller]
    pub(crate) fn await_no_window(&self) {
        wait("the window's end", || self.windows("C2C").is_empty().then_some(()));
    }

    /// Closes a window as the button in its title does.
    pub(crate) fn close(&self, window: Window) {
        let message = ClientMessageEvent::new(32, window, self.atom("_NET_CLOSE_WINDOW"), [0, 2, 0, 0, 0]);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.x.send_event(false, self.root, mask, message).unwrap();
        self.x.flush().unwrap();
    }

    fn atom(&self, name: &str) -> Atom {
        self.x.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom
    }

    fn words(&self, window: Window, property: Atom, kind: Atom) -> Vec<u32> {
        let reply = self.x.get_property(false, window, property, kind, 0, 1024).unwrap().reply().unwrap();
        reply.value32().map(Iterator::collect).unwrap_or_default()
    }

    /// Empty where it has none; a window may be gone already.
    fn text(&self, window: Window, property: &str) -> String {
        let kind = self.atom("UTF8_STRING");
        let reply = self.x.get_property(false, window, self.atom(property), kind, 0, 1024).unwrap().reply();
        reply.map(|reply| String::from_utf8_lossy(&reply.value).into_owned()).unwrap_or_default()
    }

    /// What the app wrote into its log.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.data().join("logs/c2c.log")).unwrap_or_default()
    }
}

/// Waits until there is something.
#[track_caller]
pub(crate) fn wait<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < deadline, "{what} does not come");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The web engine's processes below a program.
pub(crate) fn web_processes(program: &Running) -> usize {
    let parent_of = |pid: &str| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (name, rest) = stat.split_once('(')?.1.rsplit_once(") ")?;
        Some((name.to_owned(), rest.split(' ').nth(1)?.to_owned()))
    };
    let own = program.0.id().to_string();
    let pids = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.file_name());
    let pids = pids.filter_map(|name| name.into_string().ok()).filter(|name| name.parse::<u32>().is_ok());
    let is_web =
        |pid: &String| parent_of(pid).is_some_and(|(name, parent)| name.starts_with("WebKit") && parent == own);
    pids.filter(is_web).count()
}

/// Ends a program as the system does at the end of a login.
pub(crate) fn terminate(program: &Running) {
    let pid = program.0.id().to_string();
    assert!(command("kill", Path::new("/")).args(["-TERM", &pid]).status().unwrap().success());
}
