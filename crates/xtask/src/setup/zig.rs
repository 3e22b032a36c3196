//! What compiles C for macOS on other systems: cargo-zigbuild and Zig from PyPI, in a folder of
//! Python packages below `target/`. Nothing is installed for anybody else.

use std::path::PathBuf;

use super::system;
use crate::error::Error;
use crate::process::{self, talk};
use crate::workspace::Workspace;

/// The packages with the versions that were tried.
const PACKAGES: &[&str] = &["cargo-zigbuild==0.24.1", "ziglang==0.17.1"];

/// The folder with `cargo-zigbuild` in it; installed when it is missing, none without Python.
pub(crate) fn zig(workspace: &Workspace) -> Result<Option<PathBuf>, Error> {
    let folder = workspace.root.join("target/tools/zig");
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let stamp = folder.join("packages.stamp");
    if std::fs::read_to_string(&stamp).is_ok_and(|text| text == PACKAGES.join("\n")) {
        return Ok(Some(programs));
    }
    if !system::has_python() {
        return Ok(None);
    }
    talk(&format!("Installing {} from PyPI into target/tools/zig to check the code for macOS", PACKAGES.join(" ")));
    process::succeed(process::command("python3", &workspace.root).args(["-m", "venv"]).arg(&folder))?;
    let mut install = process::command(programs.join("pip"), &workspace.root);
    process::succeed(install.args(["install", "--quiet", "--disable-pip-version-check"]).args(PACKAGES))?;
    let written = std::fs::write(&stamp, PACKAGES.join("\n"));
    written.map_err(|source| Error::Io { doing: format!("writing `{}`", stamp.display()), source })?;
    Ok(Some(programs))
}
