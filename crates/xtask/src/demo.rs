//! `cargo xtask demo`: sets up what is missing, builds, and hands over to the stand-ins' own demo.

use std::process::ExitCode;

use crate::error::Error;
use crate::process::{self, talk};
use crate::setup::{self, Purpose};
use crate::workspace::Workspace;

/// Runs the demo with the arguments of the command line.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<ExitCode, Error> {
    setup::system(Purpose::Run)?;
    setup::page(workspace)?;
    let codex = setup::codex(workspace)?;
    talk("Building c2c and the stand-ins");
    build(workspace)?;
    let mut demo = process::command(workspace.built("c2c-testkit"), &workspace.root);
    demo.arg("demo").arg("--c2c").arg(workspace.built("c2c")).arg("--codex").arg(codex);
    demo.arg("--under").arg(setup::homes(workspace).join("demo")).args(arguments);
    let status = demo.status();
    let status = status.map_err(|source| Error::Io { doing: "starting the demo".to_owned(), source })?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds the programs that demos and tests start.
pub(crate) fn build(workspace: &Workspace) -> Result<(), Error> {
    let mut build = process::command("cargo", &workspace.root);
    process::succeed(build.args(["build", "--quiet", "--locked", "-p", "c2c-cli", "-p", "c2c-testkit"]))
}
