//! A stand-in for the installed ChatGPT app: a Chromium window on the stand-in page with a profile of
//! its own, and with or without an accessibility tree. The process is the browser itself, so that
//! whoever starts or ends it has the app.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};

use crate::process;

/// The browsers that will do.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Where the program itself lies when what is found on the path is a script that starts it.
const PROGRAMS: &[&str] =
    &["/usr/lib/chromium/chromium", "/usr/lib/chromium-browser/chromium-browser", "/opt/google/chrome/chrome"];

/// The switches that an app without a tree does not listen to.
const TREE_SWITCH: &str = "--force-renderer-accessibility";

/// What app there is to be.
#[derive(Debug, Clone)]
pub struct Options {
    /// The page that it shows.
    pub url: String,
    /// Its profile folder, which is kept.
    pub profile: PathBuf,
    /// The path of its program, so that a setting can name it; the browser is put there when nothing is. None is
    /// the browser where it is.
    pub program: Option<PathBuf>,
    /// It has an accessibility tree.
    pub has_tree: bool,
    /// What it is told besides; handed on to the browser.
    pub arguments: Vec<OsString>,
}

/// Becomes the app; it only returns when that fails.
///
/// # Errors
/// When no browser is installed, or it cannot be started.
pub fn become_app(options: &Options) -> io::Result<()> {
    let browser = match &options.program {
        Some(path) => install(path)?,
        None => browser()?,
    };
    let mut command = process::command(browser, &options.profile_folder()?);
    command.arg(format!("--app={}", options.url)).arg(format!("--user-data-dir={}", options.profile.display()));
    command.args(["--class=ChatGPT", "--test-type", "--disable-gpu", "--no-first-run", "--no-default-browser-check"]);
    command.args(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);
    // Without it a browser may wait for a keyring that nobody unlocks.
    command.arg("--password-store=basic");
    if is_root() {
        command.arg("--no-sandbox");
    }
    if options.has_tree {
        command.arg(TREE_SWITCH).env("ACCESSIBILITY_ENABLED", "1").args(&options.arguments);
    } else {
        let heard = options.arguments.iter().filter(|argument| !argument.to_string_lossy().starts_with(TREE_SWITCH));
        command.arg("--disable-renderer-accessibility").env_remove("ACCESSIBILITY_ENABLED").args(heard);
    }
    Err(command.exec())
}

/// Puts the browser's program at `path`, which the system then names as the program of the app's processes. What
/// it needs beside itself is linked there. The whole path.
fn install(path: &Path) -> io::Result<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let path = folder.canonicalize()?.join(path.file_name().unwrap_or_default());
    if path.exists() {
        return Ok(path);
    }
    let program = program()?;
    for entry in fs::read_dir(program.parent().unwrap_or(Path::new("/")))? {
        let from = entry?.path();
        let to = path.with_file_name(from.file_name().unwrap_or_default());
        if from != program && !to.exists() {
            std::os::unix::fs::symlink(from, to)?;
        }
    }
    // Another file system takes no second name for a file, and some systems let only its owner give one.
    fs::hard_link(&program, &path).or_else(|_| fs::copy(&program, &path).map(drop))?;
    Ok(path)
}

/// The browser's program, no script.
fn program() -> io::Result<PathBuf> {
    let found = browser()?.canonicalize()?;
    let candidates = std::iter::once(found).chain(PROGRAMS.iter().map(PathBuf::from));
    let mut programs = candidates.filter(|candidate| is_program(candidate));
    programs.next().ok_or_else(|| io::Error::other("the program of the installed Chromium is not where it usually is"))
}

fn is_program(path: &Path) -> bool {
    let mut first = [0; 4];
    fs::File::open(path).and_then(|mut file| file.read_exact(&mut first)).is_ok() && first == *b"\x7fELF"
}

impl Options {
    fn profile_folder(&self) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.profile)?;
        self.profile.canonicalize()
    }
}

/// Where the browser is.
///
/// # Errors
/// When none is installed.
pub fn browser() -> io::Result<PathBuf> {
    let path = process::variable("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut candidates = BROWSERS.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    let found = candidates.find(|candidate| candidate.is_file());
    found.ok_or_else(|| io::Error::other("no Chromium is installed; `cargo xtask test` installs it"))
}

/// Chromium's sandbox does not run for root.
fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}
