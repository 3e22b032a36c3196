//! The git program, started in one way only: an absolute program, an empty environment, no configuration but the one
//! that this crate wrote, and no repository but the one it names.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use c2c_os::command::{Captured, Command};
use c2c_os::environment::Environment;

use crate::git::error::GitError;
use crate::limits::Limits;

/// The oldest git that knows every option used here, among them a configuration file for the person that can be
/// switched off.
const OLDEST: (u32, u32) = (2, 32);
/// Memory that git may take for itself in one command, in bytes: a hostile pack can unfold to more than any machine has.
const MOST_MEMORY: u64 = 2 << 30;
/// Standard error that is kept for the log.
const STDERR_KEPT: usize = 2_000;

/// The git program of this machine, and a folder where it may leave what it needs for one call.
#[derive(Debug)]
pub struct Git {
    program: Option<PathBuf>,
    system_root: Option<OsString>,
    scratch: PathBuf,
    usable: OnceLock<Result<(), Unusable>>,
    /// Objects that were searched and hold no secret. Their names are made of their content, in whatever repository.
    clean: Mutex<HashSet<String>>,
}

/// Why the program that was found cannot be used. Remembered, so that it is asked once.
#[derive(Debug)]
struct Unusable {
    reason: String,
}

impl Unusable {
    fn because(error: impl std::error::Error) -> Self {
        Self { reason: error.to_string() }
    }
}

/// What a git process is shown of the world.
#[derive(Debug)]
pub(crate) struct World<'a> {
    /// The git folder that we wrote.
    pub(crate) git_dir: &'a Path,
    /// The work tree; for all but one command a folder of ours.
    pub(crate) work_tree: &'a Path,
    /// Where objects are written, and read first.
    pub(crate) objects: &'a Path,
    /// Where objects are only read.
    pub(crate) borrowed: Option<&'a Path>,
    /// The index file, always a copy.
    pub(crate) index: &'a Path,
}

impl Git {
    /// Looks for git once, in the PATH of `environment`. `scratch` is a private folder outside of every workspace.
    #[must_use]
    pub fn new(environment: &Environment, scratch: PathBuf) -> Self {
        let program = environment.find_program("git").and_then(|found| found.canonicalize().ok());
        let system_root = environment.get("SystemRoot").map(ToOwned::to_owned);
        Self { program, system_root, scratch, usable: OnceLock::new(), clean: Mutex::default() }
    }

    pub(crate) fn clean_objects(&self) -> &Mutex<HashSet<String>> {
        &self.clean
    }

    /// Where one call's folders are made.
    pub(crate) fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// The program, when it is there, new enough, and not a file of the workspace.
    pub(crate) fn require(&self, workspace: &Path) -> Result<(), GitError> {
        let missing = |reason: &str| GitError::Missing { reason: reason.to_owned() };
        let program = self.program.as_deref().ok_or_else(|| missing("none is in PATH"))?;
        if program.starts_with(workspace) {
            return Err(missing("the one in PATH lies in the workspace"));
        }
        std::fs::create_dir_all(&self.scratch).map_err(|source| GitError::io("making a folder for git", source))?;
        match self.usable.get_or_init(|| self.check_version()) {
            Ok(()) => Ok(()),
            Err(unusable) => Err(missing(&unusable.reason)),
        }
    }

    fn check_version(&self) -> Result<(), Unusable> {
        let captured = self
            .base(&self.scratch)
            .map_err(Unusable::because)?
            .arg("--version")
            .output(Duration::from_secs(10), STDERR_KEPT)
            .map_err(Unusable::because)?;
        let text = String::from_utf8_lossy(&captured.stdout).into_owned();
        let version = text.split_whitespace().nth(2).unwrap_or_default();
        let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
        let found = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
        if found >= OLDEST {
            return Ok(());
        }
        Err(Unusable { reason: format!("it is `{version}`, and {}.{} or newer is needed", OLDEST.0, OLDEST.1) })
    }

    /// The command with everything that is the same for all: no configuration, no repository, no programs to be found.
    fn base(&self, cwd: &Path) -> Result<Command, GitError> {
        let program =
            self.program.as_ref().ok_or_else(|| GitError::Missing { reason: "none is in PATH".to_owned() })?;
        let nowhere = self.scratch.join("nowhere");
        let mut command = Command::new(program, cwd)
            .env("PATH", &nowhere)
            .env("HOME", &nowhere)
            .env("XDG_CONFIG_HOME", &nowhere)
            .env("LC_ALL", "C")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_ATTR_NOSYSTEM", "1")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_NO_REPLACE_OBJECTS", "1")
            .env("GIT_LITERAL_PATHSPECS", "1")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_ALLOW_PROTOCOL", "none")
            .env("GIT_PAGER", "")
            .env("GIT_CEILING_DIRECTORIES", &self.scratch)
            .env("GIT_DIR", &nowhere);
        if let Some(system_root) = &self.system_root {
            command = command.env("SystemRoot", system_root);
        }
        Ok(command)
    }

    /// Reads a configuration file's text as (key, value) pairs, without following its includes and without any
    /// repository. A key without a value is true.
    pub(crate) fn read_configuration(&self, text: Vec<u8>, limits: &Limits) -> Result<Vec<(String, String)>, GitError> {
        let command = self.base(&self.scratch)?.args(["config", "--file", "-", "--no-includes", "--null", "--list"]);
        let captured = finish("config", command.input(text), limits, 16 << 20)?;
        if !captured.success() {
            return Err(GitError::damaged("its configuration cannot be understood"));
        }
        let pairs = captured.stdout.split(|&byte| byte == 0).filter(|pair| !pair.is_empty()).map(|pair| {
            let pair = String::from_utf8_lossy(pair);
            match pair.split_once('\n') {
                Some((key, value)) => (key.to_owned(), value.to_owned()),
                None => (pair.into_owned(), "true".to_owned()),
            }
        });
        Ok(pairs.collect())
    }

    /// Runs one git command in `world`. The exit code is the caller's to judge.
    pub(crate) fn run(
        &self,
        world: &World<'_>,
        arguments: &[OsString],
        input: Vec<u8>,
        limits: &Limits,
        most_bytes: usize,
    ) -> Result<Captured, GitError> {
        let name = arguments.first().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut command = self
            .base(world.git_dir)?
            .env("GIT_DIR", world.git_dir)
            .env("GIT_WORK_TREE", world.work_tree)
            .env("GIT_OBJECT_DIRECTORY", world.objects)
            .env("GIT_INDEX_FILE", world.index)
            .arg("--no-pager")
            .args(arguments)
            .input(input);
        if let Some(borrowed) = world.borrowed {
            command = command.env("GIT_ALTERNATE_OBJECT_DIRECTORIES", quoted_for_list(borrowed));
        }
        finish(&name, command, limits, most_bytes)
    }
}

fn finish(name: &str, command: Command, limits: &Limits, most_bytes: usize) -> Result<Captured, GitError> {
    if limits.is_over() {
        return Err(GitError::TimedOut { doing: format!("`git {name}`") });
    }
    let command = command.cancelled_by(Arc::clone(&limits.cancelled)).most_memory(MOST_MEMORY);
    command.output(limits.left(), most_bytes).map_err(|error| GitError::run(name, error))
}

/// Whether a command failed because it got no more memory.
pub(crate) fn lacked_memory(captured: &Captured) -> bool {
    let said = String::from_utf8_lossy(&captured.stderr).to_ascii_lowercase();
    ["out of memory", "cannot allocate memory", "unable to create threaded"].iter().any(|words| said.contains(words))
}

/// What a command printed about its failure, for the log.
pub(crate) fn log_failure(name: &str, captured: &Captured) -> std::io::Error {
    let shown = &captured.stderr[..captured.stderr.len().min(STDERR_KEPT)];
    let text = String::from_utf8_lossy(shown).into_owned();
    tracing::warn!(command = name, stderr = %text, "git failed");
    std::io::Error::other(text)
}

/// Git splits the list of object folders at `:` (`;` on Windows), unless an entry is quoted as in C.
fn quoted_for_list(path: &Path) -> OsString {
    let text = path.as_os_str().as_encoded_bytes();
    let separator = if cfg!(windows) { b';' } else { b':' };
    if !text.contains(&separator) && !text.contains(&b'"') && !text.contains(&b'\n') {
        return path.as_os_str().to_owned();
    }
    let mut quoted = OsString::from("\"");
    quoted.push(path.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"));
    quoted.push("\"");
    quoted
}
