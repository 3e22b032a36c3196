//! Other processes: who they are, whether they live, how to end them.
//!
//! A process id alone names nobody, because ids are used again. Everything here goes by id and
//! start time together, and a signal is sent only to the process that both name.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System, UpdateKind};

#[cfg(target_os = "linux")]
#[path = "process/linux.rs"]
mod platform;
#[cfg(not(target_os = "linux"))]
#[path = "process/other.rs"]
mod platform;
mod signal;

pub use signal::{interrupt, interrupt_group, kill, kill_group, terminate, terminate_group};

/// One process, as long as it lives and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ProcessIdentity {
    /// The process id.
    pub pid: u32,
    /// When it started, in a unit that only comparison can use. Fits 63 bits.
    pub start_time: u64,
}

/// The system does not tell about its processes.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// The list of processes cannot be read.
    #[error("the list of processes cannot be read: {reason}")]
    List {
        /// The system's words.
        reason: String,
    },
    /// A process that must exist is not listed.
    #[error("process {pid} is not in the list of processes")]
    NotListed {
        /// Its id.
        pid: u32,
    },
    /// A signal was refused.
    #[error("process {pid} cannot be signalled")]
    Signal {
        /// Its id.
        pid: u32,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
}

/// This process.
///
/// # Errors
/// When the system does not tell when it started.
pub fn own_identity() -> Result<ProcessIdentity, ProcessError> {
    let pid = std::process::id();
    identity(pid).ok_or(ProcessError::NotListed { pid })
}

/// Whether this process has all rights on its system: it runs as root. Windows has no such person.
#[must_use]
pub fn is_root() -> bool {
    #[cfg(unix)]
    return rustix::process::geteuid().is_root();
    #[cfg(not(unix))]
    return false;
}

/// The process that has the id `pid` now; none when there is none. One that has ended and waits
/// for its parent still counts, so that a child can be named until it is waited for.
#[must_use]
pub fn identity(pid: u32) -> Option<ProcessIdentity> {
    platform::look(pid).map(|look| ProcessIdentity { pid, start_time: look.start_time })
}

/// Whether this very process still runs. One that has ended but waits for its parent does not.
#[must_use]
pub fn is_alive(process: &ProcessIdentity) -> bool {
    platform::look(process.pid).is_some_and(|look| look.start_time == process.start_time && !look.ended)
}

/// All living processes, ourselves excepted, that were started with `name=value` in their
/// environment. Processes of other people cannot be looked into and are not found.
///
/// # Errors
/// When the list of processes cannot be read: then nothing may be concluded.
pub fn find_by_environment(name: &str, value: impl AsRef<OsStr>) -> Result<Vec<ProcessIdentity>, ProcessError> {
    let mut wanted = OsString::from(name);
    wanted.push("=");
    wanted.push(value);
    let system = list(ProcessRefreshKind::nothing().without_tasks().with_environ(UpdateKind::Always))?;
    let marked = |process: &&Process| process.environ().contains(&wanted);
    Ok(identities(system.processes().values().filter(marked)))
}

/// The arguments that this very process was started with, its own name first; none when it has ended
/// or belongs to somebody else. Some programs write their arguments anew, joined by spaces.
#[must_use]
pub fn arguments(process: &ProcessIdentity) -> Option<Vec<OsString>> {
    let what = ProcessRefreshKind::nothing().without_tasks().with_cmd(UpdateKind::Always);
    look_into(process, what, |process| process.cmd().to_vec()).filter(|arguments| !arguments.is_empty())
}

/// All living processes, ourselves excepted, whose arguments (see [`arguments`]) are `wanted`.
///
/// # Errors
/// When the list of processes cannot be read: then nothing may be concluded.
pub fn find_by_arguments(wanted: impl Fn(&[OsString]) -> bool) -> Result<Vec<ProcessIdentity>, ProcessError> {
    let system = list(ProcessRefreshKind::nothing().without_tasks().with_cmd(UpdateKind::Always))?;
    Ok(identities(system.processes().values().filter(|process| wanted(process.cmd()))))
}

/// What `read` finds in this very process, which is looked at before and after.
fn look_into<T>(process: &ProcessIdentity, what: ProcessRefreshKind, read: impl FnOnce(&Process) -> T) -> Option<T> {
    if !is_alive(process) {
        return None;
    }
    let pid = Pid::from_u32(process.pid);
    let mut system = System::new().ok()?;
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, what);
    let found = read(system.process(pid)?);
    is_alive(process).then_some(found)
}

/// The program that this very process runs, absolute and without links; none when it has ended or belongs to
/// somebody else. It is the system's word, not the process's.
#[must_use]
pub fn program(process: &ProcessIdentity) -> Option<PathBuf> {
    let what = ProcessRefreshKind::nothing().without_tasks().with_exe(UpdateKind::Always);
    look_into(process, what, |process| process.exe().map(Path::to_path_buf)).flatten()
}

/// All living processes, ourselves excepted, whose program (see [`program`]) is `wanted`. Processes of other
/// people may not be found.
///
/// # Errors
/// When the list of processes cannot be read: then nothing may be concluded.
pub fn find_by_program(wanted: impl Fn(&Path) -> bool) -> Result<Vec<ProcessIdentity>, ProcessError> {
    let system = list(ProcessRefreshKind::nothing().without_tasks().with_exe(UpdateKind::Always))?;
    Ok(identities(system.processes().values().filter(|process| process.exe().is_some_and(&wanted))))
}

/// All living processes that `pid` started itself and has not been parted from.
///
/// # Errors
/// When the list of processes cannot be read: then nothing may be concluded.
pub fn children(pid: u32) -> Result<Vec<ProcessIdentity>, ProcessError> {
    let system = list(ProcessRefreshKind::nothing().without_tasks())?;
    let parent = Some(Pid::from_u32(pid));
    Ok(identities(system.processes().values().filter(|process| process.parent() == parent)))
}

/// All living processes that descend from `pid` by their parent links, `pid` not among them.
/// Those whose parent ended before have another parent now and are not found.
///
/// # Errors
/// When the list of processes cannot be read: then nothing may be concluded.
pub fn descendants(pid: u32) -> Result<Vec<ProcessIdentity>, ProcessError> {
    let system = list(ProcessRefreshKind::nothing().without_tasks())?;
    let mut family = vec![Pid::from_u32(pid)];
    let mut next = 0;
    while let Some(&parent) = family.get(next) {
        next += 1;
        for (&child, process) in system.processes() {
            if process.parent() == Some(parent) && !family.contains(&child) {
                family.push(child);
            }
        }
    }
    Ok(identities(family.iter().skip(1).filter_map(|pid| system.process(*pid))))
}

fn list(what: ProcessRefreshKind) -> Result<System, ProcessError> {
    let mut system = System::new().map_err(|error| ProcessError::List { reason: error.to_string() })?;
    let found = system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
    if found == 0 {
        return Err(ProcessError::List { reason: "it is empty".to_owned() });
    }
    Ok(system)
}

/// Looks once more at each, since some have ended meanwhile.
fn identities<'a>(processes: impl Iterator<Item = &'a Process>) -> Vec<ProcessIdentity> {
    let ourselves = std::process::id();
    processes
        .filter(|process| process.pid().as_u32() != ourselves && process.status() != ProcessStatus::Zombie)
        .filter_map(|process| identity(process.pid().as_u32()))
        .filter(is_alive)
        .collect()
}

#[cfg(test)]
mod tests;
