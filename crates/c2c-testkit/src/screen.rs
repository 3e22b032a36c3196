//! A desktop of one's own for a program or a test: an X server without a screen, a session bus with
//! the accessibility bus behind it, and a window manager. Everything that runs there ends with it,
//! also when its owner is killed (`guard`).
//!
//! It must not touch the desktop of the person who runs it: nothing of their display, bus or
//! runtime folder is handed on, unless the visible one is asked for.

mod guard;
mod parts;

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};

use tempfile::TempDir;

use crate::process;
use guard::Guard;
use parts::Part;

/// The variable that says to which screen a program belongs; its value is the screen's own folder.
pub const BELONGS_TO: &str = "C2C_TESTKIT_SCREEN";

/// Keyboard layouts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Layout {
    /// English (US).
    #[default]
    Us,
    /// German.
    De,
    /// French.
    Fr,
}

/// Which desktop there is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Width and height in pixels.
    pub size: (u16, u16),
    /// The keyboard.
    pub layout: Layout,
}

impl Default for Options {
    fn default() -> Self {
        Self { size: (1280, 900), layout: Layout::Us }
    }
}

/// A running desktop; it ends when it is dropped.
#[derive(Debug)]
pub struct Screen {
    environment: Vec<(&'static str, Option<OsString>)>,
    display: String,
    /// Ended before the folder goes: fields are dropped in this order.
    guard: Guard,
    _parts: Vec<Part>,
    folder: TempDir,
}

impl Screen {
    /// Starts a desktop of 1280 by 900 pixels with a US keyboard, and waits until all of it is ready.
    ///
    /// # Errors
    /// When a program of it is missing or does not become ready; the message names it.
    pub fn start() -> io::Result<Self> {
        Self::with(Options::default())
    }

    /// Starts the desktop that is asked for, and waits until all of it is ready.
    ///
    /// # Errors
    /// When a program of it is missing or does not become ready; the message names it.
    pub fn with(options: Options) -> io::Result<Self> {
        let folder = own_folder()?;
        let guard = Guard::start(folder.path())?;
        let mut environment = base(folder.path());
        let (server, display) = parts::x_server(options, &environment, folder.path())?;
        environment.push(("DISPLAY", Some(display.clone().into())));
        parts::set_keyboard(options.layout, &environment, folder.path())?;
        let bus = folder.path().join("bus");
        let bus_part = parts::session_bus(&bus, &environment, folder.path())?;
        let address = format!("unix:path={}", bus.display());
        environment.push(("DBUS_SESSION_BUS_ADDRESS", Some(address.into())));
        let manager = parts::window_manager(&display, &environment, folder.path())?;
        parts::wait_for_accessibility(&environment, folder.path())?;
        Ok(Self { environment, display, guard, _parts: vec![server, bus_part, manager], folder })
    }

    /// The display that is there already, with its session bus, or a bus of its own where it has none.
    ///
    /// # Errors
    /// When no display is there, or the bus cannot be started.
    pub fn visible() -> io::Result<Self> {
        let there = |name| process::variable(name).filter(|value| !value.is_empty());
        let display = there("DISPLAY")
            .ok_or_else(|| io::Error::other("no display is there: `DISPLAY` is not set; leave out `--visible`"))?;
        let folder = own_folder()?;
        let guard = Guard::start(folder.path())?;
        let mut environment = vec![(BELONGS_TO, Some(folder.path().as_os_str().to_owned()))];
        let mut parts = Vec::new();
        if there("DBUS_SESSION_BUS_ADDRESS").is_none() {
            let bus = folder.path().join("bus");
            parts.push(parts::session_bus(&bus, &environment, folder.path())?);
            environment.push(("DBUS_SESSION_BUS_ADDRESS", Some(format!("unix:path={}", bus.display()).into())));
        }
        let display = display.to_string_lossy().into_owned();
        Ok(Self { environment, display, guard, _parts: parts, folder })
    }

    /// The display's name, such as `:99`.
    #[must_use]
    pub fn display(&self) -> &str {
        &self.display
    }

    /// What a program on this desktop has to find in its environment: values, and names that must
    /// not be there.
    #[must_use]
    pub fn environment(&self) -> &[(&'static str, Option<OsString>)] {
        &self.environment
    }

    /// A folder that lives as long as the desktop; it is also the runtime folder of its programs.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Gives a command the environment of this desktop.
    pub fn dress<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        dress(command, &self.environment)
    }

    /// Changes the keyboard.
    ///
    /// # Errors
    /// When `setxkbmap` is missing or fails.
    pub fn set_keyboard(&self, layout: Layout) -> io::Result<()> {
        parts::set_keyboard(layout, &self.environment, self.folder.path())
    }

    /// Ends the desktop and everything that still runs on it, and waits for that.
    pub fn end(mut self) {
        self.guard.end();
    }
}

/// Runs a command on a desktop and gives its exit code; a signal counts as 128 and its number.
///
/// # Errors
/// When the desktop or the command cannot be started.
pub fn run(screen: &Screen, command: &[OsString], folder: &Path) -> io::Result<ExitCode> {
    let Some((program, arguments)) = command.split_first() else {
        return Err(io::Error::other("no command was given"));
    };
    let mut child = process::command(program, folder);
    child.args(arguments).stdin(std::process::Stdio::inherit());
    let status = screen.dress(&mut child).status();
    let status = status
        .map_err(|error| io::Error::new(error.kind(), format!("`{}` cannot be started: {error}", program.display())))?;
    Ok(exit_code(status))
}

fn exit_code(status: ExitStatus) -> ExitCode {
    use std::os::unix::process::ExitStatusExt;
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// A folder that nobody else can look into, as a runtime folder has to be.
fn own_folder() -> io::Result<TempDir> {
    use std::os::unix::fs::PermissionsExt;
    let private = std::fs::Permissions::from_mode(0o700);
    tempfile::Builder::new().prefix("c2c-screen-").permissions(private).tempdir()
}

/// What every program of the desktop gets, before the display and the bus are known.
fn base(folder: &Path) -> Vec<(&'static str, Option<OsString>)> {
    let own = |name| (name, Some(folder.as_os_str().to_owned()));
    let without = [
        "AT_SPI_BUS_ADDRESS",
        "DBUS_STARTER_ADDRESS",
        "DBUS_STARTER_BUS_TYPE",
        "NO_AT_BRIDGE",
        "SESSION_MANAGER",
        "WAYLAND_DISPLAY",
        "XAUTHORITY",
        "XDG_CURRENT_DESKTOP",
    ];
    let mut environment = vec![own(BELONGS_TO), own("XDG_RUNTIME_DIR"), ("XDG_SESSION_TYPE", Some("x11".into()))];
    environment.extend(without.map(|name| (name, None)));
    environment
}

fn dress<'a>(command: &'a mut Command, environment: &[(&'static str, Option<OsString>)]) -> &'a mut Command {
    for (name, value) in environment {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}
