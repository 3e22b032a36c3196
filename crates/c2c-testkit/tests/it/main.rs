//! The programs on the wire: the model stand-in's answers, its failures and its end; the ChatGPT
//! page in a browser.
#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]

mod browser;
mod chatgpt;
#[cfg(target_os = "linux")]
mod hands;
#[cfg(target_os = "linux")]
mod screen;
#[cfg(target_os = "linux")]
mod thief;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running model stand-in, ended with its owner.
struct Model {
    process: Child,
    folder: TempDir,
    port: String,
}

impl Model {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port_file = folder.path().join("port");
        let mut command = program(folder.path());
        command.args(["model", "--until-stdin-closes", "--port-file"]).arg(&port_file);
        command.arg("--log").arg(folder.path().join("log"));
        let process = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        wait_for("the port file", || port_file.exists());
        let port = fs::read_to_string(&port_file).unwrap();
        Self { process, folder, port }
    }

    /// Sends a request and returns what comes until the connection ends.
    fn ask(&self, path: &str, body: &Value) -> String {
        let mut stream = self.send(path, body);
        let mut answer = Vec::new();
        // A connection that is broken off has given what it gave.
        let _broken = stream.read_to_end(&mut answer);
        String::from_utf8(answer).unwrap()
    }

    fn send(&self, path: &str, body: &Value) -> TcpStream {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let body = body.to_string();
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer secret\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
        );
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        stream
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // Gone already, or going now.
        let _killed = self.process.kill();
        let _waited = self.process.wait();
    }
}

fn program(folder: &Path) -> Command {
    command(Path::new(env!("CARGO_BIN_EXE_c2c-testkit")), folder)
}

#[expect(clippy::disallowed_methods, reason = "the one place of these tests that makes a command")]
fn command(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder);
    command
}

#[track_caller]
fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "waited too long for {what}");
        std::thread::yield_now();
    }
}

fn prompt(outputs: &[&str]) -> Value {
    let plan = "ACTIONS:\n1. In `a.conf`, replace `x=1` with `x=2`.\n";
    let mut input = vec![json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": plan}]})];
    input
        .extend(outputs.iter().map(|output| json!({"type": "function_call_output", "call_id": "c", "output": output})));
    json!({"model": "stand-in", "stream": true, "input": input})
}

const READ: &str = "Process exited with code 0\nOutput:\nx=1\n";

/// The finished items of a stream, without their ids.
fn items(stream: &str) -> Vec<Value> {
    let data = stream.lines().filter_map(|line| line.strip_prefix("data: "));
    let events = data.map(|data| serde_json::from_str::<Value>(data).unwrap());
    let done = events.filter(|event| event["type"] == "response.output_item.done");
    done.map(|mut event| {
        let item = event["item"].as_object_mut().unwrap();
        item.remove("id");
        item.remove("call_id");
        event["item"].take()
    })
    .collect()
}

#[test]
fn an_answer_is_an_event_stream_that_ends_completed() {
    let model = Model::start();
    let answer = model.ask("/v1/responses", &prompt(&[]));
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("content-type: text/event-stream"), "{answer}");
    assert!(answer.contains("event: response.created\n") && answer.contains("event: response.completed\n"), "{answer}");
    let arguments = items(&answer)[0]["arguments"].as_str().map(str::to_owned).unwrap();
    assert!(arguments.contains("cat -- 'a.conf'"), "{arguments}");
}

#[test]
fn a_restart_in_the_middle_of_a_plan_changes_nothing() {
    let next = || items(&Model::start().ask("/v1/responses", &prompt(&[READ])));
    let first = next();
    assert_eq!(first[0]["name"], "apply_patch");
    assert_eq!(first, next());
}

#[test]
fn a_broken_stream_has_begun_and_does_not_end() {
    let answer = Model::start().ask("/fail/drop/responses", &prompt(&[]));
    assert!(answer.contains("event: response.created\n"), "{answer}");
    assert!(!answer.contains("response.completed") && !answer.ends_with("0\r\n\r\n"), "{answer}");
}

#[test]
fn a_failure_can_begin_after_the_first_tool_output() {
    let model = Model::start();
    assert!(model.ask("/fail/quota/after/1/responses", &prompt(&[])).starts_with("HTTP/1.1 200"));
    let answer = model.ask("/fail/quota/after/1/responses", &prompt(&[READ]));
    assert!(answer.starts_with("HTTP/1.1 429") && answer.contains("insufficient_quota"), "{answer}");
}

#[test]
fn a_silent_stream_stays_open() {
    let model = Model::start();
    let mut stream = model.send("/hang/responses", &prompt(&[]));
    let mut seen = String::new();
    let mut buffer = [0; 1024];
    wait_for("the first event", || {
        let count = stream.read(&mut buffer).unwrap();
        seen.push_str(&String::from_utf8_lossy(&buffer[..count]));
        seen.contains("response.created")
    });
    stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    let error = stream.read(&mut buffer).unwrap_err();
    assert!(matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut), "{error}");
}

#[test]
fn the_log_has_requests_and_no_authorization() {
    let model = Model::start();
    model.ask("/v1/responses", &prompt(&[]));
    let log = fs::read_to_string(model.folder.path().join("log")).unwrap();
    let row: Value = serde_json::from_str(&log).unwrap();
    assert_eq!((&row["method"], &row["path"], &row["body"]), (&json!("POST"), &json!("/v1/responses"), &prompt(&[])));
    assert!(!log.contains("secret"), "{log}");
}

#[test]
fn it_ends_with_the_standard_input_of_whoever_started_it() {
    let mut model = Model::start();
    drop(model.process.stdin.take());
    wait_for("its end", || model.process.try_wait().unwrap().is_some_and(|status| status.success()));
}

#[test]
fn a_project_is_made_by_the_program_too() {
    let folder = tempfile::tempdir().unwrap();
    let made = program(folder.path()).args(["project", "p", "--seed", "3"]).status().unwrap();
    assert!(made.success());
    assert!(folder.path().join("p/.git").is_dir());
    let again = program(folder.path()).args(["project", "p"]).output().unwrap();
    assert_eq!(String::from_utf8(again.stderr).unwrap(), "Error: `p` is not empty\n");
}
