//! The `c2c` command with an observer that ends the process, as a kill would, at one point of an
//! effect, or waits there while a test does something. Everything else is the product.
//!
//! - `C2C_KILL_AT` names the point as in JSON, such as `{"execute":"spawned"}`, and `C2C_KILL_NTH`
//!   the how-many-th time it is passed (default 1).
//! - `C2C_KILL_TRACE` names a file that gets a line for every point passed.
//! - `C2C_KILL_ASK` names a port of this machine on which a test is told every point, and `"before_press"` right
//!   before Send is pressed: one line for a connection, and the process goes on when it is closed.

use std::fs::OpenOptions;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use c2c_api::Adapters;
use c2c_ports::{EffectId, Point, StepObserver};

fn main() -> ExitCode {
    c2c_cli::main_with(|adapters| Adapters { steps: Arc::new(Killer::from_environment()), ..adapters })
}

struct Killer {
    at: Option<Point>,
    nth: usize,
    passed: AtomicUsize,
    trace: Option<PathBuf>,
    ask: Option<u16>,
}

impl Killer {
    #[expect(clippy::disallowed_methods, reason = "a test program is told by its environment where to die")]
    fn from_environment() -> Self {
        let variable = |name| std::env::var(name).ok();
        Self {
            at: variable("C2C_KILL_AT").and_then(|at| serde_json::from_str(&at).ok()),
            nth: variable("C2C_KILL_NTH").and_then(|nth| nth.parse().ok()).unwrap_or(1),
            passed: AtomicUsize::new(0),
            trace: variable("C2C_KILL_TRACE").map(PathBuf::from),
            ask: variable("C2C_KILL_ASK").and_then(|port| port.parse().ok()),
        }
    }

    fn note(&self, point: Point) -> std::io::Result<()> {
        let Some(path) = &self.trace else {
            return Ok(());
        };
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        writeln!(file, "{}", serde_json::to_string(&point)?)
    }

    /// Tells the test, and waits until it lets go.
    fn tell(&self, what: &str) {
        let told = self.ask.map(|port| {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
            writeln!(stream, "{what}")?;
            stream.read(&mut [0])
        });
        if let Some(Err(error)) = told {
            tracing::warn!(%error, "the test does not listen");
        }
    }
}

impl StepObserver for Killer {
    fn reached(&self, _effect: &EffectId, point: Point) {
        if let Err(error) = self.note(point) {
            tracing::warn!(%error, "the trace cannot be written");
        }
        if let Ok(what) = serde_json::to_string(&point) {
            self.tell(&what);
        }
        if self.at == Some(point) && self.passed.fetch_add(1, Ordering::SeqCst) + 1 == self.nth {
            // No destructor, no flush, no answer: what a kill leaves behind.
            std::process::abort();
        }
    }

    fn may_press(&self, _effect: &EffectId) -> bool {
        self.tell("\"before_press\"");
        true
    }
}
