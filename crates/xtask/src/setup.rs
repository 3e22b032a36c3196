//! What the commands need on a machine, and how it comes there.
//!
//! What the system brings is in `system`. What cargo, rustup, npm and pip bring is installed
//! everywhere; Codex, nextest and what compiles for macOS go below `target/`.

mod codex;
mod npm;
mod page;
mod system;
mod zig;

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::process::{self, talk};
use crate::workspace::Workspace;

pub(crate) use codex::codex;
pub(crate) use npm::npm;
pub(crate) use page::page;
pub(crate) use system::{Purpose, compiles_for_windows, system};
pub(crate) use zig::zig;

/// The version of nextest that is installed when there is none.
const NEXTEST: &str = "0.9.143";
/// The target of the user interface.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The formatter, the linter and the wasm target, by rustup where it is.
pub(crate) fn rust_parts(workspace: &Workspace) -> Result<(), Error> {
    let has =
        |arguments: &[&str]| process::answer(process::command("cargo", &workspace.root).args(arguments)).is_some();
    let component = |name: &str, why: &str| rustup(workspace, &["component", "add", name], name, why);
    if !has(&["fmt", "--version"]) {
        component("rustfmt", "to check the format")?;
    }
    if !has(&["clippy", "--version"]) {
        component("clippy", "to check the lints")?;
    }
    target(workspace, WASM, "to check that level 0 builds for wasm")
}

/// The standard library for another system, by rustup where it is.
pub(crate) fn target(workspace: &Workspace, name: &str, why: &str) -> Result<(), Error> {
    let ask = ["--print", "target-libdir", "--target", name];
    let libraries = process::answer(process::command("rustc", &workspace.root).args(ask));
    if libraries.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    rustup(workspace, &["target", "add", name], name, why)
}

fn rustup(workspace: &Workspace, arguments: &[&str], what: &str, why: &str) -> Result<(), Error> {
    let Some(rustup) = process::find("rustup") else {
        let install = format!("install rustup, then: rustup {}", arguments.join(" "));
        return Err(Error::Missing { what: what.to_owned(), why: why.to_owned(), install });
    };
    talk(&format!("Installing {what} {why}"));
    process::succeed(process::command(rustup, &workspace.root).args(arguments))
}

/// The test runner: the one that is there, or one built below `target/`.
pub(crate) fn nextest(workspace: &Workspace) -> Result<PathBuf, Error> {
    if let Some(found) = process::find("cargo-nextest") {
        return Ok(found);
    }
    let tools = workspace.root.join("target/tools");
    let program = tools.join("bin").join(format!("cargo-nextest{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        talk(&format!(
            "Installing cargo-nextest {NEXTEST} into target/tools to run the tests; it is built once and takes minutes"
        ));
        let mut install = process::command("cargo", &workspace.root);
        // Without the part that updates itself.
        install.args(["install", "cargo-nextest", "--version", NEXTEST, "--locked", "--root"]).arg(&tools);
        install.args(["--no-default-features", "--features", "default-no-update"]);
        process::succeed(&mut install)?;
    }
    Ok(program)
}

/// Where demos and tests may keep data folders: below `target/`, unless the checkout lies in a
/// temporary folder, where Codex's sandbox may write and C2C therefore keeps nothing.
pub(crate) fn homes(workspace: &Workspace) -> PathBuf {
    let own = workspace.root.join("target");
    let cache = process::variable("HOME").map(|home| Path::new(&home).join(".cache/c2c-development"));
    let last = if cfg!(windows) { own.clone() } else { PathBuf::from("/opt/c2c-development") };
    let places = [Some(own), cache];
    places.into_iter().flatten().find(|place| !is_temporary(place)).unwrap_or(last)
}

fn is_temporary(place: &Path) -> bool {
    let named = ["TMPDIR", "TEMP", "TMP"].into_iter().filter_map(process::variable).map(PathBuf::from);
    let fixed = ["/tmp", "/var/tmp"].into_iter().map(PathBuf::from);
    let mut folders = fixed.chain(named).flat_map(|folder| [folder.canonicalize().ok(), Some(folder)]).flatten();
    folders.any(|folder| place.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_folder_is_told() {
        assert!(is_temporary(Path::new("/tmp/checkout/target")));
        assert!(is_temporary(&std::env::temp_dir().join("x")));
        assert!(!is_temporary(Path::new("/srv/checkout/target")));
    }

    #[test]
    fn homes_lie_below_target_or_else_outside_temporary_folders() {
        let at = |root: &str| homes(&Workspace { root: root.into(), target: "/t".into(), packages: Vec::new() });
        assert_eq!(at("/srv/checkout"), Path::new("/srv/checkout/target"));
        assert!(!is_temporary(&at("/tmp/checkout")));
    }
}
