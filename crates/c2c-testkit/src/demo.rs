//! A whole session, shown: the small project, the model stand-in behind the real Codex, `c2c start`
//! and the planner, each a program of its own. What they say is printed as it happens; whatever was
//! started is ended.

#[cfg(target_os = "linux")]
mod app;
mod children;
mod show;
#[cfg(target_os = "linux")]
mod window;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{codex_home, process, project};
use children::{Child, Said};
use show::Show;

const GOAL: &str = "Make the failing test of this project pass without changing the test.";
/// How long a program may take to start or to end.
const PATIENCE: Duration = Duration::from_secs(20);

/// How the demo is started.
#[derive(Debug, Clone)]
pub struct Options {
    /// The `c2c` program.
    pub c2c: PathBuf,
    /// The Codex program.
    pub codex: PathBuf,
    /// Where everything is put; made when missing, and it must be empty.
    pub folder: PathBuf,
    /// One JSON line a step.
    pub json: bool,
    /// Draw the project from this number.
    pub seed: Option<u64>,
    /// Switch the connector off for the planner.
    pub without_connector: bool,
    /// Carry the first planned value wrongly.
    pub garble: bool,
    /// How long it may take, in seconds.
    pub deadline_s: u64,
    /// What runs the session, and who carries its messages.
    pub how: How,
    /// The folder with the ChatGPT page's files.
    pub assets: PathBuf,
}

/// What runs the session of a demo, and who carries its messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// `c2c start`, through a window.
    Window,
    /// `c2c start`; the planner carries the messages.
    ByHand,
    /// The app of this program, through a window.
    App(PathBuf),
}

/// Runs the demo; success only when the session ended DONE.
///
/// # Errors
/// When something cannot be started or written.
pub fn run(options: &Options) -> io::Result<ExitCode> {
    let deadline = Instant::now() + Duration::from_secs(options.deadline_s);
    let folder = std::path::absolute(&options.folder)?;
    fs::create_dir_all(&folder)?;
    let mut show = Show::new(options.json);
    let draft = folder.join("project");
    let drawn = project::make(&draft, options.seed)?;
    // The workspace is called as its folder is.
    let project = folder.join(&drawn.tool);
    fs::rename(&draft, &project)?;
    // The programs are started in other folders than this one.
    let (c2c, codex) = (std::path::absolute(&options.c2c)?, std::path::absolute(&options.codex)?);
    let stage = Stage { c2c, codex, folder, project };
    let (said, hear) = mpsc::channel();
    let (_model, provider) = stage.start_model(&said)?;
    codex_home::write(&stage.codex_home(), &provider)?;
    show.step(&json!({
        "step": "prepared", "project": stage.project, "test": drawn.test, "provider": provider, "goal": GOAL,
    }))?;
    let end = match &options.how {
        How::ByHand => by_hand(&stage, options, &mut show, (said, &hear), deadline)?,
        How::Window => in_window(&stage, options, &mut show, (said, &hear), deadline)?,
        How::App(program) => in_app(&stage, options, program, &mut show, (said, &hear), deadline)?,
    };
    show.end(&end)?;
    let done = end["state"] == "DONE";
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The planner carries the messages.
fn by_hand(
    stage: &Stage,
    options: &Options,
    show: &mut Show,
    (said, hear): (Sender<Said>, &Receiver<Said>),
    deadline: Instant,
) -> io::Result<Value> {
    let mut session = Child::start("c2c", stage.start(true)?, &said)?;
    let mut planner = stage.start_planner(options, &said)?;
    drop(said);
    let end = follow(stage, show, Some(&mut planner), hear, deadline)?;
    session.wait(PATIENCE)?;
    if last_answer_ends(&end) {
        planner.wait(PATIENCE)?;
    }
    Ok(end)
}

/// C2C drives a window with the ChatGPT page.
#[cfg(target_os = "linux")]
fn in_window(
    stage: &Stage,
    options: &Options,
    show: &mut Show,
    (said, hear): (Sender<Said>, &Receiver<Said>),
    deadline: Instant,
) -> io::Result<Value> {
    let window = window::Window::start(stage, options, &said)?;
    let mut start = stage.start(false)?;
    window.screen.dress(&mut start);
    let mut session = Child::start("c2c", start, &said)?;
    drop(said);
    let end = follow(stage, show, None, hear, deadline)?;
    session.wait(PATIENCE)?;
    // On a display of its own the browser would end with it; on the person's it must not stay.
    window.screen.dress(stage.c2c()?.args(["chatgpt", "close", "--json"])).output()?;
    Ok(end)
}

/// The app runs the session, and drives the window.
#[cfg(target_os = "linux")]
fn in_app(
    stage: &Stage,
    options: &Options,
    program: &Path,
    show: &mut Show,
    (said, _hear): (Sender<Said>, &Receiver<Said>),
    deadline: Instant,
) -> io::Result<Value> {
    let window = window::Window::start(stage, options, &said)?;
    let app = app::App::start(stage, program, &window.screen, &said)?;
    let end = app.play(stage, show, deadline)?;
    app.quit()?;
    window.screen.dress(stage.c2c()?.args(["chatgpt", "close", "--json"])).output()?;
    Ok(end)
}

/// No desktop is made for it on this system.
#[cfg(not(target_os = "linux"))]
fn in_app(
    _stage: &Stage,
    _options: &Options,
    _program: &Path,
    _show: &mut Show,
    _heard: (Sender<Said>, &Receiver<Said>),
    _deadline: Instant,
) -> io::Result<Value> {
    Err(io::Error::other("the demo shows the app on Linux only; `--manual` shows a session without it"))
}

/// No desktop is made for it on this system.
#[cfg(not(target_os = "linux"))]
fn in_window(
    _stage: &Stage,
    _options: &Options,
    _show: &mut Show,
    _heard: (Sender<Said>, &Receiver<Said>),
    _deadline: Instant,
) -> io::Result<Value> {
    Err(io::Error::other("the demo drives a window on Linux only; `--manual` shows it without one"))
}

/// Whether the planner has nothing left to wait for.
fn last_answer_ends(end: &Value) -> bool {
    end["state"] == "DONE" || end["state"] == "BLOCKED"
}

/// Shows what is heard until the session is over; the answer is the line to end with.
fn follow(
    stage: &Stage,
    show: &mut Show,
    mut planner: Option<&mut Child>,
    hear: &Receiver<Said>,
    deadline: Instant,
) -> io::Result<Value> {
    let mut end = json!({"state": "FAILED", "iterations": 0, "text": "the session ended without a word"});
    let mut stopped_for = None;
    let mut last_answer = Value::Null;
    loop {
        match hear.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Said::Line(line)) => {
                let step = serde_json::from_str(&line).unwrap_or_else(|_| json!({"step": "talk", "text": line}));
                if step["step"] == "planner_answer" {
                    last_answer = step["state"].clone();
                }
                if step["step"].is_null() && step["state"].is_string() {
                    end = step;
                } else {
                    show.heard(&line, &step)?;
                }
            }
            Ok(Said::Closed("c2c")) => break,
            // Nobody answers any more: the session would wait for a person.
            Ok(Said::Closed("planner")) if gave_up(planner.as_deref_mut())? => {
                stopped_for = Some(last_answer.clone());
                show.step(
                    &json!({"step": "talk", "text": "The planner has no further answer: the session is stopped."}),
                )?;
                stage.stop_session(show)?;
            }
            Ok(Said::Closed(_)) => {}
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                show.step(&json!({"step": "talk", "text": "The demo's deadline passed: the session is stopped."}))?;
                stage.stop_session(show)?;
                end["state"] = json!("TIMED_OUT");
                break;
            }
        }
    }
    // A session that was stopped because the planner is blocked ended blocked.
    if let Some(state) = stopped_for.filter(|state| state == "BLOCKED") {
        end["state"] = state;
    }
    Ok(end)
}

/// Whether the planner ended and not well.
fn gave_up(planner: Option<&mut Child>) -> io::Result<bool> {
    planner.map_or(Ok(false), |planner| Ok(!planner.wait(PATIENCE)?))
}

/// The folders of one demo and the programs that play in them.
struct Stage {
    c2c: PathBuf,
    codex: PathBuf,
    folder: PathBuf,
    project: PathBuf,
}

impl Stage {
    fn codex_home(&self) -> PathBuf {
        self.folder.join("codex-home")
    }

    fn start_model(&self, said: &Sender<Said>) -> io::Result<(Child, String)> {
        let port_file = self.folder.join("model.port");
        let mut command = process::command(std::env::current_exe()?, &self.folder);
        command.args(["model", "--until-stdin-closes", "--port-file"]).arg(&port_file);
        command.arg("--log").arg(self.folder.join("model.jsonl")).stdin(Stdio::piped()).stdout(Stdio::null());
        let child = Child::start("model", command, said)?;
        let port = self.port(&port_file, "the model stand-in")?;
        Ok((child, format!("http://127.0.0.1:{port}/v1")))
    }

    /// The port that a server wrote down when it was ready.
    fn port(&self, port_file: &Path, what: &str) -> io::Result<String> {
        let deadline = Instant::now() + PATIENCE;
        while !port_file.exists() {
            if Instant::now() > deadline {
                return Err(io::Error::new(io::ErrorKind::TimedOut, format!("{what} did not start")));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        fs::read_to_string(port_file)
    }

    /// A `c2c` command that knows this stage's folders and nothing of the person's own.
    fn c2c(&self) -> io::Result<Command> {
        let home = self.folder.join("home");
        fs::create_dir_all(&home)?;
        let mut command = process::command(&self.c2c, &self.project);
        command
            .env("C2C_HOME", self.folder.join("c2c-home"))
            .env("C2C_CODEX", &self.codex)
            .env("CODEX_HOME", self.codex_home())
            .env("HOME", &home);
        for name in ["OPENAI_API_KEY", "CODEX_API_KEY", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "C2C_LOG"] {
            command.env_remove(name);
        }
        Ok(command)
    }

    /// The command that begins the session.
    fn start(&self, manual: bool) -> io::Result<Command> {
        let mut command = self.c2c()?;
        command.args(["start", "--goal", GOAL, "--approval", "never", "--json"]).stdout(Stdio::piped());
        command.args(manual.then_some("--manual"));
        // What it says to the person at a terminal is not for whoever watches the demo.
        command.stderr(File::create(self.folder.join("c2c.log"))?);
        Ok(command)
    }

    /// Gives a command what `c2c` commands have in their environment.
    fn lend_environment(&self, command: &mut Command) -> io::Result<()> {
        for (name, value) in self.c2c()?.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        Ok(())
    }

    fn start_planner(&self, options: &Options, said: &Sender<Said>) -> io::Result<Child> {
        let mut command = process::command(std::env::current_exe()?, &self.folder);
        self.lend_environment(&mut command)?;
        command.arg("planner").arg("--c2c").arg(&self.c2c).arg("--workspace").arg(&self.project);
        command.arg("--transcript").arg(self.transcript()).arg("--deadline-s").arg(options.deadline_s.to_string());
        command.args(options.without_connector.then_some("--without-connector"));
        command.args(options.garble.then_some("--garble")).stdout(Stdio::piped());
        Child::start("planner", command, said)
    }

    fn transcript(&self) -> PathBuf {
        self.folder.join("planner.json")
    }

    /// Stops the session; that it has ended by itself meanwhile is no failure.
    fn stop_session(&self, show: &mut Show) -> io::Result<()> {
        let stopped = self.c2c()?.args(["stop", "--json"]).output()?;
        let said = String::from_utf8_lossy(&stopped.stdout);
        match serde_json::from_str(&said) {
            Ok(step) if !stopped.status.success() => show.heard(said.trim_end(), &step),
            _ => Ok(()),
        }
    }
}

/// The first free folder `<parent>/<n>`, counted from 1.
///
/// # Errors
/// When the parent cannot be made.
pub fn next_folder(parent: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(parent)?;
    for number in 1u32.. {
        let folder = parent.join(number.to_string());
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("no free number is left"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_demo_gets_a_folder_of_its_own() {
        let parent = tempfile::tempdir().unwrap();
        let names = [next_folder(parent.path()).unwrap(), next_folder(parent.path()).unwrap()];
        assert_eq!(names, [parent.path().join("1"), parent.path().join("2")]);
    }
}
