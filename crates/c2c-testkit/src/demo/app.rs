//! The app in charge of a demo: it is handed the session, and what the session is at is told from outside.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::children::{Child, Said};
use super::show::Show;
use super::{GOAL, PATIENCE, Stage};
use crate::process;
use crate::screen::Screen;

/// How often is looked.
const LOOK: Duration = Duration::from_millis(300);

/// The app, running.
pub(super) struct App {
    child: Child,
}

impl App {
    /// Starts it, with its window.
    pub(super) fn start(stage: &Stage, program: &Path, screen: &Screen, said: &Sender<Said>) -> io::Result<Self> {
        let mut command = process::command(std::path::absolute(program)?, &stage.folder);
        stage.lend_environment(&mut command)?;
        screen.dress(&mut command);
        command.stderr(File::create(stage.folder.join("app.log"))?);
        Ok(Self { child: Child::start("app", command, said)? })
    }

    /// Hands the session over and shows what it is at, to its end; the line to end with.
    pub(super) fn play(&self, stage: &Stage, show: &mut Show, deadline: Instant) -> io::Result<Value> {
        let begun = hand_over(stage)?;
        show.step(&json!({"step": "talk", "text": "The app runs the session."}))?;
        let mut told = Told::default();
        loop {
            let status = answer(stage, &["status", "--json"])?;
            for step in told.news(&status) {
                show.step(&step)?;
            }
            let session = &status["session"];
            let end = |state: &str| {
                json!({
                    "state": state, "iterations": session["iteration"], "session": begun["session"],
                    "task_id": session["task_id"], "text": "",
                })
            };
            match session["status"].as_str().unwrap_or_default() {
                "done" => return Ok(end("DONE")),
                "stopped" => return Ok(end("STOPPED")),
                "blocked" => {
                    stage.stop_session(show)?;
                    return Ok(end("BLOCKED"));
                }
                _ if Instant::now() > deadline => {
                    show.step(&json!({"step": "talk", "text": "The demo's deadline passed: the session is stopped."}))?;
                    stage.stop_session(show)?;
                    return Ok(end("TIMED_OUT"));
                }
                _ => std::thread::sleep(LOOK),
            }
        }
    }

    /// Asks the app to end, as the system does, and waits for that.
    pub(super) fn quit(mut self) -> io::Result<()> {
        self.child.ask_to_end()?;
        match self.child.wait(PATIENCE)? {
            true => Ok(()),
            false => Err(io::Error::other("the app did not end well")),
        }
    }
}

/// What was shown already.
#[derive(Debug, Default)]
struct Told {
    messages: BTreeSet<u64>,
    iterations: BTreeSet<u64>,
    state: String,
    pause: String,
}

impl Told {
    /// The steps that a status holds and the one before did not.
    fn news(&mut self, status: &Value) -> Vec<Value> {
        let mut steps = Vec::new();
        let number = |value: &Value, field: &str| value[field].as_u64().unwrap_or_default();
        let message = &status["open_message"];
        if message.is_object() && self.messages.insert(number(message, "number")) {
            let mut step = message.clone();
            step["step"] = json!("message");
            steps.push(step);
        }
        let state = status["checkpoint"]["protocol_state"].as_str().unwrap_or_default();
        if state != self.state {
            state.clone_into(&mut self.state);
            if state == "EXECUTING" {
                // The checkpoint names the last iteration that is recorded.
                let iteration = number(&status["checkpoint"], "iteration") + 1;
                steps.push(json!({"step": "execution_started", "iteration": iteration}));
            }
        }
        for iteration in status["iterations"].as_array().into_iter().flatten().rev() {
            if self.iterations.insert(number(iteration, "iteration")) {
                steps.push(json!({
                    "step": "recorded", "iteration": iteration["iteration"], "tests": iteration["tests"],
                    "changed_files": iteration["changed_files"].as_array().map_or(0, Vec::len),
                    "test_source": iteration["test_source"], "exit_status": iteration["exit_status"],
                }));
            }
        }
        let attention = &status["attention"];
        let pause = if attention["kind"] == "paused" { attention["text"].as_str() } else { None }.unwrap_or_default();
        if pause != self.pause {
            pause.clone_into(&mut self.pause);
            if !pause.is_empty() {
                steps.push(json!({"step": "paused", "reason": pause}));
            }
        }
        steps
    }
}

/// Hands the session over, as soon as the app runs.
fn hand_over(stage: &Stage) -> io::Result<Value> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let arguments = ["start", "--app", "--goal", GOAL, "--approval", "never", "--json"];
        let answer = answer(stage, &arguments)?;
        if answer["session"].is_string() {
            return Ok(answer);
        }
        if Instant::now() > deadline {
            return Err(io::Error::other(format!("the app does not take the session: {}", answer["message"])));
        }
        std::thread::sleep(LOOK);
    }
}

fn answer(stage: &Stage, arguments: &[&str]) -> io::Result<Value> {
    let output = stage.c2c()?.args(arguments).output()?;
    serde_json::from_slice(&output.stdout).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_told_once() {
        let status = json!({
            "open_message": {"number": 2, "state": "INIT", "direction": "out", "text": "t"},
            "checkpoint": {"protocol_state": "EXECUTING", "iteration": 1},
            "iterations": [{"iteration": 1, "changed_files": [{}], "tests": "1 passed", "test_source": "seen",
                "exit_status": "ok"}],
            "attention": {"kind": "paused", "text": "You paused the session."},
        });
        let mut told = Told::default();
        let steps: Vec<Value> = told.news(&status).iter().map(|step| step["step"].clone()).collect();
        assert_eq!(steps, ["message", "execution_started", "recorded", "paused"]);
        assert_eq!(told.news(&status), Vec::<Value>::new());
        let later = json!({"open_message": {"number": 4}, "checkpoint": {"protocol_state": "EXECUTED_SENT"}});
        assert_eq!(told.news(&later).len(), 1);
    }
}
