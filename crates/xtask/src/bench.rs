//! `cargo xtask bench`: builds a measuring program, for release where it measures itself, and runs it.

use std::process::{Command, ExitCode};

use crate::error::Error;
use crate::process::{self, talk};
use crate::setup::{self, Purpose};
use crate::ui;
use crate::workspace::Workspace;

/// What can be measured: the name, the program of the `c2c-tests` package that does it, and what it needs.
const BENCHES: &[(&str, &str, Purpose)] = &[
    ("parse", "bench-parse", Purpose::Build),
    ("connector", "bench-connector", Purpose::Build),
    ("loop", "bench-loop", Purpose::Run),
    ("app", "bench-app", Purpose::App),
    ("ui", "bench-ui", Purpose::Page),
    ("redact", "bench-redact", Purpose::Build),
];

/// Runs one bench with the arguments of the command line.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<ExitCode, Error> {
    let names: Vec<&str> = BENCHES.iter().map(|(name, ..)| *name).collect();
    let wanted = arguments.first().and_then(|wanted| BENCHES.iter().find(|(name, ..)| name == wanted));
    let Some((_, program, purpose)) = wanted else {
        return Err(Error::Usage { text: format!("Usage: cargo xtask bench <{}> [--json]", names.join("|")) });
    };
    setup::system(*purpose)?;
    if *purpose == Purpose::App {
        // A tray and a desktop are for both.
        setup::system(Purpose::Run)?;
    }
    if matches!(purpose, Purpose::App | Purpose::Page) {
        setup::target(workspace, setup::WASM, "to build the page of the window")?;
        ui::build(workspace)?;
    }
    if *purpose == Purpose::Page {
        // The page is what is measured, and it is as it ships; the program only serves it.
        return start(process::command("cargo", &workspace.root), program, &[], arguments);
    }
    // The programs that a bench starts beside it.
    let mut beside = vec!["-p", "c2c-cli", "--bin", "c2c"];
    if *purpose == Purpose::Run {
        setup::page(workspace)?;
        beside.extend(["-p", "c2c-testkit", "--bin", "c2c-testkit"]);
    }
    if *purpose == Purpose::App {
        beside.extend(["-p", "c2c-app", "--bin", "c2c-app", "-p", "c2c-testkit", "--bin", "c2c-testkit"]);
    }
    talk("Building for release");
    let mut build = process::command("cargo", &workspace.root);
    process::succeed(build.args(["build", "--quiet", "--release", "--locked"]).args(beside))?;
    let mut bench = process::command("cargo", &workspace.root);
    if *purpose == Purpose::Run {
        bench.env("C2C_CODEX", setup::codex(workspace)?);
    }
    start(bench, program, &["--release"], arguments)
}

/// Has cargo run a measuring program with the arguments behind the bench's name.
fn start(mut cargo: Command, program: &str, profile: &[&str], arguments: &[String]) -> Result<ExitCode, Error> {
    cargo.args(["run", "--quiet"]).args(profile).args(["--locked", "-p", "c2c-tests", "--bin", program, "--"]);
    let status = cargo.args(&arguments[1..]).status();
    let status = status.map_err(|source| Error::Io { doing: format!("starting {program}"), source })?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
