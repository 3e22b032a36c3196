//! One process as sysinfo sees it, where there is no `/proc`.

use sysinfo::{Pid, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System};

/// What the system says about a process.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub(super) start_time: u64,
    pub(super) ended: bool,
}

pub(super) fn look(pid: u32) -> Option<Look> {
    let pid = Pid::from_u32(pid);
    let mut system = System::new().ok()?;
    let what = ProcessRefreshKind::nothing().without_tasks();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, what);
    let process = system.process(pid)?;
    Some(Look { start_time: process.start_time(), ended: process.status() == ProcessStatus::Zombie })
}
