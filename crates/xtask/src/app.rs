//! `cargo xtask run`: sets up what is missing, builds the page and the app, and starts it.

use std::process::ExitCode;

use crate::error::Error;
use crate::process::{self, talk};
use crate::setup::{self, Purpose};
use crate::ui;
use crate::workspace::Workspace;

/// Runs the app with the arguments of the command line, to its end.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<ExitCode, Error> {
    setup::system(Purpose::App)?;
    setup::target(workspace, setup::WASM, "to build the page of the window")?;
    build(workspace)?;
    let given = arguments.strip_prefix(&["--".to_owned()]).unwrap_or(arguments);
    let status = process::command(workspace.built("c2c-app"), &workspace.root).args(given).status();
    let status = status.map_err(|source| Error::Io { doing: "starting the app".to_owned(), source })?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds the app with its page.
pub(crate) fn build(workspace: &Workspace) -> Result<(), Error> {
    ui::build(workspace)?;
    talk("Building the app");
    let mut build = process::command("cargo", &workspace.root);
    process::succeed(build.args(["build", "--quiet", "--locked", "--package", "c2c-app"]))
}
