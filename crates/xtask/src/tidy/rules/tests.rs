//! The rules against workspaces that break them.

use super::*;

const LINTS: &str = "[package]\nname = \"x\"\n\n[lints]\nworkspace = true\n";

#[track_caller]
fn check(name: &str, dependencies: &[(&str, bool)], expected: &[&str]) {
    let dependency = |(name, is_dev): &(&str, bool)| Dependency { name: (*name).to_owned(), is_dev: *is_dev };
    let package = Package {
        name: name.to_owned(),
        folder: "/".into(),
        manifest: LINTS.to_owned(),
        dependencies: dependencies.iter().map(dependency).collect(),
    };
    let found: Vec<String> = packages(&[package]).into_iter().map(|breach| breach.text).collect();
    assert_eq!(found, expected);
}

#[test]
fn arrows_point_down() {
    check("c2c-store", &[("c2c-os", false), ("c2c-ports", false), ("rusqlite", false)], &[]);
    check("c2c-os", &[("c2c-store", false)], &["stands on level 1 and uses `c2c-store` on level 2"]);
    check("c2c-os", &[("c2c-store", true)], &["stands on level 1 and uses `c2c-store` on level 2"]);
}

#[test]
fn arrows_do_not_point_sideways_but_for_one() {
    check("c2c-codex", &[("c2c-store", false)], &["stands on level 2 and uses `c2c-store` on level 2"]);
    check("c2c-api", &[("c2c-orchestrator", false)], &[]);
    check("c2c-orchestrator", &[("c2c-api", false)], &["stands on level 3 and uses `c2c-api` on level 3"]);
    check("c2c-protocol", &[("c2c-ports", false)], &["stands on level 0 and uses `c2c-ports` on level 0"]);
}

#[test]
fn a_foreign_technology_has_its_owner() {
    check("c2c-api", &[("rusqlite", false)], &["uses `rusqlite`, which belongs to c2c-store and c2c-codex"]);
    check("c2c-api", &[("rusqlite", true)], &[]);
    check("c2c-testkit", &[("axum", false), ("clap", false)], &[]);
}

#[test]
fn level_0_is_pure() {
    check("c2c-protocol", &[("tokio", false)], &["uses `tokio`, which level 0 must do without"]);
    check("c2c-protocol", &[("tempfile", true), ("serde", false)], &[]);
}

#[test]
fn nothing_that_ships_uses_what_is_for_development() {
    check("c2c-cli", &[("c2c-testkit", false)], &["ships and uses `c2c-testkit`, which is for development"]);
    check("c2c-cli", &[("c2c-testkit", true)], &[]);
}

#[test]
fn a_new_package_needs_a_level() {
    check("c2c-new", &[], &["has no level in the table of `tidy/rules.rs`"]);
}

#[test]
fn every_manifest_takes_the_lints_of_the_workspace() {
    assert!(inherits_lints(LINTS));
    assert!(inherits_lints("[lints]\n# ours\nworkspace = true\n"));
    assert!(!inherits_lints("[package]\nname = \"x\"\n"));
    assert!(!inherits_lints("[lints]\n[dependencies]\nworkspace = true\n"));
}

#[test]
fn level_0_is_what_builds_for_wasm() {
    assert_eq!(level_0().collect::<Vec<_>>(), ["c2c-protocol", "c2c-ports", "c2c-redact", "c2c-ipc"]);
}
