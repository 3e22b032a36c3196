//! The planner stand-in: it plays ChatGPT and the person who carries its messages.
//!
//! It learns of a message from `c2c status --json`, looks at the project through the connector as
//! any MCP client does, and hands its answer to `c2c reply`. It knows the protocol and how to read
//! a small test, and nothing of what the project's generator drew. Everything it received goes into
//! a transcript.

pub(crate) mod carrier;
mod findings;
pub(crate) mod message;
pub(crate) mod reasoning;
pub(crate) mod transcript;

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::json;

use carrier::Carrier;
use message::{Answer, Received};
use reasoning::Planner;
use transcript::{Recorder, Transcript};

use crate::output;

/// How often it looks for a new message.
const LOOK: Duration = Duration::from_millis(150);

/// How the planner is started.
#[derive(Debug, Clone)]
pub struct Options {
    /// The `c2c` program.
    pub c2c: PathBuf,
    /// The workspace.
    pub workspace: PathBuf,
    /// Where everything it received is written.
    pub transcript: Option<PathBuf>,
    /// Plan as in a conversation without the connector.
    pub without_connector: bool,
    /// Carry the first planned value wrongly, as a careless person might.
    pub garble: bool,
    /// The most plans it makes.
    pub max_plans: u32,
    /// How long it goes on, in seconds.
    pub deadline_s: u64,
}

/// How the planner's part ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// It answered DONE.
    Done,
    /// It answered BLOCKED.
    Blocked,
    /// The session ended without it.
    Over,
}

/// Plans until the task is done or blocked.
///
/// # Errors
/// When `c2c` cannot be used, or the deadline passes.
pub fn run(options: &Options) -> io::Result<End> {
    let deadline = Instant::now() + Duration::from_secs(options.deadline_s);
    let carrier = Carrier::new(&options.c2c, &options.workspace);
    let mut transcript = Transcript::new(options.transcript.as_deref());
    let mut planner = Planner::new(options.max_plans);
    let mut answered = 0;
    while Instant::now() < deadline {
        let status = carrier.status()?;
        if status.is_over {
            return Ok(End::Over);
        }
        let Some(open) = status.open.filter(|open| open.number > answered) else {
            std::thread::sleep(LOOK);
            continue;
        };
        let Some(received) = Received::of(&open.text) else {
            // The boot prompt wants no answer.
            transcript.received(&open, "")?;
            answered = open.number;
            continue;
        };
        if status.connector.is_none() && !options.without_connector {
            // Nobody runs the session at the moment; whoever goes on with it serves the connector.
            std::thread::sleep(LOOK);
            continue;
        }
        let connector = if options.without_connector { None } else { status.connector };
        let mut recorder = Recorder::new(connector, &mut transcript, open.number);
        let before = planner.clone();
        let answer = planner.answer(&received, &mut recorder);
        if recorder.is_lost() {
            recorder.discard();
            planner = before;
            std::thread::sleep(LOOK);
            continue;
        }
        let mut text = answer.render(&received);
        if options.garble {
            text = garble(&answer, text);
        }
        transcript.received(&open, &text)?;
        let state = text.lines().nth(1).and_then(|line| line.strip_prefix("STATE: ")).unwrap_or_default();
        output::line(&json!({"step": "planner_answer", "to": open.number, "state": state}).to_string())?;
        carrier.reply(&text)?;
        answered = open.number;
        match answer {
            Answer::Plan { .. } => {}
            Answer::Done { .. } => return Ok(End::Done),
            Answer::Blocked { .. } => return Ok(End::Blocked),
        }
    }
    Err(io::Error::new(io::ErrorKind::TimedOut, "the planner's deadline passed"))
}

/// The first planned value, read backwards.
pub(crate) fn garble(answer: &Answer, text: String) -> String {
    match answer {
        Answer::Plan { changes, .. } => changes.first().map_or(text.clone(), |change| {
            let (key, value) = change.new.split_once('=').unwrap_or(("", &change.new));
            let wrong: String = value.chars().rev().collect();
            text.replace(&format!("`{key}={value}`"), &format!("`{key}={wrong}`"))
        }),
        _ => text,
    }
}
