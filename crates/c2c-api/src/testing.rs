//! For the tests of this crate: an open product on a small repository, with the executor and the
//! person as values in memory. Git, the store and the files are the real ones.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use c2c_ipc::StepLine;
use c2c_os::clock::SystemClock;
use c2c_os::command::{Command, Stream};
use c2c_os::environment::Environment;
use c2c_ports::{
    BoxFuture, Browser, BrowserError, BrowserProcess, Closed, CommandRun, Delivery, Ended, Execution, Executor,
    ExecutorError, ExecutorInfo, Found, Job, Judge, NoSteps, Notice, Notifier, OpenRequest, Opened, OpenedHow,
    Outgoing, Probe, ProbeLine, Reply, Reported, Rerun, ResultStatus, Sent, Settled, StepObserver, Window, WindowError,
};
use c2c_workspace::git::{Git, GitChanges};

use crate::{
    Adapters, App, ApprovalMode, Carrier, Chat, Config, Listen, ListenError, Listening, Place, Run, StartParams,
    StepLines,
};

/// An open product on a repository with one committed file, `value.txt`.
pub(crate) struct Fixture {
    base: tempfile::TempDir,
    pub(crate) app: Arc<App>,
    pub(crate) steps: Arc<Steps>,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        Self::with_window(None)
    }

    pub(crate) fn with_window(window: Option<Arc<dyn Window>>) -> Self {
        let base = tempfile::tempdir().unwrap();
        let root = base.path().join("shop");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(root.join("value.txt"), "one\n").unwrap();
        for arguments in [&["init", "-q"][..], &["add", "-A"], &["commit", "-q", "-m", "First"]] {
            git(&root, arguments);
        }
        let app = open(base.path(), window);
        Self { base, app, steps: Arc::default() }
    }

    /// Another process on the same data folder.
    pub(crate) fn another(&self) -> Arc<App> {
        open(self.base.path(), None)
    }

    /// Another process in truth, which the leases can tell from this one. It lives until it is killed or dropped.
    pub(crate) fn elsewhere(&self) -> Elsewhere {
        let child = Command::new("sleep", self.base.path())
            .arg("600")
            .inherit(&Environment::from_process(), ["PATH"])
            .stdin(Stream::Null)
            .spawn()
            .unwrap();
        let process = c2c_os::process::identity(child.id()).unwrap();
        let (config, adapters) = parts(self.base.path(), None);
        Elsewhere { app: App::open_as(config, adapters, process), child }
    }

    pub(crate) fn base(&self) -> &Path {
        self.base.path()
    }

    pub(crate) fn root(&self) -> &'static Path {
        // Leaked so that tasks may hold it; a test has one.
        Box::leak(self.base.path().join("shop").into_boxed_path())
    }

    pub(crate) fn place(&self) -> Place {
        Place::open(&self.app, self.root()).unwrap()
    }

    pub(crate) fn run(&self) -> Run {
        Run { lines: Arc::clone(&self.steps) as Arc<dyn StepLines>, listen: Arc::new(Door) }
    }
}

pub(crate) fn environment(base: &Path) -> Environment {
    let path = Environment::from_process().get("PATH").map(OsStr::to_owned).unwrap_or_default();
    let folder = |name: &str| base.join(name).into_os_string();
    Environment::from_pairs([
        ("C2C_HOME", folder("data")),
        ("CODEX_HOME", folder("codex-home")),
        ("HOME", folder("home")),
        ("USER", "tester".into()),
        ("PATH", path),
    ])
}

/// The product of another process.
pub(crate) struct Elsewhere {
    pub(crate) app: Arc<App>,
    child: std::process::Child,
}

impl Elsewhere {
    /// Ends the process without a word.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn open(base: &Path, window: Option<Arc<dyn Window>>) -> Arc<App> {
    let (config, adapters) = parts(base, window);
    App::open(config, adapters).unwrap()
}

fn parts(base: &Path, window: Option<Arc<dyn Window>>) -> (Config, Adapters) {
    let config = Config::load(environment(base)).unwrap();
    let git = Arc::new(Git::new(&config.environment, config.data.root().join("scratch")));
    let adapters = Adapters {
        window,
        manual: Arc::new(Person),
        browser: Arc::new(Shown),
        executor: Arc::new(Worker),
        changes: Arc::new(GitChanges::new(git, config.data.snapshots_dir())),
        notifier: Arc::new(Nobody),
        clock: Arc::new(SystemClock),
        steps: Arc::new(NoSteps),
    };
    (config, adapters)
}

pub(crate) fn git(root: &Path, arguments: &[&str]) {
    let environment = Environment::from_process();
    let identity = ["-c", "user.name=T", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"];
    let command = Command::new("git", root)
        .args(identity)
        .args(arguments.iter().copied())
        .inherit(&environment, ["PATH"])
        .env("GIT_CONFIG_GLOBAL", root.join("no-such-file"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stream::Null);
    let done = command.output(Duration::from_secs(30), 100_000).unwrap();
    assert!(done.status.success(), "git {arguments:?}");
}

pub(crate) fn start_params(goal: &str) -> StartParams {
    StartParams {
        goal: goal.to_owned(),
        carrier: Carrier::Manual,
        approval: Some(ApprovalMode::Never),
        max_iterations: None,
        sandbox: None,
        chat: Chat::Current,
    }
}

/// Waits for a condition.
pub(crate) async fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < deadline, "{what} does not happen");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Keeps the lines of a session.
#[derive(Debug, Default)]
pub(crate) struct Steps(Mutex<Vec<StepLine>>);

impl Steps {
    pub(crate) fn lines(&self) -> Vec<StepLine> {
        self.0.lock().unwrap().clone()
    }
}

impl StepLines for Steps {
    fn line(&self, line: &StepLine) {
        self.0.lock().unwrap().push(line.clone());
    }
}

/// A window that shows nothing: tests read the store.
struct Person;

impl Window for Person {
    fn send<'a>(
        &'a self,
        _outgoing: &'a Outgoing,
        _steps: &'a dyn StepObserver,
    ) -> BoxFuture<'a, Result<Sent, WindowError>> {
        Box::pin(async { Ok(Sent::so_far(Delivery::Inserted)) })
    }

    fn find<'a>(&'a self, _outgoing: &'a Outgoing) -> BoxFuture<'a, Result<Found, WindowError>> {
        Box::pin(async { Ok(Found::No) })
    }

    fn read_reply<'a>(
        &'a self,
        _outgoing: &'a Outgoing,
        _steps: &'a dyn StepObserver,
        _judge: Judge<'a>,
    ) -> BoxFuture<'a, Result<Reply, WindowError>> {
        Box::pin(std::future::pending())
    }
}

/// Writes the number of the iteration's plan into `value.txt`, and says that its test passed.
struct Worker;

impl Executor for Worker {
    fn check(&self) -> BoxFuture<'_, Result<ExecutorInfo, ExecutorError>> {
        let info = ExecutorInfo { program: PathBuf::from("/worker"), version: "1".to_owned(), warning: None };
        Box::pin(async { Ok(info) })
    }

    fn execute<'a>(
        &'a self,
        job: &'a Job,
        _steps: &'a dyn StepObserver,
        _cancel: BoxFuture<'a, ()>,
    ) -> BoxFuture<'a, Result<Execution, ExecutorError>> {
        Box::pin(async move {
            std::fs::write(job.root.join("value.txt"), "changed\n").unwrap();
            Ok(Execution {
                ended: Ended::Completed,
                thread_id: Some("thread".to_owned()),
                commands: vec![CommandRun {
                    command: "sh test.sh".to_owned(),
                    exit_code: Some(0),
                    output: "1 passed\n".to_owned(),
                }],
                reported: Some(Reported {
                    status: ResultStatus::Ok,
                    summary: "Changed the value.".to_owned(),
                    test_command: "sh test.sh".to_owned(),
                    tests: "1 passed".to_owned(),
                    known_issues: vec![],
                }),
                final_message: String::new(),
                usage: None,
            })
        })
    }

    fn settle<'a>(
        &'a self,
        _job: &'a Job,
        _steps: &'a dyn StepObserver,
    ) -> BoxFuture<'a, Result<Settled, ExecutorError>> {
        Box::pin(async { Ok(Settled::NeverStarted) })
    }

    fn rerun<'a>(&'a self, rerun: Rerun<'a>) -> BoxFuture<'a, Result<CommandRun, ExecutorError>> {
        let run = CommandRun { command: rerun.command.to_owned(), exit_code: Some(0), output: String::new() };
        Box::pin(async { Ok(run) })
    }
}

struct Nobody;

impl Notifier for Nobody {
    fn notify(&self, _notice: &Notice) {}
}

/// A door that nobody comes through.
pub(crate) struct Door;

struct OpenDoor;

impl Listen for Door {
    fn listen(&self, _app: Arc<App>, _port: crate::Port) -> BoxFuture<'_, Result<Box<dyn Listening>, ListenError>> {
        Box::pin(async { Ok(Box::new(OpenDoor) as Box<dyn Listening>) })
    }
}

impl Listening for OpenDoor {
    fn port(&self) -> u16 {
        4711
    }

    fn close(self: Box<Self>) -> BoxFuture<'static, ()> {
        Box::pin(async {})
    }
}

/// A browser that is always open.
struct Shown;

impl Browser for Shown {
    fn open<'a>(&'a self, request: &'a OpenRequest) -> BoxFuture<'a, Result<Opened, BrowserError>> {
        let how = if request.url.is_some() { OpenedHow::Page } else { OpenedHow::Running };
        let browser = BrowserProcess {
            pid: 4711,
            process_start: 1,
            program: "/usr/bin/chromium".into(),
            profile: "/data/browser".into(),
            switches: Vec::new(),
            started_at_ms: 1,
        };
        Box::pin(async move { Ok(Opened { how, subject: "Chromium 156".to_owned(), browser, notes: Vec::new() }) })
    }

    fn probe(&self) -> BoxFuture<'_, Result<Probe, BrowserError>> {
        let found = vec![ProbeLine::good("browser", "Chromium 156"), ProbeLine::bad("tree", "is empty", "close it")];
        Box::pin(async move { Ok(Probe { subject: "Chromium 156".to_owned(), found }) })
    }

    fn close(&self) -> BoxFuture<'_, Result<Closed, BrowserError>> {
        Box::pin(async { Ok(Closed::Ended) })
    }
}
