//! What processes cost, as the kernel tells it.

use std::fs;

use c2c_os::process;

use crate::Outcome;

/// The name of the web engine's process for a page; the kernel keeps 15 letters.
const WEB_PROCESS: &str = "WebKitWebProces";

/// The proportional set size of a process and of everything that it started, in MB (1,000,000 bytes).
pub(crate) fn pss_mb(pid: u32) -> Outcome<f64> {
    let mut all = pss(pid)?;
    // One that has ended meanwhile takes nothing.
    all += process::descendants(pid)?.iter().filter_map(|process| pss(process.pid).ok()).sum::<f64>();
    Ok(all)
}

fn pss(pid: u32) -> Outcome<f64> {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup"))?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:")).ok_or("there is no Pss")?;
    let kibibytes: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kibibytes * 1024.0 / 1e6)
}

/// Whether a page's process of the web engine runs.
pub(crate) fn has_web_process(pid: u32) -> Outcome<bool> {
    let is_web =
        |pid: u32| fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.trim_end() == WEB_PROCESS);
    Ok(process::descendants(pid)?.iter().any(|process| is_web(process.pid)))
}

/// Processor time of a process and of everything that it started, in hundredths of a second.
pub(crate) fn ticks(pid: u32) -> Outcome<f64> {
    let others: f64 = process::descendants(pid)?.iter().filter_map(|process| own_ticks(process.pid).ok()).sum();
    Ok(own_ticks(pid)? + others)
}

fn own_ticks(pid: u32) -> Outcome<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name stands in brackets and may hold anything.
    let (_, rest) = stat.rsplit_once(')').ok_or("a process has no name")?;
    let mut fields = rest.split_whitespace().skip(11).map_while(|field| field.parse::<f64>().ok());
    fields.next().zip(fields.next()).map(|(user, system)| user + system).ok_or_else(|| "no times".into())
}
