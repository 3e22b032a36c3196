//! C2C in the tray: joins the adapters, and draws what the engine decides. No logic of its own.
//!
//! It must not decide what a session does or what the tray says, and nothing below it knows Tauri.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod arguments;
mod bridge;
mod desktop;
#[cfg(target_os = "linux")]
mod drawing;
mod ending;
mod folder;
#[cfg(target_os = "linux")]
mod leftover;
mod login;
mod product;
mod shell;
mod single;
mod tray;
mod watch;
mod window;

use std::io::Write as _;
use std::process::ExitCode;

use c2c_os::environment::Environment;

use arguments::Wish;

/// A command line that means nothing.
const MISUSED: u8 = 2;

fn main() -> ExitCode {
    let mut environment = Environment::from_process();
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    // The clipboard is lent through this very program, started again: then it is nothing else.
    if arguments.first().is_some_and(|first| first == c2c_adapters::KEEPER) {
        return match c2c_adapters::keep_clipboard(&environment) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    if let (Some(folder), _) = arguments::home(&arguments) {
        environment.set("C2C_HOME", folder);
    }
    match arguments::wish(&arguments) {
        Ok(Wish::Help) => print(arguments::USAGE),
        Ok(Wish::Version) => print(&format!("c2c-app {}\n", env!("CARGO_PKG_VERSION"))),
        Ok(Wish::Show(page)) => begin(&environment, shell::Start::Window(page)),
        Ok(Wish::Hidden) => begin(&environment, shell::Start::Tray),
        Err(misused) => {
            say(&format!("Error: {misused}\n\n{}", arguments::USAGE));
            ExitCode::from(MISUSED)
        }
    }
}

fn begin(environment: &Environment, start: shell::Start) -> ExitCode {
    #[cfg(target_os = "linux")]
    drawing::by_processor();
    match shell::run(environment, start) {
        Ok(code) => ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX)),
        Err(error) => {
            error.log();
            say(&error.text());
            ExitCode::FAILURE
        }
    }
}

/// Standard output is for those who asked for something to read.
fn print(text: &str) -> ExitCode {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Says something to whoever started the app from a terminal.
fn say(text: &str) {
    // Without a standard error there is nobody to tell; the log has it.
    drop(writeln!(std::io::stderr().lock(), "{}", text.trim_end()));
}
