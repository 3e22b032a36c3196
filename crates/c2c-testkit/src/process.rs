//! Programs that the stand-ins start: always with a named working folder.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A command in a folder, with nothing on its standard input.
#[expect(clippy::disallowed_methods, reason = "this is the one place of this crate that makes a command")]
pub(crate) fn command(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    command
}

/// A variable of the environment.
#[expect(clippy::disallowed_methods, reason = "this is the one place of this crate that reads the environment")]
pub(crate) fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// Runs a program to its end and takes what it printed.
pub(crate) fn output(program: impl AsRef<OsStr>, arguments: &[&str], folder: &Path) -> io::Result<Output> {
    command(program, folder).args(arguments).output()
}

/// Runs a program that has to succeed.
pub(crate) fn run(program: &str, arguments: &[&str], folder: &Path) -> io::Result<Output> {
    let output = output(program, arguments, folder)
        .map_err(|error| io::Error::other(format!("`{program}` cannot be started: {error}")))?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("`{program} {}` failed: {}", arguments.join(" "), said.trim())))
}

/// Makes a folder that only the person may enter.
pub(crate) fn private_folder(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}
