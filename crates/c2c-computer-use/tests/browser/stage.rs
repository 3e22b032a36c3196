//! A data folder, a screen, pages that tell when they are asked for, and a place for the note.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use c2c_computer_use::browser::{BrowserConfig, Choice, OwnBrowser};
use c2c_os::clock::SystemClock;
use c2c_os::command::{Command, Detached};
use c2c_os::environment::Environment;
use c2c_os::folders::DataFolder;
use c2c_ports::{BrowserBook, BrowserProcess};
use c2c_testkit::screen::Screen;

use crate::parts::{Book, are_installed, new_home, on_screen};

/// Everything that a test needs. The screen's end takes every browser with it.
pub(crate) struct Stage {
    screen: Screen,
    home: tempfile::TempDir,
    port: u16,
    asked: Arc<Mutex<BTreeSet<String>>>,
    book: Arc<Book>,
}

impl Stage {
    /// None where the parts are missing, which is said.
    pub(crate) fn new() -> Option<Self> {
        let here = Environment::from_process();
        if !are_installed(&here, &["Xvfb", "chromium"]) {
            return None;
        }
        let asked = Arc::<Mutex<BTreeSet<String>>>::default();
        Some(Self {
            screen: Screen::start().unwrap(),
            home: new_home(&here),
            port: serve(Arc::clone(&asked)),
            asked,
            book: Arc::default(),
        })
    }

    /// The address of a page.
    pub(crate) fn page(&self, name: &str) -> String {
        format!("http://127.0.0.1:{}/{name}", self.port)
    }

    /// Whether a browser has asked for the page.
    pub(crate) fn seen(&self, name: &str) -> bool {
        self.asked.lock().unwrap().contains(&format!("/{name}"))
    }

    /// What is in the book.
    pub(crate) fn noted(&self) -> Option<BrowserProcess> {
        self.book.0.lock().unwrap().clone()
    }

    /// Takes the note away, as if C2C had ended before it wrote it.
    pub(crate) fn forget(&self) {
        *self.book.0.lock().unwrap() = None;
    }

    /// The browser as one process of C2C has it.
    pub(crate) fn browser(&self) -> OwnBrowser {
        self.browser_of(Choice::from_setting(Some("chromium")))
    }

    pub(crate) fn browser_of(&self, choice: Choice) -> OwnBrowser {
        self.with(self.environment(), choice)
    }

    pub(crate) fn without_display(&self) -> OwnBrowser {
        let mut environment = self.environment();
        environment.remove("DISPLAY");
        self.with(environment, Choice::from_setting(Some("chromium")))
    }

    fn with(&self, environment: Environment, choice: Choice) -> OwnBrowser {
        OwnBrowser::new(BrowserConfig {
            data: DataFolder::resolve(&environment).unwrap(),
            environment,
            choice,
            // A machine without graphics takes seconds to find that out.
            switches: vec!["--disable-gpu".to_owned()],
            home: self.page("home"),
            book: Arc::clone(&self.book) as Arc<dyn BrowserBook>,
            clock: Arc::new(SystemClock),
        })
    }

    /// A browser with the profile, started without C2C.
    pub(crate) fn start_by_hand(&self, profile: &Path) -> Detached {
        std::fs::create_dir_all(profile).unwrap();
        let mut switch = std::ffi::OsString::from("--user-data-dir=");
        switch.push(profile);
        let command = Command::new("chromium", "/").arg(switch).inherit_all(&self.environment());
        command
            .args(["--no-first-run", "--no-sandbox", "--disable-gpu", "--password-store=basic"])
            .spawn_detached()
            .unwrap()
    }

    /// A program that ends at once, and the file in which it leaves its environment.
    pub(crate) fn program_that_tells_its_environment(&self) -> (PathBuf, PathBuf) {
        let (program, told) = (self.home.path().join("program"), self.home.path().join("told"));
        std::fs::write(&program, format!("#!/bin/sh\nenv > '{}'\nexit 7\n", told.display())).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).unwrap();
        (program, told)
    }

    /// A program that begins Chromium, which takes its time, and ends well before.
    pub(crate) fn wrapper_that_ends_first(&self) -> PathBuf {
        let program = self.home.path().join("wrapper");
        let script = "#!/bin/bash\n(sleep 5; exec chromium \"$@\") </dev/null >/dev/null 2>&1 &\nexit 0\n";
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).unwrap();
        program
    }

    fn environment(&self) -> Environment {
        let mut environment = on_screen(Environment::from_process(), &self.screen, self.home.path());
        environment.set("OPENAI_API_KEY", "sk-secret");
        environment
    }
}

/// Answers every page with an empty one, and keeps which were asked for.
fn serve(asked: Arc<Mutex<BTreeSet<String>>>) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let asked = Arc::clone(&asked);
            std::thread::spawn(move || {
                let mut line = String::new();
                BufReader::new(&stream).read_line(&mut line).ok();
                let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
                asked.lock().unwrap().insert(path);
                let body = "<!doctype html><title>Page</title><p>A page";
                let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n";
                write!(&stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).ok();
            });
        }
    });
    port
}
