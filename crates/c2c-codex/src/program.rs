//! Finding the Codex program and its version.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use c2c_os::command::Command;
use c2c_os::environment::Environment;
use c2c_ports::{ExecutorError, ExecutorInfo};

use crate::version::{MEASURED, MINIMUM, Version};

/// How long `codex --version` may take; 10 ms when measured, seconds when a virus scanner looks on.
const VERSION_DEADLINE: Duration = Duration::from_secs(10);
const MAX_VERSION_BYTES: usize = 64 * 1024;

/// Which file a version belongs to. Another file, or the same one written again, is asked again.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stamp {
    path: PathBuf,
    modified: Option<SystemTime>,
    size: u64,
}

/// The version that was last asked for.
#[derive(Debug, Default)]
pub(crate) struct VersionCache {
    last: Mutex<Option<(Stamp, Version)>>,
}

/// The program: `chosen`, or what `C2C_CODEX` says, or `codex` in PATH.
pub(crate) fn find(chosen: Option<&Path>, environment: &Environment) -> Result<PathBuf, ExecutorError> {
    let named = chosen.or_else(|| environment.get("C2C_CODEX").map(Path::new));
    let found = environment.find_program(named.unwrap_or(Path::new("codex")));
    found.ok_or_else(|| {
        let looked_in = match named {
            Some(path) => vec![path.to_owned()],
            None => environment.get("PATH").map(|path| std::env::split_paths(path).collect()).unwrap_or_default(),
        };
        ExecutorError::Missing { looked_in }
    })
}

/// What there is to know about `program`.
pub(crate) async fn look(
    program: PathBuf,
    environment: &Environment,
    cache: &VersionCache,
) -> Result<ExecutorInfo, ExecutorError> {
    let stamp = stamp(&program)?;
    let version = match cache.get(&stamp) {
        Some(version) => version,
        None => {
            let version = ask(program.clone(), environment.clone()).await?;
            cache.set(stamp, version);
            version
        }
    };
    judge(program, version)
}

fn judge(program: PathBuf, version: Version) -> Result<ExecutorInfo, ExecutorError> {
    if version < MINIMUM {
        return Err(ExecutorError::TooOld { found: version.to_string(), minimum: MINIMUM.to_string() });
    }
    let warning = (version > MEASURED)
        .then(|| format!("Codex {version} is newer than {MEASURED}, the newest one that C2C was tried with"));
    Ok(ExecutorInfo { program, version: version.to_string(), warning })
}

impl VersionCache {
    fn get(&self, stamp: &Stamp) -> Option<Version> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().filter(|(known, _)| known == stamp).map(|(_, version)| *version)
    }

    fn set(&self, stamp: Stamp, version: Version) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((stamp, version));
    }
}

fn stamp(program: &Path) -> Result<Stamp, ExecutorError> {
    let metadata = program.metadata().map_err(|source| unusable(program, source))?;
    Ok(Stamp { path: program.to_owned(), modified: metadata.modified().ok(), size: metadata.len() })
}

async fn ask(program: PathBuf, environment: Environment) -> Result<Version, ExecutorError> {
    let folder = program.parent().unwrap_or(Path::new("/")).to_owned();
    let command = Command::new(program.clone(), folder).arg("--version").inherit_all(&environment).own_group();
    let output = tokio::task::spawn_blocking(move || command.output(VERSION_DEADLINE, MAX_VERSION_BYTES))
        .await
        .map_err(|error| unusable(&program, io::Error::other(error)))?
        .map_err(|error| unusable(&program, io::Error::other(error)))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Version::from_output(&text).ok_or_else(|| {
        let said = format!("it does not tell its version but `{}`", text.trim().chars().take(200).collect::<String>());
        unusable(&program, io::Error::new(io::ErrorKind::InvalidData, said))
    })
}

fn unusable(program: &Path, source: io::Error) -> ExecutorError {
    ExecutorError::Io { doing: format!("cannot ask `{}` for its version", program.display()), source }
}

#[cfg(test)]
mod tests;
