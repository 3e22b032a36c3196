//! The environment variables that C2C reads, all in one list, and the environment as a value.
//!
//! `main` takes [`Environment::from_process`] once and hands it down; nothing else may read the
//! process environment. Children get exactly what [`crate::command::Command`] is told.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Every variable that C2C itself reads or sets, with what it is for.
pub const NAMES: &[(&str, &str)] = &[
    ("C2C_HOME", "C2C's data folder, absolute; instead of the platform's own place"),
    ("C2C_CODEX", "the Codex program to run; instead of the `codex` found in PATH"),
    ("C2C_LOG", "what goes into the log, such as `info` or `c2c_codex=debug`"),
    ("C2C_EFFECT", "set for every child that C2C starts for an effect; marks it and its descendants"),
    ("CODEX_HOME", "Codex's own folder; Codex uses `~/.codex` when it is not set"),
    ("HOME", "the person's home folder (Unix)"),
    ("USERPROFILE", "the person's home folder (Windows)"),
    ("LOCALAPPDATA", "where programs keep their data (Windows)"),
    ("APPDATA", "where programs keep data that follows the person (Windows)"),
    ("ProgramFiles", "where browsers are installed for everybody (Windows)"),
    ("ProgramFiles(x86)", "where 32-bit browsers are installed for everybody (Windows)"),
    ("XDG_DATA_HOME", "where programs keep their data (Linux)"),
    ("XDG_CONFIG_HOME", "where programs keep their settings (Linux)"),
    ("XDG_CURRENT_DESKTOP", "which desktop it is: some have a dark panel whatever the theme (Linux)"),
    ("APPIMAGE", "the file that the app was started from, where that is an AppImage (Linux)"),
    ("XDG_RUNTIME_DIR", "where sockets of this login live (Linux)"),
    ("PATH", "where programs are found"),
    ("PATHEXT", "which file endings are programs (Windows)"),
    ("SystemRoot", "where Windows lies; children do not start without it (Windows)"),
    ("ComSpec", "the command interpreter that runs `.cmd` files (Windows)"),
    ("TMPDIR", "the temporary folder (Unix); the sandbox may write there"),
    ("TEMP", "the temporary folder (Windows)"),
    ("TMP", "the temporary folder (Windows)"),
    ("USER", "the login name, for children"),
    ("LOGNAME", "the login name, for children"),
    ("SHELL", "the login shell, for children"),
    ("LANG", "language and text encoding, for children"),
    ("LC_MESSAGES", "the language of the app's words, where no `LC_ALL` is set"),
    ("LC_ALL", "language and text encoding, for children"),
    ("TZ", "the time zone, for children"),
    ("TERM", "the terminal's kind, for children"),
    ("NO_COLOR", "no colour in what is printed"),
    ("DISPLAY", "the X11 display"),
    ("WAYLAND_DISPLAY", "the Wayland display"),
    ("XDG_SESSION_TYPE", "whether the desktop is X11 or Wayland (Linux)"),
    ("XAUTHORITY", "the file that lets programs use the X11 display"),
    ("DBUS_SESSION_BUS_ADDRESS", "the session bus"),
    ("DBUS_SYSTEM_BUS_ADDRESS", "the system bus, when it is not in the usual place (Linux)"),
    ("ACCESSIBILITY_ENABLED", "set for the browser that C2C starts, so that its window can be read (Linux)"),
    ("HTTPS_PROXY", "the proxy for outgoing HTTPS"),
    ("HTTP_PROXY", "the proxy for outgoing HTTP"),
    ("NO_PROXY", "hosts reached without a proxy"),
    ("SSL_CERT_FILE", "extra certificate authorities, as a file"),
    ("SSL_CERT_DIR", "extra certificate authorities, as a folder"),
    ("OPENAI_API_KEY", "passed on to Codex; never read or stored"),
    ("CODEX_API_KEY", "passed on to Codex; never read or stored"),
];

/// A set of environment variables: the process's own, or made up by a test.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Environment {
    /// By comparable name, with the name as it was spelt.
    variables: BTreeMap<OsString, (OsString, OsString)>,
}

impl std::fmt::Debug for Environment {
    /// Names only: values may be secrets.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.variables.keys()).finish()
    }
}

impl Environment {
    /// The environment of this process.
    #[must_use]
    pub fn from_process() -> Self {
        Self::from_pairs(std::env::vars_os())
    }

    /// An environment of exactly these variables. A later one replaces an earlier of the same name.
    #[must_use]
    pub fn from_pairs<N: Into<OsString>, V: Into<OsString>>(pairs: impl IntoIterator<Item = (N, V)>) -> Self {
        let mut environment = Self::default();
        for (name, value) in pairs {
            environment.set(name, value);
        }
        environment
    }

    /// Adds or replaces one variable.
    pub fn set(&mut self, name: impl Into<OsString>, value: impl Into<OsString>) {
        let name = name.into();
        self.variables.insert(comparable(&name), (name, value.into()));
    }

    /// Takes one variable away.
    pub fn remove(&mut self, name: impl AsRef<OsStr>) {
        self.variables.remove(&comparable(name.as_ref()));
    }

    /// The value of `name`. An empty value counts as not set.
    #[must_use]
    pub fn get(&self, name: impl AsRef<OsStr>) -> Option<&OsStr> {
        let (_, value) = self.variables.get(&comparable(name.as_ref()))?;
        (!value.is_empty()).then_some(value)
    }

    /// The value of `name` if it is an absolute path; the XDG rules say to ignore any other.
    #[must_use]
    pub fn absolute_path(&self, name: impl AsRef<OsStr>) -> Option<PathBuf> {
        self.get(name).map(PathBuf::from).filter(|path| path.is_absolute())
    }

    /// The person's home folder.
    #[must_use]
    pub fn home(&self) -> Option<PathBuf> {
        self.absolute_path(if cfg!(windows) { "USERPROFILE" } else { "HOME" })
    }

    /// All variables, as spelt, empty ones too.
    pub fn iter(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.variables.values().map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }

    /// The program `name` as PATH finds it (on Windows with PATHEXT). A name with a separator is
    /// no name to look up: it is returned when it is an absolute path of a program.
    #[must_use]
    pub fn find_program(&self, name: impl AsRef<OsStr>) -> Option<PathBuf> {
        let name = Path::new(name.as_ref());
        if name.components().count() != 1 || name.is_absolute() {
            return name.is_absolute().then(|| self.program_at(name)).flatten();
        }
        let path = self.get("PATH")?;
        // A relative entry would make the answer depend on the current folder.
        std::env::split_paths(path)
            .filter(|folder| folder.is_absolute())
            .find_map(|folder| self.program_at(&folder.join(name)))
    }

    #[cfg(unix)]
    fn program_at(&self, path: &Path) -> Option<PathBuf> {
        use std::os::unix::fs::PermissionsExt as _;
        let metadata = path.metadata().ok()?;
        (metadata.is_file() && metadata.permissions().mode() & 0o111 != 0).then(|| path.to_owned())
    }

    #[cfg(not(unix))]
    fn program_at(&self, path: &Path) -> Option<PathBuf> {
        if path.extension().is_some() && path.is_file() {
            return Some(path.to_owned());
        }
        let endings = self.get("PATHEXT").and_then(OsStr::to_str).unwrap_or(".COM;.EXE;.BAT;.CMD");
        endings.split(';').filter(|ending| !ending.is_empty()).find_map(|ending| {
            let mut candidate = path.as_os_str().to_owned();
            candidate.push(ending);
            let candidate = PathBuf::from(candidate);
            candidate.is_file().then_some(candidate)
        })
    }
}

/// Names differ by case on Unix and do not on Windows.
fn comparable(name: &OsStr) -> OsString {
    if cfg!(windows) { name.to_ascii_uppercase() } else { name.to_owned() }
}

#[cfg(test)]
mod tests;
