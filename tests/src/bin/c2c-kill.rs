//! The `c2c` command with an observer that ends the process, as a kill would, at one point of an
//! effect. Everything else is the product.
//!
//! - `C2C_KILL_AT` names the point as in JSON, such as `{"execute":"spawned"}`, and `C2C_KILL_NTH`
//!   the how-many-th time it is passed (default 1).
//! - `C2C_KILL_TRACE` names a file that gets a line for every point passed.

use std::fs::OpenOptions;
use std::io::Write as _;
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
        }
    }

    fn note(&self, point: Point) -> std::io::Result<()> {
        let Some(path) = &self.trace else {
            return Ok(());
        };
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        writeln!(file, "{}", serde_json::to_string(&point)?)
    }
}

impl StepObserver for Killer {
    fn reached(&self, _effect: &EffectId, point: Point) {
        if let Err(error) = self.note(point) {
            tracing::warn!(%error, "the trace cannot be written");
        }
        if self.at == Some(point) && self.passed.fetch_add(1, Ordering::SeqCst) + 1 == self.nth {
            // No destructor, no flush, no answer: what a kill leaves behind.
            std::process::abort();
        }
    }
}
