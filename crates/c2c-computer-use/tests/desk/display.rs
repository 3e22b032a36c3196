//! A display for one test, and programs on it. All end with the test.

use std::io::{BufRead as _, BufReader};
use std::process::Child;
use std::time::{Duration, Instant};

use c2c_computer_use::linux::x11::Screen;
use c2c_os::command::{Command, Stream};
use c2c_os::environment::Environment;

/// Waits until `condition` gives something.
#[track_caller]
pub(crate) fn wait_for<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        if let Some(found) = condition() {
            return found;
        }
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A program that ends with the test.
pub(crate) struct Program(pub(crate) Child);

impl Drop for Program {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// An Xvfb, and a window manager if wanted.
pub(crate) struct Display {
    pub(crate) environment: Environment,
    // In this order: the window manager ends before its display.
    _openbox: Option<Program>,
    _xvfb: Program,
}

impl Display {
    /// A display with openbox; none, with a notice, where one of both is not installed.
    pub(crate) fn start() -> Option<Self> {
        let mut display = Self::without_window_manager(&[])?;
        display._openbox = Some(display.run("openbox", &[])?);
        let screen = display.screen();
        wait_for("openbox", || screen.has_window_manager().unwrap().then_some(()));
        Some(display)
    }

    /// A bare display.
    pub(crate) fn without_window_manager(arguments: &[&str]) -> Option<Self> {
        let process = Environment::from_process();
        let mut environment = Environment::default();
        for name in ["PATH", "HOME", "LANG", "TMPDIR"] {
            process.get(name).into_iter().for_each(|value| environment.set(name, value));
        }
        if !is_installed(&environment, "Xvfb") {
            return None;
        }
        let xvfb = Command::new("Xvfb", "/")
            .inherit_all(&environment)
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
            .args(arguments)
            .stdout(Stream::Pipe);
        let mut xvfb = Program(xvfb.spawn().unwrap());
        let mut number = String::new();
        BufReader::new(xvfb.0.stdout.take().unwrap()).read_line(&mut number).unwrap();
        environment.set("DISPLAY", format!(":{}", number.trim()));
        Some(Self { environment, _openbox: None, _xvfb: xvfb })
    }

    /// The display as the product sees it.
    pub(crate) fn screen(&self) -> Screen {
        Screen::connect(&self.environment).unwrap()
    }

    pub(crate) fn name(&self) -> &str {
        self.environment.get("DISPLAY").unwrap().to_str().unwrap()
    }

    /// Starts a program on this display; none, with a notice, where it is not installed.
    pub(crate) fn run(&self, program: &str, arguments: &[&str]) -> Option<Program> {
        is_installed(&self.environment, program).then(|| Program(self.command(program, arguments).spawn().unwrap()))
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        Command::new(program, "/").args(arguments).inherit_all(&self.environment).own_group()
    }
}

/// Whether a program is there; says so when not.
pub(crate) fn is_installed(environment: &Environment, program: &str) -> bool {
    let found = environment.find_program(program).is_some();
    if !found {
        eprintln!("`{program}` is not installed: this test does nothing");
    }
    found
}
