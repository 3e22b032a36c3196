//! Other processes: the test binary itself, started again with a role to play.

use std::ffi::OsStr;
use std::io::Read as _;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use c2c_os::command::{Command, Stream};
use c2c_os::environment::Environment;
use c2c_store::StoreError;
use serde_json::{Value, json};

use crate::damage::output;
use crate::support::{open, session_id, workspace_id};

const ROLE: &str = "C2C_STORE_TEST_ROLE";
const FILE: &str = "C2C_STORE_TEST_FILE";
/// How a report begins among what the test harness prints.
const REPORT: &str = "REPORT ";
/// How many commands a writer adds.
pub(crate) const WRITES: usize = 1_000;

/// What a child does with the store.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Role {
    /// Adds [`WRITES`] commands, each in a transaction of its own.
    Write,
    /// Adds commands until it is ended.
    WriteOn,
    /// Stops in the middle of a transaction.
    Hang,
    /// Keeps outputs until there is no room, then reports.
    Fill,
    /// Opens the store and reports how that went.
    Open,
    /// Makes the store and reports the modes of its files.
    Modes,
}

impl Role {
    const ALL: [Self; 6] = [Self::Write, Self::WriteOn, Self::Hang, Self::Fill, Self::Open, Self::Modes];

    fn name(self) -> String {
        format!("{self:?}")
    }
}

/// The command that plays `role` on the store `file`; `shell` runs before it in the same process.
fn command(role: Role, file: &Path, shell: Option<&str>) -> Command {
    let program = std::env::current_exe().unwrap();
    let arguments = ["--exact", "roles::a_child_plays_its_role", "--nocapture"];
    let cwd = file.parent().unwrap();
    let command = match shell {
        None => Command::new(program, cwd),
        Some(shell) => Command::new("sh", cwd).args(["-c", &format!("{shell}; exec \"$0\" \"$@\"")]).arg(program),
    };
    let environment = Environment::from_process();
    command.args(arguments).inherit_all(&environment).env(ROLE, role.name()).env(FILE, file)
}

/// Starts a child that goes on until it is killed, or until this process is gone.
pub(crate) fn start(role: Role, file: &Path) -> Child {
    command(role, file, None).stdin(Stream::Pipe).spawn().unwrap()
}

/// Runs a child to its end; its report.
pub(crate) fn run(role: Role, file: &Path, shell: Option<&str>) -> Value {
    let captured = command(role, file, shell).output(Duration::from_secs(120), 1 << 20).unwrap();
    let text = String::from_utf8_lossy(&captured.stdout);
    let report = text.lines().find_map(|line| line.split_once(REPORT).map(|(_, report)| report.to_owned()));
    let errors = String::from_utf8_lossy(&captured.stderr);
    let report = report.unwrap_or_else(|| panic!("no report from {role:?}: {text}\n{errors}"));
    serde_json::from_str(&report).unwrap()
}

/// Does nothing in an ordinary run.
#[test]
fn a_child_plays_its_role() {
    let environment = Environment::from_process();
    let Some(name) = environment.get(ROLE).and_then(OsStr::to_str) else { return };
    let role = Role::ALL.into_iter().find(|role| role.name() == name).unwrap();
    let report = play(role, Path::new(environment.get(FILE).unwrap()));
    println!("{REPORT}{report}");
}

fn play(role: Role, file: &Path) -> Value {
    match role {
        Role::Write => write(file, WRITES),
        Role::WriteOn => write(file, 1_000_000),
        Role::Hang => {
            let store = open(file).unwrap();
            store
                .write(|tx| {
                    for n in 0..500 {
                        tx.add_command(&session_id(1), "half", &json!(n))?;
                    }
                    std::fs::write(file.with_extension("ready"), "").unwrap();
                    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
                    Err::<(), _>(StoreError::Busy)
                })
                .unwrap_err();
            json!(null)
        }
        Role::Fill => fill(file),
        Role::Open => json!(open(file).map_or_else(|error| kind(&error), |_| "opened".to_owned())),
        Role::Modes => modes(file),
    }
}

fn write(file: &Path, writes: usize) -> Value {
    let store = open(file).unwrap();
    for n in 0..writes {
        store.write(|tx| tx.add_command(&session_id(1), "count", &json!([std::process::id(), n]))).unwrap();
    }
    json!(writes)
}

fn fill(file: &Path) -> Value {
    let store = open(file).unwrap();
    for n in 0..1_000 {
        if let Err(error) = store.write(|tx| tx.add_output(&output(n, 50_000))) {
            let read = store.read(|tx| tx.outputs(&workspace_id(1), None, 9_999, None));
            return json!({"kept": n, "error": kind(&error), "readable": read.map_or(-1, |rows| rows.len() as i64)});
        }
    }
    json!("there was always room")
}

fn kind(error: &StoreError) -> String {
    match error {
        StoreError::Full { .. } => "full".to_owned(),
        other => format!("{other:?}"),
    }
}

#[cfg(unix)]
fn modes(file: &Path) -> Value {
    use std::os::unix::fs::PermissionsExt as _;
    let store = open(file).unwrap();
    crate::support::add_session(&store, 1);
    let mode = |path: &Path| format!("{:o}", std::fs::metadata(path).unwrap().permissions().mode() & 0o777);
    let files = ["sqlite", "sqlite-wal", "sqlite-shm"].map(|ending| mode(&file.with_extension(ending)));
    json!({"folder": mode(file.parent().unwrap()), "files": files})
}

#[cfg(not(unix))]
fn modes(_file: &Path) -> Value {
    json!(null)
}
