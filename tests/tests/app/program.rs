//! A stand-in that is told what to do by lines, and tells what it sees by lines of JSON.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, TryRecvError};

use serde_json::Value;

use crate::desk::{PATIENCE, wait};
use crate::stage::Running;

/// It ends with the test.
pub(crate) struct Program {
    orders: ChildStdin,
    said: Receiver<Value>,
    pub(crate) heard: Vec<Value>,
    _program: Running,
}

impl Program {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut program = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(program.stdout.take().unwrap()).lines();
        let (say, said) = mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if say.send(serde_json::from_str(&line).unwrap()).is_err() {
                    return;
                }
            }
        });
        let orders = program.stdin.take().unwrap();
        Self { orders, said, heard: Vec::new(), _program: Running(program) }
    }

    /// Waits for a line that it tells by itself, or has told.
    #[track_caller]
    pub(crate) fn hear(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        wait(what, || {
            loop {
                match self.said.try_recv() {
                    Ok(row) => self.heard.push(row),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => panic!("the stand-in ended before {what}"),
                }
            }
            let at = self.heard.iter().position(&is_it)?;
            Some(self.heard.remove(at))
        })
    }

    /// Has it do something, and waits until it is done; what it says about it.
    #[track_caller]
    pub(crate) fn order(&mut self, order: &str) -> Value {
        let row = self.asked(order);
        assert!(row["error"].is_null(), "{row}");
        row
    }

    fn asked(&mut self, order: &str) -> Value {
        writeln!(self.orders, "{order}").unwrap();
        self.hear(order, |row| row["did"] == order)
    }

    /// What the first icon shows, once there is one; see `c2c-testkit tray`.
    #[track_caller]
    pub(crate) fn icon(&mut self) -> Value {
        self.icon_that("an icon in the tray", |_| true)
    }

    /// What an icon shows, once it shows that.
    #[track_caller]
    pub(crate) fn icon_that(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let deadline = std::time::Instant::now() + PATIENCE;
        loop {
            let row = self.asked("look");
            let icons = row["items"].as_array().cloned().unwrap_or_default();
            if let Some(icon) = icons.into_iter().find(|icon| !icon["menu"].is_null() && is_it(icon)) {
                return icon;
            }
            assert!(std::time::Instant::now() < deadline, "{what} does not come: {row}");
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
}
