//! The ChatGPT page in the real browser: its structure as the accessibility tree has it, messages
//! byte for byte, and what may come in the way.
#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]

mod moods;
mod structure;
mod typing;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::{Browser, PATIENCE};
use crate::{program, wait_for};

/// Where the composer's text box is, in every generation.
const BOX: &str = "main form [role=textbox]";
/// The button that sends.
const SEND: &str = "main form button[type=submit]";
/// What the page does without delay.
const QUICK: &[&str] =
    &["hydrate_ms=0", "thinking_ms=1", "word_ms=1", "durable_ms=1", "commit_ms=1", "send_enable_ms=0", "merge_ms=1"];

/// The page's server and a browser that shows it.
struct ChatGpt {
    process: Child,
    folder: TempDir,
    port: String,
    browser: Browser,
}

impl ChatGpt {
    /// A server whose ChatGPT says back what it is told, and a browser with nothing open.
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port_file = folder.path().join("port");
        let mut command = program(folder.path());
        command.args(["chatgpt", "--planner", "echo", "--until-stdin-closes", "--port-file"]).arg(&port_file);
        command.arg("--log").arg(folder.path().join("log"));
        for pair in QUICK {
            command.args(["--set", pair]);
        }
        let process = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let browser = Browser::start();
        wait_for("the page's server; its files are made by `cargo xtask test`", || port_file.exists());
        let port = fs::read_to_string(&port_file).unwrap();
        Self { process, folder, port, browser }
    }

    /// Opens a path of the page, with switches as its query, and waits for the composer.
    fn open(&mut self, path: &str) {
        self.browser.open(&format!("http://127.0.0.1:{}{path}", self.port));
        self.wait("the composer", &format!("document.querySelector('{BOX}')"));
    }

    fn wait(&mut self, what: &str, expression: &str) {
        self.browser.wait(what, expression);
    }

    /// Pastes a text into the composer.
    fn paste(&mut self, text: &str) {
        self.browser.run(&format!("document.querySelector('{BOX}').focus()"));
        self.browser.paste(text);
    }

    /// Presses Send as soon as that is possible.
    fn press_send(&mut self) {
        self.wait("Send", &format!("document.querySelector('{SEND}:not(:disabled)')"));
        self.browser.run(&format!("document.querySelector('{SEND}').click()"));
    }

    /// Sends a message and waits for the complete answer to it.
    fn say(&mut self, text: &str) {
        let before = self.browser.value("document.querySelectorAll('.turn-action-controls').length");
        self.paste(text);
        self.press_send();
        self.wait("the answer", &format!("document.querySelectorAll('.turn-action-controls').length > {before}"));
    }

    /// Presses the button with this text or name.
    fn press(&mut self, name: &str) {
        let find = format!(
            "[...document.querySelectorAll('button')].find((button) => (button.ariaLabel ?? button.textContent) === {name:?})"
        );
        self.wait(name, &find);
        self.browser.run(&format!("{find}.click()"));
    }

    /// What the page shows.
    fn text(&mut self) -> String {
        self.browser.value("document.body.innerText").as_str().unwrap().to_owned()
    }

    /// What the server was told.
    fn state(&self) -> Value {
        self.ask("GET", "/__stand-in/state", &Value::Null)
    }

    /// The texts of all messages that arrived.
    fn messages(&self) -> Vec<String> {
        let state = self.state();
        let rows = state["messages"].as_array().unwrap();
        rows.iter().map(|row| row["text"].as_str().unwrap().to_owned()).collect()
    }

    /// The events of a kind.
    fn events(&self, kind: &str) -> Vec<Value> {
        let state = self.state();
        let rows = state["events"].as_array().unwrap();
        rows.iter().filter(|row| row["event"] == kind).map(|row| row["details"].clone()).collect()
    }

    /// A request to the server.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        ask(&self.port, method, path, body)
    }

    /// Hands in the next answers.
    fn prepare(&self, answers: &[&str]) {
        self.ask("POST", "/__stand-in/answers", &json!(answers));
    }
}

impl Drop for ChatGpt {
    fn drop(&mut self) {
        // Gone already, or going now.
        let _killed = self.process.kill();
        let _waited = self.process.wait();
    }
}

/// A request to the page's server at a port.
pub(crate) fn ask(port: &str, method: &str, path: &str, body: &Value) -> Value {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.0\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    );
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.split(' ').nth(1) == Some("200"), "{answer}");
    serde_json::from_str(body).unwrap()
}
