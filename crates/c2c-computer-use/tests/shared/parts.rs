//! What the tests with a real browser share: where their homes are, the note about the browser, and waiting.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use c2c_os::environment::Environment;
use c2c_ports::{BookError, BrowserBook, BrowserProcess};
use c2c_testkit::screen::Screen;

/// Whether these programs are installed; which one is not is said.
pub(crate) fn are_installed(here: &Environment, programs: &[&str]) -> bool {
    let missing = programs.iter().find(|program| here.find_program(program).is_none());
    if let Some(program) = missing {
        eprintln!("NOTICE: skipped, because `{program}` is not installed");
    }
    missing.is_none()
}

/// A new home in the folder for homes. C2C refuses one in a temporary folder.
pub(crate) fn new_home(here: &Environment) -> tempfile::TempDir {
    let homes = here.get("C2C_TEST_HOMES").map_or_else(below_target, PathBuf::from);
    std::fs::create_dir_all(&homes).unwrap();
    tempfile::tempdir_in(homes).unwrap()
}

pub(crate) fn below_target() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-homes")
}

/// The environment of this process on `screen`, with a home and a data folder of its own.
pub(crate) fn on_screen(mut environment: Environment, screen: &Screen, home: &Path) -> Environment {
    for (name, value) in screen.environment() {
        match value {
            Some(value) => environment.set(*name, value),
            None => environment.remove(name),
        }
    }
    environment.set("HOME", home);
    environment.set("C2C_HOME", home.join("data"));
    environment
}

/// The note about the browser, in memory.
#[derive(Default)]
pub(crate) struct Book(pub(crate) Mutex<Option<BrowserProcess>>);

impl BrowserBook for Book {
    fn noted(&self) -> Result<Option<BrowserProcess>, BookError> {
        Ok(self.0.lock().unwrap().clone())
    }

    fn note(&self, browser: &BrowserProcess) -> Result<(), BookError> {
        *self.0.lock().unwrap() = Some(browser.clone());
        Ok(())
    }
}

#[track_caller]
pub(crate) fn until(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !condition() {
        assert!(Instant::now() < deadline, "{what} did not come");
        std::thread::sleep(Duration::from_millis(20));
    }
}
