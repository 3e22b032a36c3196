//! Sending signals, only ever to the process that was meant.

use super::{ProcessError, ProcessIdentity};

/// Asks `process` to stop what it does (SIGINT; Windows has no such thing and ends it).
/// `false` says that it had ended already.
///
/// # Errors
/// When the system refuses.
pub fn interrupt(process: &ProcessIdentity) -> Result<bool, ProcessError> {
    send(process, Signal::Interrupt)
}

/// Asks `process` to end (SIGTERM; Windows ends it). `false` says that it had ended already.
///
/// # Errors
/// When the system refuses.
pub fn terminate(process: &ProcessIdentity) -> Result<bool, ProcessError> {
    send(process, Signal::Terminate)
}

/// Ends `process` (SIGKILL). `false` says that it had ended already.
///
/// # Errors
/// When the system refuses.
pub fn kill(process: &ProcessIdentity) -> Result<bool, ProcessError> {
    send(process, Signal::Kill)
}

/// [`interrupt`] for the whole process group that `leader` leads. Works as long as the leader has
/// not been waited for; afterwards its number may name another group.
///
/// # Errors
/// When the system refuses.
pub fn interrupt_group(leader: &ProcessIdentity) -> Result<bool, ProcessError> {
    send_group(leader, Signal::Interrupt)
}

/// [`terminate`] for the whole process group that `leader` leads; see [`interrupt_group`].
///
/// # Errors
/// When the system refuses.
pub fn terminate_group(leader: &ProcessIdentity) -> Result<bool, ProcessError> {
    send_group(leader, Signal::Terminate)
}

/// [`kill`] for the whole process group that `leader` leads; see [`interrupt_group`].
///
/// # Errors
/// When the system refuses.
pub fn kill_group(leader: &ProcessIdentity) -> Result<bool, ProcessError> {
    send_group(leader, Signal::Kill)
}

#[derive(Debug, Clone, Copy)]
enum Signal {
    Interrupt,
    Terminate,
    Kill,
}

#[cfg(unix)]
mod unix {
    use rustix::io::Errno;
    use rustix::process::Pid;

    use super::Signal;
    use crate::process::{ProcessError, ProcessIdentity, identity, is_alive};

    fn number(signal: Signal) -> rustix::process::Signal {
        match signal {
            Signal::Interrupt => rustix::process::Signal::INT,
            Signal::Terminate => rustix::process::Signal::TERM,
            Signal::Kill => rustix::process::Signal::KILL,
        }
    }

    /// Ids 0 and 1 are no process to signal: 0 would mean our own group, 1 everything.
    fn pid_of(process: &ProcessIdentity) -> Option<Pid> {
        i32::try_from(process.pid).ok().filter(|pid| *pid > 1).and_then(Pid::from_raw)
    }

    fn answer(process: &ProcessIdentity, sent: rustix::io::Result<()>) -> Result<bool, ProcessError> {
        match sent {
            Ok(()) => Ok(true),
            Err(Errno::SRCH) => Ok(false),
            Err(error) => Err(ProcessError::Signal { pid: process.pid, source: error.into() }),
        }
    }

    pub(super) fn send(process: &ProcessIdentity, signal: Signal) -> Result<bool, ProcessError> {
        let Some(pid) = pid_of(process) else { return Ok(false) };
        // The handle is opened before the look, so that the id cannot change hands in between.
        #[cfg(target_os = "linux")]
        if let Ok(handle) = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()) {
            if !is_alive(process) {
                return Ok(false);
            }
            return answer(process, rustix::process::pidfd_send_signal(handle, number(signal)));
        }
        if !is_alive(process) {
            return Ok(false);
        }
        answer(process, rustix::process::kill_process(pid, number(signal)))
    }

    pub(super) fn send_group(leader: &ProcessIdentity, signal: Signal) -> Result<bool, ProcessError> {
        let Some(pid) = pid_of(leader) else { return Ok(false) };
        if identity(leader.pid) != Some(*leader) {
            return Ok(false);
        }
        answer(leader, rustix::process::kill_process_group(pid, number(signal)))
    }
}

#[cfg(unix)]
use unix::{send, send_group};

/// Windows knows one way to end a process from outside.
#[cfg(not(unix))]
fn send(process: &ProcessIdentity, _signal: Signal) -> Result<bool, ProcessError> {
    use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

    if !super::is_alive(process) {
        return Ok(false);
    }
    let pid = Pid::from_u32(process.pid);
    let mut system = System::new().map_err(|error| ProcessError::List { reason: error.to_string() })?;
    let what = ProcessRefreshKind::nothing().without_tasks();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, what);
    Ok(system.process(pid).is_some_and(sysinfo::Process::kill))
}

/// Windows has no process groups in this sense: the descendants stand in for them.
#[cfg(not(unix))]
fn send_group(leader: &ProcessIdentity, signal: Signal) -> Result<bool, ProcessError> {
    for process in super::descendants(leader.pid)? {
        send(&process, signal)?;
    }
    send(leader, signal)
}
