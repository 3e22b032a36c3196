//! The moments of a session at which the product waits until a test has done something.

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::Command;
use std::time::Duration;

use c2c_ports::{EffectKind, Point};
use serde_json::Value;

use crate::room::When;

/// Hears from `c2c-kill` at every point that it passes.
pub(crate) struct Cues(TcpListener);

/// One point. The product goes on when this is dropped.
pub(crate) struct Cue {
    /// The moment of a send, if it is one.
    pub(crate) when: Option<When>,
    _product: TcpStream,
}

impl Cues {
    pub(crate) fn open() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        listener.set_nonblocking(true).unwrap();
        Self(listener)
    }

    /// Has `command`, which is `c2c-kill`, tell of its points.
    pub(crate) fn of(&self, mut command: Command) -> Command {
        command.env("C2C_KILL_ASK", self.0.local_addr().unwrap().port().to_string());
        command
    }

    /// The point at which the product waits now, if it does.
    pub(crate) fn next(&self) -> Option<Cue> {
        let (product, _) = self.0.accept().ok()?;
        product.set_nonblocking(false).unwrap();
        product.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let mut line = String::new();
        BufReader::new(&product).read_line(&mut line).unwrap();
        Some(Cue { when: when(&serde_json::from_str(&line).unwrap()), _product: product })
    }
}

fn when(told: &Value) -> Option<When> {
    if told == "before_press" {
        return Some(When::BeforePress);
    }
    match serde_json::from_value(told.clone()).unwrap() {
        Point::Before(EffectKind::Send) => Some(When::Before),
        Point::Send(step) => Some(When::At(step)),
        _ => None,
    }
}
