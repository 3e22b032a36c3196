//! `cargo xtask bench loop`: how long C2C takes around ChatGPT's own time, in a real browser on a
//! desktop of its own, with the stand-in page.
//!
//! - From an answer that is finished on the screen, by the page's own clock, until it is in hand.
//! - From the focus that is taken until the message is seen in the conversation; and a whole send.
//! - The same in whole sessions with the real Codex, until the loop begins what comes next.
//! - What waiting for a long answer costs, C2C and the browser.
//! - `--stress N`: N messages in a row while others take the focus, the clipboard and the page.
//!   Anything but nothing wrong is exit code 1.
//!
//! `--quick` does less of all. `--only latency|session|waiting|stress` does one of them. `--trace` tells what
//! each send asked of the desktop, on standard error.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
mod latency;
#[cfg(target_os = "linux")]
mod session;
#[cfg(target_os = "linux")]
mod stage;
#[cfg(target_os = "linux")]
mod stress;
#[cfg(target_os = "linux")]
mod thief;
#[cfg(target_os = "linux")]
mod waiting;
#[cfg(target_os = "linux")]
mod watched;

#[cfg(target_os = "linux")]
type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// What is measured, and how much of it.
#[cfg(target_os = "linux")]
#[derive(Debug, Clone)]
struct Options {
    is_quick: bool,
    is_traced: bool,
    only: Option<String>,
    messages: u32,
}

#[cfg(target_os = "linux")]
impl Options {
    fn from(arguments: &[String]) -> Outcome<Self> {
        let has = |name: &str| arguments.iter().any(|argument| argument == name);
        let value = |name: &str| {
            let at = arguments.iter().position(|argument| argument == name)?;
            arguments.get(at + 1).cloned()
        };
        let is_quick = has("--quick");
        let messages = match value("--stress") {
            Some(count) => count.parse().map_err(|_| format!("`--stress {count}` is no number of messages"))?,
            None if is_quick => 20,
            None => 200,
        };
        Ok(Self { is_quick, is_traced: has("--trace"), only: value("--only"), messages })
    }

    fn wants(&self, part: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == part)
    }
}

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            complain(&format!("Error: {error}"));
            ExitCode::FAILURE
        }
    }
}

#[cfg(target_os = "linux")]
fn run(arguments: &[String]) -> Outcome<bool> {
    let options = Options::from(arguments)?;
    let report = c2c_tests::measure::Report::from_arguments(arguments.iter().cloned());
    if options.wants("latency") {
        latency::measure(&options, report)?;
    }
    if options.wants("session") {
        session::measure(&options, report)?;
    }
    if options.wants("waiting") {
        waiting::measure(&options, report)?;
    }
    if options.wants("stress") { stress::run(&options, report) } else { Ok(true) }
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    complain("`bench loop` needs a desktop of its own, which there is on Linux only.");
    ExitCode::FAILURE
}

#[expect(clippy::print_stderr, reason = "a measuring program says there what is not a result")]
fn complain(text: &str) {
    eprintln!("{text}");
}
