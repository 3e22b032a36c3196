//! `cargo xtask bench app`: what the app costs, on a desktop of its own with a tray.
//!
//! - From the start of the process until the tray has its icon.
//! - Memory (proportional set size, the app and everything it started): in the tray before the window was opened,
//!   with the window, and after it was closed; and whether a web process is there.
//! - From the press on "Open C2C" until the window shows something.
//! - Processor time while nothing happens.
//! - The size of the program, and of the page's wasm, as it is and through gzip.
//!
//! `--quick` does less of all. `--only start|memory|window|idle|size` does one of them.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
mod figures;
#[cfg(target_os = "linux")]
mod processes;
#[cfg(target_os = "linux")]
mod room;
#[cfg(target_os = "linux")]
mod screen;

#[cfg(target_os = "linux")]
type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match figures::measure(&figures::Options::from(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("Error: {error}"));
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    complain("`bench app` needs a desktop of its own, which there is on Linux only.");
    ExitCode::FAILURE
}

#[expect(clippy::print_stderr, reason = "a measuring program says there what is not a result")]
fn complain(text: &str) {
    eprintln!("{text}");
}
