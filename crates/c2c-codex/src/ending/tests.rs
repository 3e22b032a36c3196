//! Ending real processes: polite ones, stubborn ones, and what they leave behind.
#![cfg(unix)]

use std::path::Path;

use c2c_os::command::Command;
use c2c_os::environment::Environment;
use tokio::process::Child;

use super::*;

/// A mark of its own for each test.
fn mark(test: &str) -> String {
    format!("{test}_{}", std::process::id())
}

fn shell(mark: &str, script: &str) -> (Child, ProcessIdentity) {
    let child = Command::new("bash", Path::new("/"))
        .args(["-c", script])
        .inherit(&Environment::from_process(), ["PATH"])
        .env(MARK, mark)
        .own_group()
        .kill_on_drop()
        .spawn_tokio()
        .unwrap();
    let process = process::identity(child.id().unwrap()).unwrap();
    (child, process)
}

/// Waits until `count` marked processes run.
async fn marked(mark: &str, count: usize) -> Vec<ProcessIdentity> {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let found = process::find_by_environment(MARK, mark).unwrap();
        if found.len() == count {
            return found;
        }
        assert!(Instant::now() < deadline, "{} processes instead of {count}", found.len());
        tokio::time::sleep(POLL).await;
    }
}

#[tokio::test]
async fn one_that_listens_is_asked_only() {
    let mark = mark("listens");
    let (mut child, process) = shell(&mark, "trap 'exit 3' INT; sleep 600 & wait");
    let mut all = marked(&mark, 2).await;
    all.retain(|other| *other != process);
    let family = end(process).await.unwrap();
    assert_eq!(family, all);
    assert_eq!(child.wait().await.unwrap().code(), Some(3));
    sweep(&mark, &family).await.unwrap();
    assert!(!process::is_alive(&all[0]));
}

#[tokio::test]
async fn what_left_its_parents_is_found_by_its_mark() {
    let mark = mark("detached");
    let script = "(setsid nohup sleep 600 >/dev/null 2>&1 &) ; trap '' INT TERM HUP; sleep 600 & wait; wait";
    let (mut child, process) = shell(&mark, script);
    let all = marked(&mark, 3).await;
    child.start_kill().unwrap();
    child.wait().await.unwrap();
    assert!(!process::is_alive(&process));
    sweep(&mark, &[]).await.unwrap();
    assert_eq!(all.iter().filter(|process| process::is_alive(process)).count(), 0);
}

#[tokio::test]
async fn what_cleared_its_environment_is_found_by_its_parent() {
    let mark = mark("cleared");
    let (mut child, process) = shell(&mark, "trap 'exit' INT; env -i setsid sleep 600 & env -i sleep 600 & wait");
    let deadline = Instant::now() + Duration::from_secs(20);
    let children = loop {
        let children = process::descendants(process.pid).unwrap();
        let unmarked = process::find_by_environment(MARK, &mark).unwrap().len() == 1;
        if children.len() == 2 && unmarked {
            break children;
        }
        assert!(Instant::now() < deadline, "{children:?}");
        tokio::time::sleep(POLL).await;
    };
    let family = end(process).await.unwrap();
    child.wait().await.unwrap();
    sweep(&mark, &family).await.unwrap();
    assert_eq!(children.iter().filter(|process| process::is_alive(process)).count(), 0);
}

#[tokio::test]
async fn a_sweep_leaves_others_alone() {
    let (ours, others) = (mark("ours"), mark("others"));
    let (_child, process) = shell(&others, "exec sleep 600");
    marked(&others, 1).await;
    sweep(&ours, &[]).await.unwrap();
    assert!(process::is_alive(&process));
}

#[tokio::test]
async fn the_eldest_are_those_that_no_marked_process_started() {
    let mark = mark("eldest");
    let (_first, first) = shell(&mark, "sleep 600; :");
    let (_second, second) = shell(&mark, "exec sleep 600");
    marked(&mark, 3).await;
    let mut found = eldest(&mark).await.unwrap();
    found.sort_by_key(|process| process.pid);
    let mut expected = vec![first, second];
    expected.sort_by_key(|process| process.pid);
    assert_eq!(found, expected);
    sweep(&mark, &[]).await.unwrap();
}
