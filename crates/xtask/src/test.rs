//! `cargo xtask test`: every check there is, each timed, with a table at the end. One target folder
//! serves them all; a failing step does not keep the others from being tried.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::error::Error;
use crate::process::{self, talk};
use crate::setup::{self, Purpose};
use crate::workspace::Workspace;
use crate::{cross, demo, print, tidy};

/// The end-to-end tests; everything else is tested before them.
const END_TO_END: &str = "c2c-tests";

/// What the tests are told: the pinned Codex, and where they may keep data folders.
struct Place {
    codex: PathBuf,
    homes: PathBuf,
    nextest: PathBuf,
}

/// One step and how it went.
struct Step {
    name: &'static str,
    passed: bool,
    took: Duration,
}

/// Runs all checks.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode, Error> {
    let start = Instant::now();
    let place = set_up(workspace)?;
    let mut steps = vec![Step { name: "set-up", passed: true, took: start.elapsed() }];
    let mut step = |name: &'static str, check: &dyn Fn() -> Result<(), Error>| {
        talk(&format!("\n== {name}"));
        let start = Instant::now();
        let outcome = check();
        if let Err(error) = &outcome {
            talk(&format!("{name}: {error}"));
        }
        steps.push(Step { name, passed: outcome.is_ok(), took: start.elapsed() });
    };
    let cargo = |arguments: &[&str]| {
        let mut command = process::command("cargo", &workspace.root);
        command.args(arguments);
        command
    };
    step("tidy", &|| match tidy::run(workspace)? {
        code if code == ExitCode::SUCCESS => Ok(()),
        _ => Err(Error::Failed { command: "cargo xtask tidy".to_owned(), code: Some(1) }),
    });
    step("format", &|| process::succeed(&mut cargo(&["fmt", "--all", "--check"])));
    step("lints", &|| {
        let arguments = ["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"];
        process::succeed(&mut cargo(&arguments))
    });
    step("programs", &|| {
        demo::build(workspace)?;
        // A test program that the tests start; nextest builds no examples.
        process::succeed(&mut cargo(&["build", "--quiet", "--locked", "-p", "c2c-computer-use", "--examples"]))
    });
    step("tests", &|| {
        process::succeed(nextest(&place, &workspace.root).args(["--workspace", "--exclude", END_TO_END]))
    });
    step("end-to-end", &|| process::succeed(nextest(&place, &workspace.root).args(["--package", END_TO_END])));
    step("examples", &|| process::succeed(&mut cargo(&["test", "--quiet", "--workspace", "--doc", "--locked"])));
    step("wasm", &|| {
        let mut check = cargo(&["check", "--locked", "--target", "wasm32-unknown-unknown"]);
        process::succeed(check.args(tidy::level_0().flat_map(|name| ["-p", name])))
    });
    step("no window", &|| {
        process::succeed(&mut cargo(&["check", "--quiet", "--locked", "-p", "c2c-cli", "--no-default-features"]))
    });
    step("windows", &|| cross::windows(workspace));
    step("macos", &|| cross::macos(workspace));
    step("documentation", &|| {
        let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
        process::succeed(doc.env("RUSTDOCFLAGS", "--deny warnings"))
    });
    print(&table(&steps))?;
    let passed = steps.iter().all(|step| step.passed);
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn set_up(workspace: &Workspace) -> Result<Place, Error> {
    setup::system(Purpose::Test)?;
    setup::rust_parts(workspace)?;
    setup::page(workspace)?;
    let place = Place {
        codex: setup::codex(workspace)?,
        homes: setup::homes(workspace).join("test-homes"),
        nextest: setup::nextest(workspace)?,
    };
    let made = std::fs::create_dir_all(&place.homes);
    made.map_err(|source| Error::Io { doing: format!("making `{}`", place.homes.display()), source })?;
    Ok(place)
}

fn nextest(place: &Place, root: &Path) -> Command {
    let mut command = process::command(&place.nextest, root);
    command.args(["nextest", "run", "--locked", "--no-fail-fast"]);
    command.env("C2C_CODEX", &place.codex).env("C2C_TEST_HOMES", &place.homes);
    command
}

fn table(steps: &[Step]) -> String {
    let row = |name: &str, passed: bool, took: Duration| {
        let outcome = if passed { "passed" } else { "failed" };
        format!("{name:<16}{outcome:<8}{:>8.1} s\n", took.as_secs_f32())
    };
    let mut table = String::from("\n");
    table.extend(steps.iter().map(|step| row(step.name, step.passed, step.took)));
    let failed = steps.iter().filter(|step| !step.passed).count();
    table += &row("all", failed == 0, steps.iter().map(|step| step.took).sum());
    table + &format!("steps: {} passed, {failed} failed\n", steps.len() - failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts_what_failed() {
        let step = |name, passed, seconds| Step { name, passed, took: Duration::from_secs(seconds) };
        let expected = "
tidy            passed       1.0 s
lints           failed      70.0 s
all             failed      71.0 s
steps: 1 passed, 1 failed
";
        assert_eq!(table(&[step("tidy", true, 1), step("lints", false, 70)]), expected);
    }
}
