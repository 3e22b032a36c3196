//! `cargo xtask demo`: sets up what is missing, builds, and hands over to the stand-ins' own demo.

use std::process::ExitCode;

use crate::app;
use crate::error::Error;
use crate::process::{self, talk};
use crate::setup::{self, Purpose};
use crate::workspace::Workspace;

/// Runs the demo with the arguments of the command line.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<ExitCode, Error> {
    setup::system(Purpose::Run)?;
    setup::page(workspace)?;
    let codex = setup::codex(workspace)?;
    let (for_demo, in_app) = app_wanted(arguments);
    if in_app {
        setup::system(Purpose::App)?;
        setup::target(workspace, setup::WASM, "to build the page of the window")?;
        app::build(workspace)?;
    }
    talk("Building c2c and the stand-ins");
    build(workspace)?;
    let mut demo = process::command(workspace.built("c2c-testkit"), &workspace.root);
    demo.arg("demo").arg("--c2c").arg(workspace.built("c2c")).arg("--codex").arg(codex);
    demo.arg("--under").arg(setup::homes(workspace).join("demo")).args(for_demo);
    if in_app {
        demo.arg("--app").arg(workspace.built("c2c-app"));
    }
    let status = demo.status();
    let status = status.map_err(|source| Error::Io { doing: "starting the demo".to_owned(), source })?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The arguments without `--app`, and whether it was among them: the demo itself wants the program.
fn app_wanted(arguments: &[String]) -> (Vec<&String>, bool) {
    let others: Vec<&String> = arguments.iter().filter(|argument| *argument != "--app").collect();
    let is_wanted = others.len() < arguments.len();
    (others, is_wanted)
}

/// Builds the programs that demos and tests start.
pub(crate) fn build(workspace: &Workspace) -> Result<(), Error> {
    let mut build = process::command("cargo", &workspace.root);
    process::succeed(build.args(["build", "--quiet", "--locked", "-p", "c2c-cli", "-p", "c2c-testkit"]))
}
