//! `cargo xtask bench`: builds a measuring program for release and runs it.

use std::process::ExitCode;

use crate::error::Error;
use crate::process::{self, talk};
use crate::setup::{self, Purpose};
use crate::workspace::Workspace;

/// What can be measured: the name, and the program of the `c2c-tests` package that does it.
const BENCHES: &[(&str, &str)] = &[("parse", "bench-parse"), ("connector", "bench-connector")];

/// Runs one bench with the arguments of the command line.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<ExitCode, Error> {
    let names: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
    let wanted = arguments.first().and_then(|wanted| BENCHES.iter().find(|(name, _)| name == wanted));
    let Some((_, program)) = wanted else {
        return Err(Error::Usage { text: format!("Usage: cargo xtask bench <{}> [--json]", names.join("|")) });
    };
    setup::system(Purpose::Build)?;
    talk("Building for release");
    // A bench may start the product beside it.
    let mut build = process::command("cargo", &workspace.root);
    process::succeed(build.args(["build", "--quiet", "--release", "--locked", "-p", "c2c-cli", "--bin", "c2c"]))?;
    let mut bench = process::command("cargo", &workspace.root);
    bench.args(["run", "--quiet", "--release", "--locked", "-p", "c2c-tests", "--bin", program, "--"]);
    let status = bench.args(&arguments[1..]).status();
    let status = status.map_err(|source| Error::Io { doing: format!("starting {program}"), source })?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
