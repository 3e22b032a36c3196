//! The files of a job, and the lock in the hands of a child.

use c2c_os::command::{Command, Stream};
use c2c_os::environment::Environment;
use c2c_ports::{EffectId, Sandbox};

use super::*;

fn job(prompt: &str) -> Job {
    Job {
        effect_id: EffectId::from_random([7; 8]),
        root: PathBuf::from("/src/shop"),
        prompt: prompt.to_owned(),
        sandbox: Sandbox::WorkspaceWrite,
        deadline_s: 60,
        thread_id: None,
    }
}

fn files() -> (tempfile::TempDir, JobFiles) {
    let data = tempfile::tempdir().unwrap();
    let files = JobFiles::new(data.path().join("effects/eff_1"));
    (data, files)
}

#[test]
fn preparing_writes_the_prompt_and_the_schema_and_locks() {
    let (_data, files) = files();
    assert!(!files.exist());
    let mut prompt = files.prepare(&job("Do it.")).unwrap();
    assert!(files.exist());
    let mut read = String::new();
    prompt.read_to_string(&mut read).unwrap();
    assert_eq!(read, "Do it.");
    let schema: serde_json::Value = serde_json::from_slice(&fs::read(files.schema()).unwrap()).unwrap();
    assert_eq!(schema, result::schema());
    assert!(files.lock().unwrap().is_none());
    drop(prompt);
    assert!(files.lock().unwrap().is_some());
}

#[test]
fn preparing_again_replaces_what_never_ran() {
    let (_data, files) = files();
    drop(files.prepare(&job("A long prompt, cut off.")).unwrap());
    fs::write(files.events(), "").unwrap();
    fs::write(files.last_message(), "old").unwrap();
    drop(files.prepare(&job("Short.")).unwrap());
    assert_eq!(fs::read_to_string(files.prompt()).unwrap(), "Short.");
    assert!(!files.last_message().exists());
}

#[test]
fn a_job_that_is_running_is_not_prepared_again() {
    let (_data, files) = files();
    let _held = files.prepare(&job("Do it.")).unwrap();
    let error = files.prepare(&job("Do it.")).unwrap_err();
    assert!(error.to_string().starts_with("cannot take the lock"), "{error}");
    assert_eq!(fs::read_to_string(files.prompt()).unwrap(), "Do it.");
}

#[test]
fn a_job_that_has_run_is_never_run_again() {
    let (_data, files) = files();
    drop(files.prepare(&job("Do it.")).unwrap());
    fs::write(files.events(), "{").unwrap();
    let ExecutorError::Io { source, .. } = files.prepare(&job("Do it.")).unwrap_err() else {
        panic!("another error");
    };
    assert_eq!(source.kind(), io::ErrorKind::AlreadyExists);
}

#[test]
fn the_note_survives_and_a_damaged_one_is_none() {
    let (_data, files) = files();
    drop(files.prepare(&job("Do it.")).unwrap());
    assert_eq!(files.noted(), None);
    let process = c2c_os::process::own_identity().unwrap();
    files.note(&process).unwrap();
    assert_eq!(files.noted(), Some(process));
    fs::write(files.child(), "{\"pid\":").unwrap();
    assert_eq!(files.noted(), None);
}

#[test]
fn only_the_end_of_a_long_standard_error_is_read() {
    let (_data, files) = files();
    assert_eq!(files.stderr_tail(), "");
    drop(files.prepare(&job("Do it.")).unwrap());
    let limit = usize::try_from(MAX_STDERR_BYTES).unwrap();
    fs::write(files.stderr(), format!("begin{}end", "x".repeat(limit))).unwrap();
    let tail = files.stderr_tail();
    assert_eq!(tail.len(), limit);
    assert!(tail.ends_with("xend"));
}

#[cfg(unix)]
#[test]
fn the_files_are_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_data, files) = files();
    drop(files.prepare(&job("Do it.")).unwrap());
    drop(files.output(&files.events()).unwrap());
    for path in [files.prompt(), files.schema(), files.events()] {
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{path:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_child_keeps_the_lock_for_as_long_as_it_lives() {
    let (data, files) = files();
    let prompt = files.prepare(&job("Do it.")).unwrap();
    let environment = Environment::from_process();
    // It reads nothing and holds only what it was given as standard input.
    let mut child = Command::new("sleep", data.path())
        .arg("600")
        .inherit(&environment, ["PATH"])
        .stdin(Stream::File(prompt))
        .spawn()
        .unwrap();
    assert!(files.lock().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(files.lock().unwrap().is_some());
}
