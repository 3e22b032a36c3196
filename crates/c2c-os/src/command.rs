//! The one way to start a program: its working folder and its environment are always named, its
//! output is bounded, and it does not outlive the wait for it.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::environment::Environment;

mod capture;
mod detached;

pub use capture::Captured;
use capture::{Outcome, Watch};
pub use detached::Detached;

/// Where a child's stream comes from or goes to.
#[derive(Debug, Default)]
pub enum Stream {
    /// Nothing.
    #[default]
    Null,
    /// Ours.
    Inherit,
    /// A file; the child shares the open file, locks included.
    File(File),
    /// A pipe to us.
    Pipe,
}

impl From<Stream> for Stdio {
    fn from(stream: Stream) -> Self {
        match stream {
            Stream::Null => Self::null(),
            Stream::Inherit => Self::inherit(),
            Stream::File(file) => file.into(),
            Stream::Pipe => Self::piped(),
        }
    }
}

/// Why a program could not be run to its end.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// There is no such program, by its path or in the PATH it was given.
    #[error("the program `{program}` cannot be found")]
    NotFound {
        /// The name looked for.
        program: String,
    },
    /// It could not be started.
    #[error("`{program}` cannot be started in `{}`", .cwd.display())]
    Start {
        /// The program.
        program: String,
        /// Its working folder.
        cwd: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// Its input or output failed, or it could not be waited for.
    #[error("`{program}` cannot be watched")]
    Watch {
        /// The program.
        program: String,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// It ran out of time and was ended, with everything in its group.
    #[error("`{program}` took longer than {} s and was ended", .deadline.as_secs_f32())]
    DeadlinePassed {
        /// The program.
        program: String,
        /// The time it had.
        deadline: Duration,
    },
    /// Nobody waits for it any more; it was ended, with everything in its group.
    #[error("`{program}` was ended, because nobody waits for it")]
    Cancelled {
        /// The program.
        program: String,
    },
}

/// A program to be started. Its environment is empty until something is put in.
#[derive(Debug)]
pub struct Command {
    program: OsString,
    arguments: Vec<OsString>,
    cwd: PathBuf,
    environment: Environment,
    stdin: Stream,
    input: Vec<u8>,
    stdout: Stream,
    stderr: Stream,
    place: Place,
    kill_on_drop: bool,
    cancelled: Option<Arc<AtomicBool>>,
    most_memory: Option<u64>,
}

/// Among which processes a child stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Ours.
    OurGroup,
    /// A process group of its own.
    OwnGroup,
    /// A session of its own, without a terminal, as far as the system lets us.
    OwnSession,
}

impl Command {
    /// `program` (an absolute path, or a name to be found in the PATH that the command is given)
    /// in the folder `cwd`.
    #[must_use]
    pub fn new(program: impl Into<OsString>, cwd: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            cwd: cwd.into(),
            environment: Environment::default(),
            stdin: Stream::Null,
            input: Vec::new(),
            stdout: Stream::Null,
            stderr: Stream::Null,
            place: Place::OurGroup,
            kill_on_drop: false,
            cancelled: None,
            most_memory: None,
        }
    }

    /// Adds one argument.
    #[must_use]
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Passes on those of the named variables that are set in `environment`.
    #[must_use]
    pub fn inherit<N: AsRef<OsStr>>(mut self, environment: &Environment, names: impl IntoIterator<Item = N>) -> Self {
        for name in names {
            if let Some(value) = environment.get(&name) {
                self.environment.set(name.as_ref(), value);
            }
        }
        self
    }

    /// Passes on all variables of `environment`.
    #[must_use]
    pub fn inherit_all(mut self, environment: &Environment) -> Self {
        for (name, value) in environment.iter() {
            self.environment.set(name, value);
        }
        self
    }

    /// Sets one variable.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.set(name, value);
        self
    }

    /// Takes one variable away.
    #[must_use]
    pub fn env_remove(mut self, name: impl AsRef<OsStr>) -> Self {
        self.environment.remove(name);
        self
    }

    /// Where standard input comes from (nowhere unless said).
    #[must_use]
    pub fn stdin(mut self, stream: Stream) -> Self {
        self.stdin = stream;
        self
    }

    /// What [`Command::output`] writes to standard input.
    #[must_use]
    pub fn input(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = Stream::Pipe;
        self.input = bytes.into();
        self
    }

    /// Where standard output goes (nowhere unless said).
    #[must_use]
    pub fn stdout(mut self, stream: Stream) -> Self {
        self.stdout = stream;
        self
    }

    /// Where standard error goes (nowhere unless said).
    #[must_use]
    pub fn stderr(mut self, stream: Stream) -> Self {
        self.stderr = stream;
        self
    }

    /// Gives the child a process group of its own, so that a Ctrl-C at our terminal does not reach
    /// it and it can be signalled with its children.
    #[must_use]
    pub fn own_group(mut self) -> Self {
        self.place = Place::OwnGroup;
        self
    }

    /// Ends the child when its tokio handle is dropped. Only for [`Command::spawn_tokio`].
    #[must_use]
    pub fn kill_on_drop(mut self) -> Self {
        self.kill_on_drop = true;
        self
    }

    /// Ends the child when the flag becomes true. Only for [`Command::output`].
    #[must_use]
    pub fn cancelled_by(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancelled = Some(flag);
        self
    }

    /// Has the system refuse the child more memory of its own than `bytes`; files that it maps do not count. Only for
    /// [`Command::output`], and only on Linux: elsewhere the system keeps no such limit for one process.
    #[must_use]
    pub fn most_memory(mut self, bytes: u64) -> Self {
        self.most_memory = Some(bytes);
        self
    }

    /// Starts it.
    ///
    /// # Errors
    /// `NotFound` or `Start`.
    pub fn spawn(self) -> Result<Child, CommandError> {
        let (mut command, told) = self.into_std()?;
        command.spawn().map_err(|source| told.start(source))
    }

    /// Starts it under tokio. Must be called inside a tokio runtime.
    ///
    /// # Errors
    /// `NotFound` or `Start`.
    pub fn spawn_tokio(self) -> Result<tokio::process::Child, CommandError> {
        let kill_on_drop = self.kill_on_drop;
        let (command, told) = self.into_std()?;
        let mut command = tokio::process::Command::from(command);
        command.kill_on_drop(kill_on_drop);
        command.spawn().map_err(|source| told.start(source))
    }

    /// Starts it so that it outlives this process and its terminal: its streams lead nowhere, and it
    /// has a session of its own where there is a program `setsid`, else a process group of its own,
    /// which the end of a terminal does not reach either. While this process lives it waits for the
    /// child, so that none is left dead and listed.
    ///
    /// # Errors
    /// `NotFound` or `Start`.
    pub fn spawn_detached(mut self) -> Result<Detached, CommandError> {
        self.place = Place::OwnSession;
        (self.stdin, self.stdout, self.stderr) = (Stream::Null, Stream::Null, Stream::Null);
        Ok(Detached::watch(self.spawn()?))
    }

    /// Runs it to its end and keeps the first `max_bytes` of standard output and of standard
    /// error. At the deadline it is ended, and when it is cancelled. Whatever it left running in its
    /// process group is ended too. Blocks.
    ///
    /// # Errors
    /// See [`CommandError`]; an exit code other than 0 is no error.
    pub fn output(mut self, deadline: Duration, max_bytes: usize) -> Result<Captured, CommandError> {
        self.place = Place::OwnGroup;
        self.stdout = Stream::Pipe;
        self.stderr = Stream::Pipe;
        let input = std::mem::take(&mut self.input);
        let watch = Watch { deadline, cancelled: self.cancelled.take(), max_bytes };
        let most_memory = self.most_memory;
        let (mut command, told) = self.into_std()?;
        let child = command.spawn().map_err(|source| told.start(source))?;
        if let Some(bytes) = most_memory {
            limit_memory(&child, bytes);
        }
        let program = told.program;
        match capture::run(child, input, &watch) {
            Ok(Outcome::Ended(captured)) => Ok(captured),
            Ok(Outcome::DeadlinePassed) => Err(CommandError::DeadlinePassed { program, deadline }),
            Ok(Outcome::Cancelled) => Err(CommandError::Cancelled { program }),
            Err(source) => Err(CommandError::Watch { program, source }),
        }
    }

    #[expect(clippy::disallowed_methods, reason = "this is the helper that names the folder and the environment")]
    fn into_std(self) -> Result<(std::process::Command, Told), CommandError> {
        let told = Told { program: self.program.to_string_lossy().into_owned(), cwd: self.cwd };
        let program = self
            .environment
            .find_program(&self.program)
            .ok_or_else(|| CommandError::NotFound { program: told.program.clone() })?;
        // Only a leader of a group would be made to fork; this child is none, and keeps its id.
        let leader = if self.place == Place::OwnSession { session_leader(&self.environment) } else { None };
        let mut command = match &leader {
            Some(setsid) => {
                let mut command = std::process::Command::new(setsid);
                command.arg(program);
                command
            }
            None => std::process::Command::new(program),
        };
        command
            .args(self.arguments)
            .current_dir(&told.cwd)
            .env_clear()
            .envs(self.environment.iter())
            .stdin(self.stdin)
            .stdout(self.stdout)
            .stderr(self.stderr);
        if leader.is_none() {
            platform(&mut command, self.place);
        }
        Ok((command, told))
    }
}

/// The limit comes a moment after the start, before any program could use up much.
#[cfg(target_os = "linux")]
fn limit_memory(child: &Child, bytes: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    // A child that has ended already needs none.
    prlimit(Some(Pid::from_child(child)), Resource::Data, limit).ok();
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_child: &Child, _bytes: u64) {}

/// What errors need to know about a command.
struct Told {
    program: String,
    cwd: PathBuf,
}

impl Told {
    fn start(&self, source: io::Error) -> CommandError {
        CommandError::Start { program: self.program.clone(), cwd: self.cwd.clone(), source }
    }
}

/// The program that gives what it starts a session of its own. The system call itself would have to
/// be made between fork and exec, which no safe code can do.
fn session_leader(environment: &Environment) -> Option<PathBuf> {
    if cfg!(target_os = "linux") { environment.find_program("setsid") } else { None }
}

#[cfg(unix)]
fn platform(command: &mut std::process::Command, place: Place) {
    use std::os::unix::process::CommandExt as _;
    if place != Place::OurGroup {
        command.process_group(0);
    }
}

#[cfg(windows)]
fn platform(command: &mut std::process::Command, place: Place) {
    use std::os::windows::process::CommandExt as _;
    const DETACHED_PROCESS: u32 = 0x0000_0008;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    command.creation_flags(match place {
        Place::OurGroup => CREATE_NO_WINDOW,
        Place::OwnGroup => CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP,
        Place::OwnSession => DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP,
    });
}

#[cfg(test)]
mod tests;
