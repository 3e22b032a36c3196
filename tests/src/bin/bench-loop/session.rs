//! Whole sessions: from an answer that is finished on the screen, by the page's own clock, until the
//! journal of the real loop begins what comes next.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use c2c_os::clock::SystemClock;
use c2c_os::command::Command;
use c2c_os::environment::Environment;
use c2c_store::{SessionFilter, Store};
use c2c_tests::measure::Report;
use serde_json::Value;

use crate::latency::{SETTLE_MS, line};
use crate::{Options, Outcome};

/// How many answers of a session are read as its messages.
const ANSWERS: usize = 3;

/// How long a session may take.
const SESSION: Duration = Duration::from_secs(300);
/// How much of what it says is kept, in bytes.
const OUTPUT: usize = 1 << 20;

/// Plays demo sessions until there are as many answers as rounds.
pub(crate) fn measure(options: &Options, report: Report) -> Outcome<()> {
    let codex = Environment::from_process()
        .get("C2C_CODEX")
        .map(PathBuf::from)
        .ok_or("C2C_CODEX does not name a Codex program; `cargo xtask bench loop` does")?;
    let rounds = if options.is_quick { ANSWERS } else { 30 };
    let folder = Folder::make()?;
    let mut times = Vec::new();
    while times.len() < rounds {
        let before = times.len();
        let session = play(&folder.0, &codex)?;
        times.extend(starts(&session)?);
        if times.len() == before {
            return Err("a session had no answers".into());
        }
    }
    line(report, "answer shown to next effect, beyond 2 s", times, &[])
}

/// Plays one session on a desktop of its own; its folder.
fn play(under: &Path, codex: &Path) -> Outcome<PathBuf> {
    let program = env::current_exe()?;
    let demo = Command::new(program.with_file_name("c2c-testkit"), under).inherit_all(&Environment::from_process());
    let demo = demo.arg("demo").arg("--c2c").arg(program.with_file_name("c2c")).arg("--codex").arg(codex);
    let demo = demo.arg("--under").arg(under).arg("--json").env_remove("DISPLAY");
    let played = demo.output(SESSION, OUTPUT)?;
    if !played.status.success() {
        let said = String::from_utf8_lossy(&played.stdout);
        return Err(format!("a session did not end DONE: {}", said.lines().last().unwrap_or_default()).into());
    }
    let folders = fs::read_dir(under)?.map(|entry| entry.map(|entry| entry.path()));
    let newest = folders.collect::<io::Result<Vec<_>>>()?.into_iter().max_by_key(|path| number_of(path));
    newest.ok_or_else(|| "the session has no folder".into())
}

fn number_of(folder: &Path) -> Option<u32> {
    folder.file_name()?.to_str()?.parse().ok()
}

/// How long after each answer, beyond the time in which it must not change, the next effect was begun.
fn starts(session: &Path) -> Outcome<Vec<Duration>> {
    let store = Store::open(&session.join("c2c-home/c2c.sqlite"), Arc::new(SystemClock))?;
    let begun = store.read(|tx| {
        let sessions = tx.sessions(&SessionFilter::default(), 1)?;
        sessions.iter().map(|session| tx.effects(&session.id)).collect::<Result<Vec<_>, _>>()
    })?;
    let begun: Vec<i64> = begun.concat().iter().map(|effect| effect.created_at_ms).collect();
    let log = fs::read_to_string(session.join("chatgpt.jsonl"))?;
    let rows = log.lines().filter_map(|row| serde_json::from_str::<Value>(row).ok());
    let shown = rows.filter(|row| row["event"] == "shown" && row["details"]["what"] == "answer");
    // The first answers the boot prompt: nothing is read from it, and the next send waits for its end.
    let shown = shown.filter_map(|row| row["details"]["at_ms"].as_i64()).skip(1);
    let next = shown.filter_map(|shown| begun.iter().find(|begun| **begun > shown).map(|begun| begun - shown));
    Ok(next.map(|waited| Duration::from_millis((waited - SETTLE_MS).max(0).unsigned_abs())).collect())
}

/// The sessions' folder beside the program, which a sandbox lets Codex use. It goes at the end.
struct Folder(PathBuf);

impl Folder {
    fn make() -> Outcome<Self> {
        let folder = env::current_exe()?.with_file_name(format!("bench-loop-sessions-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            tracing::warn!(%error, "the sessions' folder stays");
        }
    }
}
