//! Waiting for a child with its output, under a deadline.

use std::io::{self, Read, Write as _};
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often an ended child is looked for while its pipes are still open.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// How long pipes may stay open after everything in the group was ended. Only a process that left
/// the group can hold them that long.
const PIPE_GRACE: Duration = Duration::from_millis(500);

/// What a program printed, and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captured {
    /// How it ended.
    pub status: ExitStatus,
    /// The beginning of its standard output.
    pub stdout: Vec<u8>,
    /// Whether there was more standard output.
    pub stdout_cut: bool,
    /// The beginning of its standard error.
    pub stderr: Vec<u8>,
    /// Whether there was more standard error.
    pub stderr_cut: bool,
}

impl Captured {
    /// Whether it ended with exit code 0.
    #[must_use]
    pub fn success(&self) -> bool {
        self.status.success()
    }
}

#[derive(Debug, Default)]
struct Kept {
    bytes: Vec<u8>,
    cut: bool,
}

/// How long a child is watched, and how much of its output is kept.
pub(super) struct Watch {
    pub(super) deadline: Duration,
    /// Becomes true when nobody waits any more.
    pub(super) cancelled: Option<Arc<AtomicBool>>,
    pub(super) max_bytes: usize,
}

/// What became of a child that was watched.
pub(super) enum Outcome {
    Ended(Captured),
    DeadlinePassed,
    Cancelled,
}

/// Why the waiting came to its end.
#[derive(Clone, Copy)]
enum Waited {
    Ended,
    DeadlinePassed,
    Cancelled,
}

/// Feeds and reads `child` until it has ended, or ends it.
pub(super) fn run(mut child: Child, input: Vec<u8>, watch: &Watch) -> io::Result<Outcome> {
    let until = Instant::now() + watch.deadline;
    if let Some(mut stdin) = child.stdin.take() {
        // A child that does not read its input is no error; dropping the pipe ends the input.
        thread::spawn(move || stdin.write_all(&input).ok());
    }
    let (closed, pipes) = channel();
    let stdout = keep(child.stdout.take(), watch.max_bytes, closed.clone());
    let stderr = keep(child.stderr.take(), watch.max_bytes, closed);

    let is_cancelled = || watch.cancelled.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
    let waited = wait(&mut child, &pipes, until, is_cancelled);
    // While the child has not been waited for, its id still names its group and nobody else's.
    end_group(&mut child);
    let status = child.wait()?;
    drain(&pipes, Instant::now() + PIPE_GRACE);
    match waited? {
        Waited::Ended => {}
        Waited::DeadlinePassed => return Ok(Outcome::DeadlinePassed),
        Waited::Cancelled => return Ok(Outcome::Cancelled),
    }
    let (stdout, stderr) = (take(&stdout), take(&stderr));
    Ok(Outcome::Ended(Captured {
        status,
        stdout: stdout.bytes,
        stdout_cut: stdout.cut,
        stderr: stderr.bytes,
        stderr_cut: stderr.cut,
    }))
}

/// Reads `pipe` to its end in a thread, keeps the first `max_bytes`, then drops its `closed`.
fn keep(pipe: Option<impl Read + Send + 'static>, max_bytes: usize, closed: Sender<()>) -> Arc<Mutex<Kept>> {
    let kept = Arc::new(Mutex::new(Kept::default()));
    if let Some(mut pipe) = pipe {
        let kept = Arc::clone(&kept);
        thread::spawn(move || {
            let mut buffer = vec![0; 64 * 1024];
            loop {
                let read = match pipe.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(read) => read,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(_) => break,
                };
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let room = max_bytes.saturating_sub(kept.bytes.len()).min(read);
                kept.bytes.extend_from_slice(buffer.get(..room).unwrap_or_default());
                kept.cut |= room < read;
            }
            drop(closed);
        });
    }
    kept
}

/// Waits until the child has ended, as long as it may take and somebody waits.
fn wait(
    child: &mut Child,
    pipes: &Receiver<()>,
    until: Instant,
    is_cancelled: impl Fn() -> bool,
) -> io::Result<Waited> {
    let mut pause = Duration::from_micros(200);
    loop {
        let now = Instant::now();
        if has_ended(child)? {
            return Ok(Waited::Ended);
        }
        if now >= until {
            return Ok(Waited::DeadlinePassed);
        }
        if is_cancelled() {
            return Ok(Waited::Cancelled);
        }
        let left = until - now;
        match pipes.recv_timeout(LOOK_EVERY.min(left)) {
            Ok(()) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                // Both pipes are closed: as a rule the child ends in the same moment.
                if has_ended(child)? {
                    return Ok(Waited::Ended);
                }
                thread::sleep(pause.min(left));
                pause = (pause * 2).min(LOOK_EVERY);
            }
        }
    }
}

/// Waits for both readers to be done.
fn drain(pipes: &Receiver<()>, until: Instant) {
    while let Some(left) = until.checked_duration_since(Instant::now()) {
        if let Err(RecvTimeoutError::Disconnected) = pipes.recv_timeout(left) {
            return;
        }
    }
}

fn take(kept: &Mutex<Kept>) -> Kept {
    std::mem::take(&mut kept.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Whether it has ended, without waiting for it in the system's sense.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(Pid::from_child(child)), options)?.is_some())
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    Ok(child.try_wait()?.is_some())
}

#[cfg(unix)]
fn end_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // The group is empty when nothing is left, which is how it should be.
    kill_process_group(Pid::from_child(child), Signal::KILL).ok();
}

#[cfg(not(unix))]
fn end_group(child: &mut Child) {
    for process in crate::process::descendants(child.id()).unwrap_or_default() {
        crate::process::kill(&process).ok();
    }
    child.kill().ok();
}
