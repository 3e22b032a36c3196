//! A stand-in for the installed ChatGPT app: a Chromium window on the stand-in page with a profile of
//! its own, and with or without an accessibility tree. The process is the browser itself, so that
//! whoever starts or ends it has the app.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};

use crate::process;

/// The browsers that will do.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "chrome"];

/// The switches that an app without a tree does not listen to.
const TREE_SWITCH: &str = "--force-renderer-accessibility";

/// What app there is to be.
#[derive(Debug, Clone)]
pub struct Options {
    /// The page that it shows.
    pub url: String,
    /// Its profile folder, which is kept.
    pub profile: PathBuf,
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
    let browser = browser()?;
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

/// Writes a program at `path` that becomes the app whatever it is started with.
///
/// # Errors
/// When the file cannot be written.
pub fn install(path: &Path, options: &Options) -> io::Result<()> {
    let own = std::env::current_exe()?;
    let tree = if options.has_tree { "" } else { " --no-tree" };
    let words = [&own.to_string_lossy(), &options.url.as_str().into(), &options.profile.to_string_lossy()]
        .map(|word| quote(word));
    let [own, url, profile] = words;
    fs::write(path, format!("#!/bin/sh\nexec {own} app-window --url {url} --profile {profile}{tree} -- \"$@\"\n"))?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
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

/// A word as the shell takes it.
fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}
