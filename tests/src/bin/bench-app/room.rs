//! A desktop with a tray, and the app on it. All of it ends with the value.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use c2c_testkit::screen::Screen;
use serde_json::Value;

use crate::Outcome;
use crate::figures::unread;
use crate::processes::has_web_process;
use crate::screen::Eyes;

/// How long anything may take at all.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often is looked.
const LOOK: Duration = Duration::from_millis(5);

pub(crate) struct Room {
    app: Option<Child>,
    tray: Child,
    orders: ChildStdin,
    said: Receiver<Value>,
    pressed: Instant,
    eyes: Eyes,
    /// Ended before the folder goes.
    screen: Option<Screen>,
    folder: PathBuf,
}

impl Room {
    pub(crate) fn new() -> Outcome<Self> {
        static ROOMS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(1);
        let number = ROOMS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let folder = beside("c2c-app")?.with_file_name(format!("bench-app-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder)?;
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
        let screen = Screen::start()?;
        let mut tray = command("c2c-testkit")?;
        tray.arg("tray").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut tray = screen.dress(&mut tray).spawn()?;
        let (Some(orders), Some(stdout)) = (tray.stdin.take(), tray.stdout.take()) else {
            return Err("the tray has no pipes".into());
        };
        let (say, said) = mpsc::channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(stdout).lines().map_while(Result::ok);
            lines.filter_map(|line| serde_json::from_str(&line).ok()).try_for_each(|row| say.send(row))
        });
        let eyes = Eyes::open(screen.display())?;
        let screen = Some(screen);
        let room = Self { app: None, tray, orders, said, pressed: Instant::now(), eyes, screen, folder };
        room.hear(|row| row["tray"].is_string())?;
        Ok(room)
    }

    /// Starts the app; its process.
    pub(crate) fn start(&mut self, arguments: &[&str]) -> Outcome<u32> {
        let mut app = command("c2c-app")?;
        app.args(arguments).stderr(unread(&self.folder.join("stderr.log"))?).stdin(Stdio::null());
        app.env("HOME", &self.folder).env("C2C_HOME", self.folder.join("c2c-home"));
        for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
            app.env(name, self.folder.join(name));
        }
        let screen = self.screen.as_ref().ok_or("the desktop has ended")?;
        let app = screen.dress(&mut app).spawn()?;
        let pid = app.id();
        self.app = Some(app);
        Ok(pid)
    }

    /// Waits until the tray has the app's icon.
    pub(crate) fn wait_for_tray(&self) -> Outcome<()> {
        self.hear(|row| row["registered"].is_string())
    }

    /// Presses an entry of the menu.
    pub(crate) fn press(&mut self, label: &str) -> Outcome<()> {
        let order = format!("press {label}");
        self.pressed = Instant::now();
        writeln!(self.orders, "{order}")?;
        let mut error = None;
        self.hear(|row| {
            error = row["error"].as_str().map(str::to_owned);
            row["did"] == order.as_str()
        })?;
        error.map_or(Ok(()), |error| Err(format!("`{label}` cannot be pressed: {error}").into()))
    }

    /// How long it took from the last press until the window showed something.
    pub(crate) fn until_window_shows_something(&self) -> Outcome<Duration> {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if self.eyes.window()?.is_some_and(|window| self.eyes.shows_something(window)) {
                return Ok(self.pressed.elapsed());
            }
            std::thread::sleep(LOOK);
        }
        Err("the window shows nothing".into())
    }

    /// Closes the window, and waits until it and its page's process are gone.
    pub(crate) fn close_window(&self) -> Outcome<()> {
        let window = self.eyes.window()?.ok_or("there is no window to close")?;
        self.eyes.close(window)?;
        let pid = self.app.as_ref().ok_or("the app does not run")?.id();
        let deadline = Instant::now() + PATIENCE;
        while self.eyes.window()?.is_some() || has_web_process(pid)? {
            if Instant::now() > deadline {
                return Err("the window or its web process stays".into());
            }
            std::thread::sleep(LOOK * 4);
        }
        Ok(())
    }

    /// Ends the app through its menu.
    pub(crate) fn quit(&mut self) -> Outcome<()> {
        self.press("Quit C2C")?;
        let mut app = self.app.take().ok_or("the app does not run")?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            match app.try_wait()? {
                Some(status) if status.success() => return Ok(()),
                Some(status) => return Err(format!("the app ended with {status}").into()),
                None if Instant::now() > deadline => {
                    app.kill()?;
                    app.wait()?;
                    return Err("the app does not end".into());
                }
                None => std::thread::sleep(LOOK),
            }
        }
    }

    fn hear(&self, mut wanted: impl FnMut(&Value) -> bool) -> Outcome<()> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let row = self.said.recv_timeout(deadline.saturating_duration_since(Instant::now()));
            let row = row.map_err(|_| "the tray did not say what was waited for")?;
            if wanted(&row) {
                return Ok(());
            }
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        for process in self.app.iter_mut().chain(std::iter::once(&mut self.tray)) {
            // One that has ended already needs no ending.
            process.kill().ok();
            process.wait().ok();
        }
        if let Some(screen) = self.screen.take() {
            screen.end();
        }
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// A program that was built with this one.
pub(crate) fn beside(name: &str) -> Outcome<PathBuf> {
    let program = std::env::current_exe()?.with_file_name(name);
    if program.is_file() { Ok(program) } else { Err(format!("`{}` is not built", program.display()).into()) }
}

#[expect(clippy::disallowed_methods, reason = "the one place of this program that makes a command")]
fn command(name: &str) -> Outcome<Command> {
    Ok(Command::new(beside(name)?))
}
