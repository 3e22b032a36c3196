//! `cargo xtask bench connector`: what a tool call costs over HTTP, on one kept connection.
//!
//! The release build of `c2c serve` runs as a process of its own. `ping` is the transport alone;
//! `over_ping` is the median, round by round, of a call's time over the ping's in the same round.

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use c2c_tests::measure::{Report, Times};
use serde_json::{Value, json};

const ROUNDS: usize = 300;
/// How long the server may take to start.
const PATIENCE: Duration = Duration::from_secs(20);

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let report = Report::from_arguments(std::env::args().skip(1));
    let program = std::env::current_exe()?.with_file_name("c2c");
    let folder = Folder::new(&program)?;
    folder.fill()?;
    let server = Server::start(&folder)?;
    let calls = [
        ("current_task", json!({})),
        ("read_file, 64 KiB", json!({"path": "file64k.txt", "max_bytes": 262_144})),
        ("list_directory, 1,000 entries", json!({"path": "many", "limit": 1000, "max_bytes": 262_144})),
        ("search_workspace, 1 hit", json!({"query": "needle"})),
        ("git_status", json!({})),
    ];
    let mut line = server.connect()?;
    let pings = timed(ROUNDS, || line.ping())?;
    report.line("ping", &pings, &[]);
    for (name, arguments) in calls {
        let tool = name.split(',').next().unwrap_or(name);
        let rounds = if tool == "git_status" { ROUNDS / 10 } else { ROUNDS };
        let (pings, times) = in_turn(rounds, &mut line, tool, &arguments)?;
        report.line(name, &times, &[("over_ping", times.median_ratio(&pings))]);
    }
    Ok(())
}

fn timed(rounds: usize, mut call: impl FnMut() -> Outcome<()>) -> Outcome<Times> {
    let mut samples = Vec::with_capacity(rounds);
    for round in 0..=rounds {
        let start = Instant::now();
        call()?;
        if round > 0 {
            samples.push(start.elapsed());
        }
    }
    Times::from_samples(samples).ok_or_else(|| "no rounds".into())
}

fn in_turn(rounds: usize, line: &mut Line, tool: &str, arguments: &Value) -> Outcome<(Times, Times)> {
    let (mut pings, mut times) = (Vec::new(), Vec::new());
    for round in 0..=rounds {
        let start = Instant::now();
        line.ping()?;
        let between = Instant::now();
        line.call(tool, arguments)?;
        if round > 0 {
            pings.push(between - start);
            times.push(between.elapsed());
        }
    }
    Times::from_samples(pings).zip(Times::from_samples(times)).ok_or_else(|| "no rounds".into())
}

/// A workspace and homes of its own beside the program, taken away with the measurement.
struct Folder {
    root: PathBuf,
    program: PathBuf,
}

impl Folder {
    fn new(program: &Path) -> Outcome<Self> {
        let root = program.with_file_name(format!("bench-connector-{}", std::process::id()));
        std::fs::create_dir_all(root.join("project/many"))?;
        Ok(Self { root, program: program.to_owned() })
    }

    fn project(&self) -> PathBuf {
        self.root.join("project")
    }

    fn fill(&self) -> Outcome<()> {
        let project = self.project();
        std::fs::write(project.join("file64k.txt"), "0123456789abcde\n".repeat(4096))?;
        std::fs::write(project.join("one.txt"), "a needle in it\n")?;
        for number in 0..1000 {
            std::fs::write(project.join(format!("many/entry-{number:04}.txt")), "hay\n")?;
        }
        let status = command(Path::new("git"), &project).args(["init", "--quiet"]).status()?;
        if status.success() { Ok(()) } else { Err("`git init` failed".into()) }
    }

    fn c2c(&self) -> Command {
        let mut c2c = command(&self.program, &self.project());
        c2c.env("C2C_HOME", self.root.join("c2c-home")).env("CODEX_HOME", self.root.join("codex-home"));
        c2c
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.root) {
            tracing::warn!(%error, "the measurement's folder stays");
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the one place of this program that makes a command")]
fn command(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    command
}

struct Server {
    child: Child,
    host: String,
    path: String,
    bearer: String,
}

impl Server {
    fn start(folder: &Folder) -> Outcome<Self> {
        let mut child = folder.c2c().args(["serve", "--port", "0", "--json"]).stdout(Stdio::piped()).spawn()?;
        let stdout = child.stdout.take().ok_or("no standard output")?;
        let mut first = String::new();
        BufReader::new(stdout).read_line(&mut first)?;
        let view: Value = serde_json::from_str(&first)?;
        let text = |name: &str| view[name].as_str().ok_or_else(|| format!("`c2c serve` printed no {name}: {first}"));
        let (host, path) = text("url")?
            .strip_prefix("http://")
            .and_then(|rest| rest.split_once('/'))
            .ok_or("the connector's address is no http address")?;
        let bearer = std::fs::read_to_string(text("token_file")?)?.trim().to_owned();
        Ok(Self { host: host.to_owned(), path: format!("/{path}"), bearer, child })
    }

    fn connect(&self) -> Outcome<Line> {
        let stream = TcpStream::connect(&self.host)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let head = format!(
            "POST {} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n",
            self.path, self.host, self.bearer
        );
        Ok(Line { stream: BufReader::new(stream), head })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let ended = self.child.kill().and_then(|()| self.child.wait());
        if let Err(error) = ended {
            tracing::warn!(%error, "the server was not ended");
        }
    }
}

/// One kept connection.
struct Line {
    stream: BufReader<TcpStream>,
    head: String,
}

impl Line {
    fn ping(&mut self) -> Outcome<()> {
        self.ask("ping", &json!({})).map(drop)
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Outcome<()> {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}))?;
        if answer["result"]["isError"] == true { Err(answer.to_string().into()) } else { Ok(()) }
    }

    fn ask(&mut self, method: &str, params: &Value) -> Outcome<Value> {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        let request = format!("{}Content-Length: {}\r\n\r\n{body}", self.head, body.len());
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut length = None;
        let mut status = String::new();
        self.stream.read_line(&mut status)?;
        loop {
            let mut header = String::new();
            self.stream.read_line(&mut header)?;
            let header = header.trim_end().to_ascii_lowercase();
            if header.is_empty() {
                break;
            }
            if let Some(value) = header.strip_prefix("content-length:") {
                length = Some(value.trim().parse::<usize>()?);
            }
        }
        let mut body = vec![0; length.ok_or("the answer has no length")?];
        self.stream.read_exact(&mut body)?;
        if !status.contains(" 200 ") {
            return Err(format!("{} {}", status.trim(), String::from_utf8_lossy(&body)).into());
        }
        Ok(serde_json::from_slice(&body)?)
    }
}
