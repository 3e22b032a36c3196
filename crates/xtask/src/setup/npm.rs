//! What the window's tests use from npm: Playwright's driver and the rules of axe, in `target/npm`.

use crate::error::Error;
use crate::process::{self, talk};
use crate::workspace::Workspace;

/// The packages and their versions. Playwright's is the one that the crate `playwright-rs` speaks with.
const PACKAGES: &[(&str, &str)] = &[("playwright-core", "1.64.0"), ("axe-core", "4.14.1")];

/// Installs what is not there in its version.
pub(crate) fn npm(workspace: &Workspace) -> Result<(), Error> {
    let folder = workspace.root.join("target/npm");
    let is_there = |(name, version): &(&str, &str)| {
        let manifest = folder.join("node_modules").join(name).join("package.json");
        let manifest = std::fs::read_to_string(manifest).ok();
        let manifest = manifest.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
        manifest.is_some_and(|manifest| manifest["version"] == *version)
    };
    if PACKAGES.iter().all(is_there) {
        return Ok(());
    }
    let npm = process::find("npm").ok_or_else(|| Error::Missing {
        what: "npm".to_owned(),
        why: "to test the app's window".to_owned(),
        install: "install Node.js, which npm belongs to".to_owned(),
    })?;
    talk("Installing playwright-core and axe-core into target/npm to test the app's window");
    std::fs::create_dir_all(&folder)
        .map_err(|source| Error::Io { doing: format!("making `{}`", folder.display()), source })?;
    let mut install = process::command(npm, &folder);
    install.args(["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"]).arg(&folder);
    process::succeed(install.args(PACKAGES.iter().map(|(name, version)| format!("{name}@{version}"))))
}
