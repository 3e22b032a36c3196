//! Rules about packages: arrows point down, and each foreign technology has one owner.

use super::Breach;
use crate::workspace::{Dependency, Package};

/// Where a package stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    /// Ships; may use what stands on a lower number.
    Ships(u8),
    /// For development: may use everything, and nothing that ships may use it.
    Development,
}

/// Every package with its level. A package that is not listed is a breach.
const LEVELS: &[(&str, Level)] = &[
    ("c2c-protocol", Level::Ships(0)),
    ("c2c-ports", Level::Ships(0)),
    ("c2c-redact", Level::Ships(0)),
    ("c2c-ipc", Level::Ships(0)),
    ("c2c-os", Level::Ships(1)),
    ("c2c-ui", Level::Ships(1)),
    ("c2c-store", Level::Ships(2)),
    ("c2c-workspace", Level::Ships(2)),
    ("c2c-codex", Level::Ships(2)),
    ("c2c-computer-use", Level::Ships(2)),
    ("c2c-notify", Level::Ships(2)),
    ("c2c-orchestrator", Level::Ships(3)),
    ("c2c-api", Level::Ships(3)),
    ("c2c-connector", Level::Ships(4)),
    ("c2c-adapters", Level::Ships(5)),
    ("c2c-app", Level::Ships(6)),
    ("c2c-cli", Level::Ships(6)),
    ("c2c-fuzz", Level::Development),
    ("c2c-testkit", Level::Development),
    ("c2c-tests", Level::Development),
    ("xtask", Level::Development),
    ("xtask-bindgen", Level::Development),
];

/// Arrows within a level that are allowed all the same.
const SIDEWAYS: &[(&str, &str)] = &[("c2c-api", "c2c-orchestrator")];

/// What level 0 must do without: input and output, clocks, randomness, a runtime.
const NOT_AT_LEVEL_0: &[&str] = &["getrandom", "rand", "reqwest", "rustix", "tempfile", "tokio", "tokio-util"];

/// The owners of each foreign technology. Packages for development and dev-dependencies are exempt.
const OWNERS: &[(&str, &[&str])] = &[
    ("arboard", &["c2c-computer-use"]),
    ("axum", &["c2c-connector"]),
    ("cap-fs-ext", &["c2c-workspace"]),
    ("cap-std", &["c2c-workspace"]),
    ("chardetng", &["c2c-workspace"]),
    ("clap", &["c2c-cli"]),
    ("clap_complete", &["c2c-cli"]),
    ("directories", &["c2c-os"]),
    ("encoding_rs", &["c2c-workspace"]),
    ("getrandom", &["c2c-os"]),
    ("globset", &["c2c-workspace"]),
    ("gtk", &["c2c-app"]),
    ("ignore", &["c2c-workspace"]),
    ("jiff", &["c2c-os"]),
    ("js-sys", &["c2c-ui"]),
    ("leptos", &["c2c-ui"]),
    ("libfuzzer-sys", &["c2c-fuzz"]),
    // The tray's own library, which it does not look for itself.
    ("libloading", &["c2c-app"]),
    ("notify-rust", &["c2c-notify"]),
    ("nucleo-matcher", &["c2c-workspace"]),
    ("objc2-application-services", &["c2c-computer-use"]),
    ("objc2-core-foundation", &["c2c-computer-use"]),
    ("objc2-core-graphics", &["c2c-computer-use"]),
    ("png", &["c2c-computer-use"]),
    ("reqwest", &["c2c-os"]),
    ("rfd", &["c2c-app"]),
    ("rmcp", &["c2c-connector"]),
    // Codex's own files may be read there, read-only.
    ("rusqlite", &["c2c-store", "c2c-codex"]),
    ("rustix", &["c2c-os", "c2c-workspace"]),
    ("sysinfo", &["c2c-os"]),
    ("tauri", &["c2c-app"]),
    ("tauri-build", &["c2c-app"]),
    ("tauri-plugin-autostart", &["c2c-app"]),
    ("tauri-plugin-single-instance", &["c2c-app"]),
    ("tracing-subscriber", &["c2c-os"]),
    ("uiautomation", &["c2c-computer-use"]),
    ("wasm-bindgen", &["c2c-ui"]),
    ("wasm-bindgen-futures", &["c2c-ui"]),
    ("web-sys", &["c2c-ui"]),
    ("windows", &["c2c-computer-use"]),
    ("winreg", &["c2c-app"]),
    ("x11rb", &["c2c-computer-use"]),
    ("xcap", &["c2c-computer-use"]),
    ("zbus", &["c2c-computer-use"]),
];

/// The level of the packages that build for wasm.
pub(crate) fn level_0() -> impl Iterator<Item = &'static str> {
    LEVELS.iter().filter(|(_, level)| *level == Level::Ships(0)).map(|(name, _)| *name)
}

/// The breaches of all packages.
pub(crate) fn packages(packages: &[Package]) -> Vec<Breach> {
    packages.iter().flat_map(package).collect()
}

fn package(package: &Package) -> Vec<Breach> {
    let mut texts = Vec::new();
    match level(&package.name) {
        None => texts.push("has no level in the table of `tidy/rules.rs`".to_owned()),
        Some(Level::Development) => {}
        Some(Level::Ships(own)) => {
            texts.extend(package.dependencies.iter().filter_map(|dependency| arrow(&package.name, own, dependency)));
            texts.extend(package.dependencies.iter().filter_map(|dependency| owner(&package.name, dependency)));
        }
    }
    if !inherits_lints(&package.manifest) {
        texts.push("its manifest lacks `[lints] workspace = true`".to_owned());
    }
    texts.into_iter().map(|text| Breach { place: package.name.clone(), text }).collect()
}

fn level(name: &str) -> Option<Level> {
    LEVELS.iter().find(|(listed, _)| *listed == name).map(|(_, level)| *level)
}

fn arrow(package: &str, own: u8, dependency: &Dependency) -> Option<String> {
    let name = dependency.name.as_str();
    match level(name) {
        None if own == 0 && !dependency.is_dev && NOT_AT_LEVEL_0.contains(&name) => {
            Some(format!("uses `{name}`, which level 0 must do without"))
        }
        None => None,
        Some(Level::Development) if dependency.is_dev => None,
        Some(Level::Development) => Some(format!("ships and uses `{name}`, which is for development")),
        Some(Level::Ships(other)) if other < own || SIDEWAYS.contains(&(package, name)) => None,
        Some(Level::Ships(other)) => Some(format!("stands on level {own} and uses `{name}` on level {other}")),
    }
}

fn owner(package: &str, dependency: &Dependency) -> Option<String> {
    let (name, owners) = OWNERS.iter().find(|(name, _)| *name == dependency.name)?;
    let allowed = dependency.is_dev || owners.contains(&package);
    (!allowed).then(|| format!("uses `{name}`, which belongs to {}", owners.join(" and ")))
}

fn inherits_lints(manifest: &str) -> bool {
    let mut lines = manifest.lines().map(str::trim).skip_while(|line| *line != "[lints]").skip(1);
    lines.find(|line| !line.is_empty() && !line.starts_with('#')) == Some("workspace = true")
}

#[cfg(test)]
mod tests;
