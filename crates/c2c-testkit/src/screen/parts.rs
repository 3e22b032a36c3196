//! The programs that make a desktop: each is started and waited for until it can be used.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt, CreateWindowAux, WindowClass};

use super::{Layout, Options, dress};
use crate::process;

/// How long a part may take to become ready, also on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a window is looked at before another one is tried.
const ONE_LOOK: Duration = Duration::from_millis(500);
/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(10);

type Environment = [(&'static str, Option<OsString>)];

/// A program of the desktop.
#[derive(Debug)]
pub(super) struct Part {
    process: Child,
}

impl Drop for Part {
    fn drop(&mut self) {
        // The guard has ended it; it is only taken off the list of processes.
        let _killed = self.process.kill();
        let _waited = self.process.wait();
    }
}

/// An X server on a display that is free, and the display's name.
pub(super) fn x_server(options: Options, environment: &Environment, folder: &Path) -> io::Result<(Part, String)> {
    let (width, height) = options.size;
    let mut command = process::command("Xvfb", folder);
    // Without `-noreset` the server forgets its keyboard whenever its last window goes.
    command.args(["-displayfd", "1", "-screen", "0", &format!("{width}x{height}x24")]);
    command.args(["-nolisten", "tcp", "-noreset", "-dpi", "96"]);
    let (part, number) = start_and_hear("Xvfb", dress(&mut command, environment))?;
    Ok((part, format!(":{number}")))
}

/// A session bus at the socket `path`. It starts the accessibility bus when that is asked for.
pub(super) fn session_bus(path: &Path, environment: &Environment, folder: &Path) -> io::Result<Part> {
    let mut command = process::command("dbus-daemon", folder);
    command.args(["--session", "--nofork", "--nopidfile", "--print-address=1"]);
    command.arg(format!("--address=unix:path={}", path.display()));
    let (part, _address) = start_and_hear("dbus-daemon", dress(&mut command, environment))?;
    Ok(part)
}

/// A window manager, which is ready when it manages windows.
pub(super) fn window_manager(display: &str, environment: &Environment, folder: &Path) -> io::Result<Part> {
    let mut command = process::command("openbox", folder);
    // The person's own configuration must not count.
    command.env("XDG_CONFIG_HOME", folder).stdout(Stdio::null()).stderr(Stdio::null());
    let mut process = dress(&mut command, environment).spawn().map_err(|error| missing("openbox", &error))?;
    let looking = || is_managed(display);
    let ready = wait("openbox", Some(&mut process), looking);
    let part = Part { process };
    ready.map(|()| part)
}

/// Waits until the accessibility bus has an address.
pub(super) fn wait_for_accessibility(environment: &Environment, folder: &Path) -> io::Result<()> {
    wait("at-spi-bus-launcher", None, || {
        let mut ask = process::command("dbus-send", folder);
        ask.args(["--session", "--print-reply=literal", "--dest=org.a11y.Bus", "/org/a11y/bus"]);
        ask.arg("org.a11y.Bus.GetAddress").stderr(Stdio::null());
        let answer = dress(&mut ask, environment).output().map_err(|error| missing("dbus-send", &error))?;
        Ok(answer.status.success() && answer.stdout.windows(5).any(|part| part == b"unix:"))
    })
}

/// Sets the keyboard's layout.
pub(super) fn set_keyboard(layout: Layout, environment: &Environment, folder: &Path) -> io::Result<()> {
    let name = match layout {
        Layout::Us => "us",
        Layout::De => "de",
        Layout::Fr => "fr",
    };
    let mut command = process::command("setxkbmap", folder);
    let output = dress(command.args(["-layout", name]), environment).output();
    let output = output.map_err(|error| missing("setxkbmap", &error))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("`setxkbmap -layout {name}` failed: {}", said.trim())))
}

/// Starts a program that prints one line when it is ready; the answer is that line.
fn start_and_hear(name: &str, command: &mut std::process::Command) -> io::Result<(Part, String)> {
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut process = command.spawn().map_err(|error| missing(name, &error))?;
    let stdout = process.stdout.take();
    let part = Part { process };
    let (said, hear) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        let read = stdout.map(|stdout| BufReader::new(stdout).read_line(&mut line));
        // Nobody listens when it took too long.
        let _sent = said.send((matches!(read, Some(Ok(1..))), line));
    });
    match hear.recv_timeout(PATIENCE) {
        Ok((true, line)) => Ok((part, line.trim().to_owned())),
        Ok((false, _)) => Err(io::Error::other(format!("`{name}` ended before it was ready"))),
        Err(_) => Err(late(name)),
    }
}

/// Looks until `is_ready`, for as long as the program lives.
fn wait(name: &str, mut process: Option<&mut Child>, mut is_ready: impl FnMut() -> io::Result<bool>) -> io::Result<()> {
    let deadline = Instant::now() + PATIENCE;
    while !is_ready()? {
        if let Some(status) = process.as_mut().map(|process| process.try_wait()).transpose()?.flatten() {
            return Err(io::Error::other(format!("`{name}` ended before it was ready: {status}")));
        }
        if Instant::now() > deadline {
            return Err(late(name));
        }
        std::thread::sleep(PAUSE);
    }
    Ok(())
}

/// Whether windows are managed: a small one is opened, and looked at for a moment. What a window
/// manager says of itself on the root window comes too early: windows that open right after it may
/// stay unmanaged for good.
fn is_managed(display: &str) -> io::Result<bool> {
    let (connection, number) = x11rb::connect(Some(display)).map_err(io::Error::other)?;
    let root = connection.setup().roots.get(number).map_or(0, |screen| screen.root);
    let state = connection.intern_atom(false, b"WM_STATE").map_err(io::Error::other)?;
    let state = state.reply().map_err(io::Error::other)?.atom;
    let window = connection.generate_id().map_err(io::Error::other)?;
    let (depth, class) = (x11rb::COPY_DEPTH_FROM_PARENT, WindowClass::INPUT_OUTPUT);
    let aux = CreateWindowAux::new();
    connection.create_window(depth, window, root, 0, 0, 1, 1, 0, class, 0, &aux).map_err(io::Error::other)?;
    connection.map_window(window).map_err(io::Error::other)?;
    let deadline = Instant::now() + ONE_LOOK;
    while Instant::now() < deadline {
        let property = connection.get_property(false, window, state, AtomEnum::ANY, 0, 1).map_err(io::Error::other)?;
        if property.reply().map_err(io::Error::other)?.value_len > 0 {
            return Ok(true);
        }
        std::thread::sleep(PAUSE);
    }
    Ok(false)
}

fn late(name: &str) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, format!("`{name}` did not become ready within {} s", PATIENCE.as_secs()))
}

fn missing(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("`{name}` cannot be started ({error}); `cargo xtask test` installs it"))
}
