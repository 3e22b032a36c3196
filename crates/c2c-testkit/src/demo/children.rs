//! The programs of a demo: heard line by line, and ended when they are dropped.

use std::io::{self, BufRead, BufReader};
use std::process::{self, Command};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// What is heard of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Said {
    /// A line of its standard output.
    Line(String),
    /// Its standard output ended.
    Closed(&'static str),
}

/// A program that was started.
#[derive(Debug)]
pub(crate) struct Child {
    name: &'static str,
    process: process::Child,
}

impl Child {
    /// Starts it; its standard output is sent on by line when it is piped.
    pub(crate) fn start(name: &'static str, mut command: Command, said: &Sender<Said>) -> io::Result<Self> {
        let mut process = command.spawn().map_err(|error| {
            io::Error::other(format!("`{}` cannot be started: {error}", command.get_program().display()))
        })?;
        if let Some(stdout) = process.stdout.take() {
            let said = said.clone();
            std::thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    if said.send(Said::Line(line)).is_err() {
                        return;
                    }
                }
                // Nobody listens any more when the demo is over.
                let _heard = said.send(Said::Closed(name));
            });
        }
        Ok(Self { name, process })
    }

    /// Waits for its end; whether that was a success.
    pub(crate) fn wait(&mut self, patience: Duration) -> io::Result<bool> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(status) = self.process.try_wait()? {
                return Ok(status.success());
            }
            if Instant::now() > deadline {
                return Err(io::Error::new(io::ErrorKind::TimedOut, format!("`{}` does not end", self.name)));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[cfg(target_os = "linux")]
impl Child {
    /// Asks it to end, as the system does when it is shut down.
    pub(crate) fn ask_to_end(&self) -> io::Result<()> {
        let mut kill = crate::process::command("kill", std::path::Path::new("/"));
        let asked = kill.args(["-TERM", &self.process.id().to_string()]).status()?;
        if asked.success() { Ok(()) } else { Err(io::Error::other(format!("`{}` is gone already", self.name))) }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        // Both fail only when it is gone already.
        let _killed = self.process.kill();
        let _waited = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Stdio;
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn lines_are_heard_and_then_the_end() {
        let (said, hear) = mpsc::channel();
        let mut command = crate::process::command("sh", Path::new("/"));
        command.args(["-c", "echo one; echo two; exit 3"]).stdout(Stdio::piped());
        let mut child = Child::start("shell", command, &said).unwrap();
        drop(said);
        let heard: Vec<Said> = hear.iter().collect();
        assert_eq!(heard, [Said::Line("one".to_owned()), Said::Line("two".to_owned()), Said::Closed("shell")]);
        assert!(!child.wait(Duration::from_secs(20)).unwrap());
    }

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let (said, hear) = mpsc::channel();
        let mut command = crate::process::command("sh", Path::new("/"));
        command.args(["-c", "exec sleep 600"]).stdout(Stdio::piped());
        let mut child = Child::start("sleeper", command, &said).unwrap();
        assert_eq!(child.wait(Duration::ZERO).unwrap_err().kind(), io::ErrorKind::TimedOut);
        drop(child);
        assert_eq!(hear.recv().unwrap(), Said::Closed("sleeper"));
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let (said, _hear) = mpsc::channel();
        let command = crate::process::command("/nowhere/c2c", Path::new("/"));
        let error = Child::start("c2c", command, &said).unwrap_err().to_string();
        assert!(error.starts_with("`/nowhere/c2c` cannot be started"), "{error}");
    }
}
