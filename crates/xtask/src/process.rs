//! Programs that xtask runs, and what it says meanwhile on standard error.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::Error;

/// Says something to the person who waits.
#[expect(clippy::print_stderr, reason = "standard error is where a program talks")]
pub(crate) fn talk(text: &str) {
    eprintln!("{text}");
}

/// A variable of the environment.
#[expect(clippy::disallowed_methods, reason = "the one place of this crate that reads the environment")]
pub(crate) fn variable(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// A command in `folder`, without what `cargo run` told this process about itself.
#[expect(clippy::disallowed_methods, reason = "the one place of this crate that makes a command")]
pub(crate) fn command(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") || text == "CARGO" {
            command.env_remove(&name);
        }
    }
    command
}

/// The same command after everything else that wants the processors, where the system has a word for that.
pub(crate) fn gently(command: Command) -> Command {
    let Some(nice) = find("nice").filter(|_| cfg!(unix)) else { return command };
    let folder = command.get_current_dir().unwrap_or(Path::new("."));
    let mut gentle = self::command(nice, folder);
    gentle.args(["-n", "15"]).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => gentle.env(name, value),
            None => gentle.env_remove(name),
        };
    }
    gentle
}

/// Runs a command to its success. Its standard output goes to standard error, which is talk.
pub(crate) fn succeed(command: &mut Command) -> Result<(), Error> {
    let status = command.stdout(std::io::stderr()).status();
    let status = status.map_err(|source| Error::Io { doing: format!("starting {}", describe(command)), source })?;
    if status.success() {
        return Ok(());
    }
    Err(Error::Failed { command: describe(command), code: status.code() })
}

/// What a command prints; none when it cannot be started or fails.
pub(crate) fn answer(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The command line in words.
pub(crate) fn describe(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Where a program is in PATH.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = variable("PATH")?;
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    // npm is a script on Windows.
    let script = format!("{program}.cmd");
    let candidates = std::env::split_paths(&path).flat_map(|folder| [folder.join(&name), folder.join(&script)]);
    candidates.into_iter().find(|candidate| candidate.is_file())
}
