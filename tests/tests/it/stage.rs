//! One stage for each test: a small project, homes of its own, a model provider, and the programs.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use c2c_os::clock::SystemClock;
use c2c_store::Store;
use c2c_testkit::codex_home;
use c2c_testkit::project::{self, Drawn};
use serde_json::Value;

/// Nothing in these tests takes longer on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

pub(crate) const GOAL: &str = "Make the failing test of this project pass without changing the test.";

/// A program that is ended with the test.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    /// How it ended, if it has: its exit code, none after a signal.
    pub(crate) fn ended(&mut self) -> Option<Option<i32>> {
        self.0.try_wait().unwrap().map(|status| status.code())
    }

    /// Waits for its end; its exit code, none after a signal.
    pub(crate) fn wait(&mut self) -> Option<i32> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(code) = self.ended() {
                return code;
            }
            assert!(Instant::now() < deadline, "a program does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            self.0.kill().unwrap();
            self.0.wait().unwrap();
        }
    }
}

pub(crate) struct Stage {
    pub(crate) folder: PathBuf,
    pub(crate) drawn: Drawn,
    _model: Running,
}

impl Stage {
    /// A fresh stage named after the test. The project is drawn from `seed`.
    pub(crate) fn new(name: &str, seed: u64) -> Self {
        Self::with_provider_path(name, seed, "/v1")
    }

    /// The same, with a provider that behaves as the path asks.
    pub(crate) fn with_provider_path(name: &str, seed: u64, path: &str) -> Self {
        let folder = homes().join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        fs::create_dir_all(folder.join("home")).unwrap();
        let drawn = project::make(&folder.join("project"), Some(seed)).unwrap();
        let port_file = folder.join("model.port");
        let mut model = command(beside("c2c-testkit"), &folder);
        model.args(["model", "--until-stdin-closes", "--port-file"]).arg(&port_file).stdin(Stdio::piped());
        let model = Running(model.arg("--log").arg(folder.join("model.jsonl")).stdout(Stdio::null()).spawn().unwrap());
        let port = wait_for(|| fs::read_to_string(&port_file).ok().filter(|port| !port.is_empty()));
        let provider = format!("http://127.0.0.1:{port}{path}");
        codex_home::write(&folder.join("codex-home"), &provider).unwrap();
        Self { folder, drawn, _model: model }
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.folder.join("project")
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder.join("c2c-home")
    }

    /// The product's own program.
    pub(crate) fn c2c(&self) -> Command {
        self.in_stage(beside("c2c"))
    }

    /// The product that ends itself at a point.
    pub(crate) fn c2c_kill(&self) -> Command {
        self.in_stage(env!("CARGO_BIN_EXE_c2c-kill"))
    }

    pub(crate) fn in_stage(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = command(program, &self.project());
        command
            .env_clear()
            .env("PATH", variable("PATH").unwrap())
            .env("HOME", self.folder.join("home"))
            .env("C2C_HOME", self.data())
            .env("CODEX_HOME", self.folder.join("codex-home"))
            .env("C2C_CODEX", codex());
        command
    }

    /// Runs `c2c` to its end.
    pub(crate) fn run_c2c(&self, arguments: &[&str]) -> Output {
        self.c2c().args(arguments).output().unwrap()
    }

    /// What `c2c … --json` prints.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let output = self.c2c().args(arguments).arg("--json").output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {output:?}"))
    }

    /// `c2c start` in the foreground, by hand and without approval.
    pub(crate) fn start(&self, mut command: Command) -> Running {
        let log = fs::File::create(self.folder.join("start.jsonl")).unwrap();
        command.args(["start", "--manual", "--approval", "never", "--json", "--goal", GOAL]);
        Running(command.stdout(log).stderr(self.stderr_file()).spawn().unwrap())
    }

    /// The planner, which carries the messages until it answered DONE.
    pub(crate) fn planner(&self) -> Running {
        let mut planner = self.in_stage(beside("c2c-testkit"));
        planner.arg("planner").arg("--c2c").arg(beside("c2c")).arg("--workspace").arg(self.project());
        planner.arg("--transcript").arg(self.folder.join("planner.json"));
        Running(planner.stdout(Stdio::null()).stderr(self.stderr_file()).spawn().unwrap())
    }

    /// The demo as one program, in a folder of its own; its output is JSON lines.
    pub(crate) fn demo(&self, arguments: &[&str]) -> Command {
        let mut demo = command(beside("c2c-testkit"), &self.folder);
        demo.arg("demo").arg("--c2c").arg(beside("c2c")).arg("--codex").arg(codex());
        demo.arg("--under").arg(self.folder.join("demo")).arg("--json").args(arguments);
        demo
    }

    pub(crate) fn stderr_file(&self) -> fs::File {
        fs::OpenOptions::new().create(true).append(true).open(self.folder.join("stderr.log")).unwrap()
    }

    /// The lines that `c2c start --json` printed.
    pub(crate) fn started_lines(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.folder.join("start.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    pub(crate) fn store(&self) -> Store {
        Store::open(&self.data().join("c2c.sqlite"), Arc::new(SystemClock)).unwrap()
    }

    pub(crate) fn transcript(&self) -> Value {
        serde_json::from_slice(&fs::read(self.folder.join("planner.json")).unwrap()).unwrap()
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        let mut git = command("git", &self.project());
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        String::from_utf8(run(git.args(arguments)).stdout).unwrap()
    }

    /// The project's test, run as Codex runs it.
    pub(crate) fn run_test(&self) -> Output {
        command("sh", &self.project()).arg(&self.drawn.test).output().unwrap()
    }
}

/// Starts `command`, gives it `input`, and takes what it prints.
pub(crate) fn run_with_input(mut command: Command, input: &str) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// What `probe` gives, as soon as it gives something.
pub(crate) fn wait_for<T>(probe: impl Fn() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(value) = probe() {
            return value;
        }
        assert!(Instant::now() < deadline, "nothing happened");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    output
}

#[expect(clippy::disallowed_methods, reason = "this is the one place of these tests that makes a command")]
pub(crate) fn command(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    command
}

#[expect(clippy::disallowed_methods, reason = "where the tools are comes from the environment")]
pub(crate) fn variable(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name)
}

/// A program of this workspace, in the folder of the programs under test.
pub(crate) fn beside(name: &str) -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_c2c-kill")).with_file_name(name);
    assert!(program.exists(), "`{name}` is not built; run `cargo xtask test`");
    program
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

pub(crate) fn homes() -> PathBuf {
    variable("C2C_TEST_HOMES").map_or_else(|| root().join("target/test-homes"), PathBuf::from).join("end-to-end")
}

fn codex() -> PathBuf {
    let pinned = || {
        let package = root().join("target/codex/node_modules/@openai/codex-linux-x64/vendor");
        package.join("x86_64-unknown-linux-musl/bin/codex")
    };
    let codex = variable("C2C_CODEX").map_or_else(pinned, PathBuf::from);
    assert!(codex.exists(), "Codex is not at `{}`; run `cargo xtask test`", codex.display());
    codex
}
