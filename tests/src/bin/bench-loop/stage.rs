//! A desktop, the stand-in page, C2C's browser and its window; and the messages to send.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use c2c_computer_use::browser::{BrowserConfig, BrowserPlace, Choice, OwnBrowser, identity};
use c2c_computer_use::clipboard::Lender;
use c2c_computer_use::drive::{ChatWindow, DriveConfig, Parts, SystemTime};
use c2c_computer_use::find::Mode;
use c2c_computer_use::linux::LinuxDesk;
use c2c_computer_use::page::Site;
use c2c_os::clock::SystemClock;
use c2c_os::command::{Command, Stream};
use c2c_os::environment::Environment;
use c2c_os::folders::DataFolder;
use c2c_ports::{
    BookError, BrowserBook, BrowserProcess, EffectId, Found, Outgoing, Point, Reply, SendStep, Sent, StepObserver,
    Verdict, Window as _, WindowError,
};
use c2c_testkit::screen::Screen;
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use crate::Outcome;
use crate::watched::{Notebook, Watched};

/// How long anything may take at all.
const PATIENCE: Duration = Duration::from_secs(200);
/// What keeps a browser from looking for the network, and from its graphics card.
const SWITCHES: &[&str] = &[
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--test-type",
];

/// Everything that a measurement needs. Ends what it started.
pub(crate) struct Stage {
    window: ChatWindow,
    own: Arc<OwnBrowser>,
    page: Child,
    runtime: Runtime,
    pub(crate) environment: Environment,
    pub(crate) notebook: Notebook,
    /// Ended before the folder goes.
    screen: Option<Screen>,
    folder: PathBuf,
    conversation: Option<String>,
    number: u32,
}

impl Stage {
    /// Starts all of it; the page behaves as `behaviour` says and says messages back.
    pub(crate) fn start(name: &str, behaviour: &[String]) -> Outcome<Self> {
        let program = std::env::current_exe()?;
        let folder = program.with_file_name(format!("bench-loop-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let screen = Screen::start()?;
        let mut environment = Environment::from_process();
        for (name, value) in screen.environment() {
            match value {
                Some(value) => environment.set(*name, value),
                None => environment.remove(name),
            }
        }
        environment.set("C2C_HOME", folder.join("c2c-home"));
        let (page, origin) = page(&program, &folder, &environment, behaviour)?;
        let own = Arc::new(OwnBrowser::new(BrowserConfig {
            environment: environment.clone(),
            data: DataFolder::resolve(&environment)?,
            choice: Choice::from_setting(None),
            switches: SWITCHES.iter().map(|switch| (*switch).to_owned()).collect(),
            home: format!("{origin}/"),
            book: Arc::new(Book::default()),
            clock: Arc::new(SystemClock),
        }));
        let notebook = Notebook::default();
        let config = DriveConfig { site: Site::new(&origin)?, mode: Mode::Chat, idle_ms: 300 };
        let keeper = program.with_file_name("c2c");
        let parts = (Arc::clone(&own), notebook.clone(), environment.clone());
        let window = ChatWindow::new(
            "bench".to_owned(),
            config,
            || None,
            move || {
                let (own, notebook, environment) = parts.clone();
                let desk =
                    LinuxDesk::connect(&environment, Lender::new(&keeper, ["clipboard-keeper"], environment.clone()))?;
                Ok(Parts {
                    desk: Box::new(Watched { desk, notebook }),
                    place: Box::new(BrowserPlace::new(own)),
                    time: Box::new(SystemTime),
                })
            },
        );
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let (screen, conversation, number) = (Some(screen), None, 0);
        Ok(Self { window, own, page, runtime, environment, notebook, screen, folder, conversation, number })
    }

    /// The browser's main process.
    pub(crate) fn browser(&self) -> Outcome<u32> {
        let running = self.own.running()?.ok_or("the browser does not run")?;
        Ok(identity(&running).pid)
    }

    /// The next message, of about `bytes` bytes, in the conversation that the last one was in.
    pub(crate) fn next_message(&mut self, bytes: usize) -> Result<Outgoing, Box<dyn std::error::Error + Send + Sync>> {
        self.number += 1;
        let number = self.number;
        let task_id = "c2c_f81a000c".to_owned();
        let head = format!("[C2C]\nSTATE: EXECUTED\nTASK_ID: {task_id}\nITERATION: {number}\n\nRESULT:\n");
        let end = format!("déjà vu 漢字 👩‍👩‍👧 {}", end_of(number));
        let filler = "The tests pass and nothing else was touched. ";
        let text = head.clone() + &filler.repeat(bytes.saturating_sub(head.len() + end.len()) / filler.len()) + &end;
        Ok(Outgoing {
            effect_id: format!("eff_{number}").parse()?,
            session_id: "ses_1".parse()?,
            number,
            state: "EXECUTED".to_owned(),
            task_id,
            iteration: number,
            text,
            conversation_url: self.conversation.clone(),
            begun: number > 1,
            project_url: None,
            mention: None,
            allowed_connector: None,
            may_be_sent: false,
        })
    }

    /// The address of the conversation that the next message belongs to.
    pub(crate) fn is_in(&mut self, url: Option<&String>) {
        if let Some(url) = url {
            self.conversation = Some(url.clone());
        }
    }

    pub(crate) fn send(&self, outgoing: &Outgoing, steps: &Steps) -> Outcome<Result<Sent, WindowError>> {
        let sent = self.runtime.block_on(async { timeout(PATIENCE, self.window.send(outgoing, steps)).await });
        sent.map_err(|_| "a send does not end".into())
    }

    pub(crate) fn find(&self, outgoing: &Outgoing) -> Outcome<Result<Found, WindowError>> {
        let found = self.runtime.block_on(async { timeout(PATIENCE, self.window.find(outgoing)).await });
        found.map_err(|_| "looking for a message does not end".into())
    }

    pub(crate) fn read(&self, outgoing: &Outgoing) -> Outcome<Result<Reply, WindowError>> {
        let end = end_of(outgoing.number);
        let judge = |text: &str| if text.trim_end().ends_with(&end) { Verdict::Complete } else { Verdict::None };
        let reading = async { timeout(PATIENCE, self.window.read_reply(outgoing, &Steps::default(), &judge)).await };
        self.runtime.block_on(reading).map_err(|_| "reading an answer does not end".into())
    }

    /// What the page has written down.
    pub(crate) fn log(&self) -> Outcome<Vec<Value>> {
        let text = fs::read_to_string(self.folder.join("page.jsonl"))?;
        // The last line may be half written.
        Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }

    /// When the page has shown the last answer in full, by its clock.
    pub(crate) fn last_answer_shown_ms(&self) -> Outcome<i64> {
        let log = self.log()?;
        let shown = log.iter().rev().find(|row| row["event"] == "shown" && row["details"]["what"] == "answer");
        shown.and_then(|row| row["details"]["at_ms"].as_i64()).ok_or_else(|| "the page has shown no answer".into())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Err(error) = self.page.kill().and_then(|()| self.page.wait()) {
            tracing::warn!(%error, "the page was not ended");
        }
        if let Some(screen) = self.screen.take() {
            screen.end();
        }
        // A browser writes its last files while it ends.
        for _ in 0..20 {
            if fs::remove_dir_all(&self.folder).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        tracing::warn!("the measurement's folder stays");
    }
}

/// What a message, and so its answer, ends with.
fn end_of(number: u32) -> String {
    format!("END {number}.")
}

/// Starts the page; its address.
fn page(program: &Path, folder: &Path, environment: &Environment, behaviour: &[String]) -> Outcome<(Child, String)> {
    let port_file = folder.join("page.port");
    let command = Command::new(program.with_file_name("c2c-testkit"), folder).inherit_all(environment);
    let command = command.args(["chatgpt", "--planner", "echo", "--until-stdin-closes"]).stdin(Stream::Pipe);
    let command = command.arg("--log").arg(folder.join("page.jsonl")).arg("--port-file").arg(&port_file);
    let command = command.args(behaviour.iter().flat_map(|pair| ["--set".to_owned(), pair.clone()]));
    let child = command.stderr(Stream::Inherit).spawn()?;
    let deadline = Instant::now() + Duration::from_secs(20);
    while Instant::now() < deadline {
        match fs::read_to_string(&port_file) {
            Ok(port) if !port.is_empty() => return Ok((child, format!("http://127.0.0.1:{port}"))),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Err("the page does not start".into())
}

/// When a send passed its points.
#[derive(Debug, Default)]
pub(crate) struct Steps(Mutex<Passed>);

#[derive(Debug, Default)]
struct Passed {
    points: Vec<(Point, Instant)>,
    may_be_sent: bool,
}

impl Steps {
    fn passed(&self) -> std::sync::MutexGuard<'_, Passed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When `step` was passed last.
    pub(crate) fn at(&self, step: SendStep) -> Option<Instant> {
        self.passed().points.iter().rev().find(|(point, _)| *point == Point::Send(step)).map(|(_, at)| *at)
    }

    /// Whether Send may have been pressed.
    pub(crate) fn may_be_sent(&self) -> bool {
        self.passed().may_be_sent
    }
}

impl StepObserver for Steps {
    fn reached(&self, _effect: &EffectId, point: Point) {
        self.passed().points.push((point, Instant::now()));
    }

    fn may_press(&self, _effect: &EffectId) -> bool {
        self.passed().may_be_sent = true;
        true
    }
}

/// Remembers the browser.
#[derive(Debug, Default)]
struct Book(Mutex<Option<BrowserProcess>>);

impl BrowserBook for Book {
    fn noted(&self) -> Result<Option<BrowserProcess>, BookError> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    fn note(&self, browser: &BrowserProcess) -> Result<(), BookError> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(browser.clone());
        Ok(())
    }
}
