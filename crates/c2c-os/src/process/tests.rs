//! Processes: who they are, whether they live, how they end.

#![cfg(unix)]

use std::process::Child;
use std::time::{Duration, Instant};

use super::*;
use crate::command::{Command, Stream};
use crate::environment::Environment;

/// A child that is gone when the test is.
struct Guard(Child);

impl Guard {
    fn identity(&self) -> ProcessIdentity {
        identity(self.0.id()).unwrap()
    }

    fn kill_and_wait(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn start(script: &str, marker: Option<&str>) -> Guard {
    let environment = Environment::from_process();
    let command = Command::new("sh", "/").args(["-c", script]).inherit(&environment, ["PATH"]).own_group();
    let command = match marker {
        Some(marker) => command.env("C2C_EFFECT", marker),
        None => command,
    };
    Guard(command.stdin(Stream::Pipe).stdout(Stream::Pipe).spawn().unwrap())
}

#[track_caller]
fn until(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !condition() {
        assert!(Instant::now() < deadline, "{what} did not come");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A marker that no other test or run uses.
fn marker() -> String {
    format!("eff_{:016x}", u64::from_be_bytes(crate::random::bytes().unwrap()))
}

#[test]
fn this_process_lives_and_is_the_same_each_time() {
    let ourselves = own_identity().unwrap();
    assert_eq!(ourselves.pid, std::process::id());
    assert!(is_alive(&ourselves));
    assert_eq!(own_identity().unwrap(), ourselves);
    assert!(i64::try_from(ourselves.start_time).is_ok());
}

#[test]
fn an_identity_survives_json() {
    let identity = ProcessIdentity { pid: 1, start_time: u64::MAX };
    let text = serde_json::to_string(&identity).unwrap();
    assert_eq!(text, r#"{"pid":1,"start_time":18446744073709551615}"#);
    assert_eq!(serde_json::from_str::<ProcessIdentity>(&text).unwrap(), identity);
}

#[test]
fn another_start_time_is_another_process() {
    let ourselves = own_identity().unwrap();
    for start_time in [ourselves.start_time - 1, ourselves.start_time + 1, 0] {
        let other = ProcessIdentity { start_time, ..ourselves };
        assert!(!is_alive(&other));
        assert!(!terminate(&other).unwrap(), "we would not be here any more");
    }
}

#[test]
fn a_child_lives_until_it_has_ended_also_when_nobody_waited_for_it() {
    let child = start("read line", None);
    let process = child.identity();
    assert!(is_alive(&process));
    kill(&process).unwrap();
    until("its end", || !is_alive(&process));
    assert_eq!(identity(process.pid), Some(process), "it waits for its parent and still has its number");
}

#[test]
fn what_never_was_is_not_alive() {
    for pid in [0, u32::MAX, i32::MAX as u32] {
        let nobody = ProcessIdentity { pid, start_time: 0 };
        assert!(!is_alive(&nobody) && identity(pid).is_none());
        assert!(!kill(&nobody).unwrap() && !kill_group(&nobody).unwrap());
    }
}

#[test]
fn signals_arrive_as_what_they_are() {
    let script = "trap 'exit 41' INT; trap 'exit 42' TERM; echo ready; while :; do sleep 0.05; done";
    for (send, code) in [(interrupt as fn(&_) -> _, Some(41)), (terminate, Some(42)), (kill, None)] {
        let mut child = start(script, None);
        let mut ready = [0; 6];
        std::io::Read::read_exact(child.0.stdout.as_mut().unwrap(), &mut ready).unwrap();
        let process = child.identity();
        assert!(send(&process).unwrap());
        assert_eq!(child.0.wait().unwrap().code(), code);
        assert!(!send(&process).unwrap(), "it has ended");
    }
}

#[test]
fn a_process_is_found_by_its_mark_and_so_are_its_children() {
    let (ours, other) = (marker(), marker());
    let mut marked = start("sleep 600 & wait", Some(&ours));
    let _unmarked = start("read line", Some(&other));
    until("both processes", || find_by_environment("C2C_EFFECT", &ours).unwrap().len() == 2);
    let found = find_by_environment("C2C_EFFECT", &ours).unwrap();
    assert!(found.contains(&marked.identity()), "{found:?}");
    // Exactly this value, and exactly this name.
    assert_eq!(find_by_environment("C2C_EFFECT", &ours[..ours.len() - 1]).unwrap(), []);
    assert_eq!(find_by_environment("2C_EFFECT", &ours).unwrap(), []);
    // When the parent is gone the mark still finds the child.
    marked.kill_and_wait();
    let left = find_by_environment("C2C_EFFECT", &ours).unwrap();
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(kill(&left[0]).unwrap());
    until("the end", || find_by_environment("C2C_EFFECT", &ours).unwrap().is_empty());
}

#[test]
fn we_do_not_find_ourselves() {
    let path = Environment::from_process().get("PATH").unwrap().to_owned();
    let found = find_by_environment("PATH", path).unwrap();
    assert!(!found.contains(&own_identity().unwrap()));
}

#[test]
fn descendants_are_found_over_generations() {
    let child = start("sh -c 'sleep 600 & wait' & wait", None);
    let ours = || descendants(std::process::id()).unwrap();
    let under_child = || descendants(child.0.id()).unwrap();
    until("the grandchildren", || under_child().len() >= 2);
    let family = under_child();
    assert!(!family.contains(&child.identity()));
    let children = children(child.0.id()).unwrap();
    assert!(!children.is_empty() && children.len() < family.len(), "{children:?} {family:?}");
    assert!(children.iter().all(|process| family.contains(process)));
    let all = ours();
    assert!(all.contains(&child.identity()) && family.iter().all(|process| all.contains(process)));
    assert!(kill_group(&child.identity()).unwrap());
    until("their end", || family.iter().all(|process| !is_alive(process)));
    assert_eq!(descendants(i32::MAX as u32).unwrap(), []);
}

#[test]
fn looking_at_one_process_is_cheap() {
    let ourselves = own_identity().unwrap();
    let started = Instant::now();
    for _ in 0..1_000 {
        assert!(is_alive(&ourselves));
    }
    // Some 10 µs each where `/proc` is read; far more would be a list of all processes each time.
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
}

#[test]
fn how_a_process_was_started_is_told_of_this_very_one_only() {
    let mut child = start("read line # one two", None);
    let process = child.identity();
    until("its own arguments", || arguments(&process).is_some_and(|found| found.len() == 3));
    assert_eq!(arguments(&process).unwrap()[1..], ["-c", "read line # one two"]);
    let other = ProcessIdentity { start_time: process.start_time + 1, ..process };
    assert_eq!(arguments(&other), None);
    child.kill_and_wait();
    assert_eq!(arguments(&process), None);
}

#[test]
fn a_process_is_found_by_its_arguments() {
    let comment = format!("read line # {}", marker());
    let child = start(&comment, None);
    let named = || find_by_arguments(|arguments| arguments.iter().any(|text| *text == *comment)).unwrap();
    until("the process", || named() == [child.identity()]);
    assert_eq!(find_by_arguments(|_| false).unwrap(), []);
}

#[test]
fn processes_are_found_by_their_program() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().canonicalize().unwrap().join("waits");
    std::fs::copy("/bin/sleep", &program).unwrap();
    let found = || find_by_program(|found| *found == *program).unwrap();
    assert_eq!(found(), []);
    let command = Command::new(&program, "/").args(["60"]).own_group();
    let child = Guard(command.stdin(Stream::Pipe).stdout(Stream::Pipe).spawn().unwrap());
    until("the program", || found() == [child.identity()]);
    assert_eq!(super::program(&child.identity()), Some(program));
    let another = ProcessIdentity { start_time: 1, ..child.identity() };
    assert_eq!(super::program(&another), None);
}
