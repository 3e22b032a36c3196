//! The installed Chromium, driven by the DevTools protocol over a small WebSocket client: enough to
//! open a page, run script in it, press keys and read its accessibility tree.
#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{command, wait_for};

/// How long anything in the browser may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

const PROGRAMS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A headless browser with one page.
pub(crate) struct Browser {
    process: Child,
    _profile: TempDir,
    socket: Socket,
    session: String,
    next_id: u64,
}

impl Browser {
    /// Starts with an empty profile.
    pub(crate) fn start() -> Self {
        let profile = tempfile::tempdir().unwrap();
        let mut command = command(&find(), profile.path());
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]);
        command.args(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);
        command.args(["--password-store=basic", "--remote-debugging-port=0", "--window-size=1200,900"]);
        command.arg(format!("--user-data-dir={}", profile.path().display())).arg("about:blank");
        let process = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let port_file = profile.path().join("DevToolsActivePort");
        let read = || fs::read_to_string(&port_file).unwrap_or_default();
        wait_for("the browser", || read().lines().count() == 2);
        let text = read();
        let (port, path) = text.trim().split_once('\n').unwrap();
        let socket = Socket::open(&format!("127.0.0.1:{port}"), path);
        let mut browser = Self { process, _profile: profile, socket, session: String::new(), next_id: 1 };
        let targets = browser.call("Target.getTargets", &json!({}));
        let page = targets["targetInfos"].as_array().unwrap().iter().find(|target| target["type"] == "page").unwrap();
        let target = page["targetId"].clone();
        let attached = browser.call("Target.attachToTarget", &json!({"targetId": target, "flatten": true}));
        browser.session = attached["sessionId"].as_str().unwrap().to_owned();
        browser
    }

    /// Opens an address and waits for the page to be complete.
    pub(crate) fn open(&mut self, url: &str) {
        self.call("Page.navigate", &json!({"url": url}));
        self.wait(
            "the page",
            &format!("document.readyState === 'complete' && location.href.startsWith({:?})", origin(url)),
        );
    }

    /// The value of an expression, which may be a promise.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let params =
            json!({"expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true});
        let result = self.call("Runtime.evaluate", &params);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {}", result["exceptionDetails"]);
        result["result"]["value"].clone()
    }

    /// Runs an expression for what it does.
    pub(crate) fn run(&mut self, expression: &str) {
        self.value(&format!("void ({expression})"));
    }

    /// Waits until an expression holds.
    #[track_caller]
    pub(crate) fn wait(&mut self, what: &str, expression: &str) {
        let deadline = Instant::now() + PATIENCE;
        while self.value(&format!("Boolean({expression})")) != true {
            assert!(Instant::now() < deadline, "waited too long for {what}: {}", self.value("document.body.innerText"));
            // The page decides when it is worth looking again.
            self.value("new Promise((done) => setTimeout(done, 20))");
        }
    }

    /// Pastes a text into the focused element, as an event of the page.
    pub(crate) fn paste(&mut self, text: &str) {
        let text = json!(text);
        self.value(&format!(
            "(() => {{ const data = new DataTransfer(); data.setData('text/plain', {text});
            const paste = new ClipboardEvent('paste', {{clipboardData: data, bubbles: true, cancelable: true}});
            document.activeElement.dispatchEvent(paste); }})()"
        ));
    }

    /// Presses a key.
    pub(crate) fn key(&mut self, key: &str, code: u32) {
        for kind in ["rawKeyDown", "keyUp"] {
            let params = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", &params);
        }
    }

    /// Types letters where the focus is.
    pub(crate) fn insert(&mut self, text: &str) {
        self.call("Input.insertText", &json!({"text": text}));
    }

    /// The nodes of the accessibility tree that are not ignored: role and name.
    pub(crate) fn tree(&mut self) -> Vec<(String, String)> {
        let tree = self.call("Accessibility.getFullAXTree", &json!({}));
        let nodes = tree["nodes"].as_array().unwrap().iter().filter(|node| node["ignored"] != true);
        let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
        nodes.map(|node| (text(&node["role"]), text(&node["name"]))).collect()
    }

    /// Calls a method of the protocol.
    pub(crate) fn call(&mut self, method: &str, params: &Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        let mut request = json!({"id": id, "method": method, "params": params});
        if !self.session.is_empty() {
            request["sessionId"] = json!(self.session);
        }
        self.socket.send(&request.to_string());
        loop {
            let answer: Value = serde_json::from_str(&self.socket.receive()).unwrap();
            if answer["id"] == id {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Gone already, or going now.
        let _killed = self.process.kill();
        let _waited = self.process.wait();
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place of these tests that reads the environment")]
fn find() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let candidates = PROGRAMS.iter().flat_map(|program| folders.iter().map(move |folder| folder.join(program)));
    let found = candidates.into_iter().find(|candidate| Path::is_file(candidate));
    found.unwrap_or_else(|| panic!("no Chromium is installed: run `cargo xtask test`"))
}

fn origin(url: &str) -> &str {
    url.match_indices('/').nth(2).map_or(url, |(at, _)| &url[..at])
}

/// A WebSocket of texts.
struct Socket {
    stream: TcpStream,
}

impl Socket {
    fn open(host: &str, path: &str) -> Self {
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let key = "AAAAAAAAAAAAAAAAAAAAAA==";
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        Self { stream }
    }

    fn send(&mut self, text: &str) {
        let mut frame = vec![0x81];
        match text.len() {
            length @ 0..=125 => frame.push(0x80 | u8::try_from(length).unwrap()),
            length @ 126..=0xffff => {
                frame.push(0x80 | 126);
                frame.extend_from_slice(&u16::try_from(length).unwrap().to_be_bytes());
            }
            length => {
                frame.push(0x80 | 127);
                frame.extend_from_slice(&u64::try_from(length).unwrap().to_be_bytes());
            }
        }
        // A mask of zeros leaves the text as it is.
        frame.extend_from_slice(&[0; 4]);
        frame.extend_from_slice(text.as_bytes());
        self.stream.write_all(&frame).unwrap();
    }

    fn receive(&mut self) -> String {
        let mut text = Vec::new();
        loop {
            let head = self.take(2);
            let length = match head[1] & 0x7f {
                126 => u64::from(u16::from_be_bytes(self.take(2).try_into().unwrap())),
                127 => u64::from_be_bytes(self.take(8).try_into().unwrap()),
                short => u64::from(short),
            };
            let payload = self.take(usize::try_from(length).unwrap());
            // Pings and the like stand between the texts.
            if head[0] & 0x0f <= 1 {
                text.extend(payload);
                if head[0] & 0x80 != 0 {
                    return String::from_utf8(text).unwrap();
                }
            }
        }
    }

    fn take(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).unwrap();
        bytes
    }
}
