//! The stand-ins' thief, which comes in the way as it is told.

use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use c2c_os::command::{Command, Stream};
use c2c_os::environment::Environment;
use serde_json::Value;

use crate::Outcome;

/// How long an order may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A running thief.
pub(crate) struct Thief {
    child: Child,
    input: ChildStdin,
    said: Receiver<Value>,
    /// Keys and buttons that reached it.
    pub(crate) reached: Vec<Value>,
}

impl Thief {
    pub(crate) fn start(environment: &Environment) -> Outcome<Self> {
        let program = std::env::current_exe()?.with_file_name("c2c-testkit");
        let command = Command::new(program, "/").inherit_all(environment).arg("thief");
        let mut child = command.stdin(Stream::Pipe).stdout(Stream::Pipe).stderr(Stream::Inherit).spawn()?;
        let (input, output) = child.stdin.take().zip(child.stdout.take()).ok_or("the thief has no pipes")?;
        let (sender, said) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if let Ok(row) = serde_json::from_str(&line)
                    && sender.send(row).is_err()
                {
                    return;
                }
            }
        });
        let mut thief = Self { child, input, said, reached: Vec::new() };
        thief.await_row(|row| row.get("thief").is_some())?;
        Ok(thief)
    }

    /// Has an order carried out.
    pub(crate) fn order(&mut self, order: &str) -> Outcome<Value> {
        writeln!(self.input, "{order}")?;
        self.await_row(|row| row["did"] == order)
    }

    /// Gives an order that is answered later.
    pub(crate) fn begin(&mut self, order: &str) -> Outcome<()> {
        Ok(writeln!(self.input, "{order}")?)
    }

    /// The text on the clipboard; none when there is none.
    pub(crate) fn clipboard(&mut self) -> Outcome<Option<String>> {
        writeln!(self.input, "clipboard")?;
        let row = self.await_row(|row| row.get("clipboard").is_some())?;
        Ok(row["clipboard"].as_str().map(str::to_owned))
    }

    /// Takes in what it has told meanwhile.
    pub(crate) fn listen(&mut self) {
        while let Ok(row) = self.said.try_recv() {
            self.hear(&row);
        }
    }

    fn hear(&mut self, row: &Value) {
        if row.get("key").is_some() || row.get("button").is_some() {
            self.reached.push(row.clone());
        }
    }

    fn await_row(&mut self, wanted: impl Fn(&Value) -> bool) -> Outcome<Value> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let row = self.said.recv_timeout(deadline.saturating_duration_since(Instant::now()));
            let row = row.map_err(|_| "the thief does not answer")?;
            self.hear(&row);
            if wanted(&row) {
                return Ok(row);
            }
        }
    }
}

impl Drop for Thief {
    fn drop(&mut self) {
        if let Err(error) = self.child.kill().and_then(|()| self.child.wait()) {
            tracing::warn!(%error, "the thief was not ended");
        }
    }
}
