//! The thief: told what to do, and heard.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use c2c_testkit::screen::Screen;
use serde_json::Value;

use crate::stage::{Running, beside, command};

const PATIENCE: Duration = Duration::from_secs(60);

/// A window of another program, which it ends with the test.
pub(crate) struct Thief {
    orders: ChildStdin,
    said: Receiver<Value>,
    heard: Vec<Value>,
    own: u64,
    _program: Running,
}

impl Thief {
    /// A window called "Letter" that has the focus.
    pub(crate) fn start(screen: &Screen) -> Self {
        let mut thief = command(beside("c2c-testkit"), screen.folder());
        thief.args(["thief", "--title", "Letter"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut program = screen.dress(&mut thief).spawn().unwrap();
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
        let mut thief = Self { orders, said, heard: Vec::new(), own: 0, _program: Running(program) };
        thief.own = thief.hear(|row| row["thief"].is_number())["thief"].as_u64().unwrap();
        thief.order("focus");
        thief
    }

    /// Has it do something, and waits until it is done; what it tells about it.
    #[track_caller]
    pub(crate) fn order(&mut self, order: &str) -> Value {
        writeln!(self.orders, "{order}").unwrap();
        let row = self.hear(|row| row["did"] == order);
        assert!(row["error"].is_null(), "{row}");
        row["details"].clone()
    }

    /// Has it take the focus `count` times, every so many milliseconds, while other things happen.
    pub(crate) fn begin_stealing(&mut self, every_ms: u64, count: u32) {
        self.got();
        self.heard.retain(|row| row["did"] != "steal");
        writeln!(self.orders, "steal {every_ms} {count}").unwrap();
    }

    #[track_caller]
    pub(crate) fn await_last_theft(&mut self) {
        let is_last = |row: &Value| row["did"] == "steal" && row["details"]["round"] == row["details"]["of"];
        if !self.heard.iter().any(is_last) {
            self.hear(is_last);
        }
    }

    /// Puts a text on the clipboard as another program does.
    #[track_caller]
    pub(crate) fn copy(&mut self, text: &str) {
        self.order(&format!("copy {}", Value::from(text)));
    }

    /// The text on the clipboard, as another program gets it.
    #[track_caller]
    pub(crate) fn clipboard(&mut self) -> Option<String> {
        self.order("clipboard");
        self.hear(|row| row.get("clipboard").is_some())["clipboard"].as_str().map(str::to_owned)
    }

    /// Whether its window has the focus.
    #[track_caller]
    pub(crate) fn has_focus(&mut self) -> bool {
        let windows = self.order("list");
        windows.as_array().unwrap().iter().any(|window| window["window"] == self.own && window["has_focus"] == true)
    }

    /// The numbers of the browser's windows.
    #[track_caller]
    pub(crate) fn browser_windows(&mut self) -> Vec<u64> {
        let windows = self.order("list");
        let others = windows.as_array().unwrap().iter().filter(|window| window["title"] != "Cover");
        others.filter_map(|window| window["window"].as_u64()).filter(|window| *window != self.own).collect()
    }

    /// Has it do something to the browser's only window: `{}` in the order is that.
    #[track_caller]
    pub(crate) fn order_about_it(&mut self, order: &str) -> Value {
        let windows = self.browser_windows();
        assert_eq!(windows.len(), 1, "{windows:?}");
        self.order(&order.replace("{}", &windows[0].to_string()))
    }

    /// Keys and buttons that reached it so far.
    pub(crate) fn got(&mut self) -> Vec<Value> {
        self.heard.extend(self.said.try_iter());
        self.heard.iter().filter(|row| row.get("key").is_some() || row.get("button").is_some()).cloned().collect()
    }

    #[track_caller]
    fn hear(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let row = self.said.recv_timeout(PATIENCE).expect("the thief does not answer");
            self.heard.push(row.clone());
            if is_it(&row) {
                return row;
            }
        }
    }
}
