//! `cargo xtask`: the commands of development. Each installs what it needs and misses, and says so.
//!
//! Kept small, since it is built before anything else: the standard library and a JSON reader.

mod app;
mod bench;
mod cross;
mod demo;
mod error;
mod fuzz;
mod icons;
mod process;
mod setup;
mod test;
mod tidy;
mod ui;
mod workspace;

use std::io::Write;
use std::process::ExitCode;

use error::Error;
use process::talk;
use workspace::Workspace;

const USAGE: &str = "\
Usage: cargo xtask <COMMAND>

  run     Start the app, with its page
            -- ARGUMENTS          hand these on to it
  ui      Build the page of the app's window
  demo    Show a whole session on a small project with a failing test
            --json                one JSON line a step
            --app                 the app runs the session
            --without-connector   the planner cannot look at the project
            --garble              the plan is changed on its way
            --seed N              draw the project from N
            --deadline-s N        stop after N seconds
  test    Check everything: tidy, format, lints, tests, end-to-end tests, wasm, Windows, macOS,
          documentation
  bench   Measure: parse | connector | loop | app
            --json                one JSON object a figure
            --quick               loop, app: less of all
            --only PART           loop: latency | session | waiting | stress
                                  app: start | memory | window | idle | size
            --stress N            loop: so many messages with thieves
  fuzz    Look for inputs that break a promise: path-guard | redaction | diff-pages | decoding
            --minutes N           so long for each, 5 if not said
            --jobs N              in so many processes
            --replay PATH         only this input
            --minimise            few inputs that reach as much as all go into `tests/fuzz/corpus`
  icons   Make the icons of the app and of the tray from their drawings
  tidy    Check levels, owners, sizes and headers, and print the table of sizes
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(code) => code,
        Err(error) => {
            talk(&format!("Error: {error}"));
            let mut cause = std::error::Error::source(&error);
            while let Some(inner) = cause {
                talk(&format!("Caused by: {inner}"));
                cause = inner.source();
            }
            for hint in error.hints() {
                talk(&format!("Hint: {hint}"));
            }
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<ExitCode, Error> {
    let Some((command, rest)) = arguments.split_first() else {
        return Err(Error::Usage { text: USAGE.to_owned() });
    };
    match command.as_str() {
        "run" => app::run(&Workspace::find()?, rest),
        "ui" => ui::run(&Workspace::find()?),
        "demo" => demo::run(&Workspace::find()?, rest),
        "test" => test::run(&Workspace::find()?),
        "bench" => bench::run(&Workspace::find()?, rest),
        "fuzz" => fuzz::run(&Workspace::find()?, rest),
        "icons" => icons::run(&Workspace::find()?),
        "tidy" => tidy::run(&Workspace::find()?),
        "help" | "--help" | "-h" => {
            print(USAGE)?;
            Ok(ExitCode::SUCCESS)
        }
        other => Err(Error::Usage { text: format!("`{other}` is no command.\n\n{USAGE}") }),
    }
}

/// Writes to standard output, which carries data only.
fn print(text: &str) -> Result<(), Error> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|source| Error::Io { doing: "writing to standard output".to_owned(), source })
}
