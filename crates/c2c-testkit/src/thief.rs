//! A window that comes in the way: it takes the focus, covers what is there, pretends to be
//! somebody else, and does to other windows what a person may do meanwhile. It tells every key and
//! button that reaches it, so that a test can say that nothing did.
//!
//! It is told what to do by lines of standard input or of a script, and answers in lines of JSON.

mod clipboard;
mod desk;
mod order;

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use x11rb::connection::Connection;
use x11rb::protocol::Event;

use crate::output;
use desk::Desk;
use order::Order;

/// How the thief is started.
#[derive(Debug, Clone)]
pub struct Options {
    /// What it calls itself.
    pub title: String,
    /// The file whose lines are carried out in place of standard input's.
    pub script: Option<PathBuf>,
}

/// What the thief hears.
enum Heard {
    Event(Event),
    Line(String),
    /// No more lines come.
    End,
}

/// Runs until `quit`, or until the last line was carried out.
///
/// # Errors
/// When there is no display, or the script cannot be read.
pub fn run(options: &Options) -> io::Result<()> {
    let desk = Arc::new(Desk::open(&options.title)?);
    let (say, hear) = mpsc::channel();
    listen(&desk, &say);
    read_lines(options, say)?;
    output::line(&json!({"thief": desk.window(), "title": options.title}).to_string())?;
    let mut theft: Option<Theft> = None;
    let mut is_ending = false;
    loop {
        let wait = theft.as_ref().map_or(Duration::MAX, |theft| theft.next.saturating_duration_since(Instant::now()));
        match hear.recv_timeout(wait) {
            Ok(Heard::Event(event)) => tell(&desk, &event)?,
            Ok(Heard::Line(line)) if line.trim().is_empty() => {}
            Ok(Heard::Line(line)) => match line.parse::<Order>() {
                Ok(Order::Quit) => return Ok(()),
                Ok(Order::Steal { every, count }) => {
                    theft = Some(Theft { next: Instant::now(), every, count, done: 0 });
                }
                Ok(order) => answer(&line, carry_out(&desk, &order))?,
                Err(error) => answer(&line, Err(io::Error::other(error)))?,
            },
            Ok(Heard::End) => is_ending = true,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if let Some(due) = theft.as_mut().filter(|theft| theft.next <= Instant::now()) {
            due.next += due.every;
            due.done += 1;
            let (round, of) = (due.done, due.count);
            answer("steal", desk.take_focus().map(|took| json!({"round": round, "of": of, "took_ms": took})))?;
            if round >= of {
                theft = None;
            }
        }
        if is_ending && theft.is_none() {
            return Ok(());
        }
    }
}

/// The focus is taken again and again.
struct Theft {
    next: Instant,
    every: Duration,
    count: u32,
    done: u32,
}

/// Hears the display on a thread of its own, which ends with the process.
fn listen(desk: &Arc<Desk>, say: &Sender<Heard>) {
    let (desk, say) = (desk.clone(), say.clone());
    std::thread::spawn(move || {
        while let Ok(event) = desk.connection().wait_for_event() {
            if say.send(Heard::Event(event)).is_err() {
                return;
            }
        }
    });
}

/// Reads the orders on a thread of its own.
fn read_lines(options: &Options, say: Sender<Heard>) -> io::Result<()> {
    let source: Box<dyn BufRead + Send> = match &options.script {
        Some(path) => Box::new(BufReader::new(File::open(path)?)),
        None => Box::new(BufReader::new(io::stdin())),
    };
    std::thread::spawn(move || {
        for line in source.lines().map_while(Result::ok) {
            if let Ok(Order::Sleep(time)) = line.parse() {
                std::thread::sleep(time);
            } else if say.send(Heard::Line(line)).is_err() {
                return;
            }
        }
        // Nobody listens when it was told to quit.
        let _sent = say.send(Heard::End);
    });
    Ok(())
}

fn carry_out(desk: &Desk, order: &Order) -> io::Result<Value> {
    match order {
        Order::Focus => desk.take_focus().map(|took| json!({"took_ms": took})),
        Order::Cover => desk.cover().map(|window| json!({"window": window})),
        Order::Uncover => desk.uncover().map(|()| Value::Null),
        Order::Popup => desk.pop_up().map(|window| json!({"window": window})),
        Order::Popdown => desk.pop_down().map(|()| Value::Null),
        Order::Title(text) => desk.set_title(text).map(|()| Value::Null),
        Order::Minimise(which) => about(desk, which, Desk::minimise),
        Order::Activate(which) => about(desk, which, Desk::activate),
        Order::Close(which) => about(desk, which, Desk::close),
        Order::Reload(which) => about(desk, which, Desk::reload),
        Order::Desktop(which, number) => about(desk, which, |desk, window| desk.put_on_desktop(window, *number)),
        Order::List => desk.list(),
        Order::Copy(text) => desk.copy(text).map(|()| Value::Null),
        Order::Clipboard => desk.ask_for_clipboard().map(|()| Value::Null),
        // They are carried out where the lines are read and where the clock is.
        Order::Steal { .. } | Order::Sleep(_) | Order::Quit => Ok(Value::Null),
    }
}

fn about(desk: &Desk, which: &str, act: impl Fn(&Desk, u32) -> io::Result<()>) -> io::Result<Value> {
    let window = desk.find(which)?;
    act(desk, window).map(|()| json!({"window": window}))
}

fn answer(did: &str, outcome: io::Result<Value>) -> io::Result<()> {
    let row = match outcome {
        Ok(details) => json!({"did": did, "details": details}),
        Err(error) => json!({"did": did, "error": error.to_string()}),
    };
    output::line(&row.to_string())
}

/// Tells what reached one of the thief's windows.
fn tell(desk: &Desk, event: &Event) -> io::Result<()> {
    let row = match event {
        Event::KeyPress(key) => json!({"key": desk.key(key.detail), "code": key.detail, "is_pressed": true}),
        Event::KeyRelease(key) => json!({"key": desk.key(key.detail), "code": key.detail, "is_pressed": false}),
        Event::ButtonPress(button) => json!({"button": button.detail, "is_pressed": true}),
        Event::ButtonRelease(button) => json!({"button": button.detail, "is_pressed": false}),
        Event::FocusIn(_) => json!({"has_focus": true}),
        Event::FocusOut(_) => json!({"has_focus": false}),
        Event::SelectionRequest(request) => return desk.hand_out(request),
        Event::SelectionNotify(notice) => json!({"clipboard": desk.clipboard(notice)?}),
        _ => return Ok(()),
    };
    output::line(&row.to_string())
}
