//! A stage for one test: a repository, a CODEX_HOME, a data folder, the model stand-in, Codex.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use c2c_codex::{CodexConfig, CodexExec};
use c2c_os::command::{Command, Stream};
use c2c_os::environment::Environment;
use c2c_os::folders::DataFolder;
use c2c_os::process::{self, ProcessIdentity};
use c2c_ports::{
    BoxFuture, EffectId, ExecuteStep, Execution, Executor as _, ExecutorError, Job, NoSteps, Point, Sandbox,
    StepObserver,
};

/// Long enough for a machine that is busy with other tests.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Everything that one test needs. What was started ends with it.
pub(crate) struct Stage {
    folder: tempfile::TempDir,
    model: Model,
    pub(crate) environment: Environment,
    pub(crate) settings: Vec<String>,
}

/// The model stand-in, which ends when its standard input does.
struct Model {
    child: Child,
    input: Option<ChildStdin>,
    url: String,
    /// Kept open for what else it says.
    _output: BufReader<ChildStdout>,
}

impl Drop for Model {
    fn drop(&mut self) {
        drop(self.input.take());
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Stage {
    /// A stage whose provider answers as it should.
    pub(crate) fn new() -> Self {
        Self::with_provider("v1")
    }

    /// A stage whose provider has the base path `path`, which may ask the stand-in for a failure.
    pub(crate) fn with_provider(path: &str) -> Self {
        let folder = tempfile::tempdir_in(homes()).unwrap();
        let own = Environment::from_process();
        let model = Model::start(folder.path(), &own);
        let environment = Environment::from_pairs([
            ("PATH", own.get("PATH").unwrap().to_owned()),
            ("HOME", folder.path().into()),
            ("CODEX_HOME", folder.path().join("codex").into()),
            ("C2C_HOME", folder.path().join("data").into()),
            ("C2C_CODEX", codex(&own).into()),
        ]);
        let stage = Self { folder, model, environment, settings: Vec::new() };
        fs::create_dir(stage.root()).unwrap();
        let provider = format!("{}/{path}", stage.model.url);
        stage.run(&testkit(), &["codex-home", "codex", "--provider", &provider], stage.path());
        stage.run(Path::new("git"), &["init", "-q", "."], &stage.root());
        stage
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// What lies in the workspace, by name.
    pub(crate) fn names_in_root(&self) -> Vec<String> {
        let entries = fs::read_dir(self.root()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The workspace.
    pub(crate) fn root(&self) -> PathBuf {
        self.path().join("project")
    }

    pub(crate) fn codex_home(&self) -> PathBuf {
        self.path().join("codex")
    }

    /// The file `name` of the effect's folder.
    pub(crate) fn effect_file(&self, job: &Job, name: &str) -> PathBuf {
        self.path().join("data/effects").join(job.effect_id.as_str()).join(name)
    }

    pub(crate) fn executor(&self) -> CodexExec {
        CodexExec::new(CodexConfig {
            environment: self.environment.clone(),
            data: DataFolder::resolve(&self.environment).unwrap(),
            program: None,
            settings: self.settings.clone(),
        })
    }

    /// A job whose model answers with these steps.
    pub(crate) fn job(&self, steps: &serde_json::Value) -> Job {
        Job {
            effect_id: EffectId::from_random(c2c_os::random::bytes().unwrap()),
            root: self.root(),
            prompt: format!("Work. @model {steps}"),
            sandbox: Sandbox::WorkspaceWrite,
            deadline_s: 120,
            thread_id: None,
        }
    }

    /// A job that runs one shell command and then says `done`.
    pub(crate) fn command_job(&self, command: &str) -> Job {
        self.job(&serde_json::json!([call(command), {"say": "done"}]))
    }

    pub(crate) async fn execute(&self, job: &Job) -> Result<Execution, ExecutorError> {
        self.executor().execute(job, &NoSteps, never()).await
    }

    fn run(&self, program: &Path, arguments: &[&str], folder: &Path) {
        let output = Command::new(program, folder)
            .args(arguments.iter().copied())
            .inherit(&self.environment, ["PATH", "HOME"])
            .output(PATIENCE, 65536)
            .unwrap();
        assert!(output.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

impl Model {
    fn start(folder: &Path, environment: &Environment) -> Self {
        let mut child = Command::new(testkit(), folder)
            .args(["model", "--until-stdin-closes"])
            .inherit(environment, ["PATH"])
            .stdin(Stream::Pipe)
            .stdout(Stream::Pipe)
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        // Its first line says where it listens.
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let told: serde_json::Value = serde_json::from_str(&line).unwrap();
        Self { child, input, url: told["model"].as_str().unwrap().trim_end_matches("/v1").to_owned(), _output: output }
    }
}

/// A step that runs a shell command.
pub(crate) fn call(command: &str) -> serde_json::Value {
    serde_json::json!({"call": "exec_command", "args": {"cmd": command, "yield_time_ms": 60000}})
}

/// Cancels never.
pub(crate) fn never() -> BoxFuture<'static, ()> {
    Box::pin(std::future::pending())
}

/// Waits for `condition`.
pub(crate) async fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The living processes of an effect.
pub(crate) fn marked(job: &Job) -> Vec<ProcessIdentity> {
    process::find_by_environment("C2C_EFFECT", job.effect_id.as_str()).unwrap()
}

/// Remembers the steps that were passed.
#[derive(Debug, Default)]
pub(crate) struct Steps(Mutex<Vec<ExecuteStep>>);

impl Steps {
    pub(crate) fn passed(&self) -> Vec<ExecuteStep> {
        self.0.lock().unwrap().clone()
    }
}

impl StepObserver for Steps {
    fn reached(&self, _effect: &EffectId, point: Point) {
        if let Point::Execute(step) = point {
            self.0.lock().unwrap().push(step);
        }
    }
}

/// The model stand-in's program, beside this test's.
fn testkit() -> PathBuf {
    let this = std::env::current_exe().unwrap();
    let program = this.ancestors().nth(2).unwrap().join("c2c-testkit");
    assert!(program.exists(), "{} is missing: run `cargo xtask test`", program.display());
    program
}

/// The real Codex.
fn codex(environment: &Environment) -> PathBuf {
    let set_up = "../../target/codex/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex";
    let program = match environment.get("C2C_CODEX") {
        Some(program) => PathBuf::from(program),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join(set_up),
    };
    assert!(program.exists(), "{} is missing: run `cargo xtask test`", program.display());
    program
}

/// Where homes may lie: where the environment says, else below `target/`; never in a temporary folder.
#[expect(clippy::disallowed_methods, reason = "where tests may keep homes comes from their environment")]
fn homes() -> PathBuf {
    let below_target = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-homes");
    let homes = std::env::var_os("C2C_TEST_HOMES").map_or_else(below_target, PathBuf::from);
    std::fs::create_dir_all(&homes).unwrap();
    homes.canonicalize().unwrap()
}
