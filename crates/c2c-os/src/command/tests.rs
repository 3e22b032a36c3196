//! Commands: what the child gets, what comes back, and that nothing is left.

#![cfg(unix)]

use std::fs::File;
use std::io::Read as _;
use std::time::Instant;

use super::*;
use crate::process;

const LONG: Duration = Duration::from_secs(60);

fn shell(script: &str) -> Command {
    let environment = Environment::from_process();
    Command::new("sh", "/").args(["-c", script]).inherit(&environment, ["PATH"])
}

fn output(script: &str) -> Captured {
    shell(script).output(LONG, 1 << 20).unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Polls until `condition` holds.
#[track_caller]
fn until(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + LONG;
    while !condition() {
        assert!(Instant::now() < deadline, "{what} did not come");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn both_streams_and_the_exit_code_come_back() {
    let captured = output("echo out; echo err >&2; exit 3");
    assert_eq!((text(&captured.stdout), text(&captured.stderr)), ("out\n", "err\n"));
    assert_eq!(captured.status.code(), Some(3));
    assert!(!captured.success() && !captured.stdout_cut && !captured.stderr_cut);
}

#[test]
fn the_child_gets_the_folder_and_exactly_the_environment_it_was_given() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let environment = Environment::from_pairs([("A", "1"), ("B", "2"), ("EMPTY", ""), ("C", "3")]);
    let run = |command: Command| {
        let captured = command.output(LONG, 9_999).unwrap();
        let mut lines: Vec<String> = text(&captured.stdout).lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let env = Environment::from_process().find_program("env").unwrap();
    assert_eq!(run(Command::new(&env, &root)), [""; 0]);
    let some = Command::new(&env, &root).inherit(&environment, ["A", "EMPTY", "NONE"]).env("D", "4");
    assert_eq!(run(some), ["A=1", "D=4"]);
    let all = Command::new(&env, &root).inherit_all(&environment).env("B", "x").env_remove("C");
    assert_eq!(run(all), ["A=1", "B=x", "EMPTY="]);
    let pwd = Environment::from_process().find_program("pwd").unwrap();
    assert_eq!(run(Command::new(pwd, &root)), [root.to_str().unwrap()]);
}

#[test]
fn input_is_fed_while_output_is_read() {
    // More than any pipe holds, in both directions at once.
    let bytes = vec![b'x'; 3 << 20];
    let captured = shell("cat; echo done >&2").input(bytes.clone()).output(LONG, 4 << 20).unwrap();
    assert!(captured.stdout == bytes && !captured.stdout_cut);
    assert_eq!(text(&captured.stderr), "done\n");
}

#[test]
fn input_that_nobody_reads_is_no_error() {
    let captured = shell("exit 0").input(vec![b'x'; 3 << 20]).output(LONG, 99).unwrap();
    assert!(captured.success());
}

#[test]
fn output_is_cut_at_the_limit_and_the_child_still_ends() {
    let run = |limit| shell("printf 0123456789; printf 012 >&2").output(LONG, limit).unwrap();
    let whole = run(10);
    assert_eq!((text(&whole.stdout), whole.stdout_cut), ("0123456789", false));
    let cut = run(9);
    assert_eq!((text(&cut.stdout), cut.stdout_cut), ("012345678", true));
    assert_eq!((text(&cut.stderr), cut.stderr_cut), ("012", false));
    let captured = shell("head -c 20000000 /dev/zero").output(LONG, 1_000).unwrap();
    assert!(captured.success() && captured.stdout == vec![0; 1_000] && captured.stdout_cut);
}

#[test]
fn at_the_deadline_the_whole_group_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let note = folder.path().join("pid");
    let script = format!("sleep 600 & echo $! > {}; sleep 600", note.display());
    let started = Instant::now();
    let error = shell(&script).output(Duration::from_millis(300), 99).unwrap_err();
    assert!(started.elapsed() < Duration::from_secs(20));
    assert_eq!(error.to_string(), "`sh` took longer than 0.3 s and was ended");
    let grandchild = std::fs::read_to_string(note).unwrap().trim().parse().unwrap();
    until("the end of the grandchild", || process::identity(grandchild).is_none_or(|it| !process::is_alive(&it)));
}

#[test]
fn what_a_child_leaves_running_is_ended_with_it() {
    let started = Instant::now();
    let captured = output("sleep 600 & echo $!");
    assert!(started.elapsed() < Duration::from_secs(20), "the pipe that was left open held us up");
    let left = text(&captured.stdout).trim().parse().unwrap();
    until("the end of what was left", || process::identity(left).is_none_or(|it| !process::is_alive(&it)));
}

#[test]
fn a_process_that_left_the_group_with_our_pipe_does_not_hold_us_up() {
    let folder = tempfile::tempdir().unwrap();
    let note = folder.path().join("pid");
    let started = Instant::now();
    let script = format!("setsid sleep 600 & echo $! > {}; echo ready", note.display());
    let captured = output(&script);
    assert!(started.elapsed() < Duration::from_secs(20));
    assert_eq!(text(&captured.stdout), "ready\n");
    let left = std::fs::read_to_string(note).unwrap().trim().parse().unwrap();
    if let Some(left) = process::identity(left) {
        process::kill(&left).unwrap();
    }
}

#[test]
fn short_commands_are_quick() {
    let started = Instant::now();
    for _ in 0..20 {
        output("exit 0");
    }
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let environment = Environment::from_process();
    let missing = Command::new("c2c-no-such-program", "/").inherit(&environment, ["PATH"]).spawn().unwrap_err();
    assert_eq!(missing.to_string(), "the program `c2c-no-such-program` cannot be found");
    // The PATH that counts is the one that the command was given.
    let without = Command::new("sh", "/").spawn().unwrap_err();
    assert!(matches!(without, CommandError::NotFound { .. }), "{without:?}");
    let nowhere = shell("true");
    let nowhere = Command { cwd: "/no/such/folder".into(), ..nowhere }.spawn().unwrap_err();
    assert_eq!(nowhere.to_string(), "`sh` cannot be started in `/no/such/folder`");
}

#[test]
fn streams_can_be_files() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("in"), "from a file").unwrap();
    let mut child = shell("cat; echo err >&2")
        .stdin(Stream::File(File::open(at("in")).unwrap()))
        .stdout(Stream::File(File::create(at("out")).unwrap()))
        .stderr(Stream::File(File::create(at("err")).unwrap()))
        .spawn()
        .unwrap();
    assert!(child.wait().unwrap().success());
    let read = |name| std::fs::read_to_string(at(name)).unwrap();
    assert_eq!((read("out").as_str(), read("err").as_str()), ("from a file", "err\n"));
}

#[test]
fn streams_are_nothing_unless_said() {
    let mut child = shell("cat && echo out").spawn().unwrap();
    assert!(child.stdin.is_none() && child.stdout.is_none() && child.stderr.is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_group_of_its_own_can_be_signalled_as_one() {
    let mut child = shell("sleep 600 & echo $!; wait").stdout(Stream::Pipe).own_group().spawn().unwrap();
    let mut line = Vec::new();
    let mut stdout = child.stdout.take().unwrap();
    while !line.ends_with(b"\n") {
        let mut byte = [0];
        stdout.read_exact(&mut byte).unwrap();
        line.extend(byte);
    }
    let leader = process::identity(child.id()).unwrap();
    let other = process::identity(text(&line).trim().parse().unwrap()).unwrap();
    assert!(process::is_alive(&leader) && process::is_alive(&other));
    assert!(process::kill_group(&leader).unwrap());
    child.wait().unwrap();
    until("the end of the group", || !process::is_alive(&other));
    assert!(!process::kill_group(&leader).unwrap(), "its number no longer names it");
}

#[tokio::test]
async fn a_tokio_child_ends_when_it_is_dropped() {
    let child = shell("sleep 600").kill_on_drop().spawn_tokio().unwrap();
    let identity = process::identity(child.id().unwrap()).unwrap();
    assert!(process::is_alive(&identity));
    drop(child);
    until("its end", || !process::is_alive(&identity));
}

#[tokio::test]
async fn a_tokio_child_can_be_waited_for() {
    let mut child = shell("exit 7").spawn_tokio().unwrap();
    assert_eq!(child.wait().await.unwrap().code(), Some(7));
}

#[test]
fn a_detached_child_has_nothing_to_do_with_our_terminal_and_its_end_is_noticed() {
    let child = shell("read line; exec sleep 600").spawn_detached().unwrap();
    let identity = process::identity(child.pid()).unwrap();
    assert!(child.ended_within(Duration::ZERO).is_none());
    let group = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", identity.pid)).unwrap();
        let fields = stat.rsplit(')').next().unwrap().split_whitespace().map(str::to_owned);
        fields.skip(2).take(2).collect::<Vec<_>>()
    };
    // Its group is its own everywhere; its session too, where `setsid` is.
    let own = identity.pid.to_string();
    let has_setsid = Environment::from_process().find_program("setsid").is_some();
    if cfg!(target_os = "linux") {
        until("its own group", || group()[0] == own && (!has_setsid || group()[1] == own));
    }
    assert!(process::kill(&identity).unwrap());
    let status = child.ended_within(LONG).unwrap();
    assert!(!status.success());
    assert!(process::identity(identity.pid) != Some(identity), "nobody is left listed");
}

#[test]
fn a_detached_child_that_ends_at_once_tells_its_code() {
    let child = shell("exit 7").spawn_detached().unwrap();
    assert_eq!(child.ended_within(LONG).unwrap().code(), Some(7));
    assert!(child.ended_within(Duration::ZERO).is_none());
}

#[test]
fn a_detached_program_that_is_not_there_is_named() {
    let started = Command::new("/no/such/program", "/").spawn_detached();
    assert!(matches!(started, Err(CommandError::NotFound { .. })), "{started:?}");
}

#[test]
fn a_child_that_nobody_waits_for_is_ended_with_its_group() {
    let folder = tempfile::tempdir().unwrap();
    let started = folder.path().join("started");
    let flag = Arc::new(AtomicBool::new(false));
    let command = shell(&format!("echo > {}; sleep 600; echo late", started.display()));
    let command = command.cancelled_by(Arc::clone(&flag));
    let begun = Instant::now();
    let error = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| command.output(LONG, 1_000).unwrap_err());
        until("the child", || started.exists());
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
        waiting.join().unwrap()
    });
    assert!(matches!(error, CommandError::Cancelled { .. }), "{error}");
    assert!(begun.elapsed() < LONG, "it was not waited for");
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_gets_no_more_memory_than_it_may_have() {
    // Doubles a text until the system says no, or it is far beyond the limit.
    let script = "sleep 0.2; x=0123456789abcdef; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23; \
                  do x=$x$x; done; echo ${#x}";
    let limited = shell(script).most_memory(32 << 20).output(LONG, 1_000).unwrap();
    assert!(!limited.success() || limited.stdout.is_empty(), "{}", text(&limited.stdout));
    assert!(output("echo fine").success());
}
