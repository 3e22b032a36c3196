//! Checks that the product compiles for the systems that it is made for and that this machine is
//! not, Windows and macOS, and without its window. Nothing is run there, and whatever else this machine does goes
//! before.

use std::process::Command;

use crate::error::Error;
use crate::process::{self, talk};
use crate::setup;
use crate::workspace::Workspace;

/// What is checked; all that they depend on comes along.
const PACKAGES: &[&str] = &["c2c-computer-use", "c2c-cli", "c2c-app"];

const WINDOWS: &str = "x86_64-pc-windows-gnu";
const MACOS: &str = "aarch64-apple-darwin";

/// Checks the command without what drives a window.
pub(crate) fn no_window(workspace: &Workspace) -> Result<(), Error> {
    let mut cargo = process::command("cargo", &workspace.root);
    cargo.args(["check", "--quiet", "--locked", "--package", "c2c-cli", "--no-default-features"]);
    aside(cargo, workspace)
}

/// Checks the code for Windows; a notice where no C compiler for it can be had.
pub(crate) fn windows(workspace: &Workspace) -> Result<(), Error> {
    if !setup::compiles_for_windows() {
        notice("Windows", "the C compiler of MinGW-w64 is missing (Debian: apt-get install gcc-mingw-w64-x86-64)");
        return Ok(());
    }
    if let Err(error) = setup::target(workspace, WINDOWS, "to check the code for Windows") {
        notice("Windows", &error.to_string());
        return Ok(());
    }
    check(process::command("cargo", &workspace.root), workspace, WINDOWS, &[])
}

/// Checks the code for macOS; a notice where Zig, which compiles C for it, cannot be had.
pub(crate) fn macos(workspace: &Workspace) -> Result<(), Error> {
    let zig = match setup::zig(workspace) {
        Ok(Some(zig)) => zig,
        Ok(None) => {
            notice("macOS", "Python with its module venv is missing (Debian: apt-get install python3-venv)");
            return Ok(());
        }
        Err(error) => {
            notice("macOS", &error.to_string());
            return Ok(());
        }
    };
    if let Err(error) = setup::target(workspace, MACOS, "to check the code for macOS") {
        notice("macOS", &error.to_string());
        return Ok(());
    }
    let mut cargo = process::command(zig.join("cargo-zigbuild"), &workspace.root);
    let path = process::variable("PATH").unwrap_or_default();
    let folders = std::iter::once(zig).chain(std::env::split_paths(&path));
    if let Ok(path) = std::env::join_paths(folders) {
        cargo.env("PATH", path);
    }
    // The notifications' Objective-C needs headers that only Apple hands out.
    check(cargo, workspace, MACOS, &["--no-default-features", "--features", "c2c-cli/window"])
}

fn check(mut cargo: Command, workspace: &Workspace, target: &str, features: &[&str]) -> Result<(), Error> {
    cargo.args(["check", "--quiet", "--locked", "--target", target]);
    cargo.args(PACKAGES.iter().flat_map(|name| ["--package", name])).args(features);
    aside(cargo, workspace)
}

/// One folder serves all of them, so that what runs while building is built once.
fn aside(mut cargo: Command, workspace: &Workspace) -> Result<(), Error> {
    // Debug information is of no use here, and without it less is written.
    cargo.env("CARGO_TARGET_DIR", workspace.target.join("cross")).env("CARGO_PROFILE_DEV_DEBUG", "0");
    process::succeed(&mut process::gently(cargo))
}

fn notice(system: &str, why: &str) {
    talk(&format!("NOTICE: the code was not checked for {system}: {why}."));
}
